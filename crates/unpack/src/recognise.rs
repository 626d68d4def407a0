//! Detection of the format of a file by its first bytes.

use std::{io, ops::ControlFlow};

use crate::{
    Format,
    container::{ar, cpio, tar},
    io::peek::PeekReader,
};

/// The format of a file, as far as its first bytes determine it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recognised {
    /// The file is neither compressed nor a container.
    Plain,
    /// The file is packed in this format.
    Packed(Format),
    /// More bytes are needed, at most [`Recognised::MAX_NEEDED`] in total.
    Undecided,
}

impl Recognised {
    /// The maximum number of bytes needed to decide.
    pub const MAX_NEEDED: usize = tar::BLOCK;

    /// Detects the format of a file that begins with `head`. If `at_end`, `head` is the whole file.
    ///
    /// Text that arrives in small pieces does not wait for a whole tar block: `head` is plain once it contains
    /// a line feed, `<` or `>`, and no NUL. Only a tar whose first block arrives in pieces, and whose first
    /// name contains one of these bytes, is misdetected as text.
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
        match cpio::begins_with(head, at_end) {
            Some(true) => return Self::Packed(Format::Cpio),
            None => may_be = true,
            Some(false) => {}
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

/// The lower and upper bounds of each of the first bytes.
type Pattern = (&'static [u8], &'static [u8]);

const MAGIC: &[(Pattern, Format)] = &[
    // RFC 1952 §2.3.1: ID1, ID2, CM; the three high bits of FLG are reserved, and zero.
    ((b"\x1f\x8b\x08\x00", b"\x1f\x8b\x08\x1f"), Format::Gzip),
    // The block size, then the magic of the first block, or that of the end of an empty stream.
    ((b"BZh11AY&SY", b"BZh91AY&SY"), Format::Bzip2),
    (
        (
            b"BZh1\x17\x72\x45\x38\x50\x90",
            b"BZh9\x17\x72\x45\x38\x50\x90",
        ),
        Format::Bzip2,
    ),
    ((b"\xfd7zXZ\0", b"\xfd7zXZ\0"), Format::Xz),
    // RFC 8878 §3.1.1, a frame; §3.1.2, a skippable frame.
    ((b"\x28\xb5\x2f\xfd", b"\x28\xb5\x2f\xfd"), Format::Zstd),
    ((b"\x50\x2a\x4d\x18", b"\x5f\x2a\x4d\x18"), Format::Zstd),
    // APPNOTE 4.3: a member; an empty archive; the markers of a split archive (8.5.3 and 8.5.4).
    ((b"PK\x03\x04", b"PK\x03\x04"), Format::Zip),
    ((b"PK\x05\x06", b"PK\x05\x06"), Format::Zip),
    ((b"PK\x07\x08", b"PK\x07\x08"), Format::Zip),
    ((b"PK00PK\x03\x04", b"PK00PK\x03\x04"), Format::Zip),
    // lzip: the version, and the logarithm of the size of the dictionary, with sixteenths to subtract.
    ((b"LZIP\x00\x0c", b"LZIP\x01\xfd"), Format::Lzip),
    // `.lzma` files have no magic number. All known programs write these properties and a dictionary of at least 64
    // KiB, a multiple of that. The size is unknown, or below 1 TiB.
    (
        (
            b"\x5d\0\0\x01\0\xff\xff\xff\xff\xff\xff\xff\xff",
            b"\x5d\0\0\xff\0\xff\xff\xff\xff\xff\xff\xff\xff",
        ),
        Format::Lzma,
    ),
    (
        (
            b"\x5d\0\0\0\x01\xff\xff\xff\xff\xff\xff\xff\xff",
            b"\x5d\0\0\xff\x40\xff\xff\xff\xff\xff\xff\xff\xff",
        ),
        Format::Lzma,
    ),
    (
        (
            b"\x5d\0\0\x01\0\0\0\0\0\0\0\0\0",
            b"\x5d\0\0\xff\0\xff\xff\xff\xff\xff\0\0\0",
        ),
        Format::Lzma,
    ),
    (
        (
            b"\x5d\0\0\0\x01\0\0\0\0\0\0\0\0",
            b"\x5d\0\0\xff\x40\xff\xff\xff\xff\xff\0\0\0",
        ),
        Format::Lzma,
    ),
    ((ar::MAGIC, ar::MAGIC), Format::Ar),
    // lz4: a frame, and a frame of the legacy format.
    ((b"\x04\x22\x4d\x18", b"\x04\x22\x4d\x18"), Format::Lz4),
    ((b"\x02\x21\x4c\x18", b"\x02\x21\x4c\x18"), Format::Lz4),
    // MS-CFB 2.2: the signature of a compound file.
    (
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        ),
        Format::Msg,
    ),
    // MS-PST 2.2.2.6: dwMagic, a checksum, and wMagicClient: `SM` in .pst, `SO` in .ost.
    ((b"!BDN\0\0\0\0SM", b"!BDN\xff\xff\xff\xffSO"), Format::Pst),
    // The first half of the file's CLSID, and of that of a folder of messages.
    (
        (
            b"\xcf\xad\x12\xfe\xc5\xfd\x74\x6f",
            b"\xcf\xad\x12\xfe\xc5\xfd\x74\x6f",
        ),
        Format::Dbx,
    ),
    // compress: two bytes, then the flag of block mode, which may be off, and 9 to 16 bits per code.
    ((b"\x1f\x9d\x89", b"\x1f\x9d\x90"), Format::Compress),
    ((b"\x1f\x9d\x09", b"\x1f\x9d\x10"), Format::Compress),
    // The same in a batch of news.
    (
        (b"#! cunbatch\n\x1f\x9d", b"#! cunbatch\n\x1f\x9d"),
        Format::Compress,
    ),
];

/// Returns whether `head` matches a pattern; `None` if it is a prefix of a match.
fn matches((least, most): Pattern, head: &[u8]) -> Option<bool> {
    let mut bounds = least.iter().zip(most).zip(head);
    let fits = bounds.all(|((least, most), byte)| (least..=most).contains(&byte));
    if fits && head.len() < least.len() {
        return None;
    }
    Some(fits)
}

/// The result of recognising a stream.
pub(crate) enum Outcome {
    /// The format of the stream; `None` if it is plain.
    Known(Option<Format>),
    /// Reading failed before the format was known.
    Failed(io::Error),
}

/// Recognises a stream with as few reads as possible. The bytes read stay buffered.
///
/// `before_read` is called before each read. If it breaks, so does this function.
pub(crate) fn recognise(
    bytes: &mut PeekReader<'_>,
    before_read: &mut dyn FnMut() -> ControlFlow<()>,
) -> ControlFlow<(), Outcome> {
    loop {
        let known = match Recognised::from_head(bytes.buffered(), bytes.at_end()) {
            Recognised::Plain => None,
            Recognised::Packed(format) => Some(format),
            Recognised::Undecided => {
                before_read()?;
                if let Err(error) = bytes.read_ahead() {
                    return ControlFlow::Continue(Outcome::Failed(error));
                }
                continue;
            }
        };
        return ControlFlow::Continue(Outcome::Known(known));
    }
}

#[cfg(test)]
mod tests {
    use super::Recognised;
    use crate::Format;

    const MAGIC: [(&[u8], Format); 22] = [
        (b"\x1f\x8b\x08\0", Format::Gzip),
        (b"BZh91AY&SY", Format::Bzip2),
        (b"BZh1\x17\x72\x45\x38\x50\x90", Format::Bzip2),
        (b"\xfd7zXZ\0", Format::Xz),
        (b"\x28\xb5\x2f\xfd", Format::Zstd),
        (b"\x5a\x2a\x4d\x18", Format::Zstd),
        (b"PK\x03\x04", Format::Zip),
        (b"PK\x05\x06", Format::Zip),
        (b"PK00PK\x03\x04", Format::Zip),
        (b"\x1f\x9d\x90", Format::Compress),
        (b"\x1f\x9d\x10", Format::Compress),
        (b"LZIP\x01\x17", Format::Lzip),
        (
            b"\x5d\0\0\x80\0\xff\xff\xff\xff\xff\xff\xff\xff",
            Format::Lzma,
        ),
        (b"\x5d\0\0\x01\0\x99\x99\0\0\0\0\0\0", Format::Lzma),
        (
            b"\x5d\0\0\0\x04\xff\xff\xff\xff\xff\xff\xff\xff",
            Format::Lzma,
        ),
        (b"\x04\x22\x4d\x18", Format::Lz4),
        (b"\x02\x21\x4c\x18", Format::Lz4),
        (b"!<arch>\n", Format::Ar),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", Format::Msg),
        (b"!BDN\x84\x0b\x01\0SM", Format::Pst),
        (b"\xcf\xad\x12\xfe\xc5\xfd\x74\x6f", Format::Dbx),
        (b"#! cunbatch\n\x1f\x9d", Format::Compress),
    ];

    #[test]
    fn magic_is_recognised_only_when_complete() {
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
    fn one_wrong_byte_is_plain() {
        for (magic, format) in MAGIC {
            for at in 0..magic.len() {
                // The sizes of the dictionary and of the data may have most values, and so may a checksum.
                if let (Format::Lzip, 5) | (Format::Lzma, 3..=9) | (Format::Pst, 4..8) =
                    (format, at)
                {
                    continue;
                }
                let mut head = magic.to_vec();
                head[at] ^= 0x40;
                let detected = Recognised::from_head(&head, true);
                assert_eq!(detected, Recognised::Plain, "{format}, byte {at}");
            }
        }
        // A reserved flag of gzip; an invalid block size of bzip2.
        for head in [&b"\x1f\x8b\x08\x20"[..], b"BZh01AY&SY", b"BZh is a name"] {
            assert_eq!(Recognised::from_head(head, true), Recognised::Plain);
        }
    }

    #[test]
    fn text_is_recognised_early() {
        for head in ["a\n", "<", "<http://a>", "see >", "PK\n", "B\n"] {
            let detected = Recognised::from_head(head.as_bytes(), false);
            assert_eq!(detected, Recognised::Plain, "{head:?}");
        }
        // These may be the start of a tar: the name of its first member.
        for head in ["", "a", "a name", "a\0", "a\n\0"] {
            let detected = Recognised::from_head(head.as_bytes(), false);
            assert_eq!(detected, Recognised::Undecided, "{head:?}");
        }
        let long = [b'a'; Recognised::MAX_NEEDED];
        assert_eq!(Recognised::from_head(&long, false), Recognised::Plain);
        let short = &long[1..];
        assert_eq!(Recognised::from_head(short, false), Recognised::Undecided);
    }
}
