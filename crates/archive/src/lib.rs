//! Reads mail and news archives and reports their texts, decoded, with a map from each byte of a
//! text to the file. A text is a header field, the body of a part, or a file without messages.
//!
//! - [`Walker`] is the parser. It takes a file in chunks of any size, recognises its kind, and
//!   walks through messages, headers and parts in bounded memory.
//! - [`Visitor`] receives the events: each [`Message`], each [`Part`], and each text, decoded from
//!   its transfer encoding, charset, and format=flowed or HTML.
//! - [`Origin`] maps a text to the file, across all decoders.
//! - [`Metadata`] reads the common fields of a message header; [`field_values`] reads any field.
//! - [`Prefilter`] describes what can open a candidate, so that texts without one are skipped.
//! - [`Walker::within`] walks through the messages that begin in a range of a file.
//!   [`first_message`] finds the first of them, if possible without reading the file before the
//!   range, and [`recognise`] returns the [`Kind`] of a file.
//!
//! ```
//! use std::ops::ControlFlow;
//! use urlsift_archive::{Origin, ReadOptions, Rest, Visitor, Walker};
//!
//! /// Collects all text, and the range in the file of each `<`.
//! #[derive(Default)]
//! struct Openers {
//!     read: u64,
//!     text: Vec<u8>,
//!     ranges: Vec<std::ops::Range<u64>>,
//! }
//!
//! impl Visitor for Openers {
//!     fn text(&mut self, bytes: &[u8], origin: &Origin<'_>) -> ControlFlow<()> {
//!         for &byte in bytes {
//!             if byte == b'<' {
//!                 self.ranges.push(origin.source(self.read..self.read + 1));
//!             }
//!             self.read += 1;
//!         }
//!         self.text.extend_from_slice(bytes);
//!         ControlFlow::Continue(())
//!     }
//! }
//!
//! let mail = b"Subject: hello\nContent-Transfer-Encoding: quoted-printable\n\n=3Chttp://a.ex=\nample/>";
//! let mut openers = Openers::default();
//! let options = ReadOptions::new().headers(false);
//! let _ = Walker::new(options).push(mail, Rest::Nothing, &mut openers);
//! assert_eq!(openers.text, b"<http://a.example/>");
//! assert_eq!(openers.ranges, [60..63]);
//! ```
//!
//! To search for candidates that begin with `<`, such as `<URL:...>`, describe what may follow the
//! `<` with a [`Prefilter`]. The walker then skips header fields and HTML pages without such a
//! candidate, and guesses an undeclared charset only if a byte that is not ASCII follows such a `<`
//! within 256 bytes. To search for candidates without `<` as well, describe what they contain with [`Triggers`].
//!
//! A `message/rfc822` part that is itself encoded is decoded and entered. Plain text is read as it is, unless it begins
//! with a UTF-16 byte order mark or [`ReadOptions::encoding`] is set; the charset of an HTML file that is not UTF-8 is
//! guessed. UTF-7 and UTF-32 are decoded only in messages.

mod ascii;
mod body;
mod charset_name;
mod decode;
mod encoding;
mod frame;
mod header;
mod kind;
mod markup;
mod origin;
mod page;
mod read_options;
mod recognise;
mod skip;
mod step;
mod visitor;
mod walk;

pub use charset_name::CharsetName;
pub use encoding::Encoding;
pub use frame::Before;
pub use header::{Metadata, field_values, month_number};
pub use kind::Kind;
pub use markup::{AttributeValue, Markup};
pub use origin::{Origin, OwnedOrigin};
pub use read_options::{MAX_BINARY_HEAD, ReadOptions};
pub use recognise::recognise;
pub use skip::{Prefilter, Triggers};
pub use step::{NextBytes, Rest};
pub use visitor::{ArchiveWarning, Message, Part, Place, TextUnit, Visitor};
pub use walk::{
    Walker,
    first_message::{first_message, next_message},
};
