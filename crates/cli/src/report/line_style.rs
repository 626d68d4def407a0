//! The style of lines for people.

use urlsift_search::HyphenPolicy;

use crate::term::painter::Painter;

/// Which paths stand in front of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShowPath {
    All,
    /// Those of members of a container.
    Members,
    None,
}

/// The style of lines for people.
#[derive(Clone, Copy, Debug)]
// Each is a switch of its own, of those that are left when all is resolved.
#[expect(clippy::struct_excessive_bools)]
pub(crate) struct LineStyle {
    /// The path in front of a link.
    pub(crate) path: ShowPath,
    /// The path in front of a count.
    pub(crate) count_path: ShowPath,
    /// Whether a path stands above the links of its file, not in front of each.
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
        } = self;
        path == ShowPath::None
            && !(heading || line || column || messages || hyperlink || doubts)
            && !(painter.color || painter.escape)
            && context.is_none()
            && hyphen == HyphenPolicy::Keep
    }
}
