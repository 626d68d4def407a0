//! Integration tests of the library.

mod fields;
#[cfg(feature = "serde")]
mod json;
#[cfg(feature = "serde")]
mod judged;
#[cfg(feature = "arrow")]
mod scan_batches;
#[cfg(feature = "arrow")]
mod support;
#[cfg(feature = "arrow")]
mod tables;
#[cfg(feature = "serde")]
mod writer;
