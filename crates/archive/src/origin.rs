//! Where the bytes of a text came from.
//!
//! A text is made in a few stages: the lines of a message without their escapes, the transfer
//! encoding undone, the character set, the layout. Each stage keeps a map from its output to its
//! input; a place is followed down through all of them. The maps are written as the text is made,
//! a run at a time, and forgotten as soon as nobody can ask for it any more.

use std::{collections::VecDeque, ops::Range};

/// The map of one stage: the offset in its input of each byte of its output.
///
/// The output is a sequence of runs; bytes of the input between two runs left nothing in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct OffsetMap {
    runs: VecDeque<Run>,
    len: u64,
}

/// Some bytes of output that came from the input in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    /// Offset in the output of the first of them.
    output: u64,
    /// Offset in the input of what gave them.
    input: u64,
    how: How,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    /// Each byte is one byte of the input.
    Verbatim,
    /// Each three bytes are four characters of the input, six bits in each.
    Quanta,
    /// All of them stand for so many bytes of the input.
    Replaced(u64),
}

impl OffsetMap {
    /// Forgets everything, for the next text.
    pub(crate) fn clear(&mut self) {
        self.runs.clear();
        self.len = 0;
    }

    /// How many bytes of output there were.
    #[cfg(test)]
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// The next `len` bytes of output are those of the input from `input` on.
    pub(crate) fn push_verbatim(&mut self, len: u64, input: u64) {
        if let Some(last) = self.runs.back()
            && last.how == How::Verbatim
            && last.input + (self.len - last.output) == input
        {
            self.len += len;
            return;
        }
        self.push(len, input, How::Verbatim);
    }

    /// The next `len` bytes of output are characters of base64 or uuencode, from the first one of
    /// a quantum at `input` on, without anything between them.
    pub(crate) fn push_quanta(&mut self, len: u64, input: u64) {
        self.push(len, input, How::Quanta);
    }

    /// The next `len` bytes of output stand, as a whole, for a range of the input.
    pub(crate) fn push_replaced(&mut self, len: u64, input: Range<u64>) {
        self.push(len, input.start, How::Replaced(input.end - input.start));
    }

    fn push(&mut self, len: u64, input: u64, how: How) {
        if len > 0 {
            self.runs.push_back(Run {
                output: self.len,
                input,
                how,
            });
            self.len += len;
        }
    }

    /// Where the byte of output at `offset` begins in the input; after the last byte, where that
    /// one ends.
    pub(crate) fn start(&self, offset: u64) -> u64 {
        if offset >= self.len {
            return self.end(self.len);
        }
        match self.run(offset) {
            Some(run) => run.start(offset - run.output),
            None => 0,
        }
    }

    /// Where the byte of output before `offset` ends in the input.
    pub(crate) fn end(&self, offset: u64) -> u64 {
        let Some(last) = offset.min(self.len).checked_sub(1) else {
            return self.start_of_all();
        };
        match self.run(last) {
            Some(run) => run.end(last - run.output),
            None => 0,
        }
    }

    fn start_of_all(&self) -> u64 {
        self.runs.front().map_or(0, |run| run.input)
    }

    fn run(&self, offset: u64) -> Option<&Run> {
        let after = self.runs.partition_point(|run| run.output <= offset);
        self.runs.get(after.checked_sub(1)?)
    }

    /// Says that nobody will ask for a byte of output before `offset` any more.
    pub(crate) fn forget_before(&mut self, offset: u64) {
        while self.runs.get(1).is_some_and(|next| next.output <= offset) {
            self.runs.pop_front();
        }
    }
}

impl Run {
    fn start(&self, at: u64) -> u64 {
        self.input
            + match self.how {
                How::Verbatim => at,
                How::Quanta => at / 3 * 4 + at % 3,
                How::Replaced(_) => 0,
            }
    }

    fn end(&self, at: u64) -> u64 {
        match self.how {
            How::Verbatim => self.start(at) + 1,
            How::Quanta => self.start(at) + 2,
            How::Replaced(len) => self.input + len,
        }
    }
}

/// Where the bytes of a text stand in the file: the maps of the stages that made it.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'m> {
    /// From the text down to the file.
    stages: &'m [&'m OffsetMap],
}

impl<'m> Origin<'m> {
    pub(crate) fn new(stages: &'m [&'m OffsetMap]) -> Self {
        Self { stages }
    }

    /// Where in the file the byte of the text at `offset` begins.
    #[must_use]
    pub fn start(&self, offset: u64) -> u64 {
        let stages = self.stages.iter();
        stages.fold(offset, |offset, map| map.start(offset))
    }

    /// Where in the file the byte of the text before `offset` ends.
    #[must_use]
    pub fn end(&self, offset: u64) -> u64 {
        let stages = self.stages.iter();
        stages.fold(offset, |offset, map| map.end(offset))
    }

    /// The bytes of the file that a range of the text came from, and what lies between them.
    #[must_use]
    pub fn source(&self, text: Range<u64>) -> Range<u64> {
        let start = self.start(text.start);
        let end = if text.is_empty() {
            start
        } else {
            self.end(text.end)
        };
        start..end
    }
}

#[cfg(test)]
mod tests {
    use super::{OffsetMap, Origin};

    #[test]
    fn replaced_bytes_and_gaps_are_covered_whole() {
        // "ab=\r\nc=3Dd" reads "abc=d".
        let mut map = OffsetMap::default();
        map.push_verbatim(2, 0);
        map.push_verbatim(1, 5);
        map.push_replaced(1, 6..9);
        map.push_verbatim(1, 9);
        let spans = [
            (0, 2, 0, 2),
            (1, 3, 1, 6),
            (2, 3, 5, 6),
            (3, 4, 6, 9),
            (3, 5, 6, 10),
            (5, 5, 10, 10),
            (3, 3, 6, 6),
        ];
        for (from, to, source_from, source_to) in spans {
            let stages = [&map];
            let source = Origin::new(&stages).source(from..to);
            assert_eq!(source, source_from..source_to, "{from}..{to}");
        }
    }

    #[test]
    fn verbatim_runs_that_meet_are_one() {
        let mut map = OffsetMap::default();
        map.push_verbatim(2, 5);
        map.push_verbatim(3, 7);
        map.push_verbatim(1, 11);
        assert_eq!(map.runs.len(), 2);
        assert_eq!([4, 5, 6].map(|at| map.start(at)), [9, 11, 12]);
    }

    #[test]
    fn each_byte_of_a_quantum_has_its_characters() {
        // "PGE+" reads "<a>".
        let mut map = OffsetMap::default();
        map.push_quanta(6, 100);
        assert_eq!([0, 1, 2, 3].map(|at| map.start(at)), [100, 101, 102, 104]);
        assert_eq!([1, 2, 3, 4].map(|at| map.end(at)), [102, 103, 104, 106]);
    }

    #[test]
    fn what_is_forgotten_is_not_asked_for() {
        let mut map = OffsetMap::default();
        map.push_verbatim(4, 0);
        map.push_verbatim(4, 10);
        map.push_verbatim(4, 20);
        map.forget_before(5);
        assert_eq!(map.runs.len(), 2);
        assert_eq!((map.start(5), map.end(12)), (11, 24));
        map.forget_before(12);
        assert_eq!((map.runs.len(), map.start(12)), (1, 24));
    }

    #[test]
    fn places_are_followed_through_all_stages() {
        // "PTNDYQ==" is base64 of "=3Ca", and that quoted-printable of "<a".
        let mut transfer = OffsetMap::default();
        transfer.push_quanta(4, 50);
        let mut text = OffsetMap::default();
        text.push_replaced(1, 0..3);
        text.push_verbatim(1, 3);
        let stages = [&text, &transfer];
        let origin = Origin::new(&stages);
        assert_eq!(origin.source(0..1), 50..54);
        assert_eq!(origin.source(1..2), 54..56);
    }
}
