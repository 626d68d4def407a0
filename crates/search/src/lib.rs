//! Searches files, directories, compressed archives and streams for delimited URLs, on every core.
//!
//! [`urlsift`] finds the links in bytes; this crate reads the files. The types of [`urlsift`] are re-exported here.
//!
//! - [`Inputs`] iterates over the [`Input`]s that paths, directories and `-` name, in a stable order. A [`PathList`]
//!   adds paths from a file; [`Globs`] select files of directories.
//! - [`Searcher`] reads one input after another, unpacks compressed files and containers,
//!   and reports every [`Link`] to a [`FileSink`].
//! - [`Driver`] does so on several threads, and passes the results to a [`Collector`] in the order of the inputs.
//!   [`Pages`] are the results as an iterator.
//! - [`Split`] cuts files into ranges of bytes, and groups small files, for separate jobs.
//! - [`Inspector`] counts the messages and parts in inputs.
//!
//! ```
//! use std::{num::NonZeroUsize, ops::ControlFlow};
//! use urlsift_search::{Collector, Driver, Error, FileSink, Inputs, Link, Searcher, Sink, Skip};
//!
//! #[derive(Default)]
//! struct Urls(String);
//! impl Sink for Urls {
//!     fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
//!         self.0 += &String::from_utf8_lossy(link.candidate().url());
//!         self.0 += "\n";
//!         ControlFlow::Continue(())
//!     }
//! }
//! impl FileSink for Urls {
//!     fn error(&mut self, error: Error) {
//!         eprintln!("{}: {error}", error.path().display());
//!     }
//!     fn size(&self) -> usize {
//!         self.0.len()
//!     }
//! }
//!
//! struct Print;
//! impl Collector<Urls> for Print {
//!     fn write(&mut self, urls: Urls) -> ControlFlow<()> {
//!         print!("{}", urls.0);
//!         ControlFlow::Continue(())
//!     }
//! }
//!
//! let inputs = Inputs::new(["Mail".into()]);
//! Driver::new(Searcher::new()).run(inputs, Urls::default, &mut Print);
//! ```

#![forbid(unsafe_code)]

mod at_offset;
mod error;
mod head;
mod input;
mod inspect;
mod parallel;
mod public_inbox;
mod range;
mod searcher;
mod sink;
mod stream_buffer;
mod sync;
mod threads;
mod unpack;

pub use error::{Error, SystemReason};
pub use input::{
    globs::{Globs, InvalidGlob},
    inputs::Inputs,
    list::{PathEnd, PathList},
    observer::ReadObserver,
    progress::Progress,
    reader::InputReader,
    source::Input,
};
pub use inspect::{ContainedMessages, InspectEvent, Inspector};
pub use parallel::{
    collector::Collector,
    driver::Driver,
    pages::{NextPage, Pages},
};
pub use public_inbox::layout::is_repository;
pub use range::{
    jobs::{FileRange, Job, Jobs},
    split::{ByteRange, Ranges, Split},
};
pub use searcher::Searcher;
pub use sink::FileSink;
pub use urlsift::*;
pub use urlsift_unpack::{Fault, FaultKind, Format, Unpacker};
