//! tar files (POSIX.1 pax and the manual of GNU tar), written one header at a time.

use tar::Header;

use super::File;

/// The size of a block. Headers and data are padded to whole blocks.
pub const BLOCK: usize = 512;

/// A writer of tar files.
#[derive(Clone, Debug, Default)]
pub struct Tar(Vec<u8>);

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
