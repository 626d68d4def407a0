//! Sample streams.

use flate2::Compression;
use urlsift_tests::packing::{
    lzw::Lzw,
    stream::{Stream, deflate, lzma, lzma_file},
};

use super::{MIB, Method};

/// A short text.
pub(super) const TEXT: &[u8] =
    b"See <URL:http://www.w3.org/> and see <URL:http://www.w3.org/TheProject.html>.\n";

/// Returns lines that all differ, which make many blocks.
pub(super) fn lines(len: usize) -> Vec<u8> {
    let mut state = 1_u64;
    let mut text = Vec::new();
    while text.len() < len {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        text.extend_from_slice(
            format!("Line {:x} of <URL:news:{:x}>\n", state >> 40, state >> 16).as_bytes(),
        );
    }
    text.truncate(len);
    text
}

/// Compresses a text, in small blocks and without its size where the format allows.
pub(super) fn pack(method: Method, text: &[u8]) -> Vec<u8> {
    match method {
        Method::Gzip => Stream::Gzip.pack(text),
        Method::Bzip2 => Stream::Bzip2.pack_piped(1, text),
        Method::Xz => Stream::Xz.pack_piped(1, text),
        Method::Zstd => Stream::Zstd.pack_piped(3, text),
        Method::Lzip => Stream::Lzip.pack(text),
        Method::Lz4 => Stream::Lz4.pack_piped(4, text),
        Method::LzmaFile => lzma_file(text, MIB as u32),
        Method::Compress => Lzw::DEFAULT.pack(text),
        // Without a match of 258 bytes, Deflate and Deflate64 are identical.
        Method::Deflate | Method::Deflate64 => deflate(text, Compression::default()),
        Method::Lzma { .. } => lzma(text, MIB as u32),
    }
}

/// Compresses a text in all methods that mark the end of the text.
pub(super) fn all(text: &[u8]) -> Vec<(Method, Vec<u8>)> {
    let size = text.len() as u64;
    let methods = [
        Method::Gzip,
        Method::Bzip2,
        Method::Xz,
        Method::Zstd,
        Method::Lzip,
        Method::Lz4,
        Method::LzmaFile,
        Method::Deflate,
        Method::Deflate64,
        Method::Lzma { size },
    ];
    let mut all: Vec<_> = methods.map(|method| (method, pack(method, text))).into();
    let literals = literals(text, MIB as u32);
    all.push((Method::Lzma { size }, literals));
    all
}

/// Encodes a text as LZMA literals, without an end marker, as in zip. lc, lp and pb are zero.
pub(super) fn literals(text: &[u8], dictionary: u32) -> Vec<u8> {
    let mut compressed = vec![9, 20, 5, 0, 0];
    compressed.extend_from_slice(&dictionary.to_le_bytes());
    let mut encoder = RangeEncoder::new();
    let mut is_match = HALF;
    let mut probabilities = [HALF; 256];
    for &byte in text {
        encoder.encode(&mut is_match, 0);
        let mut node = 1;
        for shift in (0..8).rev() {
            let bit = byte >> shift & 1;
            encoder.encode(&mut probabilities[node], bit);
            node = 2 * node + usize::from(bit);
        }
    }
    compressed.extend(encoder.finish());
    compressed
}

/// The probability 1/2, in units of 1/2048.
const HALF: u32 = 1024;

struct RangeEncoder {
    low: u64,
    range: u32,
    /// The last byte, and the bytes of 0xff after it, that a carry may change.
    kept: u8,
    kept_len: usize,
    bytes: Vec<u8>,
}

impl RangeEncoder {
    fn new() -> Self {
        Self {
            low: 0,
            range: u32::MAX,
            kept: 0,
            kept_len: 1,
            bytes: Vec::new(),
        }
    }

    fn encode(&mut self, probability: &mut u32, bit: u8) {
        let bound = (self.range >> 11) * *probability;
        if bit == 0 {
            self.range = bound;
            *probability += (2048 - *probability) >> 5;
        } else {
            self.low += u64::from(bound);
            self.range -= bound;
            *probability -= *probability >> 5;
        }
        while self.range < 1 << 24 {
            self.range <<= 8;
            self.shift();
        }
    }

    fn shift(&mut self) {
        let carry = (self.low >> 32) as u8;
        if self.low < 0xff00_0000 || carry != 0 {
            let mut kept = self.kept;
            for _ in 0..self.kept_len {
                self.bytes.push(kept.wrapping_add(carry));
                kept = 0xff;
            }
            self.kept_len = 0;
            self.kept = (self.low >> 24) as u8;
        }
        self.kept_len += 1;
        self.low = (self.low & 0x00ff_ffff) << 8;
    }

    fn finish(mut self) -> Vec<u8> {
        for _ in 0..5 {
            self.shift();
        }
        self.bytes
    }
}

/// A bit string in the order of RFC 1951 §3.1.1.
#[derive(Default)]
pub(super) struct Bits {
    bytes: Vec<u8>,
    len: usize,
}

impl Bits {
    /// Appends a number, lowest bit first.
    pub(super) fn number(mut self, value: u32, len: u32) -> Self {
        for shift in 0..len {
            if self.len.is_multiple_of(8) {
                self.bytes.push(0);
            }
            let last = self.bytes.len() - 1;
            self.bytes[last] |= ((value >> shift & 1) as u8) << (self.len % 8);
            self.len += 1;
        }
        self
    }

    /// Appends a Huffman code, highest bit first.
    pub(super) fn code(self, code: u32, len: u32) -> Self {
        self.number(code.reverse_bits() >> (32 - len), len)
    }

    /// Appends an uncompressed block of less than 64 KiB (§3.2.4).
    pub(super) fn stored(self, bytes: &[u8], is_last: bool) -> Self {
        let mut bits = self.number(is_last.into(), 3);
        let len = bytes.len() as u16;
        bits.bytes.extend(len.to_le_bytes());
        bits.bytes.extend((!len).to_le_bytes());
        bits.bytes.extend(bytes);
        bits.len = 8 * bits.bytes.len();
        bits
    }

    pub(super) fn bytes(self) -> Vec<u8> {
        self.bytes
    }
}
