//! Numbers that are known once all that precedes a chunk is known.

use urlsift::{Field, Preceding};
use urlsift_search::Position;

/// The place of a number that counts from the start of the source.
#[derive(Clone, Copy, Debug)]
struct Placeholder {
    /// The number of bytes before it.
    at: usize,
    field: Field,
}

/// The numbers of a link, or of a rejected candidate, that count from the start of its chunk.
#[derive(Clone, Copy, Debug, Default)]
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

/// Writes the numbers of a link, or records where they go.
#[derive(Debug, Default)]
pub(crate) struct CountedNumbers {
    numbers: RelativeNumbers,
    /// Whether nothing precedes the chunk in its file that the numbers do not count.
    are_final: bool,
    /// Where the numbers go, if they are not final.
    placeholders: Vec<Placeholder>,
}

impl CountedNumbers {
    /// Begins a link.
    pub(crate) fn begin(&mut self, numbers: RelativeNumbers, are_final: bool) {
        self.numbers = numbers;
        self.are_final = are_final;
        // If printing an earlier link has panicked, its placeholders are still here.
        self.placeholders.clear();
    }

    /// Writes a number if it is final.
    pub(crate) fn write(&mut self, out: &mut Vec<u8>, field: Field) {
        if !self.are_final {
            let at = out.len();
            self.placeholders.push(Placeholder { at, field });
        } else if let Some(number) = self.numbers.get(field) {
            let mut digits = itoa::Buffer::new();
            out.extend_from_slice(digits.format(number.value()).as_bytes());
        }
    }

    /// Returns the number of placeholders.
    pub(crate) fn placeholders(&self) -> usize {
        self.placeholders.len()
    }

    /// Removes the placeholders. Returns the number of bytes before each number.
    pub(crate) fn take_placeholders(&mut self) -> impl Iterator<Item = (usize, RelativeNumber)> {
        let numbers = self.numbers;
        let placeholders = self.placeholders.drain(..);
        placeholders.filter_map(move |Placeholder { at, field }| Some((at, numbers.get(field)?)))
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
