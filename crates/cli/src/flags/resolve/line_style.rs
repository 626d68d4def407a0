//! The style of lines, on this terminal.

use std::io::{self, IsTerminal};

use urlsift_search::HyphenPolicy;

use super::color::painter;
use crate::{
    flags::args::{Files, Finding, Hyperlink, Hyphen, Looks, Printing},
    report::line_style::{LineStyle, ShowPath},
    term::hyperlink,
};

/// Resolves the flags; `several` says that there may be several files.
pub(super) fn resolve(
    printing: &Printing,
    looks: &Looks,
    finding: &Finding,
    files: &Files,
    several: bool,
) -> LineStyle {
    let is_terminal = io::stdout().is_terminal();
    let by_default = several && !printing.no_filename;
    let show_path = |members, headed| {
        if printing.with_filename || by_default || headed && !printing.no_filename {
            ShowPath::All
        } else if members && !printing.no_filename {
            ShowPath::Members
        } else {
            ShowPath::None
        }
    };
    let is_off = printing.no_line_number || files.range.is_some();
    let by_default = by_default || is_terminal || looks.column;
    let line = printing.line_number || by_default && !is_off;
    let path = show_path(is_terminal, looks.heading);
    let has_paths = path != ShowPath::None;
    LineStyle {
        path,
        // Several counts mean nothing without their names.
        count_path: show_path(true, false),
        heading: has_paths && (looks.heading || is_terminal && !looks.no_heading),
        line,
        column: looks.column || is_terminal && line && !looks.no_column,
        null: printing.null,
        messages: printing.messages,
        hyperlink: match looks.hyperlink {
            Hyperlink::Auto => is_terminal && hyperlink::are_known(),
            Hyperlink::Always => true,
            Hyperlink::Never => false,
        },
        doubts: is_terminal,
        context: context(looks),
        painter: painter(printing.color),
        hyphen: match finding.hyphen {
            Hyphen::Keep => HyphenPolicy::Keep,
            Hyphen::Drop => HyphenPolicy::Drop,
            Hyphen::Both => HyphenPolicy::Both,
        },
    }
}

/// Returns the number of lines of text before and after a link, if any are asked for.
fn context(looks: &Looks) -> Option<(usize, usize)> {
    let before = looks.before_context.or(looks.context);
    let after = looks.after_context.or(looks.context);
    let is_any = before.is_some() || after.is_some();
    is_any.then(|| (before.unwrap_or(0), after.unwrap_or(0)))
}
