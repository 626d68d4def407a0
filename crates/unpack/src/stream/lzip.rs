//! lzip (manual of lzip 1.24, "File format").

use liblzma::stream::Stream;

use super::{
    members::{Codec, CodecStatus, MemberStart, Progress, Trailing},
    window::WindowReservation,
    xz::{self, OVERHEAD},
};
use crate::FaultKind;

/// The magic number.
const MAGIC: &[u8] = b"LZIP";

/// The length of the magic number, the version and the size of the dictionary.
const HEADER: usize = 6;

/// Decodes lzip members. Each needs its dictionary.
///
/// A wrong checksum cannot be distinguished from other errors. How many bytes of corrupt data are decoded depends on
/// how the input is split.
pub(super) struct Lzip<'w> {
    stream: Option<Stream>,
    window: WindowReservation<'w>,
}

impl<'w> Lzip<'w> {
    pub(super) fn new(window: WindowReservation<'w>) -> Self {
        Self {
            stream: None,
            window,
        }
    }

    fn open(&mut self, needed: u64) -> Result<Stream, FaultKind> {
        let allowed = self.window.allowed();
        if needed > allowed {
            return Err(FaultKind::Window { needed, allowed });
        }
        self.window.reserve(needed);
        Stream::new_lzip_decoder(needed + OVERHEAD, 0).map_err(xz::reason)
    }
}

impl Codec for Lzip<'_> {
    const TRAILING: Trailing = Trailing::MembersOrZeros;

    fn begin(&mut self, head: &[u8]) -> MemberStart {
        let len = head.len().min(MAGIC.len());
        if !MAGIC.starts_with(&head[..len]) {
            return MemberStart::Other;
        }
        let Some(&[.., coded]) = head.first_chunk::<HEADER>() else {
            return MemberStart::Undecided;
        };
        match self.open(dictionary(coded)) {
            Ok(stream) => {
                self.stream = Some(stream);
                MemberStart::Member { consumed: 0 }
            }
            Err(kind) => MemberStart::Fault(kind),
        }
    }

    fn decode(&mut self, input: &[u8], output: &mut [u8]) -> Progress {
        let mut progress = xz::decode_in(&mut self.stream, input, output);
        if let CodecStatus::Fault(FaultKind::Window { .. }, _) = progress.status {
            let kind = FaultKind::Corrupt("invalid size of the dictionary");
            progress.status = CodecStatus::Fault(kind, 0);
        }
        progress
    }
}

/// Returns the size of the dictionary in bytes. The lowest five bits of the code are the logarithm of a power of two,
/// the others the number of its sixteenths to subtract.
fn dictionary(coded: u8) -> u64 {
    let power = 1_u64 << (coded & 0x1f);
    power - power / 16 * u64::from(coded >> 5)
}
