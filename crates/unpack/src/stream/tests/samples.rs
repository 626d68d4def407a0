//! Streams to be decoded.

use std::io::Write;

use super::{MIB, Method};

/// What is packed here and there.
pub(super) const TEXT: &[u8] =
    b"See <URL:http://www.w3.org/> and see <URL:http://www.w3.org/TheProject.html>.\n";

/// Lines that are all different, so that many blocks come of it.
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

pub(super) fn pack(method: Method, text: &[u8]) -> Vec<u8> {
    let packed = match method {
        Method::Gzip => {
            let mut encoder =
                flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(6));
            encoder.write_all(text).and_then(|()| encoder.finish())
        }
        Method::Bzip2 => {
            let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::new(1));
            encoder.write_all(text).and_then(|()| encoder.finish())
        }
        Method::Xz => {
            let mut encoder = liblzma::write::XzEncoder::new(Vec::new(), 1);
            encoder.write_all(text).and_then(|()| encoder.finish())
        }
        Method::Zstd => {
            let mut encoder = zstd::Encoder::new(Vec::new(), 3).expect("there is memory for it");
            encoder.include_checksum(true).expect("it can be set");
            encoder.write_all(text).and_then(|()| encoder.finish())
        }
        // What has no match of 258 bytes is the same in both.
        Method::Deflate | Method::Deflate64 => {
            let mut encoder =
                flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::new(6));
            encoder.write_all(text).and_then(|()| encoder.finish())
        }
        Method::Lzma { .. } => Ok(lzma(text, MIB as u32)),
    };
    packed.expect("a vector takes all")
}

/// All ways to pack a text.
pub(super) fn all(text: &[u8]) -> Vec<(Method, Vec<u8>)> {
    let size = text.len() as u64;
    let methods = [
        Method::Gzip,
        Method::Bzip2,
        Method::Xz,
        Method::Zstd,
        Method::Deflate,
        Method::Deflate64,
        Method::Lzma { size },
    ];
    let mut all: Vec<_> = methods.map(|method| (method, pack(method, text))).into();
    let literals = literals(text, MIB as u32);
    all.push((Method::Lzma { size }, literals));
    all
}

/// LZMA with an end marker, as zip has it.
pub(super) fn lzma(text: &[u8], dictionary: u32) -> Vec<u8> {
    let mut options = liblzma::stream::LzmaOptions::new_preset(1).expect("there is such a preset");
    options.dict_size(dictionary);
    let stream = liblzma::stream::Stream::new_lzma_encoder(&options).expect("they are valid");
    let mut encoder = liblzma::write::XzEncoder::new_stream(Vec::new(), stream);
    encoder.write_all(text).expect("a vector takes all");
    let file = encoder.finish().expect("a vector takes all");
    // The properties stay; the size goes.
    let (properties, rest) = file.split_at(5);
    [&[9, 20, 5, 0], properties, &rest[8..]].concat()
}

/// LZMA of literals alone, without an end marker, as zip has it. lc, lp and pb are zero.
pub(super) fn literals(text: &[u8], dictionary: u32) -> Vec<u8> {
    let mut packed = vec![9, 20, 5, 0, 0];
    packed.extend_from_slice(&dictionary.to_le_bytes());
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
    packed.extend(encoder.finish());
    packed
}

/// Of 2048.
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

/// Bits in the order of RFC 1951 §3.1.1.
#[derive(Default)]
pub(super) struct Bits {
    bytes: Vec<u8>,
    len: usize,
}

impl Bits {
    /// A number, its lowest bit first.
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

    /// A Huffman code, its highest bit first.
    pub(super) fn code(self, code: u32, len: u32) -> Self {
        self.number(code.reverse_bits() >> (32 - len), len)
    }

    /// A block that is not compressed, of less than 64 KiB (§3.2.4).
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
