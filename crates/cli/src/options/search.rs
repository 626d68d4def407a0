//! The options of `list` and `grep`.

use std::{num::NonZeroUsize, ops::Range};

use urlsift_search::{Config, Driver, HyphenPolicy, ReadOptions, Searcher, Unpacker};

use super::{
    input::InputOptions,
    record::RecordOptions,
    show::{ProgressShow, Show},
};
use crate::{
    report::{line_style::LineStyle, record::RecordFormat},
    select::{dedup::DedupOptions, selection::Selection},
};

/// The options of `list` and `grep`.
#[derive(Debug)]
// Each is a switch of its own, of those that are left when all is resolved.
#[expect(clippy::struct_excessive_bools)]
pub(crate) struct SearchOptions {
    pub(crate) input: InputOptions,
    pub(crate) config: Config,
    pub(crate) reading: ReadOptions,
    /// How packed files are unpacked, if they are.
    pub(crate) unpacker: Option<Unpacker>,
    /// The bytes of each file in which the messages begin that are read, if not all are.
    pub(crate) range: Option<Range<u64>>,
    pub(crate) selection: Selection,
    pub(crate) style: LineStyle,
    pub(crate) show: Show,
    pub(crate) records: RecordOptions,
    /// Whether rejected candidates are reported.
    pub(crate) rejected: bool,
    /// Whether totals are printed.
    pub(crate) stats: bool,
    pub(crate) progress: ProgressShow,
    /// The maximum number of links of a file.
    pub(crate) max_count: Option<u64>,
    /// Whether each line is written on its own.
    pub(crate) line_buffered: bool,
    /// Whether no files are listed, and the search stops at the first that would be.
    pub(crate) quiet: bool,
    /// The number of threads, if it is given.
    pub(crate) threads: Option<NonZeroUsize>,
}

impl SearchOptions {
    /// Returns what finds the links of an input, without lines around them.
    pub(crate) fn searcher(&self) -> Searcher {
        let searcher = Searcher::with_config(self.config.clone())
            .reading(self.reading.clone())
            .unpacking(self.unpacker.clone());
        match self.range.clone() {
            Some(range) => searcher.range(range),
            None => searcher,
        }
    }

    /// Returns what runs a searcher, on as many threads as are wanted.
    pub(crate) fn driver(&self, searcher: Searcher) -> Driver {
        let driver = Driver::new(searcher);
        match self.threads {
            Some(threads) => driver.threads(threads),
            None => driver,
        }
    }

    /// Returns how repeated links are left out, if they are.
    pub(crate) fn dedup(&self) -> Option<DedupOptions> {
        Some(DedupOptions {
            unique: self.records.unique?,
            // All outputs but lines and counts have the first reading of each link.
            hyphen: match self.show {
                Show::Json | Show::Records => HyphenPolicy::Keep,
                _ => self.style.hyphen,
            },
            buffer: self.records.buffer,
            is_sequential: self.max_count.is_some(),
        })
    }

    /// Returns whether links stand under headings, where they are lines.
    pub(crate) fn has_headings(&self) -> bool {
        self.show == Show::Links && (self.style.messages || self.style.heading)
    }

    /// Returns whether lines have to be counted.
    pub(crate) fn needs_positions(&self) -> bool {
        let in_links = match self.show {
            Show::Links => self.style.line || self.style.column,
            Show::Json => true,
            Show::Records => self
                .records
                .format
                .as_ref()
                .is_some_and(RecordFormat::has_positions),
            Show::Tally | Show::Count | Show::Files | Show::FilesWithout | Show::Nothing => false,
        };
        (in_links || self.rejected) && self.range.is_none()
    }
}
