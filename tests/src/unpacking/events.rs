//! Records the events of an [`Unpacker`].

use std::{
    fmt,
    io::{self, Read},
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use urlsift_unpack::{ByteSource, Fault, FaultKind, Format, UnpackedFile, Unpacker, Visitor};

use crate::properties::Escaped;

/// The path of the compressed file.
pub const NAME: &str = "in";

/// The maximum number of members unpacked.
pub const MAX_MEMBERS: u64 = 50;

/// The maximum number of nested formats unpacked.
pub const MAX_LAYERS: u32 = 3;

/// The maximum number of bytes read of a file. A small compressed file may hold any number of bytes.
pub const MAX_FILE_BYTES: usize = 1 << 20;

/// The number of bytes of all files after which the visitor stops.
const MAX_BYTES: usize = 4 << 20;

/// The number of events after which the visitor stops.
const MAX_EVENTS: usize = 2000;

/// An event of unpacking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A file, as far as it was read.
    File {
        /// Its path.
        path: PathBuf,
        /// The formats around it, the outermost first.
        packing: Vec<Format>,
        /// The bytes read.
        bytes: Bytes,
        /// Why reading stopped.
        end: End,
    },
    /// Something could not be read.
    Fault(PathBuf, Problem),
    /// The end of a container.
    Container {
        /// Its path.
        path: PathBuf,
        /// The formats around it, its own included.
        packing: Vec<Format>,
        /// The number of its members.
        members: u64,
    },
}

impl Event {
    /// Returns why something could not be read, in part or at all.
    #[must_use]
    pub fn problem(&self) -> Option<&Problem> {
        match self {
            Self::File {
                end: End::Failed(problem),
                ..
            }
            | Self::Fault(_, problem) => Some(problem),
            Self::File { .. } | Self::Container { .. } => None,
        }
    }
}

/// Why reading of a file stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// At the end of the file.
    Complete,
    /// At the limit of the visitor.
    Stopped,
    /// At an error.
    Failed(Problem),
}

/// The cause of an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The compressed data or the container: the format at fault and the kind of fault.
    Compressed(Format, FaultKind),
    /// The source of the data.
    Source(String),
}

impl Problem {
    /// Leaves out the offset of the fault: for bzip2 it depends on the size of the reads.
    fn of(error: &io::Error) -> Self {
        match Fault::of(error) {
            Some(fault) => Self::Compressed(fault.format(), fault.kind().clone()),
            None => Self::Source(error.to_string()),
        }
    }
}

/// Bytes whose debug output shows only the first ones.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Bytes(pub Vec<u8>);

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let len = self.0.len();
        let shown = &self.0[..len.min(200)];
        write!(f, "{:?} ({len} bytes)", Escaped(shown))
    }
}

/// Limits for recording events.
#[derive(Clone, Copy, Debug)]
pub struct Recorder {
    /// The number of bytes per read.
    pub read_size: usize,
    /// The maximum number of bytes read of a file.
    pub max_bytes: usize,
    /// The number of events after which the visitor stops.
    pub max_events: usize,
}

impl Recorder {
    /// The default limits.
    pub const DEFAULT: Self = Self {
        read_size: 64 << 10,
        max_bytes: MAX_FILE_BYTES,
        max_events: MAX_EVENTS,
    };

    /// Unpacks a source and returns the events.
    ///
    /// # Panics
    ///
    /// If unpacking ends early without a reason, or reports an event after the visitor has stopped.
    #[must_use]
    pub fn record(self, source: ByteSource<'_>) -> Vec<Event> {
        let unpacker = Unpacker::new()
            .max_window(8 << 20)
            .max_layers(MAX_LAYERS)
            .max_members(MAX_MEMBERS);
        let mut visitor = RecordingVisitor {
            limits: self,
            events: Vec::new(),
            bytes: 0,
            is_stopped: false,
        };
        let end = unpacker.unpack(Path::new(NAME), source, &mut visitor);
        assert_eq!(end.is_break(), visitor.is_stopped, "{:?}", visitor.events);
        visitor.events
    }

    /// Unpacks a stream and returns the events.
    ///
    /// # Panics
    ///
    /// As [`Recorder::record`].
    pub fn record_stream(self, stream: &mut dyn Read) -> Vec<Event> {
        self.record(ByteSource::Stream(stream))
    }
}

/// Returns whether a limit may have cut the events short.
#[must_use]
pub fn is_truncated(all: &[Event]) -> bool {
    let is_file_truncated = |event: &Event| {
        matches!(
            event,
            Event::File {
                end: End::Stopped,
                ..
            }
        )
    };
    let bytes = all.iter().map(|event| match event {
        Event::File { bytes, .. } => bytes.0.len(),
        _ => 0,
    });
    all.len() >= MAX_EVENTS
        || bytes.sum::<usize>() >= MAX_BYTES
        || all.iter().any(is_file_truncated)
}

struct RecordingVisitor {
    limits: Recorder,
    events: Vec<Event>,
    bytes: usize,
    is_stopped: bool,
}

impl RecordingVisitor {
    fn push(&mut self, event: Event) -> ControlFlow<()> {
        assert!(!self.is_stopped, "an event after the end: {event:?}");
        self.events.push(event);
        self.is_stopped = self.events.len() >= self.limits.max_events || self.bytes >= MAX_BYTES;
        if self.is_stopped {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn read(&self, from: &mut dyn Read) -> (Vec<u8>, End) {
        let mut bytes = Vec::new();
        let mut buffer = vec![0; self.limits.read_size];
        while bytes.len() < self.limits.max_bytes {
            let len = buffer.len().min(self.limits.max_bytes - bytes.len());
            match from.read(&mut buffer[..len]) {
                Ok(0) => return (bytes, End::Complete),
                Ok(len) => bytes.extend_from_slice(&buffer[..len]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    let again = from.read(&mut buffer);
                    assert!(
                        matches!(again, Ok(0)),
                        "after {error}, a read returned {again:?}: {:?}",
                        Escaped(&buffer[..16.min(buffer.len())])
                    );
                    return (bytes, End::Failed(Problem::of(&error)));
                }
            }
        }
        (bytes, End::Stopped)
    }
}

impl Visitor for RecordingVisitor {
    fn file(&mut self, file: UnpackedFile<'_>) -> ControlFlow<()> {
        let (bytes, end) = self.read(file.bytes);
        self.bytes += bytes.len();
        self.push(Event::File {
            path: file.path.into(),
            packing: file.packing.into(),
            bytes: Bytes(bytes),
            end,
        })
    }

    fn fault(&mut self, path: &Path, error: io::Error) -> ControlFlow<()> {
        self.push(Event::Fault(path.into(), Problem::of(&error)))
    }

    fn container(&mut self, path: &Path, packing: &[Format], members: u64) -> ControlFlow<()> {
        self.push(Event::Container {
            path: path.into(),
            packing: packing.into(),
            members,
        })
    }
}
