//! Rows as JSON, one object per line. Nulls are left out.

use urlsift::table::{RowWriter, Table};
use urlsift_search::rfc1738::Problem;

use super::text::{
    base64, date, hex, write_int64s, write_json, write_number, write_problems, write_strings,
};

/// Rows as JSON.
#[derive(Debug)]
pub(crate) struct JsonRows {
    table: &'static Table,
    wanted: Vec<bool>,
    bytes: Vec<u8>,
    /// The index of the next column.
    next: usize,
    has_value: bool,
}

impl JsonRows {
    pub(super) fn new(table: &'static Table, wanted: Vec<bool>) -> Self {
        Self {
            table,
            wanted,
            bytes: Vec::new(),
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
        if !self.has_value {
            self.bytes.push(b'{');
        }
        self.bytes.extend_from_slice(b"}\n");
        self.next = 0;
        self.has_value = false;
        &mut self.bytes
    }

    /// Writes the value of the next column, if it is wanted.
    fn value(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        let index = self.next;
        self.next += 1;
        if self.wanted.get(index) != Some(&true) {
            return;
        }
        let separator = if self.has_value { b',' } else { b'{' };
        self.has_value = true;
        self.bytes.push(separator);
        write_json(&mut self.bytes, self.table.columns[index].name);
        self.bytes.push(b':');
        write(&mut self.bytes);
    }

    fn optional<T>(&mut self, value: Option<T>, write: impl FnOnce(&mut Vec<u8>, T)) {
        match value {
            Some(value) => self.value(|out| write(out, value)),
            None => self.next += 1,
        }
    }
}

impl RowWriter for JsonRows {
    fn string(&mut self, value: Option<&str>) {
        self.optional(value, write_json);
    }

    fn binary(&mut self, value: Option<&[u8]>) {
        self.optional(value, |out, value| write_json(out, &base64(value)));
    }

    fn hash(&mut self, value: [u8; 16]) {
        self.value(|out| write_json(out, &hex(value)));
    }

    fn bool(&mut self, value: bool) {
        self.value(|out| write_json(out, &value));
    }

    fn int(&mut self, value: Option<i64>) {
        self.optional(value, write_number);
    }

    fn timestamp(&mut self, value: Option<i64>) {
        self.optional(value.and_then(date), |out, date| write_json(out, &date));
    }

    fn strings(&mut self, items: impl IntoIterator<Item = impl AsRef<str>>) {
        self.value(|out| write_strings(out, items));
    }

    fn int64s(&mut self, items: impl IntoIterator<Item = i64>) {
        self.value(|out| write_int64s(out, items));
    }

    fn problems(&mut self, problems: &[Problem]) {
        self.value(|out| write_problems(out, problems));
    }
}
