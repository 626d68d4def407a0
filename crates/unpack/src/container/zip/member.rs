//! The bytes of a member.

use std::io::{self, Read};

use flate2::Crc;

use super::local::{Descriptor, Expected};
use crate::{Fault, FaultKind, Format, format::Method};

/// The position of the data of a member, and its expected contents.
#[derive(Debug)]
pub(super) struct MemberSpec {
    /// The offset of the local header.
    pub(super) header: u64,
    /// The compression method (APPNOTE 4.4.5).
    pub(super) method: u16,
    /// The start of the data.
    pub(super) start: u64,
    /// The end of the data by the header or directory; greater than `limit` if they are truncated.
    pub(super) end: u64,
    /// The maximum end of the data.
    pub(super) limit: u64,
    /// `None` if checksum, size and end are unknown; then `end` is `limit`.
    pub(super) expected: Option<Expected>,
    /// Whether the local header has the same name as the directory.
    pub(super) has_same_name: bool,
}

impl MemberSpec {
    /// Returns the compression method; `None` if the member is stored.
    pub(super) fn method(&self) -> Option<Method> {
        let expected = self.expected.map(|expected| expected.size);
        if self.end == self.start && expected == Some(0) {
            // Some writers record a method for an empty member.
            return None;
        }
        match self.method {
            8 => Some(Method::Deflate),
            9 => Some(Method::Deflate64),
            12 => Some(Method::Bzip2),
            14 => Some(Method::Lzma {
                size: expected.unwrap_or(u64::MAX),
            }),
            20 | 93 => Some(Method::Zstd),
            95 => Some(Method::Xz),
            _ => None,
        }
    }

    fn fault(&self, kind: FaultKind) -> io::Error {
        Fault::new(Format::Zip, self.header, kind).into()
    }

    fn truncated(&self) -> io::Error {
        Fault::new(Format::Zip, self.limit, FaultKind::Truncated).into()
    }
}

/// Returns an error if the flags or the method of a member are not supported.
pub(super) fn unsupported(flags: u16, method: u16, header: u64) -> Option<io::Error> {
    let kind = match method {
        // APPNOTE 4.4.4, bit 0; 4.4.5, method 99: AES, with the real method in an extra field.
        _ if flags & 1 != 0 || method == 99 => FaultKind::Encrypted,
        0 | 8 | 9 | 12 | 14 | 20 | 93 | 95 => return None,
        _ => FaultKind::Method(method),
    };
    Some(Fault::new(Format::Zip, header, kind).into())
}

pub(super) fn crc_of(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// Reads a member, and at its end compares checksum and size.
pub(super) struct MemberReader<'m> {
    from: &'m mut dyn Read,
    spec: &'m MemberSpec,
    crc: Crc,
    size: u64,
    /// Whether `read` has returned the end or an error.
    is_done: bool,
    /// Whether the copy of the zip is incomplete.
    is_partial: bool,
    /// The end of the data that decoding found, if it was unknown or differs from the recorded end.
    ended_at: Option<u64>,
}

impl<'m> MemberReader<'m> {
    pub(super) fn new(from: &'m mut dyn Read, spec: &'m MemberSpec, is_partial: bool) -> Self {
        Self {
            from,
            spec,
            crc: Crc::new(),
            size: 0,
            is_done: false,
            is_partial,
            ended_at: None,
        }
    }

    /// Returns where decoding has ended, if the end was unknown or differs from the recorded one.
    pub(super) fn ended_at(&self) -> Option<u64> {
        self.ended_at
    }

    /// Checks the member at its end. Bytes in excess of the recorded size are already returned: a wrong size must
    /// not lose data.
    fn check(&self) -> io::Result<usize> {
        let spec = self.spec;
        let Some(expected) = spec.expected else {
            return Err(spec.truncated());
        };
        if spec.end > spec.limit {
            return Err(spec.truncated());
        }
        let actual = Expected {
            crc: self.crc.sum(),
            size: self.size,
        };
        if actual != expected {
            return Err(spec.fault(FaultKind::Checksum));
        }
        if !spec.has_same_name {
            return Err(spec.fault(FaultKind::Corrupt("its local header has a different name")));
        }
        Ok(0)
    }

    /// Returns the error, or `NotCopied` if an incomplete copy of the zip has caused it.
    fn explain_partial_copy(&self, error: io::Error) -> io::Error {
        let is_cut = Fault::of(&error).is_some_and(|fault| *fault.kind() == FaultKind::Truncated);
        if is_cut && self.is_partial {
            return Fault::new(Format::Zip, self.spec.limit, FaultKind::NotCopied).into();
        }
        error
    }

    /// Converts trailing data into the end of the member, and the fault that explains them: an unknown end, or a
    /// recorded size that is too large.
    fn explain_trailing(&mut self, error: io::Error) -> io::Error {
        let spec = self.spec;
        let trailing = Fault::of(&error).filter(|fault| *fault.kind() == FaultKind::Trailing);
        match trailing {
            Some(fault) if spec.expected.is_none() => {
                let end = fault.offset().clamp(spec.start, spec.limit);
                self.ended_at = Some(end);
                // The rest may be a truncated data descriptor.
                if spec.limit - end < Descriptor::MAX_LEN as u64 {
                    spec.truncated()
                } else {
                    spec.fault(FaultKind::Corrupt("no matching data descriptor"))
                }
            }
            Some(fault) => {
                self.ended_at = Some(fault.offset().clamp(spec.start, spec.end));
                let kind = FaultKind::Corrupt("trailing bytes after the compressed data");
                Fault::new(Format::Zip, fault.offset(), kind).into()
            }
            None => error,
        }
    }
}

impl Read for MemberReader<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.is_done || into.is_empty() {
            return Ok(0);
        }
        match self.from.read(into) {
            Ok(0) => {
                self.is_done = true;
                self.check()
                    .map_err(|error| self.explain_partial_copy(error))
            }
            Ok(len) => {
                self.crc.update(&into[..len]);
                self.size += len as u64;
                Ok(len)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => {
                self.is_done = true;
                let error = self.explain_trailing(error);
                Err(self.explain_partial_copy(error))
            }
        }
    }
}
