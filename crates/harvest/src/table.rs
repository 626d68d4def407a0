//! Writes tables to files.

#[cfg(feature = "parquet")]
mod parquet;
mod text;

use std::{
    io::{self, Write},
    path::PathBuf,
};

use urlsift::table::{LINKS, RowWriter, Table, WIDE};

use crate::{
    error::Error,
    options::{Format, Options},
    storage::{DiskFile, Written},
};

#[cfg(feature = "parquet")]
use self::parquet::ParquetRows;
use self::text::TextRows;

/// The number of bytes of rows that are buffered before they are written.
const FULL: usize = 64 << 10;

/// Writes the rows of a table to a file.
#[derive(Debug)]
pub(crate) struct TableWriter {
    path: PathBuf,
    rows: u64,
    format: FormatWriter,
}

/// The rows in a format, and the file to which they are written. It receives the values of a row.
#[derive(Debug)]
pub(crate) enum FormatWriter {
    Text(TextRows, Box<DiskFile>),
    #[cfg(feature = "parquet")]
    Parquet(Box<ParquetRows>),
}

impl TableWriter {
    /// Creates the writer of a table.
    pub(crate) fn new(
        table: &'static Table,
        options: &Options,
        file: DiskFile,
    ) -> Result<Self, Error> {
        let wanted: Vec<_> = table
            .columns
            .iter()
            .map(|column| !options.leaves_out(column.name))
            .collect();
        let path = file.path().to_owned();
        let format = match options.format {
            Format::Jsonl => FormatWriter::Text(TextRows::new(table, wanted, true), file.into()),
            Format::Csv => FormatWriter::Text(TextRows::new(table, wanted, false), file.into()),
            #[cfg(feature = "parquet")]
            Format::Parquet => {
                let rows = ParquetRows::new(table, options, file);
                FormatWriter::Parquet(Box::new(rows.map_err(Error::io(&path))?))
            }
        };
        Ok(Self {
            path,
            rows: 0,
            format,
        })
    }

    /// Creates the writers of `links` and, if it is wanted, of `wide`. As Parquet, one writer makes both.
    pub(crate) fn of_links(
        options: &Options,
        links: DiskFile,
        wide: Option<DiskFile>,
    ) -> Result<[Option<Self>; 2], Error> {
        let Some(wide) = wide else {
            return Ok([Some(Self::new(&LINKS, options, links)?), None]);
        };
        let mut wide = Self::new(&WIDE, options, wide)?;
        let links = match &mut wide.format {
            FormatWriter::Text(..) => Some(Self::new(&LINKS, options, links)?),
            #[cfg(feature = "parquet")]
            FormatWriter::Parquet(rows) => {
                let path = links.path().to_owned();
                rows.write_prefix(&LINKS, options, links)
                    .map_err(Error::io(&path))?;
                None
            }
        };
        Ok([links, Some(wide)])
    }

    /// Returns the number of rows so far.
    pub(crate) const fn rows(&self) -> u64 {
        self.rows
    }

    /// Writes a row.
    pub(crate) fn write_row(&mut self, write: impl FnOnce(&mut FormatWriter)) -> Result<(), Error> {
        self.rows += 1;
        write(&mut self.format);
        self.format.end_row().map_err(Error::io(&self.path))
    }

    /// Writes the rest, and makes the file durable. The writer of `wide` may also return the file of `links`.
    pub(crate) fn finish(self) -> Result<(Written, Option<Written>), Error> {
        let written = match self.format {
            FormatWriter::Text(mut rows, mut file) => {
                let written = file.write_all(rows.bytes()).and_then(|()| file.finish());
                written.map(|written| (written, None))
            }
            #[cfg(feature = "parquet")]
            FormatWriter::Parquet(rows) => rows.finish(),
        };
        written.map_err(Error::io(&self.path))
    }
}

impl FormatWriter {
    fn end_row(&mut self) -> io::Result<()> {
        let (bytes, file) = match self {
            Self::Text(rows, file) => (rows.end_row(), file),
            #[cfg(feature = "parquet")]
            Self::Parquet(rows) => return rows.end_row(),
        };
        if bytes.len() >= FULL {
            file.write_all(bytes)?;
            bytes.clear();
        }
        Ok(())
    }
}

macro_rules! forward {
    ($($name:ident($value:ident: $type:ty);)*) => {
        impl RowWriter for FormatWriter {
            $(
                fn $name(&mut self, $value: $type) {
                    match self {
                        Self::Text(rows, _) => rows.$name($value),
                        #[cfg(feature = "parquet")]
                        Self::Parquet(rows) => rows.$name($value),
                    }
                }
            )*
        }
    };
}

forward! {
    string(value: Option<&str>);
    binary(value: Option<&[u8]>);
    hash(value: [u8; 16]);
    bool(value: bool);
    int(value: Option<i64>);
    timestamp(value: Option<i64>);
    strings(items: impl IntoIterator<Item = impl AsRef<str>>);
    int64s(items: impl IntoIterator<Item = i64>);
    problems(problems: &[urlsift_search::rfc1738::Problem]);
}
