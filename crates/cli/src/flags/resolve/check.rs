//! The options of `check`.

use std::io::{self, IsTerminal};

use super::{base, color::paints};
use crate::{
    flags::args::Check,
    options::{CheckOptions, CheckShow},
};

/// Resolves the flags.
///
/// # Errors
///
/// The invalid value and the reason.
pub(super) fn resolve(check: Check) -> Result<CheckOptions, String> {
    Ok(CheckOptions {
        urls: check.urls,
        level: check.conforms,
        base: base::resolve(check.base)?,
        show: match (check.quiet, check.json) {
            (true, _) => CheckShow::Nothing,
            (false, true) => CheckShow::Json,
            (false, false) => CheckShow::Report {
                color: paints(check.color, io::stdout().is_terminal()),
            },
        },
    })
}
