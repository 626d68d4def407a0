//! The style of lines.

use urlsift_search::HyphenPolicy;

use super::color::painter;
use crate::{
    flags::args::{Hyperlink, Hyphen, OutputFlags, SearchFlags},
    report::line_style::{LineStyle, ShowPath},
    term::{hyperlink, streams::Streams},
};

/// Resolves the flags. `may_be_several` says whether there may be several files.
pub(super) fn resolve(flags: &SearchFlags, may_be_several: bool, streams: &Streams) -> LineStyle {
    let SearchFlags {
        output, display, ..
    } = flags;
    let is_terminal = streams.stdout_is_terminal();
    let has_default_paths = may_be_several && !output.no_filename;
    let show_path = |members, has_heading| {
        if output.with_filename || has_default_paths || has_heading && !output.no_filename {
            ShowPath::All
        } else if members && !output.no_filename {
            ShowPath::Members
        } else {
            ShowPath::None
        }
    };
    let is_off = output.no_line_number || flags.reading.range.is_some();
    let has_default_lines = is_terminal || display.column;
    let line = output.line_number || has_default_lines && !is_off;
    // The lines of a member are meaningless without its name.
    let path = show_path(is_terminal || line || display.column, display.heading);
    let has_paths = path != ShowPath::None;
    LineStyle {
        path,
        // Counts of several members are meaningless without their names.
        count_path: show_path(true, false),
        heading: has_paths && (display.heading || is_terminal && !display.no_heading),
        line,
        column: display.column || is_terminal && line && !display.no_column,
        null: output.null,
        messages: output.messages,
        hyperlink: match display.hyperlink {
            _ if output.defang => false,
            Hyperlink::Auto => is_terminal && hyperlink::is_supported(),
            Hyperlink::Always => true,
            Hyperlink::Never => false,
        },
        doubts: is_terminal,
        context: context(output),
        painter: painter(display.color, streams),
        hyphen: match flags.recognition.hyphen {
            Hyphen::Keep => HyphenPolicy::Keep,
            Hyphen::Drop => HyphenPolicy::Drop,
            Hyphen::Both => HyphenPolicy::Both,
        },
        also: output.also,
        unwrap: output.unwrap,
        // An export defangs what it has parsed.
        defang: output.defang && flags.records.export.is_none(),
    }
}

/// Returns the number of context lines before and after a link, if context is requested.
fn context(output: &OutputFlags) -> Option<(usize, usize)> {
    let before = output.before_context.or(output.context);
    let after = output.after_context.or(output.context);
    let is_any = before.is_some() || after.is_some();
    is_any.then(|| (before.unwrap_or(0), after.unwrap_or(0)))
}
