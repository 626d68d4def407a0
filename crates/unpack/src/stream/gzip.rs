//! gzip (RFC 1952).

use flate2::Decompress;

use super::{
    deflate::inflate,
    members::{Codec, MemberStart, Progress, Trailing},
};
use crate::FaultKind;

const ID: &[u8] = &[0x1f, 0x8b];

/// The only value of CM that is defined.
const DEFLATE: u8 = 8;

/// The bits of FLG that are reserved (RFC 1952 §2.3.1).
const RESERVED: u8 = 0xe0;

/// The length of the fixed part of the header, from ID1 to OS (RFC 1952 §2.3).
const FIXED: usize = 10;

/// Decodes gzip members.
pub(super) struct Gzip(Decompress);

impl Gzip {
    pub(super) fn new() -> Self {
        Self(new())
    }
}

impl Codec for Gzip {
    const TRAILING: Trailing = Trailing::MembersOrZeros;

    fn begin(&mut self, head: &[u8]) -> MemberStart {
        if !ID.starts_with(&head[..head.len().min(ID.len())]) {
            return MemberStart::Other;
        }
        let Some(&[_, _, method, flags, ..]) = head.first_chunk::<FIXED>() else {
            return MemberStart::Undecided;
        };
        if method != DEFLATE {
            return MemberStart::Fault(FaultKind::Corrupt("unknown compression method"));
        }
        // RFC 1952 §2.3.1.2: reserved bits may indicate unknown fields.
        if flags & RESERVED != 0 {
            return MemberStart::Fault(FaultKind::Corrupt("reserved flags are set"));
        }
        self.0 = new();
        MemberStart::Member { consumed: 0 }
    }

    fn decode(&mut self, input: &[u8], output: &mut [u8]) -> Progress {
        inflate(&mut self.0, input, output)
    }
}

/// Creates a decoder of a member, with its header and its checksums.
fn new() -> Decompress {
    Decompress::new_gzip(15)
}
