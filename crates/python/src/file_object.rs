//! File objects of Python as streams.

use std::io::{self, Read};

use pyo3::{exceptions::PyTypeError, prelude::*, types::PyBytes};

use crate::interpreter::call;

/// Bytes that are read at a time.
const BLOCK: usize = 1 << 18;

/// A file object, which any thread may read.
#[derive(Debug)]
pub(crate) struct FileObject {
    /// `None` after the end.
    object: Option<Py<PyAny>>,
    block: Vec<u8>,
    /// The number of bytes of the block that were passed on.
    used: usize,
}

impl FileObject {
    /// Returns the stream of an object with the method `read`.
    ///
    /// # Errors
    ///
    /// `TypeError` if it was opened in text mode.
    pub(crate) fn new(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let text = object.py().import("io")?.getattr("TextIOBase")?;
        if object.is_instance(&text)? {
            return Err(PyTypeError::new_err(
                "expected a file object that was opened in binary mode",
            ));
        }
        Ok(Self {
            object: Some(object.clone().unbind()),
            block: Vec::new(),
            used: 0,
        })
    }

    fn fill(&mut self) -> io::Result<()> {
        self.used = 0;
        self.block.clear();
        let Some(object) = &self.object else {
            return Ok(());
        };
        let block = &mut self.block;
        let read = call(|py| -> PyResult<()> {
            let bytes = object.bind(py).call_method1("read", (BLOCK,))?;
            if bytes.is_none() {
                return Err(io::Error::from(io::ErrorKind::WouldBlock).into());
            }
            let bytes = bytes.cast::<PyBytes>().map_err(|_| {
                PyTypeError::new_err("the method 'read' has not returned an object of type 'bytes'")
            })?;
            block.extend_from_slice(bytes.as_bytes());
            Ok(())
        });
        read.unwrap_or_else(|| Err(io::Error::other("the interpreter ends").into()))?;
        if self.block.is_empty() {
            self.drop_object();
        }
        Ok(())
    }

    /// Drops the object while its interpreter is there.
    fn drop_object(&mut self) {
        if let Some(object) = self.object.take() {
            call(|py| object.drop_ref(py));
        }
    }
}

impl Read for FileObject {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.used == self.block.len() {
            self.fill()?;
        }
        let len = (&self.block[self.used..]).read(into)?;
        self.used += len;
        Ok(len)
    }
}

impl Drop for FileObject {
    fn drop(&mut self) {
        self.drop_object();
    }
}
