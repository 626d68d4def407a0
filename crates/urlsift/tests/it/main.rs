//! Integration tests of the library.

mod body_hashes;
mod bounds;
mod context;
mod examples;
mod fields;
mod format;
mod json;
mod judged;
mod scan_batches;
mod sifter;
mod source;
mod support;
mod tables;
mod writer;
