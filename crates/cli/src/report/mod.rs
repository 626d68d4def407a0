//! What is printed of each link.

mod chunk;
mod dedup_text;
mod json;
mod picture;
mod record;
mod summary;
mod table;
mod tallied;
mod text;

use std::{path::Path, time::Duration};

use urlsift_search::{Format, Link, Verdict, rfc1738::Base};

pub(crate) use chunk::{Diagnostic, OutputChunk, Rendered, Surroundings};
pub(crate) use json::{archive_stats, container, progress, range, summary_line};
pub(crate) use picture::Picture;
pub(crate) use record::{Records, Template};
pub(crate) use summary::{Summary, Total as SearchTotal};
pub(crate) use table::{Table, Total};
pub(crate) use tallied::Tallied;
pub(crate) use text::Text;

/// A link that was found, and the verdict on its first reading.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit<'h> {
    pub(crate) link: &'h Link<'h>,
    pub(crate) verdict: &'h Verdict<'h>,
    /// The base, if it is a relative reference that has one.
    pub(crate) base: Option<&'h Base<'h>>,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progressed<'p> {
    /// How many bytes are done, and how many there are, if that is known.
    pub(crate) bytes: u64,
    pub(crate) total: Option<u64>,
    pub(crate) files: u64,
    pub(crate) urls: u64,
    pub(crate) time: Duration,
    /// The input at hand.
    pub(crate) path: Option<&'p Path>,
}

impl Progressed<'_> {
    fn seconds(&self) -> f64 {
        summary::seconds(self.time)
    }
}

/// A container that was gone through.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Container<'c> {
    pub(crate) path: &'c Path,
    /// What it is packed in itself, the outermost first.
    pub(crate) packing: &'c [Format],
    pub(crate) format: Format,
    /// How many of its members are files.
    pub(crate) members: u64,
}
