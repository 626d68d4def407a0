//! The owned link of urlsift: one definition of every field that urlsift prints or hands out.
//!
//! - [`Link`] is a link with everything known about it: its URL, where it is in the source, the
//!   [`Message`] and the [`Section`] that it is in. What can be derived is derived on demand.
//! - [`RejectedCandidate`] is a candidate that was opened and gave no link.
//! - [`Field`] names the fields, as templates and tables do, and returns their values.
//!
//! ```
//! use std::sync::Arc;
//! use urlsift_record::Link;
//!
//! let text = b"> It is in <URL:http://ds.internic.\n> net:80/instructions/>.";
//! let candidate = urlsift_scan::candidates(text).next().unwrap();
//! // The text is the source itself: offsets stay as they are.
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
//! - `arrow` has the schemas of the tables `links` and `messages`, and builds batches of them.
//! - `serde` implements `Serialize`, and writes lines of JSON.

mod date;
mod field;
mod link;
mod message;
mod printable;
mod rejected;

#[cfg(feature = "arrow")]
mod arrow;
#[cfg(feature = "serde")]
mod json;

#[cfg(feature = "arrow")]
pub use arrow::{LinkBatchBuilder, MessageBatchBuilder, links_schema, messages_schema};
pub use field::{Field, Values};
#[cfg(feature = "serde")]
pub use json::{Judged, write_json_line};
pub use link::{Link, Preceding};
pub use message::{Message, MessageMetadata, Part, Section, message_title};
pub use printable::{
    escaped, expand_tabs, is_unprintable, percent_encode, write_escaped, write_printable,
};
pub use rejected::RejectedCandidate;
