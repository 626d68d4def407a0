//! The source of the bytes to unpack.

use std::{
    fs::File,
    io::{self, Read},
};

/// The source of the bytes of an input.
pub enum ByteSource<'s> {
    /// A seekable file. It is read from its current position; a zip or an Outlook file is read from its start.
    File(&'s File),
    /// A stream. A zip or an Outlook file in a stream is copied first, to memory or a temporary file, because its
    /// parts are not in order.
    Stream(&'s mut dyn Read),
}

impl Read for ByteSource<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.read(into),
            Self::Stream(stream) => stream.read(into),
        }
    }
}
