//! Errors in compressed files and containers.

use std::{error, fmt, io};

use crate::Format;

/// An error in a compressed file or a container.
///
/// It comes as an [`io::Error`], like any failure of the system, from reading or in
/// [`Visitor::fault`]; [`Fault::of`] finds it there.
///
/// [`Visitor::fault`]: crate::Visitor::fault
#[derive(Debug)]
pub struct Fault {
    format: Format,
    offset: u64,
    kind: FaultKind,
}

/// The kind of a [`Fault`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// It ends too early.
    Truncated,
    /// It cannot be decoded, for the reason given.
    Corrupt(&'static str),
    /// It is decoded, but not to what it was made from: checksums or sizes differ.
    Checksum,
    /// Something follows its end.
    Trailing,
    /// It needs more memory than is allowed, in bytes.
    Window {
        /// The number of bytes needed.
        needed: u64,
        /// The number of bytes allowed.
        allowed: u64,
    },
    /// A member is encrypted.
    Encrypted,
    /// A member is compressed by a method that is not known: its number in APPNOTE 4.4.5.
    Method(u16),
    /// There are more nested layers than allowed.
    TooDeep {
        /// The number of layers allowed.
        allowed: u32,
    },
    /// A zip in something compressed is larger than the part of it that may be copied.
    TooLarge {
        /// The number of bytes copied.
        allowed: u64,
    },
    /// There are more members than allowed.
    TooMany {
        /// The number of members allowed.
        allowed: u64,
    },
}

impl Fault {
    pub(crate) fn new(format: Format, offset: u64, kind: FaultKind) -> Self {
        Self {
            format,
            offset,
            kind,
        }
    }

    /// Returns the fault in an error; `None` if the error is of another kind.
    #[must_use]
    pub fn of(error: &io::Error) -> Option<&Self> {
        error.get_ref()?.downcast_ref()
    }

    /// Returns the format in which the fault is.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// Returns the offset in the packed bytes at which it was noticed; for a fault of a member, the
    /// offset of its header.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the kind of the fault.
    #[must_use]
    pub fn kind(&self) -> &FaultKind {
        &self.kind
    }
}

impl From<Fault> for io::Error {
    fn from(fault: Fault) -> Self {
        let kind = match fault.kind {
            FaultKind::Truncated => io::ErrorKind::UnexpectedEof,
            FaultKind::Encrypted | FaultKind::Method(_) => io::ErrorKind::Unsupported,
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
        } = self;
        match kind {
            FaultKind::Truncated => write!(f, "{format} ends too early, at its byte {offset}"),
            FaultKind::Corrupt(reason) => {
                write!(f, "{format} is broken at its byte {offset}: {reason}")
            }
            FaultKind::Checksum => {
                write!(
                    f,
                    "{format} has a wrong checksum or size, at its byte {offset}"
                )
            }
            FaultKind::Trailing => {
                write!(
                    f,
                    "something that is not {format} follows it, at its byte {offset}"
                )
            }
            FaultKind::Window { needed, allowed } => write!(
                f,
                "{format} asks for {needed} bytes of memory ({} MiB) at its byte {offset}; {allowed} \
                 ({} MiB) are allowed",
                needed.div_ceil(1 << 20),
                allowed >> 20
            ),
            FaultKind::Encrypted => write!(f, "it is encrypted ({format}, byte {offset})"),
            FaultKind::Method(method) => write!(
                f,
                "it is compressed by method {method}, which is not known ({format}, byte {offset})"
            ),
            FaultKind::TooDeep { allowed } => {
                write!(
                    f,
                    "more than {allowed} layers of compression and containers"
                )
            }
            FaultKind::TooLarge { allowed } => write!(
                f,
                "{format} in a compressed stream is read up to its byte {allowed}, and is larger"
            ),
            FaultKind::TooMany { allowed } => {
                write!(f, "more than {allowed} members; the rest is not read")
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
    fn a_fault_is_found_in_its_error() {
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
    fn errors_have_the_kinds_of_the_system() {
        for (kind, expected) in [
            (FaultKind::Truncated, io::ErrorKind::UnexpectedEof),
            (FaultKind::Corrupt("so"), io::ErrorKind::InvalidData),
            (FaultKind::Trailing, io::ErrorKind::InvalidData),
            (FaultKind::Encrypted, io::ErrorKind::Unsupported),
            (FaultKind::Method(99), io::ErrorKind::Unsupported),
        ] {
            let error = io::Error::from(Fault::new(Format::Zip, 0, kind));
            assert_eq!(error.kind(), expected);
        }
    }

    #[test]
    fn a_message_says_what_and_where() {
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
            window.clone(),
        ] {
            let message = shown(kind);
            assert!(message.contains("xz") && message.contains('7'), "{message}");
        }
        assert!(shown(FaultKind::Corrupt("the reason")).contains("the reason"));
        assert!(shown(FaultKind::Method(99)).contains("99"));
        let message = shown(window);
        assert!(message.contains("209715199 bytes of memory (200 MiB)"));
        assert!(message.contains("104857600 (100 MiB) are allowed"));
        assert!(shown(FaultKind::TooDeep { allowed: 9 }).contains('9'));
        assert!(shown(FaultKind::TooMany { allowed: 9 }).contains('9'));
    }
}
