//! The trait through which a caller receives the links of files.

use std::{ops::ControlFlow, path::Path};

use urlsift::{Preceding, ReadStats, Sink, Skip};
use urlsift_unpack::Format;

use crate::{error::Error, input::source::Input};

/// Receives the results of a [`Searcher`](crate::Searcher), or a chunk of the results of a [`Driver`](crate::Driver).
///
/// The chunks of a driver, in order, receive the same events as a single sink for all inputs, with three exceptions.
/// A chunk that continues a file receives [`resume`](Self::resume) instead of [`begin`](Self::begin). In a continued
/// file, [`Link::position`](urlsift::Link::position), [`Rejected::position`](urlsift::Rejected::position) and
/// [`Message::index`](urlsift::Message::index) count from a position within the file;
/// [`Collector::collect`](crate::Collector::collect) receives the [counts](urlsift::Preceding) before that
/// position. A chunk does not receive [`before_read`](Sink::before_read): it is delivered before a read that may
/// block.
///
/// A [`Skip`] applies to the current chunk; other chunks may contain links of the same file.
pub trait FileSink: Sink {
    /// Called when an input begins or continues. The following events concern the input or a file in it.
    fn input(&mut self, _input: &Input) {}

    /// Called when a file begins: the input itself or, if the input is a compressed file or a container, a file in it.
    /// Its path is the path of the input, followed by `!` and the name of the member for each container around the
    /// file. `packing` are the formats around the file, the outermost first.
    fn begin(&mut self, _path: &Path, _packing: &[Format]) -> ControlFlow<Skip> {
        ControlFlow::Continue(())
    }

    /// Called when a file continues that began in another chunk. `last` is the preceding chunk, if it is available.
    fn resume(&mut self, _path: &Path, _last: Option<&Self>)
    where
        Self: Sized,
    {
    }

    /// Called when the current file cannot be read from an offset on, or an input or a file in it cannot be read at
    /// all. Everything before the error has been reported, except a candidate that was not closed.
    fn error(&mut self, error: Error);

    /// Receives how much of the current file was read: up to the last link, if the sink ended the reading there. If
    /// several threads read a file, this is called once for each part of it.
    fn read(&mut self, _stats: ReadStats) {}

    /// Called when the current file has ended or was skipped.
    fn end(&mut self) {}

    /// Returns the approximate memory of the chunk in bytes. A chunk is delivered when it has reached the
    /// [size](crate::Driver::chunk_size) that the driver wants.
    fn size(&self) -> usize {
        0
    }

    /// Returns whether [`render`](Self::render) has work to do.
    fn needs_render(&self) -> bool {
        false
    }

    /// Formats the chunk for [`Collector::write`](crate::Collector::write). Called on any thread, after
    /// [`Collector::collect`](crate::Collector::collect) and with the same counts.
    fn render(&mut self, _preceding: Preceding) {}
}
