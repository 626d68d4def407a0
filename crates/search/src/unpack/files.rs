//! Opens inputs and passes on the files in them.

use std::{fs::File, io::Read, ops::ControlFlow, path::Path, sync::Arc};

use urlsift_unpack::{ByteSource, Format, Probe, Recognised, UnpackedFile, Unpacker, Visitor};

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
    progress: Option<Arc<Progress>>,
    observer: Option<Arc<dyn ReadObserver>>,
    probe: Probe,
}

impl Files {
    pub(crate) fn new() -> Self {
        Self {
            unpacker: Some(Unpacker::default()),
            progress: None,
            observer: None,
            probe: Probe::new(),
        }
    }

    /// Sets how compressed files are unpacked; `None` reads them as they are.
    pub(crate) fn set_unpacker(&mut self, unpacker: Option<Unpacker>) {
        self.unpacker = unpacker;
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

    /// Returns a copy with the same settings and new buffers.
    pub(crate) fn with_fresh_buffers(&self) -> Self {
        Self {
            unpacker: self.unpacker.clone(),
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
        let source = match (format, &mut opened) {
            // These are not read from start to end.
            (Some(Format::Zip | Format::Msg | Format::Pst), OpenedInput::File(file)) => {
                ByteSource::File(&file.file)
            }
            (_, opened) => ByteSource::Stream(opened),
        };
        unpacker.resume(path, source, &mut self.probe, visitor)
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
