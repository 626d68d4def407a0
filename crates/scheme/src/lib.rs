//! The table of URL schemes that urlsift's scanner, validator and reports share.
//!
//! - [`SchemeInfo`] is a row of the table: the name of a scheme, its default port, and its properties.
//!   [`SchemeInfo::of`] looks up a name, in any case.
//! - [`SchemeInfo::ALL`] is the table.
//! - [`Scheme`] identifies the production of RFC 1738 that a URL must match.
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
//! To add a scheme, add a row. If the scheme has its own production, also add a variant of [`Scheme`];
//! `urlsift-rfc1738` then does not compile until it has the production.
//!
//! The crate is `no_std`, allocates nothing and has no dependencies.

#![forbid(unsafe_code)]
#![no_std]

mod lookup;
mod table;

pub use lookup::is_scheme_byte;
pub use table::{Opens, Scheme, SchemeInfo};
