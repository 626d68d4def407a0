//! lz4 (LZ4 Frame Format 1.6, LZ4 Block Format), and the frames of its legacy format.
//!
//! # For maintainers
//!
//! *Why not `lz4_flex`.* Its `FrameDecoder` owns a reader and decodes whole blocks, and its `block` functions take a
//! whole block and return no position with an error. With either, these properties would be lost:
//!
//! - *Bytes before damage.* A block has up to 4 MiB, or 8 MiB in the legacy format. If a block is cut off or
//!   damaged, `lz4_flex` returns nothing of it; its links would be lost. Here all bytes before the damage are returned.
//! - *Offsets.* Here a fault is reported at the byte where it was found; there, an error names at best its kind.
//! - *Truncation.* A file that ends between two blocks is complete for `FrameDecoder`, which takes the missing end mark
//!   for the end.
//! - *Memory.* 256 KiB for any block, instead of up to 12 MiB, or 16 MiB in the legacy format, for each nested stream.
//! - *Pipes.* Bytes are returned as they arrive, not once their block is complete.
//!
//! The price is 500 lines, and a decoder that copies each match with `copy_within` instead of unchecked writes. The
//! format is simple: `block` decodes it from any number of bytes at a time, with `history` for the bytes that it refers
//! to. Not worth doing: dictionaries, which are not in the file.

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

/// The bit of a block's size that says that the block is not compressed.
const UNCOMPRESSED: u32 = 1 << 31;

/// The size of the data in a block of a legacy frame; the last one may be shorter.
const LEGACY_BLOCK: usize = 8 << 20;

/// The maximum size of such a block: what an incompressible one takes.
const MAX_LEGACY_COMPRESSED: usize = LEGACY_BLOCK + LEGACY_BLOCK / 255 + 16;

/// Decodes frames. Takes 256 KiB, whatever the size of the blocks.
///
/// A legacy frame has no end mark and no checksum. It ends with the input, or where another frame begins.
pub(super) struct Lz4 {
    frame: Frame,
    next: Element,
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
enum Element {
    Descriptor,
    BlockSize,
    /// A block that is not compressed, with this number of bytes left.
    Raw(usize),
    /// A compressed block, with this number of bytes left.
    Compressed(usize),
    BlockChecksum,
    ContentChecksum,
    End,
}

/// Consumes a field; `None` if the input ends before it is complete.
fn take<const LEN: usize>(input: &mut &[u8]) -> Option<[u8; LEN]> {
    let (field, rest) = input.split_first_chunk()?;
    *input = rest;
    Some(*field)
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
            next: Element::End,
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
        self.next = if is_legacy {
            Element::BlockSize
        } else {
            Element::Descriptor
        };
        self.history.clear();
    }

    /// Reads a part of the input up to the next element of the frame. Returns `None` if the input ends within a field,
    /// which is then not consumed.
    fn step(&mut self, input: &mut &[u8]) -> Option<Result<(), Fault>> {
        match self.next {
            Element::Descriptor => self.descriptor(input),
            Element::BlockSize => self.block_size(input),
            Element::Raw(left) => {
                self.raw_block(left, input);
                Some(Ok(()))
            }
            Element::Compressed(left) => Some(self.compressed_block(left, input)),
            Element::BlockChecksum => {
                let expected = u32::from_le_bytes(take(input)?);
                let hash = self.frame.block_checksum.as_mut();
                let hash = hash.map(|hash| std::mem::replace(hash, XxHash32::with_seed(0)));
                self.next = Element::BlockSize;
                Some(check(hash.as_ref(), expected))
            }
            Element::ContentChecksum => {
                let expected = u32::from_le_bytes(take(input)?);
                self.next = Element::End;
                Some(check(self.frame.content_checksum.as_ref(), expected))
            }
            Element::End => Some(Ok(())),
        }
    }

    /// Takes the bytes of a block that is not compressed, of which `left` are left.
    fn raw_block(&mut self, left: usize, input: &mut &[u8]) {
        let most = left.min(self.history.room());
        let (taken, rest) = input.split_at(most.min(input.len()));
        *input = rest;
        self.history.push(taken);
        self.frame.hash_block(taken);
        self.after_bytes_of_block(Element::Raw, left - taken.len());
    }

    /// Decodes a compressed block, of which `left` bytes are left.
    fn compressed_block(&mut self, left: usize, input: &mut &[u8]) -> Result<(), Fault> {
        let within = &input[..left.min(input.len())];
        let (used, status) = self.block.decode(within, &mut self.history);
        *input = &input[used..];
        self.frame.hash_block(&within[..used]);
        match status {
            BlockStatus::Corrupt(reason) => return Err(corrupt(reason)),
            BlockStatus::MoreOutput => self.next = Element::Compressed(left - used),
            BlockStatus::InSequence if left == used => {
                return Err(corrupt("a block ends within a sequence"));
            }
            BlockStatus::InSequence | BlockStatus::AfterLiterals => {
                self.after_bytes_of_block(Element::Compressed, left - used);
            }
        }
        Ok(())
    }

    /// Continues a block, or ends it if no bytes are left.
    fn after_bytes_of_block(&mut self, within: fn(usize) -> Element, left: usize) {
        self.next = match left {
            0 if self.frame.block_checksum.is_some() => Element::BlockChecksum,
            0 => Element::BlockSize,
            left => within(left),
        };
    }

    fn descriptor(&mut self, input: &mut &[u8]) -> Option<Result<(), Fault>> {
        let descriptor = *input;
        let [flags, max_block] = take(input)?;
        if flags & VERSION != VERSION_1 {
            return Some(Err(corrupt("unknown version")));
        }
        let has = |flag| flags & flag != 0;
        if has(RESERVED) || max_block & 0b1000_1111 != 0 || max_block >> 4 < 4 {
            return Some(Err(corrupt("invalid frame descriptor")));
        }
        let size_len = if has(CONTENT_SIZE) { 8 } else { 0 };
        let dictionary_len = if has(DICTIONARY) { 4 } else { 0 };
        let checksum = 2 + size_len + dictionary_len;
        let expected = descriptor.get(checksum);
        let Some(&expected) = expected else {
            *input = descriptor;
            return None;
        };
        let (fields, rest) = descriptor.split_at(checksum);
        *input = &rest[1..];
        if expected != XxHash32::oneshot(0, fields).to_le_bytes()[1] {
            return Some(Err((FaultKind::Checksum, 1)));
        }
        if has(DICTIONARY) {
            let reason = "it needs a dictionary, which is not in the file";
            return Some(Err(corrupt(reason)));
        }
        let size = fields[2..].first_chunk().copied();
        self.frame = Frame {
            is_legacy: false,
            is_independent: has(INDEPENDENT),
            max_block: 1 << (8 + 2 * u32::from(max_block >> 4)),
            block_checksum: has(BLOCK_CHECKSUM).then(|| XxHash32::with_seed(0)),
            content_checksum: has(CONTENT_CHECKSUM).then(|| XxHash32::with_seed(0)),
            size: size.map(u64::from_le_bytes),
            returned: 0,
        };
        self.next = Element::BlockSize;
        Some(Ok(()))
    }

    fn block_size(&mut self, input: &mut &[u8]) -> Option<Result<(), Fault>> {
        let before = *input;
        let field = take(input)?;
        if self.frame.is_legacy && ([MAGIC, LEGACY].contains(&field) || skippable::is_magic(field))
        {
            // The next frame.
            *input = before;
            self.next = Element::End;
            return Some(Ok(()));
        }
        let field = u32::from_le_bytes(field);
        Some(if self.frame.is_legacy {
            self.legacy_block(field as usize)
        } else {
            self.block(field)
        })
    }

    /// Begins a block, or ends the frame.
    fn block(&mut self, field: u32) -> Result<(), Fault> {
        let size = (field & !UNCOMPRESSED) as usize;
        if size == 0 {
            let is_wrong = |size| size != self.frame.returned;
            if self.frame.size.is_some_and(is_wrong) {
                return Err(in_field(FaultKind::Checksum));
            }
            self.next = match self.frame.content_checksum {
                Some(_) => Element::ContentChecksum,
                None => Element::End,
            };
            return Ok(());
        }
        if size > self.frame.max_block {
            return Err(in_field(FaultKind::Corrupt("a block is too large")));
        }
        if field & UNCOMPRESSED == 0 {
            self.begin_compressed(size);
        } else {
            if self.frame.is_independent {
                self.history.begin_independent();
            }
            self.next = Element::Raw(size);
        }
        Ok(())
    }

    fn legacy_block(&mut self, size: usize) -> Result<(), Fault> {
        match size {
            // Padding.
            0 => self.next = Element::End,
            1..=MAX_LEGACY_COMPRESSED => self.begin_compressed(size),
            _ => return Err(in_field(FaultKind::Trailing)),
        }
        Ok(())
    }

    fn begin_compressed(&mut self, size: usize) {
        if self.frame.is_independent {
            self.history.begin_independent();
        }
        self.block = Block::new(self.frame.max_block);
        self.next = Element::Compressed(size);
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
        let magic = match skippable::begin(head, &[MAGIC, LEGACY]) {
            Ok(magic) => magic,
            Err(start) => return start,
        };
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
            if self.next == Element::End {
                break CodecStatus::End;
            }
            let is_in_match =
                matches!(self.next, Element::Compressed(_)) && self.block.is_in_match();
            if rest.is_empty() && !is_in_match {
                break CodecStatus::More;
            }
            self.history.make_room();
            match self.step(&mut rest) {
                Some(result) => self.fault = result.err(),
                None => break CodecStatus::Short,
            }
        };
        Progress {
            consumed: input.len() - rest.len(),
            produced,
            status,
        }
    }

    fn may_end(&self) -> bool {
        self.frame.is_legacy && self.next == Element::BlockSize && self.fault.is_none()
    }
}
