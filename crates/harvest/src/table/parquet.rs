//! Rows as Parquet: row groups of columns, compressed with zstd.
//!
//! The columns are written with the library's own column writers, from buffers and a schema that are made here. Its
//! Arrow writer, fed with the batches of `urlsift`, would replace both. It was tried, a column of a row group at
//! a time: rows, types and names were equal, the files reproducible, the peak with two threads 59 MiB instead of 68,
//! and the instructions of a whole harvest from 2% fewer to 0.5% more. But the library's Arrow side and nine more
//! crates took 160 s of CPU in a release build without LTO, where the whole command takes 375 s, and the program grew
//! from 12.4 to 14.9 MB. The price of not doing so is the 400 lines of [`column`] and [`schema`](mod@schema).

mod column;
mod levels;
mod row_group;
mod schema;

use std::{fmt, io};

use parquet::{
    basic::{Compression, ZstdLevel},
    errors::ParquetError,
    file::{properties::WriterProperties, writer::SerializedFileWriter},
    schema::types::ColumnDescPtr,
};
use urlsift::table::{ColumnType, RowWriter, Table, WIDE};
use urlsift_search::rfc1738::Problem;

use self::{
    column::ColumnBuffer,
    row_group::{RowGroup, Writer},
    schema::schema,
};
use crate::{
    options::Options,
    storage::{DiskFile, Written},
    version::WRITER,
};

/// When a row group ends.
#[derive(Clone, Copy)]
struct GroupLimits {
    rows: usize,
    /// The number of bytes of values. It bounds the memory of the values, and of the pages that the library holds until
    /// the end of a column.
    bytes: usize,
}

const GROUP: GroupLimits = GroupLimits {
    rows: 1 << 16,
    bytes: 16 << 20,
};

/// The limits for `wide`, of which readers want few columns: they read larger groups faster.
const WIDE_GROUP: GroupLimits = GroupLimits {
    rows: 1 << 17,
    bytes: 64 << 20,
};

/// The columns of `wide` with a Bloom filter. The library shrinks it to the number of distinct values.
const FILTERED: [&str; 2] = ["url_key", "domain"];

/// Rows as Parquet.
pub(crate) struct ParquetRows {
    table: &'static Table,
    limits: GroupLimits,
    writer: Writer,
    /// The writer of [another table](Self::write_prefix).
    prefix: Option<Writer>,
    /// The columns of the file, of which a list of problems has several.
    file_columns: Vec<ColumnDescPtr>,
    columns: Vec<ColumnBuffer>,
    /// The index of the next column.
    next: usize,
    rows: usize,
    bytes: usize,
}

impl fmt::Debug for ParquetRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParquetRows").finish_non_exhaustive()
    }
}

impl ParquetRows {
    pub(super) fn new(
        table: &'static Table,
        options: &Options,
        file: DiskFile,
    ) -> io::Result<Self> {
        let is_wide = table.name == WIDE.name;
        let writer = file_writer(table, options, file)?;
        let columns = table.columns.iter();
        let columns = columns.map(|it| ColumnBuffer::new(it, !options.leaves_out(it.name)));
        Ok(Self {
            table,
            limits: if is_wide { WIDE_GROUP } else { GROUP },
            file_columns: writer.schema_descr().columns().to_vec(),
            writer,
            prefix: None,
            columns: columns.collect(),
            next: 0,
            rows: 0,
            bytes: 0,
        })
    }

    /// Also writes the first columns, to the file of a table that has only these.
    pub(super) fn write_prefix(
        &mut self,
        table: &Table,
        options: &Options,
        file: DiskFile,
    ) -> io::Result<()> {
        self.prefix = Some(file_writer(table, options, file)?);
        Ok(())
    }

    pub(super) fn end_row(&mut self) -> io::Result<()> {
        self.next = 0;
        self.rows += 1;
        if self.rows >= self.limits.rows || self.bytes >= self.limits.bytes {
            self.write_group()?;
        }
        Ok(())
    }

    /// Writes the rows so far as a row group.
    fn write_group(&mut self) -> io::Result<()> {
        let mut write = || {
            let mut group =
                RowGroup::new(&self.file_columns, &mut self.writer, self.prefix.as_mut())?;
            for column in &mut self.columns {
                column.write(&mut group)?;
            }
            group.close()
        };
        write().map_err(io_error)?;
        self.rows = 0;
        self.bytes = 0;
        Ok(())
    }

    /// Writes the rest, and makes the files durable.
    pub(super) fn finish(mut self) -> io::Result<(Written, Option<Written>)> {
        if self.rows > 0 {
            self.write_group()?;
        }
        let finish = |file: Writer| file.into_inner().map_err(io_error)?.finish();
        let prefix = self.prefix.map(finish).transpose()?;
        Ok((finish(self.writer)?, prefix))
    }

    /// Returns the buffer of the next column, and counts the bytes of its value.
    fn column(&mut self, bytes: usize) -> Option<&mut ColumnBuffer> {
        let column = self.columns.get_mut(self.next);
        self.next += 1;
        self.bytes += bytes;
        column
    }
}

/// A value of another type than its column is ignored; the rows of the tables have none.
impl RowWriter for ParquetRows {
    fn string(&mut self, value: Option<&str>) {
        self.binary(value.map(str::as_bytes));
    }

    fn binary(&mut self, value: Option<&[u8]>) {
        let len = value.map_or(0, <[u8]>::len);
        if let Some(column) = self.column(len) {
            column.bytes(value);
        }
    }

    fn hash(&mut self, value: [u8; 16]) {
        self.binary(Some(&value));
    }

    fn bool(&mut self, value: bool) {
        if let Some(column) = self.column(1) {
            column.bool(value);
        }
    }

    fn int(&mut self, value: Option<i64>) {
        let column = self.table.columns.get(self.next);
        let bytes = match column.map(|column| column.column_type) {
            Some(ColumnType::Int32) => size_of::<i32>(),
            _ => size_of::<i64>(),
        };
        if let Some(column) = self.column(bytes) {
            column.int(value);
        }
    }

    fn timestamp(&mut self, value: Option<i64>) {
        self.int(value);
    }

    fn strings(&mut self, items: impl IntoIterator<Item = impl AsRef<str>>) {
        let mut bytes = 0;
        if let Some(column) = self.column(0) {
            column.strings(items, &mut bytes);
        }
        self.bytes += bytes;
    }

    fn int64s(&mut self, items: impl IntoIterator<Item = i64>) {
        let mut bytes = 0;
        if let Some(column) = self.column(0) {
            column.int64s(items, &mut bytes);
        }
        self.bytes += bytes;
    }

    fn problems(&mut self, problems: &[Problem]) {
        if let Some(column) = self.column(40 * problems.len()) {
            column.problems(problems);
        }
    }
}

/// Creates the writer of a file.
fn file_writer(table: &Table, options: &Options, file: DiskFile) -> io::Result<Writer> {
    let columns = table.columns.iter();
    let wanted: Vec<_> = columns
        .map(|column| !options.leaves_out(column.name))
        .collect();
    let schema = schema(table, &wanted).map_err(io_error)?;
    let level = ZstdLevel::try_new(1).map_err(io_error)?;
    let mut properties = WriterProperties::builder()
        .set_created_by(WRITER.to_owned())
        .set_compression(Compression::ZSTD(level));
    for name in FILTERED.into_iter().filter(|_| table.name == WIDE.name) {
        let most = WIDE_GROUP.rows as u64;
        properties = properties.set_column_bloom_filter_max_ndv(name.into(), most);
    }
    SerializedFileWriter::new(file, schema, properties.build().into()).map_err(io_error)
}

/// Returns the I/O error that an error of the library wraps, or else the error as an I/O error.
fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    }
}
