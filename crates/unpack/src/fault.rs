//! Errors in compressed files and containers.

use std::{error, fmt, io};

use crate::Format;

/// An error in a compressed file or a container.
///
/// It is wrapped in an [`io::Error`], returned by a read or passed to [`Visitor::fault`]; [`Fault::of`]
/// unwraps it.
///
/// [`Visitor::fault`]: crate::Visitor::fault
#[derive(Clone, Debug)]
pub struct Fault {
    format: Format,
    offset: u64,
    kind: FaultKind,
    ends_container: bool,
}

/// The kind of a [`Fault`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// The data ends too early.
    Truncated,
    /// The data cannot be decoded, for this reason.
    Corrupt(&'static str),
    /// The data are decoded, but a checksum or size does not match.
    Checksum,
    /// Other data follow the end.
    Trailing,
    /// A stream needs a larger window than allowed.
    Window {
        /// The number of bytes needed.
        needed: u64,
        /// The number of bytes allowed.
        allowed: u64,
    },
    /// The member is encrypted.
    Encrypted,
    /// The compression method of the member is not supported. Its number is defined in APPNOTE 4.4.5.
    Method(u16),
    /// The format is recognised, but not supported.
    Unsupported,
    /// Members overlap other members or the directory. They are not read.
    Overlap {
        /// The number of members not read.
        members: u64,
    },
    /// More layers are nested than allowed.
    TooDeep {
        /// The number of layers allowed.
        allowed: u32,
    },
    /// A zip or an Outlook file that must be copied exceeds the limit on temporary files.
    TooLarge {
        /// The maximum total size of temporary files, in bytes.
        allowed: u64,
    },
    /// Only the beginning of a zip or Outlook file could be copied, and this member or text is not completely in it.
    NotCopied,
    /// The source has more members than allowed.
    TooMany {
        /// The number of members allowed.
        allowed: u64,
    },
    /// An Outlook file does not follow its format. The text says how, and at which offset if that is known.
    Damaged(Box<str>),
    /// The data are of a kind that is recognised, but not read: this one, or for this reason.
    NotRead(&'static str),
    /// A part of an Outlook file exceeds a limit, as this text says. The rest of it is not read.
    PartTooLarge(Box<str>),
    /// A defect of this library has ended the reading.
    Defect,
}

macro_rules! codes {
    ($($kind:pat => $code:literal,)*) => {
        impl FaultKind {
            /// All codes that [`code`](Self::code) returns.
            pub const CODES: &'static [&'static str] = &[$($code),*];

            /// Returns the stable code, such as `truncated`.
            #[must_use]
            pub const fn code(&self) -> &'static str {
                match self {
                    $($kind => $code,)*
                }
            }
        }
    };
}

codes! {
    Self::Truncated => "truncated",
    Self::Corrupt(_) | Self::Damaged(_) => "corrupt",
    Self::Checksum => "checksum",
    Self::Trailing => "trailing-data",
    Self::Encrypted => "encrypted",
    Self::Method(_) => "unknown-method",
    Self::Unsupported | Self::NotRead(_) => "unsupported",
    Self::Overlap { .. } => "overlap",
    Self::Window { .. } => "window-limit",
    Self::TooLarge { .. } => "temp-limit",
    Self::TooDeep { .. } => "depth-limit",
    Self::TooMany { .. } => "member-limit",
    Self::NotCopied => "not-copied",
    Self::PartTooLarge(_) => "part-limit",
    Self::Defect => "defect",
}

impl Fault {
    pub(crate) fn new(format: Format, offset: u64, kind: FaultKind) -> Self {
        Self {
            format,
            offset,
            kind,
            ends_container: false,
        }
    }

    /// Notes that an error ends a container whose members follow each other in a stream.
    pub(crate) fn end_container(error: &mut io::Error) {
        let fault = error
            .get_mut()
            .and_then(|error| error.downcast_mut::<Self>());
        if let Some(fault) = fault {
            fault.ends_container = true;
        }
    }

    /// Returns the fault that an error wraps; `None` if it wraps none.
    #[must_use]
    pub fn of(error: &io::Error) -> Option<&Self> {
        error.get_ref()?.downcast_ref()
    }

    /// Returns the format that the fault is in.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// Returns the offset in the compressed bytes or the container at which the fault was detected; for a fault of a
    /// member, usually the offset of its header. It is 0 in an Outlook file, whose parts are not in order.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the kind of the fault.
    #[must_use]
    pub fn kind(&self) -> &FaultKind {
        &self.kind
    }

    /// Returns whether an error is not only in the member that was read, but also ends the tar or WARC around it:
    /// the container is truncated there, or a layer around it is damaged. The members after it are not reported. An
    /// error that wraps no fault is one of the source, which ends everything.
    #[must_use]
    pub fn ends_container(error: &io::Error) -> bool {
        Self::of(error).is_none_or(|fault| fault.ends_container)
    }
}

impl From<Fault> for io::Error {
    fn from(fault: Fault) -> Self {
        let kind = match fault.kind {
            FaultKind::Truncated => io::ErrorKind::UnexpectedEof,
            FaultKind::Encrypted
            | FaultKind::Method(_)
            | FaultKind::Unsupported
            | FaultKind::NotRead(_) => io::ErrorKind::Unsupported,
            _ => io::ErrorKind::InvalidData,
        };
        Self::new(kind, fault)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            format,
            offset,
            kind,
            ..
        } = self;
        match kind {
            FaultKind::Truncated => write!(f, "{format} data ends too early, at byte {offset}"),
            FaultKind::Corrupt(reason) => {
                write!(f, "{format} data are corrupt at byte {offset}: {reason}")
            }
            FaultKind::Checksum => {
                write!(f, "{format} checksum or size mismatch at byte {offset}")
            }
            FaultKind::Trailing => {
                write!(f, "other data follow the {format} data, at byte {offset}")
            }
            FaultKind::Window { needed, allowed } => write!(
                f,
                "{format} needs a window of {needed} bytes ({} MiB) at byte {offset}; the limit is {allowed} \
                 ({} MiB)",
                needed.div_ceil(1 << 20),
                allowed >> 20
            ),
            FaultKind::Encrypted => write!(f, "encrypted ({format}, byte {offset})"),
            FaultKind::Method(method) => write!(
                f,
                "unsupported compression method {method} ({format}, byte {offset})"
            ),
            FaultKind::Unsupported => {
                write!(f, "{format} data cannot be read, from byte {offset} on")
            }
            FaultKind::Overlap { members: 1 } => write!(
                f,
                "{format} has a member that overlaps another one, at byte {offset}; it is not read"
            ),
            FaultKind::Overlap { members } => write!(
                f,
                "{format} has {members} members that overlap others, the first at byte {offset}; they are \
                 not read"
            ),
            FaultKind::TooDeep { allowed } => {
                write!(
                    f,
                    "more than {allowed} layers of compression and containers"
                )
            }
            FaultKind::TooLarge { allowed } => write!(
                f,
                "{format} is read only up to byte {offset}: the limit on temporary files is {allowed} bytes \
                 ({} MiB)",
                allowed >> 20
            ),
            FaultKind::NotCopied => {
                write!(f, "{format} could not be copied beyond byte {offset}")
            }
            FaultKind::TooMany { allowed } => {
                write!(f, "more than {allowed} members; the rest is not read")
            }
            FaultKind::Damaged(text) | FaultKind::PartTooLarge(text) => {
                write!(f, "{format}: {text}")
            }
            // An Outlook file has no offset.
            FaultKind::NotRead(reason) if *offset == 0 => write!(f, "{format}: not read: {reason}"),
            FaultKind::NotRead(reason) => {
                write!(f, "{format}: not read, at byte {offset}: {reason}")
            }
            FaultKind::Defect => {
                write!(
                    f,
                    "{format}: internal error while reading it: please report"
                )
            }
        }
    }
}

impl error::Error for Fault {}

#[cfg(test)]
mod tests {
    use std::io;

    use super::{Fault, FaultKind};
    use crate::Format;

    fn shown(kind: FaultKind) -> String {
        Fault::new(Format::Xz, 7, kind).to_string()
    }

    #[test]
    fn fault_is_unwrapped_from_an_error() {
        let error = io::Error::from(Fault::new(Format::Gzip, 7, FaultKind::Checksum));
        let fault = Fault::of(&error).expect("it is there");
        assert_eq!(fault.format(), Format::Gzip);
        assert_eq!(fault.offset(), 7);
        assert_eq!(fault.kind(), &FaultKind::Checksum);
        assert_eq!(error.to_string(), fault.to_string());
        assert!(Fault::of(&io::Error::from_raw_os_error(5)).is_none());
        assert!(Fault::of(&io::Error::other("no fault")).is_none());
    }

    #[test]
    fn faults_map_to_io_error_kinds() {
        for (kind, expected) in [
            (FaultKind::Truncated, io::ErrorKind::UnexpectedEof),
            (FaultKind::Corrupt("so"), io::ErrorKind::InvalidData),
            (FaultKind::Trailing, io::ErrorKind::InvalidData),
            (FaultKind::Encrypted, io::ErrorKind::Unsupported),
            (FaultKind::Method(99), io::ErrorKind::Unsupported),
            (FaultKind::Unsupported, io::ErrorKind::Unsupported),
        ] {
            let error = io::Error::from(Fault::new(Format::Zip, 0, kind));
            assert_eq!(error.kind(), expected);
        }
    }

    #[test]
    fn message_has_the_format_and_the_offset() {
        let window = FaultKind::Window {
            needed: (200 << 20) - 1,
            allowed: 100 << 20,
        };
        for kind in [
            FaultKind::Truncated,
            FaultKind::Corrupt("the reason"),
            FaultKind::Checksum,
            FaultKind::Trailing,
            FaultKind::Encrypted,
            FaultKind::Method(99),
            FaultKind::Unsupported,
            FaultKind::Overlap { members: 1 },
            FaultKind::Overlap { members: 30 },
            window.clone(),
        ] {
            let message = shown(kind);
            assert!(message.contains("xz") && message.contains('7'), "{message}");
        }
        assert!(shown(FaultKind::Corrupt("the reason")).contains("the reason"));
        assert!(shown(FaultKind::Method(99)).contains("99"));
        let message = shown(window);
        assert!(message.contains("209715199 bytes (200 MiB)"));
        assert!(message.contains("the limit is 104857600 (100 MiB)"));
        assert!(shown(FaultKind::TooDeep { allowed: 9 }).contains('9'));
        assert!(shown(FaultKind::TooMany { allowed: 9 }).contains('9'));
    }
}
