//! gzip (RFC 1952).

use flate2::Crc;

use super::{
    deflate::Inflate,
    members::{Codec, CodecStatus, MemberStart, Progress, Trailing},
};
use crate::FaultKind;

const ID: &[u8] = &[0x1f, 0x8b];

/// The only value of CM that is defined.
const DEFLATE: u8 = 8;

/// The bits of FLG (RFC 1952 §2.3.1). The first one, FTEXT, is ignored.
const FHCRC: u8 = 1 << 1;
const FEXTRA: u8 = 1 << 2;
const FNAME: u8 = 1 << 3;
const FCOMMENT: u8 = 1 << 4;
const RESERVED: u8 = 0xe0;

/// The length of the fixed part of the header, from ID1 to OS (RFC 1952 §2.3).
const FIXED: usize = 10;

/// The length of XLEN and of CRC16.
const NUMBER: usize = 2;

/// The length of CRC32 and ISIZE.
const TRAILER: usize = 8;

/// Decodes gzip members.
pub(super) struct Gzip {
    inflate: Inflate,
    part: Part,
    /// The flags of the parts of the header that are not read yet.
    flags: u8,
    /// The checksum of the header, then the checksum and length of the decoded bytes.
    crc: Crc,
    /// A number that may be split between inputs.
    number: [u8; TRAILER],
    /// The number of bytes of `number` that are read.
    read: usize,
}

/// The parts of a member after its first ten bytes, in order.
#[derive(Clone, Copy, Debug)]
enum Part {
    ExtraLength,
    /// The extra field, with this number of bytes left.
    Extra(usize),
    Name,
    Comment,
    HeaderCrc,
    Data,
    Trailer,
}

impl Gzip {
    pub(super) fn new() -> Self {
        Self {
            inflate: Inflate::new(),
            part: Part::Data,
            flags: 0,
            crc: Crc::new(),
            number: [0; TRAILER],
            read: 0,
        }
    }

    /// Advances to the next part that is present.
    fn next_part(&mut self) {
        self.read = 0;
        let parts = [
            (FEXTRA, Part::ExtraLength),
            (FNAME, Part::Name),
            (FCOMMENT, Part::Comment),
            (FHCRC, Part::HeaderCrc),
        ];
        for (flag, part) in parts {
            if self.flags & flag != 0 {
                self.flags &= !flag;
                self.part = part;
                return;
            }
        }
        self.part = Part::Data;
        self.crc.reset();
    }

    /// Reads more of a number of `len` bytes. Returns the number of bytes consumed, and whether the number is
    /// complete.
    fn read_number(&mut self, len: usize, input: &[u8]) -> (usize, bool) {
        let consumed = input.len().min(len - self.read);
        self.number[self.read..self.read + consumed].copy_from_slice(&input[..consumed]);
        self.read += consumed;
        (consumed, self.read == len)
    }

    fn u16(&self) -> u16 {
        u16::from_le_bytes([self.number[0], self.number[1]])
    }

    /// Reads the header after its first ten bytes (RFC 1952 §2.3.1.1).
    fn read_header(&mut self, input: &[u8]) -> Progress {
        let (consumed, is_read) = match self.part {
            Part::Extra(left) => {
                let consumed = input.len().min(left);
                (consumed, consumed == left)
            }
            // Zero-terminated.
            Part::Name | Part::Comment => match input.iter().position(|&byte| byte == 0) {
                Some(end) => (end + 1, true),
                None => (input.len(), false),
            },
            _ => self.read_number(NUMBER, input),
        };
        let mut status = CodecStatus::More;
        if !matches!(self.part, Part::HeaderCrc) {
            self.crc.update(&input[..consumed]);
        } else if is_read && u32::from(self.u16()) != self.crc.sum() & 0xffff {
            status = CodecStatus::Fault(FaultKind::Checksum, NUMBER as u64);
        }
        match (self.part, is_read) {
            (Part::ExtraLength, true) if self.u16() > 0 => {
                self.part = Part::Extra(self.u16().into());
            }
            (_, true) => self.next_part(),
            (Part::Extra(left), false) => self.part = Part::Extra(left - consumed),
            (_, false) => {}
        }
        Progress {
            consumed,
            produced: 0,
            status,
        }
    }

    fn decode_data(&mut self, input: &[u8], output: &mut [u8]) -> Progress {
        let mut progress = self.inflate.decode(input, output);
        self.crc.update(&output[..progress.produced]);
        if matches!(progress.status, CodecStatus::End) {
            self.part = Part::Trailer;
            progress.status = CodecStatus::More;
        }
        progress
    }

    fn read_trailer(&mut self, input: &[u8]) -> Progress {
        let (consumed, is_read) = self.read_number(TRAILER, input);
        let [c0, c1, c2, c3, size @ ..] = self.number;
        let is_right = u32::from_le_bytes([c0, c1, c2, c3]) == self.crc.sum()
            && u32::from_le_bytes(size) == self.crc.amount();
        Progress {
            consumed,
            produced: 0,
            status: match (is_read, is_right) {
                (false, _) => CodecStatus::More,
                (true, true) => CodecStatus::End,
                (true, false) => CodecStatus::Fault(FaultKind::Checksum, TRAILER as u64),
            },
        }
    }
}

impl Codec for Gzip {
    const TRAILING: Trailing = Trailing::MembersOrZeros;

    fn begin(&mut self, head: &[u8]) -> MemberStart {
        if !ID.starts_with(&head[..head.len().min(ID.len())]) {
            return MemberStart::Other;
        }
        let Some(head) = head.first_chunk::<FIXED>() else {
            return MemberStart::Undecided;
        };
        let [_, _, method, flags, ..] = *head;
        if method != DEFLATE {
            return MemberStart::Fault(FaultKind::Corrupt("unknown compression method"));
        }
        // RFC 1952 §2.3.1.2: reserved bits may indicate unknown fields.
        if flags & RESERVED != 0 {
            return MemberStart::Fault(FaultKind::Corrupt("reserved flags are set"));
        }
        self.inflate.reset();
        self.crc.reset();
        self.crc.update(head);
        self.flags = flags;
        self.next_part();
        MemberStart::Member { consumed: FIXED }
    }

    fn decode(&mut self, input: &[u8], output: &mut [u8]) -> Progress {
        match self.part {
            Part::Data => self.decode_data(input, output),
            Part::Trailer => self.read_trailer(input),
            _ => self.read_header(input),
        }
    }
}
