//! The options of `list` and `grep`.

use std::path::PathBuf;

use urlsift_search::{CandidateWarning, Delimiter, Kind, LinkWarning, ReadOptions};
use urlsift_select::{InvalidValue, Pattern, Selection, WarningFilter};

use super::{
    input::{self, unpacker},
    line_style, matching, records,
    refusal::Refusal,
    shared::{self, reads, selection},
};
use crate::{
    flags::args::{
        FilterFlags, Grep, List, OutputFlags, Progress, ReadAs, ReadFlags, RecognitionFlags,
        SearchFlags, TextFlags, Texts,
    },
    options::{HintSource, InputOptions, ProgressShow, SearchOptions, Show},
    term::streams::Streams,
};

/// Resolves the flags of `list`.
///
/// # Errors
///
/// Returns the reason if a value is invalid, or an argument is missing.
pub(super) fn list(flags: List, streams: &Streams) -> Result<SearchOptions, Refusal> {
    resolve(flags.search, None, flags.paths, streams)
}

/// Resolves the flags of `grep`.
///
/// # Errors
///
/// Returns the reason if a value is invalid, or an argument is missing.
pub(super) fn grep(flags: Grep, streams: &Streams) -> Result<SearchOptions, Refusal> {
    let (pattern, flags, paths) = matching::resolve(flags, streams)?;
    resolve(flags, Some(pattern), paths, streams)
}

fn resolve(
    flags: SearchFlags,
    pattern: Option<Pattern>,
    mut paths: Vec<PathBuf>,
    streams: &Streams,
) -> Result<SearchOptions, Refusal> {
    if paths.is_empty() && searches_working_directory(&flags, streams) {
        paths.push(".".into());
    }
    let is_unnamed = paths.is_empty() && flags.input.files_from.is_none();
    let input = InputOptions {
        follow: flags.input.follow || flags.compatibility.dereference_recursive,
        public_inbox: flags.reading.read_as == Some(ReadAs::PublicInbox),
        ..input::resolve(&flags.input, flags.output.null, paths, streams)?
    };
    if flags.output.settle && !input.are_stored() {
        return Err(Refusal::Needs {
            argument: "--settle",
            others: "files or directories, which are read twice: not standard input, and no pipe",
        });
    }
    let style = line_style::resolve(&flags, input.may_be_several(), streams);
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
    let (records, show) = records::resolve(&records, &output, show(&output))?;
    let texts = &reading.texts;
    let unwrap = output.unwrap || records.export.is_some();
    let selection = wanted(recognition, filters, pattern, texts, unwrap)?;
    let explains_nothing = !output.quiet && !output.no_hint && is_read_by_person(streams);
    Ok(SearchOptions {
        explains_nothing,
        announces_stdin: is_unnamed
            && !output.quiet
            && streams.stdin_is_terminal()
            && streams.stderr_is_terminal(),
        hint: explains_nothing
            .then(|| hint_source(&selection, &input))
            .transpose()?,
        config: selection.config().map_err(InvalidValue::from)?,
        binary_as_text: compatibility.binary_as_text
            || compatibility.null_data
            || reading.texts.encoding.0.is_some(),
        reading: read_options(&reading),
        unpacker: unpacker(&reading.texts.unpack),
        range: reading.range,
        input,
        selection,
        style,
        show,
        rejected: output.rejected,
        json_errors: output.json_errors,
        stats: output.stats,
        progress: if output.quiet && output.progress == Progress::Auto {
            ProgressShow::Nothing
        } else {
            shared::progress(output.progress, streams)
        },
        settle: output.settle,
        max_count: output.max_count,
        line_buffered: output.line_buffered,
        quiet: output.quiet,
        threads: reading.threads,
        records,
    })
}

/// Returns which links are wanted.
fn wanted(
    recognition: RecognitionFlags,
    filters: FilterFlags,
    pattern: Option<Pattern>,
    texts: &TextFlags,
    unwrap: bool,
) -> Result<Selection, Refusal> {
    let filters = filters.0.build().map_err(|_| {
        "for '--until <DATE>': the date is before that of '--since <DATE>'".to_owned()
    })?;
    let selection = Selection {
        unwrap,
        base: recognition.base,
        no_shown: recognition.no_shown,
        level: recognition.conforms,
        filters,
        pattern,
        ..selection(recognition.find, texts)?
    };
    check_warnings(&selection)?;
    Ok(selection)
}

/// Returns the content of a hint at other links.
fn hint_source(selection: &Selection, input: &InputOptions) -> Result<HintSource, InvalidValue> {
    Ok(if selection.kinds != Delimiter::DELIMITED {
        HintSource::Headers
    } else if input.are_stored() {
        let all = Selection {
            kinds: Delimiter::ALL.to_vec(),
            ..selection.clone()
        };
        HintSource::Counts(all.config()?)
    } else {
        HintSource::Flag
    })
}

/// Returns whether `-r` or `-R` is given where no file would be read but what is typed. As in grep, the working
/// directory is then searched.
fn searches_working_directory(flags: &SearchFlags, streams: &Streams) -> bool {
    let compatibility = &flags.compatibility;
    let is_recursive = compatibility.recursive || compatibility.dereference_recursive;
    is_recursive && flags.input.files_from.is_none() && streams.stdin_is_terminal()
}

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
        .conditional_comments(!texts.no_mso)
        .encoding(texts.encoding.0)
}

/// Checks that links with the requested warnings are searched for.
fn check_warnings(selection: &Selection) -> Result<(), String> {
    let warnings = selection.filters.warnings();
    let wants = |wanted| warnings.contains(&WarningFilter::Warning(LinkWarning::Text(wanted)));
    let (code, flags) =
        if wants(CandidateWarning::TextDiffers) && !selection.accepts_kind(Delimiter::Attribute) {
            (
                CandidateWarning::TextDiffers,
                "--all or --delimiter attribute",
            )
        } else if wants(CandidateWarning::Refanged) && !selection.refang {
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
fn is_read_by_person(streams: &Streams) -> bool {
    streams.stdout_is_terminal() && streams.stderr_is_terminal()
}
