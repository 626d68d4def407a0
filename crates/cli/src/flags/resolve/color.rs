//! Decides whether output is colored and escaped.

use std::env;

use crate::{
    flags::args::{Color, ColorFlag},
    term::{painter::Painter, streams::Streams},
};

/// Returns the painter of standard output. Text that a terminal shows is escaped, so that it cannot control the
/// terminal.
pub(super) fn painter(flag: ColorFlag, streams: &Streams) -> Painter {
    let is_terminal = streams.stdout_is_terminal();
    Painter {
        color: use_color(flag, is_terminal),
        escape: is_terminal || flag.color == Color::Always,
    }
}

/// Returns whether a stream is colored.
pub(super) fn use_color(flag: ColorFlag, is_terminal: bool) -> bool {
    match flag.color {
        Color::Auto => is_terminal && environment_allows_color(),
        Color::Always => true,
        Color::Never => false,
    }
}

/// Returns whether the environment allows colors (<https://no-color.org>).
fn environment_allows_color() -> bool {
    let is_unset = |name| env::var_os(name).is_none_or(|value| value.is_empty());
    is_unset("NO_COLOR") && env::var_os("TERM").is_none_or(|term| term != "dumb")
}
