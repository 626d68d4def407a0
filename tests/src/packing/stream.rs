//! Compressed streams.

use std::io::Write;

use bzip2::write::BzEncoder;
use flate2::{Crc, GzBuilder, write::GzEncoder};
use liblzma::write::XzEncoder;

/// A kind of compressed stream.
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
}

impl Stream {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Gzip, Self::Bzip2, Self::Xz, Self::Zstd];

    /// Its name, as it is told.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Bzip2 => "bzip2",
            Self::Xz => "xz",
            Self::Zstd => "zstd",
        }
    }

    /// What the names of such files end with, behind the dot.
    #[must_use]
    pub fn ending(self) -> &'static str {
        match self {
            Self::Gzip => "gz",
            Self::Bzip2 => "bz2",
            Self::Xz => "xz",
            Self::Zstd => "zst",
        }
    }

    /// So many bytes at the start are what it is known by.
    #[must_use]
    pub fn magic(self) -> usize {
        match self {
            Self::Gzip | Self::Zstd => 4,
            // The three letters, the level, and the mark of a block.
            Self::Bzip2 => 10,
            Self::Xz => 6,
        }
    }

    /// One member, stream or frame, with a checksum.
    ///
    /// # Panics
    ///
    /// If the encoder fails, which it does not.
    #[must_use]
    pub fn pack(self, bytes: &[u8]) -> Vec<u8> {
        let packed = match self {
            Self::Gzip => {
                let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::default());
                encoder.write_all(bytes).and_then(|()| encoder.finish())
            }
            Self::Bzip2 => {
                let mut encoder = BzEncoder::new(Vec::new(), bzip2::Compression::best());
                encoder.write_all(bytes).and_then(|()| encoder.finish())
            }
            Self::Xz => {
                // With a small dictionary, so that no run needs much memory.
                let mut encoder = XzEncoder::new(Vec::new(), 0);
                encoder.write_all(bytes).and_then(|()| encoder.finish())
            }
            Self::Zstd => zstd(bytes),
        };
        packed.expect("memory takes what is written")
    }

    /// One member, stream or frame for each piece, one behind the other.
    #[must_use]
    pub fn pack_pieces<'p>(self, pieces: impl IntoIterator<Item = &'p [u8]>) -> Vec<u8> {
        let pieces = pieces.into_iter().map(|piece| self.pack(piece));
        pieces.collect::<Vec<_>>().concat()
    }

    /// As many members, streams or frames as it takes to cut the bytes at these places.
    ///
    /// # Panics
    ///
    /// If the places are out of order, or not all in the bytes.
    #[must_use]
    pub fn pack_cut(self, bytes: &[u8], places: &[usize]) -> Vec<u8> {
        let starts = [0].into_iter().chain(places.iter().copied());
        let ends = places.iter().copied().chain([bytes.len()]);
        self.pack_pieces(starts.zip(ends).map(|(start, end)| &bytes[start..end]))
    }
}

fn zstd(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 0)?;
    encoder.include_checksum(true)?;
    encoder.set_pledged_src_size(Some(bytes.len() as u64))?;
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// What a gzip stream of one member gives when it is flushed behind each piece; the last is its end.
///
/// # Panics
///
/// If the encoder fails, which it does not.
#[must_use]
pub fn gzip_in_steps(pieces: &[&[u8]]) -> Vec<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::default());
    let mut steps = Vec::new();
    for piece in pieces {
        encoder.write_all(piece).expect("memory takes it");
        encoder.flush().expect("memory takes it");
        steps.push(std::mem::take(encoder.get_mut()));
    }
    steps.push(encoder.finish().expect("memory takes it"));
    steps
}

/// The same for a Zstandard frame.
///
/// # Panics
///
/// If the encoder fails, which it does not.
#[must_use]
pub fn zstd_in_steps(pieces: &[&[u8]]) -> Vec<Vec<u8>> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 0).expect("a level that there is");
    let mut steps = Vec::new();
    for piece in pieces {
        encoder.write_all(piece).expect("memory takes it");
        encoder.flush().expect("memory takes it");
        steps.push(std::mem::take(encoder.get_mut()));
    }
    steps.push(encoder.finish().expect("memory takes it"));
    steps
}

/// A gzip member whose header has everything that RFC 1952 §2.3 knows but a checksum of its own.
///
/// # Panics
///
/// If the encoder fails, which it does not.
#[must_use]
pub fn gzip_with_names(bytes: &[u8]) -> Vec<u8> {
    let builder = GzBuilder::new()
        .filename("a/<http://name.example/>")
        .comment("<http://comment.example/>")
        .extra(*b"ap\x04\0<a:>")
        .mtime(1);
    let mut encoder = builder.write(Vec::new(), flate2::Compression::best());
    let packed = encoder.write_all(bytes).and_then(|()| encoder.finish());
    packed.expect("memory takes it")
}

/// A frame of one block that is not compressed, and that asks for a window of two to the `log` bytes
/// (RFC 8878 §3.1.1.1.2).
///
/// # Panics
///
/// If the bytes do not fit in a block, or there is no such window.
#[must_use]
pub fn zstd_with_window(bytes: &[u8], log: u8) -> Vec<u8> {
    assert!(bytes.len() < 1 << 17, "more than a block");
    let exponent = log.checked_sub(10).expect("at least 1 KiB");
    let mut frame = 0xfd2f_b528_u32.to_le_bytes().to_vec();
    // No size of the content, no checksum, no dictionary.
    frame.extend([0, exponent << 3]);
    // RFC 8878 §3.1.1.2: the last block, raw.
    let block = (bytes.len() as u32) << 3 | 1;
    frame.extend(&block.to_le_bytes()[..3]);
    frame.extend(bytes);
    frame
}

/// A skippable frame (RFC 8878 §3.1.2).
#[must_use]
pub fn zstd_skippable(bytes: &[u8]) -> Vec<u8> {
    let mut frame = 0x184d_2a53_u32.to_le_bytes().to_vec();
    frame.extend((bytes.len() as u32).to_le_bytes());
    frame.extend(bytes);
    frame
}

/// An xz stream that says of itself that it needs a dictionary of 192 MiB.
///
/// # Panics
///
/// If the encoder writes another header than it does.
#[must_use]
pub fn xz_with_192_mib(bytes: &[u8]) -> Vec<u8> {
    let mut packed = Stream::Xz.pack(bytes);
    // The header of the block is behind that of the stream: its size, flags, the filter LZMA2 with one
    // byte of properties, padding, and its checksum.
    let header = &mut packed[12..24];
    assert_eq!(header[..4], [2, 0, 0x21, 1], "another header");
    // 3 * 2^(31 / 2 + 11).
    header[4] = 31;
    let mut crc = Crc::new();
    crc.update(&header[..8]);
    header[8..].copy_from_slice(&crc.sum().to_le_bytes());
    packed
}
