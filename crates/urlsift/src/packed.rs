//! Inputs that may be packed.

use std::{
    io::{self, Read, Seek},
    ops::ControlFlow,
    path::Path,
};

use urlsift_unpack::{Format, Recognised, Source, Unpacker, Visitor};

use crate::{
    Error,
    files::{Opened, Take},
};

/// How much of an input is read to see whether it is packed; a small one is read whole.
const HEAD: usize = 64 << 10;

/// Tells whether an input is packed, and takes it apart.
#[derive(Debug, Default)]
pub(crate) struct Packed {
    unpacker: Unpacker,
    /// Whether all is done on the thread at hand.
    #[cfg(feature = "parallel")]
    is_here: bool,
    /// The first bytes of the input at hand, `filled` of them.
    buffer: Vec<u8>,
    filled: usize,
    /// Why there are no more of them.
    failure: Option<io::Error>,
}

impl Packed {
    pub(crate) fn new(unpacker: Unpacker) -> Self {
        Self {
            unpacker,
            ..Self::default()
        }
    }

    /// The same, with buffers of its own, and all on the thread at hand.
    #[cfg(feature = "parallel")]
    pub(crate) fn twin(&self) -> Self {
        Self {
            unpacker: self.unpacker.clone(),
            is_here: true,
            ..Self::default()
        }
    }

    /// Takes the files of an input that was opened.
    pub(crate) fn open(
        &mut self,
        path: &Path,
        mut opened: Opened,
        taker: &mut impl Take,
    ) -> ControlFlow<()> {
        if !self.is_packed(&mut opened, taker)? {
            return self.plain(path, &mut opened, taker);
        }
        #[cfg(feature = "parallel")]
        if !self.is_here && !self.is_small(&opened) {
            return crate::ahead::unpack(&self.unpacker, path, self.head(), opened, taker);
        }
        with_source(self.head(), opened, |source| match source {
            Ok(source) => self.unpacker.unpack(path, source, &mut Here(taker)),
            Err(error) => taker.error(Error::io(path, error)),
        })
    }

    /// Takes the files of a stream.
    pub(crate) fn read(
        &mut self,
        path: &Path,
        bytes: &mut dyn Read,
        taker: &mut impl Take,
    ) -> ControlFlow<()> {
        if !self.is_packed(bytes, taker)? {
            return self.plain(path, bytes, taker);
        }
        let mut bytes = self.head().chain(bytes);
        let source = Source::Stream(&mut bytes);
        self.unpacker.unpack(path, source, &mut Here(taker))
    }

    fn head(&self) -> &[u8] {
        &self.buffer[..self.filled]
    }

    /// Reads as many of the first bytes as it takes to know whether an input is packed. What cannot
    /// be read is not; that it cannot is told where the rest of it is read.
    fn is_packed(&mut self, bytes: &mut dyn Read, taker: &mut impl Take) -> ControlFlow<(), bool> {
        self.buffer.resize(HEAD, 0);
        self.failure = None;
        self.filled = 0;
        let mut at_end = false;
        let is_packed = loop {
            match Recognised::from_head(self.head(), at_end) {
                Recognised::Plain => break false,
                Recognised::Packed(_) => break true,
                Recognised::Undecided => taker.before_read()?,
            }
            match bytes.read(&mut self.buffer[self.filled..]) {
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
        taker: &mut impl Take,
    ) -> ControlFlow<()> {
        let failing = Failing(self.failure.take());
        let mut bytes = self.head().chain(failing).chain(bytes);
        taker.file(path, &[], &mut bytes)
    }

    /// Whether it is a file whose first bytes are all of it: it is done before a thread has begun.
    #[cfg(feature = "parallel")]
    fn is_small(&self, opened: &Opened) -> bool {
        matches!(opened, Opened::File(_)) && self.filled < HEAD
    }
}

/// Makes a source of an input whose first bytes were read.
pub(crate) fn with_source<R>(
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

/// Fails once, if it does, and is at its end.
struct Failing(Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// Unpacks where it is asked to.
struct Here<'h, T>(&'h mut T);

impl<T: Take> Visitor for Here<'_, T> {
    fn file(&mut self, path: &Path, packing: &[Format], bytes: &mut dyn Read) -> ControlFlow<()> {
        self.0.file(path, packing, bytes)
    }

    fn fault(&mut self, path: &Path, error: io::Error) -> ControlFlow<()> {
        self.0.error(Error::io(path, error))
    }

    fn container(&mut self, path: &Path, packing: &[Format], members: u64) -> ControlFlow<()> {
        self.0.container(path, packing, members)
    }
}
