//! The options of `harvest`.

use std::path::PathBuf;

use urlsift_harvest::{Options, RunOptions, SearchSettings};
use urlsift_search::{Delimiter, Kind, archive::Encoding};

use super::input;
use crate::{
    flags::args::{Harvest, HarvestSearchFlags, Texts},
    options::{HarvestOptions, HarvestStep},
    term::progress_line,
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
    if paths.iter().any(|path| path.as_os_str() == "-") {
        return Err("'-' for '[PATH]...': harvest reads files, not standard input".to_owned());
    }
    Ok(HarvestOptions {
        step,
        root,
        input: input::resolve(flags.input, flags.null, paths)?,
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
        shows_progress: progress_line::has_terminal(),
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
    let wanted: Vec<_> = flags
        .delimiter
        .iter()
        .flat_map(|named| named.kinds)
        .collect();
    let is_wanted = |kind: &&Delimiter| {
        flags.all || wanted.contains(kind) || wanted.is_empty() && kind.is_delimited()
    };
    let delimiters: Vec<_> = Delimiter::ALL.iter().filter(is_wanted).collect();
    if flags.www && !delimiters.contains(&&Delimiter::Bare) {
        let names: Vec<_> = delimiters.iter().map(|kind| kind.name()).collect();
        let names = names.join(",");
        return Err(format!(
            "'{names}' for '--delimiter <KINDS>': --www needs --all or --delimiter bare"
        ));
    }
    let kind = if flags.text {
        Some(Kind::Text)
    } else {
        flags.kind
    };
    let has = |texts| flags.texts.is_empty() || flags.texts.contains(&texts);
    Ok(SearchSettings {
        delimiters: delimiters
            .iter()
            .map(|kind| kind.name().to_owned())
            .collect(),
        www: flags.www,
        refang: flags.refang,
        unwrap: flags.unwrap,
        max_len: flags.max_len.get(),
        schemes: flags.scheme_add,
        base: flags.base,
        kind: kind.map(|kind| kind.name().to_owned()),
        headers: has(Texts::Headers),
        bodies: has(Texts::Body),
        html: !flags.no_html,
        encoding: flags.encoding.0.map(Encoding::name).map(str::to_owned),
        unpack: !flags.unpack.no_decompress,
        max_window: flags.unpack.max_window,
        max_temp: flags.unpack.max_temp,
    })
}
