//! Compressed files and containers, possibly damaged, made from any bytes.

use std::ops::Range;

use urlsift_unpack::{Format, Recognised};

use super::events::NAME;
use crate::packing::{
    File,
    stream::{self, Stream},
    tar::{self, BLOCK, Tar},
    zip::{self, Entry, Method, Sizes, ZipWriter},
};

/// How a file is compressed or archived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Not compressed.
    Plain,
    /// Compressed, as one member, stream or frame.
    Stream(Stream),
    /// Compressed, as two members, streams or frames.
    TwoStreams(Stream),
    /// Compressed by gzip, with all optional header fields.
    NamedGzip,
    /// Two members of a zip.
    Zip(Method),
    /// Two members of a zip, with data descriptors.
    Described(Method),
    /// Two members of a zip from another writer.
    StreamedZip,
    /// Two members of a zip, with all sizes and offsets in Zip64 fields.
    Zip64,
    /// Two members of a tar.
    Tar,
    /// Two members of a tar in gzip.
    TarInGzip,
    /// Two members of a tar in a zip.
    TarInZip,
    /// Two members of a zip in gzip.
    ZipInGzip,
    /// A tar with members of types chosen by the bytes.
    AnyTar,
    /// A zip with members of methods chosen by the bytes, which are also their compressed data.
    AnyZip,
    /// The bytes are a compressed block of an lz4 frame.
    AnyLz4,
}

impl Layout {
    /// The layouts named by the letters from `a` on.
    const NAMED: [Self; 25] = [
        Self::Stream(Stream::Gzip),
        Self::Stream(Stream::Bzip2),
        Self::Stream(Stream::Xz),
        Self::Stream(Stream::Zstd),
        Self::TwoStreams(Stream::Gzip),
        Self::TwoStreams(Stream::Bzip2),
        Self::TwoStreams(Stream::Xz),
        Self::TwoStreams(Stream::Zstd),
        Self::NamedGzip,
        Self::Zip(Method::Stored),
        Self::Zip(Method::Deflated),
        Self::Zip(Method::Deflate64),
        Self::Zip(Method::Bzip2),
        Self::Zip(Method::Lzma),
        Self::Zip(Method::Zstd),
        Self::Zip(Method::Xz),
        Self::Described(Method::Stored),
        Self::Described(Method::Deflated),
        Self::StreamedZip,
        Self::Tar,
        Self::TarInGzip,
        Self::TarInZip,
        Self::ZipInGzip,
        Self::AnyTar,
        Self::AnyZip,
    ];

    /// The layouts named by the letters from `A` on.
    const MORE: [Self; 6] = [
        Self::Stream(Stream::Lz4),
        Self::TwoStreams(Stream::Lz4),
        Self::AnyLz4,
        Self::Stream(Stream::Lzip),
        Self::TwoStreams(Stream::Lzip),
        Self::Zip64,
    ];

    /// Returns all layouts in which bytes are packed.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::NAMED.into_iter().chain(Self::MORE)
    }

    fn from_letter(letter: u8) -> Self {
        let (layouts, first) = if letter >= b'a' {
            (&Self::NAMED[..], b'a')
        } else {
            (&Self::MORE[..], b'A')
        };
        let named = letter.checked_sub(first).map(usize::from);
        let named = named.and_then(|index| layouts.get(index));
        named.copied().unwrap_or(Self::Plain)
    }
}

/// The damage done to a compressed file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// Nothing.
    None,
    /// The file is truncated to this length.
    Cut(usize),
    /// Bits of the byte at this offset are flipped.
    Flipped(usize, u8),
}

/// A file inside a compressed file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompressedFile {
    /// Its path.
    pub path: String,
    /// The formats around it, the outermost first.
    pub packing: Vec<Format>,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// A compressed file, possibly damaged.
#[derive(Clone, Debug)]
pub struct Sample {
    /// How the file is compressed or archived.
    pub layout: Layout,
    /// The damage.
    pub damage: Damage,
    /// The bytes.
    pub file: Vec<u8>,
    /// The files in it. `None` if unpacking yields something else, because a file itself looks compressed or the layout
    /// has no original files.
    pub files: Option<Vec<CompressedFile>>,
    /// The offset between two members, where truncation goes undetected.
    pub boundary: Option<usize>,
    /// The ranges of data without a checksum.
    pub unchecked: Vec<Range<usize>>,
    /// The ranges of member attributes, which have no checksum and may declare that a member is not a
    /// regular file.
    pub attributes: Vec<Range<usize>>,
}

impl Sample {
    /// Packs bytes in the layout that a letter names, and damages the result at `offset`: truncates it if
    /// `flip` is 0, and flips these bits otherwise. An offset past the end does nothing.
    #[must_use]
    pub fn new(letter: u8, offset: u16, flip: u8, bytes: &[u8]) -> Self {
        let mut sample = Self::undamaged(Layout::from_letter(letter), bytes);
        let offset = usize::from(offset);
        if sample.layout != Layout::Plain && offset < sample.file.len() {
            sample.damage(offset, flip);
        }
        sample
    }

    /// Truncates the file at an offset if `flip` is 0, and flips these bits of the byte there otherwise.
    pub fn damage(&mut self, offset: usize, flip: u8) {
        if flip == 0 {
            self.file.truncate(offset);
            self.damage = Damage::Cut(offset);
            return;
        }
        self.file[offset] ^= flip;
        self.damage = Damage::Flipped(offset, flip);
        // With a wrong checksum the header would be rejected unread.
        let block = offset - offset % BLOCK;
        let is_header = self.file.get(block + 257..block + 262) == Some(b"ustar");
        if self.layout == Layout::AnyTar && is_header && self.file.len() >= block + BLOCK {
            tar::set_checksum(&mut self.file, block);
        }
    }

    /// Packs bytes in a layout.
    #[must_use]
    pub fn undamaged(layout: Layout, bytes: &[u8]) -> Self {
        let (first, second) = bytes.split_at(bytes.len() / 2);
        let two: [File; 2] = [("a".into(), first.into()), ("b/c".into(), second.into())];
        let stored = || zip::entries(&two, Method::Stored);
        let described = |method| zip::entries(&two, method).into_iter().map(Entry::described);
        let file = match layout {
            Layout::Plain => bytes.to_vec(),
            Layout::Stream(stream) => stream.pack(bytes),
            Layout::TwoStreams(stream) => stream.pack_members([first, second]),
            Layout::NamedGzip => stream::gzip_with_names(bytes),
            Layout::Zip(method) => zip::zip(&zip::entries(&two, method)),
            Layout::Described(method) => zip::zip(&described(method).collect::<Vec<_>>()),
            Layout::StreamedZip => zip::streamed(&two),
            Layout::Zip64 => zip64(&two),
            Layout::Tar => tar::from_files(&two),
            Layout::TarInGzip => Stream::Gzip.pack(&tar::from_files(&two)),
            Layout::TarInZip => zip::zip(&[Entry::deflated("in.tar", &tar::from_files(&two))]),
            Layout::ZipInGzip => Stream::Gzip.pack(&zip::zip(&stored())),
            Layout::AnyTar => any_tar(bytes),
            Layout::AnyZip => any_zip(bytes),
            Layout::AnyLz4 => stream::lz4_block(bytes),
        };
        Self {
            layout,
            damage: Damage::None,
            files: files(layout, bytes, &two),
            boundary: match layout {
                Layout::TwoStreams(stream) => Some(stream.pack(first).len()),
                _ => None,
            },
            unchecked: match layout {
                Layout::Tar => data_in_tar(&two),
                _ => Vec::new(),
            },
            attributes: attributes_in_zip(&file),
            file,
        }
    }
}

fn files(layout: Layout, bytes: &[u8], two: &[File; 2]) -> Option<Vec<CompressedFile>> {
    use Format::{Bzip2, Gzip, Lz4, Lzip, Tar, Xz, Zip, Zstd};

    let (packing, separator): (&[Format], _) = match layout {
        Layout::Plain | Layout::AnyTar | Layout::AnyZip | Layout::AnyLz4 => return None,
        Layout::Stream(stream) | Layout::TwoStreams(stream) => {
            let format = match stream {
                Stream::Gzip => Gzip,
                Stream::Bzip2 => Bzip2,
                Stream::Xz => Xz,
                Stream::Zstd => Zstd,
                Stream::Lzip => Lzip,
                Stream::Lz4 => Lz4,
            };
            (&[format], "")
        }
        Layout::NamedGzip => (&[Gzip], ""),
        Layout::Zip(_) | Layout::Described(_) | Layout::StreamedZip | Layout::Zip64 => {
            (&[Zip], "!")
        }
        Layout::Tar => (&[Tar], "!"),
        Layout::TarInGzip => (&[Gzip, Tar], "!"),
        Layout::TarInZip => (&[Zip, Tar], "!in.tar!"),
        Layout::ZipInGzip => (&[Gzip, Zip], "!"),
    };
    let compressed = |path, bytes: &[u8]| CompressedFile {
        path,
        packing: packing.to_vec(),
        bytes: bytes.to_vec(),
    };
    let files = match separator {
        "" => vec![compressed(NAME.into(), bytes)],
        _ => two
            .iter()
            .map(|(name, bytes)| compressed(format!("{NAME}{separator}{name}"), bytes))
            .collect(),
    };
    let are_plain = files.iter().all(|file| is_plain(&file.bytes));
    are_plain.then_some(files)
}

/// Returns whether a file is neither compressed nor a container.
#[must_use]
pub fn is_plain(bytes: &[u8]) -> bool {
    Recognised::from_head(bytes, true) == Recognised::Plain
}

/// Returns the ranges of the data in a tar of these files.
fn data_in_tar(files: &[File]) -> Vec<Range<usize>> {
    let mut at = 0;
    let files = files.iter();
    let ranges = files.map(|(_, bytes)| {
        let start = at + BLOCK;
        let end = start + bytes.len();
        at = end.next_multiple_of(BLOCK);
        start..end
    });
    ranges.collect()
}

/// Returns the ranges in a zip of the system that each member was made by and of its attributes (APPNOTE
/// 4.3.12). Returns none if the file is not a zip.
fn attributes_in_zip(zip: &[u8]) -> Vec<Range<usize>> {
    let number = |at: usize, len: usize| {
        let bytes = zip.get(at..at + len)?.iter().rev();
        Some(bytes.fold(0, |number, &byte| number << 8 | usize::from(byte)))
    };
    // The zip has no comment.
    let end = zip.len().saturating_sub(22);
    let mut ranges = Vec::new();
    if zip.get(end..end + 4) != Some(b"PK\x05\x06") {
        return ranges;
    }
    // With Zip64, the number is no offset.
    let directory = number(end + 16, 4).filter(|&at| at < end);
    let mut at = directory.unwrap_or(end);
    while zip.get(at..at + 4) == Some(b"PK\x01\x02") {
        ranges.extend([at + 5..at + 6, at + 38..at + 42]);
        let fields = [at + 28, at + 30, at + 32].map(|field| number(field, 2).unwrap_or(0));
        at += 46 + fields.iter().sum::<usize>();
    }
    ranges
}

/// Returns a zip with Zip64 fields, whose members have no attributes that could turn them into something else.
fn zip64(files: &[File]) -> Vec<u8> {
    let entries = zip::entries(files, Method::Deflated).into_iter();
    let entries = entries.map(|entry| Entry {
        made_by: 0,
        attributes: 0,
        ..entry.sizes(Sizes::Zip64)
    });
    let entries: Vec<_> = entries.collect();
    let count = entries.len() as u64;
    ZipWriter::new(b"", &entries).end64(count).bytes
}

/// Takes up to `len` bytes from the front.
fn take_some<'b>(bytes: &mut &'b [u8], len: usize) -> &'b [u8] {
    let (some, rest) = bytes.split_at(len.min(bytes.len()));
    *bytes = rest;
    some
}

/// Makes a tar. Each member takes from the bytes its type, the length of its name (modulo 32), the length
/// of its data, the name and the data.
fn any_tar(mut bytes: &[u8]) -> Vec<u8> {
    let mut tar = Tar::new();
    while let [kind, name, data, rest @ ..] = bytes {
        bytes = rest;
        let name = take_some(&mut bytes, usize::from(name % 32));
        let data = take_some(&mut bytes, usize::from(*data));
        tar = tar.member(*kind, name, data);
    }
    tar.finish()
}

/// Makes a zip. Each member takes from the bytes its method, its flags, its declared size, the length of
/// its name (modulo 16), the length of its data, the name and the data.
fn any_zip(mut bytes: &[u8]) -> Vec<u8> {
    let mut entries = Vec::new();
    while let [method, flags, size, name, data, rest @ ..] = bytes {
        bytes = rest;
        let name = take_some(&mut bytes, usize::from(name % 16));
        let data = take_some(&mut bytes, usize::from(*data));
        let (method, size) = (u16::from(*method), u64::from(*size));
        let mut crc = flate2::Crc::new();
        crc.update(data);
        let entry = Entry::compressed(name, method, data.to_vec(), crc.sum(), size);
        entries.push(entry.flags(u16::from(*flags)));
    }
    zip::zip(&entries)
}
