//! Compressed streams of each format.

use std::io::Write;

use bzip2::write::BzEncoder;
use flate2::{
    Compression, Crc, GzBuilder,
    write::{DeflateEncoder, GzEncoder},
};
use liblzma::{stream::LzmaOptions, write::XzEncoder};
use lz4_flex::frame::{BlockMode, BlockSize, FrameEncoder, FrameInfo};

/// A format of compressed streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// RFC 1952.
    Gzip,
    /// bzip2.
    Bzip2,
    /// xz.
    Xz,
    /// RFC 8878.
    Zstd,
    /// lzip.
    Lzip,
    /// lz4.
    Lz4,
}

impl Stream {
    /// All formats.
    pub const ALL: [Self; 6] = [
        Self::Gzip,
        Self::Bzip2,
        Self::Xz,
        Self::Zstd,
        Self::Lzip,
        Self::Lz4,
    ];

    /// Returns the name of the format in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Bzip2 => "bzip2",
            Self::Xz => "xz",
            Self::Zstd => "zstd",
            Self::Lzip => "lzip",
            Self::Lz4 => "lz4",
        }
    }

    /// Returns the usual file extension, without the dot.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Gzip => "gz",
            Self::Bzip2 => "bz2",
            Self::Xz => "xz",
            Self::Zstd => "zst",
            Self::Lzip => "lz",
            Self::Lz4 => "lz4",
        }
    }

    /// Returns one member, stream or frame with a checksum, as the format's own program writes it by default.
    ///
    /// # Panics
    ///
    /// If the encoder fails.
    #[must_use]
    pub fn pack(self, bytes: &[u8]) -> Vec<u8> {
        match self {
            Self::Gzip => self.pack_piped(6, bytes),
            // The block size is the smallest that suffices: an encoder clears eight times as much memory.
            Self::Bzip2 => self.pack_piped(bytes.len().div_ceil(100_000).clamp(1, 9) as u32, bytes),
            // The dictionary is small, which saves memory.
            Self::Xz => self.pack_piped(0, bytes),
            Self::Zstd => zstd(0, Some(bytes.len() as u64), bytes),
            Self::Lzip => lzip(bytes),
            Self::Lz4 => lz4(7, Some(bytes.len() as u64), bytes),
        }
    }

    /// Packs the bytes at the given level, as if their size were not known in advance.
    ///
    /// # Panics
    ///
    /// If the format has no such level.
    #[must_use]
    pub fn pack_piped(self, level: u32, bytes: &[u8]) -> Vec<u8> {
        let compressed = match self {
            Self::Gzip => {
                let mut encoder = GzEncoder::new(Vec::new(), Compression::new(level));
                encoder.write_all(bytes).and_then(|()| encoder.finish())
            }
            Self::Bzip2 => {
                let mut encoder = BzEncoder::new(Vec::new(), bzip2::Compression::new(level));
                encoder.write_all(bytes).and_then(|()| encoder.finish())
            }
            Self::Xz => {
                let mut encoder = XzEncoder::new(Vec::new(), level);
                encoder.write_all(bytes).and_then(|()| encoder.finish())
            }
            Self::Zstd => return zstd(level.cast_signed(), None, bytes),
            Self::Lzip => return lzip(bytes),
            Self::Lz4 => return lz4(level, None, bytes),
        };
        compressed.expect("writing to memory succeeds")
    }

    /// Packs each piece as a member, stream or frame, and concatenates the results.
    #[must_use]
    pub fn pack_members<'p>(self, pieces: impl IntoIterator<Item = &'p [u8]>) -> Vec<u8> {
        let pieces = pieces.into_iter().map(|piece| self.pack(piece));
        pieces.collect::<Vec<_>>().concat()
    }
}

fn zstd(level: i32, size: Option<u64>, bytes: &[u8]) -> Vec<u8> {
    let pack = || {
        let mut encoder = zstd::Encoder::new(Vec::new(), level)?;
        encoder.include_checksum(true)?;
        encoder.set_pledged_src_size(size)?;
        encoder.write_all(bytes)?;
        encoder.finish()
    };
    pack().expect("writing to memory succeeds")
}

/// Returns raw deflate data (RFC 1951).
///
/// # Panics
///
/// If the encoder fails.
#[must_use]
pub fn deflate(bytes: &[u8], level: Compression) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), level);
    let compressed = encoder.write_all(bytes).and_then(|()| encoder.finish());
    compressed.expect("writing to memory succeeds")
}

/// Returns LZMA data with an end marker in the form of zip (APPNOTE 5.8.8): the version of the encoder, the
/// size of the properties, the properties, and the stream. `dictionary` is in bytes.
///
/// # Panics
///
/// If the dictionary size is invalid.
#[must_use]
pub fn lzma(bytes: &[u8], dictionary: u32) -> Vec<u8> {
    let compressed = lzma_file(bytes, dictionary);
    let (properties, rest) = compressed.split_at(5);
    [&[9, 20, 5, 0], properties, &rest[8..]].concat()
}

/// Returns a `.lzma` file: the properties, the size in 8 bytes, which is unknown, and the stream with an end marker.
/// `dictionary` is in bytes.
///
/// # Panics
///
/// If the dictionary size is invalid.
#[must_use]
pub fn lzma_file(bytes: &[u8], dictionary: u32) -> Vec<u8> {
    let mut options = LzmaOptions::new_preset(0).expect("a valid preset");
    options.dict_size(dictionary);
    let stream = liblzma::stream::Stream::new_lzma_encoder(&options).expect("an encoder");
    let mut encoder = XzEncoder::new_stream(Vec::new(), stream);
    let compressed = encoder.write_all(bytes).and_then(|()| encoder.finish());
    compressed.expect("writing to memory succeeds")
}

/// Returns an lzip member with a dictionary of 64 KiB: the header, the stream, the checksum, and the sizes of the data
/// and of the member.
fn lzip(bytes: &[u8]) -> Vec<u8> {
    let mut crc = Crc::new();
    crc.update(bytes);
    let mut member = b"LZIP\x01\x10".to_vec();
    member.extend_from_slice(&lzma_file(bytes, 64 << 10)[13..]);
    member.extend_from_slice(&crc.sum().to_le_bytes());
    member.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
    let len = member.len() as u64 + 8;
    member.extend_from_slice(&len.to_le_bytes());
    member
}

/// Returns an lz4 frame with checksums of the blocks and of the data, whose blocks refer to earlier ones. `level` 4 to
/// 7 stands for blocks of at most 64 KiB to 4 MiB.
fn lz4(level: u32, size: Option<u64>, bytes: &[u8]) -> Vec<u8> {
    let block_size = match level {
        4 => BlockSize::Max64KB,
        5 => BlockSize::Max256KB,
        6 => BlockSize::Max1MB,
        _ => BlockSize::Max4MB,
    };
    let info = FrameInfo::new()
        .block_size(block_size)
        .block_mode(BlockMode::Linked)
        .block_checksums(true)
        .content_checksum(true)
        .content_size(size);
    let mut encoder = FrameEncoder::with_frame_info(info, Vec::new());
    encoder
        .write_all(bytes)
        .expect("writing to memory succeeds");
    encoder.finish().expect("writing to memory succeeds")
}

/// Returns an lz4 frame of one compressed block with these bytes, without checksums.
///
/// # Panics
///
/// If the bytes exceed a block of 64 KiB.
#[must_use]
pub fn lz4_block(bytes: &[u8]) -> Vec<u8> {
    assert!(bytes.len() <= 1 << 16, "more than a block");
    // Version 1, independent blocks of at most 64 KiB, and the checksum of these two bytes.
    let mut frame = b"\x04\x22\x4d\x18\x60\x40\x82".to_vec();
    if !bytes.is_empty() {
        frame.extend((bytes.len() as u32).to_le_bytes());
        frame.extend_from_slice(bytes);
    }
    frame.extend([0; 4]);
    frame
}

/// Returns the output of a gzip stream of one member, flushed after each piece. The last item is its end.
///
/// # Panics
///
/// If the encoder fails.
#[must_use]
pub fn gzip_in_steps(pieces: &[&[u8]]) -> Vec<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    let mut steps = Vec::new();
    for piece in pieces {
        encoder
            .write_all(piece)
            .expect("writing to memory succeeds");
        encoder.flush().expect("writing to memory succeeds");
        steps.push(std::mem::take(encoder.get_mut()));
    }
    steps.push(encoder.finish().expect("writing to memory succeeds"));
    steps
}

/// Returns the output of a Zstandard frame, flushed after each piece. The last item is its end.
///
/// # Panics
///
/// If the encoder fails.
#[must_use]
pub fn zstd_in_steps(pieces: &[&[u8]]) -> Vec<Vec<u8>> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 0).expect("a valid level");
    let mut steps = Vec::new();
    for piece in pieces {
        encoder
            .write_all(piece)
            .expect("writing to memory succeeds");
        encoder.flush().expect("writing to memory succeeds");
        steps.push(std::mem::take(encoder.get_mut()));
    }
    steps.push(encoder.finish().expect("writing to memory succeeds"));
    steps
}

/// Returns a gzip member with every optional header field of RFC 1952 §2.3 except the header CRC.
///
/// # Panics
///
/// If the encoder fails.
#[must_use]
pub fn gzip_with_names(bytes: &[u8]) -> Vec<u8> {
    let builder = GzBuilder::new()
        .filename("a/<http://name.example/>")
        .comment("<http://comment.example/>")
        .extra(*b"ap\x04\0<a:>")
        .mtime(1);
    let mut encoder = builder.write(Vec::new(), Compression::best());
    let compressed = encoder.write_all(bytes).and_then(|()| encoder.finish());
    compressed.expect("writing to memory succeeds")
}

/// Returns a frame of one raw block that declares a window of 2^`log` bytes (RFC 8878 §3.1.1.1.2).
///
/// # Panics
///
/// If the bytes exceed a block, or the window size is invalid.
#[must_use]
pub fn zstd_with_window(bytes: &[u8], log: u8) -> Vec<u8> {
    assert!(bytes.len() < 1 << 17, "more than a block");
    let exponent = log.checked_sub(10).expect("at least 1 KiB");
    let mut frame = 0xfd2f_b528_u32.to_le_bytes().to_vec();
    // No content size, no checksum, no dictionary.
    frame.extend([0, exponent << 3]);
    // RFC 8878 §3.1.1.2: the last block, raw.
    let block = (bytes.len() as u32) << 3 | 1;
    frame.extend(&block.to_le_bytes()[..3]);
    frame.extend(bytes);
    frame
}

/// Returns a skippable frame (RFC 8878 §3.1.2).
#[must_use]
pub fn zstd_skippable(bytes: &[u8]) -> Vec<u8> {
    let mut frame = 0x184d_2a53_u32.to_le_bytes().to_vec();
    frame.extend((bytes.len() as u32).to_le_bytes());
    frame.extend(bytes);
    frame
}

/// Returns an xz stream that declares a dictionary of 192 MiB.
///
/// # Panics
///
/// If the encoder writes an unexpected header.
#[must_use]
pub fn xz_with_192_mib(bytes: &[u8]) -> Vec<u8> {
    let mut compressed = Stream::Xz.pack(bytes);
    // The block header follows the stream header: its size, flags, the filter LZMA2 with one byte of
    // properties, padding, and its checksum.
    let header = &mut compressed[12..24];
    assert_eq!(header[..4], [2, 0, 0x21, 1], "an unexpected header");
    // 3 * 2^(31 / 2 + 11).
    header[4] = 31;
    let mut crc = Crc::new();
    crc.update(&header[..8]);
    header[8..].copy_from_slice(&crc.sum().to_le_bytes());
    compressed
}
