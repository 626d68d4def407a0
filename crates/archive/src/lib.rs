//! Reads mail and news archives as the texts they hold, and says which bytes of the file each byte
//! of a text came from.
//!
//! - [`Walker`] is the machine: it is fed a file in pieces of any size, recognises what it is, and
//!   walks through its messages, their headers and their parts, in bounded memory.
//! - [`Visitor`] is told what it comes upon: each [`Message`], each [`Part`], and each text, decoded
//!   from its transfer encoding, its charset and its layout.
//! - [`Origin`] maps a text to the file, through all that was decoded.
//! - [`Metadata`] is what a header says of its message; [`field_values`] is what any of its fields say.
//! - [`Prefilter`] is what the caller looks for, so that other texts are left out.
//! - [`Walker::within`] walks through a range of a file: through the messages that begin in it.
//!   [`first_message`] finds out where the first one of these begins, without reading what lies before
//!   where that can be avoided, and [`recognise`] which [`Kind`] of file it is.
//!
//! ```
//! use std::ops::ControlFlow;
//! use urlsift_archive::{Origin, ReadOptions, Rest, Visitor, Walker};
//!
//! /// Takes all text, and notes where each `<` of it stands in the file.
//! #[derive(Default)]
//! struct Openers {
//!     read: u64,
//!     text: Vec<u8>,
//!     places: Vec<std::ops::Range<u64>>,
//! }
//!
//! impl Visitor for Openers {
//!     fn text(&mut self, bytes: &[u8], origin: &Origin<'_>) -> ControlFlow<()> {
//!         for &byte in bytes {
//!             if byte == b'<' {
//!                 self.places.push(origin.source(self.read..self.read + 1));
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
//! assert_eq!(openers.places, [60..63]);
//! ```
//!
//! A caller who looks for something that a `<` opens, such as `<URL:...>`, says what may follow it, with a
//! [`Prefilter`]. Then, to be fast, what can open nothing is left out: header fields, pages of HTML; a
//! charset that nobody declared is guessed only where it may matter, by a byte that is not ASCII at most
//! 256 bytes after such a `<`. What an encoded `message/rfc822`
//! holds is read as one text. A file that holds no messages is decoded from UTF-16 if it begins with
//! a byte order mark, or from what [`ReadOptions::encoding`] says; else it is read as it is. UTF-7 and
//! UTF-32 are not decoded.

mod body;
mod decode;
mod encoding;
mod envelope;
mod first_message;
mod framer;
mod from_line;
mod header;
mod inline;
mod kind;
mod media;
mod multipart;
mod origin;
mod pipeline;
mod prefilter;
mod read_options;
mod recognise;
mod step;
mod visitor;
mod walker;
mod window;

pub use encoding::Encoding;
pub use first_message::{first_message, next_message};
pub use header::{Metadata, field_values};
pub use kind::Kind;
pub use origin::Origin;
pub use prefilter::Prefilter;
pub use read_options::ReadOptions;
pub use recognise::recognise;
pub use step::Rest;
pub use visitor::{Message, Part, Place, TextUnit, Visitor, Warning};
pub use walker::Walker;
