//! The options of `list` and `grep`.

use std::{
    io::{self, IsTerminal},
    path::PathBuf,
};

use urlsift_filter::WarningFilter;
use urlsift_search::{CandidateWarning, Config, Delimiter, Kind, LinkWarning, ReadOptions};

use super::{
    base, filters,
    input::{self, unpacker},
    line_style, matching, records,
    refusal::Refusal,
    shared::{self, delimiters, reads},
};
use crate::{
    flags::args::{
        FindFlags, Grep, List, OutputFlags, Progress, ReadAs, ReadFlags, SearchFlags, Texts,
    },
    options::{HintSource, InputOptions, ProgressShow, SearchOptions, Show},
    select::{pattern::Pattern, selection::Selection},
};

/// Resolves the flags of `list`.
///
/// # Errors
///
/// Returns the reason if a value is invalid, or an argument is missing.
pub(super) fn list(flags: List) -> Result<SearchOptions, Refusal> {
    resolve(flags.search, None, flags.paths)
}

/// Resolves the flags of `grep`.
///
/// # Errors
///
/// Returns the reason if a value is invalid, or an argument is missing.
pub(super) fn grep(flags: Grep) -> Result<SearchOptions, Refusal> {
    let (pattern, flags, paths) = matching::resolve(flags)?;
    resolve(flags, Some(pattern), paths)
}

fn resolve(
    flags: SearchFlags,
    pattern: Option<Pattern>,
    mut paths: Vec<PathBuf>,
) -> Result<SearchOptions, Refusal> {
    if paths.is_empty() && searches_working_directory(&flags) {
        paths.push(".".into());
    }
    let is_unnamed = paths.is_empty() && flags.input.files_from.is_none();
    let input = InputOptions {
        follow: flags.input.follow || flags.compatibility.dereference_recursive,
        public_inbox: flags.reading.read_as == Some(ReadAs::PublicInbox),
        ..input::resolve(&flags.input, flags.output.null, paths)?
    };
    if flags.output.settle && !input.are_stored() {
        return Err(Refusal::Needs {
            argument: "--settle",
            others: "files or directories, which are read twice: not standard input, and no pipe",
        });
    }
    let range_flags = range_flags(&flags);
    let style = line_style::resolve(&flags, input.may_be_several());
    let SearchFlags {
        input: _,
        sandbox: _,
        reading,
        recognition,
        filters,
        output,
        records,
        display: _,
        compatibility,
    } = flags;
    let find = &recognition.find;
    let delimiters = delimiters(find)?;
    check_warnings(&filters.warn, find, &delimiters)?;
    let (records, show) = records::resolve(&records, &output, show(&output))?;
    let explains_nothing = !output.quiet && !output.no_hint && is_read_by_person();
    let is_hint_wanted = delimiters == Delimiter::DELIMITED && explains_nothing;
    Ok(SearchOptions {
        explains_nothing,
        announces_stdin: is_unnamed
            && !output.quiet
            && io::stdin().is_terminal()
            && io::stderr().is_terminal(),
        hint: is_hint_wanted
            .then(|| hint_source(find, &input))
            .transpose()?,
        config: config(find, &delimiters)?,
        binary_as_text: compatibility.binary_as_text
            || compatibility.null_data
            || reading.texts.encoding.0.is_some(),
        reading: read_options(&reading),
        unpacker: unpacker(&reading.texts.unpack),
        range: reading.range,
        range_flags,
        input,
        selection: Selection {
            // Nothing else is found.
            delimiters: match delimiters.len() {
                all if all == Delimiter::ALL.len() => Vec::new(),
                _ if delimiters == Delimiter::DELIMITED => Vec::new(),
                _ => delimiters,
            },
            pattern,
            level: recognition.conforms,
            base: base::resolve(recognition.base)?,
            filters: filters::resolve(filters)?,
        },
        style,
        show,
        rejected: output.rejected,
        json_errors: output.json_errors,
        stats: output.stats,
        progress: if output.quiet && output.progress == Progress::Auto {
            ProgressShow::Nothing
        } else {
            shared::progress(output.progress)
        },
        settle: output.settle,
        max_count: output.max_count,
        line_buffered: output.line_buffered,
        quiet: output.quiet,
        threads: reading.threads,
        records,
    })
}

/// Returns the content of a hint at links of other kinds.
fn hint_source(find: &FindFlags, input: &InputOptions) -> Result<HintSource, String> {
    Ok(if input.are_stored() {
        HintSource::Counts(config(find, Delimiter::ALL)?)
    } else {
        HintSource::Flag
    })
}

/// Returns whether `-r` or `-R` is given where no file would be read but what is typed. As in grep, the working
/// directory is then searched.
fn searches_working_directory(flags: &SearchFlags) -> bool {
    let compatibility = &flags.compatibility;
    let is_recursive = compatibility.recursive || compatibility.dereference_recursive;
    is_recursive && flags.input.files_from.is_none() && io::stdin().is_terminal()
}

/// Returns the flags that undo those that cannot be combined with `--range`.
fn range_flags(flags: &SearchFlags) -> Vec<&'static str> {
    let lines = flags.output.line_number.then_some("--no-line-number");
    let columns = flags.display.column.then_some("--no-column");
    lines.into_iter().chain(columns).collect()
}

/// Returns how files are read.
fn read_options(flags: &ReadFlags) -> ReadOptions {
    let kind = if flags.text {
        Some(Kind::Text)
    } else {
        ReadAs::kind(flags.read_as)
    };
    let texts = &flags.texts;
    ReadOptions::new()
        .kind(kind)
        .headers(reads(texts, Texts::Headers))
        .bodies(reads(texts, Texts::Body))
        .html(!texts.no_html)
        .encoding(texts.encoding.0)
}

fn config(flags: &FindFlags, delimiters: &[Delimiter]) -> Result<Config, String> {
    let config = Config::new()
        .max_len(flags.max_len.get())
        .delimiters(delimiters)
        .www(flags.www)
        .refang(flags.refang)
        .rejoin(!flags.no_rejoin);
    flags.scheme_add.iter().try_fold(config, |config, name| {
        let added = config.scheme(name);
        added.map_err(|error| format!("'{name}' for '--scheme-add <NAME>': {error}"))
    })
}

/// Checks that links with the requested warnings are searched for.
fn check_warnings(
    warnings: &[WarningFilter],
    flags: &FindFlags,
    delimiters: &[Delimiter],
) -> Result<(), String> {
    let wants = |wanted| warnings.contains(&WarningFilter::Warning(LinkWarning::Text(wanted)));
    let (code, flags) =
        if wants(CandidateWarning::TextDiffers) && !delimiters.contains(&Delimiter::Attribute) {
            (
                CandidateWarning::TextDiffers,
                "--all or --delimiter attribute",
            )
        } else if wants(CandidateWarning::Refanged) && !flags.refang {
            (CandidateWarning::Refanged, "--refang")
        } else {
            return Ok(());
        };
    let code = code.code();
    Err(format!(
        "'{code}' for '--warn <CODES>': {code} needs {flags}"
    ))
}

fn show(output: &OutputFlags) -> Show {
    match output {
        // With -L, the exit status depends on files without links, not on the first link.
        OutputFlags {
            quiet: true,
            files_without_match,
            ..
        } if !files_without_match => Show::Nothing,
        OutputFlags { json: true, .. } => Show::Json,
        OutputFlags {
            files_with_matches: true,
            ..
        } => Show::Files,
        OutputFlags {
            files_without_match: true,
            ..
        } => Show::FilesWithout,
        OutputFlags { count: true, .. } => Show::Count,
        _ => Show::Links,
    }
}

/// Returns whether a person reads all output.
fn is_read_by_person() -> bool {
    io::stdout().is_terminal() && io::stderr().is_terminal()
}
