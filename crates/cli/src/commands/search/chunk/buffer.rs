//! The output of a chunk: bytes and fixups.

use std::mem;

use urlsift_search::Conformance;

use super::fixup::{Fixup, FixupKind, KeyedLink};
use crate::{report::record::CountedNumbers, select::dedup::LinkKey};

/// The capacity for the bytes of a typical chunk, which has at least about 60 KiB.
const CAPACITY: usize = 64 << 10;

/// The output of a chunk.
#[derive(Debug, Default)]
pub(crate) struct ChunkBuffer {
    /// Whole lines or records.
    pub(crate) bytes: Vec<u8>,
    /// The fixups, by their offsets.
    pub(crate) fixups: Vec<Fixup>,
    /// The links that may be repeated, including those that were withdrawn.
    pub(super) links: Vec<KeyedLink>,
    /// The memory of the fixups in bytes.
    fixup_bytes: usize,
}

/// The content of a buffer before a file.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Checkpoint {
    bytes: usize,
    fixups: usize,
}

impl ChunkBuffer {
    /// Reserves memory for a typical chunk. Growing in steps would copy about as many bytes again.
    pub(super) fn reserve(&mut self) {
        if self.bytes.is_empty() {
            self.bytes.reserve(CAPACITY);
        }
    }

    /// Adds a fixup after the bytes so far.
    pub(super) fn push(&mut self, kind: FixupKind) {
        self.push_at(self.bytes.len(), kind);
    }

    /// Adds a fixup after `at` bytes.
    pub(super) fn push_at(&mut self, at: usize, kind: FixupKind) {
        let fixup = Fixup { at, kind };
        self.fixup_bytes += fixup.size();
        self.fixups.push(fixup);
    }

    /// Begins a file. It supersedes a file without output.
    pub(super) fn begin_file(&mut self) {
        let at = self.bytes.len();
        let is_empty = |last: &Fixup| last.at == at && last.is_file();
        if !self.fixups.last().is_some_and(is_empty) {
            self.push(FixupKind::File);
        }
    }

    /// Begins a link that is cut if it is repeated.
    pub(super) fn begin_link(&mut self, key: LinkKey, level: Conformance) {
        self.push(FixupKind::Link(self.links.len()));
        self.links.push(KeyedLink {
            key,
            level,
            end: self.bytes.len(),
        });
    }

    /// Ends the last link that was begun.
    pub(super) fn end_link(&mut self) {
        if let Some(link) = self.links.last_mut() {
            link.end = self.bytes.len();
        }
    }

    /// Adds a fixup for each number that was not written.
    pub(super) fn add_numbers(&mut self, numbers: &mut CountedNumbers) {
        for (at, number) in numbers.take_placeholders() {
            self.push_at(at, FixupKind::Number(number));
        }
    }

    /// Adds an object that belongs to no link, which was written after `start` bytes.
    pub(super) fn add_object(&mut self, start: usize) {
        self.push_at(start, FixupKind::Object(self.bytes.len() - start));
    }

    /// Returns the current state for [`withdraw_links`](Self::withdraw_links).
    pub(super) fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            bytes: self.bytes.len(),
            fixups: self.fixups.len(),
        }
    }

    /// Removes the output of all links after a checkpoint.
    pub(super) fn withdraw_links(&mut self, checkpoint: Checkpoint) {
        let bytes = self.bytes.split_off(checkpoint.bytes);
        // The bytes that stay.
        let mut object = 0..0;
        let fixups = self.fixups.split_off(checkpoint.fixups);
        self.fixup_bytes -= fixups.iter().map(Fixup::size).sum::<usize>();
        for Fixup { at, kind } in fixups {
            let at = at - checkpoint.bytes;
            if let FixupKind::Object(len) = kind {
                object = at..at + len;
                self.push(kind);
                self.bytes.extend_from_slice(&bytes[object.clone()]);
            } else if object.contains(&at) {
                self.push_at(self.bytes.len() - (object.end - at), kind);
            } else if !kind.is_of_link() {
                self.push(kind);
            }
        }
    }

    /// Returns the approximate memory usage in bytes; 0 if nothing would be printed.
    pub(super) fn size(&self) -> usize {
        self.bytes.len() + self.fixup_bytes + size_of_val(&*self.links)
    }

    /// Returns whether there are fixups to apply.
    pub(super) fn has_edits(&self) -> bool {
        self.fixups.iter().any(Fixup::is_edit)
    }

    /// Applies the numbers and cuts among the fixups, and keeps the others. The output moves to an empty buffer;
    /// returns the other one.
    pub(super) fn apply_fixups(&mut self, empty: Self) -> Self {
        /// The usual number of digits.
        const DIGITS: usize = 8;
        let mut source = mem::replace(self, empty);
        let len = source.bytes.len() + DIGITS * source.fixups.len();
        self.bytes.reserve(len);
        let mut copied = 0;
        for Fixup { at, kind } in source.fixups.drain(..) {
            self.bytes.extend_from_slice(&source.bytes[copied..at]);
            copied = at;
            if let FixupKind::Number(number) = kind {
                let mut digits = itoa::Buffer::new();
                let digits = digits.format(number.value());
                self.bytes.extend_from_slice(digits.as_bytes());
            } else if let FixupKind::Cut(len) = kind {
                copied += len;
            } else {
                self.push(kind);
            }
        }
        self.bytes.extend_from_slice(&source.bytes[copied..]);
        source
    }

    /// Removes the bytes, and passes them to `take`.
    pub(super) fn take_bytes(&mut self, take: impl FnOnce(&[u8])) {
        take(&self.bytes);
        self.bytes.clear();
        for fixup in &mut self.fixups {
            fixup.at = 0;
        }
    }

    /// Removes everything, and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.fixups.clear();
        self.links.clear();
        self.fixup_bytes = 0;
    }

    /// Returns the reserved memory in bytes.
    pub(super) fn capacity(&self) -> usize {
        self.bytes.capacity()
            + self.fixups.capacity() * size_of::<Fixup>()
            + self.links.capacity() * size_of::<KeyedLink>()
    }
}

#[cfg(test)]
mod tests {
    use urlsift::{Field, Preceding};
    use urlsift_search::{Conformance, Position};

    use super::{ChunkBuffer, FixupKind};
    use crate::{
        report::record::{CountedNumbers, RelativeNumber, RelativeNumbers},
        select::dedup::{DedupRole, LinkKey},
    };

    /// Writes a line that begins with its number in the chunk.
    fn numbered_line(buffer: &mut ChunkBuffer, line: u64, text: &str) {
        let position = RelativeNumbers {
            position: Some(Position { line, column: 1 }),
            message_index: None,
        };
        let mut numbers = CountedNumbers::default();
        numbers.begin(position, false);
        numbers.write(&mut buffer.bytes, Field::Line);
        buffer.bytes.extend_from_slice(text.as_bytes());
        buffer.add_numbers(&mut numbers);
    }

    /// Returns the buffer after this number of lines.
    fn applied(mut buffer: ChunkBuffer, lines: u64) -> ChunkBuffer {
        let preceding = Preceding {
            lines,
            ..Preceding::default()
        };
        for fixup in &mut buffer.fixups {
            if let FixupKind::Number(number) = &mut fixup.kind {
                *number = RelativeNumber::Final(number.after(preceding));
            }
        }
        buffer.apply_fixups(ChunkBuffer::default());
        assert!(!buffer.has_edits());
        buffer
    }

    #[test]
    fn files_without_output_are_superseded() {
        let mut buffer = ChunkBuffer::default();
        buffer.begin_file();
        buffer.begin_file();
        // Nothing would be printed.
        assert_eq!((buffer.fixups.len(), buffer.size()), (1, 0));
        buffer.bytes.extend_from_slice(b"a\n");
        buffer.begin_file();
        buffer.begin_file();
        assert!(buffer.fixups.iter().map(|fixup| fixup.at).eq([0, 2]));
        let second = buffer.fixups[1].size();
        assert!(second > 0);
        assert_eq!(buffer.size(), buffer.bytes.len() + second);
    }

    #[test]
    fn numbers_are_inserted_and_ranges_cut() {
        let mut buffer = ChunkBuffer::default();
        numbered_line(&mut buffer, 1, ":one\n");
        buffer.begin_file();
        buffer.push(FixupKind::Cut(4));
        buffer.bytes.extend_from_slice(b"two\n");
        numbered_line(&mut buffer, 30, ":three\n");
        buffer.begin_file();
        buffer = applied(buffer, 99);
        assert_eq!(buffer.bytes, b"100:one\n129:three\n");
        assert!(buffer.fixups.iter().map(|fixup| fixup.at).eq([8, 18]));
    }

    #[test]
    fn objects_stay_when_links_are_withdrawn() {
        let mut buffer = ChunkBuffer::default();
        numbered_line(&mut buffer, 1, " before\n");
        let checkpoint = buffer.checkpoint();
        let object = |buffer: &mut ChunkBuffer, line, text| {
            let start = buffer.bytes.len();
            let numbers = buffer.fixups.len();
            numbered_line(buffer, line, text);
            let number = buffer.fixups.split_off(numbers);
            buffer.add_object(start);
            buffer.fixups.extend(number);
        };
        let key = LinkKey {
            key: 7,
            message: None,
            role: DedupRole::Any,
        };
        buffer.begin_link(key, Conformance::Rfc1738);
        numbered_line(&mut buffer, 2, " link\n");
        buffer.end_link();
        object(&mut buffer, 3, " object\n");
        numbered_line(&mut buffer, 4, " link\n");
        object(&mut buffer, 5, " last\n");
        buffer.withdraw_links(checkpoint);
        let expected = b"11 before\n13 object\n15 last\n";
        assert_eq!(applied(buffer, 10).bytes, expected);
    }
}
