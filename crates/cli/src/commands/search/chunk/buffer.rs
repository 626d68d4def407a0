//! The output of a chunk: bytes and fixups.

use std::mem;

use urlsift_search::Conformance;

use super::{
    buffer_pool::BufferPool,
    fixup::{Fixup, FixupKind, KeyedLink},
};
use crate::{
    report::record::{Placeholder, RelativeNumbers},
    select::dedup::{DedupKey, MessageOffset},
    term::reached::ResumePoint,
};
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
    /// The memory of the fixups and of what they own, in bytes.
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
    pub(super) fn begin_file(&mut self, point: Option<ResumePoint>) {
        self.pop_here(Fixup::is_place);
        self.push(FixupKind::File(point));
    }

    /// Adds a message at which another run can resume. It supersedes a message without output.
    pub(super) fn begin_message(&mut self, offset: u64) {
        self.pop_here(|last| last.resume_point().is_some());
        self.push(FixupKind::Resume(ResumePoint::Message(offset)));
    }

    /// Removes the last fixups after the bytes so far that are superseded.
    fn pop_here(&mut self, is_superseded: impl Fn(&Fixup) -> bool) {
        let at = self.bytes.len();
        while let Some(fixup) = self
            .fixups
            .pop_if(|last| last.at == at && is_superseded(last))
        {
            self.fixup_bytes -= fixup.size();
        }
    }

    /// Begins a link that is cut if it is repeated.
    pub(super) fn begin_link(&mut self, key: DedupKey, message: MessageOffset, level: Conformance) {
        self.push(FixupKind::Link(self.links.len()));
        self.links.push(KeyedLink {
            key,
            message,
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

    /// Adds a fixup for each placeholder, and drops these.
    pub(super) fn add_numbers(
        &mut self,
        placeholders: &mut Vec<Placeholder>,
        numbers: RelativeNumbers,
    ) {
        for Placeholder { at, field } in placeholders.drain(..) {
            if let Some(number) = numbers.get(field) {
                self.push_at(at, FixupKind::Number(number));
            }
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
            match kind {
                FixupKind::Object(len) => {
                    object = at..at + len;
                    self.push(FixupKind::Object(len));
                    self.bytes.extend_from_slice(&bytes[object.clone()]);
                }
                FixupKind::Number(_) if object.contains(&at) => {
                    self.push_at(self.bytes.len() - (object.end - at), kind);
                }
                FixupKind::Number(_)
                | FixupKind::Link(_)
                | FixupKind::Heading(_)
                | FixupKind::Context { .. }
                | FixupKind::Cut(_) => {}
                FixupKind::File(_)
                | FixupKind::Resume(_)
                | FixupKind::End(_)
                | FixupKind::Withheld(_)
                | FixupKind::Diagnostic(_) => self.push(kind),
            }
        }
    }

    /// Returns the approximate memory usage in bytes; 0 if nothing would be printed.
    pub(super) fn size(&self) -> usize {
        self.bytes.len() + self.fixup_bytes
    }

    /// Returns whether there are fixups to apply.
    pub(super) fn has_edits(&self) -> bool {
        self.fixups.iter().any(Fixup::is_edit)
    }

    /// Applies the numbers and cuts among the fixups, and keeps the others.
    pub(super) fn apply_fixups(&mut self, buffers: &BufferPool) {
        /// The usual number of digits.
        const DIGITS: usize = 8;
        let mut source = mem::replace(self, buffers.take());
        let len = source.bytes.len() + DIGITS * source.fixups.len();
        self.bytes.reserve(len);
        let mut copied = 0;
        for Fixup { at, kind } in source.fixups.drain(..) {
            self.bytes.extend_from_slice(&source.bytes[copied..at]);
            copied = at;
            match kind {
                FixupKind::Number(number) => {
                    let mut digits = itoa::Buffer::new();
                    let number = digits.format(number.value());
                    self.bytes.extend_from_slice(number.as_bytes());
                }
                FixupKind::Cut(len) => copied += len,
                FixupKind::File(_)
                | FixupKind::Resume(_)
                | FixupKind::Link(_)
                | FixupKind::Heading(_)
                | FixupKind::Context { .. }
                | FixupKind::Object(_)
                | FixupKind::End(_)
                | FixupKind::Withheld(_)
                | FixupKind::Diagnostic(_) => self.push(kind),
            }
        }
        self.bytes.extend_from_slice(&source.bytes[copied..]);
        buffers.put(source);
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
