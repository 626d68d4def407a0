//! Counts the messages and parts in inputs.

use std::{
    fs::{self, Metadata},
    io::{self, Read},
    mem,
    ops::ControlFlow,
    path::Path,
};

use urlsift::{ArchiveStats, Kind, StatsEvent, StatsReader, archive::ArchiveWarning};
use urlsift_unpack::{Format, MessageLayout, UnpackedFile, Unpacker, Visitor};

use crate::{error::Error, head::is_page_name, input::source::Input, unpack::files::Files};

/// An event that an [`Inspector`] reports.
#[derive(Debug)]
#[non_exhaustive]
pub enum InspectEvent<'e> {
    /// A file begins: the input itself or, if the input is a compressed file or a container, a file in it. The path is
    /// as in [`FileSink::begin`](crate::FileSink::begin).
    Begin(&'e Path),
    /// A defect of the current file, and its offset.
    Warning(u64, ArchiveWarning),
    /// The end of a file.
    File {
        /// Its path.
        path: &'e Path,
        /// The layers around the file, the outermost first; empty if there are none.
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
        /// The number of members that are files, or of messages.
        members: u64,
        /// What is known of its messages, if its members are messages; see [`ContainedMessages`].
        messages: Option<ContainedMessages<'e>>,
    },
    /// The current file cannot be read from an offset on, or an input or a file in it cannot be read at all.
    Error(Error),
    /// Everything read so far is counted, and a read follows that may block. Reported again when a signal
    /// interrupts the read.
    BeforeRead,
}

/// What is known of the messages in a container whose members are messages: a file of Outlook, or a public-inbox
/// repository.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ContainedMessages<'e> {
    /// The size of the file; for a repository, the size of its messages. `None` for a compressed file or a pipe.
    pub bytes: Option<u64>,
    /// The counts of the parts of its messages; for Outlook, of the messages that have a text. Other counts concern
    /// texts, not messages.
    pub parts: &'e ArchiveStats,
}

/// Counts the messages and parts of one input after another.
///
/// An inspector buffers what a [`StatsReader`] buffers. For compressed files it needs the same memory as a
/// [`Searcher`](crate::Searcher).
///
/// ```
/// use std::{ops::ControlFlow, path::Path};
/// use urlsift_search::{InspectEvent, Inspector};
///
/// let mail = &b"Subject: a\nContent-Type: text/html\n\n<p>b\n"[..];
/// let mut messages = 0;
/// Inspector::new().read(Path::new("a.eml"), mail, &mut |event: InspectEvent<'_>| {
///     if let InspectEvent::File { stats, .. } = event {
///         messages += stats.messages;
///     }
///     ControlFlow::Continue(())
/// });
/// assert_eq!(messages, 1);
/// ```
#[derive(Debug)]
pub struct Inspector {
    files: Files,
    reader: StatsReader,
    /// Reads the members that are messages according to their container.
    message_reader: StatsReader,
}

impl Inspector {
    /// Creates an inspector that detects the kind of each file.
    #[must_use]
    pub fn new() -> Self {
        Self {
            files: Files::new(),
            reader: StatsReader::new(None),
            message_reader: StatsReader::new(Some(Kind::Message)),
        }
    }

    /// Sets the kind of every file; with `None`, the kind is detected.
    #[must_use]
    pub fn kind(mut self, kind: Option<Kind>) -> Self {
        self.reader = StatsReader::new(kind);
        self
    }

    /// Sets the unpacker of compressed files and containers; the default has the default limits. With `None`,
    /// compressed files are read without unpacking.
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
        let path = Some(input.path()).filter(|path| *path != Path::new("-"));
        let metadata = path.and_then(|path| fs::metadata(path).ok());
        let metadata = metadata.filter(Metadata::is_file);
        let (files, mut visitor) = self.visitor(metadata.map(|file| file.len()), report);
        // A break only means that the caller needs no more.
        let _ = files.open(input, &mut visitor);
    }

    /// Counts the messages and parts of a stream. `path` is its name.
    pub fn read(
        &mut self,
        path: &Path,
        mut bytes: impl Read,
        report: &mut impl FnMut(InspectEvent<'_>) -> ControlFlow<()>,
    ) {
        let (files, mut visitor) = self.visitor(None, report);
        let _ = files.read(path, &mut bytes, &mut visitor);
    }

    /// Returns the visitor of the files of an input. `size` is the size of the input, if it is a file.
    fn visitor<'s, R>(
        &'s mut self,
        size: Option<u64>,
        report: &'s mut R,
    ) -> (&'s mut Files, InspectVisitor<'s, R>) {
        let visitor = InspectVisitor {
            reader: &mut self.reader,
            message_reader: &mut self.message_reader,
            report,
            size,
            texts: ArchiveStats::default(),
        };
        (&mut self.files, visitor)
    }
}

impl Default for Inspector {
    fn default() -> Self {
        Self::new()
    }
}

/// Counts the messages and parts of the files of one input.
struct InspectVisitor<'s, R> {
    reader: &'s mut StatsReader,
    message_reader: &'s mut StatsReader,
    report: &'s mut R,
    /// The size of the input, if it is a file.
    size: Option<u64>,
    /// The counts of the messages, or texts of messages, in the current container.
    texts: ArchiveStats,
}

impl<R: FnMut(InspectEvent<'_>) -> ControlFlow<()>> InspectVisitor<'_, R> {
    /// Messages and their texts are not files: they are counted with their container.
    fn message(
        &mut self,
        path: &Path,
        layout: MessageLayout,
        bytes: &mut dyn Read,
    ) -> ControlFlow<()> {
        let (stats, failure) = self.message_reader.read(bytes, |event| match event {
            StatsEvent::BeforeRead => (self.report)(InspectEvent::BeforeRead),
            _ => ControlFlow::Continue(()),
        })?;
        let name = path.as_os_str().as_encoded_bytes();
        // The header section of a message is not a part.
        if !layout.is_virtual || !name.ends_with(b"!headers") {
            self.texts.add(&stats);
        }
        if let Some(error) = failure {
            (self.report)(InspectEvent::Error(Error::read(path, stats.bytes, error)))?;
        }
        ControlFlow::Continue(())
    }
}

impl<R: FnMut(InspectEvent<'_>) -> ControlFlow<()>> Visitor for InspectVisitor<'_, R> {
    fn file(&mut self, file: UnpackedFile<'_>) -> ControlFlow<()> {
        let UnpackedFile {
            path,
            packing,
            layout,
            bytes,
        } = file;
        if let Some(layout) = layout {
            return self.message(path, layout, bytes);
        }
        self.texts = ArchiveStats::default();
        self.reader.set_page_by_name(is_page_name(path));
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
            (self.report)(InspectEvent::Error(Error::read(path, stats.bytes, error)))?;
        }
        ControlFlow::Continue(())
    }

    fn fault(&mut self, path: &Path, error: io::Error) -> ControlFlow<()> {
        (self.report)(InspectEvent::Error(Error::io(path, error)))
    }

    fn container(&mut self, path: &Path, packing: &[Format], members: u64) -> ControlFlow<()> {
        let texts = mem::take(&mut self.texts);
        let bytes = match packing {
            [Format::PublicInbox] => Some(texts.bytes),
            [Format::Msg | Format::Pst] => self.size,
            _ => None,
        };
        let holds_messages =
            |format| matches!(format, &Format::Msg | &Format::Pst | &Format::PublicInbox);
        let messages = ContainedMessages {
            bytes,
            parts: &texts,
        };
        (self.report)(InspectEvent::Container {
            path,
            packing,
            members,
            messages: packing
                .last()
                .is_some_and(holds_messages)
                .then_some(messages),
        })
    }

    fn before_read(&mut self) -> ControlFlow<()> {
        (self.report)(InspectEvent::BeforeRead)
    }
}
