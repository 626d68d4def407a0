//! A run of `list` or `grep`.

use std::{
    io::{self, IsTerminal},
    num::NonZeroUsize,
    ops::Range,
    path::PathBuf,
};

use urlsift_search::{Config, Driver, HyphenPolicy, Kind, ReadOptions, Searcher, Unpacker};

use super::{BaseText, Looks, Programs, Searched, Selection, matching, painter, unpacker};
use crate::{
    args::{self, Common, Files, Finding, Grep, Hyphen, List, Lists, Printing, Progress, Texts},
    filter::Filters,
    pattern::Pattern,
    progress,
    report::Records,
    terminal::Painter,
};

/// Everything that a search has to know.
#[derive(Debug)]
// Each is a switch of its own, of those that are left when all is resolved.
#[expect(clippy::struct_excessive_bools)]
pub(crate) struct Plan {
    pub(crate) searched: Searched,
    pub(crate) config: Config,
    pub(crate) reading: ReadOptions,
    /// How packed files are taken apart, if they are.
    pub(crate) unpacker: Option<Unpacker>,
    /// Where in each file the messages begin that are read, if not all are.
    pub(crate) range: Option<Range<u64>>,
    pub(crate) selection: Selection,
    pub(crate) style: Style,
    pub(crate) show: Show,
    /// What is printed for other programs, and of what occurs again.
    pub(crate) programs: Programs,
    /// Tell what was abandoned, too.
    pub(crate) rejected: bool,
    /// Tell what all came to.
    pub(crate) stats: bool,
    /// How to tell how far it has come.
    pub(crate) progress: ProgressShow,
    /// Stop after so many hits of a file.
    pub(crate) max_count: Option<u64>,
    /// Write out every line on its own.
    pub(crate) line_buffered: bool,
    /// List no files, and stop at the first one that would be.
    pub(crate) quiet: bool,
    /// On how many threads, if that was said.
    pub(crate) threads: Option<NonZeroUsize>,
}

/// What is printed of what is selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Show {
    Links,
    Json,
    /// What [`Programs::records`] says.
    Records,
    /// How often each URL occurs, or each host.
    Tally,
    Count,
    /// The files that have a hit.
    Files,
    /// The others.
    FilesWithout,
    Nothing,
}

/// How those who wait are told how far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProgressShow {
    Line,
    Json,
    Nothing,
}

/// Which files are named in front of what they hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    All,
    /// Those that are members of a container.
    Members,
    None,
}

/// How a line for people looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// The path in front of a hit, of a count.
    pub(crate) path: Named,
    pub(crate) count_path: Named,
    pub(crate) line: bool,
    /// A NUL, not a colon or a line break, behind the path.
    pub(crate) null: bool,
    /// A heading for each message.
    pub(crate) messages: bool,
    pub(crate) looks: Looks,
    pub(crate) painter: Painter,
    pub(crate) hyphen: HyphenPolicy,
}

impl Plan {
    pub(super) fn list(list: List) -> Result<Self, String> {
        Self::resolve(list.common, None, list.paths)
    }

    pub(super) fn grep(grep: Grep) -> Result<Self, String> {
        let (pattern, common, paths) = matching::resolve(grep)?;
        Self::resolve(common, Some(pattern), paths)
    }

    /// Resolves the flags, or says which value is no good.
    pub(super) fn resolve(
        common: Common,
        pattern: Option<Pattern>,
        paths: Vec<PathBuf>,
    ) -> Result<Self, String> {
        let Common {
            lists,
            files,
            finding,
            filtering,
            printing,
            records,
            looks,
        } = common;
        let (programs, show) = Programs::resolve(records, &printing, show(&printing))?;
        let several = has_several(&lists, &paths);
        let style = style(&printing, &looks, &finding, &files, several);
        Ok(Self {
            config: config(&finding)?,
            reading: reading(&files),
            unpacker: unpacker(&files.packed),
            range: files.range,
            searched: Searched::resolve(lists, printing.null, paths)?,
            selection: Selection {
                delimiters: finding.delimiter,
                pattern,
                level: finding.conforms,
                base: finding.base.map(BaseText::new).transpose()?,
                filters: Filters::new(filtering)?,
            },
            style,
            show,
            rejected: printing.rejected,
            stats: printing.stats,
            progress: progress_show(&printing),
            max_count: printing.max_count,
            line_buffered: printing.line_buffered,
            quiet: printing.quiet,
            threads: match printing.max_count {
                // What there was before says which hits are the first ones.
                Some(_) if programs.unique.is_some() => Some(NonZeroUsize::MIN),
                _ => files.threads,
            },
            programs,
        })
    }

    /// What finds the links of an input, without lines around them.
    pub(crate) fn searcher(&self) -> Searcher {
        let searcher = Searcher::with_config(self.config.clone())
            .reading(self.reading.clone())
            .unpacking(self.unpacker.clone());
        match self.range.clone() {
            Some(range) => searcher.range(range),
            None => searcher,
        }
    }

    /// What has it do so, on as many threads as are wanted.
    pub(crate) fn driver(&self, searcher: Searcher) -> Driver {
        let driver = Driver::new(searcher);
        match self.threads {
            Some(threads) => driver.threads(threads),
            None => driver,
        }
    }

    /// Returns whether links stand under headings, where they are lines.
    pub(crate) fn has_headings(&self) -> bool {
        self.show == Show::Links && (self.style.messages || self.style.looks.heading)
    }

    /// Whether lines have to be counted.
    pub(crate) fn needs_positions(&self) -> bool {
        let in_links = match self.show {
            Show::Links => self.style.line || self.style.looks.column,
            Show::Json => true,
            Show::Records => self
                .programs
                .records
                .as_ref()
                .is_some_and(Records::has_positions),
            Show::Tally | Show::Count | Show::Files | Show::FilesWithout | Show::Nothing => false,
        };
        (in_links || self.rejected) && self.range.is_none()
    }
}

/// How files are read.
fn reading(files: &Files) -> ReadOptions {
    let kind = if files.text {
        Some(Kind::Text)
    } else {
        files.kind
    };
    let has = |texts| files.texts.is_empty() || files.texts.contains(&texts);
    ReadOptions::new()
        .kind(kind)
        .headers(has(Texts::Headers))
        .bodies(has(Texts::Body))
        .html(!files.no_html)
        .encoding(files.encoding.0)
}

fn config(finding: &Finding) -> Result<Config, String> {
    let config = Config::new().max_len(finding.max_len.get());
    finding.scheme_add.iter().try_fold(config, |config, name| {
        let added = config.scheme(name);
        added.map_err(|error| format!("'{name}' for '--scheme-add <NAME>': {error}"))
    })
}

fn show(printing: &Printing) -> Show {
    match printing {
        // Whether there is such a file is the question, and no more than the answer is told.
        Printing {
            quiet: true,
            files_without_match,
            ..
        } if !files_without_match => Show::Nothing,
        Printing { json: true, .. } => Show::Json,
        Printing {
            files_with_matches: true,
            ..
        } => Show::Files,
        Printing {
            files_without_match: true,
            ..
        } => Show::FilesWithout,
        Printing { count: true, .. } => Show::Count,
        _ => Show::Links,
    }
}

fn progress_show(printing: &Printing) -> ProgressShow {
    match printing.progress {
        Progress::Json => ProgressShow::Json,
        Progress::Auto if !printing.quiet && progress::has_terminal() => ProgressShow::Line,
        Progress::Auto | Progress::Never => ProgressShow::Nothing,
    }
}

/// Whether there may be several files, whose names have to be told.
fn has_several(lists: &Lists, paths: &[PathBuf]) -> bool {
    let are_named = match paths {
        [] => false,
        [path] => path.is_dir(),
        _ => true,
    };
    are_named || lists.files_from.is_some()
}

fn style(
    printing: &Printing,
    looks: &args::Looks,
    finding: &Finding,
    files: &Files,
    several: bool,
) -> Style {
    let is_terminal = io::stdout().is_terminal();
    let by_default = several && !printing.no_filename;
    let named = |members, headed| {
        if printing.with_filename || by_default || headed && !printing.no_filename {
            Named::All
        } else if members && !printing.no_filename {
            Named::Members
        } else {
            Named::None
        }
    };
    let is_off = printing.no_line_number || files.range.is_some();
    let by_default = by_default || is_terminal || looks.column;
    let line = printing.line_number || by_default && !is_off;
    let path = named(is_terminal, looks.heading);
    Style {
        path,
        // Several counts mean nothing without their names.
        count_path: named(true, false),
        line,
        null: printing.null,
        messages: printing.messages,
        looks: Looks::resolve(looks, path != Named::None, line),
        painter: painter(printing.color),
        hyphen: match finding.hyphen {
            Hyphen::Keep => HyphenPolicy::Keep,
            Hyphen::Drop => HyphenPolicy::Drop,
            Hyphen::Both => HyphenPolicy::Both,
        },
    }
}
