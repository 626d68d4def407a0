//! Much in little: each is made of a piece of 1 MiB that is compressed once and then repeated.

use flate2::{Compress, Compression, Crc, FlushCompress, Status};
use tar::{EntryType, Header};

use super::{
    stream::Stream,
    tar::{BLOCK, Tar},
    zip::{self, Entry},
};

/// The size of a piece.
pub const PIECE: usize = 1 << 20;

/// What is in a bomb: a line in front, and so many times a piece.
#[derive(Clone, Debug)]
pub struct Charge {
    /// What comes first.
    pub head: Vec<u8>,
    /// What is repeated; it has [`PIECE`] bytes.
    pub piece: Vec<u8>,
    /// So many times.
    pub times: u64,
}

impl Charge {
    /// Zeros behind a line with a URL, some `mib` MiB of them.
    #[must_use]
    pub fn zeros(mib: u64) -> Self {
        Self {
            head: b"<http://head.example/>\n".to_vec(),
            piece: vec![0; PIECE],
            times: mib,
        }
    }

    /// Lines with a URL, all in all some `mib` MiB. A piece holds [`Charge::LINES`] of them.
    #[must_use]
    pub fn lines(mib: u64) -> Self {
        // 32 bytes, so that a piece is whole lines.
        let line = b"<http://a.example/a/bcdefghijk>\n";
        Self {
            head: b"<http://head.example/>\n".to_vec(),
            piece: line.repeat(PIECE / line.len()),
            times: mib,
        }
    }

    /// How many lines with a URL there are in a piece of [`Charge::lines`].
    pub const LINES: u64 = PIECE as u64 / 32;

    /// How many bytes it has.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.head.len() as u64 + self.times * self.piece.len() as u64
    }

    /// As a stream of many members, streams or frames.
    #[must_use]
    pub fn stream(&self, stream: Stream) -> Vec<u8> {
        let piece = stream.pack(&self.piece);
        let mut packed = stream.pack(&self.head);
        packed.extend(piece.repeat(self.times as usize));
        packed
    }

    /// As one gzip member.
    #[must_use]
    pub fn gzip(&self) -> Vec<u8> {
        let mut packed = b"\x1f\x8b\x08\0\0\0\0\0\0\x03".to_vec();
        packed.extend(self.deflated());
        packed.extend(self.crc().to_le_bytes());
        // RFC 1952 §2.3.1: modulo 2^32.
        packed.extend((self.size() as u32).to_le_bytes());
        packed
    }

    /// As a member of a zip.
    #[must_use]
    pub fn entry(&self, name: &str) -> Entry {
        Entry::packed(name, 8, self.deflated(), self.crc(), self.size())
    }

    /// As the one member of a zip, called `bomb`.
    #[must_use]
    pub fn zip(&self) -> Vec<u8> {
        zip::zip(&[self.entry("bomb")])
    }

    /// As the first member of a tar, called `bomb`, in a stream of many members, streams or frames;
    /// behind it stands another member.
    #[must_use]
    pub fn tar_in(&self, stream: Stream, behind: (&str, &[u8])) -> Vec<u8> {
        let padding = self.size().next_multiple_of(BLOCK as u64) - self.size();
        let mut end = vec![0; padding as usize];
        end.extend(Tar::new().file(behind.0, behind.1).finish());
        let mut packed = stream.pack(&header("bomb", self.size()));
        packed.extend(self.stream(stream));
        packed.extend(stream.pack(&end));
        packed
    }

    fn crc(&self) -> u32 {
        let of = |bytes: &[u8]| {
            let mut crc = Crc::new();
            crc.update(bytes);
            crc
        };
        let (mut all, piece) = (of(&self.head), of(&self.piece));
        for _ in 0..self.times {
            all.combine(&piece);
        }
        all.sum()
    }

    /// A stream of deflate: the head and each piece end on a byte, and know nothing of what was before
    /// (RFC 1951 §3.2.4, an empty block that is not compressed); then an empty last block.
    fn deflated(&self) -> Vec<u8> {
        let piece = flushed(&self.piece);
        let mut packed = flushed(&self.head);
        packed.extend(piece.repeat(self.times as usize));
        packed.extend([3, 0]);
        packed
    }
}

fn flushed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = Compress::new(Compression::default(), false);
    // More than what it can become.
    let mut packed = Vec::with_capacity(bytes.len() + 1024);
    let status = encoder.compress_vec(bytes, &mut packed, FlushCompress::Full);
    assert_eq!(status.expect("an encoder takes it"), Status::Ok);
    assert_eq!(encoder.total_in(), bytes.len() as u64);
    packed
}

/// Of a file of any size: more than eleven octal digits are written in base 256, as GNU does.
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
