//! The options of `check`.

use super::color::use_color;
use crate::{
    flags::args::Check,
    options::{CheckOptions, CheckShow, MessageOptions},
    term::streams::Streams,
};

/// Resolves the flags.
pub(super) fn resolve(flags: Check, streams: &Streams) -> CheckOptions {
    CheckOptions {
        urls: flags.urls,
        level: flags.conforms,
        base: flags.base,
        message: flags.message.map(|path| MessageOptions {
            path,
            html: flags.html,
        }),
        show: match (flags.quiet, flags.json) {
            (true, _) => CheckShow::Nothing,
            (false, true) => CheckShow::Json,
            (false, false) => CheckShow::Report {
                color: use_color(flags.color, streams.stdout_is_terminal()),
            },
        },
        streams: streams.clone(),
    }
}
