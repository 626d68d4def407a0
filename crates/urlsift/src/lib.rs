//! Sifts the delimited URLs out of mail, news and plain text: `<URL:...>` and `<http://...>`,
//! wrapped, quoted or damaged, each rejoined and with the bytes of the file that it came from.
//!
//! - [`Inputs`] turns paths, directories and `-` into the [`Input`]s to read, in a stable order.
//! - [`Sifter`] reads an input in bounded memory and hands every [`Link`] in it to a [`Sink`], in
//!   the input's order.
//! - [`Verdict`] judges a URL: which standard it satisfies, and what is wrong with it and where.
//! - [`Reading`] says how a file is read: as what, and which of the texts in it.
//!
//! ```
//! use std::ops::ControlFlow;
//! use urlsift::{Link, Sifter, Sink};
//!
//! struct Print;
//! impl Sink for Print {
//!     fn link(&mut self, link: &Link<'_>) -> ControlFlow<()> {
//!         let url = String::from_utf8_lossy(link.candidate().url());
//!         let standard = link.verdict().conformance();
//!         println!("{url} at byte {} is {standard}", link.span().start());
//!         ControlFlow::Continue(())
//!     }
//! }
//!
//! let mail = &b"> It is in <URL:http://ds.internic.\n> net/instructions/overview.html>."[..];
//! Sifter::new().sift(mail, &mut Print)?;
//! # Ok::<(), urlsift::ReadError>(())
//! ```
//!
//! How candidates are found, and what is doubtful about them, is told by the types of
//! [`urlsift_scan`], which are exported here, too. The parts of a URL, its problems and what they
//! mean are those of [`rfc1738`].
//!
//! The feature `whatwg`, on by default, judges by the WHATWG's standard, too. Without it
//! [`Conformance::Whatwg`] is never given; nothing else depends on it.

mod context;
mod error;
mod feed;
mod finds;
mod input;
mod lines;
mod link;
mod sifter;
mod survey;
mod verdict;

pub use context::InMessage;
pub use error::{Error, ReadError, SystemReason};
pub use input::{Input, Inputs};
pub use lines::Position;
pub use link::{Link, Rejected};
pub use sifter::{Sifter, Sink};
pub use survey::{PartCount, Survey, Surveyor, Watch};
pub use urlsift_archive as archive;
pub use urlsift_archive::{Kind, Metadata, Reading};
pub use urlsift_rfc1738 as rfc1738;
pub use urlsift_scan::{
    Candidate, Config, Delimiter, Dropped, HyphenPolicy, InvalidScheme, Join, Reason, Span,
    Warning, Warnings,
};
pub use verdict::{Conformance, Verdict};
