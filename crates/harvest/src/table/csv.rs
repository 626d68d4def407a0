//! Rows as comma-separated values (RFC 4180). Every text is in quotation marks, so that an empty text differs from a
//! null, which has no bytes.

use urlsift::table::{RowWriter, Table};
use urlsift_search::rfc1738::Problem;

use super::text::{base64, date, hex, write_int64s, write_number, write_problems, write_strings};

/// Rows as comma-separated values.
#[derive(Debug)]
pub(crate) struct CsvRows {
    table: &'static Table,
    wanted: Vec<bool>,
    bytes: Vec<u8>,
    /// A buffer for a text before its quotation marks are doubled.
    text: Vec<u8>,
    /// The index of the next column.
    next: usize,
    has_value: bool,
}

impl CsvRows {
    pub(super) fn new(table: &'static Table, wanted: Vec<bool>) -> Self {
        Self {
            table,
            wanted,
            bytes: Vec::new(),
            text: Vec::new(),
            next: 0,
            has_value: false,
        }
    }

    /// Returns the line of the names of the columns.
    pub(super) fn header(&self) -> Vec<u8> {
        let columns = self.table.columns.iter().zip(&self.wanted);
        let names = columns.filter(|(_, wanted)| **wanted);
        let names: Vec<_> = names.map(|(column, _)| column.name).collect();
        format!("{}\r\n", names.join(",")).into_bytes()
    }

    /// Returns the rows so far.
    pub(super) fn bytes(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    /// Ends a row. Returns the rows so far.
    pub(super) fn end_row(&mut self) -> &mut Vec<u8> {
        self.bytes.extend_from_slice(b"\r\n");
        self.next = 0;
        self.has_value = false;
        &mut self.bytes
    }

    /// Begins the value of the next column. Returns whether it is wanted.
    fn begin(&mut self) -> bool {
        let index = self.next;
        self.next += 1;
        let is_wanted = self.wanted.get(index) == Some(&true);
        if is_wanted {
            if self.has_value {
                self.bytes.push(b',');
            }
            self.has_value = true;
        }
        is_wanted
    }

    /// Writes a text.
    fn quoted(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        if !self.begin() {
            return;
        }
        self.text.clear();
        write(&mut self.text);
        self.bytes.push(b'"');
        for &byte in &self.text {
            if byte == b'"' {
                self.bytes.push(b'"');
            }
            self.bytes.push(byte);
        }
        self.bytes.push(b'"');
    }

    fn optional_text(&mut self, value: Option<&str>) {
        match value {
            Some(value) => self.quoted(|out| out.extend_from_slice(value.as_bytes())),
            None => {
                self.begin();
            }
        }
    }
}

impl RowWriter for CsvRows {
    fn string(&mut self, value: Option<&str>) {
        self.optional_text(value);
    }

    fn binary(&mut self, value: Option<&[u8]>) {
        self.optional_text(value.map(base64).as_deref());
    }

    fn hash(&mut self, value: [u8; 16]) {
        self.optional_text(Some(&hex(value)));
    }

    fn bool(&mut self, value: bool) {
        if self.begin() {
            let value: &[u8] = if value { b"true" } else { b"false" };
            self.bytes.extend_from_slice(value);
        }
    }

    fn int(&mut self, value: Option<i64>) {
        if self.begin()
            && let Some(value) = value
        {
            write_number(&mut self.bytes, value);
        }
    }

    fn timestamp(&mut self, value: Option<i64>) {
        if self.begin()
            && let Some(date) = value.and_then(date)
        {
            self.bytes.extend_from_slice(date.as_bytes());
        }
    }

    fn strings(&mut self, items: impl IntoIterator<Item = impl AsRef<str>>) {
        self.quoted(|out| write_strings(out, items));
    }

    fn int64s(&mut self, items: impl IntoIterator<Item = i64>) {
        self.quoted(|out| write_int64s(out, items));
    }

    fn problems(&mut self, problems: &[Problem]) {
        self.quoted(|out| write_problems(out, problems));
    }
}
