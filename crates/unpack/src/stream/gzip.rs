//! gzip (RFC 1952).

use flate2::Crc;

use super::{
    deflate::Inflate,
    members::{Codec, Head, Step, Then, Trailing},
};
use crate::FaultKind;

const ID: &[u8] = &[0x1f, 0x8b];

/// The only CM there is.
const DEFLATE: u8 = 8;

/// The bits of FLG (RFC 1952 §2.3.1). The first one, FTEXT, means nothing here.
const FHCRC: u8 = 1 << 1;
const FEXTRA: u8 = 1 << 2;
const FNAME: u8 = 1 << 3;
const FCOMMENT: u8 = 1 << 4;
const RESERVED: u8 = 0xe0;

/// From ID1 to OS (RFC 1952 §2.3).
const FIXED: usize = 10;

/// XLEN, and CRC16.
const NUMBER: usize = 2;

/// CRC32 and ISIZE.
const TRAILER: usize = 8;

/// One member after the other.
pub(super) struct Gzip {
    inflate: Inflate,
    part: Part,
    /// The flags of parts of the header that are still to come.
    flags: u8,
    /// Of the header at first, then of what is decoded, and the length of it.
    crc: Crc,
    /// What comes in pieces and is needed whole, and how many of its bytes are read.
    number: [u8; TRAILER],
    read: usize,
}

/// The parts of a member after its first ten bytes, in their order.
#[derive(Clone, Copy, Debug)]
enum Part {
    ExtraLength,
    /// So much of it is left.
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

    /// Goes on with the next part that is there.
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

    /// Reads on in a number of `len` bytes. How many bytes it has taken, and whether it is complete.
    fn read_number(&mut self, len: usize, input: &[u8]) -> (usize, bool) {
        let used = input.len().min(len - self.read);
        self.number[self.read..self.read + used].copy_from_slice(&input[..used]);
        self.read += used;
        (used, self.read == len)
    }

    fn u16(&self) -> u16 {
        u16::from_le_bytes([self.number[0], self.number[1]])
    }

    /// The header after its first ten bytes (RFC 1952 §2.3.1.1).
    fn read_header(&mut self, input: &[u8]) -> Step {
        let (used, is_read) = match self.part {
            Part::Extra(left) => {
                let used = input.len().min(left);
                (used, used == left)
            }
            // They end with a zero.
            Part::Name | Part::Comment => match input.iter().position(|&byte| byte == 0) {
                Some(end) => (end + 1, true),
                None => (input.len(), false),
            },
            _ => self.read_number(NUMBER, input),
        };
        let mut then = Then::More;
        if !matches!(self.part, Part::HeaderCrc) {
            self.crc.update(&input[..used]);
        } else if is_read && u32::from(self.u16()) != self.crc.sum() & 0xffff {
            then = Then::Fault(FaultKind::Checksum, NUMBER as u64);
        }
        match (self.part, is_read) {
            (Part::ExtraLength, true) if self.u16() > 0 => {
                self.part = Part::Extra(self.u16().into());
            }
            (_, true) => self.next_part(),
            (Part::Extra(left), false) => self.part = Part::Extra(left - used),
            (_, false) => {}
        }
        Step {
            used,
            given: 0,
            then,
        }
    }

    fn decode_data(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let mut step = self.inflate.decode(input, output);
        self.crc.update(&output[..step.given]);
        if matches!(step.then, Then::End) {
            self.part = Part::Trailer;
            step.then = Then::More;
        }
        step
    }

    fn read_trailer(&mut self, input: &[u8]) -> Step {
        let (used, is_read) = self.read_number(TRAILER, input);
        let [c0, c1, c2, c3, size @ ..] = self.number;
        let is_right = u32::from_le_bytes([c0, c1, c2, c3]) == self.crc.sum()
            && u32::from_le_bytes(size) == self.crc.amount();
        Step {
            used,
            given: 0,
            then: match (is_read, is_right) {
                (false, _) => Then::More,
                (true, true) => Then::End,
                (true, false) => Then::Fault(FaultKind::Checksum, TRAILER as u64),
            },
        }
    }
}

impl Codec for Gzip {
    const TRAILING: Trailing = Trailing::MembersOrZeros;

    fn begin(&mut self, head: &[u8]) -> Head {
        if !ID.starts_with(&head[..head.len().min(ID.len())]) {
            return Head::Other;
        }
        let Some(head) = head.first_chunk::<FIXED>() else {
            return Head::Undecided;
        };
        let [_, _, method, flags, ..] = *head;
        if method != DEFLATE {
            return Head::Fault(FaultKind::Corrupt("its compression method is not known"));
        }
        // RFC 1952 §2.3.1.2: there may be parts that nobody knows.
        if flags & RESERVED != 0 {
            return Head::Fault(FaultKind::Corrupt("its flags are not known"));
        }
        self.inflate.reset();
        self.crc.reset();
        self.crc.update(head);
        self.flags = flags;
        self.next_part();
        Head::Member { taken: FIXED }
    }

    fn decode(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        match self.part {
            Part::Data => self.decode_data(input, output),
            Part::Trailer => self.read_trailer(input),
            _ => self.read_header(input),
        }
    }
}
