//! Writes the JSON of links and rejected candidates as bytes.
//!
//! No serializer is involved: keys are constants, escaped before the program runs, and the type of each value is known
//! where it is written. The price is that the lists of a link are written by hand, below.

use urlsift_scan::{Hyphen, HyphenPolicy};

use super::{
    entry::{
        bool_literal, end_object, key, write_bytes, write_key, write_list, write_problems,
        write_texts,
    },
    fields::JsonFields,
    string::{write_name, write_name_end, write_number, write_string, write_string_end},
};
use crate::{
    Field, Link, RejectedCandidate,
    date::Rfc3339,
    field::{FieldVisitor, Key},
    field_source::{FieldSource, Values},
    value::{List, Value},
};

/// Writes a link as one line of JSON: the fields of a set, in the order of `docs/JSON.md`.
///
/// `write_counted` writes the value of a field that [counts](Field::is_counted) from the start of the source. It may
/// instead record the position in `out` and insert the value later.
///
/// ```
/// # use std::sync::Arc;
/// # use urlsift::{Field, JsonFields, Link, Values, write_link_line};
/// let text = b"<http://a.example/>";
/// let candidate = urlsift_scan::candidates(text).next().unwrap();
/// let link = Link::new(candidate, Arc::from(*b"a.txt"), |span| span);
/// let fields = ["path", "scheme"].map(|name| JsonFields::named(name).unwrap());
/// let mut out = Vec::new();
/// write_link_line(&mut out, &Values::of(&link), fields[0].union(fields[1]), |out, _, number| {
///     out.extend(number.to_string().bytes());
/// });
/// assert_eq!(out, b"{\"scheme\":\"http\",\"path\":\"a.txt\"}\n");
/// ```
pub fn write_link_line<'l>(
    out: &mut Vec<u8>,
    values: &Values<'_, 'l, impl FieldSource<'l>>,
    fields: JsonFields,
    mut write_counted: impl FnMut(&mut Vec<u8>, Field, u64),
) {
    let start = out.len();
    let mut writer = EntryWriter {
        out,
        link: values,
        fields,
        write_counted: &mut write_counted,
        cut: JsonFields::NONE,
    };
    values.visit::<false>(&mut writer);
    if fields.intersects(JsonFields::MESSAGE) && values.has_message() {
        writer.message();
    }
    end_object(out, start);
    out.push(b'\n');
}

impl Link {
    /// Returns the link as one line of JSON, with all fields.
    #[must_use]
    pub fn to_json_line(&self) -> Vec<u8> {
        let mut line = Vec::with_capacity(1024);
        let write_counted = |out: &mut Vec<u8>, _, number| write_number(out, number);
        write_link_line(&mut line, &Values::of(self), JsonFields::ALL, write_counted);
        line
    }
}

/// Writes a rejected candidate as one line of JSON.
///
/// `write_counted` is as for [`write_link_line`].
pub fn write_rejected_line(
    out: &mut Vec<u8>,
    rejected: &RejectedCandidate,
    mut write_counted: impl FnMut(&mut Vec<u8>, Field, u64),
) {
    let start = out.len();
    out.extend_from_slice(key!("rejected"));
    write_name(out, rejected.reason().code());
    write_key(out, Field::Delimiter.key());
    write_name(out, rejected.delimiter().name());
    write_bytes(out, Field::Path.key(), rejected.path());
    write_key(out, Field::Offset.key());
    write_number(out, rejected.span().start());
    write_key(out, Field::End.key());
    write_number(out, rejected.span().end());
    if let Some(position) = rejected.position() {
        write_key(out, Field::Line.key());
        write_counted(out, Field::Line, position.line);
        write_key(out, Field::Column.key());
        write_counted(out, Field::Column, position.column);
    }
    end_object(out, start);
    out.push(b'\n');
}

/// Writes the entries of a link.
struct EntryWriter<'w, 'v, 'p, 'l, S, F> {
    out: &'w mut Vec<u8>,
    link: &'v Values<'p, 'l, S>,
    fields: JsonFields,
    write_counted: &'w mut F,
    /// The fields whose values are cut.
    cut: JsonFields,
}

impl<'p, 'l: 'p, S, F> FieldVisitor<'p> for EntryWriter<'_, '_, 'p, 'l, S, F>
where
    S: FieldSource<'l>,
    F: FnMut(&mut Vec<u8>, Field, u64),
{
    #[expect(
        clippy::inline_always,
        reason = "the field is a constant, so that only the code for its type remains"
    )]
    #[inline(always)]
    fn visit(&mut self, field: Field, value: impl FnOnce() -> Option<Value<'p>>) {
        if !(field.is_in_json() && self.fields.contains(field)) {
            return;
        }
        let Some(value) = value() else { return };
        let (out, key) = (&mut *self.out, field.key());
        match value {
            Value::Bytes(bytes) => write_bytes(out, key, &bytes),
            Value::Cut { bytes, is_cut } => {
                write_bytes(out, key, bytes);
                if is_cut {
                    self.cut = self.cut.union(JsonFields::of(field));
                }
            }
            Value::List(list) => self.list(key, list),
            Value::Date(seconds) => {
                if let Some(date) = Rfc3339::new(seconds) {
                    out.extend_from_slice(key.string.as_bytes());
                    write_name_end(out, date.as_str());
                }
            }
            Value::Number(number) => {
                write_key(out, key);
                if field.is_counted() {
                    (self.write_counted)(out, field, number);
                } else {
                    write_number(out, number);
                }
            }
            Value::Text(text) => {
                out.extend_from_slice(key.string.as_bytes());
                write_string_end(out, text.as_bytes());
            }
            Value::Name(name) => {
                out.extend_from_slice(key.string.as_bytes());
                write_name_end(out, name);
            }
            Value::Flag(flag) => {
                write_key(out, key);
                out.extend_from_slice(bool_literal(flag));
            }
            Value::Strings(items) => {
                write_key(out, key);
                write_list(out, items.iter(), |out, item| {
                    write_string(out, item.as_bytes());
                });
            }
        }
    }
}

impl<'p, 'l: 'p, S, F> EntryWriter<'_, '_, 'p, 'l, S, F>
where
    S: FieldSource<'l>,
    F: FnMut(&mut Vec<u8>, Field, u64),
{
    /// Writes the entry of the message.
    fn message(&mut self) {
        self.out.extend_from_slice(key!("message"));
        let start = self.out.len();
        self.link.visit::<true>(self);
        if !self.cut.is_empty() {
            self.truncated();
        }
        end_object(self.out, start);
    }

    /// Writes the entry of the names of fields that are cut.
    #[cold]
    fn truncated(&mut self) {
        self.out.extend_from_slice(key!("truncated"));
        let cut = Field::ALL.iter().filter(|field| self.cut.contains(**field));
        let names = cut.map(|field| field.name().trim_start_matches("message."));
        write_list(self.out, names, write_name);
    }

    /// Writes a list of the link.
    fn list(&mut self, key: Key, list: List) {
        let (out, link) = (&mut *self.out, self.link);
        match list {
            List::Readings => write_texts(out, key.exact, key.base64, || {
                link.candidate().readings(HyphenPolicy::Both)
            }),
            List::SecondGuesses => write_second_guesses(out, key, link),
            // Most of these lists are empty.
            List::Joins if link.candidate().joins().is_empty() => {
                out.extend_from_slice(key.empty_list.as_bytes());
            }
            List::Problems if link.problems().is_empty() => {
                out.extend_from_slice(key.empty_list.as_bytes());
            }
            List::Warnings if !link.has_warnings() => {
                out.extend_from_slice(key.empty_list.as_bytes());
            }
            List::Joins => {
                write_key(out, key);
                write_list(out, link.candidate().joins().iter(), |out, join| {
                    out.extend_from_slice(b"{\"url_at\":");
                    write_number(out, join.url_at as u64);
                    out.extend_from_slice(key!("dropped"));
                    write_list(out, join.dropped.names(), write_name);
                    out.extend_from_slice(key!("hyphen"));
                    out.extend_from_slice(bool_literal(join.hyphen.is_some()));
                    if join.hyphen.is_some_and(Hyphen::is_typeset) {
                        out.extend_from_slice(key!("typeset"));
                        out.extend_from_slice(bool_literal(true));
                    }
                    out.push(b'}');
                });
            }
            List::Pieces => {
                write_key(out, key);
                write_list(out, link.source().pieces(), |out, piece| {
                    out.push(b'[');
                    write_number(out, piece.start());
                    out.push(b',');
                    write_number(out, piece.end());
                    out.push(b']');
                });
            }
            List::Problems => {
                write_key(out, key);
                write_problems(out, link.verdict());
            }
            List::Warnings => {
                write_key(out, key);
                write_list(out, link.warnings(), write_name);
            }
        }
    }
}

/// Writes the entry of the guesses, if there are any.
fn write_second_guesses<'p, 'l: 'p>(
    out: &mut Vec<u8>,
    key: Key,
    link: &Values<'p, 'l, impl FieldSource<'l>>,
) {
    let mut guesses = link.guesses().peekable();
    if guesses.peek().is_none() {
        return;
    }
    write_key(out, key);
    write_list(out, guesses, |out, guess| {
        let start = out.len();
        write_bytes(out, Field::Url.key(), &guess.url);
        out.extend_from_slice(key!("why"));
        write_name(out, guess.repair.name());
        end_object(out, start);
    });
}
