//! Records the calls to a sink, to compare a search on several threads, or of several ranges, with a single one.

use std::{
    fmt::Write,
    mem,
    num::NonZeroUsize,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use urlsift::{
    Link, Position, ReadOptions, ReadStats, Rejected, Sink, Skip, archive::ArchiveWarning,
};
use urlsift_search::{Collector, Driver, Error, FileSink, Format, Inputs, Preceding, Searcher};

use crate::effort;

/// A sink that records every call as a line of text.
#[derive(Debug, Default)]
pub struct EventLog {
    entries: Vec<Entry>,
    path: PathBuf,
    is_resumed: bool,
    size: usize,
    totals: [u64; 3],
    preceding: Preceding,
}

/// A recorded call. Line numbers and message indices count from the start of the segment.
#[derive(Debug)]
struct Entry {
    path: PathBuf,
    text: String,
    position: Option<Position>,
    index: Option<u64>,
    is_resumed: bool,
}

impl EventLog {
    fn log(&mut self, text: String, position: Option<Position>, index: Option<u64>) {
        self.size += text.len();
        self.entries.push(Entry {
            path: self.path.clone(),
            text,
            position,
            index,
            is_resumed: self.is_resumed,
        });
    }

    /// Returns the calls of each file, of which every range reports a part, and the totals.
    ///
    /// # Panics
    ///
    /// If there is an error or a position: the ranges of a file have none.
    #[must_use]
    pub fn by_file(mut self) -> (Vec<(PathBuf, String)>, [u64; 3]) {
        self.entries
            .retain(|entry| !["begin", "end"].contains(&&*entry.text));
        self.entries.sort_by(|a, b| a.path.cmp(&b.path));
        let calls = self.entries.into_iter().map(|entry| {
            assert!(!entry.text.starts_with("error"), "{entry:?}");
            assert_eq!(entry.position, None, "{entry:?}");
            (entry.path, entry.text)
        });
        (calls.collect(), self.totals)
    }
}

impl Sink for EventLog {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let pieces: Vec<_> = link.pieces().collect();
        let candidate = link.candidate();
        let mut text = format!(
            "{} at {:?} in {pieces:?} of {} {:?} {:?}",
            candidate.url().escape_ascii(),
            link.span(),
            candidate.raw().escape_ascii(),
            candidate.joins(),
            candidate.warnings(),
        );
        if let Some(markup) = link.markup() {
            let base = link.base_text();
            let _ = write!(text, " of {markup:?} {base:?}");
        }
        let message = link.message();
        if let Some(message) = message {
            let _ = write!(
                text,
                " of {} {:?} {:?}",
                message.offset(),
                message.metadata(),
                link.section(),
            );
        }
        self.log(
            text,
            link.position(),
            message.and_then(urlsift_search::Message::index),
        );
        ControlFlow::Continue(())
    }

    fn rejected(&mut self, rejected: &Rejected<'_>) -> ControlFlow<Skip> {
        // The offsets within the text count from the start of the segment, so only the span is recorded.
        let reason = rejected.rejection().reason;
        let text = format!("rejected {reason:?} {:?}", rejected.span());
        self.log(text, rejected.position(), None);
        ControlFlow::Continue(())
    }

    fn warning(&mut self, offset: u64, warning: ArchiveWarning) {
        self.log(format!("{warning:?} at {offset}"), None, None);
    }
}

impl FileSink for EventLog {
    fn begin(&mut self, path: &Path, _: &[Format]) -> ControlFlow<Skip> {
        self.path = path.into();
        self.is_resumed = false;
        self.log("begin".into(), None, None);
        ControlFlow::Continue(())
    }

    fn error(&mut self, error: Error) {
        let file = mem::replace(&mut self.path, error.path().into());
        self.log(format!("error: {error}"), None, None);
        self.path = file;
    }

    fn read(&mut self, stats: ReadStats) {
        for (sum, read) in self
            .totals
            .iter_mut()
            .zip([stats.bytes, stats.messages, stats.parts])
        {
            *sum += read;
        }
    }

    fn end(&mut self) {
        self.log("end".into(), None, None);
    }

    fn resume(&mut self, path: &Path, _: Option<&Self>) {
        self.path = path.into();
        self.is_resumed = true;
    }

    fn size(&self) -> usize {
        self.size
    }
}

/// The lines of all logs, in the order of the inputs.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Collected {
    /// One line for each call.
    pub lines: Vec<String>,
    /// The numbers of bytes, messages and parts read.
    pub totals: [u64; 3],
}

impl Collector<EventLog> for Collected {
    fn collect(&mut self, log: &mut EventLog, preceding: Preceding) -> ControlFlow<()> {
        log.preceding = preceding;
        ControlFlow::Continue(())
    }

    fn write(&mut self, log: EventLog) -> ControlFlow<()> {
        for (sum, read) in self.totals.iter_mut().zip(log.totals) {
            *sum += read;
        }
        for entry in log.entries {
            let mut line = format!("{}: {}", entry.path.display(), entry.text);
            let before = if entry.is_resumed {
                log.preceding
            } else {
                Preceding::default()
            };
            if let Some(Position {
                line: number,
                column,
            }) = entry.position
            {
                let columns = if number == 1 { before.columns } else { 0 };
                let (number, column) = (number + before.lines, column + columns);
                let _ = write!(line, " on {number}:{column}");
            }
            if let Some(index) = entry.index {
                let _ = write!(line, " in {}", index + before.messages);
            }
            self.lines.push(line);
        }
        ControlFlow::Continue(())
    }
}

/// Searches several paths on `threads` threads, in segments of `segment_size` bytes.
#[must_use]
pub fn search_paths(
    paths: &[PathBuf],
    options: &ReadOptions,
    threads: usize,
    segment_size: u64,
) -> Collected {
    search_with(
        Searcher::new().reading(options.clone()),
        paths,
        threads,
        segment_size,
    )
}

/// Searches several paths with a searcher on `threads` threads, in segments of `segment_size` bytes.
fn search_with(
    searcher: Searcher,
    paths: &[PathBuf],
    threads: usize,
    segment_size: u64,
) -> Collected {
    let searcher = searcher.positions(true);
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    let mut all = Collected::default();
    Driver::new(searcher)
        .threads(threads)
        .segment_size(segment_size)
        .run(
            Inputs::new(paths.iter().cloned()),
            EventLog::default,
            &mut all,
        );
    all
}

/// Checks that several threads find in a path what one thread finds, for each segment size.
///
/// # Panics
///
/// If the results differ.
pub fn assert_threads_agree(name: &str, path: &Path, options: &ReadOptions, segment_sizes: &[u64]) {
    let searcher = || Searcher::new().reading(options.clone());
    assert_threads_agree_with(name, path, searcher, segment_sizes);
}

/// Checks the same with the searchers that a function creates.
///
/// # Panics
///
/// If the results differ.
pub fn assert_threads_agree_with(
    name: &str,
    path: &Path,
    searcher: impl Fn() -> Searcher,
    segment_sizes: &[u64],
) {
    let search =
        |threads, segment_size| search_with(searcher(), &[path.into()], threads, segment_size);
    let alone = search(1, u64::MAX);
    for &segment_size in segment_sizes {
        for threads in effort::sample([2, 5], 2, name.len()) {
            let together = search(threads, segment_size);
            let first = alone.lines.iter().zip(&together.lines);
            if let Some((alone, together)) = first.into_iter().find(|(one, other)| one != other) {
                panic!(
                    "{name}, {threads} threads, segments of {segment_size} bytes:\n{alone}\n{together}"
                );
            }
            assert_eq!(
                (alone.lines.len(), alone.totals),
                (together.lines.len(), together.totals),
                "{name}, {threads} threads, segments of {segment_size} bytes"
            );
        }
    }
}
