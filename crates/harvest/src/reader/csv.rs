//! Reads rows of comma-separated values: a text is in quotation marks, a null is not.

use std::io::{self, BufRead};

use serde::de::DeserializeSeed;
use urlsift_record::table::ColumnType;

use super::{batch::Batch, value::ValueSeed};

/// Reads rows of comma-separated values.
#[derive(Debug)]
pub(super) struct CsvReader<R> {
    source: R,
    /// The names of the columns.
    names: Vec<String>,
    /// The index in the batch of each column, if the batch has it.
    indices: Vec<Option<usize>>,
    field: Vec<u8>,
}

/// The separator after a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Separator {
    Comma,
    RowEnd,
}

impl<R: BufRead> CsvReader<R> {
    /// Reads the names of the columns.
    pub(super) fn new(source: R) -> io::Result<Self> {
        let mut reader = Self {
            source,
            names: Vec::new(),
            indices: Vec::new(),
            field: Vec::new(),
        };
        loop {
            let (_, separator) = reader.read_field()?;
            let name = String::from_utf8_lossy(&reader.field).into_owned();
            reader.names.push(name);
            if separator == Separator::RowEnd {
                return Ok(reader);
            }
        }
    }

    /// Adds rows to a batch until it has a number of rows.
    pub(super) fn read(&mut self, batch: &mut Batch, max_rows: usize) -> io::Result<()> {
        if self.indices.is_empty() {
            let names = self.names.iter();
            self.indices = names.map(|name| batch.column(name)).collect();
        }
        while batch.rows() < max_rows && !self.source.fill_buf()?.is_empty() {
            for index in 0..self.indices.len() {
                let (is_quoted, separator) = self.read_field()?;
                let is_last = index + 1 == self.indices.len();
                if is_last != (separator == Separator::RowEnd) {
                    return Err(invalid("a row does not have as many values as columns"));
                }
                let column = self.indices[index].and_then(|index| batch.columns().get_mut(index));
                let Some(column) = column else {
                    continue;
                };
                match column.column_type() {
                    ColumnType::String if is_quoted => column.push_text(&self.field),
                    // Unlike other values, a date is not JSON: it has no quotation marks.
                    ColumnType::Timestamp if is_quoted || !self.field.is_empty() => {
                        let text = String::from_utf8_lossy(&self.field);
                        let text =
                            serde::de::value::StrDeserializer::<serde_json::Error>::new(&text);
                        ValueSeed(column).deserialize(text)?;
                    }
                    _ if self.field.is_empty() => {}
                    _ => {
                        let mut value = serde_json::Deserializer::from_slice(&self.field);
                        ValueSeed(column).deserialize(&mut value)?;
                        value.end()?;
                    }
                }
            }
            batch.end_row();
        }
        Ok(())
    }

    /// Reads a value. Returns whether it is in quotation marks.
    fn read_field(&mut self) -> io::Result<(bool, Separator)> {
        self.field.clear();
        let is_quoted = self.source.fill_buf()?.first() == Some(&b'"');
        if is_quoted {
            self.source.consume(1);
            loop {
                self.source.read_until(b'"', &mut self.field)?;
                if self.field.pop_if(|last| *last == b'"').is_none() {
                    return Err(invalid("a quotation mark is not closed"));
                }
                // A quotation mark in the text is doubled.
                if self.source.fill_buf()?.first() != Some(&b'"') {
                    break;
                }
                self.source.consume(1);
                self.field.push(b'"');
            }
        }
        loop {
            let Some(&byte) = self.source.fill_buf()?.first() else {
                return Err(invalid("a row is not complete"));
            };
            self.source.consume(1);
            match byte {
                b',' => return Ok((is_quoted, Separator::Comma)),
                b'\n' => return Ok((is_quoted, Separator::RowEnd)),
                b'\r' => {}
                _ if is_quoted => return Err(invalid("text follows a quotation mark")),
                byte => self.field.push(byte),
            }
        }
    }
}

fn invalid(reason: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}
