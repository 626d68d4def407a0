//! The part of a stream that is at hand, for several threads to read.

use std::{
    collections::VecDeque,
    io,
    ops::ControlFlow,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use super::lock;

/// How many bytes before what is needed of a stream are kept: as many as an empty line can take.
const KEPT_BEFORE: u64 = 3;

/// Some bytes of a stream, which one thread writes to its end, and others read anywhere.
///
/// What is kept is bounded: the writer waits as long as there is too much on all tapes. What was passed
/// by whoever is [in front](Self::follow) is forgotten.
#[derive(Debug)]
pub(super) struct Tape {
    state: Mutex<State>,
    /// Something was written, or ended.
    changed: Condvar,
    kept: Arc<Kept>,
}

/// How many bytes are kept on all tapes.
#[derive(Debug)]
pub(super) struct Kept {
    state: Mutex<KeptState>,
    changed: Condvar,
    /// The most bytes that are kept, but for the last block.
    most: usize,
}

#[derive(Debug, Default)]
struct KeptState {
    bytes: usize,
    /// How often something was passed, or dropped.
    passed: u64,
}

impl Kept {
    pub(super) fn new(most: usize) -> Self {
        Self {
            state: Mutex::default(),
            changed: Condvar::new(),
            most,
        }
    }

    fn lock(&self) -> MutexGuard<'_, KeptState> {
        lock(&self.state)
    }

    /// How often something was passed, or dropped.
    fn passed(&self) -> u64 {
        self.lock().passed
    }

    /// Something was passed, or dropped: it can be forgotten, or was.
    fn pass(&self) {
        self.lock().passed += 1;
        self.changed.notify_all();
    }

    fn add(&self, bytes: usize) {
        self.lock().bytes += bytes;
    }

    fn subtract(&self, bytes: usize) {
        self.lock().bytes -= bytes;
    }

    /// Whether there is room. If not, waits until more was passed than was known.
    fn has_room(&self, known: u64) -> bool {
        let is_full = |state: &mut KeptState| state.bytes >= self.most && state.passed == known;
        let waited = self.changed.wait_while(self.lock(), is_full);
        waited.unwrap_or_else(PoisonError::into_inner).bytes < self.most
    }
}

#[derive(Debug)]
struct State {
    blocks: VecDeque<Block>,
    /// Offset behind the last byte.
    end: u64,
    /// What comes behind the last byte, once it is known.
    last: Option<Last>,
    front: Arc<Reached>,
}

#[derive(Debug)]
enum Last {
    End,
    /// A failure, until somebody tells of it.
    Failure(Option<io::Error>),
    /// Nobody is interested any more.
    Dropped,
}

#[derive(Clone, Debug)]
struct Block {
    start: u64,
    bytes: Arc<Vec<u8>>,
}

/// How far a reader has come: what lies before is not needed any more.
#[derive(Debug, Default)]
pub(super) struct Reached(AtomicU64);

impl Reached {
    /// At an offset.
    pub(super) fn at(offset: u64) -> Self {
        Self(AtomicU64::new(offset))
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// What there is to read at an offset.
#[derive(Debug)]
pub(super) enum At {
    /// So many bytes.
    Bytes(usize),
    /// The writer has failed.
    Failure,
    /// Nothing: whoever is in front has passed by, or nobody is interested.
    Gone,
}

impl Tape {
    /// An empty one; what is in front is told at once.
    pub(super) fn new(kept: Arc<Kept>, front: Arc<Reached>) -> Self {
        Self {
            state: Mutex::new(State {
                blocks: VecDeque::new(),
                end: 0,
                last: None,
                front,
            }),
            changed: Condvar::new(),
            kept,
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    fn wait<'t>(&self, state: MutexGuard<'t, State>) -> MutexGuard<'t, State> {
        let woken = self.changed.wait(state);
        woken.unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes some bytes, once there is room. A break if nobody is interested.
    pub(super) fn write(&self, bytes: Vec<u8>) -> ControlFlow<()> {
        loop {
            let passed = self.kept.passed();
            let mut state = self.lock();
            if matches!(state.last, Some(Last::Dropped)) {
                return ControlFlow::Break(());
            }
            self.kept.subtract(state.forget());
            drop(state);
            if self.kept.has_room(passed) {
                break;
            }
        }
        let mut state = self.lock();
        if matches!(state.last, Some(Last::Dropped)) {
            return ControlFlow::Break(());
        }
        self.kept.add(bytes.len());
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

    /// Says that nothing more will come, and why. Gives that back if nobody is interested any more.
    pub(super) fn close(&self, failure: Option<io::Error>) -> Option<io::Error> {
        let mut state = self.lock();
        if state.last.is_some() {
            return failure;
        }
        state.last = Some(match failure {
            None => Last::End,
            failure => Last::Failure(failure),
        });
        drop(state);
        self.changed.notify_all();
        None
    }

    /// Says that nobody is interested any more. Tells why nothing more would have come, if nobody has
    /// asked.
    pub(super) fn drop_rest(&self) -> Option<io::Error> {
        let mut state = self.lock();
        let last = state.last.replace(Last::Dropped);
        let dropped = state.blocks.drain(..).map(|block| block.bytes.len()).sum();
        self.kept.subtract(dropped);
        drop(state);
        self.changed.notify_all();
        self.kept.pass();
        match last {
            Some(Last::Failure(failure)) => failure,
            _ => None,
        }
    }

    /// Says who is in front: what they have passed is not needed any more.
    pub(super) fn follow(&self, front: Arc<Reached>) {
        self.lock().front = front;
        self.kept.pass();
    }

    /// Says how far a reader has come.
    pub(super) fn reach(&self, reached: &Reached, offset: u64) {
        reached.0.store(offset, Ordering::Relaxed);
        self.kept.pass();
    }

    /// Whether a read at an offset would have to wait.
    pub(super) fn would_wait(&self, offset: u64) -> bool {
        let state = self.lock();
        offset >= state.end && state.last.is_none()
    }

    /// Reads at an offset, once there is something; 0 bytes at the end.
    pub(super) fn read(&self, offset: u64, into: &mut [u8]) -> At {
        let mut state = self.lock();
        while offset >= state.end {
            match state.last {
                None => state = self.wait(state),
                Some(Last::End) => return At::Bytes(0),
                Some(Last::Failure(_)) => return At::Failure,
                Some(Last::Dropped) => return At::Gone,
            }
        }
        let Some(block) = state.block(offset) else {
            return At::Gone;
        };
        drop(state);
        let rest = &block.bytes[(offset - block.start) as usize..];
        let len = rest.len().min(into.len());
        into[..len].copy_from_slice(&rest[..len]);
        At::Bytes(len)
    }

    /// Where whoever is in front has come to, and the bytes before that.
    pub(super) fn front(&self) -> (u64, [u8; 3]) {
        let state = self.lock();
        let at = state.front.get();
        let mut before = [0; 3];
        for (byte, offset) in before.iter_mut().zip(at.saturating_sub(KEPT_BEFORE)..at) {
            if let Some(block) = state.block(offset) {
                *byte = block.bytes[(offset - block.start) as usize];
            }
        }
        (at, before)
    }

    /// Why the stream ends before its end, for the first who asks.
    pub(super) fn take_failure(&self) -> Option<io::Error> {
        match &mut self.lock().last {
            Some(Last::Failure(failure)) => failure.take(),
            _ => None,
        }
    }
}

impl State {
    /// The block that has a byte, if it is still there.
    fn block(&self, offset: u64) -> Option<Block> {
        let behind = self.blocks.partition_point(|block| block.start <= offset);
        self.blocks.get(behind.checked_sub(1)?).cloned()
    }

    /// Forgets what is not needed any more, and tells how much that was.
    fn forget(&mut self) -> usize {
        let mut forgotten = 0;
        let needed = self.front.get().saturating_sub(KEPT_BEFORE);
        while let Some(first) = self.blocks.front()
            && first.start + first.bytes.len() as u64 <= needed
        {
            forgotten += first.bytes.len();
            self.blocks.pop_front();
        }
        forgotten
    }
}
