//! LZMA, as in zip (APPNOTE 5.8).

use liblzma::stream::Stream;

use super::{
    members::{Codec, CodecStatus, MemberStart, Progress, Trailing},
    window::WindowReservation,
    xz::{self, OVERHEAD},
};
use crate::FaultKind;

/// The length of the version of the LZMA SDK and the size of the properties.
const FIXED: usize = 4;

/// The size of the properties: one byte for lc, lp and pb, and four for the size of the dictionary.
const PROPERTIES: usize = 5;

/// The number of bytes to withhold. An end marker, allowed even if the size is known, takes at most 20 bytes,
/// and the rest of the coder's state five. The decoder rejects a marker that is split between inputs.
const END: usize = 32;

/// Decodes an LZMA stream. It needs its dictionary, limited to the uncompressed size.
pub(super) struct Lzma<'w> {
    size: u64,
    window: WindowReservation<'w>,
    stream: Option<Stream>,
}

impl<'w> Lzma<'w> {
    /// Creates a decoder of a stream of `size` uncompressed bytes.
    pub(super) fn new(size: u64, window: WindowReservation<'w>) -> Self {
        Self {
            size,
            window,
            stream: None,
        }
    }

    /// Returns the header of a `.lzma` file: the properties and the uncompressed size.
    ///
    /// No match refers to bytes before the first one. So the dictionary need not be larger than the
    /// uncompressed size.
    fn header(&mut self, properties: [u8; PROPERTIES]) -> Result<[u8; PROPERTIES + 8], FaultKind> {
        let [literals, dictionary @ ..] = properties;
        let dictionary = u32::from_le_bytes(dictionary);
        let dictionary = u32::try_from(self.size).map_or(dictionary, |size| dictionary.min(size));
        let needed = u64::from(dictionary);
        let allowed = self.window.allowed();
        if needed > allowed {
            return Err(FaultKind::Window { needed, allowed });
        }
        self.window.reserve(needed);
        let mut header = [0; PROPERTIES + 8];
        header[0] = literals;
        header[1..PROPERTIES].copy_from_slice(&dictionary.to_le_bytes());
        header[PROPERTIES..].copy_from_slice(&self.size.to_le_bytes());
        Ok(header)
    }

    fn open(&mut self, properties: [u8; PROPERTIES]) -> Result<Stream, FaultKind> {
        let header = self.header(properties)?;
        let most = self.window.allowed().saturating_add(OVERHEAD);
        let mut stream = Stream::new_lzma_decoder(most).map_err(xz::reason)?;
        // The decoder consumes nothing without room for output, although the header produces none.
        let progress = xz::decode(&mut stream, &header, &mut [0]);
        match progress.status {
            CodecStatus::Fault(kind, _) => Err(kind),
            _ => Ok(stream),
        }
    }
}

impl Codec for Lzma<'_> {
    const TRAILING: Trailing = Trailing::Nothing;
    const WITHHELD: usize = END;

    fn begin(&mut self, head: &[u8]) -> MemberStart {
        let Some(&[_, _, low, high]) = head.first_chunk::<FIXED>() else {
            return MemberStart::Undecided;
        };
        if usize::from(u16::from_le_bytes([low, high])) != PROPERTIES {
            return MemberStart::Fault(FaultKind::Corrupt("invalid size of LZMA properties"));
        }
        let Some(&properties) = head[FIXED..].first_chunk() else {
            return MemberStart::Undecided;
        };
        match self.open(properties) {
            Ok(stream) => {
                self.stream = Some(stream);
                let consumed = FIXED + PROPERTIES;
                MemberStart::Member { consumed }
            }
            Err(kind) => MemberStart::Fault(kind),
        }
    }

    fn decode(&mut self, input: &[u8], output: &mut [u8]) -> Progress {
        xz::decode_in(&mut self.stream, input, output)
    }
}
