//! Where packed bytes come from.

use std::{
    fs::File,
    io::{self, Read},
};

/// The place that the bytes of an input come from.
pub enum Source<'s> {
    /// A file that has a length and can be read anywhere. It is read from where it stands, but for a
    /// zip, which is read from its start.
    File(&'s File),
    /// A stream. A zip in it is copied to a temporary file first, as its directory is at its end.
    Stream(&'s mut dyn Read),
}

impl Read for Source<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.read(into),
            Self::Stream(stream) => stream.read(into),
        }
    }
}
