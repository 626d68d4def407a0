//! Containers, which hold any number of files or messages.
//!
//! Each format is a function that reads a container and reports its members as [events](event).

pub(crate) mod event;
#[cfg(feature = "outlook")]
pub(crate) mod outlook;
pub(crate) mod tar;
pub(crate) mod zip;
