//! The values of fields.

use std::borrow::Cow;

use urlsift_rfc1738::Problem;
use urlsift_scan::{Join, SecondGuess, Span};

use crate::{
    date::Rfc3339,
    link::Pieces,
    printable::{MAX_PRINTED, printed},
    warnings::LinkWarnings,
};

/// The value of a [`Field`](crate::Field) of a link, in the type that all outputs convert from.
#[derive(Clone, Debug)]
pub enum Value<'v> {
    /// Bytes that may not be UTF-8.
    Bytes(Cow<'v, [u8]>),
    /// Text with any characters.
    Text(Cow<'v, str>),
    /// Text without characters that any output quotes or escapes.
    Name(&'v str),
    /// A value of the header, cut to what is printed with each link.
    Cut {
        /// What is printed.
        bytes: &'v [u8],
        /// Whether the value is longer.
        is_cut: bool,
    },
    /// A number.
    Number(u64),
    /// A truth value.
    Flag(bool),
    /// A Unix timestamp in seconds.
    Date(i64),
    /// A list of texts.
    Strings(&'v [String]),
    /// The readings.
    Readings(Vec<Cow<'v, [u8]>>),
    /// The guesses at the URL before the text was damaged.
    Guesses(Cow<'v, [SecondGuess<'v>]>),
    /// The joins between the pieces.
    Joins(&'v [Join]),
    /// The spans of the pieces in the source.
    Pieces(Pieces<'v>),
    /// A range of bytes of the decoded text.
    Range(Span),
    /// The first problems of the URL.
    Problems {
        /// These problems.
        problems: &'v [Problem],
        /// The number of further problems.
        left_out: usize,
    },
    /// The warnings.
    Warnings(LinkWarnings),
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

    /// Returns whether the value is a name, a number, a truth value or a date, in which nothing is ever quoted or
    /// escaped.
    #[must_use]
    pub const fn is_plain(&self) -> bool {
        matches!(
            self,
            Self::Name(_) | Self::Number(_) | Self::Flag(_) | Self::Date(_)
        )
    }

    /// Returns the value as text. A value that is not stored as bytes is written to `buffer`, whose content is
    /// replaced; reusing the buffer avoids most allocations.
    ///
    /// List items are separated by commas, but readings and guesses by blanks, because they may contain commas. A
    /// range is written `START-END`, a problem as its code, a guess `WHY:URL`. Joins have no text.
    #[must_use]
    pub fn text<'b>(&'b self, buffer: &'b mut Vec<u8>) -> &'b [u8] {
        buffer.clear();
        match self {
            Self::Bytes(bytes) => return bytes,
            Self::Cut { bytes, .. } => return bytes,
            Self::Text(text) => return text.as_bytes(),
            Self::Name(text) => return text.as_bytes(),
            Self::Flag(flag) => return if *flag { b"true" } else { b"false" },
            Self::Number(number) => write_number(buffer, *number),
            Self::Date(seconds) => {
                if let Some(date) = Rfc3339::new(*seconds) {
                    buffer.extend_from_slice(date.as_str().as_bytes());
                }
            }
            Self::Strings(items) => write_names(buffer, items.iter().map(String::as_str)),
            Self::Readings(readings) => write_list(buffer, b' ', readings, |buffer, reading| {
                buffer.extend_from_slice(reading);
            }),
            Self::Guesses(guesses) => write_list(buffer, b' ', &**guesses, |buffer, guess| {
                buffer.extend_from_slice(guess.repair.name().as_bytes());
                buffer.push(b':');
                buffer.extend_from_slice(&guess.clone().into_line());
            }),
            Self::Pieces(pieces) => write_list(buffer, b',', pieces.clone(), write_range),
            Self::Range(range) => write_range(buffer, *range),
            Self::Problems { problems, .. } => {
                write_names(buffer, problems.iter().map(|problem| problem.code().name()));
            }
            Self::Warnings(warnings) => write_names(buffer, warnings.codes()),
            // See `Field::is_text`.
            Self::Joins(_) => {}
        }
        buffer
    }
}

fn write_number(buffer: &mut Vec<u8>, number: u64) {
    buffer.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

fn write_range(buffer: &mut Vec<u8>, range: Span) {
    write_number(buffer, range.start());
    buffer.push(b'-');
    write_number(buffer, range.end());
}

/// Writes the items of a list with separators between them.
fn write_list<T>(
    buffer: &mut Vec<u8>,
    separator: u8,
    items: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut Vec<u8>, T),
) {
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            buffer.push(separator);
        }
        write(buffer, item);
    }
}

/// Writes names with commas between them.
fn write_names<'n>(buffer: &mut Vec<u8>, names: impl Iterator<Item = &'n str>) {
    write_list(buffer, b',', names, |buffer, name| {
        buffer.extend_from_slice(name.as_bytes());
    });
}
