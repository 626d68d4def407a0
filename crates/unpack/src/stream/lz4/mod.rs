//! lz4 (LZ4 Frame Format 1.6, LZ4 Block Format), and the frames of its legacy format.
//!
//! A note to maintainers: `lz4_flex` decodes a frame from a reader that it owns, or a complete block in memory. It
//! returns no bytes of a block that is cut off or damaged, although a block may have 4 MiB, or 8 MiB in the legacy
//! format. The format itself is simple: `block` decodes it from any number of bytes at a time, with `history` for the
//! bytes that it refers to.

mod block;
mod history;

use std::hash::Hasher as _;

use twox_hash::XxHash32;

use self::{
    block::{Block, BlockStatus},
    history::History,
};
use super::{
    members::{Codec, CodecStatus, MemberStart, Progress, Trailing},
    skippable,
};
use crate::FaultKind;

/// The magic number of a frame.
const MAGIC: [u8; 4] = *b"\x04\x22\x4d\x18";

/// The magic number of a legacy frame.
const LEGACY: [u8; 4] = *b"\x02\x21\x4c\x18";

/// The bits of `FLG`, the first byte of a frame descriptor.
const VERSION: u8 = 0b1100_0000;
const VERSION_1: u8 = 0b0100_0000;
const INDEPENDENT: u8 = 0b10_0000;
const BLOCK_CHECKSUM: u8 = 0b1_0000;
const CONTENT_SIZE: u8 = 0b1000;
const CONTENT_CHECKSUM: u8 = 0b100;
const RESERVED: u8 = 0b10;
const DICTIONARY: u8 = 0b1;

/// The longest frame descriptor: `FLG`, `BD`, the size of the content, the dictionary, and the checksum.
const MAX_DESCRIPTOR: usize = 2 + 8 + 4 + 1;

/// The bit of a block's size that says that the block is not compressed.
const UNCOMPRESSED: u32 = 1 << 31;

/// The size of the data in a block of a legacy frame; the last one may be shorter.
const LEGACY_BLOCK: usize = 8 << 20;

/// The maximum size of such a block: what an incompressible one takes.
const MAX_LEGACY_PACKED: usize = LEGACY_BLOCK + LEGACY_BLOCK / 255 + 16;

/// Decodes frames. Takes 256 KiB, whatever the size of the blocks.
///
/// A legacy frame has no end mark and no checksum. It ends with the input, or where another frame begins.
pub(super) struct Lz4 {
    frame: Frame,
    state: State,
    field: Field,
    block: Block,
    history: History,
    /// A fault to report once all bytes before it are returned.
    fault: Option<(FaultKind, u64)>,
}

/// The fields of the frame descriptor, and the state of the checksums.
#[derive(Default)]
struct Frame {
    is_legacy: bool,
    is_independent: bool,
    /// The maximum size of a block's data.
    max_block: usize,
    block_checksum: Option<XxHash32>,
    content_checksum: Option<XxHash32>,
    size: Option<u64>,
    /// The number of bytes returned.
    returned: u64,
}

/// The next element of the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Descriptor,
    BlockSize,
    /// A block that is not compressed, with this number of bytes left.
    Raw(usize),
    /// A compressed block, with this number of bytes left.
    Packed(usize),
    BlockChecksum,
    ContentChecksum,
    SkippableSize,
    Skippable(u64),
    End,
}

/// The bytes of a field of fixed size, as far as they are consumed.
#[derive(Default)]
struct Field {
    bytes: [u8; MAX_DESCRIPTOR],
    len: usize,
}

impl Field {
    /// Consumes input until the field has `len` bytes. Returns whether it has.
    fn fill(&mut self, len: usize, input: &mut &[u8]) -> bool {
        let (taken, rest) = input.split_at(input.len().min(len - self.len));
        self.bytes[self.len..self.len + taken.len()].copy_from_slice(taken);
        self.len += taken.len();
        *input = rest;
        self.len == len
    }

    /// Consumes a field of 4 bytes; `None` if the input ends before it is complete.
    fn take_u32(&mut self, input: &mut &[u8]) -> Option<u32> {
        self.fill(4, input).then(|| {
            self.len = 0;
            let [a, b, c, d, ..] = self.bytes;
            u32::from_le_bytes([a, b, c, d])
        })
    }
}

/// A fault, and its distance from the end of the consumed input.
type Fault = (FaultKind, u64);

fn corrupt(reason: &'static str) -> Fault {
    (FaultKind::Corrupt(reason), 0)
}

/// Returns a fault in the field of 4 bytes that was just consumed.
fn in_field(kind: FaultKind) -> Fault {
    (kind, 4)
}

impl Lz4 {
    pub(super) fn new() -> Self {
        Self {
            frame: Frame::default(),
            state: State::End,
            field: Field::default(),
            block: Block::default(),
            history: History::default(),
            fault: None,
        }
    }

    /// Begins a frame after its magic number.
    fn begin_frame(&mut self, is_legacy: bool) {
        self.frame = Frame {
            is_legacy,
            is_independent: is_legacy,
            max_block: LEGACY_BLOCK,
            ..Frame::default()
        };
        self.state = if is_legacy {
            State::BlockSize
        } else {
            State::Descriptor
        };
        self.field.len = 0;
        self.history.clear();
    }

    /// Reads a part of the input up to the next element of the frame.
    fn step(&mut self, input: &mut &[u8]) -> Result<(), Fault> {
        match self.state {
            State::Descriptor => self.descriptor(input)?,
            State::BlockSize => self.block_size(input)?,
            State::Raw(left) => self.raw_block(left, input),
            State::Packed(left) => self.packed_block(left, input)?,
            State::BlockChecksum => self.block_checksum(input)?,
            State::ContentChecksum => self.content_checksum(input)?,
            State::SkippableSize => {
                if let Some(size) = self.field.take_u32(input) {
                    self.state = State::Skippable(size.into());
                }
            }
            State::Skippable(0) => self.state = State::End,
            State::Skippable(left) => {
                let most = usize::try_from(left).unwrap_or(usize::MAX);
                let skipped = most.min(input.len());
                *input = &input[skipped..];
                self.state = State::Skippable(left - skipped as u64);
            }
            State::End => {}
        }
        Ok(())
    }

    /// Takes the bytes of a block that is not compressed, of which `left` are left.
    fn raw_block(&mut self, left: usize, input: &mut &[u8]) {
        let most = left.min(self.history.room());
        let (taken, rest) = input.split_at(most.min(input.len()));
        *input = rest;
        self.history.push(taken);
        self.frame.hash_block(taken);
        self.after_bytes_of_block(State::Raw, left - taken.len());
    }

    /// Decodes a compressed block, of which `left` bytes are left.
    fn packed_block(&mut self, left: usize, input: &mut &[u8]) -> Result<(), Fault> {
        let within = &input[..left.min(input.len())];
        let (used, status) = self.block.decode(within, &mut self.history);
        *input = &input[used..];
        self.frame.hash_block(&within[..used]);
        match status {
            BlockStatus::Corrupt(reason) => return Err(corrupt(reason)),
            BlockStatus::MoreOutput => self.state = State::Packed(left - used),
            BlockStatus::InSequence if left == used => {
                return Err(corrupt("a block ends within a sequence"));
            }
            BlockStatus::InSequence | BlockStatus::AfterLiterals => {
                self.after_bytes_of_block(State::Packed, left - used);
            }
        }
        Ok(())
    }

    fn block_checksum(&mut self, input: &mut &[u8]) -> Result<(), Fault> {
        let Some(expected) = self.field.take_u32(input) else {
            return Ok(());
        };
        let hash = self.frame.block_checksum.as_mut();
        let hash = hash.map(|hash| std::mem::replace(hash, XxHash32::with_seed(0)));
        self.state = State::BlockSize;
        check(hash.as_ref(), expected)
    }

    fn content_checksum(&mut self, input: &mut &[u8]) -> Result<(), Fault> {
        let Some(expected) = self.field.take_u32(input) else {
            return Ok(());
        };
        self.state = State::End;
        check(self.frame.content_checksum.as_ref(), expected)
    }

    /// Continues a block, or ends it if no bytes are left.
    fn after_bytes_of_block(&mut self, within: fn(usize) -> State, left: usize) {
        self.state = match left {
            0 if self.frame.block_checksum.is_some() => State::BlockChecksum,
            0 => State::BlockSize,
            left => within(left),
        };
    }

    fn descriptor(&mut self, input: &mut &[u8]) -> Result<(), Fault> {
        if self.field.len < 2 && !self.field.fill(2, input) {
            return Ok(());
        }
        let [flags, max_block, ..] = self.field.bytes;
        if flags & VERSION != VERSION_1 {
            return Err(corrupt("unknown version"));
        }
        let has = |flag| flags & flag != 0;
        if has(RESERVED) || max_block & 0b1000_1111 != 0 || max_block >> 4 < 4 {
            return Err(corrupt("invalid frame descriptor"));
        }
        let size_len = if has(CONTENT_SIZE) { 8 } else { 0 };
        let dictionary_len = if has(DICTIONARY) { 4 } else { 0 };
        let checksum = 2 + size_len + dictionary_len;
        if !self.field.fill(checksum + 1, input) {
            return Ok(());
        }
        self.field.len = 0;
        let bytes = &self.field.bytes;
        let hash = XxHash32::oneshot(0, &bytes[..checksum]);
        if bytes[checksum] != hash.to_le_bytes()[1] {
            return Err((FaultKind::Checksum, 1));
        }
        if has(DICTIONARY) {
            return Err(corrupt("it needs a dictionary, which is not in the file"));
        }
        let size = bytes[2..].first_chunk().copied();
        self.frame = Frame {
            is_legacy: false,
            is_independent: has(INDEPENDENT),
            max_block: 1 << (8 + 2 * u32::from(max_block >> 4)),
            block_checksum: has(BLOCK_CHECKSUM).then(|| XxHash32::with_seed(0)),
            content_checksum: has(CONTENT_CHECKSUM).then(|| XxHash32::with_seed(0)),
            size: size.filter(|_| size_len > 0).map(u64::from_le_bytes),
            returned: 0,
        };
        self.state = State::BlockSize;
        Ok(())
    }

    fn block_size(&mut self, input: &mut &[u8]) -> Result<(), Fault> {
        let Some(field) = self.field.take_u32(input) else {
            return Ok(());
        };
        if self.frame.is_legacy {
            return self.legacy_block(field);
        }
        let size = (field & !UNCOMPRESSED) as usize;
        if size == 0 {
            if self
                .frame
                .size
                .is_some_and(|size| size != self.frame.returned)
            {
                return Err(in_field(FaultKind::Checksum));
            }
            self.state = match self.frame.content_checksum {
                Some(_) => State::ContentChecksum,
                None => State::End,
            };
            return Ok(());
        }
        if size > self.frame.max_block {
            return Err(in_field(FaultKind::Corrupt("a block is too large")));
        }
        if field & UNCOMPRESSED == 0 {
            self.begin_packed(size);
        } else {
            if self.frame.is_independent {
                self.history.begin_independent();
            }
            self.state = State::Raw(size);
        }
        Ok(())
    }

    /// Begins a block of a legacy frame, or another frame.
    fn legacy_block(&mut self, field: u32) -> Result<(), Fault> {
        match field.to_le_bytes() {
            MAGIC => self.begin_frame(false),
            LEGACY => self.begin_frame(true),
            magic if skippable::is_magic(magic) => self.state = State::SkippableSize,
            _ => {
                let size = field as usize;
                if size > MAX_LEGACY_PACKED {
                    return Err(in_field(FaultKind::Trailing));
                }
                if size == 0 {
                    // Padding.
                    self.state = State::End;
                } else {
                    self.begin_packed(size);
                }
            }
        }
        Ok(())
    }

    fn begin_packed(&mut self, size: usize) {
        if self.frame.is_independent {
            self.history.begin_independent();
        }
        self.block = Block::new(self.frame.max_block);
        self.state = State::Packed(size);
    }
}

impl Frame {
    /// Adds bytes of a block to its checksum.
    fn hash_block(&mut self, bytes: &[u8]) {
        if let Some(hash) = &mut self.block_checksum {
            hash.write(bytes);
        }
    }

    /// Counts bytes that are returned, and adds them to the checksum.
    fn add_returned(&mut self, bytes: &[u8]) {
        self.returned += bytes.len() as u64;
        if let Some(hash) = &mut self.content_checksum {
            hash.write(bytes);
        }
    }
}

fn check(hash: Option<&XxHash32>, expected: u32) -> Result<(), Fault> {
    if hash.is_none_or(|hash| hash.finish_32() == expected) {
        Ok(())
    } else {
        Err(in_field(FaultKind::Checksum))
    }
}

impl Codec for Lz4 {
    const TRAILING: Trailing = Trailing::MembersOrZeros;

    fn begin(&mut self, head: &[u8]) -> MemberStart {
        let Some(&magic) = head.first_chunk() else {
            let may_be = |magic: [u8; 4]| magic.starts_with(head);
            let begins = may_be(MAGIC) || may_be(LEGACY) || skippable::begins_magic(head);
            return if begins {
                MemberStart::Undecided
            } else {
                MemberStart::Other
            };
        };
        if skippable::is_magic(magic) {
            return match head[magic.len()..].first_chunk() {
                Some(&size) => MemberStart::Skip(8 + u64::from(u32::from_le_bytes(size))),
                None => MemberStart::Undecided,
            };
        }
        if magic != MAGIC && magic != LEGACY {
            return MemberStart::Other;
        }
        self.begin_frame(magic == LEGACY);
        MemberStart::Member {
            consumed: magic.len(),
        }
    }

    fn decode(&mut self, input: &[u8], output: &mut [u8]) -> Progress {
        let mut rest = input;
        let mut produced = 0;
        let status = loop {
            let given = self.history.give(&mut output[produced..]);
            self.frame.add_returned(&output[produced..produced + given]);
            produced += given;
            if produced == output.len() {
                break CodecStatus::More;
            }
            if let Some((kind, back)) = self.fault.take() {
                break CodecStatus::Fault(kind, back);
            }
            if self.state == State::End {
                break CodecStatus::End;
            }
            let needs_input = match self.state {
                State::Packed(_) => !self.block.is_in_match(),
                State::Skippable(left) => left > 0,
                _ => true,
            };
            if rest.is_empty() && needs_input {
                break CodecStatus::More;
            }
            self.history.make_room();
            self.fault = self.step(&mut rest).err();
        };
        Progress {
            consumed: input.len() - rest.len(),
            produced,
            status,
        }
    }

    fn may_end(&self) -> bool {
        self.frame.is_legacy
            && self.state == State::BlockSize
            && self.field.len == 0
            && self.fault.is_none()
    }
}
