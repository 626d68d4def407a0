//! The options of `harvest`.

use std::path::PathBuf;

use urlsift_harvest::{Options, RunOptions, SearchSettings};
use urlsift_search::{Kind, archive::Encoding};

use super::{
    input,
    shared::{self, delimiters, reads},
};
use crate::{
    flags::args::{Harvest, HarvestSearchFlags, Texts},
    options::{HarvestOptions, HarvestStep, is_stdin},
};

/// Resolves the flags.
///
/// # Errors
///
/// Returns the invalid value and the reason.
pub(super) fn resolve(flags: Harvest) -> Result<HarvestOptions, String> {
    let (step, mut paths) = step(flags.paths);
    // `report` has no other path than this one.
    let root = match flags.output {
        None if step == HarvestStep::Report && paths.len() == 1 => paths.pop(),
        output => output,
    };
    let expected = "'' for '--output <DIR>': expected the directory of the data set";
    let root = root.ok_or_else(|| expected.to_owned())?;
    let reads = matches!(step, HarvestStep::All | HarvestStep::Plan);
    let has_inputs = !paths.is_empty() || flags.input.files_from.is_some();
    if reads && !has_inputs {
        return Err("'' for '[PATH]...': expected the files and directories to read".to_owned());
    }
    if let Some(path) = paths.first().filter(|_| !reads) {
        let path = path.display();
        return Err(format!(
            "'{path}' for '[PATH]...': this step reads the files of the plan"
        ));
    }
    if paths.iter().any(|path| is_stdin(path)) {
        return Err("'-' for '[PATH]...': harvest reads files, not standard input".to_owned());
    }
    Ok(HarvestOptions {
        step,
        root,
        input: input::resolve(&flags.input, flags.null, paths)?,
        options: Options {
            search: search(flags.search)?,
            format: flags.format,
            without: flags.without_fields,
            shard_size: flags.shard_size,
        },
        replan: flags.replan,
        verify: flags.verify,
        plan: flags.plan,
        run: RunOptions {
            threads: flags.threads,
            only: flags.only,
        },
        partial: flags.partial,
        stats: flags.stats,
        progress: shared::progress(flags.progress),
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

fn search(flags: HarvestSearchFlags) -> Result<SearchSettings, String> {
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
        delimiters: delimiters(&find)?,
        www: find.www,
        refang: find.refang,
        unwrap,
        max_len: find.max_len.get(),
        schemes: find.scheme_add,
        base,
        kind: kind.map(|kind| kind.name().to_owned()),
        headers: reads(&texts, Texts::Headers),
        bodies: reads(&texts, Texts::Body),
        html: !texts.no_html,
        encoding: texts.encoding.0.map(Encoding::name).map(str::to_owned),
        unpack: !texts.unpack.no_decompress,
        max_window: texts.unpack.max_window,
        max_temp: texts.unpack.max_temp,
    })
}
