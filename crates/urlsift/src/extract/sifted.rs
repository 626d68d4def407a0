//! How the reading of a file ended.

use std::io;

use crate::{Position, Skip};

/// How much of a file was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadStats {
    /// The number of bytes of the file, uncompressed.
    pub bytes: u64,
    /// The number of messages. A message inside a message is a part of it.
    pub messages: u64,
    /// The number of parts of the messages, including multiparts. A message that the sink does not
    /// [want](crate::Sink::wants_message) counts as one part.
    pub parts: u64,
}

/// The result of [`Sifter::sift`](crate::Sifter::sift): how much was read, and why the reading ended.
#[derive(Debug)]
#[must_use]
pub struct Sifted {
    /// How much was read: up to the last link, if the sink ended the reading there.
    pub stats: ReadStats,
    /// Why the reading ended.
    pub end: End,
    /// A read error before which the sink ended the reading, with a link that was found only after the error.
    pub skipped_error: Option<io::Error>,
}

/// Why the reading of a file ended.
#[derive(Debug)]
pub enum End {
    /// Everything was read.
    Complete,
    /// The sink ended the reading.
    Skipped(Skip),
    /// A read error. Everything before its offset was reported, except a candidate that was not closed.
    Failed {
        /// The offset of the first byte that could not be read.
        offset: u64,
        /// The error.
        error: io::Error,
    },
}

/// How a [step](crate::Sifter::step) of a sifter ended.
#[derive(Debug)]
pub enum StepEnd {
    /// There is more to do.
    Continue,
    /// The end of the file.
    EndOfFile,
    /// The end of the segment or range: the next message begins after it. The position counts from the first
    /// message of the segment. It is `None` if positions are not wanted.
    EndOfSegment(Option<Position>),
    /// A read error. The rest of the file is lost.
    Failed(io::Error),
}
