//! Flags that several commands share: what is found, and which texts are read.

use urlsift_search::Delimiter;

use super::refusal::Refusal;
use crate::{
    flags::args::{FindFlags, Progress, TextFlags, Texts},
    options::ProgressShow,
    term::progress_line,
};

/// Returns the kinds of delimiters to find, in the order of [`Delimiter::ALL`].
///
/// # Errors
///
/// Returns an error if bare names are wanted, but no URLs in running text.
pub(super) fn delimiters(flags: &FindFlags) -> Result<Vec<Delimiter>, Refusal> {
    let wanted = || flags.delimiter.iter().flat_map(|named| named.kinds);
    let is_wanted = |kind: &Delimiter| {
        flags.all
            || wanted().any(|wanted| wanted == kind)
            || wanted().next().is_none() && kind.is_delimited()
    };
    let delimiters: Vec<_> = Delimiter::ALL.iter().copied().filter(is_wanted).collect();
    if flags.www && !delimiters.contains(&Delimiter::Bare) {
        return Err(Refusal::Needs {
            argument: "--www",
            others: "'--all' or '--delimiter bare'",
        });
    }
    Ok(delimiters)
}

/// Returns whether these texts are read.
pub(super) fn reads(flags: &TextFlags, texts: Texts) -> bool {
    flags.texts.is_empty() || flags.texts.contains(&texts)
}

/// Returns how progress is shown.
pub(super) fn progress(flag: Progress) -> ProgressShow {
    match flag {
        Progress::Json => ProgressShow::Json,
        Progress::Auto if progress_line::has_terminal() => ProgressShow::Line,
        Progress::Auto | Progress::Never => ProgressShow::Nothing,
    }
}
