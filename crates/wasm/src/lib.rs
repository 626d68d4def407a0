//! The WebAssembly module of the npm package `urlsift`, whose JavaScript is in `js`.
//!
//! The functions here are what the module exports. JavaScript writes a text in UTF-8 to the memory that
//! [`urlsift_reserve`] returns, calls a function, and reads the answer, which is an array of numbers and a string:
//! [`find`] and [`check`] say what is in it. The memory is valid until the next call. A function that fails ends in a
//! trap; [`urlsift_is_out_of_memory`] returns the reason.
//!
//! The module does not contain a WHATWG URL parser, since every host of JavaScript has one: a URL that only this parser
//! accepts is reported as relative or as none, and JavaScript then asks the host.
//!
//! With the feature `message`, the module also has `urlsift_find_in_message`, which reads raw messages, and
//! `urlsift_find_html`, which reads pages.

mod advice;
mod answer;
mod check;
mod exchange;
mod find;
mod link;
mod lossy;
#[cfg(feature = "message")]
mod message;
mod names;
// In builds for other targets, only tests use the allocator. The lint comes for the struct, but not to its module.
#[cfg_attr(not(any(target_family = "wasm", test)), allow(dead_code))]
mod out_of_memory;
mod search;
mod strings;

pub use advice::advice;
pub use answer::Answer;
pub use check::check;
pub use exchange::{
    URLSIFT_NO_REJOIN, URLSIFT_REFANG, URLSIFT_UNWRAP, URLSIFT_WIDTH, URLSIFT_WWW, urlsift_advice,
    urlsift_check, urlsift_close_search, urlsift_find, urlsift_names, urlsift_open_search,
    urlsift_reserve, urlsift_search_slice,
};
#[cfg(feature = "message")]
pub use exchange::{urlsift_find_html, urlsift_find_in_message};
pub use find::{SlicedSearch, find};
#[cfg(feature = "message")]
pub use message::{find_html, find_in_message};
pub use names::names;
pub use out_of_memory::urlsift_is_out_of_memory;
pub use search::Search;
