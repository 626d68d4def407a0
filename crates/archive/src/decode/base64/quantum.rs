//! The alphabet, and quanta of four characters (RFC 2045 §6.8).

use std::ops::Range;

/// The size of the decoding buffer: 1024 characters.
pub(super) const MAX_DECODED: usize = 768;

/// The value of bytes outside the alphabet.
pub(super) const INVALID: u8 = 0x80;
/// The value of `=`, which is not in the alphabet either.
pub(super) const PAD: u8 = 0x81;

/// Table 1 of RFC 2045 §6.8: the six bits of each character.
pub(super) static VALUES: [u8; 256] = {
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut values = [INVALID; 256];
    let mut value = 0;
    while value < alphabet.len() {
        values[alphabet[value] as usize] = value as u8;
        value += 1;
    }
    values[b'=' as usize] = PAD;
    values
};

/// The six bits of each character, shifted for each of the four positions in a quantum of 24 bits.
/// A higher bit marks bytes outside the alphabet.
static SHIFTED: [[u32; 256]; 4] = {
    let mut shifted = [[1 << 24; 256]; 4];
    let mut byte = 0;
    while byte < 256 {
        if VALUES[byte] & 0x80 == 0 {
            let mut position = 0;
            while position < 4 {
                shifted[position][byte] = (VALUES[byte] as u32) << (18 - 6 * position);
                position += 1;
            }
        }
        byte += 1;
    }
    shifted
};

/// A quantum of four characters that is read character by character.
#[derive(Debug, Default)]
pub(crate) struct Quantum {
    /// The number of characters read, less than four.
    pub(super) len: u8,
    /// The six bits of the last character, and its offset.
    last: u8,
    pub(super) last_at: u64,
}

impl Quantum {
    /// Takes the character at the offset `at`. Returns the byte that it completes, if any, with the
    /// range of characters that encode it. Bytes outside the alphabet are ignored. Padding ends the
    /// quantum; data may continue after it, as in concatenated encodings.
    pub(crate) fn take(&mut self, character: u8, at: u64) -> Option<(u8, Range<u64>)> {
        match VALUES[usize::from(character)] {
            INVALID => None,
            PAD => {
                *self = Self::default();
                None
            }
            value => {
                let first_at = self.last_at;
                let byte = self.push(value, at)?;
                Some((byte, first_at..at + 1))
            }
        }
    }

    /// Takes six bits and returns the byte that they complete, if any.
    fn push(&mut self, value: u8, at: u64) -> Option<u8> {
        let byte = match self.len {
            0 => None,
            1 => Some(self.last << 2 | value >> 4),
            2 => Some(self.last << 4 | value >> 2),
            _ => Some(self.last << 6 | value),
        };
        self.len = (self.len + 1) % 4;
        self.last = value;
        self.last_at = at;
        byte
    }
}

pub(super) fn is_in_alphabet(byte: u8) -> bool {
    sextet(byte).is_some()
}

/// Returns the six bits of a character of the alphabet.
pub(in crate::decode) fn sextet(byte: u8) -> Option<u8> {
    let value = VALUES[usize::from(byte)];
    (value & 0x80 == 0).then_some(value)
}

/// Decodes the quanta at the start of `text`, up to a byte outside the alphabet or the end of the
/// buffer. Returns the number of decoded bytes, three for each quantum.
pub(super) fn decode_quanta(text: &[u8], buffer: &mut [u8; MAX_DECODED]) -> usize {
    let mut quanta = 0;
    let (buffer, _) = buffer.as_chunks_mut::<3>();
    let (text, _) = text.as_chunks::<4>();
    for (quantum, bytes) in text.iter().zip(buffer) {
        let [a, b, c, d] = quantum.map(usize::from);
        let bits = SHIFTED[0][a] | SHIFTED[1][b] | SHIFTED[2][c] | SHIFTED[3][d];
        let [invalid, decoded @ ..] = bits.to_be_bytes();
        if invalid != 0 {
            break;
        }
        *bytes = decoded;
        quanta += 1;
    }
    3 * quanta
}
