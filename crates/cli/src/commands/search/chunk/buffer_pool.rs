//! The buffers of chunks that have been written, for later chunks.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::buffer::ChunkBuffer;

/// The maximum number of buffers.
const MAX_BUFFERS: usize = 32;

/// The maximum capacity of a buffer in bytes: some more than a chunk of typical size needs.
const MAX_CAPACITY: usize = 1 << 20;

/// Buffers that chunks share. If each chunk freed its buffers, the allocator would return their memory to the system,
/// which would have to provide it again, page by page, for the next chunk.
#[derive(Clone, Debug, Default)]
pub(crate) struct BufferPool(Arc<Mutex<Vec<ChunkBuffer>>>);

impl BufferPool {
    /// Returns an empty buffer.
    pub(super) fn take(&self) -> ChunkBuffer {
        self.lock().pop().unwrap_or_default()
    }

    /// Takes back a buffer, whose content is dropped.
    pub(super) fn put(&self, mut buffer: ChunkBuffer) {
        buffer.clear();
        if buffer.capacity() <= MAX_CAPACITY {
            let mut buffers = self.lock();
            if buffers.len() < MAX_BUFFERS {
                buffers.push(buffer);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<ChunkBuffer>> {
        // The buffers are valid even if another thread has panicked.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::{BufferPool, ChunkBuffer, MAX_BUFFERS, MAX_CAPACITY};

    fn buffer(capacity: usize) -> ChunkBuffer {
        let mut buffer = ChunkBuffer::default();
        buffer.bytes.reserve_exact(capacity);
        buffer.bytes.extend_from_slice(b"lines");
        buffer.begin_file();
        buffer
    }

    #[test]
    fn buffers_are_reused_empty_up_to_a_limit() {
        let pool = BufferPool::default();
        for _ in 0..2 * MAX_BUFFERS {
            pool.put(buffer(50));
        }
        pool.put(buffer(MAX_CAPACITY + 1));
        for count in 1..2 * MAX_BUFFERS {
            let buffer = pool.take();
            assert!(buffer.bytes.is_empty() && buffer.fixups.is_empty());
            assert_eq!(buffer.size(), 0);
            let is_reused = [buffer.bytes.capacity() > 0, buffer.fixups.capacity() > 0];
            assert_eq!(is_reused, [count <= MAX_BUFFERS; 2]);
            assert!(buffer.capacity() <= MAX_CAPACITY);
        }
    }
}
