//! Zip files for tests, written field by field.

use std::io::Write;

use flate2::{Compression, write::DeflateEncoder};
use liblzma::stream::{LzmaOptions, Stream};

use super::member::crc_of;

/// Where checksum and sizes stand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sizes {
    /// In the local header.
    Header,
    /// In the local header's Zip64 field, and in that of the directory.
    Zip64,
    /// After the data, with a signature or without one, in 4 or 8 bytes.
    After { signed: bool, long: bool },
}

/// A member as it will be written; each field may be made wrong.
#[derive(Clone)]
pub(super) struct Entry {
    pub(super) name: Vec<u8>,
    pub(super) local_name: Vec<u8>,
    pub(super) extra: Vec<u8>,
    pub(super) method: u16,
    pub(super) flags: u16,
    pub(super) made_by: u16,
    pub(super) attributes: u32,
    pub(super) packed: Vec<u8>,
    pub(super) crc: u32,
    pub(super) size: u64,
    pub(super) sizes: Sizes,
}

/// A member that is a file.
pub(super) fn entry(name: &[u8], method: u16, text: &[u8]) -> Entry {
    Entry {
        name: name.to_vec(),
        local_name: name.to_vec(),
        extra: Vec::new(),
        method,
        flags: 0,
        made_by: 0x0314,
        attributes: 0o100_644 << 16,
        packed: pack(method, text),
        crc: crc_of(text),
        size: text.len() as u64,
        sizes: Sizes::Header,
    }
}

impl Entry {
    pub(super) fn after(mut self, signed: bool, long: bool) -> Self {
        self.sizes = Sizes::After { signed, long };
        self.flags |= 1 << 3;
        self
    }
}

/// Compresses, by the methods of APPNOTE 4.4.5.
pub(super) fn pack(method: u16, text: &[u8]) -> Vec<u8> {
    match method {
        8 => {
            let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(text).expect("memory takes it");
            encoder.finish().expect("memory takes it")
        }
        // RFC 1951 §3.2.4: the last block, stored. It is the same in Deflate64.
        9 => {
            let len = u16::try_from(text.len()).expect("one block");
            let mut packed = vec![1];
            packed.extend(len.to_le_bytes());
            packed.extend((!len).to_le_bytes());
            packed.extend(text);
            packed
        }
        12 => {
            let level = bzip2::Compression::best();
            let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), level);
            encoder.write_all(text).expect("memory takes it");
            encoder.finish().expect("memory takes it")
        }
        14 => pack_lzma(text),
        20 | 93 => zstd::encode_all(text, 0).expect("memory takes it"),
        95 => {
            let mut encoder = liblzma::write::XzEncoder::new(Vec::new(), 6);
            encoder.write_all(text).expect("memory takes it");
            encoder.finish().expect("memory takes it")
        }
        _ => text.to_vec(),
    }
}

/// APPNOTE 5.8.8: a version, the length of the properties, and the properties, before the stream. The
/// file format of old has the properties first, and a size of 8 bytes after them.
fn pack_lzma(text: &[u8]) -> Vec<u8> {
    let options = LzmaOptions::new_preset(6).expect("there is such a preset");
    let stream = Stream::new_lzma_encoder(&options).expect("the options fit");
    let mut encoder = liblzma::write::XzEncoder::new_stream(Vec::new(), stream);
    encoder.write_all(text).expect("memory takes it");
    let old = encoder.finish().expect("memory takes it");
    let mut packed = vec![9, 20, 5, 0];
    packed.extend(&old[..5]);
    packed.extend(&old[13..]);
    packed
}

/// An extra field (APPNOTE 4.5.1).
pub(super) fn extra(id: u16, data: &[u8]) -> Vec<u8> {
    let mut field = id.to_le_bytes().to_vec();
    field.extend(u16::try_from(data.len()).expect("short").to_le_bytes());
    field.extend(data);
    field
}

/// A zip file on its way.
#[derive(Default)]
pub(super) struct Making {
    pub(super) bytes: Vec<u8>,
    entries: Vec<(Entry, u64)>,
    /// Where the directory begins.
    pub(super) directory: usize,
    /// Where the end record does, or the Zip64 one before it.
    pub(super) end: usize,
}

/// A zip file with these members, and nothing special.
pub(super) fn zip(entries: &[Entry]) -> Vec<u8> {
    Making::new(entries).end(entries.len(), b"").bytes
}

impl Making {
    /// The members and the directory.
    pub(super) fn new(entries: &[Entry]) -> Self {
        let mut making = Self::default();
        for entry in entries {
            making.add(entry.clone());
        }
        making.directory()
    }

    pub(super) fn add(&mut self, entry: Entry) {
        let offset = self.bytes.len() as u64;
        self.local_header(&entry);
        self.bytes.extend(&entry.packed);
        if let Sizes::After { signed, long } = entry.sizes {
            if signed {
                self.bytes.extend(b"PK\x07\x08");
            }
            self.put32(entry.crc);
            for size in [entry.packed.len() as u64, entry.size] {
                if long {
                    self.put64(size);
                } else {
                    self.put32(low(size));
                }
            }
        }
        self.entries.push((entry, offset));
    }

    /// APPNOTE 4.3.7.
    fn local_header(&mut self, entry: &Entry) {
        let packed = entry.packed.len() as u64;
        let (crc, sizes, mut extra) = match entry.sizes {
            Sizes::Header => (entry.crc, [low(packed), low(entry.size)], vec![]),
            Sizes::Zip64 => (entry.crc, [u32::MAX; 2], zip64(&[entry.size, packed])),
            Sizes::After { .. } => (0, [0; 2], vec![]),
        };
        extra.extend(&entry.extra);
        self.bytes.extend(b"PK\x03\x04");
        self.put16(20);
        self.fields(entry, crc, sizes);
        self.put16(u16::try_from(entry.local_name.len()).expect("short"));
        self.put16(u16::try_from(extra.len()).expect("short"));
        self.bytes.extend(&entry.local_name);
        self.bytes.extend(extra);
    }

    /// APPNOTE 4.3.12.
    pub(super) fn directory(mut self) -> Self {
        self.directory = self.bytes.len();
        for (entry, offset) in std::mem::take(&mut self.entries) {
            let packed = entry.packed.len() as u64;
            let (sizes, at, mut extra) = match entry.sizes {
                Sizes::Zip64 => {
                    let extra = zip64(&[entry.size, packed, offset]);
                    ([u32::MAX; 2], u32::MAX, extra)
                }
                _ => ([low(packed), low(entry.size)], low(offset), vec![]),
            };
            extra.extend(&entry.extra);
            self.bytes.extend(b"PK\x01\x02");
            self.put16(entry.made_by);
            self.put16(20);
            self.fields(&entry, entry.crc, sizes);
            self.put16(u16::try_from(entry.name.len()).expect("short"));
            self.put16(u16::try_from(extra.len()).expect("short"));
            // Comment, disk, internal attributes.
            self.bytes.extend([0; 6]);
            self.put32(entry.attributes);
            self.put32(at);
            self.bytes.extend(&entry.name);
            self.bytes.extend(extra);
        }
        self.end = self.bytes.len();
        self
    }

    /// What both headers have.
    fn fields(&mut self, entry: &Entry, crc: u32, sizes: [u32; 2]) {
        self.put16(entry.flags);
        self.put16(entry.method);
        // 1 January 1980, 0:00.
        self.put16(0);
        self.put16(1 << 5 | 1);
        self.put32(crc);
        self.put32(sizes[0]);
        self.put32(sizes[1]);
    }

    /// APPNOTE 4.3.16.
    pub(super) fn end(mut self, count: usize, comment: &[u8]) -> Self {
        let count = u16::try_from(count).expect("few");
        let size = self.end - self.directory;
        self.bytes.extend(b"PK\x05\x06\0\0\0\0");
        self.put16(count);
        self.put16(count);
        self.put32(low(size as u64));
        self.put32(low(self.directory as u64));
        self.put16(u16::try_from(comment.len()).expect("short"));
        self.bytes.extend(comment);
        self
    }

    /// APPNOTE 4.3.14, 4.3.15, and an end record whose fields are full.
    pub(super) fn end64(mut self, count: u64) -> Self {
        let end = self.bytes.len() as u64;
        let directory = self.directory as u64;
        self.bytes.extend(b"PK\x06\x06");
        self.put64(44);
        self.put16(45);
        self.put16(45);
        self.bytes.extend([0; 8]);
        for field in [count, count, end - directory, directory] {
            self.put64(field);
        }
        self.bytes.extend(b"PK\x06\x07\0\0\0\0");
        self.put64(end);
        self.put32(1);
        self.bytes.extend(b"PK\x05\x06\0\0\0\0");
        self.bytes.extend([0xff; 12]);
        self.put16(0);
        self
    }

    fn put16(&mut self, number: u16) {
        self.bytes.extend(number.to_le_bytes());
    }

    fn put32(&mut self, number: u32) {
        self.bytes.extend(number.to_le_bytes());
    }

    fn put64(&mut self, number: u64) {
        self.bytes.extend(number.to_le_bytes());
    }
}

fn low(number: u64) -> u32 {
    u32::try_from(number).expect("nothing here is long")
}

/// APPNOTE 4.5.3.
fn zip64(numbers: &[u64]) -> Vec<u8> {
    let data: Vec<u8> = numbers
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect();
    extra(1, &data)
}
