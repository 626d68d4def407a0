//! The owned link of urlsift: one definition of every field that urlsift prints or returns.
//!
//! - [`Link`] is a link with its URL, its position in the source, and the [`Message`] and [`Section`] that contain it.
//!   Readings, conformance, problems and parts are computed on demand.
//! - [`RejectedCandidate`] is a candidate that was opened and rejected.
//! - [`Field`] lists the fields by the names used in templates and tables, and returns their values.
//!
//! ```
//! use std::sync::Arc;
//! use urlsift_record::Link;
//!
//! let text = b"> It is in <URL:http://ds.internic.\n> net:80/instructions/>.";
//! let candidate = urlsift_scan::candidates(text).next().unwrap();
//! // The text is the source itself, so offsets need no mapping.
//! let link = Link::new(candidate, Arc::from(*b"a.mbox"), |span| span);
//!
//! assert_eq!(link.url(), "http://ds.internic.net:80/instructions/");
//! assert_eq!(link.host(), Some(&b"ds.internic.net"[..]));
//! assert_eq!(link.conformance().name(), "rfc1738");
//! for piece in link.pieces() {
//!     println!("underline {}", String::from_utf8_lossy(&text[piece.range()]));
//! }
//! ```
//!
//! `docs/JSON.md`, in the project's repository, describes the fields. The crate does no I/O.
//!
//! Features, all off by default:
//!
//! - `arrow` adds builders of Arrow batches of all tables, and of those of a scan.
//! - `json` adds writers of the JSON of links, rejected candidates and checked URLs.
//! - `tables` adds the module [`table`], with the columns and rows of all tables.

// docs.rs shows which feature an item needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod date;
mod defang;
mod field;
mod link;
mod markup;
mod message;
mod printable;
mod rejected;
mod source;
mod text;
mod value;
mod verdict;
mod warnings;

#[cfg(feature = "arrow")]
mod arrow;
#[cfg(feature = "json")]
mod json;
#[cfg(feature = "tables")]
pub mod table;

#[cfg(feature = "arrow")]
pub use arrow::{BatchBuilder, ColumnError, Dictionaries};
pub use date::rfc3339;
pub use defang::defang;
pub use field::Field;
#[cfg(feature = "json")]
pub use json::{JsonFields, Judged, write_judged_line, write_link_line, write_rejected_line};
pub use link::{Link, Preceding};
pub use markup::Markup;
pub use message::{Message, Part, Section, message_title};
pub use printable::{escaped, expand_tabs, percent_encode, write_escaped, write_printable};
pub use rejected::RejectedCandidate;
pub use source::{FieldSource, Values};
pub use text::FieldText;
pub use urlsift_archive::Metadata;
pub use urlsift_rfc1738::is_unprintable;
pub use urlsift_unwrap as unwrap;
pub use verdict::verdict_in;
pub use warnings::LinkWarning;
