//! The values of fields.

use std::borrow::Cow;

/// The value of a field, in the type that all outputs convert from.
#[derive(Clone, Debug)]
pub(crate) enum Value<'v> {
    /// Bytes that may not be UTF-8.
    Bytes(Cow<'v, [u8]>),
    /// Text with any characters.
    Text(Cow<'v, str>),
    /// Text without characters that any output quotes or escapes.
    Name(&'v str),
    /// A header value, cut to what is printed with each link.
    Cut {
        bytes: &'v [u8],
        /// Whether the value is longer than `bytes`.
        #[cfg_attr(not(feature = "json"), expect(dead_code, reason = "only JSON says so"))]
        is_cut: bool,
    },
    Number(u64),
    Flag(bool),
    /// A Unix timestamp in seconds.
    Date(i64),
    Strings(&'v [String]),
    /// A list that is read from the link.
    List(List),
}

/// A list that is read from [`Values`](crate::Values). No two are printed alike.
#[derive(Clone, Copy, Debug)]
pub(crate) enum List {
    /// The readings of the candidate.
    Readings,
    /// The guesses at the URL before the text was damaged.
    SecondGuesses,
    /// The joins of the candidate.
    Joins,
    /// The spans of the pieces in the source.
    Pieces,
    /// The problems of the URL.
    Problems,
    /// The codes of the warnings.
    Warnings,
}

/// The maximum number of bytes of a header value that are printed with each link. Without a limit, a message with many
/// links and a header of 256 KiB would produce enormous output.
const MAX_PRINTED: usize = 4 << 10;

/// Cuts a text to the part that is printed with each link.
pub(crate) fn printed(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_PRINTED)]
}

impl<'v> Value<'v> {
    /// Creates the value of a header field.
    pub(crate) fn of_header(text: &'v str) -> Self {
        let bytes = printed(text).as_bytes();
        Self::Cut {
            bytes,
            is_cut: bytes.len() < text.len(),
        }
    }

    /// Creates a value that may not be UTF-8, and is cut like one of a header field.
    pub(crate) fn of_header_name(name: &'v [u8]) -> Self {
        let bytes = match str::from_utf8(name) {
            Ok(name) => printed(name).as_bytes(),
            Err(_) => &name[..name.len().min(MAX_PRINTED)],
        };
        Self::Cut {
            bytes,
            is_cut: bytes.len() < name.len(),
        }
    }

    /// Returns whether nothing in the value is ever quoted or escaped.
    pub(crate) const fn is_plain(&self) -> bool {
        matches!(
            self,
            Self::Name(_) | Self::Number(_) | Self::Flag(_) | Self::Date(_)
        )
    }
}
