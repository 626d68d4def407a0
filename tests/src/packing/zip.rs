//! Zip files, written field by field so that tests can corrupt any of them (PKWARE's APPNOTE 4.3).

use std::io::Write;

use flate2::{Compression, write::DeflateEncoder};
use rawzip::{CompressionMethod, ZipArchiveWriter, path::EntryPath};

use super::{
    File,
    stream::{Stream, deflate, lzma},
};

/// General purpose bit flags (APPNOTE 4.4.4).
pub mod flags {
    /// The member is encrypted.
    pub const ENCRYPTED: u16 = 1;
    /// LZMA: the stream has an end marker.
    pub const END_MARKED: u16 = 1 << 1;
    /// Sizes and checksum stand after the data.
    pub const DESCRIBED: u16 = 1 << 3;
    /// The name is UTF-8.
    pub const UTF8: u16 = 1 << 11;
}

/// How a member is compressed (APPNOTE 4.4.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Not compressed.
    Stored = 0,
    /// RFC 1951.
    Deflated = 8,
    /// Deflate64. Written in stored blocks, which are the same in both formats.
    Deflate64 = 9,
    /// bzip2.
    Bzip2 = 12,
    /// LZMA, with its zip header (APPNOTE 5.8.8).
    Lzma = 14,
    /// Zstandard, by the withdrawn number of APPNOTE.
    OldZstd = 20,
    /// Zstandard.
    Zstd = 93,
    /// xz.
    Xz = 95,
}

impl Method {
    /// All methods.
    pub const ALL: [Self; 8] = [
        Self::Stored,
        Self::Deflated,
        Self::Deflate64,
        Self::Bzip2,
        Self::Lzma,
        Self::OldZstd,
        Self::Zstd,
        Self::Xz,
    ];

    fn pack(self, bytes: &[u8]) -> Vec<u8> {
        match self {
            Self::Stored => bytes.to_vec(),
            Self::Deflated => deflate(bytes, Compression::default()),
            Self::Deflate64 => deflate(bytes, Compression::none()),
            Self::Bzip2 => Stream::Bzip2.pack(bytes),
            Self::Lzma => lzma(bytes, 1 << 18),
            Self::OldZstd | Self::Zstd => Stream::Zstd.pack(bytes),
            Self::Xz => Stream::Xz.pack(bytes),
        }
    }
}

/// The location of a member's sizes and checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sizes {
    /// In the local header.
    Header,
    /// In the Zip64 fields of both headers (APPNOTE 4.5.3).
    Zip64,
    /// After the data: with a signature or without, sizes in 8 bytes or in 4 (APPNOTE 4.3.9).
    After {
        /// Whether the descriptor begins with a signature.
        signed: bool,
        /// Whether a size has 8 bytes.
        long: bool,
    },
}

/// A member to write. Any field may be set to a wrong value.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The name in the directory.
    pub name: Vec<u8>,
    /// The name in the local header.
    pub local_name: Vec<u8>,
    /// Extra fields for both headers; see [`extra`].
    pub extra: Vec<u8>,
    /// The number of the compression method.
    pub method: u16,
    /// The general purpose bit flags; see [`flags`].
    pub flags: u16,
    /// The version and the system that wrote the member (APPNOTE 4.4.2).
    pub made_by: u16,
    /// The external attributes: a Unix mode in the high half, MS-DOS attributes in the low one.
    pub attributes: u32,
    /// The compressed data.
    pub compressed: Vec<u8>,
    /// The CRC-32 of the uncompressed data.
    pub crc: u32,
    /// The uncompressed size in bytes.
    pub size: u64,
    /// The location of the sizes.
    pub sizes: Sizes,
}

impl Entry {
    /// Returns a file that is already compressed.
    #[must_use]
    pub fn compressed(
        name: impl AsRef<[u8]>,
        method: u16,
        compressed: Vec<u8>,
        crc: u32,
        size: u64,
    ) -> Self {
        let is_long = size >= u64::from(u32::MAX);
        Self {
            name: name.as_ref().to_vec(),
            local_name: name.as_ref().to_vec(),
            extra: Vec::new(),
            method,
            flags: 0,
            // Unix.
            made_by: 0x0314,
            attributes: 0o100_644 << 16,
            compressed,
            crc,
            size,
            sizes: if is_long { Sizes::Zip64 } else { Sizes::Header },
        }
    }

    /// Returns a file compressed by a method.
    #[must_use]
    pub fn by(method: Method, name: impl AsRef<[u8]>, bytes: &[u8]) -> Self {
        let (compressed, crc) = (method.pack(bytes), crc_of(bytes));
        let entry = Self::compressed(name, method as u16, compressed, crc, bytes.len() as u64);
        match method {
            Method::Lzma => entry.flags(flags::END_MARKED),
            _ => entry,
        }
    }

    /// Returns a file that is not compressed.
    #[must_use]
    pub fn stored(name: impl AsRef<[u8]>, bytes: &[u8]) -> Self {
        Self::by(Method::Stored, name, bytes)
    }

    /// Returns a file compressed by deflate.
    #[must_use]
    pub fn deflated(name: impl AsRef<[u8]>, bytes: &[u8]) -> Self {
        Self::by(Method::Deflated, name, bytes)
    }

    /// Returns a directory.
    #[must_use]
    pub fn directory(name: &str) -> Self {
        let entry = Self::stored(format!("{name}/"), b"");
        // The mode of Unix, and the attribute of MS-DOS.
        entry.attributes(0o40_755 << 16 | 0x10)
    }

    /// Returns a Unix symbolic link.
    #[must_use]
    pub fn link(name: &str, target: &str) -> Self {
        Self::stored(name, target.as_bytes()).attributes(0o120_777 << 16)
    }

    /// Sets the external attributes.
    #[must_use]
    pub fn attributes(self, attributes: u32) -> Self {
        Self { attributes, ..self }
    }

    /// Writes the sizes and the checksum after the data, with a signature and 4-byte sizes.
    #[must_use]
    pub fn described(self) -> Self {
        self.sizes(Sizes::After {
            signed: true,
            long: false,
        })
    }

    /// Sets the location of the sizes and the corresponding flag.
    #[must_use]
    pub fn sizes(mut self, sizes: Sizes) -> Self {
        self.sizes = sizes;
        match sizes {
            Sizes::After { .. } => self.flags(flags::DESCRIBED),
            _ => self,
        }
    }

    /// Sets more flags.
    #[must_use]
    pub fn flags(mut self, flags: u16) -> Self {
        self.flags |= flags;
        self
    }

    /// Declares a compression method, whatever the data is compressed by.
    #[must_use]
    pub fn method(self, method: u16) -> Self {
        Self { method, ..self }
    }

    /// Makes the checksum wrong.
    #[must_use]
    pub fn wrong_crc(mut self) -> Self {
        self.crc ^= 1;
        self
    }
}

/// Returns an extra field (APPNOTE 4.5.1).
///
/// # Panics
///
/// If the data is too long.
#[must_use]
pub fn extra(id: u16, data: &[u8]) -> Vec<u8> {
    let mut field = id.to_le_bytes().to_vec();
    put(&mut field, data.len() as u64, 2);
    field.extend(data);
    field
}

/// Returns one member for each file.
#[must_use]
pub fn entries(files: &[File], method: Method) -> Vec<Entry> {
    let entries = files.iter();
    let entries = entries.map(|(name, bytes)| Entry::by(method, name, bytes));
    entries.collect()
}

/// Returns a zip file with these members.
#[must_use]
pub fn zip(entries: &[Entry]) -> Vec<u8> {
    zip_between(b"", entries, b"")
}

/// Returns a zip file that starts with `before` and ends with a comment. Offsets count from the first byte.
///
/// # Panics
///
/// If a number needs Zip64.
#[must_use]
pub fn zip_between(before: &[u8], entries: &[Entry], comment: &[u8]) -> Vec<u8> {
    ZipWriter::new(before, entries)
        .end(entries.len(), comment)
        .bytes
}

/// A writer of zip files. Its methods panic if a number does not fit into its field.
#[derive(Debug, Default)]
pub struct ZipWriter {
    /// The bytes written.
    pub bytes: Vec<u8>,
    entries: Vec<(Entry, u64)>,
    /// The offset of the directory.
    pub directory: usize,
    /// The end of the directory, where the first end record begins.
    pub end: usize,
}

impl ZipWriter {
    /// Writes the members and the directory after `before`.
    #[must_use]
    pub fn new(before: &[u8], entries: &[Entry]) -> Self {
        let mut writer = Self::default();
        writer.bytes.extend(before);
        for entry in entries {
            writer.add(entry.clone());
        }
        writer.directory()
    }

    /// Writes a member: the header, the data, and the descriptor (APPNOTE 4.3.7 to 4.3.9).
    pub fn add(&mut self, entry: Entry) {
        let offset = self.bytes.len() as u64;
        let sizes = [entry.compressed.len() as u64, entry.size];
        let (crc, shown, mut extra) = match entry.sizes {
            Sizes::Header => (entry.crc, sizes, Vec::new()),
            Sizes::Zip64 => (entry.crc, FULL, zip64(&[entry.size, sizes[0]])),
            Sizes::After { .. } => (0, [0; 2], Vec::new()),
        };
        extra.extend(&entry.extra);
        self.bytes.extend(b"PK\x03\x04");
        self.fields(&entry, crc, shown);
        self.put(entry.local_name.len() as u64, 2);
        self.put(extra.len() as u64, 2);
        self.bytes.extend(&entry.local_name);
        self.bytes.extend(extra);
        self.bytes.extend(&entry.compressed);
        if let Sizes::After { signed, long } = entry.sizes {
            self.bytes
                .extend(if signed { &b"PK\x07\x08"[..] } else { b"" });
            self.put(entry.crc.into(), 4);
            for size in sizes {
                self.put(size, if long { 8 } else { 4 });
            }
        }
        self.entries.push((entry, offset));
    }

    /// Writes the directory of the added members (APPNOTE 4.3.12).
    #[must_use]
    pub fn directory(mut self) -> Self {
        self.directory = self.bytes.len();
        for (entry, offset) in std::mem::take(&mut self.entries) {
            let sizes = [entry.compressed.len() as u64, entry.size];
            let (shown, at, mut extra) = match entry.sizes {
                Sizes::Zip64 => (FULL, FULL[0], zip64(&[entry.size, sizes[0], offset])),
                _ => (sizes, offset, Vec::new()),
            };
            extra.extend(&entry.extra);
            self.bytes.extend(b"PK\x01\x02");
            self.put(entry.made_by.into(), 2);
            self.fields(&entry, entry.crc, shown);
            self.put(entry.name.len() as u64, 2);
            self.put(extra.len() as u64, 2);
            // No comment, the first disk, not declared to be text.
            self.bytes.extend([0; 6]);
            self.put(entry.attributes.into(), 4);
            self.put(at, 4);
            self.bytes.extend(&entry.name);
            self.bytes.extend(extra);
        }
        self.end = self.bytes.len();
        self
    }

    /// Writes the fields that both headers share, from the version needed to the sizes.
    fn fields(&mut self, entry: &Entry, crc: u32, sizes: [u64; 2]) {
        let is_long = entry.sizes == Sizes::Zip64;
        self.put(if is_long { 45 } else { 20 }, 2);
        self.put(entry.flags.into(), 2);
        self.put(entry.method.into(), 2);
        // Midnight of the first day in MS-DOS time.
        self.bytes.extend([0, 0, 0x21, 0]);
        self.put(crc.into(), 4);
        self.put(sizes[0], 4);
        self.put(sizes[1], 4);
    }

    /// Writes the end record, which claims `count` members (APPNOTE 4.3.16).
    #[must_use]
    pub fn end(mut self, count: usize, comment: &[u8]) -> Self {
        self.bytes.extend(b"PK\x05\x06\0\0\0\0");
        self.put(count as u64, 2);
        self.put(count as u64, 2);
        self.put((self.end - self.directory) as u64, 4);
        self.put(self.directory as u64, 4);
        self.put(comment.len() as u64, 2);
        self.bytes.extend(comment);
        self
    }

    /// Writes the end records of Zip64 (APPNOTE 4.3.14, 4.3.15) and an end record with all bits set.
    #[must_use]
    pub fn end64(mut self, count: u64) -> Self {
        let (directory, end) = (self.directory as u64, self.end as u64);
        self.bytes.extend(b"PK\x06\x06");
        self.put(44, 8);
        self.put(45, 2);
        self.put(45, 2);
        self.bytes.extend([0; 8]);
        for field in [count, count, end - directory, directory] {
            self.put(field, 8);
        }
        self.bytes.extend(b"PK\x06\x07\0\0\0\0");
        self.put(end, 8);
        self.put(1, 4);
        self.bytes.extend(b"PK\x05\x06\0\0\0\0");
        self.bytes.extend([0xff; 12]);
        self.put(0, 2);
        self
    }

    fn put(&mut self, number: u64, width: usize) {
        put(&mut self.bytes, number, width);
    }
}

/// Appends a directory with these entries at these offsets, and an end record.
#[must_use]
pub fn with_directory(bytes: &[u8], members: &[(&Entry, usize)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(bytes, &[]);
    for (entry, offset) in members {
        let mut one = ZipWriter::new(b"", &[(*entry).clone()]);
        let header = one.directory;
        let offset = (*offset as u64).to_le_bytes();
        // APPNOTE 4.3.12 and 4.5.3: after both sizes.
        let (at, width) = match entry.sizes {
            Sizes::Zip64 => (46 + entry.name.len() + 4 + 16, 8),
            _ => (42, 4),
        };
        one.bytes[header + at..][..width].copy_from_slice(&offset[..width]);
        writer.bytes.extend(&one.bytes[header..]);
    }
    writer.end = writer.bytes.len();
    if members.len() > usize::from(u16::MAX) {
        return writer.end64(members.len() as u64).bytes;
    }
    writer.end(members.len(), b"").bytes
}

/// Returns the bytes of consecutive members without a directory, and the offset of each.
#[must_use]
pub fn local(entries: &[&Entry]) -> (Vec<u8>, Vec<usize>) {
    let mut bytes = Vec::new();
    let mut offsets = Vec::new();
    for entry in entries {
        let one = ZipWriter::new(b"", &[(*entry).clone()]);
        offsets.push(bytes.len());
        bytes.extend(&one.bytes[..one.directory]);
    }
    (bytes, offsets)
}

/// Returns a zip file from rawzip's writer, which does not know the sizes in advance.
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
        writer.write_all(bytes).expect("writing to memory succeeds");
        let (encoder, described) = writer.finish().expect("writing to memory succeeds");
        encoder.finish().expect("writing to memory succeeds");
        entry.finish(described).expect("the end of a member");
    }
    zip.finish().expect("a directory")
}

/// The value of 32-bit fields whose numbers are in a Zip64 field.
const FULL: [u64; 2] = [u32::MAX as u64; 2];

/// Returns the extra field of Zip64 (APPNOTE 4.5.3).
fn zip64(numbers: &[u64]) -> Vec<u8> {
    let data = numbers.iter().flat_map(|number| number.to_le_bytes());
    extra(1, &data.collect::<Vec<_>>())
}

fn crc_of(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

fn put(bytes: &mut Vec<u8>, number: u64, width: usize) {
    let number = number.to_le_bytes();
    let (low, high) = number.split_at(width);
    assert!(high.iter().all(|&byte| byte == 0), "too long for a zip");
    bytes.extend(low);
}
