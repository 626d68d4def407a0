//! Containers, which hold any number of files or messages.
//!
//! Each format is a function that reads a container and reports its members as [events](event).

mod data;
pub(crate) mod event;
#[cfg(feature = "outlook")]
pub(crate) mod outlook;
mod stream;
pub(crate) mod tar;
pub(crate) mod warc;
pub(crate) mod zip;
