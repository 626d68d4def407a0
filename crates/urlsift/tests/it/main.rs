//! Integration tests of the library.

mod bounds;
mod context;
mod examples;
mod sifter;
