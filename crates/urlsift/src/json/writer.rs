//! Writes the JSON of links and rejected candidates as bytes.
//!
//! No serializer is involved: keys are constants, escaped before the program runs.

use urlsift_scan::{Hyphen, Join, Span};

use super::{
    entry::{
        bool_literal, end_object, key, write_bytes, write_key, write_list, write_problems,
        write_texts,
    },
    fields::JsonFields,
    string::{write_name, write_name_end, write_number, write_string, write_string_end},
};
use crate::{Field, Link, Rejected, date::Rfc3339, field::Key, fields::Fields, value::Value};

/// Writes a link as one line of JSON: the fields of a set, in the order of `docs/JSON.md`.
///
/// `write_counted` writes the value of a field that [counts](Field::is_counted) from the start of the source. It may
/// instead record the position in `out` and insert the value later.
///
/// ```
/// # use urlsift::{JsonFields, write_link_line};
/// let link = urlsift::text("<http://a.example/>").named(b"a.txt").links().next().unwrap();
/// let names = ["path", "scheme"].map(|name| JsonFields::named(name).unwrap());
/// let mut out = Vec::new();
/// write_link_line(&mut out, &link.fields(), names[0].union(names[1]), |out, _, number| {
///     out.extend(number.to_string().bytes());
/// });
/// assert_eq!(out, b"{\"scheme\":\"http\",\"path\":\"a.txt\"}\n");
/// ```
pub fn write_link_line(
    out: &mut Vec<u8>,
    link: &Fields<'_, '_>,
    wanted: JsonFields,
    mut write_counted: impl FnMut(&mut Vec<u8>, Field, u64),
) {
    let start = out.len();
    write_entries(out, link, wanted.without_message(), &mut write_counted);
    if wanted.intersects(JsonFields::MESSAGE) && link.link().message().is_some() {
        out.extend_from_slice(key!("message"));
        let start = out.len();
        let cut = write_entries(out, link, wanted.of_message(), &mut write_counted);
        if !cut.is_empty() {
            write_truncated(out, cut);
        }
        end_object(out, start);
    }
    end_object(out, start);
    out.push(b'\n');
}

impl Link<'_> {
    /// Returns the link as one line of JSON, with all fields.
    #[must_use]
    pub fn to_json_line(&self) -> Vec<u8> {
        let mut line = Vec::with_capacity(1024);
        let write_counted = |out: &mut Vec<u8>, _, number| write_number(out, number);
        write_link_line(&mut line, &self.fields(), JsonFields::ALL, write_counted);
        line
    }
}

/// Writes a rejected candidate as one line of JSON.
///
/// `write_counted` is as for [`write_link_line`].
pub fn write_rejected_line(
    out: &mut Vec<u8>,
    rejected: &Rejected<'_>,
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

/// Writes the entries of some fields. Returns those whose values are cut.
fn write_entries(
    out: &mut Vec<u8>,
    link: &Fields<'_, '_>,
    wanted: JsonFields,
    write_counted: &mut impl FnMut(&mut Vec<u8>, Field, u64),
) -> JsonFields {
    let mut cut = JsonFields::NONE;
    for field in wanted.iter() {
        match link.get(field) {
            Some(Value::Number(number)) if field.is_counted() => {
                write_key(out, field.key());
                write_counted(out, field, number);
            }
            Some(value) => {
                write_entry(out, field.key(), &value);
                if let Value::Cut { is_cut: true, .. } = value {
                    cut = cut.union(JsonFields::of(field));
                }
            }
            None => {}
        }
    }
    cut
}

/// Writes an entry.
fn write_entry(out: &mut Vec<u8>, key: Key, value: &Value<'_>) {
    match value {
        Value::Bytes(bytes) => write_bytes(out, key, bytes),
        Value::Cut { bytes, .. } => write_bytes(out, key, bytes),
        Value::Date(seconds) => {
            if let Some(date) = Rfc3339::new(*seconds) {
                out.extend_from_slice(key.string.as_bytes());
                write_name_end(out, date.as_str());
            }
        }
        Value::Number(number) => {
            write_key(out, key);
            write_number(out, *number);
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
            out.extend_from_slice(bool_literal(*flag));
        }
        Value::Readings(readings) => write_texts(out, key.exact, key.base64, || readings.iter()),
        // Most of these lists are empty.
        Value::Joins([]) | Value::Problems { problems: [], .. } => write_empty_list(out, key),
        Value::Warnings(warnings) if warnings.is_empty() => write_empty_list(out, key),
        list => {
            write_key(out, key);
            write_items(out, list);
        }
    }
}

/// Writes a list that is not of texts that may not be UTF-8.
fn write_items(out: &mut Vec<u8>, list: &Value<'_>) {
    match list {
        Value::Strings(items) => write_list(out, items.iter(), |out, item| {
            write_string(out, item.as_bytes());
        }),
        Value::Guesses(guesses) => write_list(out, guesses.iter(), |out, guess| {
            let start = out.len();
            write_bytes(out, Field::Url.key(), &guess.url);
            out.extend_from_slice(key!("why"));
            write_name(out, guess.repair.name());
            end_object(out, start);
        }),
        Value::Joins(joins) => write_list(out, joins.iter(), write_join),
        Value::Pieces(pieces) => write_list(out, pieces.clone(), write_range),
        Value::Range(range) => write_range(out, *range),
        Value::Problems { problems, left_out } => write_problems(out, problems, *left_out),
        Value::Warnings(warnings) => write_list(out, warnings.codes(), write_name),
        Value::Bytes(_)
        | Value::Cut { .. }
        | Value::Date(_)
        | Value::Flag(_)
        | Value::Name(_)
        | Value::Number(_)
        | Value::Readings(_)
        | Value::Text(_) => {}
    }
}

fn write_range(out: &mut Vec<u8>, range: Span) {
    out.push(b'[');
    write_number(out, range.start());
    out.push(b',');
    write_number(out, range.end());
    out.push(b']');
}

fn write_join(out: &mut Vec<u8>, join: &Join) {
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
    if let Some(sign) = join.sign {
        out.extend_from_slice(key!("sign"));
        write_name(out, sign.name());
    }
    out.push(b'}');
}

fn write_empty_list(out: &mut Vec<u8>, key: Key) {
    out.extend_from_slice(key.empty_list.as_bytes());
}

/// Writes the entry of the names of fields that are cut.
#[cold]
fn write_truncated(out: &mut Vec<u8>, cut: JsonFields) {
    out.extend_from_slice(key!("truncated"));
    let names = cut.iter().map(Field::name);
    let names = names.map(|name| name.trim_start_matches("message."));
    write_list(out, names, write_name);
}
