//! The options of `list` and `grep`.

use std::{num::NonZeroUsize, ops::Range};

use urlsift_search::{Config, Driver, HyphenPolicy, ReadOptions, Searcher, Unpacker};
use urlsift_select::Selection;

use super::{
    input::InputOptions,
    record::RecordOptions,
    show::{ProgressShow, Show},
};
use crate::{
    report::{line_style::LineStyle, record::RecordFormat},
    select::dedup::DedupOptions,
};

/// The content of a hint at other links than those that are printed, or at fewer.
#[derive(Clone, Debug)]
pub(crate) enum HintSource {
    /// The numbers of these links. The inputs are read again with this configuration to count them.
    Counts(Config),
    /// Only the flag that finds these links, because the inputs cannot be read again.
    Flag,
    /// How many of the links stand in headers, if these are most of them.
    Headers,
}

/// How a search is divided among threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Execution {
    /// Among this number of threads; `None` for the default.
    Parallel(Option<NonZeroUsize>),
    /// Not at all: each chunk is collected before the next one is filled.
    Sequential,
}

/// The options of `list` and `grep`.
#[derive(Debug)]
// The switches are independent.
#[expect(clippy::struct_excessive_bools)]
pub(crate) struct SearchOptions {
    pub(crate) input: InputOptions,
    pub(crate) config: Config,
    /// The hint at other links; `None` for no hint.
    pub(crate) hint: Option<HintSource>,
    /// Whether notes say why nothing was selected, for a person who reads all output.
    pub(crate) explains_nothing: bool,
    /// Whether a note says that standard input is read, because it is a terminal and no path was named.
    pub(crate) announces_stdin: bool,
    pub(crate) reading: ReadOptions,
    /// Whether the URLs of binary files are shown.
    pub(crate) binary_as_text: bool,
    /// The unpacker; `None` if compressed files and containers are not unpacked.
    pub(crate) unpacker: Option<Unpacker>,
    /// The byte range of each file in which messages must begin to be read; `None` for all.
    pub(crate) range: Option<Range<u64>>,
    pub(crate) selection: Selection,
    pub(crate) style: LineStyle,
    pub(crate) show: Show,
    pub(crate) records: RecordOptions,
    /// Whether rejected candidates are reported.
    pub(crate) rejected: bool,
    /// Whether errors are printed as JSON objects, if links are.
    pub(crate) json_errors: bool,
    /// Whether totals are printed.
    pub(crate) stats: bool,
    pub(crate) progress: ProgressShow,
    /// Whether doubtful URLs are settled by evidence.
    pub(crate) settle: bool,
    /// The maximum number of links per file.
    pub(crate) max_count: Option<u64>,
    /// Whether each record is written immediately.
    pub(crate) line_buffered: bool,
    /// Whether nothing is printed and the search stops at the first link.
    pub(crate) quiet: bool,
    /// The requested number of threads; `None` for the default.
    pub(crate) threads: Option<NonZeroUsize>,
}

impl SearchOptions {
    /// Returns a searcher without context lines.
    pub(crate) fn searcher(&self) -> Searcher {
        self.searcher_with(self.config.clone())
    }

    /// Returns a searcher that finds other links.
    pub(crate) fn searcher_with(&self, config: Config) -> Searcher {
        let searcher = self.searcher_of_files(config);
        match self.range.clone() {
            Some(range) => searcher.range(range),
            None => searcher,
        }
    }

    /// Returns a searcher of whole files, whatever the range.
    pub(crate) fn searcher_of_files(&self, config: Config) -> Searcher {
        Searcher::with_config(config)
            .reading(self.reading.clone())
            .unpacking(self.unpacker.clone())
    }

    /// Returns how the search is divided.
    fn execution(&self) -> Execution {
        match self.max_count {
            // Only links that are not repeated count towards the limit, which depends on all links before them.
            Some(_) if self.records.unique.is_some() => Execution::Sequential,
            _ => Execution::Parallel(self.threads),
        }
    }

    /// Returns a driver that runs a searcher on as many threads as the search is divided among.
    pub(crate) fn driver(&self, searcher: Searcher) -> Driver {
        let driver = Driver::new(searcher);
        match self.execution() {
            Execution::Parallel(None) => driver,
            Execution::Parallel(Some(threads)) => driver.threads(threads),
            Execution::Sequential => driver.threads(NonZeroUsize::MIN),
        }
    }

    /// Returns the byte that ends each record of the output. A record is a line, if nothing else was requested.
    pub(crate) fn record_end(&self) -> u8 {
        let ends_in_nul = match self.show {
            Show::Files | Show::FilesWithout => self.style.null,
            Show::Records => self
                .records
                .format
                .as_ref()
                .is_some_and(RecordFormat::ends_in_nul),
            Show::Links | Show::Json | Show::Tally | Show::Count | Show::Nothing => false,
        };
        if ends_in_nul { 0 } else { b'\n' }
    }

    /// Returns the options of deduplication, if it is requested.
    pub(crate) fn dedup(&self) -> Option<DedupOptions> {
        Some(DedupOptions {
            unique: self.records.unique?,
            // JSON and records always contain the first reading.
            hyphen: match self.show {
                Show::Json | Show::Records => HyphenPolicy::Keep,
                _ => self.style.hyphen,
            },
            buffer: self.records.buffer,
            is_sequential: self.execution() == Execution::Sequential,
        })
    }

    /// Returns whether errors are printed as JSON objects among the links.
    pub(crate) fn has_error_objects(&self) -> bool {
        self.json_errors && self.show == Show::Json
    }

    /// Returns whether unknown charsets are reported. They hardly matter to a run that looks for some links only, or
    /// for the first one of a file.
    pub(crate) fn reports_charsets(&self) -> bool {
        let is_complete = match self.show {
            Show::Links | Show::Json | Show::Records | Show::Tally | Show::Count => true,
            Show::Files | Show::FilesWithout | Show::Nothing => false,
        };
        is_complete && !self.selection.is_narrowed()
    }

    /// Returns whether links are printed under headings.
    pub(crate) fn has_headings(&self) -> bool {
        self.show == Show::Links && (self.style.messages || self.style.heading)
    }

    /// Returns whether positions are printed, so that lines must be counted.
    pub(crate) fn needs_positions(&self) -> bool {
        let in_links = match self.show {
            Show::Links => self.style.line || self.style.column,
            Show::Json | Show::Records => self
                .records
                .format
                .as_ref()
                .is_some_and(RecordFormat::has_positions),
            Show::Tally | Show::Count | Show::Files | Show::FilesWithout | Show::Nothing => false,
        };
        (in_links || self.rejected) && self.range.is_none()
    }
}
