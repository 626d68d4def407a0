//! tar files (POSIX.1 pax, and GNU's manual), a header at a time.

use tar::{EntryType, GnuExtSparseHeader, GnuSparseHeader, Header};

use super::File;

/// Everything stands in blocks of this size.
pub const BLOCK: usize = 512;

/// A tar file that is being written.
#[derive(Clone, Debug, Default)]
pub struct Tar(Vec<u8>);

/// A part of a sparse file that is not a hole: where it begins, and its bytes.
pub type Segment<'s> = (u64, &'s [u8]);

/// A tar file with these files.
#[must_use]
pub fn of(files: &[File]) -> Vec<u8> {
    let files = files.iter();
    let tar = files.fold(Tar::new(), |tar, (name, bytes)| tar.file(name, bytes));
    tar.finish()
}

impl Tar {
    /// An empty one.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A file. Its name is as it is, and at most 100 bytes long.
    #[must_use]
    pub fn file(self, name: impl AsRef<[u8]>, bytes: &[u8]) -> Self {
        self.member(b'0', name, bytes)
    }

    /// A member of this type.
    #[must_use]
    pub fn member(self, kind: u8, name: impl AsRef<[u8]>, bytes: &[u8]) -> Self {
        let header = header(kind, name.as_ref(), bytes.len() as u64);
        self.with(header, bytes)
    }

    /// A file of which only so many bytes are here; more must follow.
    #[must_use]
    pub fn begin(self, name: &str, size: u64, bytes: &[u8]) -> Vec<u8> {
        let mut all = self.0;
        all.extend(finished(header(b'0', name.as_bytes(), size)).as_bytes());
        all.extend(bytes);
        all
    }

    /// A file whose name is in two parts, as only ustar has it.
    ///
    /// # Panics
    ///
    /// If one of the parts is too long.
    #[must_use]
    pub fn prefixed(self, prefix: &str, name: &str, bytes: &[u8]) -> Self {
        let mut header = header(b'0', name.as_bytes(), bytes.len() as u64);
        let ustar = header.as_ustar_mut().expect("it is one");
        ustar.prefix[..prefix.len()].copy_from_slice(prefix.as_bytes());
        self.with(header, bytes)
    }

    /// A file as Unix v7 wrote it: without a magic, and without a type.
    #[must_use]
    pub fn old(self, name: &str, bytes: &[u8]) -> Self {
        let mut old = Header::new_old();
        old.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
        old.as_old_mut().linkflag = [0];
        set_numbers(&mut old, bytes.len() as u64);
        self.with(old, bytes)
    }

    /// A link of either type, `1` (hard) or `2` (symbolic).
    ///
    /// # Panics
    ///
    /// If the target is too long.
    #[must_use]
    pub fn link(self, kind: u8, name: &str, target: &str) -> Self {
        let mut header = header(kind, name.as_bytes(), 0);
        header.as_old_mut().linkname[..target.len()].copy_from_slice(target.as_bytes());
        self.with(header, b"")
    }

    /// GNU's long name for what follows.
    #[must_use]
    pub fn long_name(self, name: &[u8]) -> Self {
        self.member(b'L', "././@LongLink", &[name, b"\0"].concat())
    }

    /// Records of pax, for what follows (`x`) or all that follows (`g`).
    #[must_use]
    pub fn pax(self, kind: u8, records: &[(&str, &[u8])]) -> Self {
        let records = records.iter().map(|(key, value)| record(key, value));
        self.member(kind, "pax", &records.collect::<Vec<_>>().concat())
    }

    /// A sparse file of GNU's old form. More than four segments need more headers.
    ///
    /// # Panics
    ///
    /// If something is too long.
    #[must_use]
    pub fn sparse(mut self, name: &str, size: u64, segments: &[Segment<'_>]) -> Self {
        let segments = with_end(size, segments);
        let data = data(&segments);
        let mut header = Header::new_gnu();
        let gnu = header.as_gnu_mut().expect("it is one");
        gnu.name[..name.len()].copy_from_slice(name.as_bytes());
        gnu.realsize = octal(size);
        let (first, rest) = segments.split_at(segments.len().min(4));
        put_segments(&mut gnu.sparse, first);
        gnu.isextended = [u8::from(!rest.is_empty())];
        header.set_entry_type(EntryType::GNUSparse);
        set_numbers(&mut header, data.len() as u64);
        self.0.extend(finished(header).as_bytes());
        let mut more = rest.chunks(21).peekable();
        while let Some(chunk) = more.next() {
            let mut extended = GnuExtSparseHeader::new();
            put_segments(&mut extended.sparse, chunk);
            extended.isextended = [u8::from(more.peek().is_some())];
            self.0.extend(extended.as_bytes());
        }
        self.padded(&data)
    }

    /// A sparse file of a form of pax, 0.0, 0.1 or 1.0.
    ///
    /// # Panics
    ///
    /// If there is no such form.
    #[must_use]
    pub fn pax_sparse(
        self,
        form: (u8, u8),
        name: &str,
        size: u64,
        segments: &[Segment<'_>],
    ) -> Self {
        let segments = with_end(size, segments);
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
        match form {
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
            _ => panic!("no such form"),
        }
        let tar = self.pax(b'x', &records);
        if form != (1, 0) {
            return tar.file("GNUSparseFile.0/x", &data);
        }
        let map = [count, b"\n", numbers.join("\n").as_bytes(), b"\n"].concat();
        let map = Self(map).padded(b"").0;
        tar.file("GNUSparseFile.0/x", &[map, data].concat())
    }

    /// With the two blocks at its end.
    #[must_use]
    pub fn finish(mut self) -> Vec<u8> {
        self.0.extend([0; 2 * BLOCK]);
        self.0
    }

    /// Without any end.
    #[must_use]
    pub fn unfinished(self) -> Vec<u8> {
        self.0
    }

    fn with(mut self, header: Header, bytes: &[u8]) -> Self {
        self.0.extend(finished(header).as_bytes());
        self.padded(bytes)
    }

    fn padded(mut self, bytes: &[u8]) -> Self {
        self.0.extend(bytes);
        let len = self.0.len().next_multiple_of(BLOCK);
        self.0.resize(len, 0);
        self
    }
}

/// Makes the checksum of the header at this place right, as whoever changed it on purpose would (POSIX.1,
/// ustar: the sum of its bytes, with blanks for itself).
pub fn sign(tar: &mut [u8], at: usize) {
    let header = &mut tar[at..at + BLOCK];
    header[148..156].fill(b' ');
    let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
}

/// What a sparse file is, with its holes.
///
/// # Panics
///
/// If a segment ends behind its end.
#[must_use]
pub fn with_holes(size: usize, segments: &[Segment<'_>]) -> Vec<u8> {
    let mut whole = vec![0; size];
    for (start, bytes) in segments {
        let start = *start as usize;
        whole[start..start + bytes.len()].copy_from_slice(bytes);
    }
    whole
}

fn header(kind: u8, name: &[u8], size: u64) -> Header {
    assert!(name.len() <= 100, "a name that is too long");
    let mut header = Header::new_ustar();
    header.as_old_mut().name[..name.len()].copy_from_slice(name);
    header.set_entry_type(EntryType::new(kind));
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

fn finished(mut header: Header) -> Header {
    header.set_cksum();
    header
}

/// POSIX.1 pax, "pax Extended Header": the length is that of the whole record, its own included.
fn record(key: &str, value: &[u8]) -> Vec<u8> {
    let rest = key.len() + value.len() + " =\n".len();
    let fits = |len: &usize| len.to_string().len() + rest == *len;
    let len = (rest..rest + 20).find(fits).expect("a length that fits");
    [format!("{len} {key}=").as_bytes(), value, b"\n"].concat()
}

/// GNU ends the map of a file that ends in a hole with an empty segment.
fn with_end<'s>(size: u64, segments: &[Segment<'s>]) -> Vec<Segment<'s>> {
    let mut all = segments.to_vec();
    let end = all
        .last()
        .map_or(0, |(start, bytes)| start + bytes.len() as u64);
    if end < size {
        all.push((size, b""));
    }
    all
}

/// Whole blocks, but for the last segment: readers do not agree on what is behind half a block, and GNU
/// writes none.
fn data(segments: &[Segment<'_>]) -> Vec<u8> {
    let (_, but_the_last) = segments.split_last().unwrap_or((&(0, b""), &[]));
    let mut lens = but_the_last.iter().map(|(_, bytes)| bytes.len());
    assert!(
        lens.all(|len| len % BLOCK == 0),
        "a segment of half a block"
    );
    let bytes = segments.iter().map(|&(_, bytes)| bytes);
    bytes.collect::<Vec<_>>().concat()
}

fn put_segments(into: &mut [GnuSparseHeader], segments: &[Segment<'_>]) {
    for (into, (start, bytes)) in into.iter_mut().zip(segments) {
        into.offset = octal(*start);
        into.numbytes = octal(bytes.len() as u64);
    }
}

/// Eleven digits and a NUL, or, if that is too little, in base 256.
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
