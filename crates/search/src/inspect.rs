//! Counts the messages and parts in inputs.

use std::{
    io::{self, Read},
    ops::ControlFlow,
    path::Path,
};

use urlsift::{ArchiveStats, Kind, StatsEvent, StatsReader, archive::ArchiveWarning};
use urlsift_unpack::{Format, MessageLayout, Unpacker, Visitor};

use crate::{error::Error, input::source::Input, unpack::files::Files};

/// An event that an [`Inspector`] reports.
#[derive(Debug)]
#[non_exhaustive]
pub enum InspectEvent<'e> {
    /// A file begins: the input itself or, if the input is packed, a file in it. The path is as in
    /// [`FileSink::begin`](crate::FileSink::begin).
    Begin(&'e Path),
    /// A defect of the current file, and its offset.
    Warning(u64, ArchiveWarning),
    /// The end of a file.
    File {
        /// Its path.
        path: &'e Path,
        /// The layers around the file, outermost first; empty if the file is not packed.
        packing: &'e [Format],
        /// The counts of the file, or of the part that could be read.
        stats: &'e ArchiveStats,
    },
    /// The end of a container, after its members.
    Container {
        /// Its path.
        path: &'e Path,
        /// The layers around the container, outermost first, and the format of the container last.
        packing: &'e [Format],
        /// The number of members that are files.
        members: u64,
    },
    /// The current file cannot be read from an offset on, or an input or a file in it cannot be read at all.
    Error(Error),
    /// Everything read so far is counted, and a read follows that may block. Reported again when a signal
    /// interrupts the read.
    BeforeRead,
}

/// Counts the messages and parts of one input after another.
///
/// An inspector buffers what a [`StatsReader`] buffers. It decodes nothing except compression, for which it needs the
/// same memory as a [`Searcher`](crate::Searcher).
///
/// ```
/// use std::{ops::ControlFlow, path::Path};
/// use urlsift_search::{InspectEvent, Inspector};
///
/// let mail = &b"Subject: a\nContent-Type: text/html\n\n<p>b\n"[..];
/// let mut messages = 0;
/// Inspector::new().read(Path::new("a.eml"), mail, &mut |event: InspectEvent<'_>| {
///     if let InspectEvent::File { stats, .. } = event {
///         messages += stats.messages();
///     }
///     ControlFlow::Continue(())
/// });
/// assert_eq!(messages, 1);
/// ```
#[derive(Debug)]
pub struct Inspector {
    files: Files,
    reader: StatsReader,
}

impl Inspector {
    /// Creates an inspector that detects the kind of each file.
    #[must_use]
    pub fn new() -> Self {
        Self {
            files: Files::new(),
            reader: StatsReader::new(None),
        }
    }

    /// Sets the kind of every file; with `None`, the kind is detected.
    #[must_use]
    pub fn kind(mut self, kind: Option<Kind>) -> Self {
        self.reader = StatsReader::new(kind);
        self
    }

    /// Sets the unpacker of compressed files and containers; the default has the default limits. With `None`, packed
    /// files are read without unpacking.
    #[must_use]
    pub fn unpacking(mut self, unpacker: Option<Unpacker>) -> Self {
        self.files.set_unpacker(unpacker);
        self
    }

    /// Opens an input and counts its messages and parts, until the input ends or `report` breaks.
    pub fn inspect(
        &mut self,
        input: &Input,
        report: &mut impl FnMut(InspectEvent<'_>) -> ControlFlow<()>,
    ) {
        let Self { files, reader } = self;
        // A break only means that the caller needs no more.
        let _ = files.open(input, &mut FileVisitor { reader, report });
    }

    /// Counts the messages and parts of a stream. `path` is its name.
    pub fn read(
        &mut self,
        path: &Path,
        mut bytes: impl Read,
        report: &mut impl FnMut(InspectEvent<'_>) -> ControlFlow<()>,
    ) {
        let Self { files, reader } = self;
        let _ = files.read(path, &mut bytes, &mut FileVisitor { reader, report });
    }
}

impl Default for Inspector {
    fn default() -> Self {
        Self::new()
    }
}

/// Counts what the files of one input hold.
struct FileVisitor<'s, R> {
    reader: &'s mut StatsReader,
    report: &'s mut R,
}

impl<R: FnMut(InspectEvent<'_>) -> ControlFlow<()>> Visitor for FileVisitor<'_, R> {
    fn file(&mut self, path: &Path, packing: &[Format], bytes: &mut dyn Read) -> ControlFlow<()> {
        (self.report)(InspectEvent::Begin(path))?;
        let (stats, failure) = self.reader.read(bytes, |event| match event {
            StatsEvent::Warning(offset, warning) => {
                (self.report)(InspectEvent::Warning(offset, warning))
            }
            _ => (self.report)(InspectEvent::BeforeRead),
        })?;
        let stats = &stats;
        (self.report)(InspectEvent::File {
            path,
            packing,
            stats,
        })?;
        if let Some(error) = failure {
            (self.report)(InspectEvent::Error(Error::read(path, stats.bytes(), error)))?;
        }
        ControlFlow::Continue(())
    }

    /// Texts of messages are not files: only the messages of their container are counted.
    fn message(
        &mut self,
        _: &Path,
        _: &[Format],
        _: MessageLayout,
        _: &mut dyn Read,
    ) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn fault(&mut self, path: &Path, error: io::Error) -> ControlFlow<()> {
        (self.report)(InspectEvent::Error(Error::io(path, error)))
    }

    fn container(&mut self, path: &Path, packing: &[Format], members: u64) -> ControlFlow<()> {
        (self.report)(InspectEvent::Container {
            path,
            packing,
            members,
        })
    }

    fn before_read(&mut self) -> ControlFlow<()> {
        (self.report)(InspectEvent::BeforeRead)
    }
}
