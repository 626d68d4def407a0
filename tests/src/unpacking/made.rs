//! Packed files that are made of any bytes, and damaged.

use std::ops::Range;

use urlsift_unpack::{Format, Recognised};

use super::told::NAME;
use crate::packing::{
    File,
    stream::{self, Stream},
    tar::{self, BLOCK, Tar},
    zip::{self, Entry, Method},
};

/// How a file is made of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// They are it.
    AsItIs,
    /// Compressed, as one member, stream or frame.
    Stream(Stream),
    /// Compressed, as two of them.
    TwoStreams(Stream),
    /// Compressed by gzip, with all that a header can have.
    NamedGzip,
    /// As two members of a zip.
    Zip(Method),
    /// The same, with data descriptors.
    Described(Method),
    /// As two members of a zip by another writer.
    StreamedZip,
    /// As two members of a tar.
    Tar,
    /// As two members of a tar in gzip.
    TarInGzip,
    /// As two members of a tar in a zip.
    TarInZip,
    /// As two members of a zip in gzip.
    ZipInGzip,
    /// As a tar of members of all types, told by the bytes.
    AnyTar,
    /// As a zip of members of all methods, told by the bytes, which also are what the members are
    /// compressed to.
    AnyZip,
    /// As a file with holes, in each of the forms that tar has for it.
    SparseTar,
}

impl Way {
    /// The ways that letters name, from `a` on.
    const NAMED: [Self; 26] = [
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
        Self::SparseTar,
    ];

    fn of(letter: u8) -> Self {
        let named = letter.checked_sub(b'a').map(usize::from);
        let named = named.and_then(|index| Self::NAMED.get(index));
        named.copied().unwrap_or(Self::AsItIs)
    }
}

/// What was done to a packed file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// Nothing.
    None,
    /// It ends here.
    Cut(usize),
    /// The byte at a place has some of its bits flipped.
    Flipped(usize, u8),
}

/// A file that was packed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed {
    /// Its path.
    pub path: String,
    /// The layers around it.
    pub packing: Vec<Format>,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// A packed file, perhaps a damaged one.
#[derive(Debug)]
pub struct Made {
    /// How it was made.
    pub way: Way,
    /// What was done to it.
    pub damage: Damage,
    /// Its bytes.
    pub file: Vec<u8>,
    /// What is in it, unless something else must be told of it, for what is packed looks packed
    /// itself, or was packed by nobody.
    pub files: Option<Vec<Packed>>,
    /// Where it may be cut, and nothing shows it: between two members.
    pub seam: Option<usize>,
    /// Where data stand that no checksum is about.
    pub unchecked: Vec<Range<usize>>,
    /// Where it says that a member is no file, which no checksum is about.
    pub kinds: Vec<Range<usize>>,
}

impl Made {
    /// Makes a file of these bytes in the way that a letter names, and damages it: `0` cuts it off at a
    /// place, anything else is flipped there; a place behind the end does nothing.
    #[must_use]
    pub fn of(letter: u8, place: u16, flip: u8, bytes: &[u8]) -> Self {
        let mut made = Self::whole(Way::of(letter), bytes);
        let place = usize::from(place);
        if made.way != Way::AsItIs && place < made.file.len() {
            made.harm(place, flip);
        }
        made
    }

    fn harm(&mut self, place: usize, flip: u8) {
        if flip == 0 {
            self.file.truncate(place);
            self.damage = Damage::Cut(place);
            return;
        }
        self.file[place] ^= flip;
        self.damage = Damage::Flipped(place, flip);
        // Nothing else would be read of a header.
        let block = place - place % BLOCK;
        let is_header = self.file.get(block + 257..block + 262) == Some(b"ustar");
        if self.way == Way::AnyTar && is_header && self.file.len() >= block + BLOCK {
            tar::sign(&mut self.file, block);
        }
    }

    fn whole(way: Way, bytes: &[u8]) -> Self {
        let (first, second) = bytes.split_at(bytes.len() / 2);
        let two: [File; 2] = [("a".into(), first.into()), ("b/c".into(), second.into())];
        let stored = || zip::entries(&two, Method::Stored);
        let described = |method| zip::entries(&two, method).into_iter().map(Entry::described);
        let file = match way {
            Way::AsItIs => bytes.to_vec(),
            Way::Stream(stream) => stream.pack(bytes),
            Way::TwoStreams(stream) => stream.pack_pieces([first, second]),
            Way::NamedGzip => stream::gzip_with_names(bytes),
            Way::Zip(method) => zip::zip(&zip::entries(&two, method)),
            Way::Described(method) => zip::zip(&described(method).collect::<Vec<_>>()),
            Way::StreamedZip => zip::streamed(&two),
            Way::Tar => tar::of(&two),
            Way::TarInGzip => Stream::Gzip.pack(&tar::of(&two)),
            Way::TarInZip => zip::zip(&[Entry::deflated("in.tar", &tar::of(&two))]),
            Way::ZipInGzip => Stream::Gzip.pack(&zip::zip(&stored())),
            Way::AnyTar => any_tar(bytes),
            Way::AnyZip => any_zip(bytes),
            Way::SparseTar => sparse_tar(bytes),
        };
        Self {
            way,
            damage: Damage::None,
            files: files(way, bytes, &two),
            seam: match way {
                Way::TwoStreams(stream) => Some(stream.pack(first).len()),
                _ => None,
            },
            unchecked: match way {
                Way::Tar => data_in_tar(&two),
                _ => Vec::new(),
            },
            kinds: kinds_in_zip(&file),
            file,
        }
    }
}

fn files(way: Way, bytes: &[u8], two: &[File; 2]) -> Option<Vec<Packed>> {
    use Format::{Bzip2, Gzip, Tar, Xz, Zip, Zstd};

    let (packing, folder): (&[Format], _) = match way {
        Way::AsItIs | Way::AnyTar | Way::AnyZip => return None,
        Way::Stream(stream) | Way::TwoStreams(stream) => {
            let format = match stream {
                Stream::Gzip => Gzip,
                Stream::Bzip2 => Bzip2,
                Stream::Xz => Xz,
                Stream::Zstd => Zstd,
            };
            (&[format], "")
        }
        Way::NamedGzip => (&[Gzip], ""),
        Way::Zip(_) | Way::Described(_) | Way::StreamedZip => (&[Zip], "!"),
        Way::Tar => (&[Tar], "!"),
        Way::TarInGzip => (&[Gzip, Tar], "!"),
        Way::TarInZip => (&[Zip, Tar], "!in.tar!"),
        Way::ZipInGzip => (&[Gzip, Zip], "!"),
        Way::SparseTar => {
            let (size, segments) = with_holes(bytes);
            let whole = tar::with_holes(size, &segments);
            let paths = ["0", "00", "01", "10"].map(|name| format!("{NAME}!{name}"));
            let files = paths.map(|path| Packed {
                path,
                packing: vec![Tar],
                bytes: whole.clone(),
            });
            return is_plain(&whole).then_some(files.into());
        }
    };
    let packed = |path, bytes: &[u8]| Packed {
        path,
        packing: packing.to_vec(),
        bytes: bytes.to_vec(),
    };
    let files = match folder {
        "" => vec![packed(NAME.into(), bytes)],
        _ => two
            .iter()
            .map(|(name, bytes)| packed(format!("{NAME}{folder}{name}"), bytes))
            .collect(),
    };
    let are_plain = files.iter().all(|file| is_plain(&file.bytes));
    are_plain.then_some(files)
}

/// Whether a file is neither compressed nor a container.
#[must_use]
pub fn is_plain(bytes: &[u8]) -> bool {
    Recognised::from_head(bytes, true) == Recognised::Plain
}

/// Where the data stand in a tar of these files.
fn data_in_tar(files: &[File]) -> Vec<Range<usize>> {
    let mut at = 0;
    let files = files.iter();
    let places = files.map(|(_, bytes)| {
        let start = at + BLOCK;
        let end = start + bytes.len();
        at = end.next_multiple_of(BLOCK);
        start..end
    });
    places.collect()
}

/// Where a zip says which system it was made by, and what its members are there (APPNOTE 4.3.12).
/// None if it is no zip.
fn kinds_in_zip(zip: &[u8]) -> Vec<Range<usize>> {
    let number = |at: usize, len: usize| {
        let bytes = zip.get(at..at + len)?.iter().rev();
        Some(bytes.fold(0, |number, &byte| number << 8 | usize::from(byte)))
    };
    // There is no comment.
    let end = zip.len().saturating_sub(22);
    let mut places = Vec::new();
    if zip.get(end..end + 4) != Some(b"PK\x05\x06") {
        return places;
    }
    let mut at = number(end + 16, 4).unwrap_or(end);
    while zip.get(at..at + 4) == Some(b"PK\x01\x02") {
        places.extend([at + 5..at + 6, at + 38..at + 42]);
        let fields = [at + 28, at + 30, at + 32].map(|field| number(field, 2).unwrap_or(0));
        at += 46 + fields.iter().sum::<usize>();
    }
    places
}

/// The next bytes, as many as there are.
fn take_some<'b>(bytes: &mut &'b [u8], len: usize) -> &'b [u8] {
    let (some, rest) = bytes.split_at(len.min(bytes.len()));
    *bytes = rest;
    some
}

/// For each member its type, the length of its name, up to 31, that of its data, and both.
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

/// For each member its method, its flags, how many bytes it is said to give, the length of its name, up
/// to 15, and of its data, and both.
fn any_zip(mut bytes: &[u8]) -> Vec<u8> {
    let mut entries = Vec::new();
    while let [method, flags, size, name, data, rest @ ..] = bytes {
        bytes = rest;
        let name = take_some(&mut bytes, usize::from(name % 16));
        let data = take_some(&mut bytes, usize::from(*data));
        let (method, size) = (u16::from(*method), u64::from(*size));
        let mut crc = flate2::Crc::new();
        crc.update(data);
        let entry = Entry::packed(name, method, data.to_vec(), crc.sum(), size);
        entries.push(entry.flags(u16::from(*flags)));
    }
    zip::zip(&entries)
}

/// A file with holes, and its size: it ends with its last segment, as only that may be no whole block.
fn with_holes(bytes: &[u8]) -> (usize, Vec<tar::Segment<'_>>) {
    let bytes = &bytes[..bytes.len().min(2 * BLOCK)];
    let (start, segments) = match bytes.split_at_checked(BLOCK) {
        Some((block, rest)) => (
            4 * BLOCK,
            vec![(BLOCK as u64, block), (4 * BLOCK as u64, rest)],
        ),
        None => (2 * BLOCK, vec![(2 * BLOCK as u64, bytes)]),
    };
    let (_, last) = segments[segments.len() - 1];
    (start + last.len(), segments)
}

fn sparse_tar(bytes: &[u8]) -> Vec<u8> {
    let (size, segments) = with_holes(bytes);
    let size = size as u64;
    Tar::new()
        .sparse("0", size, &segments)
        .pax_sparse((0, 0), "00", size, &segments)
        .pax_sparse((0, 1), "01", size, &segments)
        .pax_sparse((1, 0), "10", size, &segments)
        .finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_letter_names_a_way() {
        for (letter, way) in (b'a'..=b'z').zip(Way::NAMED) {
            let made = Made::of(letter, u16::MAX, 0, b"<text>");
            assert_eq!((made.way, made.damage), (way, Damage::None));
            assert!(!made.file.is_empty());
        }
        let made = Made::of(b'-', 0, 0, b"<text>");
        assert_eq!((made.way, &made.file[..]), (Way::AsItIs, &b"<text>"[..]));
    }

    #[test]
    fn damage_is_a_cut_or_a_flip() {
        let whole = Made::of(b'a', u16::MAX, 0, b"<text>").file;
        let cut = Made::of(b'a', 5, 0, b"<text>");
        assert_eq!((cut.damage, &cut.file[..]), (Damage::Cut(5), &whole[..5]));
        let flipped = Made::of(b'a', 5, 3, b"<text>");
        assert_eq!(flipped.damage, Damage::Flipped(5, 3));
        assert_eq!(flipped.file[5], whole[5] ^ 3);
    }

    #[test]
    fn what_is_unchecked_is_known() {
        let made = Made::of(b't', u16::MAX, 0, b"<text>");
        let unchecked = made.unchecked.iter().cloned();
        let unchecked: Vec<_> = unchecked.map(|range| &made.file[range]).collect();
        assert_eq!(unchecked, [b"<te", b"xt>"]);
        let made = Made::of(b'j', u16::MAX, 0, b"<text>");
        let kinds = made.kinds.iter().cloned();
        let kinds: Vec<_> = kinds.map(|range| &made.file[range]).collect();
        // Unix, and the mode of a file.
        let member = [&[3][..], &[0, 0, 0xa4, 0x81]];
        assert_eq!(kinds, [member, member].concat());
    }
}
