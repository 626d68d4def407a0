//! Where the text of a message is interrupted.

use super::window::Window;

/// The next position at which the text of a message is interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FrameToken {
    /// The index up to which the text continues.
    pub(crate) at: usize,
    pub(crate) kind: FrameTokenKind,
}

/// The kind of a [`FrameToken`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FrameTokenKind {
    /// More input is needed.
    Incomplete,
    /// An escape: one byte that does not belong to the message. If it `is_doubtful`, the byte may also be original.
    Escape { is_doubtful: bool },
    /// The message ends here.
    Boundary,
}

impl FrameToken {
    pub(crate) const fn incomplete(at: usize) -> Self {
        let kind = FrameTokenKind::Incomplete;
        Self { at, kind }
    }

    pub(crate) const fn boundary(at: usize) -> Self {
        let kind = FrameTokenKind::Boundary;
        Self { at, kind }
    }

    pub(crate) const fn escape(at: usize, is_doubtful: bool) -> Self {
        let kind = FrameTokenKind::Escape { is_doubtful };
        Self { at, kind }
    }

    /// Returns the token of a line that separates messages if `is_separator` returns so; `None` from it means that more
    /// input is needed.
    pub(crate) fn of_line(
        window: &Window<'_>,
        line: usize,
        is_separator: impl FnOnce(&[u8]) -> Option<bool>,
    ) -> Option<Self> {
        let text = window.bytes.get(line..)?;
        if !window.begins_line(line) {
            return None;
        }
        match is_separator(text) {
            None => Some(Self::incomplete(line)),
            Some(true) => Some(Self::boundary(line)),
            Some(false) => None,
        }
    }
}
