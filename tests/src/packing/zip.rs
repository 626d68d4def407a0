//! zip files, written by hand so that everything in them can be said (PKWARE's APPNOTE 4.3).

use std::io::Write;

use flate2::{Compression, Crc, write::DeflateEncoder};
use liblzma::{
    stream::{LzmaOptions, Stream as LzmaStream},
    write::XzEncoder,
};
use rawzip::{CompressionMethod, ZipArchiveWriter, path::EntryPath};

use super::{File, stream::Stream};

/// General purpose bit flags (APPNOTE 4.4.4).
pub mod flags {
    /// It is encrypted.
    pub const ENCRYPTED: u16 = 1;
    /// LZMA: its end is marked.
    pub const END_MARKED: u16 = 1 << 1;
    /// Sizes and checksum stand behind the member.
    pub const DESCRIBED: u16 = 1 << 3;
    /// The name is UTF-8.
    pub const UTF8: u16 = 1 << 11;
}

/// How a member is compressed (APPNOTE 4.4.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Not.
    Stored = 0,
    /// RFC 1951.
    Deflated = 8,
    /// Deflate64. What is made here is not compressed in its blocks, and the same in both.
    Deflate64 = 9,
    /// bzip2.
    Bzip2 = 12,
    /// LZMA, with a header of its own (APPNOTE 5.8.8).
    Lzma = 14,
    /// Zstandard.
    Zstd = 93,
    /// xz.
    Xz = 95,
}

impl Method {
    /// All that can be made here.
    pub const ALL: [Self; 7] = [
        Self::Stored,
        Self::Deflated,
        Self::Deflate64,
        Self::Bzip2,
        Self::Lzma,
        Self::Zstd,
        Self::Xz,
    ];

    fn pack(self, bytes: &[u8]) -> Vec<u8> {
        match self {
            Self::Stored => bytes.to_vec(),
            Self::Deflated => deflate(bytes, Compression::default()),
            Self::Deflate64 => deflate(bytes, Compression::none()),
            Self::Bzip2 => Stream::Bzip2.pack(bytes),
            Self::Lzma => lzma(bytes),
            Self::Zstd => Stream::Zstd.pack(bytes),
            Self::Xz => Stream::Xz.pack(bytes),
        }
    }
}

/// A member.
#[derive(Clone, Debug)]
pub struct Entry {
    name: Vec<u8>,
    method: u16,
    flags: u16,
    packed: Vec<u8>,
    crc: u32,
    size: u64,
    attributes: u32,
}

impl Entry {
    /// One that is packed already.
    #[must_use]
    pub fn packed(
        name: impl AsRef<[u8]>,
        method: u16,
        packed: Vec<u8>,
        crc: u32,
        size: u64,
    ) -> Self {
        Self {
            name: name.as_ref().to_vec(),
            method,
            flags: 0,
            packed,
            crc,
            size,
            attributes: 0o100_644 << 16,
        }
    }

    /// Packed by a method.
    #[must_use]
    pub fn by(method: Method, name: impl AsRef<[u8]>, bytes: &[u8]) -> Self {
        let mut crc = Crc::new();
        crc.update(bytes);
        let packed = method.pack(bytes);
        let entry = Self::packed(name, method as u16, packed, crc.sum(), bytes.len() as u64);
        match method {
            Method::Lzma => entry.flags(flags::END_MARKED),
            _ => entry,
        }
    }

    /// Not compressed.
    #[must_use]
    pub fn stored(name: impl AsRef<[u8]>, bytes: &[u8]) -> Self {
        Self::by(Method::Stored, name, bytes)
    }

    /// Compressed as most are.
    #[must_use]
    pub fn deflated(name: impl AsRef<[u8]>, bytes: &[u8]) -> Self {
        Self::by(Method::Deflated, name, bytes)
    }

    /// A directory.
    #[must_use]
    pub fn directory(name: &str) -> Self {
        let entry = Self::stored(format!("{name}/"), b"");
        // The mode of Unix, and the attribute of MS-DOS.
        let attributes = 0o40_755 << 16 | 0x10;
        Self {
            attributes,
            ..entry
        }
    }

    /// A symbolic link of Unix.
    #[must_use]
    pub fn link(name: &str, target: &str) -> Self {
        let attributes = 0o120_777 << 16;
        Self {
            attributes,
            ..Self::stored(name, target.as_bytes())
        }
    }

    /// With its sizes and checksum behind it.
    #[must_use]
    pub fn described(self) -> Self {
        self.flags(flags::DESCRIBED)
    }

    /// With more flags.
    #[must_use]
    pub fn flags(mut self, flags: u16) -> Self {
        self.flags |= flags;
        self
    }

    /// Said to be packed by another method.
    #[must_use]
    pub fn method(mut self, method: u16) -> Self {
        self.method = method;
        self
    }

    /// With another checksum than its own.
    #[must_use]
    pub fn wrong_crc(mut self) -> Self {
        self.crc ^= 1;
        self
    }

    /// The header in front of it, itself, and what stands behind it (APPNOTE 4.3.7 to 4.3.9).
    fn local(&self) -> Vec<u8> {
        let is_described = self.flags & flags::DESCRIBED != 0;
        let (crc, sizes, extra) = if is_described {
            (0, [0, 0], Vec::new())
        } else {
            (self.crc, self.sizes(), self.extra())
        };
        let mut bytes = b"PK\x03\x04".to_vec();
        self.put_common(&mut bytes, crc, sizes);
        put(&mut bytes, extra.len(), 2);
        bytes.extend(&self.name);
        bytes.extend(extra);
        bytes.extend(&self.packed);
        if is_described {
            bytes.extend(b"PK\x07\x08");
            bytes.extend(self.crc.to_le_bytes());
            bytes.extend(self.sizes().map(u32::to_le_bytes).concat());
        }
        bytes
    }

    /// Its header in the directory (APPNOTE 4.3.12).
    fn central(&self, offset: usize) -> Vec<u8> {
        let extra = self.extra();
        // Made by Unix.
        let mut bytes = b"PK\x01\x02\x14\x03".to_vec();
        self.put_common(&mut bytes, self.crc, self.sizes());
        put(&mut bytes, extra.len(), 2);
        // No comment, on the first disk, not said to be a text.
        bytes.extend([0; 6]);
        bytes.extend(self.attributes.to_le_bytes());
        put(&mut bytes, offset, 4);
        bytes.extend(&self.name);
        bytes.extend(extra);
        bytes
    }

    /// What both headers have, from the version needed to the length of the name.
    fn put_common(&self, bytes: &mut Vec<u8>, crc: u32, sizes: [u32; 2]) {
        let version = if self.extra().is_empty() { 20_u16 } else { 45 };
        bytes.extend(version.to_le_bytes());
        bytes.extend(self.flags.to_le_bytes());
        bytes.extend(self.method.to_le_bytes());
        // Midnight of the first day that MS-DOS knows.
        bytes.extend([0, 0, 0x21, 0]);
        bytes.extend(crc.to_le_bytes());
        bytes.extend(sizes.map(u32::to_le_bytes).concat());
        put(bytes, self.name.len(), 2);
    }

    /// The packed and the unpacked size, as far as they fit.
    fn sizes(&self) -> [u32; 2] {
        if self.extra().is_empty() {
            [self.packed.len() as u32, self.size as u32]
        } else {
            [u32::MAX; 2]
        }
    }

    /// Both sizes in Zip64's extra field, if they need it (APPNOTE 4.5.3).
    fn extra(&self) -> Vec<u8> {
        if self.size < u64::from(u32::MAX) {
            return Vec::new();
        }
        let mut extra = vec![1, 0, 16, 0];
        extra.extend(self.size.to_le_bytes());
        extra.extend((self.packed.len() as u64).to_le_bytes());
        extra
    }
}

/// A member for each file.
#[must_use]
pub fn entries(files: &[File], method: Method) -> Vec<Entry> {
    let entries = files.iter();
    let entries = entries.map(|(name, bytes)| Entry::by(method, name, bytes));
    entries.collect()
}

/// A zip file.
#[must_use]
pub fn zip(entries: &[Entry]) -> Vec<u8> {
    zip_between(b"", entries, b"")
}

/// A zip file behind something else, with a comment. All offsets count from the first byte.
///
/// # Panics
///
/// If something is too long for a zip file that is not Zip64.
#[must_use]
pub fn zip_between(before: &[u8], entries: &[Entry], comment: &[u8]) -> Vec<u8> {
    let mut bytes = before.to_vec();
    let mut directory = Vec::new();
    for entry in entries {
        directory.extend(entry.central(bytes.len()));
        bytes.extend(entry.local());
    }
    let start = bytes.len();
    bytes.extend(&directory);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    put(&mut bytes, entries.len(), 2);
    put(&mut bytes, entries.len(), 2);
    put(&mut bytes, directory.len(), 4);
    put(&mut bytes, start, 4);
    put(&mut bytes, comment.len(), 2);
    bytes.extend(comment);
    bytes
}

/// A zip file by another writer, which has not been told the sizes before.
///
/// # Panics
///
/// If the writer fails.
#[must_use]
pub fn streamed(files: &[File]) -> Vec<u8> {
    let mut zip = ZipArchiveWriter::new(Vec::new());
    for (name, bytes) in files {
        let file = zip.new_file(EntryPath::verbatim(name.as_bytes()));
        let file = file.compression_method(CompressionMethod::DEFLATE);
        let (mut entry, config) = file.start().expect("a new member");
        let encoder = DeflateEncoder::new(&mut entry, Compression::default());
        let mut writer = config.wrap(encoder);
        writer.write_all(bytes).expect("memory takes it");
        let (encoder, described) = writer.finish().expect("memory takes it");
        encoder.finish().expect("memory takes it");
        entry.finish(described).expect("the end of a member");
    }
    zip.finish().expect("a directory")
}

fn put(bytes: &mut Vec<u8>, number: usize, width: usize) {
    let number = (number as u64).to_le_bytes();
    let (low, high) = number.split_at(width);
    assert!(high.iter().all(|&byte| byte == 0), "too long for a zip");
    bytes.extend(low);
}

fn deflate(bytes: &[u8], level: Compression) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), level);
    let packed = encoder.write_all(bytes).and_then(|()| encoder.finish());
    packed.expect("memory takes it")
}

/// APPNOTE 5.8.8: the version of the encoder, the size of the properties, these, and LZMA with a mark
/// at its end. The same properties stand at the start of an `.lzma`, which is how this gets them.
fn lzma(bytes: &[u8]) -> Vec<u8> {
    let options = LzmaOptions::new_preset(0).expect("a preset");
    let stream = LzmaStream::new_lzma_encoder(&options).expect("an encoder");
    let mut encoder = XzEncoder::new_stream(Vec::new(), stream);
    let packed = encoder.write_all(bytes).and_then(|()| encoder.finish());
    let packed = packed.expect("memory takes it");
    let (properties, rest) = packed.split_at(5);
    // Behind the properties an `.lzma` has the size, which is not known: all bits are set.
    [&[9, 20, 5, 0], properties, &rest[8..]].concat()
}
