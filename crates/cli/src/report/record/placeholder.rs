//! Numbers that are known once all that precedes a chunk is known.

use urlsift_record::{Field, Preceding};
use urlsift_search::Position;

/// The place of a number that counts from the start of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placeholder {
    /// The number of bytes before it.
    pub(crate) at: usize,
    pub(crate) field: Field,
}

/// The numbers of a link, or of a rejected candidate, that count from the start of its chunk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RelativeNumbers {
    pub(crate) position: Option<Position>,
    pub(crate) message_index: Option<u64>,
}

/// A number that counts from the start of its chunk, by what precedes the chunk in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RelativeNumber {
    /// A line.
    Line(u64),
    /// A column of the first line; the columns of all other lines are final.
    FirstLineColumn(u64),
    /// The index of a message.
    Message(u64),
    /// Nothing: the number is final.
    Final(u64),
}

impl Placeholder {
    /// Creates a placeholder after `before` bytes.
    pub(crate) fn new(field: Field, before: usize) -> Self {
        Self { at: before, field }
    }
}

impl RelativeNumbers {
    /// Returns the number of a field.
    pub(crate) fn get(self, field: Field) -> Option<RelativeNumber> {
        if field == Field::MessageIndex {
            return self.message_index.map(RelativeNumber::Message);
        }
        let Position { line, column } = self.position?;
        Some(if field == Field::Line {
            RelativeNumber::Line(line)
        } else if line == 1 {
            RelativeNumber::FirstLineColumn(column)
        } else {
            RelativeNumber::Final(column)
        })
    }
}

impl RelativeNumber {
    /// Returns the number in the whole file.
    pub(crate) fn after(self, preceding: Preceding) -> u64 {
        match self {
            Self::Line(line) => preceding.lines + line,
            Self::FirstLineColumn(column) => preceding.columns + column,
            Self::Message(index) => preceding.messages + index,
            Self::Final(number) => number,
        }
    }

    /// Returns the number, which is final or counts from the start of the file.
    pub(crate) fn value(self) -> u64 {
        self.after(Preceding::default())
    }
}
