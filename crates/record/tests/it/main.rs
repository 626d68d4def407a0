//! Integration tests of the library.

mod fields;
#[cfg(feature = "json")]
mod json;
#[cfg(feature = "json")]
mod judged;
#[cfg(feature = "arrow")]
mod scan_batches;
#[cfg(feature = "arrow")]
mod support;
#[cfg(feature = "arrow")]
mod tables;
#[cfg(feature = "json")]
mod writer;
