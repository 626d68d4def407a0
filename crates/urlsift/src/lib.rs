//! Finds the delimited URLs of mail, news and plain text: `<URL:...>` and `<http://...>`, wrapped, quoted
//! or damaged, each rejoined and with the bytes that it came from.
//!
//! This is the core: bytes in, links out. It opens no files and starts no threads; `urlsift-search` does.
//!
//! - [`message()`] and [`text()`] return the owned links of what is in memory, for mail clients.
//! - [`Sifter`] reads a message, a part of one, or an archive in bounded memory and reports every
//!   [`Link`] to a [`Sink`], in order.
//! - [`Verdict`] validates a URL: which standard it satisfies, and what is wrong with it and where.
//! - [`ReadOptions`] says how a file is read: as what, and which of the texts in it.
//! - [`StatsReader`] counts what an archive holds.
//!
//! ```
//! use urlsift::Conformance;
//!
//! let raw = b"Subject: x\n\n> It is in <URL:http://ds.internic.\n> net/instructions/overview.html>.\n";
//! for link in urlsift::message(raw).links() {
//!     if link.conformance().reaches(Conformance::Whatwg) {
//!         println!("{} in part {:?}", link.url(), link.part());
//!         for piece in link.pieces() {
//!             println!("  bytes {} to {}", piece.start(), piece.end());
//!         }
//!     }
//! }
//! ```
//!
//! The types of [`urlsift_scan`] that describe a candidate are exported here, too. The parts of a URL,
//! its problems and their meaning are those of [`rfc1738`].

mod context;
mod extract;
mod lines;
mod link;
mod message;
mod prefilter;
mod source;
mod stats;

pub use context::{ContextLine, TextLine};
pub use extract::{End, ReadStats, Sifted, Sifter, Sink, Skip, Step};
pub use link::{Link, Rejected};
pub use message::InMessage;
pub use prefilter::prefilter;
pub use source::{DecodedText, Source, message, text};
pub use stats::{ArchiveStats, PartCount, StatsEvent, StatsReader};
pub use urlsift_archive as archive;
pub use urlsift_archive::{Kind, Metadata, ReadOptions};
pub use urlsift_record as record;
pub use urlsift_rfc1738 as rfc1738;
pub use urlsift_rfc1738::{Conformance, Verdict};
pub use urlsift_scan::{
    Candidate, Config, Delimiter, Dropped, HyphenPolicy, InvalidScheme, Join, Offsets, Position,
    Reason, Span, Warning, Warnings, candidates,
};
