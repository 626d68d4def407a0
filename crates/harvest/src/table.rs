//! Writes tables to files.

mod csv;
mod jsonl;
#[cfg(feature = "parquet")]
mod parquet;
mod text;

use std::{
    io::{self, Write},
    path::PathBuf,
};

use urlsift_record::table::Table;

use crate::{
    disk::{DiskFile, Written},
    error::Error,
    options::{Format, Options},
};

use self::{csv::CsvRows, jsonl::JsonRows};

/// The number of bytes of rows that are buffered before they are written.
const FULL: usize = 64 << 10;

/// Writes the rows of a table to a file.
#[derive(Debug)]
pub(crate) struct TableWriter {
    path: PathBuf,
    rows: u64,
    format: FormatWriter,
}

/// The rows in a format, and the file to which they are written.
#[derive(Debug)]
enum FormatWriter {
    Json(JsonRows, DiskFile),
    Csv(CsvRows, DiskFile),
    #[cfg(feature = "parquet")]
    Parquet(Box<parquet::ParquetRows>),
}

/// Receives the values of a row.
pub(crate) enum RowForm<'w> {
    Json(&'w mut JsonRows),
    Csv(&'w mut CsvRows),
    #[cfg(feature = "parquet")]
    Parquet(&'w mut parquet::ParquetRows),
}

impl TableWriter {
    /// Creates the writer of a table.
    pub(crate) fn new(
        table: &'static Table,
        options: &Options,
        mut file: DiskFile,
    ) -> Result<Self, Error> {
        let wanted: Vec<_> = table
            .columns
            .iter()
            .map(|column| !options.leaves_out(column.name))
            .collect();
        let path = file.path().to_owned();
        let format = match options.format {
            Format::Jsonl => FormatWriter::Json(JsonRows::new(table, wanted), file),
            Format::Csv => {
                let rows = CsvRows::new(table, wanted);
                file.write_all(&rows.header()).map_err(Error::io(&path))?;
                FormatWriter::Csv(rows, file)
            }
            #[cfg(feature = "parquet")]
            Format::Parquet => {
                let rows = parquet::ParquetRows::new(table, &wanted, file);
                FormatWriter::Parquet(Box::new(rows.map_err(Error::io(&path))?))
            }
        };
        Ok(Self {
            path,
            rows: 0,
            format,
        })
    }

    /// Returns the number of rows so far.
    pub(crate) const fn rows(&self) -> u64 {
        self.rows
    }

    /// Writes a row.
    pub(crate) fn write_row(&mut self, write: impl FnOnce(&mut RowForm<'_>)) -> Result<(), Error> {
        self.rows += 1;
        let written = match &mut self.format {
            FormatWriter::Json(rows, file) => {
                write(&mut RowForm::Json(rows));
                rows.end_row();
                write_if_full(rows.bytes(), file)
            }
            FormatWriter::Csv(rows, file) => {
                write(&mut RowForm::Csv(rows));
                rows.end_row();
                write_if_full(rows.bytes(), file)
            }
            #[cfg(feature = "parquet")]
            FormatWriter::Parquet(rows) => {
                write(&mut RowForm::Parquet(rows));
                rows.end_row()
            }
        };
        written.map_err(Error::io(&self.path))
    }

    /// Writes the rest, and makes the file durable.
    pub(crate) fn finish(self) -> Result<Written, Error> {
        let written = match self.format {
            FormatWriter::Json(mut rows, mut file) => {
                file.write_all(rows.bytes()).and_then(|()| file.finish())
            }
            FormatWriter::Csv(mut rows, mut file) => {
                file.write_all(rows.bytes()).and_then(|()| file.finish())
            }
            #[cfg(feature = "parquet")]
            FormatWriter::Parquet(rows) => rows.finish(),
        };
        written.map_err(Error::io(&self.path))
    }
}

fn write_if_full(bytes: &mut Vec<u8>, file: &mut DiskFile) -> io::Result<()> {
    if bytes.len() >= FULL {
        file.write_all(bytes)?;
        bytes.clear();
    }
    Ok(())
}

macro_rules! forward {
    ($($name:ident($value:ident: $type:ty);)*) => {
        impl urlsift_record::table::RowWriter for RowForm<'_> {
            $(
                fn $name(&mut self, $value: $type) {
                    match self {
                        Self::Json(rows) => rows.$name($value),
                        Self::Csv(rows) => rows.$name($value),
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
    int32(value: Option<i32>);
    int64(value: Option<i64>);
    timestamp(value: Option<i64>);
    strings(items: impl IntoIterator<Item = impl AsRef<str>>);
    int64s(items: impl IntoIterator<Item = i64>);
    problems(problems: &[urlsift_search::rfc1738::Problem]);
}
