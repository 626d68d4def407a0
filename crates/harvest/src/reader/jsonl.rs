//! Reads rows as JSON, one object per line.

use std::io::{self, BufRead};

use serde::de::DeserializeSeed;

use super::{batch::Batch, value::RowSeed};

/// Reads rows as JSON.
#[derive(Debug)]
pub(super) struct JsonReader<R> {
    source: R,
    line: Vec<u8>,
}

impl<R: BufRead> JsonReader<R> {
    pub(super) const fn new(source: R) -> Self {
        Self {
            source,
            line: Vec::new(),
        }
    }

    /// Adds rows to a batch until it has a number of rows.
    pub(super) fn read(&mut self, batch: &mut Batch, max_rows: usize) -> io::Result<()> {
        while batch.rows() < max_rows {
            self.line.clear();
            if self.source.read_until(b'\n', &mut self.line)? == 0 {
                break;
            }
            let mut deserializer = serde_json::Deserializer::from_slice(&self.line);
            RowSeed(batch).deserialize(&mut deserializer)?;
            deserializer.end()?;
            batch.end_row();
        }
        Ok(())
    }
}
