//! Sorted records in a temporary file.

use std::{
    fmt,
    fs::File,
    io::{self, BufReader, BufWriter, Read, Seek, SeekFrom},
    iter::FusedIterator,
    marker::PhantomData,
    sync::Arc,
};

use borsh::BorshSerialize;

use super::{check::Check, record::Record};

/// The size of the buffer of a file, in bytes.
const BUFFER: usize = 64 << 10;

/// A sorted run in an unnamed temporary file, which the system removes with the last handle.
#[derive(Debug)]
pub(crate) struct Run {
    file: Arc<File>,
    records: u64,
}

/// Writes a [`Run`].
#[derive(Debug)]
pub(crate) struct RunWriter {
    file: BufWriter<File>,
    records: u64,
}

impl RunWriter {
    /// Creates the file.
    ///
    /// # Errors
    ///
    /// If the temporary file cannot be created.
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self {
            file: BufWriter::with_capacity(BUFFER, tempfile::tempfile()?),
            records: 0,
        })
    }

    /// Writes the next record.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub(crate) fn push(&mut self, record: &impl BorshSerialize) -> io::Result<()> {
        record.serialize(&mut self.file)?;
        self.records += 1;
        Ok(())
    }

    /// Ends the run.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub(crate) fn finish(self) -> io::Result<Run> {
        Ok(Run {
            file: Arc::new(self.file.into_inner()?),
            records: self.records,
        })
    }
}

impl Run {
    /// Returns a reader of the records. A new reader invalidates the previous ones, since all share the position in the
    /// file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub(crate) fn read<R: Record>(&self, check: &Check) -> io::Result<ReadRun<R>> {
        let mut file = Arc::clone(&self.file);
        file.seek(SeekFrom::Start(0))?;
        Ok(ReadRun::new(check.reader(file), self.records))
    }
}

/// Maps an error to another one.
type MapError = dyn FnMut(io::Error) -> io::Error + Send;

/// An iterator that reads sorted records from a source. If the source cannot be read, the error is the last item.
pub struct ReadRun<R> {
    source: BufReader<Box<dyn Read + Send>>,
    left: u64,
    /// Maps errors.
    map: Option<Box<MapError>>,
    record: PhantomData<fn() -> R>,
}

impl<R> ReadRun<R> {
    /// Creates the reader of a number of sorted records. The source is read in blocks of 64 KiB.
    #[must_use]
    pub fn new(source: impl Read + Send + 'static, records: u64) -> Self {
        Self {
            source: BufReader::with_capacity(BUFFER, Box::new(source)),
            left: records,
            map: None,
            record: PhantomData,
        }
    }

    /// Maps the errors of the records, for example to add the name of a file.
    #[must_use]
    pub fn map_err(self, map: impl FnMut(io::Error) -> io::Error + Send + 'static) -> Self {
        Self {
            map: Some(Box::new(map)),
            ..self
        }
    }
}

impl<R> fmt::Debug for ReadRun<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("ReadRun");
        debug.field("left", &self.left).finish_non_exhaustive()
    }
}

impl<R: Record> Iterator for ReadRun<R> {
    type Item = io::Result<R>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let decoded = R::deserialize_reader(&mut self.source);
        Some(decoded.map_err(|error| {
            // Where the next record begins is unknown.
            self.left = 0;
            match &mut self.map {
                Some(map) => map(error),
                None => error,
            }
        }))
    }
}

impl<R: Record> FusedIterator for ReadRun<R> {}
