//! Versions.

/// The version of the tables and of the keys. It changes whenever the same inputs and options give other rows or other
/// tallies.
pub(crate) const VERSION: u32 = 9;

/// The program that writes the tables, and its version.
pub(crate) const WRITER: &str = concat!("urlsift-harvest ", env!("CARGO_PKG_VERSION"));
