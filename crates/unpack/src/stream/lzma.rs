//! LZMA, as in `.lzma` files, and as in zip (APPNOTE 5.8).

use liblzma::stream::Stream;

use super::{
    members::{Codec, CodecStatus, MemberStart, Progress, Trailing},
    window::WindowReservation,
    xz::{self, OVERHEAD},
};
use crate::FaultKind;

/// In zip, the length of the version of the LZMA SDK and the size of the properties.
const FIXED: usize = 4;

/// The size of the properties: one byte for lc, lp and pb, and four for the size of the dictionary.
const PROPERTIES: usize = 5;

/// In a `.lzma` file, the length of the properties and the uncompressed size.
const FILE_HEADER: usize = PROPERTIES + 8;

/// The number of bytes to withhold. An end marker, allowed even if the size is known, takes at most 20 bytes,
/// and the rest of the coder's state five. The decoder rejects a marker that is split between inputs.
const END: usize = 32;

/// What precedes an LZMA stream.
#[derive(Clone, Copy, Debug)]
pub(super) enum LzmaHeader {
    /// The header of a `.lzma` file.
    File,
    /// The header in zip, where the container has the uncompressed size.
    Zip { size: u64 },
}

/// Decodes an LZMA stream. It needs its dictionary, limited to the uncompressed size.
pub(super) struct Lzma<'w> {
    header: LzmaHeader,
    window: WindowReservation<'w>,
    stream: Option<Stream>,
}

impl<'w> Lzma<'w> {
    pub(super) fn new(header: LzmaHeader, window: WindowReservation<'w>) -> Self {
        Self {
            header,
            window,
            stream: None,
        }
    }

    /// Returns the header of a `.lzma` file: the properties and the uncompressed size.
    ///
    /// No match refers to bytes before the first one. So the dictionary need not be larger than the
    /// uncompressed size.
    fn file_header(
        &mut self,
        properties: [u8; PROPERTIES],
        size: u64,
    ) -> Result<[u8; FILE_HEADER], FaultKind> {
        let [literals, dictionary @ ..] = properties;
        let dictionary = u32::from_le_bytes(dictionary);
        let dictionary = u32::try_from(size).map_or(dictionary, |size| dictionary.min(size));
        let needed = u64::from(dictionary);
        let allowed = self.window.allowed();
        if needed > allowed {
            return Err(FaultKind::Window { needed, allowed });
        }
        self.window.reserve(needed);
        let mut header = [0; FILE_HEADER];
        header[0] = literals;
        header[1..PROPERTIES].copy_from_slice(&dictionary.to_le_bytes());
        header[PROPERTIES..].copy_from_slice(&size.to_le_bytes());
        Ok(header)
    }

    fn open(&mut self, properties: [u8; PROPERTIES], size: u64) -> Result<Stream, FaultKind> {
        let header = self.file_header(properties, size)?;
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
        let (start, size, len) = match self.header {
            LzmaHeader::Zip { size } => {
                let Some(&[_, _, low, high]) = head.first_chunk::<FIXED>() else {
                    return MemberStart::Undecided;
                };
                if usize::from(u16::from_le_bytes([low, high])) != PROPERTIES {
                    let reason = "invalid size of LZMA properties";
                    return MemberStart::Fault(FaultKind::Corrupt(reason));
                }
                (FIXED, size, FIXED + PROPERTIES)
            }
            LzmaHeader::File => {
                let size = head.get(PROPERTIES..).and_then(|size| size.first_chunk());
                let Some(&size) = size else {
                    return MemberStart::Undecided;
                };
                (0, u64::from_le_bytes(size), FILE_HEADER)
            }
        };
        let Some(&properties) = head[start..].first_chunk() else {
            return MemberStart::Undecided;
        };
        match self.open(properties, size) {
            Ok(stream) => {
                self.stream = Some(stream);
                MemberStart::Member { consumed: len }
            }
            Err(kind) => MemberStart::Fault(kind),
        }
    }

    fn decode(&mut self, input: &[u8], output: &mut [u8]) -> Progress {
        xz::decode_in(&mut self.stream, input, output)
    }
}
