//! Integration tests of the library.

mod body_hashes;
mod bounds;
mod context;
mod examples;
mod sifter;
mod source;
