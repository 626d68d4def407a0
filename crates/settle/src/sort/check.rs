//! Ends a long merge.

use std::{
    fmt,
    io::{self, Read},
    sync::Arc,
};

type Ask = dyn Fn() -> io::Result<()> + Send + Sync;

/// A function that is called for each block that is read, and whose error ends the merge.
///
/// By default, nothing is called.
#[derive(Clone, Default)]
pub struct Check(Option<Arc<Ask>>);

impl Check {
    /// Creates the check that calls a function.
    #[must_use]
    pub fn new(ask: impl Fn() -> io::Result<()> + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(ask)))
    }

    /// Returns the check that calls nothing.
    pub(crate) const fn none() -> Self {
        Self(None)
    }

    /// Returns a reader that calls the function before each read.
    pub fn reader<R: Read>(&self, reader: R) -> impl Read + use<R> {
        CheckedReader {
            check: self.clone(),
            reader,
        }
    }
}

impl fmt::Debug for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_called = self.0.is_some();
        f.debug_tuple("Check").field(&is_called).finish()
    }
}

struct CheckedReader<R> {
    check: Check,
    reader: R,
}

impl<R: Read> Read for CheckedReader<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if let Some(ask) = &self.check.0 {
            ask()?;
        }
        self.reader.read(into)
    }
}
