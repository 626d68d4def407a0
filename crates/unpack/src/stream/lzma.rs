//! LZMA as zip has it (APPNOTE 5.8).

use liblzma::stream::Stream;

use super::{
    members::{Codec, Head, Step, Then, Trailing},
    window::Window,
    xz::{self, OVERHEAD},
};
use crate::FaultKind;

/// The version of the LZMA SDK, and how many bytes of properties follow.
const FIXED: usize = 4;

/// One byte for lc, lp and pb, and four for the size of the dictionary. LZMA has no others.
const PROPERTIES: usize = 5;

/// The end marker, which may stand after a stream even if its size is known, takes 20 bytes at most, and
/// what is left of the coder's state five. The decoder takes a marker that it gets in pieces for an error.
const END: usize = 32;

/// A stream. It needs its dictionary, which is no larger than what it decodes to.
pub(super) struct Lzma<'w> {
    size: u64,
    window: Window<'w>,
    stream: Option<Stream>,
}

impl<'w> Lzma<'w> {
    /// One that gives `size` bytes.
    pub(super) fn new(size: u64, window: Window<'w>) -> Self {
        Self {
            size,
            window,
            stream: None,
        }
    }

    /// What a `.lzma` file begins with: the properties, and the size of what it decodes to.
    ///
    /// No match goes back farther than to the first byte. So a dictionary that is larger than all the
    /// bytes together is as good as one that just holds them.
    fn header(&mut self, properties: [u8; PROPERTIES]) -> Result<[u8; PROPERTIES + 8], FaultKind> {
        let [literals, dictionary @ ..] = properties;
        let dictionary = u32::from_le_bytes(dictionary);
        let dictionary = u32::try_from(self.size).map_or(dictionary, |size| dictionary.min(size));
        let needed = u64::from(dictionary);
        let allowed = self.window.allowed();
        if needed > allowed {
            return Err(FaultKind::Window { needed, allowed });
        }
        self.window.take(needed);
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
        // It takes nothing where it could give nothing; and it has nothing to give yet.
        let step = xz::decode(&mut stream, &header, &mut [0]);
        match step.then {
            Then::Fault(kind, _) => Err(kind),
            _ => Ok(stream),
        }
    }
}

impl Codec for Lzma<'_> {
    const TRAILING: Trailing = Trailing::Nothing;
    const KEPT_BACK: usize = END;

    fn begin(&mut self, head: &[u8]) -> Head {
        let Some(&[_, _, low, high]) = head.first_chunk::<FIXED>() else {
            return Head::Undecided;
        };
        if usize::from(u16::from_le_bytes([low, high])) != PROPERTIES {
            return Head::Fault(FaultKind::Corrupt("its properties are not those of LZMA"));
        }
        let Some(&properties) = head[FIXED..].first_chunk() else {
            return Head::Undecided;
        };
        match self.open(properties) {
            Ok(stream) => {
                self.stream = Some(stream);
                let taken = FIXED + PROPERTIES;
                Head::Member { taken }
            }
            Err(kind) => Head::Fault(kind),
        }
    }

    fn decode(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        xz::decode_in(&mut self.stream, input, output)
    }
}
