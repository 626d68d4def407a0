//! Where in a stream of xz its checks are.

/// Follows a stream through the bytes that its decoder has taken.
///
/// The decoder does not tell a wrong check from other errors. But a wrong check is what it finds at the
/// last byte of a check, and nothing else is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walk {
    /// So many bytes are of no interest. The next one is that of the part.
    skip: u64,
    part: Part,
    /// How many bytes a check has.
    check: u64,
    /// How many bytes of compressed data the block has so far, but for multiples of four.
    data: u64,
}

/// What the next byte of interest is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// The second byte of Stream Flags (§2.1.1.2).
    Flags,
    /// Block Header Size, or Index Indicator (§3.1.1, §4.1). A check stands before it, or not.
    Block { after_check: bool },
    /// What begins a chunk of LZMA2: its kind.
    Chunk,
    /// The high byte of a chunk's size less one, and how many bytes there are beside the size.
    SizeHigh { beside: u64 },
    /// The low one.
    SizeLow { beside: u64, high: u8 },
    /// Something in the rest.
    Rest,
}

impl Walk {
    /// At the start of a stream.
    pub(super) fn new() -> Self {
        Self {
            skip: 7,
            part: Part::Flags,
            check: 0,
            data: 0,
        }
    }

    /// How long the check is whose last byte was the last one.
    pub(super) fn after_check(&self) -> Option<u64> {
        let after_check = true;
        (self.skip == 0 && self.part == Part::Block { after_check }).then_some(self.check)
    }

    pub(super) fn advance(&mut self, mut bytes: &[u8]) {
        while self.part != Part::Rest {
            let skip = bytes
                .len()
                .min(usize::try_from(self.skip).unwrap_or(usize::MAX));
            self.skip -= skip as u64;
            let Some((&byte, rest)) = bytes[skip..].split_first() else {
                return;
            };
            bytes = rest;
            (self.skip, self.part) = self.after(byte);
        }
    }

    /// What comes after a byte of interest: how much to skip, and what then.
    fn after(&mut self, byte: u8) -> (u64, Part) {
        match self.part {
            Part::Flags => {
                self.check = check_size(byte);
                let after_check = false;
                (4, Part::Block { after_check })
            }
            Part::Block { .. } if byte == 0 => (0, Part::Rest),
            Part::Block { .. } => {
                self.data = 0;
                (4 * u64::from(byte) + 3, Part::Chunk)
            }
            // Its end; padding to a multiple of four (§3.3), and the check.
            Part::Chunk if byte == 0 => {
                let padding = 3 - self.data;
                let after_check = self.check > 0;
                (padding + self.check, Part::Block { after_check })
            }
            // Not compressed: the kind, the size.
            Part::Chunk if byte <= 2 => (0, Part::SizeHigh { beside: 3 }),
            Part::Chunk if byte < 0x80 => (0, Part::Rest),
            // The size of what it decodes to, its own, and the properties, if they are new.
            Part::Chunk => {
                let beside = if byte < 0xc0 { 5 } else { 6 };
                (2, Part::SizeHigh { beside })
            }
            Part::SizeHigh { beside } => (0, Part::SizeLow { beside, high: byte }),
            Part::SizeLow { beside, high } => {
                let size = u64::from(u16::from_be_bytes([high, byte])) + 1;
                self.data = (self.data + beside + size) % 4;
                let properties = beside.saturating_sub(5);
                (properties + size, Part::Chunk)
            }
            Part::Rest => (0, Part::Rest),
        }
    }
}

/// By the ID of the check (§2.1.1.2).
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
