//! File objects of Python as inputs.

use std::{
    collections::BTreeMap,
    io::{self, Read, Seek, SeekFrom},
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use pyo3::{
    PyTypeInfo,
    exceptions::{PyOSError, PyTypeError},
    prelude::*,
    types::PyBytes,
};
use urlsift_harvest::ReadAnywhere;
use urlsift_search::InputReader;

use crate::{interpreter::call, process::Process};

/// The number of bytes read from a stream at a time.
const STREAM_BLOCK: usize = 1 << 18;

/// The number of bytes read at a time from a file that can be read at any offset. It is larger, because the file may be
/// in an object store.
const FILE_BLOCK: usize = 1 << 20;

/// An exception that a file object has raised, and that is no error of an input, such as `KeyboardInterrupt`: a handler
/// of a signal or `sys.exit` has raised it. Threads that search see an error; the thread that waits for their results
/// takes the exception and raises it.
#[derive(Clone, Debug, Default)]
pub(crate) struct RaisedException(Arc<Mutex<Option<PyErr>>>);

impl RaisedException {
    /// Returns whether there is one.
    pub(crate) fn is_some(&self) -> bool {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .is_some()
    }

    pub(crate) fn take(&self) -> Option<PyErr> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Keeps an exception that is not an `E`.
    pub(crate) fn keep_unless<E: PyTypeInfo>(&self, py: Python<'_>, exception: &PyErr) {
        if !exception.is_instance_of::<E>(py) {
            let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            kept.get_or_insert(exception.clone_ref(py));
        }
    }
}

/// A file object in binary mode. Clones share it.
#[derive(Clone, Debug)]
pub(crate) enum FileObject {
    /// An object that can be read once.
    Stream(InputReader, RaisedException),
    /// An object that can be read at any offset, and its name.
    File(PathBuf, Arc<SeekableObject>),
}

impl FileObject {
    /// Returns the input of an object with the method `read`. `name` is its name, and `raised` keeps the exceptions
    /// that are no errors of an input.
    ///
    /// # Errors
    ///
    /// `TypeError` if it was opened in text mode.
    pub(crate) fn new(
        object: &Bound<'_, PyAny>,
        name: PathBuf,
        raised: RaisedException,
    ) -> PyResult<Self> {
        let text = object.py().import("io")?.getattr("TextIOBase")?;
        if object.is_instance(&text)? {
            return Err(PyTypeError::new_err(
                "expected a file object that was opened in binary mode",
            ));
        }
        let position = position_of(object);
        let object = object.clone().unbind();
        let Some(position) = position else {
            let stream = Stream {
                object: Some(object),
                block: Block::default(),
                raised: raised.clone(),
            };
            return Ok(Self::Stream(InputReader::new(name, stream), raised));
        };
        let file = SeekableObject {
            lock: lock_of(&object),
            object: Some(object),
            position,
            raised,
        };
        Ok(Self::File(name, Arc::new(file)))
    }

    /// Returns an input that reads the object: from its start, or from its position when it was passed in. A stream is
    /// read once, from its current position.
    pub(crate) fn input(&self, from_start: bool) -> InputReader {
        match self {
            Self::Stream(reader, _) => reader.clone(),
            Self::File(name, file) => InputReader::seekable(name, Reader::new(file, from_start)),
        }
    }

    /// Returns a reader of all bytes of an object that can be read at any offset.
    pub(crate) fn reader(&self) -> Option<Box<dyn ReadAnywhere>> {
        match self {
            Self::Stream(..) => None,
            Self::File(_, file) => Some(Box::new(Reader::new(file, true))),
        }
    }

    /// Returns where the exceptions are that are no errors of inputs.
    pub(crate) fn raised(&self) -> RaisedException {
        match self {
            Self::Stream(_, raised) => raised.clone(),
            Self::File(_, file) => file.raised.clone(),
        }
    }

    /// Seeks to the position that the object had when it was passed in.
    pub(crate) fn rewind(&self, py: Python<'_>) -> PyResult<()> {
        match self {
            Self::Stream(..) => Ok(()),
            Self::File(_, file) => Ok(py.detach(|| file.rewind())?),
        }
    }
}

/// Returns the current offset of an object if it can be read at any offset.
fn position_of(object: &Bound<'_, PyAny>) -> Option<u64> {
    let is_seekable = object.call_method0("seekable").ok()?.is_truthy().ok()?;
    let position = is_seekable.then(|| object.call_method0("tell"))?;
    position.ok()?.extract().ok()
}

/// Reads at most `most` bytes of an object into a block; none at its end.
fn read(object: &Bound<'_, PyAny>, most: usize, into: &mut Vec<u8>) -> PyResult<()> {
    let bytes = object.call_method1("read", (most,))?;
    if bytes.is_none() {
        return Err(io::Error::from(io::ErrorKind::WouldBlock).into());
    }
    let bytes = bytes.cast::<PyBytes>().map_err(|_| {
        PyTypeError::new_err("the method 'read' has not returned an object of type 'bytes'")
    })?;
    into.extend_from_slice(bytes.as_bytes());
    Ok(())
}

/// Calls Python from a reading thread, which must hold no lock that a thread with the GIL waits for.
fn call_to_read<R>(
    raised: &RaisedException,
    function: impl FnOnce(Python<'_>) -> PyResult<R>,
) -> io::Result<R> {
    let result = call(|py| {
        let result = function(py);
        if let Err(exception) = &result {
            raised.keep_unless::<PyOSError>(py, exception);
        }
        result
    });
    let result = result.unwrap_or_else(|| Err(io::Error::other("the interpreter ends").into()));
    Ok(result?)
}

/// Bytes that were read ahead.
#[derive(Debug, Default)]
struct Block {
    bytes: Vec<u8>,
    /// The number of bytes that were passed on.
    used: usize,
}

impl Block {
    fn is_used(&self) -> bool {
        self.used == self.bytes.len()
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.used = 0;
    }

    fn pass_on(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let len = (&self.bytes[self.used..]).read(into)?;
        self.used += len;
        Ok(len)
    }
}

/// A stream, which any thread may read.
#[derive(Debug)]
struct Stream {
    /// `None` after the end.
    object: Option<Py<PyAny>>,
    block: Block,
    raised: RaisedException,
}

impl Stream {
    fn fill(&mut self) -> io::Result<()> {
        self.block.clear();
        let Some(object) = &self.object else {
            return Ok(());
        };
        let bytes = &mut self.block.bytes;
        call_to_read(&self.raised, |py| {
            read(object.bind(py), STREAM_BLOCK, bytes)
        })?;
        if bytes.is_empty() {
            drop_object(&mut self.object);
        }
        Ok(())
    }
}

impl Read for Stream {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.block.is_used() {
            self.fill()?;
        }
        self.block.pass_on(into)
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        drop_object(&mut self.object);
    }
}

/// Drops an object, or leaks it if the interpreter is ending.
fn drop_object(object: &mut Option<Py<PyAny>>) {
    if let Some(object) = object.take() {
        call(|py| object.drop_ref(py));
    }
}

/// An object that can be read at any offset, by several readers.
#[derive(Debug)]
pub(crate) struct SeekableObject {
    /// `None` only while it is dropped.
    object: Option<Py<PyAny>>,
    /// The position of the object, in bytes, when it was passed in.
    position: u64,
    lock: Arc<ObjectLock>,
    raised: RaisedException,
}

/// The lock of an object in a process. In another one, which was created by `fork`, a thread that does not exist there
/// may hold it.
#[derive(Debug)]
struct ObjectLock {
    process: Process,
    /// Held from a seek to the read after it. Threads that hold the GIL do not wait for it.
    mutex: Mutex<()>,
}

/// Returns the lock of an object in this process. All scans of the object share it: one may read ahead while another
/// begins.
fn lock_of(object: &Py<PyAny>) -> Arc<ObjectLock> {
    /// The locks of the objects that are in use, by their addresses. Threads lock it only for moments, and with the
    /// GIL, so never during a `fork`; without it, they do so only for objects that were passed in before a `fork`.
    static LOCKS: Mutex<BTreeMap<usize, Weak<ObjectLock>>> = Mutex::new(BTreeMap::new());
    let address = object.as_ptr() as usize;
    let mut locks = LOCKS.lock().unwrap_or_else(PoisonError::into_inner);
    let usable = |lock: &Weak<ObjectLock>| {
        let lock = lock.upgrade();
        lock.filter(|lock| lock.process.is_current())
    };
    if let Some(lock) = locks.get(&address).and_then(usable) {
        return lock;
    }
    locks.retain(|_, lock| usable(lock).is_some());
    let lock = Arc::new(ObjectLock {
        process: Process::current(),
        mutex: Mutex::new(()),
    });
    locks.insert(address, Arc::downgrade(&lock));
    lock
}

impl SeekableObject {
    /// Reads at most a block at an offset.
    fn read_at(&self, offset: u64, into: &mut Vec<u8>) -> io::Result<()> {
        self.call(|object| {
            object.call_method1("seek", (offset,))?;
            read(object, FILE_BLOCK, into)
        })
    }

    fn rewind(&self) -> io::Result<()> {
        self.call(|object| {
            object.call_method1("seek", (self.position,))?;
            Ok(())
        })
    }

    /// Returns the offset of the end.
    fn size(&self) -> io::Result<u64> {
        self.call(|object| {
            object.call_method1("seek", (0, 2))?;
            object.call_method0("tell")?.extract()
        })
    }

    /// Calls a function with the object while no other reader uses it.
    fn call<R: Default>(
        &self,
        function: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<R>,
    ) -> io::Result<R> {
        let Some(object) = &self.object else {
            return Ok(R::default());
        };
        let lock = if self.lock.process.is_current() {
            Arc::clone(&self.lock)
        } else {
            lock_of(object)
        };
        let _guard = lock.mutex.lock().unwrap_or_else(PoisonError::into_inner);
        call_to_read(&self.raised, |py| function(object.bind(py)))
    }
}

impl Drop for SeekableObject {
    fn drop(&mut self) {
        drop_object(&mut self.object);
    }
}

/// A reader of an object, with an offset that does not depend on other readers.
#[derive(Debug)]
struct Reader {
    file: Arc<SeekableObject>,
    /// The position of the object that is offset 0 of the reader.
    start: u64,
    /// The offset after the block.
    at: u64,
    block: Block,
}

impl Reader {
    fn new(file: &Arc<SeekableObject>, from_start: bool) -> Self {
        Self {
            file: Arc::clone(file),
            start: if from_start { 0 } else { file.position },
            at: 0,
            block: Block::default(),
        }
    }

    fn position(&self) -> u64 {
        self.at - (self.block.bytes.len() - self.block.used) as u64
    }
}

impl Read for Reader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.block.is_used() {
            self.block.clear();
            let offset = self.start.saturating_add(self.at);
            self.file.read_at(offset, &mut self.block.bytes)?;
            self.at += self.block.bytes.len() as u64;
        }
        self.block.pass_on(into)
    }
}

impl Seek for Reader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let position = match to {
            SeekFrom::Start(offset) => Some(offset),
            SeekFrom::Current(distance) => self.position().checked_add_signed(distance),
            SeekFrom::End(distance) => {
                let size = self.file.size()?.saturating_sub(self.start);
                size.checked_add_signed(distance)
            }
        };
        let position = position.ok_or(io::ErrorKind::InvalidInput)?;
        let first = self.at - self.block.bytes.len() as u64;
        if (first..self.at).contains(&position) {
            self.block.used = (position - first) as usize;
        } else {
            self.block.clear();
            self.at = position;
        }
        Ok(position)
    }
}
