//! Finds the delimited URLs of mail, news and plain text: `<URL:...>` and `<http://...>`, wrapped, quoted
//! or damaged, each rejoined and with the bytes that it came from.
//!
//! This is the core: bytes in, links out. It opens no files and starts no threads; `urlsift-search` does.
//!
//! - [`Sifter`] reads a message, a part of one, or an archive in bounded memory and reports every
//!   [`Link`] to a [`Sink`], in order.
//! - [`Verdict`] validates a URL: which standard it satisfies, and what is wrong with it and where.
//! - [`ReadOptions`] says how a file is read: as what, and which of the texts in it.
//! - [`StatsReader`] counts what an archive holds.
//!
//! ```
//! use std::ops::ControlFlow;
//! use urlsift::{Link, Sifter, Sink, Skip};
//!
//! struct Print;
//! impl Sink for Print {
//!     fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
//!         println!("{}", String::from_utf8_lossy(link.candidate().url()));
//!         ControlFlow::Continue(())
//!     }
//! }
//!
//! let mail = b"> It is in <URL:http://ds.internic.\n> net/instructions/overview.html>.";
//! Sifter::new().sift_slice(mail, &mut Print);
//! ```
//!
//! The types of [`urlsift_scan`] that describe a candidate are exported here, too. The parts of a URL,
//! its problems and their meaning are those of [`rfc1738`].

mod context;
mod extract;
mod lines;
mod link;
mod message;
mod sink;
mod skip;
mod stats;

pub use context::{ContextLine, TextLine};
pub use extract::{End, ReadStats, Sifted, Sifter, Step};
pub use link::{Link, Rejected};
pub use message::InMessage;
pub use sink::Sink;
pub use skip::Skip;
pub use stats::{ArchiveStats, PartCount, StatsEvent, StatsReader};
pub use urlsift_archive as archive;
pub use urlsift_archive::{Kind, Metadata, ReadOptions};
pub use urlsift_record as record;
pub use urlsift_rfc1738 as rfc1738;
pub use urlsift_rfc1738::{Conformance, Verdict};
pub use urlsift_scan::{
    Candidate, Config, Delimiter, Dropped, HyphenPolicy, InvalidScheme, Join, Position, Reason,
    Span, Warning, Warnings, candidates,
};
