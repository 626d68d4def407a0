//! The sizes in which inputs are read and divided among threads.

/// The number of bytes read from a stream at a time. A member of a container that is smaller is read as a whole.
pub(super) const BLOCK: usize = 128 << 10;

/// The default maximum size of a file that is read as a whole, and of a segment of a larger one, in bytes.
const MAX_SEGMENT: u64 = 4 << 20;

/// The size in bytes of the first segments of a file, and of those whose results take several times as much memory.
const MIN_SEGMENT: u64 = 512 << 10;

/// How inputs are cut, in bytes.
#[derive(Clone, Copy, Debug)]
pub(in crate::parallel) struct Sizes {
    /// The maximum size of a file that is read as a whole; a larger one is read in segments.
    pub(super) whole_file: u64,
    /// The minimum and the maximum size of a segment of a file.
    pub(super) segments: (u64, u64),
    /// The minimum size of a segment of a stream.
    pub(super) stream_segment: u64,
    /// The number of bytes read from a stream at a time.
    pub(super) block: usize,
}

impl Default for Sizes {
    fn default() -> Self {
        Self {
            whole_file: MAX_SEGMENT,
            segments: (MIN_SEGMENT, MAX_SEGMENT),
            stream_segment: 1 << 20,
            block: BLOCK,
        }
    }
}

impl Sizes {
    /// Returns the sizes for segments of a fixed size.
    pub(in crate::parallel) fn of_segments(bytes: u64) -> Self {
        Self {
            whole_file: bytes,
            segments: (bytes, bytes),
            stream_segment: bytes,
            block: usize::try_from(bytes).map_or(BLOCK, |bytes| bytes.min(BLOCK)),
        }
    }

    /// Returns the maximum size of a file, compressed or not, that is searched faster than threads are started: 64 KiB
    /// for segments of the default size.
    pub(in crate::parallel) const fn small_file(self) -> u64 {
        self.whole_file / 64
    }

    /// Returns the size of a segment of a file after `before` others, where `threads` search.
    ///
    /// The results that a thread finds ahead of the others have to fit into its share of the memory; otherwise the
    /// thread waits. Whether they fit is not known at first, so segments start small and grow. `is_crowded` says that a
    /// thread had to wait.
    pub(super) fn segment(self, before: u64, threads: usize, is_crowded: bool) -> u64 {
        let (min, max) = self.segments;
        if is_crowded {
            return min;
        }
        let steps = u32::try_from(before / (2 * threads as u64)).unwrap_or(u32::MAX);
        min.saturating_mul(2_u64.saturating_pow(steps)).min(max)
    }
}

#[cfg(test)]
mod tests {
    use super::Sizes;

    #[test]
    fn segments_grow_unless_threads_wait() {
        let sizes = Sizes::default();
        let kib = |before| sizes.segment(before, 2, false) >> 10;
        assert_eq!(
            [0, 3, 4, 8, 12, 16, u64::MAX].map(kib),
            [512, 512, 1024, 2048, 4096, 4096, 4096]
        );
        assert_eq!(sizes.segment(100, 2, true), 512 << 10);
        let fixed = Sizes::of_segments(7);
        assert_eq!(
            [0, 9, 99].map(|before| fixed.segment(before, 3, false)),
            [7; 3]
        );
    }
}
