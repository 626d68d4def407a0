//! What an [`Unpacker`] tells, written down.

use std::{
    fmt,
    io::{self, Read},
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use urlsift_unpack::{Fault, FaultKind, Format, Source, Unpacker, Visitor};

use crate::properties::Escaped;

/// What the packed file is called.
pub const NAME: &str = "in";

/// How many members are looked at.
pub const MOST_MEMBERS: u64 = 50;

/// How many layers are opened.
pub const MOST_LAYERS: u32 = 3;

/// How much of a file is read, in bytes. What is packed well may have any number of them.
pub const MOST_OF_A_FILE: usize = 1 << 20;

/// Behind so many bytes of all files together, nothing more is listened to.
const MOST_BYTES: usize = 4 << 20;

/// Behind so many things told, nothing more is listened to.
const MOST_TOLD: usize = 2000;

/// One thing that was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// A file, as far as it was read.
    File {
        /// Its path.
        path: PathBuf,
        /// The layers around it.
        packing: Vec<Format>,
        /// Its bytes.
        bytes: Text,
        /// Why there are no more.
        end: End,
    },
    /// Something could not be read.
    Fault(PathBuf, Problem),
    /// The end of a container.
    Container {
        /// Its path.
        path: PathBuf,
        /// The layers around it, its own included.
        packing: Vec<Format>,
        /// How many members it had.
        members: u64,
    },
}

impl Told {
    /// Whether it is that something could not be read, in part or at all.
    #[must_use]
    pub fn is_fault(&self) -> bool {
        match self {
            Self::File { end, .. } => matches!(end, End::Failed(_)),
            Self::Fault(..) => true,
            Self::Container { .. } => false,
        }
    }
}

/// Why no more of a file was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// There is no more.
    Whole,
    /// Nobody asked for more.
    Enough,
    /// It failed.
    Failed(Problem),
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// With what is packed: the format at fault, and what.
    Packed(Format, FaultKind),
    /// With where it comes from.
    Source(String),
}

impl Problem {
    /// The place is left out: it says where something was noticed, which for bzip2 depends on how
    /// much of it was at hand.
    fn of(error: &io::Error) -> Self {
        match Fault::of(error) {
            Some(fault) => Self::Packed(fault.format(), fault.kind().clone()),
            None => Self::Source(error.to_string()),
        }
    }
}

/// Bytes, of which only the first are shown.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Text(pub Vec<u8>);

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let len = self.0.len();
        let shown = &self.0[..len.min(200)];
        write!(f, "{:?} ({len} bytes)", Escaped(shown))
    }
}

/// How someone listens.
#[derive(Clone, Copy, Debug)]
pub struct Listening {
    /// How many bytes of a file are read at a time.
    pub at_a_time: usize,
    /// How many bytes of a file are read at all.
    pub most: usize,
    /// Behind so many things told, nothing more is listened to.
    pub most_told: usize,
}

impl Listening {
    /// To as much as is ever listened to.
    pub const ALL: Self = Self {
        at_a_time: 64 << 10,
        most: MOST_OF_A_FILE,
        most_told: MOST_TOLD,
    };

    /// Writes down all that is told of a packed file.
    ///
    /// # Panics
    ///
    /// If there is an end that nobody asked for, or something behind one.
    #[must_use]
    pub fn to(self, source: Source<'_>) -> Vec<Told> {
        let unpacker = Unpacker::new()
            .most_window(1 << 20)
            .most_layers(MOST_LAYERS)
            .most_members(MOST_MEMBERS);
        let mut listener = Listener {
            how: self,
            told: Vec::new(),
            bytes: 0,
            had_enough: false,
        };
        let end = unpacker.unpack(Path::new(NAME), source, &mut listener);
        let too_many = listener.told.iter().any(is_too_many);
        assert_eq!(
            end.is_break(),
            listener.had_enough || too_many,
            "{:?}",
            listener.told
        );
        listener.told
    }

    /// The same of a packed file that comes from a reader.
    ///
    /// # Panics
    ///
    /// As [`Listening::to`].
    pub fn to_stream(self, stream: &mut dyn Read) -> Vec<Told> {
        self.to(Source::Stream(stream))
    }
}

/// Whether there may have been more than was listened to.
#[must_use]
pub fn had_enough(all: &[Told]) -> bool {
    let is_cut_off = |told: &Told| {
        matches!(
            told,
            Told::File {
                end: End::Enough,
                ..
            }
        )
    };
    let bytes = all.iter().map(|told| match told {
        Told::File { bytes, .. } => bytes.0.len(),
        _ => 0,
    });
    all.len() >= MOST_TOLD || bytes.sum::<usize>() >= MOST_BYTES || all.iter().any(is_cut_off)
}

fn is_too_many(told: &Told) -> bool {
    matches!(
        told,
        Told::Fault(_, Problem::Packed(_, FaultKind::TooMany { .. }))
    )
}

struct Listener {
    how: Listening,
    told: Vec<Told>,
    bytes: usize,
    had_enough: bool,
}

impl Listener {
    fn note(&mut self, told: Told) -> ControlFlow<()> {
        assert!(!self.had_enough, "told behind the end: {told:?}");
        self.told.push(told);
        self.had_enough = self.told.len() >= self.how.most_told || self.bytes >= MOST_BYTES;
        if self.had_enough {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn read(&self, from: &mut dyn Read) -> (Vec<u8>, End) {
        let mut bytes = Vec::new();
        let mut buffer = vec![0; self.how.at_a_time];
        while bytes.len() < self.how.most {
            let most = buffer.len().min(self.how.most - bytes.len());
            match from.read(&mut buffer[..most]) {
                Ok(0) => return (bytes, End::Whole),
                Ok(len) => bytes.extend_from_slice(&buffer[..len]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    let again = from.read(&mut buffer);
                    assert!(
                        matches!(again, Ok(0)),
                        "behind {error} there was {again:?} of {:?}",
                        Escaped(&buffer[..16.min(buffer.len())])
                    );
                    return (bytes, End::Failed(Problem::of(&error)));
                }
            }
        }
        (bytes, End::Enough)
    }
}

impl Visitor for Listener {
    fn file(&mut self, path: &Path, packing: &[Format], bytes: &mut dyn Read) -> ControlFlow<()> {
        let (bytes, end) = self.read(bytes);
        self.bytes += bytes.len();
        self.note(Told::File {
            path: path.into(),
            packing: packing.into(),
            bytes: Text(bytes),
            end,
        })
    }

    fn fault(&mut self, path: &Path, error: io::Error) -> ControlFlow<()> {
        self.note(Told::Fault(path.into(), Problem::of(&error)))
    }

    fn container(&mut self, path: &Path, packing: &[Format], members: u64) -> ControlFlow<()> {
        self.note(Told::Container {
            path: path.into(),
            packing: packing.into(),
            members,
        })
    }
}
