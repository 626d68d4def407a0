//! Opens inputs and passes on the files in them.

use std::{
    fs::File,
    io::{self, Read, Seek},
    ops::ControlFlow,
    path::Path,
    sync::Arc,
};

use urlsift_unpack::{Format, Recognised, Source, Unpacker, Visitor};

use super::ahead;
use crate::input::{
    progress::{Progress, Tracked},
    source::{Input, Opened},
};

/// Bytes read of an input to see whether it is packed. A smaller input is read whole.
const HEAD: usize = 64 << 10;

/// Opens inputs, and unpacks them if they are packed.
#[derive(Debug)]
pub(crate) struct Files {
    /// `None` if packed files are read as they are.
    unpacker: Option<Unpacker>,
    /// Whether a large packed file is unpacked on a thread of its own.
    unpacks_ahead: bool,
    progress: Option<Arc<Progress>>,
    /// The first bytes of the current input, `filled` of them.
    head: Vec<u8>,
    filled: usize,
    /// Why there are no more of them.
    failure: Option<io::Error>,
}

impl Files {
    pub(crate) fn new() -> Self {
        Self {
            unpacker: Some(Unpacker::default()),
            unpacks_ahead: true,
            progress: None,
            head: Vec::new(),
            filled: 0,
            failure: None,
        }
    }

    /// Sets how packed files are unpacked; `None` reads them as they are.
    pub(crate) fn set_unpacker(&mut self, unpacker: Option<Unpacker>) {
        self.unpacker = unpacker;
    }

    /// Sets where the bytes that are done are counted.
    pub(crate) fn set_progress(&mut self, progress: Arc<Progress>) {
        self.progress = Some(progress);
    }

    pub(crate) fn progress(&self) -> Option<Arc<Progress>> {
        self.progress.clone()
    }

    /// Tracks the progress in a file until the returned guard is dropped.
    pub(crate) fn track(&self, file: &File) -> Option<Tracked> {
        self.progress.as_ref().map(|progress| progress.track(file))
    }

    /// Returns one with the same settings and buffers of its own, which unpacks on the calling thread.
    pub(crate) fn with_fresh_buffers(&self) -> Self {
        Self {
            unpacker: self.unpacker.clone(),
            unpacks_ahead: false,
            progress: self.progress.clone(),
            ..Self::new()
        }
    }

    /// Returns whether a file that begins with `head`, or is no longer than it (`at_end`), would be
    /// unpacked.
    pub(crate) fn would_unpack(&self, head: &[u8], at_end: bool) -> bool {
        self.unpacker.is_some()
            && matches!(Recognised::from_head(head, at_end), Recognised::Packed(_))
    }

    /// Opens an input and passes on its files.
    pub(crate) fn open(&mut self, input: &Input, visitor: &mut impl Visitor) -> ControlFlow<()> {
        match input.open() {
            Ok(opened) => self.visit(input.path(), opened, visitor),
            Err(error) => visitor.fault(input.path(), error),
        }
    }

    /// Passes on the files of an input that was opened.
    pub(crate) fn visit(
        &mut self,
        path: &Path,
        opened: Opened,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        let _tracked = match &opened {
            Opened::File(file) => self.track(file),
            _ => None,
        };
        let mut opened = match &self.progress {
            Some(progress) if !matches!(opened, Opened::File(_)) => {
                Opened::Counted(Box::new(opened), Arc::clone(progress))
            }
            _ => opened,
        };
        if !self.is_packed(&mut opened, visitor)? {
            return self.plain(path, &mut opened, visitor);
        }
        let Some(unpacker) = &self.unpacker else {
            return ControlFlow::Continue(());
        };
        let head = &self.head[..self.filled];
        // A small file is unpacked before a thread has started.
        let is_small = matches!(opened, Opened::File(_)) && self.filled < HEAD;
        if self.unpacks_ahead && !is_small {
            return ahead::unpack(unpacker, path, head, opened, visitor);
        }
        with_source(head, opened, |source| match source {
            Ok(source) => unpacker.unpack(path, source, visitor),
            Err(error) => visitor.fault(path, error),
        })
    }

    /// Passes on the files of a stream that is called `path`.
    pub(crate) fn read(
        &mut self,
        path: &Path,
        bytes: &mut dyn Read,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        if !self.is_packed(bytes, visitor)? {
            return self.plain(path, bytes, visitor);
        }
        let Some(unpacker) = &self.unpacker else {
            return ControlFlow::Continue(());
        };
        let mut bytes = self.head[..self.filled].chain(bytes);
        unpacker.unpack(path, Source::Stream(&mut bytes), visitor)
    }

    /// Reads as many bytes as it takes to know whether the input is packed. An input that cannot be read
    /// is not; the error is reported where the rest is read.
    fn is_packed(
        &mut self,
        bytes: &mut dyn Read,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), bool> {
        self.failure = None;
        self.filled = 0;
        if self.unpacker.is_none() {
            return ControlFlow::Continue(false);
        }
        self.head.resize(HEAD, 0);
        let mut at_end = false;
        let is_packed = loop {
            match Recognised::from_head(&self.head[..self.filled], at_end) {
                Recognised::Plain => break false,
                Recognised::Packed(_) => break true,
                Recognised::Undecided => visitor.before_read()?,
            }
            match bytes.read(&mut self.head[self.filled..]) {
                Ok(len) => {
                    self.filled += len;
                    at_end = len == 0;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.failure = Some(error);
                    break false;
                }
            }
        };
        ControlFlow::Continue(is_packed)
    }

    fn plain(
        &mut self,
        path: &Path,
        bytes: &mut dyn Read,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        let failing = FailOnce(self.failure.take());
        let head = &self.head[..self.filled];
        visitor.file(path, &[], &mut head.chain(failing).chain(bytes))
    }
}

/// Makes a source of an input whose first bytes were read.
pub(super) fn with_source<R>(
    head: &[u8],
    opened: Opened,
    then: impl FnOnce(io::Result<Source<'_>>) -> R,
) -> R {
    match opened {
        Opened::File(mut file) => match file.rewind() {
            Ok(()) => then(Ok(Source::File(&file))),
            Err(error) => then(Err(error)),
        },
        stream => then(Ok(Source::Stream(&mut head.chain(stream)))),
    }
}

/// A reader that fails once, if there is an error, and is then at its end.
struct FailOnce(Option<io::Error>);

impl Read for FailOnce {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// Returns whether other files may follow one that is packed in these layers.
pub(crate) fn is_member(packing: &[Format]) -> bool {
    packing.iter().any(|format| format.is_container())
}

/// Returns whether a file that cannot be read to its end is the last one that can be read of its
/// container.
pub(crate) fn is_in_tar(packing: &[Format]) -> bool {
    packing.contains(&Format::Tar)
}
