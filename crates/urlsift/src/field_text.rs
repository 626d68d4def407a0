//! The values of fields as text.

use std::borrow::Cow;

use urlsift_scan::HyphenPolicy;

use crate::{
    Field, Link,
    date::Rfc3339,
    field_source::{FieldSource, Values},
    value::{List, Value},
};

/// The value of a field as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldText<'t> {
    /// The exact bytes; none if the link does not have the field.
    pub bytes: &'t [u8],
    /// Whether the value is a name, a number or a date, in which nothing is ever quoted or escaped.
    pub is_plain: bool,
}

impl Field {
    /// Returns the exact value in a link. [`Values::get`] is faster for several fields.
    #[must_use]
    pub fn value(self, link: &Link) -> Cow<'_, [u8]> {
        Values::of(link).get(self)
    }
}

impl<'p, 'l: 'p, S: FieldSource<'l>> Values<'p, 'l, S> {
    /// Returns the exact value of a field; empty if the link has none. List items are separated by commas, but
    /// readings and guesses by blanks, because they may contain commas. A range is written `START-END`, a problem
    /// as its code, a guess `WHY:URL`. Header values are cut after at most 4 KiB.
    #[must_use]
    pub fn get(&self, field: Field) -> Cow<'p, [u8]> {
        let mut buffer = Vec::new();
        match self.text(field, &mut buffer).0 {
            Some(bytes) => bytes.into(),
            None => buffer.into(),
        }
    }

    /// Like [`get`](Self::get), but a value that the link does not store as bytes is written to `buffer`, whose
    /// content is replaced. Reusing the buffer avoids most allocations.
    pub fn get_with<'b>(&self, field: Field, buffer: &'b mut Vec<u8>) -> FieldText<'b>
    where
        'p: 'b,
    {
        buffer.clear();
        let (held, is_plain) = self.text(field, buffer);
        FieldText {
            bytes: held.unwrap_or(buffer),
            is_plain,
        }
    }

    /// Returns the value of a field that [counts](Field::is_counted) from the start of the source, if it is known;
    /// `None` for all other fields.
    #[must_use]
    pub fn counted(&self, field: Field) -> Option<u64> {
        match field.is_counted().then(|| self.value(field)).flatten() {
            Some(Value::Number(number)) => Some(number),
            _ => None,
        }
    }

    /// Returns the bytes of the link that are the value of a field; `None` if the value was appended to `buffer`. Also
    /// returns whether the value is [plain](Value::is_plain).
    fn text(&self, field: Field, buffer: &mut Vec<u8>) -> (Option<&'p [u8]>, bool) {
        // A link outside messages has no field of one.
        let is_missing = field.is_of_message() && !self.has_message();
        let Some(value) = (!is_missing).then(|| self.value(field)).flatten() else {
            return (Some(b""), true);
        };
        let is_plain = value.is_plain();
        match value {
            Value::Bytes(Cow::Borrowed(bytes)) | Value::Cut { bytes, .. } => {
                return (Some(bytes), is_plain);
            }
            Value::Text(Cow::Borrowed(text)) | Value::Name(text) => {
                return (Some(text.as_bytes()), is_plain);
            }
            Value::Bytes(Cow::Owned(bytes)) => buffer.extend_from_slice(&bytes),
            Value::Text(Cow::Owned(text)) => buffer.extend_from_slice(text.as_bytes()),
            Value::Number(number) => write_number(buffer, number),
            Value::Flag(true) => return (Some(b"true"), is_plain),
            Value::Flag(false) => return (Some(b"false"), is_plain),
            Value::Date(seconds) => {
                if let Some(date) = Rfc3339::new(seconds) {
                    buffer.extend_from_slice(date.as_str().as_bytes());
                }
            }
            Value::Strings(items) => write_names(buffer, items.iter().map(String::as_str)),
            Value::List(List::Readings) => {
                let readings = self.candidate().readings(HyphenPolicy::Both);
                write_list(buffer, b' ', readings, |buffer, reading| {
                    buffer.extend_from_slice(&reading);
                });
            }
            Value::List(List::SecondGuesses) => {
                write_list(buffer, b' ', self.guesses(), |buffer, guess| {
                    buffer.extend_from_slice(guess.repair.name().as_bytes());
                    buffer.push(b':');
                    buffer.extend_from_slice(&guess.clone().into_line());
                });
            }
            Value::List(List::Pieces) => {
                write_list(buffer, b',', self.source().pieces(), |buffer, piece| {
                    write_number(buffer, piece.start());
                    buffer.push(b'-');
                    write_number(buffer, piece.end());
                });
            }
            Value::List(List::Problems) => {
                let problems = self.problems().iter();
                write_names(buffer, problems.map(|problem| problem.code().name()));
            }
            Value::List(List::Warnings) => write_names(buffer, self.warnings()),
            // Text has no joins; see `Field::is_text`.
            Value::List(List::Joins) => {}
        }
        (None, is_plain)
    }
}

fn write_number(buffer: &mut Vec<u8>, number: u64) {
    buffer.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

/// Writes the items of a list with separators between them.
fn write_list<T>(
    buffer: &mut Vec<u8>,
    separator: u8,
    items: impl Iterator<Item = T>,
    mut write: impl FnMut(&mut Vec<u8>, T),
) {
    for (index, item) in items.enumerate() {
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
