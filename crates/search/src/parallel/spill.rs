//! Stores output that exceeds the memory in an unnamed temporary file until it is collected.
//!
//! The task of a large compressed file that is ahead of the first task would have to wait once its share of the memory
//! is used up, and its core would be idle. The bytes of its chunks are spilled instead; what else a chunk has stays in
//! memory, within another share. The file is divided into slots of a fixed size, which are reused once their chunk has
//! been read back.
//!
//! The results do not depend on the file: if it cannot be created or written, or is full, tasks wait. Only a chunk that
//! cannot be read back is lost, and replaced by one with the error.

use std::{
    io::{self, Read, Write},
    iter, mem,
    sync::{Arc, Mutex},
};

use urlsift_unpack::{create_temp_file, explain_temp_error};

use super::{
    backpressure::Permit,
    chunk::{BoxedChunk, ChunkFactory},
};
use crate::{at_offset::OffsetFile, error::Error, input::source::Input, sync::lock};

/// The number of bytes of a slot.
const SLOT: usize = 16 << 10;

/// The temporary file of a run, which is created once it is needed.
#[derive(Debug)]
pub(super) struct SpillFile {
    state: Mutex<State>,
    /// The maximum number of slots.
    max_slots: u64,
}

#[derive(Debug, Default)]
struct State {
    file: Option<Arc<OffsetFile>>,
    /// The number of slots that the file has.
    slots: u64,
    /// The unused slots.
    free: Vec<u64>,
    /// Whether the file could not be created or written.
    has_failed: bool,
    /// The reason, until it is reported.
    failure: Option<io::Error>,
}

impl SpillFile {
    /// Creates a spill file of at most `max_bytes` bytes.
    pub(super) fn new(max_bytes: u64) -> Self {
        Self {
            state: Mutex::default(),
            max_slots: max_bytes / SLOT as u64,
        }
    }

    /// Stores bytes. Returns `None` if there is no space for them, or they cannot be written.
    pub(super) fn store(self: &Arc<Self>, bytes: &[u8]) -> Option<Spilled> {
        let (file, slots) = {
            let mut state = lock(&self.state);
            let file = self.open(&mut state)?;
            (
                file,
                state.take_slots(bytes.len().div_ceil(SLOT), self.max_slots)?,
            )
        };
        // From here on, dropping `spilled` frees its slots.
        let spilled = Spilled {
            spill: Arc::clone(self),
            slots,
            len: bytes.len(),
        };
        let mut parts = bytes.chunks(SLOT).zip(&spilled.slots);
        let written = parts.try_for_each(|(part, &slot)| file.at(offset(slot)).write_all(part));
        match written {
            Ok(()) => Some(spilled),
            Err(error) => {
                lock(&self.state).fail(explain_temp_error(&error));
                None
            }
        }
    }

    /// Returns the file, which is created if there is none; `None` if it cannot be used.
    fn open(&self, state: &mut State) -> Option<Arc<OffsetFile>> {
        if state.has_failed || self.max_slots == 0 {
            return None;
        }
        if state.file.is_none() {
            match create_temp_file() {
                Ok(file) => state.file = Some(Arc::new(OffsetFile::new(file))),
                Err(error) => state.fail(error),
            }
        }
        state.file.clone()
    }

    /// Takes the reason why nothing can be stored, once.
    pub(super) fn take_failure(&self) -> Option<io::Error> {
        lock(&self.state).failure.take()
    }
}

impl State {
    /// Notes that nothing more can be stored.
    fn fail(&mut self, error: io::Error) {
        if !mem::replace(&mut self.has_failed, true) {
            self.failure = Some(error);
        }
    }

    /// Takes slots that are not used; `None` if there are too few.
    fn take_slots(&mut self, count: usize, max: u64) -> Option<Vec<u64>> {
        let new = count.saturating_sub(self.free.len()) as u64;
        if self.slots + new > max {
            return None;
        }
        let kept = self.free.len().saturating_sub(count);
        let mut slots = self.free.split_off(kept);
        slots.extend(self.slots..self.slots + new);
        self.slots += new;
        Some(slots)
    }
}

/// Returns the offset of a slot.
fn offset(slot: u64) -> u64 {
    slot * SLOT as u64
}

/// Bytes in a spill file. Their space is free again when this is dropped.
#[derive(Debug)]
pub(super) struct Spilled {
    spill: Arc<SpillFile>,
    slots: Vec<u64>,
    len: usize,
}

impl Spilled {
    /// Reads the bytes back.
    ///
    /// # Errors
    ///
    /// Returns the error of the system, with the directory of the file.
    fn read(&self) -> io::Result<Vec<u8>> {
        let file = lock(&self.spill.state).file.clone();
        let file = file.ok_or(io::ErrorKind::NotFound)?;
        let mut bytes = vec![0; self.len];
        for (part, &slot) in iter::zip(bytes.chunks_mut(SLOT), &self.slots) {
            file.at(offset(slot))
                .read_exact(part)
                .map_err(|error| explain_temp_error(&error))?;
        }
        Ok(bytes)
    }
}

impl Drop for Spilled {
    fn drop(&mut self) {
        lock(&self.spill.state).free.append(&mut self.slots);
    }
}

/// A chunk that waits to be collected.
pub(super) struct WaitingChunk {
    chunk: BoxedChunk,
    /// The content, if it was spilled.
    spilled: Option<Spilled>,
    permit: Permit,
}

impl WaitingChunk {
    pub(super) fn new(chunk: BoxedChunk, spilled: Option<Spilled>, permit: Permit) -> Self {
        Self {
            chunk,
            spilled,
            permit,
        }
    }

    /// Restores and returns the chunk of an input, and releases its permit. If its content cannot be read back, returns
    /// a chunk with the error.
    pub(super) fn into_chunk(self, factory: &ChunkFactory, input: &Input) -> BoxedChunk {
        let Self {
            mut chunk,
            spilled,
            permit,
        } = self;
        drop(permit);
        match spilled.as_ref().map(Spilled::read) {
            None => {}
            Some(Ok(bytes)) => {
                if let Some(content) = chunk.spillable() {
                    *content = bytes;
                }
            }
            Some(Err(error)) => {
                chunk = factory.create();
                chunk.input(input);
                chunk.error(Error::io(input.path(), error));
            }
        }
        chunk
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{SLOT, SpillFile};
    use crate::sync::lock;

    /// Bytes that differ from slot to slot.
    fn bytes(len: usize, first: u8) -> Vec<u8> {
        (0..len).map(|at| first ^ (at / SLOT) as u8).collect()
    }

    #[test]
    fn bytes_are_read_back_and_slots_are_used_again() {
        let spill = Arc::new(SpillFile::new(7 * SLOT as u64));
        let lens = [1, SLOT, 3 * SLOT + 5, 2 * SLOT];
        for round in 0..3 {
            let mut stored: Vec<_> = Vec::new();
            for (number, len) in lens.into_iter().enumerate() {
                let bytes = bytes(len, number as u8 + round);
                if let Some(spilled) = spill.store(&bytes) {
                    stored.push((spilled, bytes));
                }
            }
            // The last one has no space.
            assert_eq!(stored.len(), 3);
            stored.remove(1);
            let last = bytes(2 * SLOT, 9);
            let spilled = spill.store(&last).expect("there is space again");
            stored.push((spilled, last));
            for (spilled, bytes) in &stored {
                assert!(spilled.read().expect("a file") == *bytes);
            }
        }
        let state = lock(&spill.state);
        assert_eq!((state.slots, state.free.len()), (7, 7));
        assert!(!state.has_failed);
    }

    #[test]
    fn nothing_is_stored_without_space() {
        let spill = Arc::new(SpillFile::new(SLOT as u64 - 1));
        assert!(spill.store(b"a").is_none());
        assert!(spill.take_failure().is_none());
    }
}
