//! Whether output is coloured and escaped.

use std::{
    env,
    io::{self, IsTerminal},
};

use crate::{flags::args::Color, term::painter::Painter};

/// Returns how text is written to standard output. What a terminal shows must not drive it.
pub(super) fn painter(color: Color) -> Painter {
    Painter {
        color: paints(color, io::stdout().is_terminal()),
        escape: io::stdout().is_terminal() || color == Color::Always,
    }
}

/// Returns whether a stream is coloured.
pub(super) fn paints(color: Color, is_terminal: bool) -> bool {
    match color {
        Color::Auto => is_terminal && wants_color(),
        Color::Always => true,
        Color::Never => false,
    }
}

/// Returns whether the environment allows colours (<https://no-color.org>).
fn wants_color() -> bool {
    let is_unset = |name| env::var_os(name).is_none_or(|value| value.is_empty());
    is_unset("NO_COLOR") && env::var_os("TERM").is_none_or(|term| term != "dumb")
}
