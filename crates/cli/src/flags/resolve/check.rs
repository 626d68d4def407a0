//! The options of `check`.

use std::io::{self, IsTerminal};

use super::color::use_color;
use crate::{
    flags::args::Check,
    options::{CheckOptions, CheckShow},
};

/// Resolves the flags.
pub(super) fn resolve(flags: Check) -> CheckOptions {
    CheckOptions {
        urls: flags.urls,
        level: flags.conforms,
        base: flags.base,
        show: match (flags.quiet, flags.json) {
            (true, _) => CheckShow::Nothing,
            (false, true) => CheckShow::Json,
            (false, false) => CheckShow::Report {
                color: use_color(flags.color, io::stdout().is_terminal()),
            },
        },
    }
}
