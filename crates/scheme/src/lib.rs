//! What urlsift knows of each URL scheme, in one table.
//!
//! - [`SchemeInfo`] is one row: the name, the default port, and what the scanner, the validator and
//!   the reports need to know. [`SchemeInfo::of`] looks a name up, in any case.
//! - [`SchemeInfo::ALL`] is the table.
//! - [`Scheme`] names the production of RFC 1738 that a URL has to match.
//!
//! ```
//! use urlsift_scheme::{Opens, Scheme, SchemeInfo};
//!
//! let gopher = SchemeInfo::of(b"GOPHER").unwrap();
//! assert_eq!(gopher.scheme(), Scheme::Gopher);
//! assert_eq!(gopher.default_port(), Some(70));
//! assert_eq!(gopher.opens(), Opens::WithColon);
//! assert!(SchemeInfo::of(b"x-unheard-of").is_none());
//! ```
//!
//! To add a scheme, add a row. If it has a production of its own, add a variant of [`Scheme`], too:
//! `urlsift-rfc1738` does not compile until it has the production.
//!
//! The crate is `no_std`, allocates nothing and has no dependencies.

#![no_std]

mod lookup;
mod table;

pub use table::{Opens, Scheme, SchemeInfo};
