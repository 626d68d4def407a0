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

mod body_hash;
mod charset_counts;
mod context;
mod differing_hosts;
mod extract;
mod layout;
mod lines;
mod link;
mod link_map;
mod message;
mod prefilter;
mod sink;
mod skip;
mod source;
mod stats;
mod unit_offsets;

pub use charset_counts::CharsetCounts;
pub use context::{ContextLine, TextLine};
pub use differing_hosts::differing_hosts;
pub use extract::{End, ReadStats, Sifted, Sifter, StepEnd};
pub use layout::MessageLayout;
pub use link::{Link, LinkFields, Rejected};
pub use link_map::LinkMap;
pub use message::{InMessage, MessageEnd};
pub use prefilter::prefilter;
pub use sink::Sink;
pub use skip::Skip;
pub use source::{DecodedText, Source, html, message, text};
pub use stats::{ArchiveStats, PartCount, StatsEvent, StatsReader};
pub use unit_offsets::{OffsetUnit, UnitOffsets};
pub use urlsift_archive as archive;
pub use urlsift_archive::{Kind, Metadata, ReadOptions};
pub use urlsift_record as record;
pub use urlsift_rfc1738 as rfc1738;
pub use urlsift_rfc1738::{Conformance, Verdict};
pub use urlsift_scan::{
    Candidate, CandidateWarning, CandidateWarnings, Config, Delimiter, Dropped, Hyphen,
    HyphenPolicy, InvalidScheme, Join, Position, Reason, Repair, Scan, SecondGuess, Span,
    candidates,
};
