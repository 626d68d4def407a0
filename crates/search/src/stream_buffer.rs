//! The buffered part of a stream, for several threads to read.

use std::{
    collections::VecDeque,
    convert::Infallible,
    io,
    ops::ControlFlow,
    sync::{
        Arc, Condvar, Mutex, MutexGuard,
        atomic::{AtomicU64, Ordering},
    },
};

use urlsift::archive::Before;

use crate::sync::{lock, wait, wait_while};

/// The last bytes of a stream, which one thread writes and others read at any offset.
///
/// The memory is bounded: the writer waits while all stream buffers together exceed their
/// [`MemoryBudget`]. Bytes before the [front](Self::follow) cursor are dropped.
#[derive(Debug)]
pub(crate) struct StreamBuffer {
    state: Mutex<StreamState>,
    /// Notified of each write and of the end.
    changed: Condvar,
    budget: Arc<MemoryBudget>,
}

/// The bytes that all stream buffers together hold.
#[derive(Debug)]
pub(crate) struct MemoryBudget {
    state: Mutex<BudgetState>,
    changed: Condvar,
    /// The maximum number of bytes, not counting the last block.
    max: usize,
}

#[derive(Debug, Default)]
struct BudgetState {
    bytes: usize,
    /// Incremented whenever a cursor moves or a buffer is dropped.
    generation: u64,
}

impl MemoryBudget {
    pub(crate) fn new(max: usize) -> Self {
        Self {
            state: Mutex::default(),
            changed: Condvar::new(),
            max,
        }
    }

    fn lock(&self) -> MutexGuard<'_, BudgetState> {
        lock(&self.state)
    }

    fn generation(&self) -> u64 {
        self.lock().generation
    }

    /// Notes that a cursor moved or a buffer was dropped, so that bytes can be freed.
    fn next_generation(&self) {
        self.lock().generation += 1;
        self.changed.notify_all();
    }

    fn add(&self, bytes: usize) {
        self.lock().bytes += bytes;
    }

    fn subtract(&self, bytes: usize) {
        self.lock().bytes -= bytes;
    }

    /// Returns whether there is room. If not, first waits until the generation is no longer `known`.
    fn has_room(&self, known: u64) -> bool {
        let is_full =
            |state: &mut BudgetState| state.bytes >= self.max && state.generation == known;
        wait_while(&self.changed, self.lock(), is_full).bytes < self.max
    }
}

#[derive(Debug)]
struct StreamState {
    blocks: VecDeque<Block>,
    /// The offset after the last byte.
    end: u64,
    /// How the stream ends, once it is known.
    last: Option<StreamEnd>,
    front: Arc<ReadCursor>,
}

#[derive(Debug)]
enum StreamEnd {
    End,
    /// An error, until it is taken.
    Failure(Option<io::Error>),
    /// No reader wants more.
    Dropped,
}

#[derive(Clone, Debug)]
struct Block {
    start: u64,
    bytes: Arc<Vec<u8>>,
}

/// The progress of a reader: bytes before the cursor are no longer needed.
#[derive(Debug, Default)]
pub(crate) struct ReadCursor(AtomicU64);

impl ReadCursor {
    /// Creates a cursor at an offset.
    pub(crate) fn at(offset: u64) -> Self {
        Self(AtomicU64::new(offset))
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The result of a read at an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadAt {
    /// The number of bytes read; 0 at the end.
    Bytes(usize),
    /// The stream failed here.
    Failure,
    /// The bytes were dropped.
    Gone,
}

impl StreamBuffer {
    /// Creates an empty buffer with its front cursor.
    pub(crate) fn new(budget: Arc<MemoryBudget>, front: Arc<ReadCursor>) -> Self {
        Self {
            state: Mutex::new(StreamState {
                blocks: VecDeque::new(),
                end: 0,
                last: None,
                front,
            }),
            changed: Condvar::new(),
            budget,
        }
    }

    fn lock(&self) -> MutexGuard<'_, StreamState> {
        lock(&self.state)
    }

    fn wait<'t>(&self, state: MutexGuard<'t, StreamState>) -> MutexGuard<'t, StreamState> {
        wait(&self.changed, state)
    }

    /// Appends bytes, once there is room. Breaks if no reader wants more.
    pub(crate) fn write(&self, bytes: Vec<u8>) -> ControlFlow<()> {
        loop {
            let generation = self.budget.generation();
            let mut state = self.lock();
            if matches!(state.last, Some(StreamEnd::Dropped)) {
                return ControlFlow::Break(());
            }
            self.budget.subtract(state.free());
            drop(state);
            if self.budget.has_room(generation) {
                break;
            }
        }
        let mut state = self.lock();
        if matches!(state.last, Some(StreamEnd::Dropped)) {
            return ControlFlow::Break(());
        }
        self.budget.add(bytes.len());
        let start = state.end;
        state.end += bytes.len() as u64;
        state.blocks.push_back(Block {
            start,
            bytes: Arc::new(bytes),
        });
        drop(state);
        self.changed.notify_all();
        ControlFlow::Continue(())
    }

    /// Ends the stream, with an error if it failed. Returns the error if no reader wants more.
    pub(crate) fn close(&self, failure: Option<io::Error>) -> Option<io::Error> {
        let mut state = self.lock();
        if state.last.is_some() {
            return failure;
        }
        state.last = Some(match failure {
            None => StreamEnd::End,
            failure => StreamEnd::Failure(failure),
        });
        drop(state);
        self.changed.notify_all();
        None
    }

    /// Returns a guard that ends the stream when it is dropped, so that its readers do not wait forever if the writer
    /// panics.
    pub(crate) fn close_on_drop(&self) -> CloseOnDrop<'_> {
        CloseOnDrop(self)
    }

    /// Drops the rest of the stream. Returns the error of the stream if it was not taken.
    pub(crate) fn drop_rest(&self) -> Option<io::Error> {
        let mut state = self.lock();
        let last = state.last.replace(StreamEnd::Dropped);
        let dropped = state.blocks.drain(..).map(|block| block.bytes.len()).sum();
        self.budget.subtract(dropped);
        drop(state);
        self.changed.notify_all();
        self.budget.next_generation();
        match last {
            Some(StreamEnd::Failure(failure)) => failure,
            _ => None,
        }
    }

    /// Sets the front cursor: bytes before it are no longer needed.
    pub(crate) fn follow(&self, front: Arc<ReadCursor>) {
        self.lock().front = front;
        self.budget.next_generation();
    }

    /// Moves a cursor.
    pub(crate) fn reach(&self, cursor: &ReadCursor, offset: u64) {
        cursor.0.store(offset, Ordering::Relaxed);
        self.budget.next_generation();
    }

    /// Returns whether a read at an offset would block.
    pub(crate) fn would_wait(&self, offset: u64) -> bool {
        let state = self.lock();
        offset >= state.end && state.last.is_none()
    }

    /// Reads at an offset; blocks until there is a byte or the end.
    pub(crate) fn read(&self, offset: u64, into: &mut [u8]) -> ReadAt {
        let mut state = self.lock();
        while offset >= state.end {
            match state.last {
                None => state = self.wait(state),
                Some(StreamEnd::End) => return ReadAt::Bytes(0),
                Some(StreamEnd::Failure(_)) => return ReadAt::Failure,
                Some(StreamEnd::Dropped) => return ReadAt::Gone,
            }
        }
        let Some(block) = state.block(offset) else {
            return ReadAt::Gone;
        };
        drop(state);
        let rest = &block.bytes[(offset - block.start) as usize..];
        let len = rest.len().min(into.len());
        into[..len].copy_from_slice(&rest[..len]);
        ReadAt::Bytes(len)
    }

    /// Returns the offset of the front cursor and the bytes before it.
    pub(crate) fn front(&self) -> (u64, Before) {
        let state = self.lock();
        let at = state.front.get();
        let Ok(before) = Before::read(at, |from, before| {
            for (byte, offset) in before.iter_mut().zip(from..) {
                if let Some(block) = state.block(offset) {
                    *byte = block.bytes[(offset - block.start) as usize];
                }
            }
            Ok::<_, Infallible>(())
        });
        (at, before)
    }

    /// Takes the error of the stream.
    pub(crate) fn take_failure(&self) -> Option<io::Error> {
        match &mut self.lock().last {
            Some(StreamEnd::Failure(failure)) => failure.take(),
            _ => None,
        }
    }
}

/// See [`StreamBuffer::close_on_drop`].
pub(crate) struct CloseOnDrop<'b>(&'b StreamBuffer);

impl Drop for CloseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.close(None);
    }
}

impl StreamState {
    /// Returns the block that contains an offset, if it was not dropped.
    fn block(&self, offset: u64) -> Option<Block> {
        let after = self.blocks.partition_point(|block| block.start <= offset);
        self.blocks.get(after.checked_sub(1)?).cloned()
    }

    /// Drops the blocks that are no longer needed, and returns their size.
    fn free(&mut self) -> usize {
        let mut freed = 0;
        let needed = self.front.get().saturating_sub(Before::LEN as u64);
        while let Some(first) = self.blocks.front()
            && first.start + first.bytes.len() as u64 <= needed
        {
            freed += first.bytes.len();
            self.blocks.pop_front();
        }
        freed
    }
}
