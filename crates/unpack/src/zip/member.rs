//! The bytes of a member.

use std::io::{self, Read};

use flate2::Crc;

use super::local::{Descriptor, Expected};
use crate::{Fault, FaultKind, Format, stream::Method};

/// Where a member's bytes are, and what they have to be.
#[derive(Debug)]
pub(super) struct Data {
    /// Where its local header stands.
    pub(super) header: u64,
    /// APPNOTE 4.4.5.
    pub(super) method: u16,
    /// Where the data begin.
    pub(super) start: u64,
    /// Where they end by the header or directory; after `most`, if they are cut off.
    pub(super) end: u64,
    /// Where they end at the latest.
    pub(super) most: u64,
    /// `None` if nothing tells, nor where they end: then it is at `most` or earlier.
    pub(super) expected: Option<Expected>,
    /// Whether the local header has the name that the directory has.
    pub(super) is_named: bool,
}

impl Data {
    /// Returns how it is compressed, `None` if it is not.
    pub(super) fn method(&self) -> Option<Method> {
        let expected = self.expected.map(|expected| expected.size);
        if self.end == self.start && expected == Some(0) {
            // Some writers name a method even so.
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
        Fault::new(Format::Zip, self.most, FaultKind::Truncated).into()
    }
}

/// Why a member cannot be read, if it cannot, by its flags and its method.
pub(super) fn refusal(flags: u16, method: u16, header: u64) -> Option<io::Error> {
    let kind = match method {
        // APPNOTE 4.4.4, bit 0; 4.4.5, 99: AES, the true method is in an extra field.
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

/// Reads a member and compares it with what it has to be, once it is read to its end.
pub(super) struct Member<'m> {
    from: &'m mut dyn Read,
    data: &'m Data,
    crc: Crc,
    size: u64,
    /// Its end, or what is wrong with it, was reported.
    pub(super) is_over: bool,
    /// Where its data were found to end, if nothing told it before.
    pub(super) ended_at: Option<u64>,
}

impl<'m> Member<'m> {
    pub(super) fn new(from: &'m mut dyn Read, data: &'m Data) -> Self {
        Self {
            from,
            data,
            crc: Crc::new(),
            size: 0,
            is_over: false,
            ended_at: None,
        }
    }

    /// What is wrong at its end. Bytes that are too many have been given by then: a size that is wrong
    /// must not cost what was written.
    fn check(&self) -> io::Result<usize> {
        let data = self.data;
        let Some(expected) = data.expected else {
            return Err(data.truncated());
        };
        if data.end > data.most {
            return Err(data.truncated());
        }
        let found = Expected {
            crc: self.crc.sum(),
            size: self.size,
        };
        if found != expected {
            return Err(data.fault(FaultKind::Checksum));
        }
        if !data.is_named {
            return Err(data.fault(FaultKind::Corrupt("its local header has another name")));
        }
        Ok(0)
    }

    /// Finds its end where nothing told it: what follows is not wrong, but that nothing told it is.
    fn explain(&mut self, error: io::Error) -> io::Error {
        let data = self.data;
        let trailing = Fault::of(&error).filter(|fault| *fault.kind() == FaultKind::Trailing);
        match trailing {
            Some(fault) if data.expected.is_none() => {
                let end = fault.offset().clamp(data.start, data.most);
                self.ended_at = Some(end);
                // What is left may have been a data descriptor.
                if data.most - end < Descriptor::MOST as u64 {
                    data.truncated()
                } else {
                    data.fault(FaultKind::Corrupt("no data descriptor fits its data"))
                }
            }
            Some(fault) => {
                let kind = FaultKind::Corrupt("there are bytes behind the end of its data");
                Fault::new(Format::Zip, fault.offset(), kind).into()
            }
            None => error,
        }
    }
}

impl Read for Member<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.is_over || into.is_empty() {
            return Ok(0);
        }
        match self.from.read(into) {
            Ok(0) => {
                self.is_over = true;
                self.check()
            }
            Ok(len) => {
                self.crc.update(&into[..len]);
                self.size += len as u64;
                Ok(len)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => {
                self.is_over = true;
                Err(self.explain(error))
            }
        }
    }
}
