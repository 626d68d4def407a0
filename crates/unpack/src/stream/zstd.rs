//! Zstandard (RFC 8878).

use zstd::zstd_safe::{DCtx, DParameter, InBuffer, OutBuffer, get_error_name};

use super::{
    members::{Codec, CodecStatus, MemberStart, Progress, Trailing},
    skippable,
    window::WindowReservation,
};
use crate::FaultKind;

/// The magic number of a frame (§3.1.1).
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// The logarithm of the largest window that the decoder supports.
const MAX_LOG: u32 = if usize::BITS > 32 { 31 } else { 30 };

/// The logarithm of the smallest window that the decoder supports.
const MIN_LOG: u32 = 10;

/// The length of `Block_Header` (§3.1.1.2).
const BLOCK_HEADER: usize = 3;

/// The length of `Content_Checksum`.
const CHECKSUM: usize = 4;

/// Decodes frames. Each needs its window, and about 256 KiB.
///
/// The decoder is fed one part of a frame at a time. With more input, it does not report how many bytes it has
/// decoded before a fault.
pub(super) struct Zstd<'w> {
    decoder: DCtx<'static>,
    window: WindowReservation<'w>,
    part: FramePart,
    /// The number of bytes of the part that are consumed.
    consumed: usize,
    /// The number of bytes of the part that are left.
    left: usize,
    /// The block header, as far as it is consumed.
    header: [u8; BLOCK_HEADER],
    has_checksum: bool,
    /// The number of bytes that the frame has left to produce, if its size is known.
    size_left: Option<u64>,
    /// Whether the decoder may have more output, because the last output was full.
    may_have_output: bool,
}

/// A part of a frame (§3.1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FramePart {
    FrameHeader,
    BlockHeader,
    Block { is_last: bool, is_raw: bool },
    Checksum,
}

impl<'w> Zstd<'w> {
    pub(super) fn new(window: WindowReservation<'w>) -> Self {
        let mut decoder = DCtx::create();
        // The reservations of other decoders last as long as this decoder.
        let log = log_of(window.allowed());
        decoder
            .set_parameter(DParameter::WindowLogMax(log))
            .expect("within the bounds of the decoder");
        Self {
            decoder,
            window,
            part: FramePart::FrameHeader,
            consumed: 0,
            left: 0,
            header: [0; BLOCK_HEADER],
            has_checksum: false,
            size_left: None,
            may_have_output: false,
        }
    }

    /// Decodes input of the current part.
    fn run(&mut self, input: &[u8], output: &mut [u8]) -> Progress {
        let room = output.len();
        let mut from = InBuffer::around(input);
        let mut into = OutBuffer::around(output);
        let result = self.decoder.decompress_stream(&mut into, &mut from);
        let (consumed, produced) = (from.pos(), into.pos());
        let status = match result {
            Ok(0) => CodecStatus::End,
            Ok(_) => CodecStatus::More,
            Err(_) if self.part == FramePart::Checksum => {
                CodecStatus::Fault(FaultKind::Checksum, self.consumed as u64)
            }
            Err(code) => {
                let kind = FaultKind::Corrupt(get_error_name(code));
                CodecStatus::Fault(kind, self.consumed as u64)
            }
        };
        self.may_have_output = produced == room && matches!(status, CodecStatus::More);
        if let Some(left) = &mut self.size_left {
            *left = left.saturating_sub(produced as u64);
        }
        self.advance(&input[..consumed]);
        Progress {
            consumed,
            produced,
            status,
        }
    }

    fn enter(&mut self, part: FramePart, len: usize) {
        self.part = part;
        self.consumed = 0;
        self.left = len;
    }

    /// Advances past consumed bytes of the part.
    fn advance(&mut self, bytes: &[u8]) {
        if self.part == FramePart::BlockHeader {
            self.header[self.consumed..self.consumed + bytes.len()].copy_from_slice(bytes);
        }
        self.consumed += bytes.len();
        self.left -= bytes.len();
        while self.left == 0 && self.part != FramePart::Checksum {
            match self.part {
                FramePart::BlockHeader => self.enter_block(),
                FramePart::Block { is_last: true, .. } if !self.has_checksum => return,
                FramePart::Block { is_last: true, .. } => self.enter(FramePart::Checksum, CHECKSUM),
                _ => self.enter(FramePart::BlockHeader, BLOCK_HEADER),
            }
        }
    }

    /// Enters a block by its `Last_Block`, `Block_Type` and `Block_Size` (§3.1.1.2).
    fn enter_block(&mut self) {
        const RAW: u32 = 0;
        const RLE: u32 = 1;
        let [low, middle, high] = self.header;
        let header = u32::from_le_bytes([low, middle, high, 0]);
        let is_last = header & 1 == 1;
        let kind = header >> 1 & 3;
        let len = match kind {
            RLE => 1,
            _ => header >> 3,
        };
        let is_raw = kind == RAW;
        self.enter(FramePart::Block { is_last, is_raw }, len as usize);
    }
}

impl Codec for Zstd<'_> {
    const TRAILING: Trailing = Trailing::MembersOrZeros;

    fn begin(&mut self, head: &[u8]) -> MemberStart {
        if let Err(start) = skippable::begin(head, &[MAGIC]) {
            return start;
        }
        let Some(frame) = FrameHeader::parse(head) else {
            return MemberStart::Undecided;
        };
        let allowed = self.window.allowed().min(1 << MAX_LOG);
        if frame.window > allowed {
            let needed = frame.window;
            return MemberStart::Fault(FaultKind::Window { needed, allowed });
        }
        self.window.reserve(frame.window);
        self.has_checksum = frame.has_checksum;
        self.size_left = frame.size;
        self.enter(FramePart::FrameHeader, frame.len);
        MemberStart::Member { consumed: 0 }
    }

    fn decode(&mut self, input: &[u8], output: &mut [u8]) -> Progress {
        // Pending output is produced alone: a fault in new input would discard it.
        if self.may_have_output {
            let progress = self.run(&[], output);
            if progress.produced > 0 || !matches!(progress.status, CodecStatus::More) {
                return progress;
            }
        }
        let most = match self.part {
            // A wrong frame size is detected at the first excess byte or at the last byte. All bytes before
            // that can be produced.
            FramePart::Block { is_last, is_raw } if is_raw => {
                let but_the_last = self.left - usize::from(is_last && self.left > 1);
                let fitting = self.size_left.map_or(u64::MAX, |left| left.max(1));
                usize::try_from(fitting).map_or(but_the_last, |most| most.min(but_the_last))
            }
            _ => self.left,
        };
        let len = input.len().min(most);
        self.run(&input[..len], output)
    }
}

/// Returns the logarithm of a window, rounded up, within the bounds of the decoder.
fn log_of(window: u64) -> u32 {
    let log = window.max(1).checked_next_power_of_two();
    log.map_or(MAX_LOG, u64::trailing_zeros)
        .clamp(MIN_LOG, MAX_LOG)
}

/// The fields of a `Frame_Header` (§3.1.1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FrameHeader {
    /// The length in bytes, including the magic number.
    len: usize,
    /// `Window_Size`, in bytes.
    window: u64,
    /// `Frame_Content_Size`, if there is one.
    size: Option<u64>,
    has_checksum: bool,
}

impl FrameHeader {
    /// Parses the header of the frame that begins with `head`; `None` if `head` is too short.
    fn parse(head: &[u8]) -> Option<Self> {
        let descriptor = *head.get(MAGIC.len())?;
        let is_single = descriptor >> 5 & 1 == 1;
        let size_len = match (descriptor >> 6, is_single) {
            (0, false) => 0,
            (log, _) => 1_usize << log,
        };
        let id_len = [0, 1, 2, 4][usize::from(descriptor & 3)];
        let after_descriptor = MAGIC.len() + 1;
        let len = after_descriptor + usize::from(!is_single) + id_len + size_len;
        let fields = head.get(after_descriptor..len)?;
        let size =
            (size_len > 0).then(|| content_size(&fields[len - size_len - after_descriptor..]));
        let window = if let (true, Some(size)) = (is_single, size) {
            size
        } else {
            window_size(fields[0])
        };
        Some(Self {
            len,
            window,
            size,
            has_checksum: descriptor >> 2 & 1 == 1,
        })
    }
}

/// Decodes a `Window_Descriptor` (§3.1.1.1.2).
fn window_size(descriptor: u8) -> u64 {
    let base = 1 << (MIN_LOG + u32::from(descriptor >> 3));
    base + base / 8 * u64::from(descriptor & 7)
}

/// Decodes a `Frame_Content_Size` (§3.1.1.1.4).
fn content_size(field: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    bytes[..field.len()].copy_from_slice(field);
    let size = u64::from_le_bytes(bytes);
    if field.len() == 2 { size + 256 } else { size }
}
