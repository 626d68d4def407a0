//! Which format a file is packed in, by its first bytes.

use std::{io, ops::ControlFlow};

use crate::{Format, peek::PeekReader, tar};

/// What the first bytes of a file say about its format.
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
    /// The maximum number of bytes needed to decide.
    pub const MOST_NEEDED: usize = tar::BLOCK;

    /// Returns what a file is whose first bytes are `head`, all of them if `at_end`.
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

/// What the first bytes of a file are at least, and at most.
type Pattern = (&'static [u8], &'static [u8]);

const MAGIC: &[(Pattern, Format)] = &[
    // RFC 1952 §2.3.1: ID1, ID2, CM; the three high bits of FLG are reserved, and zero.
    ((b"\x1f\x8b\x08\x00", b"\x1f\x8b\x08\x1f"), Format::Gzip),
    // The block size, and the first block, or, if there is none, the end of the stream.
    ((b"BZh11AY&SY", b"BZh91AY&SY"), Format::Bzip2),
    (
        (
            b"BZh1\x17\x72\x45\x38\x50\x90",
            b"BZh9\x17\x72\x45\x38\x50\x90",
        ),
        Format::Bzip2,
    ),
    ((b"\xfd7zXZ\0", b"\xfd7zXZ\0"), Format::Xz),
    // RFC 8878 §3.1.1 and §3.1.2: a frame, a skippable frame.
    ((b"\x28\xb5\x2f\xfd", b"\x28\xb5\x2f\xfd"), Format::Zstd),
    ((b"\x50\x2a\x4d\x18", b"\x5f\x2a\x4d\x18"), Format::Zstd),
    // APPNOTE 4.3: a member; no member; an archive that was to be split, and was not.
    ((b"PK\x03\x04", b"PK\x03\x04"), Format::Zip),
    ((b"PK\x05\x06", b"PK\x05\x06"), Format::Zip),
    ((b"PK\x07\x08", b"PK\x07\x08"), Format::Zip),
    ((b"PK00PK\x03\x04", b"PK00PK\x03\x04"), Format::Zip),
];

/// Whether a file begins so; `None` if it may yet.
fn matches((least, most): Pattern, head: &[u8]) -> Option<bool> {
    let mut bounds = least.iter().zip(most).zip(head);
    let fits = bounds.all(|((least, most), byte)| (least..=most).contains(&byte));
    if fits && head.len() < least.len() {
        return None;
    }
    Some(fits)
}

/// What the first bytes of a stream have told.
pub(crate) enum Outcome {
    /// The stream is plain, or packed in this format.
    Known(Option<Format>),
    /// The read that should have told failed.
    Failed(io::Error),
}

/// Recognises a stream by as few of its first bytes as possible. All that is read is buffered.
///
/// `before_read` is called before each read; a break from it is passed on.
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
