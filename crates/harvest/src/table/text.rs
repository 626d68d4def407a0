//! Rows as text: JSON objects, or comma-separated values, in which a list is JSON.

use std::{fmt::Display, io::Write};

use base64::{Engine, engine::general_purpose::STANDARD};
use serde::Serialize;
use urlsift::{
    rfc3339,
    table::{RowWriter, Table},
};
use urlsift_search::rfc1738::Problem;

use crate::storage::Digest;

/// Rows as text.
#[derive(Debug)]
pub(crate) struct TextRows {
    table: &'static Table,
    wanted: Vec<bool>,
    is_json: bool,
    bytes: Vec<u8>,
    /// A buffer for a list.
    list: Vec<u8>,
    /// The index of the next column.
    next: usize,
    has_value: bool,
}

impl TextRows {
    /// Creates a table without rows. Comma-separated values have a line with the names of the columns.
    pub(super) fn new(table: &'static Table, wanted: Vec<bool>, is_json: bool) -> Self {
        let mut bytes = Vec::new();
        if !is_json {
            let columns = table.columns.iter().zip(&wanted);
            let names = columns.filter(|(_, wanted)| **wanted);
            let names: Vec<_> = names.map(|(column, _)| column.name).collect();
            bytes.extend_from_slice(names.join(",").as_bytes());
            bytes.extend_from_slice(b"\r\n");
        }
        Self {
            table,
            wanted,
            is_json,
            bytes,
            list: Vec::new(),
            next: 0,
            has_value: false,
        }
    }

    /// Returns the rows so far.
    pub(super) fn bytes(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    /// Ends a row. Returns the rows so far.
    pub(super) fn end_row(&mut self) -> &mut Vec<u8> {
        let end: &[u8] = match (self.is_json, self.has_value) {
            (true, true) => b"}\n",
            (true, false) => b"{}\n",
            (false, _) => b"\r\n",
        };
        self.bytes.extend_from_slice(end);
        self.next = 0;
        self.has_value = false;
        &mut self.bytes
    }

    /// Begins the next column. Returns whether its value is written.
    fn begin(&mut self, is_null: bool) -> bool {
        let index = self.next;
        self.next += 1;
        if self.wanted.get(index) != Some(&true) || is_null && self.is_json {
            return false;
        }
        if self.has_value {
            self.bytes.push(b',');
        } else if self.is_json {
            self.bytes.push(b'{');
        }
        self.has_value = true;
        if self.is_json {
            write_json(&mut self.bytes, self.table.columns[index].name);
            self.bytes.push(b':');
        }
        !is_null
    }

    fn text(&mut self, value: Option<&str>) {
        if self.begin(value.is_none()) {
            let value = value.unwrap_or_default();
            if self.is_json {
                write_json(&mut self.bytes, value);
            } else {
                write_quoted(&mut self.bytes, value.as_bytes());
            }
        }
    }

    /// Writes what needs no quotation marks.
    fn plain(&mut self, value: Option<impl Display>) {
        if self.begin(value.is_none())
            && let Some(value) = value
        {
            // Writing to a vector does not fail.
            let _ = write!(self.bytes, "{value}");
        }
    }

    /// Writes a list in JSON.
    fn items<T>(&mut self, items: impl IntoIterator<Item = T>, write: impl Fn(&mut Vec<u8>, T)) {
        if !self.begin(false) {
            return;
        }
        self.list.clear();
        self.list.push(b'[');
        for (index, item) in items.into_iter().enumerate() {
            if index > 0 {
                self.list.push(b',');
            }
            write(&mut self.list, item);
        }
        self.list.push(b']');
        if self.is_json {
            self.bytes.extend_from_slice(&self.list);
        } else {
            write_quoted(&mut self.bytes, &self.list);
        }
    }
}

impl RowWriter for TextRows {
    fn string(&mut self, value: Option<&str>) {
        self.text(value);
    }

    fn binary(&mut self, value: Option<&[u8]>) {
        let base64 = value.map(|value| STANDARD.encode(value));
        self.text(base64.as_deref());
    }

    fn hash(&mut self, value: [u8; 16]) {
        self.text(Some(&Digest(value).to_string()));
    }

    fn bool(&mut self, value: bool) {
        self.plain(Some(value));
    }

    fn int(&mut self, value: Option<i64>) {
        self.plain(value);
    }

    fn timestamp(&mut self, value: Option<i64>) {
        let date = value.and_then(date);
        if self.is_json {
            self.text(date.as_deref());
        } else {
            self.plain(date);
        }
    }

    fn strings(&mut self, items: impl IntoIterator<Item = impl AsRef<str>>) {
        self.items(items, |out, item| write_json(out, item.as_ref()));
    }

    fn int64s(&mut self, items: impl IntoIterator<Item = i64>) {
        self.items(items, |out, item| write_json(out, &item));
    }

    fn problems(&mut self, problems: &[Problem]) {
        self.items(problems, |out, problem| {
            let (code, rule, span) = (problem.code(), problem.rule(), problem.span());
            let _ = write!(
                out,
                r#"{{"code":"{}","start":{},"end":{},"rule":"{}"}}"#,
                code.name(),
                span.start,
                span.end,
                rule.name()
            );
        });
    }
}

/// Writes a text in quotation marks, of which those in it are doubled.
fn write_quoted(out: &mut Vec<u8>, text: &[u8]) {
    out.push(b'"');
    for &byte in text {
        if byte == b'"' {
            out.push(b'"');
        }
        out.push(byte);
    }
    out.push(b'"');
}

/// Appends a JSON value.
fn write_json(out: &mut Vec<u8>, value: &(impl Serialize + ?Sized)) {
    // Strings, numbers and lists are written without errors.
    let _ = serde_json::to_writer(out, value);
}

/// Returns milliseconds since 1970 as a date (RFC 3339); `None` for years that have no such form.
fn date(milliseconds: i64) -> Option<String> {
    rfc3339(milliseconds.div_euclid(1000))
}
