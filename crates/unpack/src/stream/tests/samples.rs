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
    if text == TEXT {
        all.push((Method::Lzma { size }, literals(MIB as u32)));
    }
    all
}

/// Returns [`TEXT`] in LZMA literals, without an end marker, as in zip. lc, lp and pb are zero.
pub(super) fn literals(dictionary: u32) -> Vec<u8> {
    const STREAM: &[u8] = b"\x00\x29\x9a\xe6\xfe\xe9\x38\xa3\x0a\xb7\x12\x1b\x55\x25\x46\x94\x38\xa5\xaa\x1d\xd3\x1a\xeb\xd6\xcc\
        \xf0\xb2\x1b\x97\x4a\x41\x79\x50\x03\xac\x5b\xc9\x21\xf0\xf1\xc8\xc4\x1b\x52\x2b\x92\xdb\xd1\xb5\xb4\
        \x71\x7f\x2e\x38\xba\x51\xe8\xe2\x2a\x20\xe1\xbb\xda\x87\x88\x91\x5f\x01\x46\x0b\x14\xcd\xfd\x00";
    [&[9, 20, 5, 0, 0], &dictionary.to_le_bytes()[..], STREAM].concat()
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
