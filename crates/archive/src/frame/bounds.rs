//! Where the current message begins and may end.
//!
//! A declared length is never followed blindly. It only rules out boundaries: a line inside a message whose declared
//! length leads to another boundary, or to the end of the file, is none. Other readers jump to the declared end, which
//! loses messages where a length is wrong, as it is after any conversion of line ends. The price is a lookahead of up
//! to [`MAX_LOOKAHEAD`], and only where a line inside a message looks like a boundary. A boundary further before the
//! declared end counts although the length may be correct: otherwise one wrong length could make a whole archive one
//! message, and a reader that begins in the middle could not know where it is.

use std::ops::Range;

use super::{
    before::Before,
    from_line::{self, Boundary},
    lines::line_around,
    matching::Match,
    tight::EmptyLines,
    token::{FrameToken, FrameTokenKind},
    window::Window,
};

/// The maximum distance from a boundary to the declared end of the message that contains it, in
/// bytes.
///
/// As many bytes are buffered to verify the length.
pub(crate) const MAX_LOOKAHEAD: u64 = 4 << 20;

/// The number of line breaks that may not include an empty line. Every window knows as many bytes
/// before its start.
const MAX_VISIBLE_BREAKS: u64 = 3;

const _: () = assert!(MAX_VISIBLE_BREAKS as usize == Before::LEN);

/// A `From ` line that was examined.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownFromLine {
    pub(crate) offset: u64,
    pub(crate) boundary: Boundary,
    /// Whether it ends every message without a declared length.
    pub(crate) stands: bool,
}

/// What is known of the bounds of the current message.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bounds {
    /// The index in the window from which its text is searched.
    pub(crate) from: usize,
    /// Offset of the declared end of the current message.
    pub(crate) end: Option<u64>,
    /// The last boundary, if it is a `From ` line.
    pub(crate) from_line: Option<KnownFromLine>,
    /// Whether an empty line precedes `From ` lines.
    pub(crate) empty_lines: EmptyLines,
}

impl Bounds {
    /// Returns the index of the declared end of the current message if it is in a range.
    pub(crate) fn end_among(&self, window: &Window<'_>, bytes: Range<usize>) -> Option<usize> {
        let end = self.end?.checked_sub(window.start)?;
        let end = usize::try_from(end).ok()?;
        bytes.contains(&end).then_some(end)
    }

    /// Returns the token of a line that states the length of the next message. Without `begins`, the line is a boundary
    /// only where the current message ends: one without a last line break may have the correct length.
    pub(crate) fn token_at_length(
        &mut self,
        window: &Window<'_>,
        line: usize,
        begins: bool,
        length: Match<u64>,
        ends_at: impl FnOnce(usize) -> Option<bool>,
    ) -> Option<FrameToken> {
        if !begins && self.end != Some(window.offset(line)) {
            return None;
        }
        let token = match length {
            Match::No => return None,
            Match::Unknown if window.at_end => return None,
            Match::Unknown => FrameToken::incomplete(line),
            Match::Yes(_) => self.token_at_boundary(window, line, ends_at)?,
        };
        let at = match token.kind {
            FrameTokenKind::Incomplete => line_around(window, self.from, line),
            FrameTokenKind::Boundary | FrameTokenKind::Escape { .. } => line,
        };
        Some(FrameToken { at, ..token })
    }

    /// Returns the token of a line that looks like a boundary. `None` if the message continues
    /// after it. `ends_at` returns whether it can [end](super::Framing::ends_at) at an index.
    pub(crate) fn token_at_boundary(
        &mut self,
        window: &Window<'_>,
        at: usize,
        ends_at: impl FnOnce(usize) -> Option<bool>,
    ) -> Option<FrameToken> {
        match self.continues_after(window, at, ends_at) {
            None => Some(FrameToken::incomplete(at)),
            Some(true) => None,
            Some(false) => Some(FrameToken::boundary(at)),
        }
    }

    /// Returns whether the current message continues after a line that looks like a boundary: its
    /// declared length extends beyond the line, to a boundary or the end of the file. `None` if
    /// more input is needed.
    fn continues_after(
        &mut self,
        window: &Window<'_>,
        hit: usize,
        ends_at: impl FnOnce(usize) -> Option<bool>,
    ) -> Option<bool> {
        let Some(end) = self.end.filter(|&end| end > window.offset(hit)) else {
            return Some(false);
        };
        let is_near = end - window.offset(hit) <= MAX_LOOKAHEAD;
        let leads_to_boundary = is_near && ends_at((end - window.start) as usize)?;
        if !leads_to_boundary {
            self.end = None;
        }
        Some(leads_to_boundary)
    }

    /// Returns whether only line breaks separate an index from the declared end of the current
    /// message. Then no empty line is needed before the next message; one more line break would
    /// make one.
    pub(crate) fn ends_before(&self, window: &Window<'_>, at: usize) -> bool {
        let between = self.end.and_then(|end| window.offset(at).checked_sub(end));
        let is_break = |count| matches!(window.byte_before(at, count), Some(b'\r' | b'\n'));
        between.is_some_and(|between| {
            between <= MAX_VISIBLE_BREAKS && (1..=between as usize).all(is_break)
        })
    }

    /// Returns whether a `From ` line begins a message after a line that is not empty, or `stands` as it is. `None` if
    /// more input is needed.
    pub(crate) fn stands(
        &mut self,
        window: &Window<'_>,
        at: usize,
        doubtful: bool,
        stands: bool,
    ) -> Option<bool> {
        // Decided before the second message begins, whose reader must know whether the file can be cut.
        if self.empty_lines == EmptyLines::Undecided {
            let is_required = window.follows_empty_line(at) || doubtful && !stands;
            self.empty_lines = if is_required {
                EmptyLines::Required
            } else {
                EmptyLines::decide(&window.bytes[at..], window.offset(at), window.at_end)?
            };
        }
        Some(stands || self.empty_lines == EmptyLines::Absent && !doubtful)
    }

    /// Reads a `From ` line at an index at which a message may begin. `None` if more input is needed.
    pub(crate) fn boundary_at(&self, window: &Window<'_>, at: usize) -> Option<Boundary> {
        match self.known_line_at(window, at) {
            Some(known) => Some(known.boundary),
            None => read_from_line(window, at).map(|read| read.boundary),
        }
    }

    /// Returns whether a line is known to end the current message.
    pub(crate) fn ends_at_known_line(&self, window: &Window<'_>, at: usize) -> bool {
        let known = self.known_line_at(window, at);
        self.end.is_none() && known.is_some_and(|known| known.stands)
    }

    fn known_line_at(&self, window: &Window<'_>, at: usize) -> Option<KnownFromLine> {
        self.from_line
            .filter(|known| known.offset == window.offset(at))
    }
}

/// A line that begins with `From `.
pub(crate) struct FromLineAt {
    pub(crate) boundary: Boundary,
    /// Whether it is a boundary wherever it stands, and not only where the declared length of the
    /// message before leads to it.
    pub(crate) stands: bool,
}

/// Reads a line that begins with `From `. It is a boundary after an empty line, and after another
/// line if it is [confirmed](from_line::is_confirmed). `None` if more input is needed.
pub(crate) fn read_from_line(window: &Window<'_>, at: usize) -> Option<FromLineAt> {
    let text = &window.bytes[at..];
    let boundary = from_line::boundary(text, window.at_end)?;
    let follows_empty_line = window.follows_empty_line(at);
    Some(match boundary {
        Boundary::Yes { line, .. }
            if !follows_empty_line
                && window.begins_line(at)
                && from_line::is_confirmed(text, line, window.at_end)? =>
        {
            let doubtful = true;
            FromLineAt {
                boundary: Boundary::Yes { doubtful, line },
                stands: true,
            }
        }
        _ => FromLineAt {
            boundary,
            stands: follows_empty_line,
        },
    })
}
