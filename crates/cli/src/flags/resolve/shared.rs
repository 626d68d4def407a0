//! Flags that several commands share: what is found, and which texts are read.

use urlsift_search::{Conformance, Delimiter};
use urlsift_select::Selection;

use super::refusal::Refusal;
use crate::{
    flags::args::{FindFlags, Progress, TextFlags, Texts},
    options::ProgressShow,
    term::streams::Streams,
};

/// Returns a selection of all links that are found.
///
/// # Errors
///
/// Returns an error if bare names are wanted, but no URLs in running text.
pub(super) fn selection(flags: FindFlags, texts: &TextFlags) -> Result<Selection, Refusal> {
    let wanted = || flags.delimiter.iter().flat_map(|named| named.kinds);
    let is_wanted = |kind: &Delimiter| {
        flags.all && Delimiter::ALL.contains(kind)
            || flags.names && *kind == Delimiter::Name
            || flags.addresses && *kind == Delimiter::Address
            || wanted().any(|wanted| wanted == kind)
            || wanted().next().is_none() && kind.is_delimited()
    };
    let kinds: Vec<_> = Delimiter::EVERY.iter().copied().filter(is_wanted).collect();
    if flags.www && !kinds.contains(&Delimiter::Bare) {
        return Err(Refusal::Needs {
            argument: "--www",
            others: "'--all' or '--delimiter bare'",
        });
    }
    Ok(Selection {
        kinds,
        www: flags.www,
        names_in_headers: texts.texts.contains(&Texts::Headers),
        refang: flags.refang,
        rejoin: !flags.no_rejoin,
        width: flags.width,
        max_len: flags.max_len.get(),
        schemes: flags.scheme_add,
        level: Conformance::None,
        ..Selection::default()
    })
}

/// Returns whether these texts are read.
pub(super) fn reads(flags: &TextFlags, texts: Texts) -> bool {
    flags.texts.is_empty() || flags.texts.contains(&texts)
}

/// Returns how progress is shown.
pub(super) fn progress(flag: Progress, streams: &Streams) -> ProgressShow {
    match flag {
        Progress::Json => ProgressShow::Json,
        Progress::Auto if streams.can_show_progress() => ProgressShow::Line,
        Progress::Auto | Progress::Never => ProgressShow::Nothing,
    }
}
