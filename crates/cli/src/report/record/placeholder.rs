//! Numbers of a record that are known once its chunk is collected.

use urlsift_record::{Field, Preceding};
use urlsift_search::Position;

/// The place of a number that counts from the start of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placeholder {
    /// The number of bytes before it.
    pub(super) at: u32,
    pub(super) field: Field,
}

/// The numbers of a record that count from the start of its chunk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RelativeNumbers {
    pub(crate) position: Option<Position>,
    pub(crate) message_index: Option<u64>,
}

impl Placeholder {
    /// Creates a placeholder after `before` bytes, of which there are far fewer than 4 GiB.
    pub(crate) fn new(field: Field, before: usize) -> Self {
        Self {
            at: before as u32,
            field,
        }
    }
}

impl RelativeNumbers {
    /// Prints a record that begins after `start` bytes, with numbers in its placeholders.
    pub(crate) fn fill(
        self,
        out: &mut Vec<u8>,
        record: &[u8],
        start: u32,
        placeholders: &[Placeholder],
        preceding: Preceding,
    ) {
        let mut printed = 0;
        for &Placeholder { at, field } in placeholders {
            let end = (at - start) as usize;
            out.extend_from_slice(&record[printed..end]);
            printed = end;
            if let Some(number) = self.number(field, preceding) {
                out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
            }
        }
        out.extend_from_slice(&record[printed..]);
    }

    /// Returns a number of the whole source.
    fn number(self, field: Field, preceding: Preceding) -> Option<u64> {
        if field == Field::MessageIndex {
            return Some(self.message_index? + preceding.messages);
        }
        let position = self.position?.after(preceding.lines, preceding.columns);
        Some(match field {
            Field::Line => position.line,
            _ => position.column,
        })
    }
}
