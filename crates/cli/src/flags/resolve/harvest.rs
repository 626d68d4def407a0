//! The options of `harvest`.

use std::path::{Path, PathBuf};

use urlsift_harvest::{
    Error, Format, Options, PlanOptions, RunOptions, SearchSettings, check_path,
};
use urlsift_search::{Kind, archive::Encoding};
use urlsift_select::Selection;

use super::{
    input,
    refusal::Refusal,
    shared::{self, reads, selection},
};
use crate::{
    flags::args::{Harvest, HarvestSearchFlags, OutputFormat, Texts},
    options::{HarvestOptions, HarvestStep, Printed, ProgressShow},
    term::streams::Streams,
};

/// Resolves the flags.
///
/// # Errors
///
/// Returns the reason if a value is invalid, or an argument is missing.
pub(super) fn resolve(flags: Harvest, streams: &Streams) -> Result<HarvestOptions, Refusal> {
    let (step, mut paths) = step(flags.paths);
    let reads = step.reads();
    let old = if step == HarvestStep::Diff && paths.len() > 1 {
        paths.remove(0)
    } else {
        PathBuf::new()
    };
    // The other steps have no other path than this one.
    let root = match flags.output {
        None if !reads && paths.len() == 1 => paths.pop(),
        output => output,
    };
    let (format, printed) = match flags.format {
        OutputFormat::Tables(format) => (format, None),
        // A step that makes no plan prints what the tables of the plan have.
        OutputFormat::Printed(Printed::Rows) if reads => (Format::Jsonl, Some(Printed::Rows)),
        OutputFormat::Printed(printed) => (Format::default(), Some(printed)),
    };
    if printed == Some(Printed::Rows) && flags.no_wide {
        return Err(
            "'--format ndjson' prints the table that '--no-wide' leaves out"
                .to_owned()
                .into(),
        );
    }
    let is_temporary = root.is_none() && step == HarvestStep::All && printed.is_some();
    let root = if is_temporary {
        PathBuf::new()
    } else {
        root.ok_or(Refusal::Missing("--output <DIR>"))?
    };
    if step == HarvestStep::Diff && old.as_os_str().is_empty() {
        return Err(Refusal::Missing("<OLD> <NEW>"));
    }
    let has_inputs = !paths.is_empty() || flags.input.files_from.is_some();
    if reads && !has_inputs {
        return Err(Refusal::Missing("<PATH>..."));
    }
    if let Some(path) = paths.first().filter(|_| !reads) {
        let path = path.display();
        let reason = "this step reads the files of the plan";
        return Err(format!("'{path}' for '[PATH]...': {reason}").into());
    }
    paths.iter().try_for_each(|path| check(path))?;
    Ok(HarvestOptions {
        step,
        root,
        old,
        input: input::resolve(&flags.input, flags.null, paths, streams)?,
        options: Options {
            search: search(flags.search)?,
            format,
            without: flags.without_fields,
            shard_size: flags.shard_size,
            wide: !(flags.no_wide || is_temporary && printed == Some(Printed::Seeds)),
        },
        printed,
        replan: flags.replan,
        planning: PlanOptions {
            verify: flags.verify,
            into_existing: flags.into_existing,
            drop_missing: flags.drop_missing,
            add: flags.add,
        },
        plan: flags.plan,
        run: RunOptions {
            threads: flags.threads,
            only: flags.only,
        },
        partial: flags.partial,
        stats: flags.stats,
        json: flags.json,
        html: flags.html,
        progress: if step.has_progress() {
            shared::progress(flags.progress, streams)
        } else {
            ProgressShow::Nothing
        },
    })
}

/// Returns the step, which may come first, and the paths.
fn step(mut paths: Vec<PathBuf>) -> (HarvestStep, Vec<PathBuf>) {
    let first = paths.first().and_then(|path| path.to_str());
    match first.and_then(HarvestStep::named) {
        Some(step) => {
            paths.remove(0);
            (step, paths)
        }
        None => (HarvestStep::All, paths),
    }
}

/// Checks a path that was named. One that does not exist is a file that cannot be read.
fn check(path: &Path) -> Result<(), Refusal> {
    match check_path(path) {
        Ok(()) | Err(Error::Io { .. }) => Ok(()),
        Err(Error::UnsupportedInput { reason, .. }) => Err(refusal(path, &reason)),
        Err(error) => Err(refusal(path, &error.to_string())),
    }
}

fn refusal(path: &Path, reason: &str) -> Refusal {
    format!("'{}' for '[PATH]...': {reason}", path.display()).into()
}

fn search(flags: HarvestSearchFlags) -> Result<SearchSettings, Refusal> {
    let HarvestSearchFlags {
        find,
        unwrap,
        base,
        kind,
        text,
        texts,
    } = flags;
    let kind = if text { Some(Kind::Text) } else { kind };
    Ok(SearchSettings {
        links: Selection {
            unwrap,
            base,
            ..selection(find, &texts)?
        },
        kind: kind.map(|kind| kind.name().to_owned()),
        headers: reads(&texts, Texts::Headers),
        bodies: reads(&texts, Texts::Body),
        html: !texts.no_html,
        conditional_comments: !texts.no_mso,
        encoding: texts.encoding.0.map(Encoding::name).map(str::to_owned),
        unpack: !texts.unpack.no_decompress,
        max_window: texts.unpack.max_window,
        max_temp: texts.unpack.max_temp,
    })
}
