//! Decompression bombs. Each repeats a piece of 1 MiB that is compressed only once.

use flate2::{Compress, Compression, Crc, FlushCompress, Status};
use tar::{EntryType, Header};

use super::{
    stream::Stream,
    tar::{BLOCK, Tar},
    zip::{self, Entry},
};

/// The size of a piece, in bytes.
pub const PIECE: usize = 1 << 20;

/// The uncompressed contents of a bomb: a line, then a piece repeated.
#[derive(Clone, Debug)]
pub struct Payload {
    /// The first line.
    pub head: Vec<u8>,
    /// The piece, [`PIECE`] bytes long.
    pub piece: Vec<u8>,
    /// The number of times that the piece is repeated.
    pub repeats: u64,
}

impl Payload {
    /// Returns a line with a URL and `mib` MiB of zeros.
    #[must_use]
    pub fn zeros(mib: u64) -> Self {
        Self {
            head: b"<http://head.example/>\n".to_vec(),
            piece: vec![0; PIECE],
            repeats: mib,
        }
    }

    /// Returns about `mib` MiB of lines with a URL, [`Payload::LINES`] of them per piece.
    #[must_use]
    pub fn lines(mib: u64) -> Self {
        // 32 bytes, so that a piece consists of complete lines.
        let line = b"<http://a.example/a/bcdefghijk>\n";
        Self {
            head: b"<http://head.example/>\n".to_vec(),
            piece: line.repeat(PIECE / line.len()),
            repeats: mib,
        }
    }

    /// The number of lines in a piece of [`Payload::lines`].
    pub const LINES: u64 = PIECE as u64 / 32;

    /// Returns the size in bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.head.len() as u64 + self.repeats * self.piece.len() as u64
    }

    /// Returns a stream of many members, streams or frames.
    #[must_use]
    pub fn stream(&self, stream: Stream) -> Vec<u8> {
        let piece = stream.pack(&self.piece);
        let mut compressed = stream.pack(&self.head);
        compressed.extend(piece.repeat(self.repeats as usize));
        compressed
    }

    /// Returns a single gzip member.
    #[must_use]
    pub fn gzip(&self) -> Vec<u8> {
        let mut compressed = b"\x1f\x8b\x08\0\0\0\0\0\0\x03".to_vec();
        compressed.extend(self.deflated());
        compressed.extend(self.crc().to_le_bytes());
        // RFC 1952 §2.3.1: modulo 2^32.
        compressed.extend((self.size() as u32).to_le_bytes());
        compressed
    }

    /// Returns a zip member.
    #[must_use]
    pub fn entry(&self, name: &str) -> Entry {
        Entry::compressed(name, 8, self.deflated(), self.crc(), self.size())
    }

    /// Returns a zip with a single member, `bomb`.
    #[must_use]
    pub fn zip(&self) -> Vec<u8> {
        zip::zip(&[self.entry("bomb")])
    }

    /// Returns a tar in a stream of many members, streams or frames. The first member of the tar is `bomb`, and
    /// `next` is the second.
    #[must_use]
    pub fn tar_in(&self, stream: Stream, next: (&str, &[u8])) -> Vec<u8> {
        let padding = self.size().next_multiple_of(BLOCK as u64) - self.size();
        let mut end = vec![0; padding as usize];
        end.extend(Tar::new().file(next.0, next.1).finish());
        let mut compressed = stream.pack(&header("bomb", self.size()));
        compressed.extend(self.stream(stream));
        compressed.extend(stream.pack(&end));
        compressed
    }

    fn crc(&self) -> u32 {
        let of = |bytes: &[u8]| {
            let mut crc = Crc::new();
            crc.update(bytes);
            crc
        };
        let (mut all, piece) = (of(&self.head), of(&self.piece));
        for _ in 0..self.repeats {
            all.combine(&piece);
        }
        all.sum()
    }

    /// Returns a deflate stream in which the head and each piece end at a byte boundary and refer to no earlier
    /// data (RFC 1951 §3.2.4, an empty stored block), followed by an empty final block.
    fn deflated(&self) -> Vec<u8> {
        let piece = flushed(&self.piece);
        let mut compressed = flushed(&self.head);
        compressed.extend(piece.repeat(self.repeats as usize));
        compressed.extend([3, 0]);
        compressed
    }
}

fn flushed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = Compress::new(Compression::default(), false);
    // More than the worst case.
    let mut compressed = Vec::with_capacity(bytes.len() + 1024);
    let status = encoder.compress_vec(bytes, &mut compressed, FlushCompress::Full);
    assert_eq!(status.expect("the encoder succeeds"), Status::Ok);
    assert_eq!(encoder.total_in(), bytes.len() as u64);
    compressed
}

/// Returns a tar header for a file of any size. As GNU tar does, it encodes a size of more than eleven octal
/// digits in base 256.
fn header(name: &str, size: u64) -> Vec<u8> {
    let mut header = Header::new_gnu();
    header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
    header.set_entry_type(EntryType::Regular);
    header.set_mode(0o644);
    header.set_uid(0);
    header.set_gid(0);
    header.set_size(size);
    header.set_cksum();
    header.as_bytes().to_vec()
}
