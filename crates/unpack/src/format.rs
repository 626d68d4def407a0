//! What a file is packed in, by its first bytes.

use std::fmt;

use crate::tar;

/// A way to pack files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Format {
    /// gzip (RFC 1952), any number of members.
    Gzip,
    /// bzip2, any number of streams.
    Bzip2,
    /// xz, any number of streams, padding between them included.
    Xz,
    /// Zstandard (RFC 8878), any number of frames, skippable ones included.
    Zstd,
    /// zip (PKWARE's APPNOTE), Zip64 included.
    Zip,
    /// tar: the forms of Unix v7, POSIX (ustar and pax) and GNU.
    Tar,
}

impl Format {
    /// All of them.
    pub const ALL: &[Self] = &[
        Self::Gzip,
        Self::Bzip2,
        Self::Xz,
        Self::Zstd,
        Self::Zip,
        Self::Tar,
    ];

    /// Its name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Bzip2 => "bzip2",
            Self::Xz => "xz",
            Self::Zstd => "zstd",
            Self::Zip => "zip",
            Self::Tar => "tar",
        }
    }

    /// Whether it holds files with names, any number of them; else it is one file, compressed.
    #[must_use]
    pub const fn is_container(self) -> bool {
        matches!(self, Self::Zip | Self::Tar)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What the first bytes of a file tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recognised {
    /// It is neither compressed nor a container.
    Plain,
    /// It is packed.
    Packed(Format),
    /// More of its first bytes are needed, [`Recognised::MOST_NEEDED`] at most.
    Undecided,
}

impl Recognised {
    /// So many bytes are always enough.
    pub const MOST_NEEDED: usize = tar::BLOCK;

    /// What a file is whose first bytes are `head`, and which ends there if `at_end`.
    ///
    /// Text that comes in small pieces is not kept waiting for a whole block of tar: it is plain once it
    /// has a line break or a `<` or `>`, and no NUL. Only a tar whose first block comes in pieces, and
    /// whose first name has one of these, is mistaken for a text in this way.
    #[must_use]
    pub fn from_head(head: &[u8], at_end: bool) -> Self {
        let mut may_be = false;
        for &(pattern, format) in MAGIC {
            match matches(pattern, head) {
                Some(true) => return Self::Packed(format),
                None => may_be = true,
                Some(false) => {}
            }
        }
        if head.len() >= tar::BLOCK || at_end {
            return if tar::begins_with(head) {
                Self::Packed(Format::Tar)
            } else {
                Self::Plain
            };
        }
        let is_text = head.iter().any(|byte| b"\n<>".contains(byte)) && !head.contains(&0);
        if may_be || !is_text {
            Self::Undecided
        } else {
            Self::Plain
        }
    }
}

/// A byte of a file's first ones: from one to another.
type Pattern = &'static [(u8, u8)];

const fn is(byte: u8) -> (u8, u8) {
    (byte, byte)
}

const MAGIC: &[(Pattern, Format)] = &[
    // RFC 1952 §2.3.1: ID1, ID2, CM; the three high bits of FLG are reserved, and zero.
    (&[is(0x1f), is(0x8b), is(8), (0, 0x1f)], Format::Gzip),
    // `BZh`, the block size, and the first block, or, if there is none, the end of the stream.
    (
        &[
            is(b'B'),
            is(b'Z'),
            is(b'h'),
            (b'1', b'9'),
            is(0x31),
            is(0x41),
            is(0x59),
            is(0x26),
            is(0x53),
            is(0x59),
        ],
        Format::Bzip2,
    ),
    (
        &[
            is(b'B'),
            is(b'Z'),
            is(b'h'),
            (b'1', b'9'),
            is(0x17),
            is(0x72),
            is(0x45),
            is(0x38),
            is(0x50),
            is(0x90),
        ],
        Format::Bzip2,
    ),
    (
        &[is(0xfd), is(b'7'), is(b'z'), is(b'X'), is(b'Z'), is(0)],
        Format::Xz,
    ),
    // RFC 8878 §3.1.1 and §3.1.2: a frame, a skippable frame.
    (&[is(0x28), is(0xb5), is(0x2f), is(0xfd)], Format::Zstd),
    (&[(0x50, 0x5f), is(0x2a), is(0x4d), is(0x18)], Format::Zstd),
    // APPNOTE 4.3: a member; no member; a spanned archive that fitted on one disk.
    (&[is(b'P'), is(b'K'), is(3), is(4)], Format::Zip),
    (&[is(b'P'), is(b'K'), is(5), is(6)], Format::Zip),
    (&[is(b'P'), is(b'K'), is(7), is(8)], Format::Zip),
    (
        &[
            is(b'P'),
            is(b'K'),
            is(b'0'),
            is(b'0'),
            is(b'P'),
            is(b'K'),
            is(3),
            is(4),
        ],
        Format::Zip,
    ),
];

/// Whether a file begins so; `None` if it may yet.
fn matches(pattern: Pattern, head: &[u8]) -> Option<bool> {
    let fits = pattern
        .iter()
        .zip(head)
        .all(|(&(from, to), &byte)| (from..=to).contains(&byte));
    if fits && head.len() < pattern.len() {
        return None;
    }
    Some(fits)
}

#[cfg(test)]
mod tests {
    use super::{Format, Recognised};

    const MAGIC: [(&[u8], Format); 9] = [
        (b"\x1f\x8b\x08\0", Format::Gzip),
        (b"BZh91AY&SY", Format::Bzip2),
        (b"BZh1\x17\x72\x45\x38\x50\x90", Format::Bzip2),
        (b"\xfd7zXZ\0", Format::Xz),
        (b"\x28\xb5\x2f\xfd", Format::Zstd),
        (b"\x5a\x2a\x4d\x18", Format::Zstd),
        (b"PK\x03\x04", Format::Zip),
        (b"PK\x05\x06", Format::Zip),
        (b"PK00PK\x03\x04", Format::Zip),
    ];

    #[test]
    fn formats_are_told_by_their_first_bytes_and_by_no_fewer() {
        for (magic, format) in MAGIC {
            let packed = Recognised::Packed(format);
            for end in 0..magic.len() {
                let head = &magic[..end];
                assert_eq!(Recognised::from_head(head, false), Recognised::Undecided);
                assert_eq!(Recognised::from_head(head, true), Recognised::Plain);
            }
            assert_eq!(Recognised::from_head(magic, false), packed);
            assert_eq!(Recognised::from_head(magic, true), packed);
            let longer = [magic, &[0xff; 600]].concat();
            assert_eq!(Recognised::from_head(&longer, false), packed);
        }
    }

    #[test]
    fn what_differs_in_one_byte_is_not_packed() {
        for (magic, format) in MAGIC {
            for at in 0..magic.len() {
                let mut head = magic.to_vec();
                head[at] ^= 0x80;
                let is = Recognised::from_head(&head, true);
                assert_eq!(is, Recognised::Plain, "{format}, byte {at}");
            }
        }
        // The reserved flags of gzip; a block size of bzip2 that there is not.
        for head in [&b"\x1f\x8b\x08\x20"[..], b"BZh01AY&SY", b"BZh is a name"] {
            assert_eq!(Recognised::from_head(head, true), Recognised::Plain);
        }
    }

    #[test]
    fn text_is_not_kept_waiting() {
        for head in ["a\n", "<", "<http://a>", "see >", "PK\n", "B\n"] {
            let is = Recognised::from_head(head.as_bytes(), false);
            assert_eq!(is, Recognised::Plain, "{head:?}");
        }
        // These may be the names of the first members of tar files.
        for head in ["", "a", "a name", "a\0", "a\n\0"] {
            let is = Recognised::from_head(head.as_bytes(), false);
            assert_eq!(is, Recognised::Undecided, "{head:?}");
        }
        let long = [b'a'; Recognised::MOST_NEEDED];
        assert_eq!(Recognised::from_head(&long, false), Recognised::Plain);
        let short = &long[1..];
        assert_eq!(Recognised::from_head(short, false), Recognised::Undecided);
    }
}
