//! The options of `check`.

use std::io::{self, IsTerminal};

use super::{base, color::use_color};
use crate::{
    flags::args::Check,
    options::{CheckOptions, CheckShow},
};

/// Resolves the flags.
///
/// # Errors
///
/// Returns the invalid value and the reason.
pub(super) fn resolve(flags: Check) -> Result<CheckOptions, String> {
    Ok(CheckOptions {
        urls: flags.urls,
        level: flags.conforms,
        base: base::resolve(flags.base)?,
        show: match (flags.quiet, flags.json) {
            (true, _) => CheckShow::Nothing,
            (false, true) => CheckShow::Json,
            (false, false) => CheckShow::Report {
                color: use_color(flags.color, io::stdout().is_terminal()),
            },
        },
    })
}
