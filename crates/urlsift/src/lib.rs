//! Sifts the delimited URLs out of mail, news and plain text: `<URL:...>` and `<http://...>`,
//! wrapped, quoted or damaged, each rejoined and with the bytes of the file that it came from.
//!
//! - [`Inputs`] turns paths, directories and `-` into the [`Input`]s to read, in a stable order;
//!   paths from a [`PathList`], too.
//! - [`Sifter`] reads an input in bounded memory and hands every [`Link`] in it to a [`Sink`], in
//!   the input's order.
//! - [`Verdict`] judges a URL: which standard it satisfies, and what is wrong with it and where.
//! - [`Split`] cuts files into ranges of bytes, each for a job of its own.
//! - [`ReadOptions`] says how a file is read: as what, and which of the texts in it.
//!
//! ```
//! use std::{ops::ControlFlow, path::Path};
//! use urlsift::{Error, Link, Sifter, Sink, Skip};
//!
//! struct Print;
//! impl Sink for Print {
//!     fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
//!         let url = String::from_utf8_lossy(link.candidate().url());
//!         let standard = link.verdict().conformance();
//!         println!("{url} at byte {} is {standard}", link.span().start());
//!         ControlFlow::Continue(())
//!     }
//!     fn error(&mut self, error: Error) {
//!         eprintln!("{}: {error}", error.path().display());
//!     }
//! }
//!
//! let mail = &b"> It is in <URL:http://ds.internic.\n> net/instructions/overview.html>."[..];
//! Sifter::new().sift(Path::new("mail"), mail, &mut Print);
//! ```
//!
//! How candidates are found, and what is doubtful about them, is told by the types of
//! [`urlsift_scan`], which are exported here, too. The parts of a URL, its problems and what they
//! mean are those of [`rfc1738`].
//!
//! Features, all on by default; what they do not speak of does not depend on them:
//!
//! - `compress` reads compressed files and containers: gzip, bzip2, xz, zstd, zip, tar, each in any
//!   other. Without it they are files like any other.
//! - `globs` has `Globs`, by which files of directories are left out, or taken.
//! - `html` reads the parts of messages that are HTML. Without it they are left out.
//! - `parallel` has [`Driver`], and unpacks on a thread of its own.
//! - `whatwg` judges by the WHATWG's standard, too. Without it [`Conformance::Whatwg`] is never given.

#[cfg(all(feature = "compress", feature = "parallel"))]
mod ahead;
mod context;
#[cfg(feature = "parallel")]
mod driver;
mod error;
mod feed;
mod files;
mod finds;
#[cfg(feature = "globs")]
mod globs;
mod input;
mod lines;
mod link;
mod list;
#[cfg(feature = "compress")]
mod packed;
mod progress;
mod ring;
mod seek;
mod sifter;
mod split;
mod survey;
mod verdict;

pub use context::InMessage;
#[cfg(feature = "parallel")]
pub use driver::{Binder, Driver, Page, Preceding, Printer};
pub use error::{Error, SystemReason};
#[cfg(feature = "globs")]
pub use globs::{Globs, InvalidGlob};
pub use input::{Input, Inputs};
pub use lines::Position;
pub use link::{Link, Rejected};
pub use list::{PathEnd, PathList};
pub use progress::Progress;
pub use ring::{Around, TextLine};
pub use sifter::{Amount, Sifter, Sink, Skip};
pub use split::{ByteRange, Ranges, Split};
pub use survey::{PartCount, Survey, Surveyor, Watch};
pub use urlsift_archive as archive;
pub use urlsift_archive::{Kind, Metadata, ReadOptions};
pub use urlsift_rfc1738 as rfc1738;
pub use urlsift_scan::{
    Candidate, Config, Delimiter, Dropped, HyphenPolicy, InvalidScheme, Join, Reason, Span,
    Warning, Warnings, candidates,
};
#[cfg(feature = "compress")]
pub use urlsift_unpack::{Fault, FaultKind, Format, Unpacker};
pub use verdict::{Conformance, Verdict};
