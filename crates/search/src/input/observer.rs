//! Observes what is read of a file.

use std::{
    fmt,
    io::{self, Read, Seek, SeekFrom},
    sync::Arc,
};

use super::reader::SeekableBytes;

/// Receives the bytes that a [`Searcher`](crate::Searcher) reads of a file, for example to hash them.
///
/// They need not come in order, nor once: a decoder may seek. Formats that are not read from start to end, such as zip,
/// and what is only read to recognise a file or to find a message, may not be reported.
pub trait ReadObserver: fmt::Debug + Send + Sync {
    /// Called after bytes have been read at an offset.
    fn read(&self, offset: u64, bytes: &[u8]);
}

/// A file that the caller has opened, at its start, and whose reads are observed.
#[derive(Debug)]
struct ObservedBytes {
    bytes: SeekableBytes,
    /// The offset of the next read.
    at: u64,
    observer: Arc<dyn ReadObserver>,
}

/// Returns the bytes of a file, at its start, whose reads are observed.
pub(crate) fn observed(bytes: SeekableBytes, observer: &Arc<dyn ReadObserver>) -> SeekableBytes {
    Box::new(ObservedBytes {
        bytes,
        at: 0,
        observer: Arc::clone(observer),
    })
}

impl Read for ObservedBytes {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let len = self.bytes.read(into)?;
        self.observer.read(self.at, &into[..len]);
        self.at += len as u64;
        Ok(len)
    }
}

impl Seek for ObservedBytes {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.at = self.bytes.seek(to)?;
        Ok(self.at)
    }
}
