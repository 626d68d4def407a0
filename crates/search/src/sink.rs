//! What receives the links of files.

use std::{ops::ControlFlow, path::Path};

use urlsift::{ReadStats, Sink, Skip};

use crate::{error::Error, input::source::Input};

/// Receives what a [`Searcher`](crate::Searcher) finds in files; or, on each thread of a
/// [`Driver`](crate::Driver), a chunk of it.
///
/// All chunks together, one after another, receive what one sink would receive of all inputs, with these
/// exceptions. A chunk that continues a file receives [`resume`](Self::resume) in place of
/// [`begin`](Self::begin). There, [`Link::position`](urlsift::Link::position),
/// [`Rejected::position`](urlsift::Rejected::position) and
/// [`InMessage::index`](urlsift::InMessage::index) count from a place within the file, which the
/// [`Collector`](crate::Collector) learns. And a chunk does not receive
/// [`before_read`](Sink::before_read): before a read that may block, it is handed over.
///
/// What a chunk skips is skipped. It cannot know what other chunks hold of the same file.
pub trait FileSink: Sink {
    /// An input begins or continues: what follows is of it, or of a file in it.
    fn input(&mut self, _input: &Input) {}

    /// A file begins: the input itself or, if that is packed, a file in it. Its path is that of the input,
    /// with `!` and the name of the member for each container on the way.
    fn begin(&mut self, _path: &Path) -> ControlFlow<Skip> {
        ControlFlow::Continue(())
    }

    /// A file continues that another chunk began: `last`, if that is known to be the chunk before.
    fn resume(&mut self, _path: &Path, _last: Option<&Self>)
    where
        Self: Sized,
    {
    }

    /// The current file cannot be read from an offset on; or an input, or a file in it, cannot be read at
    /// all. Everything before the error was reported, but for a candidate that was not closed yet.
    fn error(&mut self, error: Error);

    /// How much of the current file was read; up to the last link if that was enough. Where several
    /// threads read one file, this is called once for each part of it.
    fn read(&mut self, _stats: ReadStats) {}

    /// The current file has ended, or was left.
    fn end(&mut self) {}

    /// Returns about how many bytes the chunk takes. A chunk of 60 KiB or more is handed over.
    fn size(&self) -> usize {
        0
    }

    /// Returns whether [`render`](Self::render) has work to do.
    fn needs_render(&self) -> bool {
        false
    }

    /// Turns the chunk into what is written, on any thread, after
    /// [`Collector::collect`](crate::Collector::collect).
    fn render(&mut self) {}
}
