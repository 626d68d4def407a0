//! The search for the first message of a range in an input that can only be read from its start.

use std::ops::ControlFlow;

use urlsift_archive::{Before, Kind, ReadOptions, Rest, Visitor, Walker};

use super::InputBuffer;

/// Returns options that find where messages begin, and nothing else.
pub(crate) fn framing(reading: &ReadOptions) -> ReadOptions {
    let framing = ReadOptions::new().headers(false).bodies(false);
    framing.kind(reading.known_kind())
}

/// The search for the first message of a range.
#[derive(Debug, Default)]
pub(crate) struct Seek {
    kind: Option<Kind>,
    /// The bytes before the window.
    before: Before,
}

/// The result of one step of the search.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SeekStep {
    /// The kind of the file, the offset of the message, and the bytes before it.
    Message(Kind, u64, Before),
    /// There is no message in the range.
    NoMessage,
    /// More input is needed.
    NotYet,
}

impl Seek {
    /// Searches the window with a walker for [`framing`], and consumes the bytes before the message.
    pub(crate) fn push(
        &mut self,
        walker: &mut Walker,
        buffer: &mut InputBuffer,
        rest: Rest,
        start: u64,
    ) -> SeekStep {
        walker.stop_at(start);
        // No method of this visitor breaks.
        let pushed = walker.push(buffer.window(), rest, self);
        let used = match pushed {
            ControlFlow::Continue(used) => used,
            ControlFlow::Break(()) => buffer.window().len(),
        };
        match (self.kind, walker.next()) {
            (Some(kind), Some(next)) => {
                // The message begins in this window.
                self.consume(buffer, (next.saturating_sub(buffer.start())) as usize);
                SeekStep::Message(kind, next, self.before)
            }
            (Some(kind), None) if !kind.can_be_cut() => SeekStep::NoMessage,
            _ => {
                self.consume(buffer, used);
                SeekStep::NotYet
            }
        }
    }

    fn consume(&mut self, buffer: &mut InputBuffer, used: usize) {
        self.before = self.before.after(&buffer.window()[..used]);
        buffer.consume(used);
    }
}

impl Visitor for Seek {
    fn recognised(&mut self, kind: Kind) {
        self.kind = Some(kind);
    }
}
