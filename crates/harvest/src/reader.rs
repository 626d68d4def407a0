//! Reads tables of a data set.

mod batch;
mod csv;
mod jsonl;
#[cfg(feature = "parquet")]
mod parquet;
mod value;

use std::{
    fs::File,
    io::{self, BufReader},
    path::{Path, PathBuf},
};

use crate::{error::Error, manifest::DataFile, options::Format};

pub(crate) use self::batch::Batch;
use self::{csv::CsvReader, jsonl::JsonReader};

/// The number of rows of a batch.
const BATCH_ROWS: usize = 512;

/// The number of bytes that are read at a time from a text file.
const BUFFER: usize = 256 << 10;

/// Reads some columns of a file of a table, in batches.
#[derive(Debug)]
pub(crate) struct TableReader {
    path: PathBuf,
    /// The number of rows according to the manifest.
    rows: u64,
    /// The number of rows that were read.
    read: u64,
    format: FormatReader,
}

#[derive(Debug)]
/// The reader of a format.
enum FormatReader {
    Json(JsonReader<BufReader<File>>),
    Csv(CsvReader<BufReader<File>>),
    #[cfg(feature = "parquet")]
    Parquet(Box<parquet::ParquetReader>),
}

impl TableReader {
    /// Opens a file. The columns are those of the batches.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, or is not the one that the manifest names.
    pub(crate) fn open(root: &Path, file: &DataFile, format: Format) -> Result<Self, Error> {
        let path = root.join(&file.file);
        let opened = File::open(&path).map_err(Error::io(&path))?;
        let size = opened.metadata().map_err(Error::io(&path))?.len();
        if size != file.size {
            let reason = format!("it has {size} bytes; in the manifest, {}", file.size);
            return Err(Error::Invalid { path, reason });
        }
        let buffered = |file| BufReader::with_capacity(BUFFER, file);
        let format = match format {
            #[cfg(feature = "parquet")]
            Format::Parquet => {
                let reader = parquet::ParquetReader::new(opened);
                FormatReader::Parquet(Box::new(reader.map_err(|error| invalid(&path, error))?))
            }
            Format::Jsonl => FormatReader::Json(JsonReader::new(buffered(opened))),
            Format::Csv => {
                let reader = CsvReader::new(buffered(opened));
                FormatReader::Csv(reader.map_err(|error| invalid(&path, error))?)
            }
        };
        Ok(Self {
            path,
            rows: file.rows,
            read: 0,
            format,
        })
    }

    /// Replaces the rows of a batch with the next ones. Returns `false` at the end.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, or its content is not that of a table.
    pub(crate) fn read(&mut self, batch: &mut Batch) -> Result<bool, Error> {
        batch.clear();
        let read = match &mut self.format {
            FormatReader::Json(reader) => reader.read(batch, BATCH_ROWS),
            FormatReader::Csv(reader) => reader.read(batch, BATCH_ROWS),
            #[cfg(feature = "parquet")]
            FormatReader::Parquet(reader) => reader.read(batch, BATCH_ROWS),
        };
        read.map_err(|error| invalid(&self.path, error))?;
        self.read += batch.rows() as u64;
        let is_end = batch.rows() == 0;
        if is_end && self.read != self.rows {
            return Err(Error::Invalid {
                path: self.path.clone(),
                reason: format!("it has {} rows; in the manifest, {}", self.read, self.rows),
            });
        }
        Ok(!is_end)
    }
}

/// Returns the error of a file that cannot be read, or is invalid.
fn invalid(path: &Path, error: io::Error) -> Error {
    match error.kind() {
        io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof | io::ErrorKind::Other => {
            Error::Invalid {
                path: path.into(),
                reason: error.to_string(),
            }
        }
        _ => Error::io(path)(error),
    }
}
