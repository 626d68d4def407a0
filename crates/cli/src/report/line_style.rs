//! The style of lines for people.

use urlsift_search::HyphenPolicy;

use crate::term::painter::Painter;

/// Which paths are printed before lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShowPath {
    All,
    /// The paths of members of a container.
    Members,
    None,
}

/// The style of lines for people.
#[derive(Clone, Copy, Debug)]
// Each is an independent option.
#[expect(clippy::struct_excessive_bools)]
pub(crate) struct LineStyle {
    /// The path before a link.
    pub(crate) path: ShowPath,
    /// The path before a count.
    pub(crate) count_path: ShowPath,
    /// Whether a path is printed above the links of its file, not before each of them.
    pub(crate) heading: bool,
    pub(crate) line: bool,
    pub(crate) column: bool,
    /// Whether a NUL, not a colon or a line break, follows the path.
    pub(crate) null: bool,
    /// Whether each message has a heading.
    pub(crate) messages: bool,
    /// Whether a URL is a hyperlink to itself.
    pub(crate) hyperlink: bool,
    /// Whether a mark follows a URL that may be read in another way.
    pub(crate) doubts: bool,
    /// The number of lines of text before and after a link, if any are printed.
    pub(crate) context: Option<(usize, usize)>,
    pub(crate) painter: Painter,
    pub(crate) hyphen: HyphenPolicy,
    /// Whether guesses at damaged URLs are printed after their readings.
    pub(crate) also: bool,
    /// Whether what a rewriter has wrapped is printed after the readings.
    pub(crate) unwrap: bool,
    /// Whether URLs are printed so that they cannot be clicked.
    pub(crate) defang: bool,
}

impl LineStyle {
    /// Returns whether a line is the URL as it is and nothing else, which is what a pipe gets.
    pub(crate) fn is_bare(self) -> bool {
        let Self {
            path,
            count_path: _,
            heading,
            line,
            column,
            null: _,
            messages,
            hyperlink,
            doubts,
            context,
            painter,
            hyphen,
            also,
            unwrap: _,
            defang,
        } = self;
        path == ShowPath::None
            && !(heading || line || column || messages || hyperlink || doubts || also)
            && !defang
            && !(painter.color || painter.escape)
            && context.is_none()
            && hyphen == HyphenPolicy::Keep
    }
}
