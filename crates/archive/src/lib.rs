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
//! [`read_page`] reads an HTML page that is decoded already. It is all that is left without the feature `mail`, which
//! is on by default.
//!
//! A `message/rfc822` part that is itself encoded is decoded and entered. The byte order mark of a text file or HTML
//! file, or [`ReadOptions::encoding`], says its encoding; otherwise it is guessed. UTF-7 is decoded only in messages.

#![forbid(unsafe_code)]

#[cfg(feature = "mail")]
mod ascii;
#[cfg_attr(
    not(feature = "mail"),
    expect(dead_code, reason = "archives need more of the decoders")
)]
mod decode;
mod markup;
#[cfg_attr(
    not(feature = "mail"),
    expect(dead_code, reason = "archives need more of the maps")
)]
mod origin;
mod page_reader;

#[cfg(feature = "mail")]
mod body;
#[cfg(feature = "mail")]
mod charset_name;
#[cfg(feature = "mail")]
mod encoding;
#[cfg(feature = "mail")]
mod frame;
#[cfg(feature = "mail")]
mod header;
#[cfg(feature = "mail")]
mod kind;
#[cfg(feature = "mail")]
mod page;
#[cfg(feature = "mail")]
mod read_options;
#[cfg(feature = "mail")]
mod recognise;
#[cfg(feature = "mail")]
mod skip;
#[cfg(feature = "mail")]
mod step;
#[cfg(feature = "mail")]
mod visitor;
#[cfg(feature = "mail")]
mod walk;

#[cfg(feature = "mail")]
pub use charset_name::CharsetName;
#[cfg(feature = "mail")]
pub use encoding::Encoding;
#[cfg(feature = "mail")]
pub use frame::Before;
#[cfg(feature = "mail")]
pub use header::{Metadata, field_values, month_number};
#[cfg(feature = "mail")]
pub use kind::Kind;
pub use markup::{AttributeValue, Markup};
pub use origin::{Origin, OwnedOrigin};
pub use page_reader::{PageVisitor, read_page};
#[cfg(feature = "mail")]
pub use read_options::{BinaryHead, MAX_BINARY_HEAD, ReadOptions};
#[cfg(feature = "mail")]
pub use recognise::recognise;
#[cfg(feature = "mail")]
pub use skip::{Prefilter, Triggers};
#[cfg(feature = "mail")]
pub use step::{NextBytes, Rest};
#[cfg(feature = "mail")]
pub use visitor::{ArchiveWarning, Message, Part, Place, SearchFrom, TextUnit, Visitor};
#[cfg(feature = "mail")]
pub use walk::{
    Walker,
    first_message::{first_message, next_message},
};
