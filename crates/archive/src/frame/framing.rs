//! What a kind of file decides about its messages.

use std::fmt;

use super::{bounds::Bounds, token::FrameToken, window::Window};
use crate::{
    header::{HeaderExtent, header_end},
    recognise::Head,
};

/// How the messages of one kind of file are delimited. Each kind implements this trait in a file of its own; the table
/// in `kind` names it.
///
/// An implementation classifies lines, and keeps no state: what must be remembered between two lines is in
/// [`Bounds`], and the [`Framer`](super::Framer) searches, waits for input and counts offsets. So a kind
/// consists of a few small functions of bytes, each of which is called once for a message or for an occurrence of the
/// [mark](Self::mark), and never for a line. That is why they can be behind a `dyn`. A `match` over all kinds in each
/// step would save the indirect calls, which are few, and spread each kind over as many files as there are steps.
pub(crate) trait Framing: fmt::Debug + Sync {
    /// Returns whether a file is of this kind; `None` if more bytes decide. The kinds before this one in the order of
    /// recognition are ruled out.
    fn begins_file(&self, head: &Head<'_>) -> Option<bool>;

    /// Returns the string by which boundaries and escapes are found; `None` if the file has none.
    fn mark(&self) -> Option<Mark> {
        None
    }

    /// Reads the lines that precede a message at an index. If more input is needed, returns the index before which no
    /// bytes are needed again.
    fn envelope(
        &self,
        _bounds: &Bounds,
        _window: &Window<'_>,
        at: usize,
    ) -> Result<Envelope, usize> {
        Ok(Envelope::none(at))
    }

    /// Classifies the [mark](Self::mark) at an index. `None` if the text of the message continues there.
    fn token_at(
        &self,
        _bounds: &mut Bounds,
        _window: &Window<'_>,
        _at: usize,
    ) -> Option<FrameToken> {
        None
    }

    /// Returns whether more bytes may turn an unfinished line, of which at least one byte is known, into a boundary or
    /// an escape.
    fn may_begin(&self, _line: &[u8]) -> bool {
        false
    }

    /// Returns whether more bytes may turn a text into a boundary where the declared end of the message is, in the
    /// middle of a line.
    fn may_begin_in_line(&self, _text: &[u8]) -> bool {
        false
    }

    /// Returns whether a message can end at an index, where its declared length leads. `None` if more input is needed.
    fn ends_at(&self, _window: &Window<'_>, _at: usize) -> Option<bool> {
        Some(false)
    }

    /// Finds the end of the header section of a message, at the start of `text`. `is_whole` means that no bytes follow.
    fn header_end(&self, text: &[u8], is_whole: bool) -> HeaderExtent {
        header_end(text, is_whole)
    }

    /// Returns what must be known about the bytes before an offset to find the first message after it.
    fn lookback(&self) -> Lookback {
        Lookback::None
    }
}

/// The string by which boundaries and escapes are found: each contains it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    /// If it begins with a line break, the token begins after that, and one may also begin where the search does.
    pub(crate) bytes: &'static [u8],
    /// Whether its line may consist of characters of base64 alone: it has neither a space nor a hyphen.
    pub(crate) is_in_base64: bool,
}

impl Mark {
    /// A mark in a line that always has a space or a hyphen.
    pub(crate) const fn new(bytes: &'static [u8]) -> Self {
        Self {
            bytes,
            is_in_base64: false,
        }
    }

    /// A mark in a line that may be all there is before and after it.
    pub(crate) const fn alone(bytes: &'static [u8]) -> Self {
        Self {
            bytes,
            is_in_base64: true,
        }
    }
}

/// The lines before a message. Indices are into the window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Envelope {
    /// The index at which the message begins, envelope included.
    pub(crate) message: usize,
    /// The index at which the header begins.
    pub(crate) header: usize,
    /// The length of the message that the envelope declares, in bytes.
    pub(crate) length: Option<u64>,
    /// Whether the message boundary is doubtful.
    pub(crate) is_doubtful: bool,
    /// Whether no message begins here, but lines at the start of the file that belong to none. They extend to the first
    /// boundary.
    pub(crate) is_preamble: bool,
}

impl Envelope {
    /// Creates the envelope between two indices.
    pub(crate) const fn new(message: usize, header: usize) -> Self {
        Self {
            message,
            header,
            length: None,
            is_doubtful: false,
            is_preamble: false,
        }
    }

    /// Creates the envelope of a message without one.
    pub(crate) const fn none(at: usize) -> Self {
        Self::new(at, at)
    }

    /// Returns whether the envelope is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.message == self.header
    }
}

/// What must be known about the bytes before an offset to find the first message after it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Lookback {
    /// Nothing: a boundary is one whatever precedes it.
    None,
    /// Whether there are only empty lines. Then the first message may begin without a boundary.
    EmptyLines,
    /// The lengths of the messages, any of which may contain what looks like a boundary. The function reads the line
    /// with the [mark](Framing::mark) at an index.
    Lengths(fn(&Window<'_>, usize) -> Option<Candidate>),
}

/// A line that looks like a message boundary. Indices are into the window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    /// The index at which the line begins.
    pub(crate) at: usize,
    /// The index after the line.
    pub(crate) after: usize,
    /// Whether the line is a boundary, unless it is inside another message.
    pub(crate) is_boundary: bool,
    /// The number of bytes that follow, as the line declares.
    pub(crate) length: Option<u64>,
}
