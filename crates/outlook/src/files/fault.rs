//! The reasons why an Outlook file, or a part of it, cannot be read.

use std::{error, fmt, io};

use crate::{
    RtfFault,
    files::{MAX_PROPERTY, limits::MAX_NESTING},
};

/// Why a file, or a part of it, cannot be read.
#[derive(Debug)]
pub struct Fault {
    kind: FaultKind,
}

/// The kind of a [`Fault`].
#[derive(Debug)]
#[non_exhaustive]
pub enum FaultKind {
    /// The source cannot be read.
    Io(io::Error),
    /// The data do not follow their format.
    Corrupt(&'static str),
    /// The data at an offset do not follow their format.
    CorruptAt(&'static str, u64),
    /// The file is of an unsupported kind.
    Unsupported(&'static str),
    /// A property is longer than [`MAX_PROPERTY`](crate::MAX_PROPERTY). Only that many bytes of it are read.
    TooLong,
    /// Messages are attached in more than [`MAX_NESTING`](crate::MAX_NESTING) others.
    TooDeep,
    /// The file refers to the same bytes many times. The rest of it is not read.
    TooMuch,
}

impl Fault {
    /// Returns the kind.
    #[must_use]
    pub fn kind(&self) -> &FaultKind {
        &self.kind
    }

    /// Returns whether no more of the file can be read.
    pub(crate) fn is_final(&self) -> bool {
        matches!(self.kind, FaultKind::TooMuch)
    }

    /// Returns whether the file ends before the data do.
    pub(crate) fn is_end_of_file(&self) -> bool {
        matches!(&self.kind, FaultKind::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof)
    }
}

impl From<FaultKind> for Fault {
    fn from(kind: FaultKind) -> Self {
        Self { kind }
    }
}

impl From<io::Error> for Fault {
    /// The reader of compound files (`cfb`) reports errors in their structure as I/O errors, too.
    fn from(error: io::Error) -> Self {
        FaultKind::Io(error).into()
    }
}

impl From<RtfFault> for Fault {
    fn from(fault: RtfFault) -> Self {
        match fault {
            RtfFault::TooLong => FaultKind::TooLong,
            fault => FaultKind::Corrupt(fault.reason()),
        }
        .into()
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            FaultKind::Io(error) => error.fmt(f),
            FaultKind::Corrupt(reason) => write!(f, "corrupt: {reason}"),
            FaultKind::CorruptAt(reason, offset) => {
                write!(f, "corrupt: {reason}, at offset {offset}")
            }
            FaultKind::Unsupported(reason) => write!(f, "not read: {reason}"),
            FaultKind::TooLong => write!(
                f,
                "only the first {} MiB of a property are read",
                MAX_PROPERTY >> 20
            ),
            FaultKind::TooDeep => write!(
                f,
                "messages attached inside more than {MAX_NESTING} others are not read"
            ),
            FaultKind::TooMuch => {
                f.write_str("corrupt: it refers to the same bytes many times; the rest is not read")
            }
        }
    }
}

impl error::Error for Fault {}

/// The result of reading a part of a file.
pub(crate) type Result<T> = std::result::Result<T, Fault>;

/// Returns the error of data that do not follow their format.
pub(crate) fn corrupt<T>(reason: &'static str) -> Result<T> {
    Err(FaultKind::Corrupt(reason).into())
}
