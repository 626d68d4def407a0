//! The files of an input: itself, or what is packed in it.

use std::{
    fs::File,
    io::{self, Read},
    ops::ControlFlow,
    path::Path,
    sync::Arc,
};

use crate::{
    Error, Input,
    progress::{Counted, Progress, Watched},
};

#[cfg(feature = "compress")]
pub(crate) use urlsift_unpack::Format;

/// How a file is packed. Without the feature `compress` there is no way.
#[cfg(not(feature = "compress"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {}

/// Takes the files of an input, one after the other. A break ends the input.
pub(crate) trait Take {
    /// A file, and how it is packed, the outermost layer first. Reads as much of it as it likes.
    fn file(&mut self, path: &Path, packing: &[Format], bytes: &mut dyn Read) -> ControlFlow<()>;

    /// Something that cannot be read.
    fn error(&mut self, error: Error) -> ControlFlow<()>;

    /// A container has been gone through.
    #[cfg(feature = "compress")]
    fn container(&mut self, path: &Path, packing: &[Format], members: u64) -> ControlFlow<()>;

    /// More is about to be read of an input whose file is not known yet. It may take any time.
    #[cfg(feature = "compress")]
    fn before_read(&mut self) -> ControlFlow<()>;
}

/// Opens inputs, and takes them apart if they are packed.
#[derive(Debug)]
pub(crate) struct Files {
    #[cfg(feature = "compress")]
    packed: Option<crate::packed::Packed>,
    progress: Option<Arc<Progress>>,
}

#[cfg_attr(
    not(feature = "compress"),
    expect(clippy::unused_self, reason = "there is nothing to know")
)]
impl Files {
    pub(crate) fn new() -> Self {
        Self {
            #[cfg(feature = "compress")]
            packed: Some(crate::packed::Packed::default()),
            progress: None,
        }
    }

    /// How packed files are read: within these bounds, or as they are.
    #[cfg(feature = "compress")]
    pub(crate) fn set_unpacker(&mut self, unpacker: Option<urlsift_unpack::Unpacker>) {
        self.packed = unpacker.map(crate::packed::Packed::new);
    }

    /// Where it is told how far the reading has come.
    #[cfg(feature = "parallel")]
    pub(crate) fn set_progress(&mut self, progress: Arc<Progress>) {
        self.progress = Some(progress);
    }

    #[cfg(feature = "parallel")]
    pub(crate) fn progress(&self) -> Option<Arc<Progress>> {
        self.progress.clone()
    }

    /// Says that a file is read as long as what is given back is kept.
    pub(crate) fn watch(&self, file: &File) -> Option<Watched> {
        self.progress.as_ref().map(|progress| progress.watch(file))
    }

    /// The same, with buffers of its own, and without a thread of its own to unpack.
    #[cfg(feature = "parallel")]
    pub(crate) fn twin(&self) -> Self {
        Self {
            #[cfg(feature = "compress")]
            packed: self.packed.as_ref().map(crate::packed::Packed::twin),
            progress: self.progress.clone(),
        }
    }

    /// Whether what begins so, or is all there (`at_end`), is packed, and would be taken apart.
    pub(crate) fn would_unpack(&self, head: &[u8], at_end: bool) -> bool {
        #[cfg(feature = "compress")]
        return self.packed.is_some()
            && matches!(
                urlsift_unpack::Recognised::from_head(head, at_end),
                urlsift_unpack::Recognised::Packed(_)
            );
        #[cfg(not(feature = "compress"))]
        return head.is_empty() && !at_end;
    }

    /// Opens an input, and takes its files.
    pub(crate) fn open(&mut self, input: &Input, taker: &mut impl Take) -> ControlFlow<()> {
        match input.open() {
            Ok(opened) => self.take(input.path(), opened, taker),
            Err(error) => taker.error(Error::io(input.path(), error)),
        }
    }

    /// Takes the files of an input that was opened.
    pub(crate) fn take(
        &mut self,
        path: &Path,
        opened: Opened,
        taker: &mut impl Take,
    ) -> ControlFlow<()> {
        let _watched = match &opened {
            Opened::File(file) => self.watch(file),
            _ => None,
        };
        let mut opened = match &self.progress {
            Some(progress) if !matches!(opened, Opened::File(_)) => Opened::Counted(Counted {
                stream: Box::new(opened),
                progress: Arc::clone(progress),
            }),
            _ => opened,
        };
        #[cfg(feature = "compress")]
        if let Some(packed) = &mut self.packed {
            return packed.open(path, opened, taker);
        }
        taker.file(path, &[], &mut opened)
    }

    /// Takes the files of a stream that is called `path`.
    pub(crate) fn read(
        &mut self,
        path: &Path,
        bytes: &mut dyn Read,
        taker: &mut impl Take,
    ) -> ControlFlow<()> {
        #[cfg(feature = "compress")]
        if let Some(packed) = &mut self.packed {
            return packed.read(path, bytes, taker);
        }
        taker.file(path, &[], bytes)
    }
}

/// An input that was opened.
#[derive(Debug)]
pub(crate) enum Opened {
    /// A file that has a length, and can be read again.
    File(File),
    /// A FIFO, a device.
    Stream(File),
    Stdin(io::Stdin),
    /// Any of these two, whose bytes are counted.
    Counted(Counted),
}

impl Read for Opened {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File(file) | Self::Stream(file) => file.read(into),
            Self::Stdin(stdin) => stdin.read(into),
            Self::Counted(stream) => stream.read(into),
        }
    }
}
