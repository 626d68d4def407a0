//! compress, the `.Z` files: LZW with codes of 9 to 16 bits.
//!
//! There is no specification. It behaves like compress 4.0 and of its descendants, ncompress and gzip.

use super::members::{Codec, CodecStatus, MemberStart, Progress, Trailing};
use crate::FaultKind;

/// The first line of a batch of news in this format.
const CUNBATCH: &[u8] = b"#! cunbatch\n";

/// The magic number.
const MAGIC: &[u8] = b"\x1f\x9d";

/// The bits of the byte after the magic number: the maximum width of a code, unused bits, and block mode.
const MAX_WIDTH: u8 = 0x1f;
const UNUSED: u8 = 0x60;
const BLOCK_MODE: u8 = 0x80;

/// The widths of codes in bits.
const MIN_BITS: u32 = 9;
const MAX_BITS: u32 = 16;

/// The number of codes that stand for a single byte.
const LITERALS: usize = 256;

/// The code that clears the table in block mode.
const CLEAR: usize = 256;

/// Codes are written in groups of this number, which take a whole number of bytes. When the width changes, the rest of
/// the group is padding.
const GROUP: u32 = 8;

/// The size of the table.
const TABLE: usize = 1 << MAX_BITS;

/// Decodes a compress stream. Takes 260 KiB.
///
/// A stream has no end mark and no checksum, so it ends with the input. Only a code that is cut off, and a code that is
/// not in the table, reveal damage.
pub(super) struct Compress {
    /// For each code, the code of its string without the last byte, and that byte.
    prefixes: Vec<u16>,
    suffixes: Vec<u8>,
    /// The rest of the current string, in reverse.
    pending: Vec<u8>,
    max_width: u32,
    is_block_mode: bool,
    /// The code of the next entry.
    next: usize,
    /// The code before the current one, and the first byte of its string; `None` at the start of a table.
    previous: Option<(usize, u8)>,
    bits: BitReader,
}

impl Compress {
    pub(super) fn new() -> Self {
        Self {
            prefixes: Vec::new(),
            suffixes: Vec::new(),
            pending: Vec::new(),
            max_width: MAX_BITS,
            is_block_mode: true,
            next: 0,
            previous: None,
            bits: BitReader::new(),
        }
    }

    fn clear(&mut self) {
        self.next = LITERALS + usize::from(self.is_block_mode);
        self.previous = None;
        self.bits.set_width(MIN_BITS);
    }

    /// Decodes a code: puts its string into `pending`, and adds an entry to the table.
    fn expand(&mut self, code: usize) -> Result<(), FaultKind> {
        if code == CLEAR && self.is_block_mode {
            self.clear();
            return Ok(());
        }
        let mut at = code;
        match self.previous {
            None if code >= LITERALS => {
                return Err(FaultKind::Corrupt("the first code is not a byte"));
            }
            // The string that the entry of this very code will have.
            Some((previous, first)) if code == self.next => {
                self.pending.push(first);
                at = previous;
            }
            Some(_) if code > self.next => {
                return Err(FaultKind::Corrupt("a code is not in the table"));
            }
            _ => {}
        }
        while at >= LITERALS {
            self.pending.push(self.suffixes[at]);
            at = usize::from(self.prefixes[at]);
        }
        let first = at as u8;
        self.pending.push(first);
        let len = 1 << self.max_width;
        if let Some((previous, _)) = self.previous
            && self.next < len
        {
            self.prefixes[self.next] = previous as u16;
            self.suffixes[self.next] = first;
            self.next += 1;
        }
        self.previous = Some((code, first));
        // The encoder is one entry ahead.
        if self.next == 1 << self.bits.width && self.bits.width < self.max_width {
            self.bits.set_width(self.bits.width + 1);
        }
        Ok(())
    }
}

impl Codec for Compress {
    const TRAILING: Trailing = Trailing::Nothing;

    fn begin(&mut self, head: &[u8]) -> MemberStart {
        if head.len() < CUNBATCH.len() && CUNBATCH.starts_with(head) {
            return MemberStart::Undecided;
        }
        let is_batch = head.starts_with(CUNBATCH);
        let line = if is_batch { CUNBATCH.len() } else { 0 };
        let Some(&[_, _, flags]) = head[line..].first_chunk() else {
            return MemberStart::Undecided;
        };
        if !head[line..].starts_with(MAGIC) {
            return MemberStart::Other;
        }
        let max_width = u32::from(flags & MAX_WIDTH);
        if !(MIN_BITS..=MAX_BITS).contains(&max_width) || flags & UNUSED != 0 {
            return MemberStart::Fault(FaultKind::Corrupt("invalid maximum width of codes"));
        }
        self.prefixes = vec![0; TABLE];
        self.suffixes = vec![0; TABLE];
        self.max_width = max_width;
        self.is_block_mode = flags & BLOCK_MODE != 0;
        self.bits = BitReader::new();
        self.clear();
        let consumed = line + MAGIC.len() + 1;
        MemberStart::Member { consumed }
    }

    fn decode(&mut self, input: &[u8], output: &mut [u8]) -> Progress {
        let (mut consumed, mut produced) = (0, 0);
        let status = loop {
            let len = self.pending.len().min(output.len() - produced);
            let rest = self.pending.len() - len;
            let string = self.pending.drain(rest..).rev();
            for (into, byte) in output[produced..].iter_mut().zip(string) {
                *into = byte;
            }
            produced += len;
            if produced == output.len() {
                break CodecStatus::More;
            }
            let Some(code) = self.bits.next_code(input, &mut consumed) else {
                break CodecStatus::More;
            };
            let unread = self.bits.count;
            let width = self.bits.width;
            if let Err(kind) = self.expand(code) {
                let back = (unread + width).div_ceil(u8::BITS);
                break CodecStatus::Fault(kind, back.into());
            }
        };
        Progress {
            consumed,
            produced,
            status,
        }
    }

    fn may_end(&self) -> bool {
        self.pending.is_empty() && self.bits.may_end()
    }
}

/// Reads codes, the lowest bit first.
struct BitReader {
    /// The bytes read and not used, in the lowest `count` bits.
    buffer: u32,
    count: u32,
    width: u32,
    /// The number of codes of this width read so far, modulo the size of a group.
    in_group: u32,
    /// The number of bits of padding to skip.
    padding: u32,
}

impl BitReader {
    fn new() -> Self {
        Self {
            buffer: 0,
            count: 0,
            width: MIN_BITS,
            in_group: 0,
            padding: 0,
        }
    }

    /// Sets the width of the next codes, and skips the rest of the group.
    fn set_width(&mut self, width: u32) {
        self.padding = (GROUP - self.in_group) % GROUP * self.width;
        self.in_group = 0;
        self.width = width;
    }

    /// Reads a code. Adds the number of bytes read to `consumed`. Returns `None` if the input is too short, all of
    /// which is then consumed.
    fn next_code(&mut self, input: &[u8], consumed: &mut usize) -> Option<usize> {
        while self.padding > 0 {
            self.fill(1, input, consumed)?;
            let skipped = self.padding.min(self.count);
            self.take(skipped);
            self.padding -= skipped;
        }
        self.fill(self.width, input, consumed)?;
        self.in_group = (self.in_group + 1) % GROUP;
        Some(self.take(self.width) as usize)
    }

    /// Buffers at least `bits` bits, at most 16.
    fn fill(&mut self, bits: u32, input: &[u8], consumed: &mut usize) -> Option<()> {
        while self.count < bits {
            let &byte = input.get(*consumed)?;
            *consumed += 1;
            self.buffer |= u32::from(byte) << self.count;
            self.count += u8::BITS;
        }
        Some(())
    }

    /// Removes buffered bits.
    fn take(&mut self, bits: u32) -> u32 {
        let taken = self.buffer & ((1 << bits) - 1);
        self.buffer >>= bits;
        self.count -= bits;
        taken
    }

    /// Returns whether a stream may end here: with padding, or with zeros that fill the last byte.
    fn may_end(&self) -> bool {
        self.padding > 0 || self.count < u8::BITS && self.buffer == 0
    }
}
