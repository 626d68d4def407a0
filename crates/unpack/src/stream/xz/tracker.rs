//! The positions of the checks in an xz stream.
//!
//! A note to maintainers: liblzma reports a wrong check and invalid data by the same error. A checksum mismatch is
//! worth a name of its own: all bytes were decoded, and are probably right. The alternative, to compute the checks
//! here, would need CRC-64 and SHA-256, and all decoded bytes a second time. The tracker reads only the sizes of blocks
//! and chunks, a few bytes of each 64 KiB. Not worth doing: blocks with other filters than LZMA2, whose sizes are not
//! in their data; their wrong checks are reported as invalid data.

/// Tracks the structure of a stream in the bytes that its decoder has consumed.
///
/// The decoder does not distinguish a wrong check from other errors. But the only error that it reports at
/// the last byte of a check is a wrong check.
#[derive(Clone, Copy, Debug)]
pub(super) struct CheckTracker {
    /// The number of bytes to skip before the byte of `next`.
    skip: u64,
    next: NextByte,
    /// The length of a check, in bytes.
    check: u64,
    /// The number of bytes of compressed data of the block so far, modulo four.
    data: u64,
}

/// The next relevant byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NextByte {
    /// The second byte of Stream Flags (§2.1.1.2).
    Flags,
    /// Block Header Size or Index Indicator (§3.1.1, §4.1), perhaps after a check.
    Block { after_check: bool },
    /// The control byte of an LZMA2 chunk.
    Chunk,
    /// The high byte of the size of a chunk, less one. `beside` is the number of other header bytes.
    SizeHigh { beside: u64 },
    /// The low byte of that size.
    SizeLow { beside: u64, high: u8 },
    /// Any byte after the last block.
    Rest,
}

impl CheckTracker {
    /// Creates a tracker at the start of a stream.
    pub(super) fn new() -> Self {
        Self {
            skip: 7,
            next: NextByte::Flags,
            check: 0,
            data: 0,
        }
    }

    /// Returns the length of the check that ends with the last byte, if one does.
    pub(super) fn after_check(&self) -> Option<u64> {
        let after_check = true;
        (self.skip == 0 && self.next == NextByte::Block { after_check }).then_some(self.check)
    }

    pub(super) fn advance(&mut self, mut bytes: &[u8]) {
        while self.next != NextByte::Rest {
            let skip = bytes
                .len()
                .min(usize::try_from(self.skip).unwrap_or(usize::MAX));
            self.skip -= skip as u64;
            let Some((&byte, rest)) = bytes[skip..].split_first() else {
                return;
            };
            bytes = rest;
            (self.skip, self.next) = self.after(byte);
        }
    }

    /// Returns the number of bytes to skip after a relevant byte, and the next relevant byte.
    fn after(&mut self, byte: u8) -> (u64, NextByte) {
        match self.next {
            NextByte::Flags => {
                self.check = check_size(byte);
                let after_check = false;
                (4, NextByte::Block { after_check })
            }
            NextByte::Block { .. } if byte == 0 => (0, NextByte::Rest),
            NextByte::Block { .. } => {
                self.data = 0;
                (4 * u64::from(byte) + 3, NextByte::Chunk)
            }
            // The end of the block; padding to a multiple of four (§3.3), and the check.
            NextByte::Chunk if byte == 0 => {
                let padding = 3 - self.data;
                let after_check = self.check > 0;
                (padding + self.check, NextByte::Block { after_check })
            }
            // Uncompressed: the control byte and the size.
            NextByte::Chunk if byte <= 2 => (0, NextByte::SizeHigh { beside: 3 }),
            NextByte::Chunk if byte < 0x80 => (0, NextByte::Rest),
            // The uncompressed size, the compressed size, and the properties if they change.
            NextByte::Chunk => {
                let beside = if byte < 0xc0 { 5 } else { 6 };
                (2, NextByte::SizeHigh { beside })
            }
            NextByte::SizeHigh { beside } => (0, NextByte::SizeLow { beside, high: byte }),
            NextByte::SizeLow { beside, high } => {
                let size = u64::from(u16::from_be_bytes([high, byte])) + 1;
                self.data = (self.data + beside + size) % 4;
                let properties = beside.saturating_sub(5);
                (properties + size, NextByte::Chunk)
            }
            NextByte::Rest => (0, NextByte::Rest),
        }
    }
}

/// Returns the size of a check by its ID (§2.1.1.2).
fn check_size(flags: u8) -> u64 {
    match flags & 0x0f {
        0 => 0,
        1..=3 => 4,
        4..=6 => 8,
        7..=9 => 16,
        10..=12 => 32,
        _ => 64,
    }
}
