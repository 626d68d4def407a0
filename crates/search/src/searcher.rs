//! Searches one input after another, on the calling thread.

use std::{
    io::{self, Read},
    ops::{ControlFlow, Range},
    path::Path,
    sync::Arc,
};

use urlsift::{Config, End, MessageLayout, ReadOptions, Sifted, Sifter, Skip};
use urlsift_unpack::{Format, UnpackedFile, Unpacker, Visitor};

use crate::{
    error::Error,
    head::is_page_name,
    input::{
        observer::{ReadObserver, observed},
        progress::Progress,
        reader::SeekableBytes,
        source::Input,
    },
    range::file::{self, RangeFile, RecognisedFile},
    sink::FileSink,
    unpack::{
        files::Files,
        packing::{ends_container, is_member, layout_of},
    },
};

/// Finds the links of one input after another, on the calling thread.
///
/// A searcher buffers what a [`Sifter`] buffers. For a compressed input or a container, it needs the memory of the
/// decoders: at most 160 MiB together, unless the [`Unpacker`] has other limits.
///
/// ```
/// use std::{ops::ControlFlow, path::Path};
/// use urlsift_search::{Error, FileSink, Link, Searcher, Sink, Skip};
///
/// struct Print;
/// impl Sink for Print {
///     fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
///         println!("{}", String::from_utf8_lossy(link.candidate().url()));
///         ControlFlow::Continue(())
///     }
/// }
/// impl FileSink for Print {
///     fn error(&mut self, error: Error) {
///         eprintln!("{}: {error}", error.path().display());
///     }
/// }
///
/// let mail = &b"> It is in <URL:http://ds.internic.\n> net/instructions/overview.html>."[..];
/// Searcher::new().read(Path::new("mail"), mail, &mut Print);
/// ```
#[derive(Debug)]
pub struct Searcher {
    pub(crate) files: Files,
    pub(crate) sifter: Sifter,
}

impl Searcher {
    /// Creates a searcher with the default options.
    #[must_use]
    pub fn new() -> Self {
        Self::with(Sifter::new())
    }

    /// Creates a searcher that uses `sifter`.
    #[must_use]
    pub fn with(sifter: Sifter) -> Self {
        Self {
            files: Files::new(),
            sifter,
        }
    }

    /// Creates a searcher whose scanner has this configuration.
    #[must_use]
    pub fn with_config(config: Config) -> Self {
        Self::with(Sifter::with(config))
    }

    /// Sets how files are read; see [`Sifter::reading`].
    #[must_use]
    pub fn reading(mut self, reading: ReadOptions) -> Self {
        self.sifter = self.sifter.reading(reading);
        self
    }

    /// Sets whether links have a line and a column; see [`Sifter::positions`].
    #[must_use]
    pub fn positions(mut self, wanted: bool) -> Self {
        self.sifter = self.sifter.positions(wanted);
        self
    }

    /// Sets whether the bodies of messages are hashed; see [`Sifter::body_hashes`].
    #[must_use]
    pub fn body_hashes(mut self, wanted: bool) -> Self {
        self.sifter = self.sifter.body_hashes(wanted);
        self
    }

    /// Requests context lines; see [`Sifter::context`]. A [`Driver`](crate::Driver) then reads each file without
    /// messages on one thread.
    #[must_use]
    pub fn context(mut self, before: usize, after: usize) -> Self {
        self.sifter = self.sifter.context(before, after);
        self
    }

    /// Reports only the messages that begin in a range of each file's bytes; see [`Sifter::range`].
    ///
    /// In compressed inputs it is a range of the decompressed bytes of each file. In a file that is not compressed,
    /// only what is needed to find the beginning of a message is read before the range
    /// ([`first_message`](urlsift::archive::first_message)); all others are read from their start.
    #[must_use]
    pub fn range(mut self, range: Range<u64>) -> Self {
        self.sifter = self.sifter.range(range);
        self
    }

    /// Sets the number of bytes read per block, at least 1. It does not affect the links.
    #[must_use]
    pub fn block_size(mut self, bytes: usize) -> Self {
        self.sifter = self.sifter.block_size(bytes);
        self
    }

    /// Sets the unpacker of compressed files and containers; the default has the default limits. With `None`, they are
    /// read without unpacking.
    #[must_use]
    pub fn unpacking(mut self, unpacker: Option<Unpacker>) -> Self {
        self.files.set_unpacker(unpacker);
        self
    }

    /// Sets a counter of the bytes that have been read.
    #[must_use]
    pub fn progress(mut self, progress: Arc<Progress>) -> Self {
        self.set_progress(progress);
        self
    }

    pub(crate) fn set_progress(&mut self, progress: Arc<Progress>) {
        self.files.set_progress(progress);
    }

    /// Returns a searcher with the same options and new buffers.
    pub(crate) fn with_fresh_buffers(&self) -> Self {
        Self {
            files: self.files.with_fresh_buffers(),
            sifter: self.sifter.with_fresh_buffers(),
        }
    }

    /// Like [`search`](Self::search), and reports to an observer what is read of a file, so that it need not be read
    /// again for another purpose.
    pub fn search_observed(
        &mut self,
        input: &Input,
        observer: Arc<dyn ReadObserver>,
        sink: &mut impl FileSink,
    ) {
        self.files.set_observer(Some(observer));
        self.search(input, sink);
        self.files.set_observer(None);
    }

    /// Opens an input and reports everything in it, until the input ends or the sink ends the reading.
    pub fn search(&mut self, input: &Input, sink: &mut impl FileSink) {
        let Self { files, sifter } = self;
        if sifter.selected_range().is_some_and(|range| range.start > 0) {
            if let Input::Reader(reader) = input
                && let Some(file) = reader.take_seekable()
            {
                let file = match files.observer() {
                    Some(observer) => observed(file, observer),
                    None => file,
                };
                return self.search_reader(input.path(), file, sink);
            }
            if let Some((file, found)) = file::open(input, files, sifter.read_options()) {
                let _tracked = files.track(&file.file);
                return search_range(sifter, input.path(), file, found, sink);
            }
        }
        // A break only means that the sink ended the reading.
        let _ = files.open(input, &mut FileVisitor { sifter, sink });
    }

    /// Reports the range of a file that the caller has opened. A compressed file or a container is read from its start.
    fn search_reader(&mut self, path: &Path, mut file: SeekableBytes, sink: &mut impl FileSink) {
        let Self { files, sifter } = self;
        match file::recognise_file(&mut file, path, files, sifter.read_options()) {
            Ok(Some(found)) => search_range(sifter, path, file, found, sink),
            Ok(None) => self.read(path, file, sink),
            Err(error) => sink.error(Error::io(path, error)),
        }
    }

    /// Reports everything in a stream. `path` is its name.
    pub fn read(&mut self, path: &Path, mut bytes: impl Read, sink: &mut impl FileSink) {
        let Self { files, sifter } = self;
        let _ = files.read(path, &mut bytes, &mut FileVisitor { sifter, sink });
    }
}

impl Default for Searcher {
    fn default() -> Self {
        Self::new()
    }
}

/// Searches the files of one input.
struct FileVisitor<'s, S> {
    sifter: &'s mut Sifter,
    sink: &'s mut S,
}

/// Returns whether the visit continues after a file.
fn after_file(end: ControlFlow<Skip>, packing: &[Format]) -> ControlFlow<()> {
    match end {
        ControlFlow::Break(Skip::File) if is_member(packing) => ControlFlow::Continue(()),
        ControlFlow::Break(_) => ControlFlow::Break(()),
        ControlFlow::Continue(()) => ControlFlow::Continue(()),
    }
}

impl<S: FileSink> Visitor for FileVisitor<'_, S> {
    fn file(&mut self, file: UnpackedFile<'_>) -> ControlFlow<()> {
        let UnpackedFile {
            path,
            packing,
            layout,
            bytes,
        } = file;
        let layout = layout.map(layout_of);
        let end = search_file(self.sifter, path, packing, layout, bytes, self.sink);
        after_file(end, packing)
    }

    fn fault(&mut self, path: &Path, error: io::Error) -> ControlFlow<()> {
        self.sink.error(Error::io(path, error));
        ControlFlow::Continue(())
    }

    fn before_read(&mut self) -> ControlFlow<()> {
        match self.sink.before_read() {
            ControlFlow::Break(Skip::Input) => ControlFlow::Break(()),
            // There is no current file.
            ControlFlow::Break(Skip::File) | ControlFlow::Continue(()) => ControlFlow::Continue(()),
        }
    }
}

/// Reports an unpacked file, from its start to its end. It may be a message of a known layout.
pub(crate) fn search_file(
    sifter: &mut Sifter,
    path: &Path,
    packing: &[Format],
    layout: Option<MessageLayout>,
    bytes: &mut dyn Read,
    sink: &mut impl FileSink,
) -> ControlFlow<Skip> {
    let range_start = sifter.selected_range().map_or(0, |range| range.start);
    let mut skipped_error = None;
    sifter.set_page_by_name(is_page_name(path));
    let end = match sink.begin(path, packing) {
        // The message begins before the range.
        ControlFlow::Continue(()) if layout.is_some() && range_start > 0 => {
            ControlFlow::Continue(())
        }
        ControlFlow::Continue(()) => {
            let mut outcome = match layout {
                Some(layout) => sifter.sift_message(layout, bytes, sink),
                None => sifter.sift(bytes, sink),
            };
            skipped_error = outcome.skipped_error.take();
            report(path, outcome, sink)
        }
        skipped @ ControlFlow::Break(_) => skipped,
    };
    sink.end();
    if end == ControlFlow::Break(Skip::File)
        && let Some(error) = skipped_error.filter(|error| ends_container(packing, error))
    {
        sink.error(Error::io(path, error));
    }
    end
}

/// Reports the range of a file that can be read at any offset. The range does not include 0.
fn search_range(
    sifter: &mut Sifter,
    path: &Path,
    mut file: impl RangeFile,
    found: RecognisedFile,
    sink: &mut impl FileSink,
) {
    let kind = found.kind;
    let start = sifter.selected_range().map_or(0, |range| range.start);
    if sink.begin(path, &[]).is_continue() && found.can_be_cut {
        match file.seek_to_message(kind, start) {
            Ok(Some((first, before))) => {
                sink.recognised(kind);
                sifter.begin_in_range(kind, first, before);
                let outcome = sifter.resume(&mut file, sink);
                // A break only means that the sink ended the reading.
                let _ = report(path, outcome, sink);
            }
            Ok(None) => {}
            Err(error) => sink.error(Error::io(path, error)),
        }
    }
    sink.end();
}

/// Reports how the reading of a file ended.
fn report(path: &Path, outcome: Sifted, sink: &mut impl FileSink) -> ControlFlow<Skip> {
    let end = match outcome.end {
        End::Complete => ControlFlow::Continue(()),
        End::Skipped(skip) => ControlFlow::Break(skip),
        End::Failed { offset, error } => {
            sink.error(Error::read(path, offset, error));
            ControlFlow::Continue(())
        }
    };
    sink.read(outcome.stats);
    end
}
