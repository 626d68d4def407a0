//! What is found on several threads, and on one.

use std::{
    fmt::Write,
    num::NonZeroUsize,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use urlsift::{Link, Position, ReadOptions, ReadStats, Rejected, Sink, Skip, archive::Warning};
use urlsift_search::{Collector, Driver, Error, FileSink, Inputs, Preceding, Searcher};

/// Everything that a sink is told, in words, one line each.
#[derive(Debug, Default)]
pub struct Record {
    told: Vec<Told>,
    path: PathBuf,
    is_resumed: bool,
    size: usize,
    amount: [u64; 3],
    preceding: Preceding,
}

/// Something that is told, but for the numbers that may count from within a file.
#[derive(Debug)]
struct Told {
    what: String,
    position: Option<Position>,
    index: Option<u64>,
    is_resumed: bool,
}

impl Record {
    fn tell(&mut self, what: String, position: Option<Position>, index: Option<u64>) {
        self.size += what.len();
        self.told.push(Told {
            what,
            position,
            index,
            is_resumed: self.is_resumed,
        });
    }
}

impl Sink for Record {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let pieces: Vec<_> = link.pieces().collect();
        let mut what = format!(
            "{}: {} at {:?} in {pieces:?}",
            self.path.display(),
            link.candidate().url().escape_ascii(),
            link.span(),
        );
        let message = link.message();
        if let Some(message) = message {
            let _ = write!(
                what,
                " of {} {:?} {:?} {:?}",
                message.offset(),
                message.metadata(),
                message.part(),
                message.header(),
            );
        }
        self.tell(
            what,
            link.position(),
            message.map(|message| message.index()),
        );
        ControlFlow::Continue(())
    }

    fn rejected(&mut self, rejected: &Rejected<'_>) -> ControlFlow<Skip> {
        // Its offsets in the text count from where the text was begun.
        let reason = rejected.rejected().reason;
        let what = format!("rejected {reason:?} {:?}", rejected.span());
        self.tell(what, rejected.position(), None);
        ControlFlow::Continue(())
    }

    fn warning(&mut self, offset: u64, warning: Warning) {
        self.tell(format!("{warning:?} at {offset}"), None, None);
    }
}

impl FileSink for Record {
    fn begin(&mut self, path: &Path) -> ControlFlow<Skip> {
        self.path = path.into();
        self.is_resumed = false;
        self.tell(format!("begin {}", path.display()), None, None);
        ControlFlow::Continue(())
    }

    fn error(&mut self, error: Error) {
        let path = error.path().display().to_string();
        self.tell(format!("{path}: {error}"), None, None);
    }

    fn read(&mut self, stats: ReadStats) {
        for (sum, read) in self
            .amount
            .iter_mut()
            .zip([stats.bytes, stats.messages, stats.parts])
        {
            *sum += read;
        }
    }

    fn end(&mut self) {
        self.tell("end".into(), None, None);
    }

    fn resume(&mut self, path: &Path, _: Option<&Self>) {
        self.path = path.into();
        self.is_resumed = true;
    }

    fn size(&self) -> usize {
        self.size
    }
}

/// All that was told, in the order of the inputs.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct All {
    /// One line for each thing.
    pub lines: Vec<String>,
    /// How many bytes, messages and parts there were.
    pub amount: [u64; 3],
}

impl Collector<Record> for All {
    fn collect(&mut self, record: &mut Record, preceding: Preceding) -> ControlFlow<()> {
        record.preceding = preceding;
        ControlFlow::Continue(())
    }

    fn write(&mut self, record: Record) -> ControlFlow<()> {
        for (sum, read) in self.amount.iter_mut().zip(record.amount) {
            *sum += read;
        }
        for told in record.told {
            let mut line = told.what;
            let before = if told.is_resumed {
                record.preceding
            } else {
                Preceding::default()
            };
            if let Some(Position {
                line: number,
                column,
            }) = told.position
            {
                let columns = if number == 1 { before.columns } else { 0 };
                let (number, column) = (number + before.lines, column + columns);
                let _ = write!(line, " on {number}:{column}");
            }
            if let Some(index) = told.index {
                let _ = write!(line, " in {}", index + before.messages);
            }
            self.lines.push(line);
        }
        ControlFlow::Continue(())
    }
}

/// What is found in a path, on so many threads, in pieces of so many bytes.
#[must_use]
pub fn found(path: &Path, reading: &ReadOptions, threads: usize, piece: u64) -> All {
    found_in(&[path.into()], reading, threads, piece)
}

/// The same in several paths.
#[must_use]
pub fn found_in(paths: &[PathBuf], reading: &ReadOptions, threads: usize, piece: u64) -> All {
    let searcher = Searcher::new().reading(reading.clone()).positions(true);
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    let mut all = All::default();
    Driver::new(searcher)
        .threads(threads)
        .segment_size(piece)
        .run(
            Inputs::new(paths.iter().cloned()),
            Record::default,
            &mut all,
        );
    all
}

/// That what is found in a path on several threads, in pieces of any of these sizes, is what one
/// thread finds.
///
/// # Panics
///
/// If it is not.
pub fn threads_find_the_same(name: &str, path: &Path, reading: &ReadOptions, pieces: &[u64]) {
    let alone = found(path, reading, 1, u64::MAX);
    for &piece in pieces {
        for threads in [2, 5] {
            let together = found(path, reading, threads, piece);
            let first = alone.lines.iter().zip(&together.lines);
            if let Some((alone, together)) = first.into_iter().find(|(one, other)| one != other) {
                panic!("{name}, {threads} threads, pieces of {piece}:\n{alone}\n{together}");
            }
            assert_eq!(
                (alone.lines.len(), alone.amount),
                (together.lines.len(), together.amount),
                "{name}, {threads} threads, pieces of {piece}"
            );
        }
    }
}
