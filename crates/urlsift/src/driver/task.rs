//! What is done on one thread at a time, and what it says.

use std::{
    io::{self, Read},
    mem,
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
};

use rayon::ThreadPool;

use super::{
    hand::{Deliver, Hand},
    lock,
    piece::{Ended, Piece},
    shelf::{Room, Shelf},
};
use crate::{Error, Input, Page, Printer, Sifter, Sink, Skip};

/// A task that was begun, for the binder.
pub(super) struct Task<P> {
    pub(super) said: Receiver<Said<P>>,
    /// What it reads, or the first of that.
    pub(super) input: Input,
    /// The piece that it reads; if there is none, it has files of its own.
    pub(super) piece: Option<Arc<Piece>>,
    /// The input that is read from its beginning to its end, if these files are in one, or are one.
    pub(super) course: Option<Arc<Course>>,
}

/// An input that is read from its beginning to its end: a stream, or what is taken apart.
#[derive(Debug)]
pub(super) struct Course {
    pub(super) input: Input,
    /// Whether it may never end.
    pub(super) is_stream: bool,
    has_members: AtomicBool,
    is_left: AtomicBool,
}

impl Course {
    pub(super) fn new(input: Input, is_stream: bool) -> Self {
        Self {
            input,
            is_stream,
            has_members: AtomicBool::new(false),
            is_left: AtomicBool::new(false),
        }
    }

    /// Says that it is a container.
    pub(super) fn has_members(&self) {
        self.has_members.store(true, Ordering::Relaxed);
    }

    /// Says that nobody is interested in more of it, or of the file in it that was read last.
    /// Tells whether that is all.
    pub(super) fn leave(&self, leaves_input: bool) -> bool {
        let leaves_all = leaves_input || !self.has_members.load(Ordering::Relaxed);
        if leaves_all {
            self.is_left.store(true, Ordering::Relaxed);
        }
        leaves_all
    }

    pub(super) fn is_left(&self) -> bool {
        self.is_left.load(Ordering::Relaxed)
    }
}

/// What a task says.
pub(super) enum Said<P> {
    /// The first message begins at this offset.
    First(u64),
    /// A page, and the room that it takes.
    Page(P, Room),
    /// There is nothing more.
    Ended(Ended),
    /// It has panicked.
    Failed,
}

/// Something to read as a whole.
pub(super) enum Item {
    Input(Input),
    /// A small file in a packed input.
    Member(Input, Member),
    /// What cannot be read.
    Fault(Input, Error),
}

/// The bytes of a small file.
pub(super) struct Member {
    pub(super) path: PathBuf,
    pub(super) bytes: io::Cursor<Vec<u8>>,
    /// Why there are no more of them.
    pub(super) failure: Option<io::Error>,
    /// As [`Whole::is_in_tar`](super::piece::Whole::is_in_tar).
    pub(super) is_in_tar: bool,
}

impl Member {
    /// All of them.
    pub(super) fn new(path: &Path, bytes: Vec<u8>) -> Self {
        Self {
            path: path.into(),
            bytes: io::Cursor::new(bytes),
            failure: None,
            is_in_tar: false,
        }
    }
}

impl Read for Member {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self.bytes.read(into)? {
            0 if !into.is_empty() => self.failure.take().map_or(Ok(0), Err),
            len => Ok(len),
        }
    }
}

impl Item {
    pub(super) fn input(&self) -> &Input {
        match self {
            Self::Input(input) | Self::Member(input, _) | Self::Fault(input, _) => input,
        }
    }

    /// Reads it whole. A break if what follows of its input is of no interest.
    pub(super) fn read<P: Printer, D: Deliver<P::Page>>(
        self,
        sifter: &mut Sifter,
        hand: &mut Hand<'_, P, D>,
    ) -> ControlFlow<()> {
        match self {
            Self::Input(input) => {
                hand.input(&input)?;
                match hand.admit(&input) {
                    Ok(()) => sifter.sift_input(&input, hand),
                    Err(error) => hand.error(Error::io(input.path(), error)),
                }
            }
            Self::Member(input, mut member) => {
                hand.input(&input)?;
                let path = mem::take(&mut member.path);
                let end = sifter.sift_unpacked(&path, &mut member, hand);
                if let Some(failure) = member.failure.take().filter(|_| member.is_in_tar) {
                    hand.error(Error::io(&path, failure));
                }
                if end == ControlFlow::Break(Skip::Input) {
                    return ControlFlow::Break(());
                }
            }
            Self::Fault(input, error) => {
                hand.input(&input)?;
                hand.error(error);
            }
        }
        ControlFlow::Continue(())
    }
}

/// What the threads share.
pub(super) struct Shop<P> {
    pub(super) printer: P,
    pub(super) shelf: Arc<Shelf>,
    pool: ThreadPool,
    /// What all sifters are like.
    model: Mutex<Sifter>,
    /// Those that nobody uses at the moment.
    idle: Mutex<Vec<Sifter>>,
}

impl<P: Printer> Shop<P> {
    pub(super) fn new(printer: P, shelf: Shelf, pool: ThreadPool, model: Sifter) -> Self {
        Self {
            printer,
            shelf: Arc::new(shelf),
            pool,
            model: Mutex::new(model),
            idle: Mutex::default(),
        }
    }

    /// A sifter that nobody else uses.
    pub(super) fn sifter(&self) -> Sifter {
        lock(&self.idle)
            .pop()
            .unwrap_or_else(|| lock(&self.model).twin())
    }

    /// Takes one back.
    pub(super) fn put_back(&self, sifter: Sifter) {
        lock(&self.idle).push(sifter);
    }

    /// Has items read on one of the threads, as the task with this number.
    pub(super) fn begin_items(
        self: &Arc<Self>,
        number: u64,
        items: Vec<Item>,
    ) -> Receiver<Said<P::Page>> {
        let (say, said) = channel();
        let shop = Arc::clone(self);
        self.pool.spawn_fifo(move || {
            let deliver = Say {
                shelf: &shop.shelf,
                number,
                said: &say,
                piece: None,
            };
            // What a panic leaves behind is not used again.
            let read = AssertUnwindSafe(|| shop.items(items, Hand::new(&shop.printer, deliver)));
            let _ = say.send(catch_unwind(read).map_or(Said::Failed, Said::Ended));
        });
        said
    }

    fn items<D: Deliver<P::Page>>(&self, items: Vec<Item>, mut hand: Hand<'_, P, D>) -> Ended {
        let mut sifter = self.sifter();
        let mut ended = Ended::default();
        for item in items {
            // What a panic leaves behind is not used again, but for the page: it may hold half of
            // what was told last.
            let read = AssertUnwindSafe(|| item.read(&mut sifter, &mut hand));
            let read = catch_unwind(read).unwrap_or_else(|_| {
                sifter = self.sifter();
                hand.fail_by_panic();
                ControlFlow::Continue(())
            });
            if read.is_break() || hand.is_over() {
                ended = Ended::left(Skip::Input);
                break;
            }
        }
        self.put_back(sifter);
        // Whether anybody wants it does not matter any more.
        let _ = hand.finish();
        ended
    }

    /// Has a piece read on one of the threads, as the task with this number.
    pub(super) fn begin_piece(
        self: &Arc<Self>,
        number: u64,
        piece: Arc<Piece>,
    ) -> Receiver<Said<P::Page>> {
        let (say, said) = channel();
        let shop = Arc::clone(self);
        self.pool.spawn_fifo(move || {
            let deliver = Say {
                shelf: &shop.shelf,
                number,
                said: &say,
                piece: Some(&piece),
            };
            let read = shop.piece(&piece, None, deliver, &mut |first| {
                // If nobody listens, nobody wants the piece.
                let _ = say.send(Said::First(first));
            });
            let _ = say.send(match read {
                Ok((ended, _)) => Said::Ended(ended),
                Err(Panicked) => Said::Failed,
            });
        });
        said
    }

    /// Reads a piece, from `known` on, if a message is known to begin there. Tells whether nobody
    /// wants more of anything.
    pub(super) fn piece<D: Deliver<P::Page>>(
        &self,
        piece: &Piece,
        known: Option<u64>,
        deliver: D,
        first: &mut dyn FnMut(u64),
    ) -> Result<(Ended, bool), Panicked> {
        // What a panic leaves behind is not used again.
        let read = AssertUnwindSafe(|| {
            let mut hand = Hand::new(&self.printer, deliver);
            let whole = &piece.whole;
            if hand.input(&whole.input).is_break() {
                return (Ended::default(), true);
            }
            if piece.start > 0 {
                hand.resume(&whole.path);
            } else if let ControlFlow::Break(skip) = hand.begin(&whole.path) {
                hand.end();
                return (Ended::left(skip), hand.finish().is_break());
            }
            let mut sifter = self.sifter();
            let ended = piece.sift(&mut sifter.sift, known, &mut hand, first);
            self.put_back(sifter);
            (ended, hand.finish().is_break())
        });
        catch_unwind(read).map_err(|_| Panicked)
    }
}

/// Something has panicked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Panicked;

/// Says what is found on one of the threads.
struct Say<'s, P> {
    shelf: &'s Arc<Shelf>,
    number: u64,
    said: &'s Sender<Said<P>>,
    piece: Option<&'s Piece>,
}

impl<P: Page> Deliver<P> for Say<'_, P> {
    fn deliver(&mut self, page: P) -> ControlFlow<()> {
        let room = self.shelf.room(self.number, page.size())?;
        match self.said.send(Said::Page(page, room)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    fn before_read(&mut self, at: u64) -> ControlFlow<(), bool> {
        if self.shelf.is_closed() || self.piece.is_some_and(Piece::is_dropped) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(self.piece.is_some_and(|piece| piece.would_wait(at)))
    }
}
