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
    part: MemberPart,
    /// The flags of the parts of the header that are not read yet.
    flags: u8,
    /// The checksum of the header, then the checksum and length of the decoded bytes.
    crc: Crc,
}

/// The parts of a member after its first ten bytes, in order.
#[derive(Clone, Copy, Debug)]
enum MemberPart {
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
            part: MemberPart::Data,
            flags: 0,
            crc: Crc::new(),
        }
    }

    /// Advances to the next part that is present.
    fn next_part(&mut self) {
        let parts = [
            (FEXTRA, MemberPart::ExtraLength),
            (FNAME, MemberPart::Name),
            (FCOMMENT, MemberPart::Comment),
            (FHCRC, MemberPart::HeaderCrc),
        ];
        for (flag, part) in parts {
            if self.flags & flag != 0 {
                self.flags &= !flag;
                self.part = part;
                return;
            }
        }
        self.part = MemberPart::Data;
        self.crc.reset();
    }

    /// Reads the header after its first ten bytes (RFC 1952 §2.3.1.1).
    fn read_header(&mut self, input: &[u8]) -> Progress {
        let (consumed, next) = match self.part {
            MemberPart::Extra(left) => {
                let consumed = input.len().min(left);
                let left = left - consumed;
                (consumed, (left > 0).then_some(MemberPart::Extra(left)))
            }
            // Zero-terminated.
            MemberPart::Name | MemberPart::Comment => {
                match input.iter().position(|&byte| byte == 0) {
                    Some(end) => (end + 1, None),
                    None => (input.len(), Some(self.part)),
                }
            }
            _ => {
                let Some(&number) = input.first_chunk::<NUMBER>() else {
                    return Progress::SHORT;
                };
                let number = u16::from_le_bytes(number);
                if matches!(self.part, MemberPart::HeaderCrc) {
                    return self.check_header(number);
                }
                (
                    NUMBER,
                    (number > 0).then_some(MemberPart::Extra(number.into())),
                )
            }
        };
        self.crc.update(&input[..consumed]);
        match next {
            Some(part) => self.part = part,
            None => self.next_part(),
        }
        Progress {
            consumed,
            produced: 0,
            status: CodecStatus::More,
        }
    }

    fn check_header(&mut self, crc: u16) -> Progress {
        let status = if u32::from(crc) == self.crc.sum() & 0xffff {
            CodecStatus::More
        } else {
            CodecStatus::Fault(FaultKind::Checksum, NUMBER as u64)
        };
        self.next_part();
        Progress {
            consumed: NUMBER,
            produced: 0,
            status,
        }
    }

    fn decode_data(&mut self, input: &[u8], output: &mut [u8]) -> Progress {
        let mut progress = self.inflate.decode(input, output);
        self.crc.update(&output[..progress.produced]);
        if matches!(progress.status, CodecStatus::End) {
            self.part = MemberPart::Trailer;
            progress.status = CodecStatus::More;
        }
        progress
    }

    fn read_trailer(&self, input: &[u8]) -> Progress {
        let Some(&[c0, c1, c2, c3, ref size @ ..]) = input.first_chunk::<TRAILER>() else {
            return Progress::SHORT;
        };
        let is_right = u32::from_le_bytes([c0, c1, c2, c3]) == self.crc.sum()
            && u32::from_le_bytes(*size) == self.crc.amount();
        Progress {
            consumed: TRAILER,
            produced: 0,
            status: if is_right {
                CodecStatus::End
            } else {
                CodecStatus::Fault(FaultKind::Checksum, TRAILER as u64)
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
            MemberPart::Data => self.decode_data(input, output),
            MemberPart::Trailer => self.read_trailer(input),
            _ => self.read_header(input),
        }
    }
}
