//! Detection of the format of a file by its first bytes.

use std::{io, ops::ControlFlow};

#[cfg(feature = "outlook")]
use urlsift_outlook::begins_office_document;

use crate::{Format, container::tar, format::Magic, io::peek::PeekReader};

/// The format of a file, as far as its first bytes determine it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recognised {
    /// The file is neither compressed nor a container.
    Plain,
    /// The file is compressed or a container, in this format.
    Format(Format),
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
        let by_magic = Format::ALL.iter().flat_map(|&format| {
            let magic = format.magic().iter();
            magic.map(move |magic| (format, begins_with(head, magic)))
        });
        for (format, begins) in by_magic {
            match begins {
                #[cfg(feature = "outlook")]
                Some(true) if format == Format::Zip => {
                    match begins_office_document(head, at_end || head.len() >= Self::MAX_NEEDED) {
                        Some(true) => return Self::Plain,
                        Some(false) => return Self::Format(format),
                        None => may_be = true,
                    }
                }
                Some(true) => return Self::Format(format),
                None => may_be = true,
                Some(false) => {}
            }
        }
        if head.len() >= tar::BLOCK || at_end {
            return if tar::begins_with(head) {
                Self::Format(Format::Tar)
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

/// Returns whether `head` begins with a magic number; `None` if it is a prefix of one.
fn begins_with(head: &[u8], &Magic { least, most }: &Magic) -> Option<bool> {
    for ((byte, least), most) in head.iter().zip(least).zip(most) {
        if !(least..=most).contains(&byte) {
            return Some(false);
        }
    }
    (head.len() >= least.len()).then_some(true)
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
            Recognised::Format(format) => Some(format),
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
    use urlsift_tables::{rows, unescaped};

    use super::Recognised;
    use crate::Format;

    /// Returns the first bytes of packed files, and their formats.
    fn magic() -> impl Iterator<Item = (&'static [u8], Format)> {
        let rows = rows!("recognise.toml", "magic").into_iter();
        rows.map(|(magic, name): (_, &str)| {
            let mut formats = Format::ALL.iter();
            let format = formats.find(|format| format!("{format:?}") == name);
            (unescaped(magic), *format.expect("a format"))
        })
    }

    #[test]
    fn magic_is_recognised_only_when_complete() {
        for (magic, format) in magic() {
            let compressed = Recognised::Format(format);
            for end in 0..magic.len() {
                let head = &magic[..end];
                assert_eq!(Recognised::from_head(head, false), Recognised::Undecided);
                assert_eq!(Recognised::from_head(head, true), Recognised::Plain);
            }
            assert_eq!(
                Recognised::from_head(&of_no_document(magic), false),
                compressed
            );
            assert_eq!(Recognised::from_head(magic, true), compressed);
            let longer = [magic, &[0xff; 600]].concat();
            assert_eq!(Recognised::from_head(&longer, false), compressed);
        }
    }

    /// Completes the header of the first member of a zip, which has no name.
    fn of_no_document(magic: &[u8]) -> Vec<u8> {
        match magic {
            b"PK\x03\x04" => [magic, &[0; 26]].concat(),
            magic => magic.to_vec(),
        }
    }

    #[cfg(feature = "outlook")]
    #[test]
    fn office_documents_are_plain() {
        let zip = |name: &str, content: &str| {
            let mut head = [&b"PK\x03\x04"[..], &[0; 26]].concat();
            head[26] = name.len() as u8;
            head.extend([name.as_bytes(), content.as_bytes()].concat());
            head
        };
        for (name, content, is_document) in [
            ("[Content_Types].xml", "", true),
            ("word/document.xml", "", true),
            ("_rels/.rels", "", true),
            ("word/notes.txt", "", false),
            ("a.xml", "", false),
            ("mimetype", "application/epub+zip", true),
            ("mimetype", "application/vnd.oasis.opendocument.text", true),
            ("mimetype", "application/x", false),
            ("", "", false),
        ] {
            let head = zip(name, content);
            let expected = if is_document {
                Recognised::Plain
            } else {
                Recognised::Format(Format::Zip)
            };
            assert_eq!(Recognised::from_head(&head, true), expected, "{name}");
            for end in 1..head.len() {
                let found = Recognised::from_head(&head[..end], false);
                let is_decided = found == expected || found == Recognised::Undecided;
                assert!(is_decided, "{name} up to {end}: {found:?}");
            }
        }
    }

    #[test]
    fn one_wrong_byte_is_plain() {
        for (magic, format) in magic() {
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
