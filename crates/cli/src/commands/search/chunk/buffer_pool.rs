//! The buffers of chunks that have been written, for later chunks.

use std::sync::{Arc, Mutex, PoisonError};

use super::event::Events;

/// The maximum number of buffers of each kind.
const MAX_BUFFERS: usize = 16;

/// The maximum capacity of a buffer in bytes: some more than a chunk of typical size needs.
const MAX_CAPACITY: usize = 1 << 20;

/// Buffers that chunks share. If each chunk freed its buffers, the allocator would return their memory to the system,
/// which would have to provide it again, page by page, for the next chunk.
#[derive(Clone, Debug, Default)]
pub(crate) struct BufferPool(Arc<Mutex<Buffers>>);

#[derive(Debug, Default)]
struct Buffers {
    events: Vec<Events>,
    rendered: Vec<Vec<u8>>,
}

impl BufferPool {
    /// Returns empty events and an empty buffer for rendered lines.
    pub(super) fn take(&self) -> (Events, Vec<u8>) {
        self.with(|buffers| {
            (
                buffers.events.pop().unwrap_or_default(),
                buffers.rendered.pop().unwrap_or_default(),
            )
        })
    }

    /// Takes back the buffers of events, which are dropped.
    pub(super) fn put_events(&self, mut events: Events) {
        events.clear();
        if events.capacity() <= MAX_CAPACITY {
            self.with(|buffers| put(&mut buffers.events, events));
        }
    }

    /// Takes back a buffer of rendered lines.
    pub(super) fn put_rendered(&self, mut rendered: Vec<u8>) {
        rendered.clear();
        if rendered.capacity() <= MAX_CAPACITY {
            self.with(|buffers| put(&mut buffers.rendered, rendered));
        }
    }

    fn with<R>(&self, then: impl FnOnce(&mut Buffers) -> R) -> R {
        // Buffers are valid even if another thread has panicked.
        then(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn put<T>(buffers: &mut Vec<T>, buffer: T) {
    if buffers.len() < MAX_BUFFERS {
        buffers.push(buffer);
    }
}

impl Events {
    /// Drops all events and keeps the buffers.
    fn clear(&mut self) {
        self.list.clear();
        self.bytes.clear();
        self.placeholders.clear();
        self.keys.clear();
    }

    /// Returns the memory of the buffers in bytes.
    fn capacity(&self) -> usize {
        fn of<T>(buffer: &Vec<T>) -> usize {
            buffer.capacity() * size_of::<T>()
        }
        of(&self.list) + of(&self.bytes) + of(&self.placeholders) + of(&self.keys)
    }
}

#[cfg(test)]
mod tests {
    use super::{BufferPool, MAX_BUFFERS, MAX_CAPACITY};

    #[test]
    fn buffers_are_reused_empty_up_to_a_limit() {
        let pool = BufferPool::default();
        for _ in 0..2 * MAX_BUFFERS {
            pool.put_rendered(b"lines".repeat(10));
            let (mut events, _) = BufferPool::default().take();
            events.store(b"a reading");
            pool.put_events(events);
        }
        pool.put_rendered(Vec::with_capacity(MAX_CAPACITY + 1));
        for count in 1..2 * MAX_BUFFERS {
            let (events, rendered) = pool.take();
            assert!(events.bytes.is_empty() && rendered.is_empty());
            let is_reused = (events.bytes.capacity() > 0, rendered.capacity() > 0);
            assert_eq!(is_reused, (count <= MAX_BUFFERS, count <= MAX_BUFFERS));
            assert!(rendered.capacity() <= MAX_CAPACITY);
        }
    }
}
