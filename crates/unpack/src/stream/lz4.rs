//! lz4 (LZ4 Frame Format 1.6, LZ4 Block Format).
//!
//! A note to maintainers: the blocks are decoded by `lz4_flex`, the frames around them here. The alternative is its
//! `FrameDecoder`, but that clears the buffer of a block, up to 4 MiB, for each frame, so that a file of short frames
//! takes minutes for a megabyte, and it takes the end of the input for the end of a frame. The price of whole blocks is
//! that nothing of a block that is cut off or damaged is returned, and that bytes from a pipe wait for the end of
//! their block. Not worth doing: frames of the legacy format, and dictionaries, which are not in the file.

use std::{hash::Hasher as _, ops::Range};

use lz4_flex::block::{decompress_into, decompress_into_with_dict};
use twox_hash::XxHash32;

use super::{
    members::{Codec, CodecStatus, MemberStart, Progress, Trailing},
    skippable,
    window::WindowReservation,
};
use crate::FaultKind;

/// The magic number of a frame.
const MAGIC: [u8; 4] = *b"\x04\x22\x4d\x18";

/// The magic number of a frame of the legacy format.
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

/// The length of a block's size, and of a checksum.
const FIELD: usize = 4;

/// The bit of a block's size that says that the block is not compressed.
const UNCOMPRESSED: u32 = 1 << 31;

/// How far back a block may refer, in bytes.
const WINDOW: usize = 64 << 10;

/// Decodes frames. Takes twice the maximum size of a block, which is at most 4 MiB, and 128 KiB.
pub(super) struct Lz4<'w> {
    window: WindowReservation<'w>,
    frame: Frame,
    next: Element,
    /// The bytes of the next element, as far as they have come.
    element: Vec<u8>,
    text: Vec<u8>,
    /// The bytes of `text` that are not returned yet.
    pending: Range<usize>,
    /// The start of the bytes of `text` that a block may refer to.
    history: usize,
}

/// The fields of the frame descriptor, and the state of the checksum.
#[derive(Default)]
struct Frame {
    is_independent: bool,
    has_block_checksum: bool,
    /// The maximum size of a block's data.
    max_block: usize,
    checksum: Option<XxHash32>,
    size: Option<u64>,
    /// The number of bytes decoded.
    decoded: u64,
}

/// The next element of the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Element {
    Descriptor,
    BlockSize,
    /// A block with this number of bytes, and its checksum, if it has one.
    Block {
        len: usize,
        is_raw: bool,
    },
    ContentChecksum,
    End,
}

/// A fault, and its distance from the end of the consumed input.
type Fault = (FaultKind, usize);

fn corrupt(reason: &'static str, back: usize) -> Fault {
    (FaultKind::Corrupt(reason), back)
}

impl<'w> Lz4<'w> {
    pub(super) fn new(window: WindowReservation<'w>) -> Self {
        Self {
            window,
            frame: Frame::default(),
            next: Element::End,
            element: Vec::new(),
            text: Vec::new(),
            pending: 0..0,
            history: 0,
        }
    }

    /// Returns the length of the next element, as far as it is known.
    fn element_len(&self) -> usize {
        match self.next {
            Element::Descriptor => self.element.first().map_or(1, |&flags| {
                let len = |flag, len| if flags & flag == 0 { 0 } else { len };
                3 + len(CONTENT_SIZE, 8) + len(DICTIONARY, 4)
            }),
            Element::BlockSize | Element::ContentChecksum => FIELD,
            Element::Block { len, .. } if self.frame.has_block_checksum => len + FIELD,
            Element::Block { len, .. } => len,
            Element::End => 0,
        }
    }

    /// Takes bytes of the next element. Returns whether it is complete.
    fn take(&mut self, input: &mut &[u8]) -> bool {
        loop {
            let missing = self.element_len() - self.element.len();
            let (taken, rest) = input.split_at(missing.min(input.len()));
            self.element.extend_from_slice(taken);
            *input = rest;
            if taken.len() < missing || missing == 0 {
                return missing == 0;
            }
        }
    }

    /// Reads the next element, which is complete.
    fn read(&mut self) -> Result<(), Fault> {
        let element = std::mem::take(&mut self.element);
        let read = match self.next {
            Element::Descriptor => self.descriptor(&element),
            Element::BlockSize => self.block_size(number(&element)),
            Element::Block { len, is_raw } => self.block(&element, len, is_raw),
            Element::ContentChecksum => {
                self.next = Element::End;
                let expected = self.frame.checksum.as_ref().map(XxHash32::finish_32);
                check(expected, &element)
            }
            Element::End => Ok(()),
        };
        // The memory is kept for the next element.
        self.element = element;
        self.element.clear();
        read
    }

    fn descriptor(&mut self, descriptor: &[u8]) -> Result<(), Fault> {
        let [flags, max_block, ..] = *descriptor else {
            return Err(corrupt("invalid frame descriptor", 0));
        };
        let (fields, checksum) = descriptor.split_at(descriptor.len() - 1);
        let back = descriptor.len() - 2;
        let has = |flag| flags & flag != 0;
        if flags & VERSION != VERSION_1 {
            return Err(corrupt("unknown version", back));
        }
        if has(RESERVED) || max_block & 0b1000_1111 != 0 || max_block >> 4 < 4 {
            return Err(corrupt("invalid frame descriptor", back));
        }
        if checksum[0] != XxHash32::oneshot(0, fields).to_le_bytes()[1] {
            return Err((FaultKind::Checksum, 1));
        }
        if has(DICTIONARY) {
            let reason = "it needs a dictionary, which is not in the file";
            return Err(corrupt(reason, 0));
        }
        let max_block = 1 << (8 + 2 * u32::from(max_block >> 4));
        let (needed, allowed) = (2 * max_block as u64, self.window.allowed());
        if needed > allowed {
            return Err((FaultKind::Window { needed, allowed }, back));
        }
        self.window.reserve(needed);
        let size = fields[2..].first_chunk().copied();
        self.frame = Frame {
            is_independent: has(INDEPENDENT),
            has_block_checksum: has(BLOCK_CHECKSUM),
            max_block,
            checksum: has(CONTENT_CHECKSUM).then(|| XxHash32::with_seed(0)),
            size: size.map(u64::from_le_bytes),
            decoded: 0,
        };
        let len = self.text.len().max(2 * WINDOW + max_block);
        self.text.resize(len, 0);
        self.history = self.pending.end;
        self.next = Element::BlockSize;
        Ok(())
    }

    /// Begins a block, or ends the frame.
    fn block_size(&mut self, field: u32) -> Result<(), Fault> {
        let len = (field & !UNCOMPRESSED) as usize;
        if len > self.frame.max_block {
            return Err(corrupt("a block is too large", FIELD));
        }
        let is_raw = field & UNCOMPRESSED != 0;
        self.next = match (len, &self.frame.checksum) {
            (1.., _) => Element::Block { len, is_raw },
            (0, Some(_)) => Element::ContentChecksum,
            (0, None) => Element::End,
        };
        let is_wrong = |size| size != self.frame.decoded;
        if len == 0 && self.frame.size.is_some_and(is_wrong) {
            return Err((FaultKind::Checksum, FIELD));
        }
        Ok(())
    }

    /// Decodes a block, all of whose predecessors are returned.
    fn block(&mut self, element: &[u8], len: usize, is_raw: bool) -> Result<(), Fault> {
        let (block, checksum) = element.split_at(len);
        if self.frame.has_block_checksum {
            check(Some(XxHash32::oneshot(0, block)), checksum)?;
        }
        let start = self.make_room();
        let (before, into) = self.text.split_at_mut(start);
        let into = &mut into[..self.frame.max_block];
        let history = &before[self.history.max(start.saturating_sub(WINDOW))..];
        let decoded = if is_raw {
            into[..len].copy_from_slice(block);
            Ok(len)
        } else if self.frame.is_independent {
            decompress_into(block, into)
        } else {
            decompress_into_with_dict(block, into, history)
        };
        let Ok(decoded) = decoded else {
            return Err(corrupt("invalid lz4 block", element.len()));
        };
        self.pending = start..start + decoded;
        self.frame.decoded += decoded as u64;
        if let Some(checksum) = &mut self.frame.checksum {
            checksum.write(&self.text[self.pending.clone()]);
        }
        self.next = Element::BlockSize;
        Ok(())
    }

    /// Returns an offset in `text` with room for a block. What it may refer to is moved to the start only once as many
    /// bytes are decoded.
    fn make_room(&mut self) -> usize {
        let end = self.pending.end;
        if end + self.frame.max_block <= self.text.len() {
            return end;
        }
        let from = self.history.max(end.saturating_sub(WINDOW));
        self.text.copy_within(from..end, 0);
        self.history = 0;
        self.pending = end - from..end - from;
        end - from
    }
}

/// Returns the number in a field of 4 bytes.
fn number(field: &[u8]) -> u32 {
    field.first_chunk().copied().map_or(0, u32::from_le_bytes)
}

/// Compares a checksum with the field that was just consumed.
fn check(hash: Option<u32>, field: &[u8]) -> Result<(), Fault> {
    match hash {
        Some(hash) if hash != number(field) => Err((FaultKind::Checksum, FIELD)),
        _ => Ok(()),
    }
}

impl Codec for Lz4<'_> {
    const TRAILING: Trailing = Trailing::MembersOrZeros;

    fn begin(&mut self, head: &[u8]) -> MemberStart {
        match skippable::begin(head, &[MAGIC, LEGACY]) {
            Ok(LEGACY) => MemberStart::Fault(FaultKind::NotRead("a frame of the legacy format")),
            Ok(magic) => {
                self.next = Element::Descriptor;
                MemberStart::Member {
                    consumed: magic.len(),
                }
            }
            Err(start) => start,
        }
    }

    fn decode(&mut self, input: &[u8], output: &mut [u8]) -> Progress {
        let mut rest = input;
        let mut produced = 0;
        let status = loop {
            let len = self.pending.len().min(output.len() - produced);
            let given = self.pending.start..self.pending.start + len;
            output[produced..produced + len].copy_from_slice(&self.text[given]);
            self.pending.start += len;
            produced += len;
            if produced == output.len() {
                break CodecStatus::More;
            }
            if self.next == Element::End {
                break CodecStatus::End;
            }
            if !self.take(&mut rest) {
                break CodecStatus::More;
            }
            if let Err((kind, back)) = self.read() {
                break CodecStatus::Fault(kind, back as u64);
            }
        };
        Progress {
            consumed: input.len() - rest.len(),
            produced,
            status,
        }
    }
}
