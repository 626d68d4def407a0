//! Tests of the answers of the WebAssembly module. `js/ci` compares all fields, in JavaScript.

mod messages;
mod reader;
mod texts;
