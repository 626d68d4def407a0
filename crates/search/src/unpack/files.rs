//! Opens inputs and passes on the files in them.

use std::{fs::File, io::Read, mem, ops::ControlFlow, path::Path, sync::Arc};

use urlsift_unpack::{ByteSource, Probe, Recognised, TempTurn, UnpackedFile, Unpacker, Visitor};

use super::{ahead, source::source};
use crate::{
    input::{
        observer::ReadObserver,
        progress::{Progress, Tracked},
        source::{Input, OpenedInput},
    },
    public_inbox,
};

/// Opens inputs, and unpacks compressed files and containers.
#[derive(Debug)]
pub(crate) struct Files {
    /// `None` if compressed files are read as they are.
    unpacker: Option<Unpacker>,
    /// Whether a large compressed file is unpacked on a separate thread.
    unpacks_ahead: bool,
    progress: Option<Arc<Progress>>,
    observer: Option<Arc<dyn ReadObserver>>,
    probe: Probe,
}

impl Files {
    pub(crate) fn new() -> Self {
        Self {
            unpacker: Some(Unpacker::default()),
            unpacks_ahead: true,
            progress: None,
            observer: None,
            probe: Probe::new(),
        }
    }

    /// Sets how compressed files are unpacked; `None` reads them as they are.
    pub(crate) fn set_unpacker(&mut self, unpacker: Option<Unpacker>) {
        self.unpacker = unpacker;
    }

    /// Returns the maximum number of bytes of temporary files; 0 if compressed files are read as they are.
    pub(crate) fn temp_limit(&self) -> u64 {
        self.unpacker.as_ref().map_or(0, Unpacker::temp_limit)
    }

    /// Returns the turn for temporary files after all others, if compressed files are unpacked.
    pub(crate) fn next_turn(&self) -> Option<TempTurn> {
        self.unpacker.as_ref().map(Unpacker::next_turn)
    }

    /// Sets the turn for temporary files of the next inputs; `None` gives each input its own.
    pub(crate) fn set_turn(&mut self, turn: Option<TempTurn>) {
        if let Some(unpacker) = &mut self.unpacker {
            unpacker.set_turn(turn);
        }
    }

    /// Sets the counter of the bytes that are done.
    pub(crate) fn set_progress(&mut self, progress: Arc<Progress>) {
        self.progress = Some(progress);
    }

    /// Sets what receives the bytes that are read of the next inputs.
    pub(crate) fn set_observer(&mut self, observer: Option<Arc<dyn ReadObserver>>) {
        self.observer = observer;
    }

    pub(crate) fn observer(&self) -> Option<&Arc<dyn ReadObserver>> {
        self.observer.as_ref()
    }

    pub(crate) fn progress(&self) -> Option<Arc<Progress>> {
        self.progress.clone()
    }

    /// Tracks the progress in a file until the returned guard is dropped.
    pub(crate) fn track(&self, file: &File) -> Option<Tracked> {
        self.progress.as_ref().map(|progress| progress.track(file))
    }

    /// Returns a copy with the same settings and new buffers, which unpacks on the calling thread.
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
            && matches!(Recognised::from_head(head, at_end), Recognised::Format(_))
    }

    /// Opens an input and passes on its files.
    pub(crate) fn open(&mut self, input: &Input, visitor: &mut impl Visitor) -> ControlFlow<()> {
        match input.open() {
            Ok(opened) => {
                let opened = match &self.observer {
                    Some(observer) => opened.observed(observer),
                    None => opened,
                };
                self.visit(input.path(), opened, visitor)
            }
            Err(error) => visitor.fault(input.path(), error),
        }
    }

    /// Passes on the files of an input that was opened.
    pub(crate) fn visit(
        &mut self,
        path: &Path,
        opened: OpenedInput,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        if let OpenedInput::PublicInbox(inbox) = &opened {
            return public_inbox::read::read(inbox, path, visitor);
        }
        let _tracked = match &opened {
            OpenedInput::File(file) => self.track(&file.file),
            _ => None,
        };
        let mut opened = match &self.progress {
            Some(progress) if !matches!(opened, OpenedInput::File(_)) => {
                OpenedInput::Counted(Box::new(opened), Arc::clone(progress))
            }
            _ => opened,
        };
        let Some(unpacker) = &self.unpacker else {
            return visitor.file(UnpackedFile::plain(path, &mut opened));
        };
        let before_read = &mut || visitor.before_read();
        let format = self.probe.read(&mut opened, before_read)?;
        // A small file is unpacked before a thread has started.
        let is_small =
            matches!(opened, OpenedInput::File(_)) && self.probe.head().len() < Probe::CAPACITY;
        if format.is_some() && self.unpacks_ahead && !is_small {
            return ahead::unpack(unpacker, path, mem::take(&mut self.probe), opened, visitor);
        }
        unpacker.resume(path, source(&mut opened, format), &mut self.probe, visitor)
    }

    /// Passes on the files of a stream. `path` is its name.
    pub(crate) fn read(
        &mut self,
        path: &Path,
        bytes: &mut dyn Read,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        match &self.unpacker {
            Some(unpacker) => unpacker.unpack(path, ByteSource::Stream(bytes), visitor),
            None => visitor.file(UnpackedFile::plain(path, bytes)),
        }
    }
}
