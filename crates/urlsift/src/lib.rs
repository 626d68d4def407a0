//! Finds the URLs in mail, news, HTML and plain text: `<URL:...>` and `<http://...>`, bare ones and those in
//! attributes, also wrapped, quoted or damaged. Each link has the rejoined URL and the positions of its bytes in the
//! source.
//!
//! This is the core library: bytes in, links out. It opens no files and starts no threads; `urlsift-search`
//! does.
//!
//! - [`message()`], [`html()`] and [`text()`] take a message, a page or a text in memory, for mail clients. Each
//!   returns a [`Source`], whose [`links`](Source::links) are owned [`Link`]s, of all kinds unless [`Source::kinds`]
//!   names some.
//! - [`Link`] has the URL, its places, the [`Delimiter`] that says of which kind it is, and its warnings: a
//!   [`LinkWarning`] is about the text ([`CandidateWarning`]) or about the URL ([`UrlWarning`]).
//! - [`Sifter`] reads a message, a part of one, or an archive in bounded memory and reports every link to a [`Sink`],
//!   in order, as a [`LinkRef`] that borrows from the bytes. By default, it finds URLs in angle brackets; with
//!   [`Config::undelimited`] and [`Config::attributes`] also others.
//! - [`Verdict`] validates a URL: the standard that it satisfies, and its problems.
//! - [`ReadOptions`] set the kind of the files, and select the texts in them that are scanned.
//! - [`UnitOffsets`] converts offsets for programs that count code points or UTF-16 code units.
//! - [`StatsReader`] counts the messages and parts of an archive.
//!
//! ```
//! use urlsift::{Conformance, LinkWarning, UrlWarning};
//!
//! let raw = b"Subject: x\n\n> It is in <URL:http://ds.internic.\n> net/instructions/overview.html>.\n";
//! for link in urlsift::message(raw).links() {
//!     if link.conformance().reaches(Conformance::Whatwg) {
//!         println!("{} in part {:?}", link.url(), link.part());
//!         for piece in link.pieces() {
//!             println!("  bytes {} to {}", piece.start(), piece.end());
//!         }
//!     }
//!     if link.warnings().any(|warning| warning == LinkWarning::Url(UrlWarning::LoginInWebUrl)) {
//!         println!("  a reader may take the login for the host");
//!     }
//! }
//! ```
//!
//! # Features
//!
//! All are on by default. Without them, [`text()`] finds the same links, and the tree has 9 crates instead of 63.
//!
//! - `html` adds [`html()`].
//! - `mail` adds [`message()`], the [`Sifter`], archives and charsets, and includes `html`. Without it, decode messages
//!   with another library, and pass its strings to [`text()`] and [`html()`].
//! - `whatwg` adds how browsers read a URL. Without it, no link has [`Conformance::Whatwg`], and three warnings about
//!   hosts are missing; see [`rfc1738`].
//! - `unwrap` adds [`Link::target`], the URL that a link rewriter has wrapped.
//! - `hash` adds hashes of the bodies of messages.
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
#[cfg(feature = "html")]
pub use differing_hosts::differing_hosts;
pub use link_map::LinkMap;
#[cfg(feature = "html")]
pub use source::html;
#[cfg(feature = "mail")]
pub use source::message;
pub use source::{Source, text};
pub use unit_offsets::{OffsetUnit, UnitOffsets};
pub use urlsift_record as record;
pub use urlsift_record::{Link, LinkWarning, Markup, Section};
pub use urlsift_rfc1738 as rfc1738;
pub use urlsift_rfc1738::{Conformance, UrlWarning, Verdict};
pub use urlsift_scan::{
    Candidate, CandidateWarning, CandidateWarnings, Config, Delimiter, Dropped, Hyphen,
    HyphenPolicy, InvalidScheme, Join, Position, Reason, Repair, SecondGuess, Span, candidates,
};

#[cfg(feature = "mail")]
pub use self::{
    charset_counts::CharsetCounts,
    context::{ContextLine, TextLine},
    extract::{End, ReadStats, Sifted, Sifter, StepEnd},
    layout::MessageLayout,
    link::{LinkFields, LinkRef, Rejected},
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

/// The page for developers of clients. Its examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/embedding/rust.md")]
struct Tutorial;
