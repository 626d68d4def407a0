//! Counts what inputs hold.

use std::{
    io::{self, Read},
    ops::ControlFlow,
    path::Path,
};

use urlsift::{ArchiveStats, Kind, StatsEvent, StatsReader, archive::Warning};
use urlsift_unpack::{Format, Unpacker, Visitor};

use crate::{error::Error, input::source::Input, unpack::files::Files};

/// What an [`Inspector`] reports.
#[derive(Debug)]
#[non_exhaustive]
pub enum InspectEvent<'e> {
    /// A file begins: the input itself or, if that is packed, a file in it, with the path that
    /// [`FileSink::begin`](crate::FileSink::begin) has.
    Begin(&'e Path),
    /// A defect of the current file, and the offset of the byte it is about.
    Warning(u64, Warning),
    /// The end of a file.
    File {
        /// Its path.
        path: &'e Path,
        /// The layers in which it is packed, the outermost first; empty if it is not.
        packing: &'e [Format],
        /// What it holds, or what was read of it.
        stats: &'e ArchiveStats,
    },
    /// The end of a container. Its members were reported before.
    Container {
        /// Its path.
        path: &'e Path,
        /// The layers in which it is packed, and its own format last.
        packing: &'e [Format],
        /// The number of its members that are files.
        members: u64,
    },
    /// The current file cannot be read from an offset on; or an input, or a file in it, cannot be read at
    /// all.
    Error(Error),
    /// Everything read so far is counted, and a read follows that may block. Reported again when a signal
    /// interrupts the read.
    BeforeRead,
}

/// Counts what one input after another holds.
///
/// It retains what a [`StatsReader`] retains, and decodes nothing but what is packed; the memory for that
/// is that of a [`Searcher`](crate::Searcher).
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
    /// Creates an inspector that takes each file for what its content says.
    #[must_use]
    pub fn new() -> Self {
        Self {
            files: Files::new(),
            reader: StatsReader::new(None),
        }
    }

    /// Takes each file for `kind`, whatever its content says.
    #[must_use]
    pub fn kind(mut self, kind: Option<Kind>) -> Self {
        self.reader = StatsReader::new(kind);
        self
    }

    /// Sets how compressed files and containers are unpacked: with the default limits, unless this is used.
    /// With `None` they are read as they are.
    #[must_use]
    pub fn unpacking(mut self, unpacker: Option<Unpacker>) -> Self {
        self.files.set_unpacker(unpacker);
        self
    }

    /// Opens an input and counts what it holds, until it ends or `report` breaks.
    pub fn inspect(
        &mut self,
        input: &Input,
        report: &mut impl FnMut(InspectEvent<'_>) -> ControlFlow<()>,
    ) {
        let Self { files, reader } = self;
        // A break says only that the caller has had enough.
        let _ = files.open(input, &mut FileVisitor { reader, report });
    }

    /// Counts what a stream holds that is called `path`.
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
