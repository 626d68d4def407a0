//! Compressed RTF (MS-OXRTFCP).

use std::{error, fmt};

/// The initial content of the dictionary (§2.1.2.1).
const INITIAL: &[u8] = b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \
\\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \
\\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";

const DICTIONARY: usize = 4096;

/// The length of the header in bytes (§2.1.3.1): two sizes, type and checksum.
const HEADER: usize = 16;

/// Why RTF could not be decompressed, or not as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RtfFault {
    /// Its header is cut off.
    NoHeader,
    /// Its compression is unknown.
    UnknownCompression,
    /// It ends within a reference.
    CutOff,
    /// It is longer than the maximum.
    TooLong,
}

impl RtfFault {
    /// Returns a description for people.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::NoHeader => "the header of its RTF is cut off",
            Self::UnknownCompression => "its RTF is of an unknown compression",
            Self::CutOff => "its RTF is cut off",
            Self::TooLong => "its RTF is too long",
        }
    }
}

impl fmt::Display for RtfFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.reason())
    }
}

impl error::Error for RtfFault {}

/// Decompresses RTF. Returns the bytes that could be decompressed and, if the data are damaged or too long, the fault.
///
/// The checksum is not verified, since a text whose checksum is wrong may still contain URLs. At most `max` bytes are
/// decompressed, and 136 more.
#[must_use]
pub fn decompress(bytes: &[u8], max: usize) -> (Vec<u8>, Option<RtfFault>) {
    let Some((header, content)) = bytes.split_at_checked(HEADER) else {
        return (Vec::new(), Some(RtfFault::NoHeader));
    };
    let raw_size = u32::from_le_bytes([header[4], header[5], header[6], header[7]]) as usize;
    match &header[8..12] {
        b"MELA" => {
            let len = content.len().min(raw_size).min(max);
            (content[..len].to_vec(), None)
        }
        b"LZFu" => {
            let mut rtf = Vec::new();
            let fault = inflate(content, max, &mut rtf);
            // Padding may follow the text.
            rtf.truncate(raw_size);
            (rtf, fault)
        }
        _ => (Vec::new(), Some(RtfFault::UnknownCompression)),
    }
}

/// Decompresses runs of eight bytes and references (§2.2.2.1).
fn inflate(content: &[u8], max: usize, rtf: &mut Vec<u8>) -> Option<RtfFault> {
    let mut dictionary = [0; DICTIONARY];
    dictionary[..INITIAL.len()].copy_from_slice(INITIAL);
    let mut at = INITIAL.len();
    let mut bytes = content.iter().copied();
    while let Some(control) = bytes.next() {
        if rtf.len() > max {
            return Some(RtfFault::TooLong);
        }
        for bit in 0..8 {
            if control & (1 << bit) == 0 {
                // The last run may be cut off.
                let byte = bytes.next()?;
                rtf.push(byte);
                dictionary[at] = byte;
                at = (at + 1) % DICTIONARY;
                continue;
            }
            let (Some(high), Some(low)) = (bytes.next(), bytes.next()) else {
                return Some(RtfFault::CutOff);
            };
            let reference = usize::from(u16::from_be_bytes([high, low]));
            let (offset, len) = (reference >> 4, (reference & 0xf) + 2);
            if offset == at {
                return None;
            }
            for step in 0..len {
                let byte = dictionary[(offset + step) % DICTIONARY];
                rtf.push(byte);
                dictionary[at] = byte;
                at = (at + 1) % DICTIONARY;
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{HEADER, RtfFault, decompress};

    /// Enough for every text of these tests but one.
    const MAX: usize = 1 << 20;

    fn compressed(kind: [u8; 4], raw_size: u32, content: &[u8]) -> Vec<u8> {
        let len = u32::try_from(content.len() + HEADER - 4).expect("a short text");
        let mut bytes = len.to_le_bytes().to_vec();
        bytes.extend(raw_size.to_le_bytes());
        bytes.extend(kind);
        bytes.extend([0; 4]);
        bytes.extend(content);
        bytes
    }

    /// The examples of MS-OXRTFCP §3.1.
    #[test]
    fn references_are_resolved() {
        let content =
            b"\x03\x00\x0a\x00rcpg125\x42\x32\x0a\xf3 hel\x09\x00 bw\x05\xb0ld}\x0a\x80\x0f\xa0";
        let (rtf, fault) = decompress(&compressed(*b"LZFu", 0x2b, content), MAX);
        assert!(fault.is_none(), "{fault:?}");
        let expected = "{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n";
        assert_eq!(String::from_utf8_lossy(&rtf), expected);
        let content = b"\x41\x00\x04\x20WXYZ\x0d\x6e\x7d\x01\x0e\xb0";
        let (rtf, fault) = decompress(&compressed(*b"LZFu", 0x1c, content), MAX);
        assert!(fault.is_none(), "{fault:?}");
        assert_eq!(
            String::from_utf8_lossy(&rtf),
            "{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}"
        );
    }

    #[test]
    fn stored_text_is_as_long_as_declared() {
        let (rtf, fault) = decompress(&compressed(*b"MELA", 3, b"abc\0\0"), MAX);
        assert_eq!((&rtf[..], fault.is_none()), (&b"abc"[..], true));
    }

    #[test]
    fn damage_is_a_fault() {
        for bytes in [
            &b""[..],
            b"LZFu",
            &compressed(*b"LZFu", 9, b"\x01\x00"),
            &compressed(*b"zip!", 1, b"a"),
        ] {
            let (_, fault) = decompress(bytes, MAX);
            assert!(fault.is_some_and(|fault| fault != RtfFault::TooLong));
        }
    }

    #[test]
    fn the_text_is_bounded() {
        // References only, of 16 bytes each.
        let content = [&b"\xff"[..], &b"\x00\x0e".repeat(8)].concat();
        let content = content.repeat(MAX / 100);
        let (rtf, fault) = decompress(&compressed(*b"LZFu", u32::MAX, &content), MAX);
        assert!(rtf.len() <= MAX + 8 * 17);
        assert_eq!(fault, Some(RtfFault::TooLong));
    }
}
