//! Zstandard (RFC 8878).

use zstd::zstd_safe::{DCtx, DParameter, InBuffer, OutBuffer, get_error_name};

use super::{
    members::{Codec, Head, Step, Then, Trailing},
    window::Window,
};
use crate::FaultKind;

/// What a frame begins with (§3.1.1).
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// What a skippable frame begins with, but for the low half of its first byte (§3.1.2).
const SKIPPABLE: [u8; 4] = [0x50, 0x2a, 0x4d, 0x18];

/// The largest window that the decoder knows, in bits.
const MOST_LOG: u32 = if usize::BITS > 32 { 31 } else { 30 };

/// The smallest one.
const LEAST_LOG: u32 = 10;

/// `Block_Header` (§3.1.1.2).
const BLOCK_HEADER: usize = 3;

/// `Content_Checksum`.
const CHECKSUM: usize = 4;

/// One frame after the other. Each needs its window, and some 256 KiB.
///
/// The decoder gets one part of a frame at a time. Given more, it would not tell how much it had
/// decoded before a fault.
pub(super) struct Zstd<'w> {
    decoder: DCtx<'static>,
    window: Window<'w>,
    part: Part,
    /// How many bytes of the part are taken, and left.
    taken: usize,
    left: usize,
    /// Block header, as far as it is taken.
    header: [u8; BLOCK_HEADER],
    has_checksum: bool,
    /// How many bytes the frame may give yet, if it says.
    size_left: Option<u64>,
    /// The output was full: there may be more.
    may_hold: bool,
}

/// A part of a frame (§3.1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    FrameHeader,
    BlockHeader,
    Block { is_last: bool, is_raw: bool },
    Checksum,
}

impl<'w> Zstd<'w> {
    pub(super) fn new(window: Window<'w>) -> Self {
        let mut decoder = DCtx::create();
        // What others have taken by now, they keep as long as this decodes.
        let log = log_of(window.allowed());
        decoder
            .set_parameter(DParameter::WindowLogMax(log))
            .expect("it is within the bounds of the decoder");
        Self {
            decoder,
            window,
            part: Part::FrameHeader,
            taken: 0,
            left: 0,
            header: [0; BLOCK_HEADER],
            has_checksum: false,
            size_left: None,
            may_hold: false,
        }
    }

    /// Decodes some of what is left of the part.
    fn run(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let room = output.len();
        let mut from = InBuffer::around(input);
        let mut into = OutBuffer::around(output);
        let result = self.decoder.decompress_stream(&mut into, &mut from);
        let (used, given) = (from.pos(), into.pos());
        let then = match result {
            Ok(0) => Then::End,
            Ok(_) => Then::More,
            Err(_) if self.part == Part::Checksum => {
                Then::Fault(FaultKind::Checksum, self.taken as u64)
            }
            Err(code) => {
                let kind = FaultKind::Corrupt(get_error_name(code));
                Then::Fault(kind, self.taken as u64)
            }
        };
        self.may_hold = given == room && matches!(then, Then::More);
        if let Some(left) = &mut self.size_left {
            *left = left.saturating_sub(given as u64);
        }
        self.take(&input[..used]);
        Step { used, given, then }
    }

    fn enter(&mut self, part: Part, len: usize) {
        self.part = part;
        self.taken = 0;
        self.left = len;
    }

    /// Notes that some bytes of the part are taken.
    fn take(&mut self, bytes: &[u8]) {
        if self.part == Part::BlockHeader {
            self.header[self.taken..self.taken + bytes.len()].copy_from_slice(bytes);
        }
        self.taken += bytes.len();
        self.left -= bytes.len();
        while self.left == 0 && self.part != Part::Checksum {
            match self.part {
                Part::BlockHeader => self.enter_block(),
                Part::Block { is_last: true, .. } if !self.has_checksum => return,
                Part::Block { is_last: true, .. } => self.enter(Part::Checksum, CHECKSUM),
                _ => self.enter(Part::BlockHeader, BLOCK_HEADER),
            }
        }
    }

    /// `Last_Block`, `Block_Type` and `Block_Size` (§3.1.1.2).
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
        self.enter(Part::Block { is_last, is_raw }, len as usize);
    }
}

impl Codec for Zstd<'_> {
    const TRAILING: Trailing = Trailing::MembersOrZeros;

    fn begin(&mut self, head: &[u8]) -> Head {
        let Some((&magic, rest)) = head.split_first_chunk() else {
            return if begins_magic(head) {
                Head::Undecided
            } else {
                Head::Other
            };
        };
        if is_skippable(magic) {
            return match rest.first_chunk() {
                Some(&size) => Head::Skip(8 + u64::from(u32::from_le_bytes(size))),
                None => Head::Undecided,
            };
        }
        if magic != MAGIC {
            return Head::Other;
        }
        let Some(frame) = FrameHeader::parse(head) else {
            return Head::Undecided;
        };
        let allowed = self.window.allowed().min(1 << MOST_LOG);
        if frame.window > allowed {
            let needed = frame.window;
            return Head::Fault(FaultKind::Window { needed, allowed });
        }
        self.window.take(frame.window);
        self.has_checksum = frame.has_checksum;
        self.size_left = frame.size;
        self.enter(Part::FrameHeader, frame.len);
        Head::Member { taken: 0 }
    }

    fn decode(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        // What is left from before comes out alone: a fault of what is next would bury it.
        if self.may_hold {
            let step = self.run(&[], output);
            if step.given > 0 || !matches!(step.then, Then::More) {
                return step;
            }
        }
        let most = match self.part {
            // That the frame has another size than it says is found at the first byte that is too many,
            // or at its last byte. All others may be given before.
            Part::Block { is_last, is_raw } if is_raw => {
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

/// How many bits it takes to count that far, within what the decoder knows.
fn log_of(window: u64) -> u32 {
    let log = window.max(1).checked_next_power_of_two();
    log.map_or(MOST_LOG, u64::trailing_zeros)
        .clamp(LEAST_LOG, MOST_LOG)
}

fn is_skippable([first, rest @ ..]: [u8; 4]) -> bool {
    first & 0xf0 == SKIPPABLE[0] && rest == SKIPPABLE[1..]
}

/// Whether less than four bytes may yet begin a frame.
fn begins_magic(head: &[u8]) -> bool {
    let with = |magic: [u8; 4]| {
        let mut whole = magic;
        whole[..head.len()].copy_from_slice(head);
        whole
    };
    with(MAGIC) == MAGIC || is_skippable(with(SKIPPABLE))
}

/// What its `Frame_Header` tells of a frame (§3.1.1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FrameHeader {
    /// How many bytes it has, the magic number included.
    len: usize,
    /// `Window_Size`, in bytes.
    window: u64,
    /// `Frame_Content_Size`, if there is one.
    size: Option<u64>,
    has_checksum: bool,
}

impl FrameHeader {
    /// Of a frame that begins with `head`; `None` if that is too short.
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

/// `Window_Descriptor` (§3.1.1.1.2).
fn window_size(descriptor: u8) -> u64 {
    let base = 1 << (LEAST_LOG + u32::from(descriptor >> 3));
    base + base / 8 * u64::from(descriptor & 7)
}

/// `Frame_Content_Size` (§3.1.1.1.4).
fn content_size(field: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    bytes[..field.len()].copy_from_slice(field);
    let size = u64::from_le_bytes(bytes);
    if field.len() == 2 { size + 256 } else { size }
}
