//! Finds the links in mail, news, HTML and plain text, whether they are in angle brackets, bare or in attributes, and
//! repairs those that wrapping or quoting has broken. Each link has the rejoined URL and the positions of its bytes in
//! the source.
//!
//! This is the core library: bytes in, links out. It opens no files and starts no threads; `urlsift-search`
//! does.
//!
//! - [`message()`], [`html()`] and [`text()`] take a message, a page or a text in memory, for mail clients. Each
//!   returns a [`Source`], whose [`links`](Source::links) own their data, of all kinds unless [`Source::kinds`] names
//!   some.
//! - [`Link`] has the URL, its places, the [`Delimiter`] that says of which kind it is, and its warnings: a
//!   [`LinkWarning`] is about the text ([`CandidateWarning`]) or about the URL ([`UrlWarning`]).
//! - [`Sifter`] reads a message, a part of one, or an archive in bounded memory and reports every link to a [`Sink`],
//!   in order, as a [`Link`] that borrows from the bytes. By default, it finds URLs in angle brackets; with
//!   [`Config::undelimited`] and [`Config::attributes`] also others.
//! - [`Link::fields`] returns the values of its [`Field`]s, by the names of `docs/JSON.md`.
//! - [`mod@format`] writes URLs for people, and makes the key by which spellings of one URL are counted.
//! - [`Verdict`] validates a URL: the standard that it satisfies, and its problems.
//! - [`ReadOptions`] set the kind of the files, and select the texts in them that are scanned.
//! - [`UnitOffsets`] converts offsets for programs that count code points or UTF-16 code units.
//! - [`StatsReader`] counts the messages and parts of an archive.
//!
//! ```
//! use urlsift::{LinkWarning, UrlWarning};
//!
//! let raw = b"Subject: x\n\n> It is in <URL:http://ds.internic.\n> net/instructions/overview.html>.\n";
//! for link in urlsift::message(raw).links() {
//!     println!("{} in part {:?}", link.url(), link.part());
//!     for piece in link.pieces() {
//!         println!("  bytes {} to {}", piece.start(), piece.end());
//!     }
//!     if link.warnings().any(|warning| warning == LinkWarning::Url(UrlWarning::LoginInWebUrl)) {
//!         println!("  a reader may take the login for the host");
//!     }
//! }
//! ```
//!
//! # Features
//!
//! These are on by default. Without them, [`text()`] finds the same links, and the tree has 7 crates instead of 59.
//!
//! - `html` adds [`html()`].
//! - `mail` adds [`message()`], the [`Sifter`], archives and charsets, and includes `html`. Without it, decode messages
//!   with another library, and pass its strings to [`text()`] and [`html()`].
//! - `whatwg` adds how browsers read a URL. Without it, no link has [`Conformance::Whatwg`], and three warnings about
//!   hosts are missing; see [`rfc1738`].
//! - `unwrap` adds [`Link::target`], the URL that a link rewriter has wrapped.
//! - `hash` adds hashes of the bodies of messages.
//!
//! These are off by default:
//!
//! - `domain` adds [`Link::domain`], the registered domain of the host: the Public Suffix List takes 0.7 MB.
//! - `json` adds writers of the JSON of links, rejected candidates and checked URLs.
//! - `tables` adds the module [`table`], with the columns and rows of all tables.
//! - `arrow` adds builders of Arrow batches of all tables, and of those of a scan.
//!
//! The types of [`urlsift_scan`] that describe a candidate are re-exported here. The types for the parts and
//! problems of a URL are in [`rfc1738`].

#![forbid(unsafe_code)]

mod advice;
mod collector;
mod date;
mod decoded_text;
mod defang;
mod lines;
mod link;
mod link_map;
mod markup;
mod parts;
mod place;
mod printable;
mod searcher;
mod section;
mod source;
mod strings;
mod unit_offsets;
mod warnings;

pub mod format;
#[cfg(feature = "unwrap")]
pub mod unwrap;
#[cfg(feature = "unwrap")]
mod unwrapping;

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
mod field;
#[cfg(feature = "mail")]
mod fields;
#[cfg(feature = "mail")]
mod layout;
#[cfg(feature = "mail")]
mod message;
#[cfg(feature = "mail")]
mod prefilter;
#[cfg(feature = "mail")]
mod rejected;
#[cfg(feature = "mail")]
mod sink;
#[cfg(feature = "mail")]
mod skip;
#[cfg(feature = "mail")]
mod stats;
#[cfg(feature = "mail")]
mod value;

#[cfg(feature = "arrow")]
mod arrow;
#[cfg(feature = "json")]
mod json;
#[cfg(feature = "tables")]
pub mod table;

pub use advice::Advice;
pub use date::rfc3339;
pub use decoded_text::DecodedText;
#[cfg(feature = "mail")]
pub use defang::defang_text;
pub use defang::{defang, defang_host};
#[cfg(feature = "html")]
pub use differing_hosts::differing_hosts;
pub use link::{Link, Pieces, SharedBytes};
pub use link_map::LinkMap;
pub use markup::Markup;
pub use parts::least_conformance;
pub use place::Preceding;
pub use printable::{escaped, expand_tabs, percent_encode, write_escaped, write_printable};
pub use section::{Part, Section};
#[cfg(feature = "html")]
pub use source::html;
#[cfg(feature = "mail")]
pub use source::message;
pub use source::{Source, text};
pub use unit_offsets::{OffsetUnit, UnitOffsets};
pub use urlsift_rfc1738 as rfc1738;
pub use urlsift_rfc1738::{Conformance, UrlWarning, Verdict, is_unprintable};
pub use urlsift_scan::{
    Candidate, CandidateWarning, CandidateWarnings, Config, Delimiter, Dropped, Hyphen,
    HyphenPolicy, InvalidScheme, Join, Position, Reason, Repair, SecondGuess, Span, candidates,
};
pub use warnings::{LinkWarning, LinkWarnings};

#[cfg(feature = "arrow")]
pub use self::arrow::{BatchBuilder, ColumnError, Dictionaries};
#[cfg(feature = "json")]
pub use self::json::{JsonFields, write_judged_line, write_link_line, write_rejected_line};

#[cfg(feature = "mail")]
pub use self::{
    charset_counts::CharsetCounts,
    context::{ContextLine, TextLine},
    extract::{End, ReadStats, Sifted, Sifter, StepEnd},
    field::Field,
    fields::Fields,
    layout::MessageLayout,
    message::{Message, MessageEnd, message_title},
    prefilter::prefilter,
    rejected::Rejected,
    sink::Sink,
    skip::Skip,
    stats::{ArchiveStats, PartCount, StatsEvent, StatsReader},
    value::Value,
};
#[cfg(feature = "mail")]
pub use urlsift_archive as archive;
#[cfg(feature = "mail")]
pub use urlsift_archive::{Kind, Metadata, ReadOptions};

/// The page for developers of clients. Its examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/embedding/rust.md")]
struct Tutorial;
