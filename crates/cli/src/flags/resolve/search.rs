//! The options of `list` and `grep`.

use std::{num::NonZeroUsize, path::PathBuf};

use urlsift_search::{Config, Kind, ReadOptions};

use super::{
    base, filters,
    input::{self, unpacker},
    line_style, matching, records,
};
use crate::{
    flags::args::{Common, Files, Finding, Grep, List, Lists, Printing, Progress, Texts},
    options::{ProgressShow, SearchOptions, Show},
    select::{pattern::Pattern, selection::Selection},
    term::progress_line,
};

/// Resolves the flags of `list`.
///
/// # Errors
///
/// The invalid value and the reason.
pub(super) fn list(list: List) -> Result<SearchOptions, String> {
    resolve(list.common, None, list.paths)
}

/// Resolves the flags of `grep`.
///
/// # Errors
///
/// The invalid value and the reason.
pub(super) fn grep(grep: Grep) -> Result<SearchOptions, String> {
    let (pattern, common, paths) = matching::resolve(grep)?;
    resolve(common, Some(pattern), paths)
}

fn resolve(
    common: Common,
    pattern: Option<Pattern>,
    paths: Vec<PathBuf>,
) -> Result<SearchOptions, String> {
    let Common {
        lists,
        files,
        finding,
        filtering,
        printing,
        records,
        looks,
    } = common;
    let (records, show) = records::resolve(records, &printing, show(&printing))?;
    let several = has_several(&lists, &paths);
    let style = line_style::resolve(&printing, &looks, &finding, &files, several);
    Ok(SearchOptions {
        config: config(&finding)?,
        reading: reading(&files),
        unpacker: unpacker(&files.packed),
        range: files.range,
        input: input::resolve(lists, printing.null, paths)?,
        selection: Selection {
            delimiters: finding.delimiter,
            pattern,
            level: finding.conforms,
            base: base::resolve(finding.base)?,
            filters: filters::resolve(filtering)?,
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
            // Which links of a file come first depends on the files before.
            Some(_) if records.unique.is_some() => Some(NonZeroUsize::MIN),
            _ => files.threads,
        },
        records,
    })
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
        Progress::Auto if !printing.quiet && progress_line::has_terminal() => ProgressShow::Line,
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
