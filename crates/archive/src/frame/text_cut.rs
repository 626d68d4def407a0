//! Where a file without messages can be cut.

use memchr::memchr3_iter;

use crate::frame::Window;

/// Finds positions at which a file without messages can be cut: nothing after a cut depends on the
/// bytes before it.
///
/// One is after an empty line, which ends whatever a `<` has opened, if the next byte is neither
/// white space nor a slash or backslash: an opening [may depend on those](can_cut_before). The
/// other is after a line whose last `<` is followed by a `>`, which closes whatever was open. In such a line, only the
/// bytes after the offset from which cuts are allowed count, because a reader that starts there knows no others.
#[derive(Clone, Debug)]
pub(crate) struct TextCut {
    /// Offset up to which there is no cut position.
    at: u64,
    /// Whether to cut after lines with a closed `<` too.
    cuts_lines: bool,
    /// The state of the current line.
    line: OpenerState,
    /// Whether the previous line has a closed `<`.
    follows_closed_line: bool,
}

/// Returns whether a text may be cut after an empty line before this byte.
///
/// All readers of a file must cut it alike, whatever they search for, so this rule is not part of a
/// [`Prefilter`](crate::Prefilter); no prefilter may depend on more bytes.
pub(crate) const fn can_cut_before(byte: u8) -> bool {
    !matches!(byte, b' ' | b'\t'..=b'\r' | b'/' | b'\\')
}

/// The state of the last `<` in a line of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OpenerState {
    Absent,
    /// A `<` without a `>` after it.
    Unclosed,
    Closed,
}

impl TextCut {
    /// Cuts at the first position at or after an offset.
    pub(crate) fn from(offset: u64, cuts_lines: bool) -> Self {
        Self {
            at: offset,
            cuts_lines,
            line: OpenerState::Absent,
            follows_closed_line: false,
        }
    }

    /// Returns the index of the cut, unless it is after the window.
    pub(crate) fn next(&mut self, window: &Window<'_>) -> Option<usize> {
        let mut at = usize::try_from(self.at.checked_sub(window.start)?).ok()?;
        while let Some(&next) = window.bytes.get(at) {
            if self.follows_closed_line || can_cut_before(next) && window.follows_empty_line(at) {
                return Some(at);
            }
            at += self.line(&window.bytes[at..]);
            self.at = window.offset(at);
        }
        None
    }

    /// Reads to the end of the current line or of the text, and returns the number of bytes read.
    fn line(&mut self, text: &[u8]) -> usize {
        self.follows_closed_line = false;
        for at in memchr3_iter(b'<', b'>', b'\n', text) {
            match text[at] {
                b'<' => self.line = OpenerState::Unclosed,
                b'>' if self.line == OpenerState::Unclosed => self.line = OpenerState::Closed,
                b'>' => {}
                _ => {
                    self.follows_closed_line = self.cuts_lines && self.line == OpenerState::Closed;
                    self.line = OpenerState::Absent;
                    return at + 1;
                }
            }
        }
        text.len()
    }
}
