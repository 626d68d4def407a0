//! Finds the URLs in mail, news, HTML and plain text: `<URL:...>` and `<http://...>`, bare ones and those in
//! attributes, also wrapped, quoted or damaged. Each link has the rejoined URL and the positions of its bytes in the
//! source.
//!
//! This is the core library: bytes in, links out. It opens no files and starts no threads; `urlsift-search`
//! does.
//!
//! - [`message()`], [`html()`] and [`text()`] return the owned links of a message, a page or a text in memory, for mail
//!   clients: links of all kinds, unless [`Source::kinds`] names some.
//! - [`Sifter`] reads a message, a part of one, or an archive in bounded memory and reports every [`Link`] to a
//!   [`Sink`], in order. By default, it finds URLs in angle brackets; with [`Config::undelimited`] and
//!   [`Config::attributes`] also others.
//! - [`Verdict`] validates a URL: the standard that it satisfies, and its problems.
//! - [`ReadOptions`] set the kind of the files, and select the texts in them that are scanned.
//! - [`UnitOffsets`] converts offsets for programs that count code points or units of UTF-16.
//! - [`StatsReader`] counts the messages and parts of an archive.
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
//! The types of [`urlsift_scan`] that describe a candidate are re-exported here. The types for the parts and
//! problems of a URL are in [`rfc1738`].

mod collector;
mod decoded_text;
mod lines;
mod link_map;
mod searcher;
mod source;
mod strings;
mod unit_offsets;

#[cfg(feature = "html")]
mod differing_hosts;
#[cfg(feature = "html")]
mod link_text;
#[cfg(feature = "html")]
mod network_path;
#[cfg(feature = "html")]
mod page;

#[cfg(feature = "mail")]
mod archive_source;
#[cfg(feature = "hash")]
mod body_hash;
#[cfg(feature = "mail")]
mod charset_counts;
#[cfg(feature = "mail")]
mod context;
#[cfg(feature = "mail")]
mod extract;
#[cfg(feature = "mail")]
mod layout;
#[cfg(feature = "mail")]
mod link;
#[cfg(feature = "mail")]
mod message;
#[cfg(feature = "mail")]
mod prefilter;
#[cfg(feature = "mail")]
mod sink;
#[cfg(feature = "mail")]
mod skip;
#[cfg(feature = "mail")]
mod stats;

pub use decoded_text::DecodedText;
pub use link_map::LinkMap;
#[cfg(feature = "html")]
pub use source::html;
#[cfg(feature = "mail")]
pub use source::message;
pub use source::{Source, text};
pub use unit_offsets::{OffsetUnit, UnitOffsets};
pub use urlsift_record as record;
pub use urlsift_rfc1738 as rfc1738;
pub use urlsift_rfc1738::{Conformance, Verdict};
pub use urlsift_scan::{
    Candidate, CandidateWarning, CandidateWarnings, Config, Delimiter, Dropped, Hyphen,
    HyphenPolicy, InvalidScheme, Join, Position, Reason, Repair, Scan, SecondGuess, Span,
    candidates,
};

#[cfg(feature = "mail")]
pub use self::{
    charset_counts::CharsetCounts,
    context::{ContextLine, TextLine},
    extract::{End, ReadStats, Sifted, Sifter, StepEnd},
    layout::MessageLayout,
    link::{Link, LinkFields, Rejected},
    message::{InMessage, MessageEnd},
    prefilter::prefilter,
    sink::Sink,
    skip::Skip,
    stats::{ArchiveStats, PartCount, StatsEvent, StatsReader},
};
#[cfg(feature = "mail")]
pub use urlsift_archive as archive;
#[cfg(feature = "mail")]
pub use urlsift_archive::{Kind, Metadata, ReadOptions};
