//! Pieces of files, each read on its own.

use std::{
    fs::File,
    io::{self, Read},
    ops::ControlFlow,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use urlsift_archive::{Kind, Walker};

use super::{
    hand::{Deliver, Hand},
    tape::{At, Reached, Tape},
};
use crate::{
    Input, Position, Printer, Progress, Sink, Skip,
    sifter::{Sift, Step},
};

/// What stands in front of a file.
const FILE_START: [u8; 3] = *b"\n\n\n";

/// So much is read at first behind the end of a piece, where its last message ends; then twice as
/// much each time, up to so much.
const BEHIND: u64 = 8 << 10;
const MOST_BEHIND: u64 = 1 << 20;

/// A file that is read in pieces.
#[derive(Debug)]
pub(super) struct Whole {
    pub(super) input: Input,
    pub(super) path: PathBuf,
    pub(super) source: Source,
    /// Whether it is told that the file cannot be read to its end, even if that is not tried: what
    /// comes behind it cannot be read either, and will not say so.
    is_in_tar: bool,
    /// Where the bytes of a file are counted.
    progress: Option<Arc<Progress>>,
    /// Whether nobody is interested in more of it.
    is_over: AtomicBool,
}

impl Whole {
    pub(super) fn new(
        input: Input,
        path: PathBuf,
        source: Source,
        progress: Option<Arc<Progress>>,
    ) -> Self {
        Self {
            input,
            path,
            source,
            is_in_tar: false,
            progress,
            is_over: AtomicBool::new(false),
        }
    }

    /// The same, if it is in a tar.
    pub(super) fn in_tar(mut self, is_in_tar: bool) -> Self {
        self.is_in_tar = is_in_tar;
        self
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Why it cannot be read to its end, for the first who asks.
    pub(super) fn failure(&self) -> Option<io::Error> {
        match &self.source {
            Source::File(_) => None,
            Source::Tape(tape) => tape.take_failure(),
        }
    }

    /// Says that nobody is interested in more of it. Tells why it could not be read to its end, if that
    /// is to be told and was not.
    pub(super) fn leave(&self) -> Option<io::Error> {
        self.is_over.store(true, Ordering::Relaxed);
        match &self.source {
            Source::File(_) => None,
            Source::Tape(tape) => tape.drop_rest().filter(|_| self.is_in_tar),
        }
    }
}

/// Where its bytes come from.
#[derive(Debug)]
pub(super) enum Source {
    File(File),
    Tape(Tape),
}

/// The messages of a file that begin in a range of its bytes.
#[derive(Debug)]
pub(super) struct Piece {
    pub(super) whole: Arc<Whole>,
    /// Of a file's first piece, if nobody knows yet, `None`.
    pub(super) kind: Option<Kind>,
    pub(super) start: u64,
    /// The three bytes before the start, if they are known.
    pub(super) before: Option<[u8; 3]>,
    /// Offset behind its last byte; `u64::MAX` as long as that is not known.
    end: Arc<AtomicU64>,
    /// Whether nobody is interested in it.
    is_dropped: AtomicBool,
    pub(super) reached: Arc<Reached>,
}

impl Piece {
    pub(super) fn new(whole: &Arc<Whole>, kind: Option<Kind>, start: u64, end: u64) -> Self {
        Self {
            whole: Arc::clone(whole),
            kind,
            start,
            before: (start == 0).then_some(FILE_START),
            end: Arc::new(AtomicU64::new(end)),
            is_dropped: AtomicBool::new(false),
            reached: Arc::new(Reached::at(start)),
        }
    }

    pub(super) fn end(&self) -> u64 {
        self.end.load(Ordering::Relaxed)
    }

    /// Says where it ends. Nothing behind that may be on the tape.
    pub(super) fn cut(&self, end: u64) {
        self.end.store(end, Ordering::Relaxed);
    }

    /// Whether nobody is interested in what it holds.
    pub(super) fn is_dropped(&self) -> bool {
        self.is_dropped.load(Ordering::Relaxed) || self.whole.is_over()
    }

    /// Says that nobody is interested in what it holds.
    pub(super) fn leave(&self) {
        self.is_dropped.store(true, Ordering::Relaxed);
    }

    /// The same piece from a message on, for another reader.
    pub(super) fn again(&self, message: u64) -> Self {
        Self {
            before: None,
            end: Arc::clone(&self.end),
            ..Self::new(&self.whole, self.kind, message, u64::MAX)
        }
    }

    /// Says that it is in front.
    pub(super) fn follow(&self) {
        if let Source::Tape(tape) = &self.whole.source {
            tape.follow(Arc::clone(&self.reached));
        }
    }

    /// Whether more of it may come any time later.
    pub(super) fn may_wait(&self) -> bool {
        matches!(self.whole.source, Source::Tape(_))
    }

    /// Whether a read at an offset would have to wait.
    pub(super) fn would_wait(&self, at: u64) -> bool {
        match &self.whole.source {
            Source::File(_) => false,
            Source::Tape(tape) => tape.would_wait(at),
        }
    }

    /// Tells what the piece holds; from `known` on, if a message is known to begin there.
    ///
    /// A break if the page or its taker has had enough.
    pub(super) fn sift<P: Printer, D: Deliver<P::Page>>(
        &self,
        sift: &mut Sift,
        known: Option<u64>,
        hand: &mut Hand<'_, P, D>,
        first: &mut dyn FnMut(u64),
    ) -> Ended {
        let Some((start, before)) = self.begin(known) else {
            return Ended::default();
        };
        let range = start..self.end();
        let has_range = sift.has_range();
        sift.begin_part(
            |reading| {
                let walker = match (self.kind, known) {
                    (None, _) => Walker::new(reading),
                    (Some(kind), None) => Walker::within(reading, kind, range, before),
                    (Some(kind), Some(_)) => Walker::at_message(reading, kind, range, before),
                };
                // Ranges that users give have to fit each other, too.
                if has_range {
                    walker
                } else {
                    walker.cutting_lines()
                }
            },
            start,
        );
        let end = self.steps(sift, start, hand, first);
        // What stands in front of the first message is read with it.
        let begun = sift.walker.first().filter(|_| self.start > 0);
        let mut ended = match end {
            ControlFlow::Continue(ended) => ended,
            ControlFlow::Break(skip) => Ended::left(skip),
        };
        ended.next = sift.walker.next();
        ended.messages = sift.walker.messages();
        if begun.is_some() || self.start == 0 {
            hand.read(sift.amount(begun.unwrap_or(0), ended.was_left));
        }
        if ended.is_last && ended.failed_at.is_none() {
            hand.end();
        }
        ended
    }

    /// Where to begin, and what stands before; nowhere, if what would have to be read is gone.
    fn begin(&self, known: Option<u64>) -> Option<(u64, [u8; 3])> {
        let start = known.unwrap_or(self.start);
        if let Some(before) = self.before.filter(|_| start == self.start) {
            return match &self.whole.source {
                Source::Tape(tape) if tape.front().0 > start => self.behind_front(tape),
                _ => Some((start, before)),
            };
        }
        match &self.whole.source {
            Source::File(file) => {
                let mut before = FILE_START;
                let len = start.min(3) as usize;
                // What cannot be read is told where the rest is read.
                let _ = read_at(file, &mut before[3 - len..], start - len as u64);
                Some((start, before))
            }
            Source::Tape(tape) => self.behind_front(tape),
        }
    }

    /// Where whoever is in front has come to: no message of the piece begins before.
    fn behind_front(&self, tape: &Tape) -> Option<(u64, [u8; 3])> {
        let (at, before) = tape.front();
        (at < self.end()).then_some((at, before))
    }

    fn steps<P: Printer, D: Deliver<P::Page>>(
        &self,
        sift: &mut Sift,
        start: u64,
        hand: &mut Hand<'_, P, D>,
        first: &mut dyn FnMut(u64),
    ) -> ControlFlow<Skip, Ended> {
        let mut reader = Reader {
            piece: self,
            at: start,
            behind: BEHIND,
            is_gone: false,
        };
        let mut is_first_told = false;
        loop {
            hand.at(sift.feed.end());
            hand.before_read()?;
            let step = sift.step(&mut reader, &|| self.end(), hand)?;
            if let Some(begun) = sift.walker.first().filter(|_| !is_first_told) {
                is_first_told = true;
                first(begun);
            }
            if reader.is_gone {
                return ControlFlow::Continue(Ended::default());
            }
            let mut ended = Ended::default();
            match step {
                Step::On if sift.walker.is_over() => {}
                // Nothing begins in the piece. That of a file's first piece is told by what follows.
                Step::On if self.start > 0 && !is_first_told && sift.feed.start() >= self.end() => {
                }
                Step::On => {
                    self.reach(sift.feed.start());
                    continue;
                }
                Step::End => ended.is_last = true,
                Step::EndOfPart(position) => {
                    self.reach(sift.walker.next().unwrap_or(self.start));
                    ended.position = position;
                    // Nothing but a range of the file ends there.
                    let is_range = self.end() == u64::MAX;
                    ended.is_last = is_range;
                    ended.was_left = is_range;
                }
                Step::Lost(error) => {
                    ended.is_last = true;
                    ended.failed_at = Some(sift.feed.end());
                    ended.failure = Some(error).filter(|_| !self.may_wait());
                }
            }
            return ControlFlow::Continue(ended);
        }
    }

    /// What lies before an offset is not needed any more.
    fn reach(&self, offset: u64) {
        if let Source::Tape(tape) = &self.whole.source {
            tape.reach(&self.reached, offset);
        }
    }
}

/// How a piece, or a run of small files has ended.
#[derive(Debug, Default)]
pub(super) struct Ended {
    /// Where the next message begins, which is not in the piece.
    pub(super) next: Option<u64>,
    /// What line and column that is, if both count from the first message.
    pub(super) position: Option<Position>,
    pub(super) messages: u64,
    /// Whether the file ends with it, or is left.
    pub(super) is_last: bool,
    pub(super) was_left: bool,
    /// Whether what follows of the input is left, too.
    pub(super) leaves_input: bool,
    /// Where the file cannot be read on, and why, if a tape does not know.
    pub(super) failed_at: Option<u64>,
    pub(super) failure: Option<io::Error>,
}

impl Ended {
    /// The page has had enough.
    pub(super) fn left(skip: Skip) -> Self {
        Self {
            is_last: true,
            was_left: true,
            leaves_input: skip == Skip::Input,
            ..Self::default()
        }
    }
}

/// Reads a piece, and on behind it.
struct Reader<'p> {
    piece: &'p Piece,
    at: u64,
    /// How much is read next behind the end of the piece.
    behind: u64,
    /// Whether what is to be read is gone: there was nothing in it.
    is_gone: bool,
}

impl Read for Reader<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let len = match &self.piece.whole.source {
            Source::File(file) => {
                let ahead = self.piece.end().saturating_sub(self.at);
                if ahead == 0 {
                    self.behind = (2 * self.behind).min(MOST_BEHIND);
                }
                let most = ahead.saturating_add(self.behind);
                let len = into.len().min(usize::try_from(most).unwrap_or(usize::MAX));
                let read = read_at(file, &mut into[..len], self.at)?;
                if let Some(progress) = &self.piece.whole.progress {
                    progress.add(ahead.min(read as u64));
                }
                read
            }
            Source::Tape(tape) => match tape.read(self.at, into) {
                At::Bytes(len) => len,
                At::Failure => return Err(io::ErrorKind::Other.into()),
                At::Gone => {
                    self.is_gone = true;
                    0
                }
            },
        };
        self.at += len as u64;
        Ok(len)
    }
}

/// Reads a file at an offset, wherever others read it.
#[cfg(unix)]
pub(super) fn read_at(file: &File, into: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, into, offset)
}

/// Reads a file at an offset, wherever others read it.
#[cfg(windows)]
pub(super) fn read_at(file: &File, into: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, into, offset)
}
