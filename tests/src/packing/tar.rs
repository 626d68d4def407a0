//! tar files (POSIX.1 pax and the manual of GNU tar), written one header at a time.

use tar::{EntryType, GnuExtSparseHeader, GnuSparseHeader, Header};

use super::File;

/// The size of a block. Headers and data are padded to whole blocks.
pub const BLOCK: usize = 512;

/// A writer of tar files.
#[derive(Clone, Debug, Default)]
pub struct Tar(Vec<u8>);

/// A data segment of a sparse file: its offset and its bytes.
pub type Segment<'s> = (u64, &'s [u8]);

/// Returns a tar file of these files.
#[must_use]
pub fn from_files(files: &[File]) -> Vec<u8> {
    let files = files.iter();
    let tar = files.fold(Tar::new(), |tar, (name, bytes)| tar.file(name, bytes));
    tar.finish()
}

impl Tar {
    /// Creates an empty tar file.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file. The name is written unchanged and has at most 100 bytes.
    #[must_use]
    pub fn file(self, name: impl AsRef<[u8]>, bytes: impl AsRef<[u8]>) -> Self {
        self.member(b'0', name, bytes)
    }

    /// Adds a member of any type.
    #[must_use]
    pub fn member(self, kind: u8, name: impl AsRef<[u8]>, bytes: impl AsRef<[u8]>) -> Self {
        let bytes = bytes.as_ref();
        let header = header(kind, name, bytes.len() as u64);
        self.bare(header).blocks(bytes)
    }

    /// Adds a header alone, with its checksum set.
    #[must_use]
    pub fn bare(self, mut header: Header) -> Self {
        header.set_cksum();
        self.blocks(header.as_bytes())
    }

    /// Adds raw bytes, padded to whole blocks.
    #[must_use]
    pub fn blocks(mut self, bytes: impl AsRef<[u8]>) -> Self {
        self.0.extend(bytes.as_ref());
        let len = self.0.len().next_multiple_of(BLOCK);
        self.0.resize(len, 0);
        self
    }

    /// Adds a header for a file of `size` bytes and only its first bytes.
    #[must_use]
    pub fn begin(self, name: &str, size: u64, bytes: &[u8]) -> Vec<u8> {
        let mut all = self.bare(header(b'0', name, size)).0;
        all.extend(bytes);
        all
    }

    /// Adds a file whose name is split into two fields, as in ustar.
    ///
    /// # Panics
    ///
    /// If a field is too long.
    #[must_use]
    pub fn prefixed(self, prefix: &str, name: &str, bytes: &[u8]) -> Self {
        let mut header = header(b'0', name, bytes.len() as u64);
        let ustar = header.as_ustar_mut().expect("a ustar header");
        ustar.prefix[..prefix.len()].copy_from_slice(prefix.as_bytes());
        self.bare(header).blocks(bytes)
    }

    /// Adds a file as Unix v7 wrote it, without a magic number and without a type.
    #[must_use]
    pub fn old(self, name: &str, bytes: &[u8]) -> Self {
        let mut old = Header::new_old();
        old.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
        old.as_old_mut().linkflag = [0];
        set_numbers(&mut old, bytes.len() as u64);
        self.bare(old).blocks(bytes)
    }

    /// Adds a link, `1` (hard) or `2` (symbolic).
    ///
    /// # Panics
    ///
    /// If the target is too long.
    #[must_use]
    pub fn link(self, kind: u8, name: &str, target: &str) -> Self {
        let mut header = header(kind, name, 0);
        header.as_old_mut().linkname[..target.len()].copy_from_slice(target.as_bytes());
        self.bare(header)
    }

    /// Adds a GNU long name for the next member.
    #[must_use]
    pub fn long_name(self, name: &[u8]) -> Self {
        self.member(b'L', "././@LongLink", [name, b"\0"].concat())
    }

    /// Adds pax records for the next member (`x`) or for all following members (`g`).
    #[must_use]
    pub fn pax<V: AsRef<[u8]>>(self, kind: u8, pairs: &[(&str, V)]) -> Self {
        self.member(kind, "pax", pax_records(pairs))
    }

    /// Adds a sparse file in the old GNU format. More than four segments take extension headers.
    ///
    /// # Panics
    ///
    /// If a field is too long.
    #[must_use]
    pub fn sparse(self, name: &str, size: u64, segments: &[Segment<'_>]) -> Self {
        let segments = with_end_segment(size, segments);
        let data = data(&segments);
        let mut header = Header::new_gnu();
        let gnu = header.as_gnu_mut().expect("a GNU header");
        gnu.name[..name.len()].copy_from_slice(name.as_bytes());
        gnu.realsize = octal(size);
        let (first, rest) = segments.split_at(segments.len().min(4));
        put_segments(&mut gnu.sparse, first);
        gnu.isextended = [u8::from(!rest.is_empty())];
        header.set_entry_type(EntryType::GNUSparse);
        set_numbers(&mut header, data.len() as u64);
        let mut tar = self.bare(header);
        let mut more = rest.chunks(21).peekable();
        while let Some(chunk) = more.next() {
            let mut extended = GnuExtSparseHeader::new();
            put_segments(&mut extended.sparse, chunk);
            extended.isextended = [u8::from(more.peek().is_some())];
            tar = tar.blocks(extended.as_bytes());
        }
        tar.blocks(data)
    }

    /// Adds a sparse file in a pax format: 0.0, 0.1 or 1.0.
    ///
    /// # Panics
    ///
    /// If the format is unknown.
    #[must_use]
    pub fn pax_sparse(
        self,
        format: (u8, u8),
        name: &str,
        size: u64,
        segments: &[Segment<'_>],
    ) -> Self {
        let segments = with_end_segment(size, segments);
        let data = data(&segments);
        let numbers = segments
            .iter()
            .flat_map(|(start, bytes)| [*start, bytes.len() as u64])
            .map(|number| number.to_string());
        let numbers: Vec<_> = numbers.collect();
        let (size, count) = (size.to_string(), segments.len().to_string());
        let (size, count) = (size.as_bytes(), count.as_bytes());
        let list = numbers.join(",");
        let mut records: Vec<(&str, &[u8])> = vec![("GNU.sparse.name", name.as_bytes())];
        match format {
            (0, 0) => {
                records[0].0 = "path";
                records.extend([("GNU.sparse.size", size), ("GNU.sparse.numblocks", count)]);
                let keys = ["GNU.sparse.offset", "GNU.sparse.numbytes"]
                    .into_iter()
                    .cycle();
                records.extend(keys.zip(numbers.iter().map(String::as_bytes)));
            }
            (0, 1) => {
                records.extend([("GNU.sparse.size", size), ("GNU.sparse.numblocks", count)]);
                records.push(("GNU.sparse.map", list.as_bytes()));
            }
            (1, 0) => {
                records.extend([("GNU.sparse.major", &b"1"[..]), ("GNU.sparse.minor", b"0")]);
                records.push(("GNU.sparse.realsize", size));
            }
            _ => panic!("unknown sparse format"),
        }
        let tar = self.pax(b'x', &records);
        if format != (1, 0) {
            return tar.file("GNUSparseFile.0/x", data);
        }
        let map = [count, b"\n", numbers.join("\n").as_bytes(), b"\n"].concat();
        let map = Self::new().blocks(map).0;
        tar.file("GNUSparseFile.0/x", [map, data].concat())
    }

    /// Returns the bytes with the two zero blocks at the end.
    #[must_use]
    pub fn finish(mut self) -> Vec<u8> {
        self.0.extend([0; 2 * BLOCK]);
        self.0
    }

    /// Returns the bytes without an end.
    #[must_use]
    pub fn unfinished(self) -> Vec<u8> {
        self.0
    }
}

/// Sets the checksum of the header at an offset: the sum of its bytes, with spaces for the checksum itself
/// (POSIX.1, ustar).
pub fn set_checksum(tar: &mut [u8], at: usize) {
    let header = &mut tar[at..at + BLOCK];
    header[148..156].fill(b' ');
    let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
}

/// Returns the contents of a sparse file, with zeros in its holes.
///
/// # Panics
///
/// If a segment exceeds `size`.
#[must_use]
pub fn expand_sparse(size: usize, segments: &[Segment<'_>]) -> Vec<u8> {
    let mut whole = vec![0; size];
    for (start, bytes) in segments {
        let start = *start as usize;
        whole[start..start + bytes.len()].copy_from_slice(bytes);
    }
    whole
}

/// Returns a header of any type, without a checksum. It has the GNU format for types that GNU added and the
/// ustar format for all others.
///
/// # Panics
///
/// If the name is longer than 100 bytes.
#[must_use]
pub fn header(kind: u8, name: impl AsRef<[u8]>, size: u64) -> Header {
    let name = name.as_ref();
    assert!(name.len() <= 100, "name too long");
    let mut header = match kind {
        b'L' | b'K' | b'M' | b'S' => Header::new_gnu(),
        _ => Header::new_ustar(),
    };
    header.as_old_mut().name[..name.len()].copy_from_slice(name);
    header.as_old_mut().linkflag = [kind];
    set_numbers(&mut header, size);
    header
}

fn set_numbers(header: &mut Header, size: u64) {
    header.set_mode(0o644);
    header.set_uid(0);
    header.set_gid(0);
    header.set_mtime(0);
    header.set_size(size);
}

/// Returns the records of an extended header (POSIX.1, "pax Extended Header"). The length of a record includes
/// its own digits.
///
/// # Panics
///
/// Never: some length always fits.
#[must_use]
pub fn pax_records<V: AsRef<[u8]>>(pairs: &[(&str, V)]) -> Vec<u8> {
    let record = |(key, value): &(&str, V)| {
        let rest = [b" ", key.as_bytes(), b"=", value.as_ref(), b"\n"].concat();
        let fits = |len: &usize| len.to_string().len() + rest.len() == *len;
        let len = (rest.len()..rest.len() + 20)
            .find(fits)
            .expect("a length that fits");
        [len.to_string().as_bytes(), &rest].concat()
    };
    pairs.iter().flat_map(record).collect()
}

/// Adds the empty segment with which GNU tar ends the map of a file that ends in a hole.
fn with_end_segment<'s>(size: u64, segments: &[Segment<'s>]) -> Vec<Segment<'s>> {
    let mut all = segments.to_vec();
    let end = all
        .last()
        .map_or(0, |(start, bytes)| start + bytes.len() as u64);
    if end < size {
        all.push((size, b""));
    }
    all
}

/// Concatenates the data of the segments. All but the last must consist of whole blocks: readers do not agree
/// on what follows a partial block, and GNU tar writes none.
fn data(segments: &[Segment<'_>]) -> Vec<u8> {
    let (_, all_but_last) = segments.split_last().unwrap_or((&(0, b""), &[]));
    let mut lens = all_but_last.iter().map(|(_, bytes)| bytes.len());
    assert!(lens.all(|len| len % BLOCK == 0), "a partial block");
    let bytes = segments.iter().map(|&(_, bytes)| bytes);
    bytes.collect::<Vec<_>>().concat()
}

fn put_segments(into: &mut [GnuSparseHeader], segments: &[Segment<'_>]) {
    for (into, (start, bytes)) in into.iter_mut().zip(segments) {
        into.offset = octal(*start);
        into.numbytes = octal(bytes.len() as u64);
    }
}

/// Formats a number as eleven octal digits and a NUL, or in base 256 if it has more digits.
fn octal(number: u64) -> [u8; 12] {
    let mut field = [0; 12];
    let digits = format!("{number:011o}");
    if digits.len() == 11 {
        field[..11].copy_from_slice(digits.as_bytes());
    } else {
        field[0] = 0x80;
        field[4..].copy_from_slice(&number.to_be_bytes());
    }
    field
}
