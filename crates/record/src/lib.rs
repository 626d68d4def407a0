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
//! Features that are on by default:
//!
//! - `fields` adds [`Field`] and the values of fields, from which all outputs are made. It needs `mail`.
//! - `mail` adds [`Message`] and its [`Metadata`].
//! - `unwrap` adds [`Link::target`], the URL that a link rewriter has wrapped.
//! - `whatwg` adds the WHATWG URL standard to conformance and warnings; see `urlsift_rfc1738`.
//!
//! Features that are off by default:
//!
//! - `arrow` adds builders of Arrow batches of all tables, and of those of a scan.
//! - `json` adds writers of the JSON of links, rejected candidates and checked URLs.
//! - `tables` adds the module `table`, with the columns and rows of all tables.

// docs.rs shows which feature an item needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod date;
mod defang;
mod link;
mod markup;
mod printable;
mod rejected;
mod section;
mod verdict;
mod warnings;

#[cfg(feature = "arrow")]
mod arrow;
#[cfg(feature = "fields")]
mod field;
#[cfg(feature = "json")]
mod json;
#[cfg(feature = "mail")]
mod message;
#[cfg(feature = "fields")]
mod source;
#[cfg(feature = "tables")]
pub mod table;
#[cfg(feature = "fields")]
mod text;
#[cfg(feature = "fields")]
mod value;

#[cfg(feature = "arrow")]
pub use arrow::{BatchBuilder, ColumnError, Dictionaries};
pub use date::rfc3339;
pub use defang::defang;
#[cfg(feature = "fields")]
pub use field::Field;
#[cfg(feature = "json")]
pub use json::{JsonFields, Judged, write_judged_line, write_link_line, write_rejected_line};
pub use link::{Link, Preceding};
pub use markup::Markup;
#[cfg(feature = "mail")]
pub use message::{Message, message_title};
pub use printable::{escaped, expand_tabs, percent_encode, write_escaped, write_printable};
pub use rejected::RejectedCandidate;
pub use section::{Part, Section};
#[cfg(feature = "fields")]
pub use source::{FieldSource, Values};
#[cfg(feature = "fields")]
pub use text::FieldText;
#[cfg(feature = "mail")]
pub use urlsift_archive::Metadata;
pub use urlsift_rfc1738::is_unprintable;
#[cfg(feature = "unwrap")]
pub use urlsift_unwrap as unwrap;
pub use verdict::verdict_in;
pub use warnings::LinkWarning;
