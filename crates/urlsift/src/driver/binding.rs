//! What is found is put in its order.

use std::{
    io,
    ops::ControlFlow,
    sync::{
        Arc,
        mpsc::{Receiver, TryRecvError},
    },
};

use super::{
    hand::Deliver,
    page::{Binder, Page, Preceding, Printer},
    piece::{Ended, Piece},
    reader::{Begun, Readers},
    task::{Panicked, Said, Shop, Task},
};
use crate::{Error, Input, Position, Sink};

/// Takes what one task after the other says.
pub(super) struct Binding<'b, P: Printer, B> {
    shop: &'b Arc<Shop<P>>,
    readers: &'b mut Readers<P>,
    binder: &'b mut B,
    /// The file at hand, if it is read in pieces.
    file: Option<Progress>,
}

/// A file that is read in pieces, as far as it is bound.
struct Progress {
    /// Where the next message begins, which is not bound yet; `None` if there is none, or if it is of
    /// no interest.
    next: Option<u64>,
    /// What stands before that.
    preceding: Preceding,
}

impl<'b, P: Printer, B: Binder<P::Page>> Binding<'b, P, B> {
    pub(super) fn new(
        shop: &'b Arc<Shop<P>>,
        readers: &'b mut Readers<P>,
        binder: &'b mut B,
    ) -> Self {
        Self {
            shop,
            readers,
            binder,
            file: None,
        }
    }

    /// Takes what all tasks say, as they are begun.
    pub(super) fn bind_all(&mut self, begun: &Receiver<Begun<P::Page>>) -> ControlFlow<()> {
        let started = self.readers.start();
        self.or_fault(started)?;
        while let Some(begun) = self.hear(begun)? {
            match begun {
                Begun::Task(task) => {
                    self.task(&task)?;
                    self.shop.shelf.bound();
                }
                Begun::Failed(input) => {
                    let input = input.unwrap_or(Input::Stdin);
                    self.fault(Error::panicked(input.path()))?;
                    let started = self.readers.start();
                    self.or_fault(started)?;
                }
                Begun::Done => break,
            }
        }
        ControlFlow::Continue(())
    }

    /// A break if no thread could be started: no input can be read any more.
    fn or_fault(&mut self, started: io::Result<()>) -> ControlFlow<()> {
        if let Err(error) = started {
            self.fault(Error::io(Input::Stdin.path(), error))?;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// What is said next; nothing, if nobody says anything any more.
    fn hear<T>(&mut self, said: &Receiver<T>) -> ControlFlow<(), Option<T>> {
        match said.try_recv() {
            Ok(said) => return ControlFlow::Continue(Some(said)),
            Err(TryRecvError::Disconnected) => return ControlFlow::Continue(None),
            Err(TryRecvError::Empty) => {}
        }
        self.binder.idle()?;
        ControlFlow::Continue(said.recv().ok())
    }

    /// Says what is wrong with an input.
    fn fault(&mut self, error: Error) -> ControlFlow<()> {
        let mut page = self.shop.printer.page();
        page.input(&Input::Path(error.path().into()));
        page.error(error);
        self.binder.bind(page, Preceding::default())
    }

    fn task(&mut self, task: &Task<P::Page>) -> ControlFlow<()> {
        if task.course.as_ref().is_some_and(|course| course.is_left()) {
            if let Some(piece) = &task.piece {
                // What is wrong with it is of no interest either.
                let _ = piece.whole.leave();
            }
            return ControlFlow::Continue(());
        }
        let ended = match &task.piece {
            None => self.items(task)?,
            Some(piece) => self.piece(piece, &task.said)?,
        };
        if let Some(course) = task.course.as_ref().filter(|_| ended.was_left)
            && course.leave(ended.leaves_input)
        {
            let passed = self.readers.pass_over(course);
            self.or_fault(passed)?;
        }
        ControlFlow::Continue(())
    }

    /// Files that are read whole.
    fn items(&mut self, task: &Task<P::Page>) -> ControlFlow<(), Ended> {
        let said = &task.said;
        while let Some(said) = self.hear(said)? {
            match said {
                Said::Page(page, room) => {
                    drop(room);
                    self.binder.bind(page, Preceding::default())?;
                }
                Said::Ended(ended) => return ControlFlow::Continue(ended),
                Said::First(_) => {}
                Said::Failed => break,
            }
        }
        self.fault(Error::panicked(task.input.path()))?;
        ControlFlow::Continue(Ended::default())
    }

    fn piece(
        &mut self,
        piece: &Arc<Piece>,
        said: &Receiver<Said<P::Page>>,
    ) -> ControlFlow<(), Ended> {
        if piece.start == 0 {
            self.file = Some(Progress {
                next: Some(0),
                preceding: Preceding::default(),
            });
        }
        let next = self.file.as_ref().and_then(|file| file.next);
        let Some(next) = next.filter(|&next| next < piece.end()) else {
            // A message that begins before reaches beyond, or nobody is interested.
            piece.leave();
            return ControlFlow::Continue(Ended::default());
        };
        let ended = match self.pages(piece, next, said)? {
            Bound::Ended(ended) => Some(ended),
            Bound::Wrong => {
                piece.leave();
                self.again(piece, next)?
            }
            Bound::Failed => None,
        };
        self.end(piece, ended)
    }

    /// Takes the pages of a piece, if they begin with the message that begins at `next`.
    fn pages(
        &mut self,
        piece: &Piece,
        next: u64,
        said: &Receiver<Said<P::Page>>,
    ) -> ControlFlow<(), Bound> {
        let mut held = Vec::new();
        let mut is_right = piece.start == 0;
        while let Some(said) = self.hear(said)? {
            match said {
                // In a file's first piece, there may be something in front of the first message.
                Said::First(_) if is_right => {}
                Said::First(first) if first == next => {
                    is_right = true;
                    piece.follow();
                    for page in held.drain(..) {
                        self.bind(page)?;
                    }
                }
                Said::Page(page, _) if is_right => self.bind(page)?,
                Said::Page(page, room) => {
                    // It is one of few, of what was read at once; and its room may be needed to say
                    // where the first message begins.
                    drop(room);
                    held.push(page);
                }
                Said::Ended(ended) if is_right => {
                    return ControlFlow::Continue(Bound::Ended(ended));
                }
                Said::First(_) | Said::Ended(_) => return ControlFlow::Continue(Bound::Wrong),
                Said::Failed => break,
            }
        }
        ControlFlow::Continue(Bound::Failed)
    }

    /// Reads a piece here, from where its first message is known to begin.
    fn again(&mut self, piece: &Piece, next: u64) -> ControlFlow<(), Option<Ended>> {
        let again = piece.again(next);
        again.follow();
        let shop = self.shop;
        let preceding = self.preceding();
        let deliver = Here {
            binder: self.binder,
            preceding,
            may_wait: piece.may_wait(),
        };
        match shop.piece(&again, Some(next), deliver, &mut |_| {}) {
            Ok((_, true)) => ControlFlow::Break(()),
            Ok((ended, false)) => ControlFlow::Continue(Some(ended)),
            Err(Panicked) => ControlFlow::Continue(None),
        }
    }

    /// Goes on behind a piece; `None` if reading it has panicked.
    fn end(&mut self, piece: &Piece, ended: Option<Ended>) -> ControlFlow<(), Ended> {
        let whole = &piece.whole;
        let (ended, error) = match ended {
            None => (Ended::default(), Some(Error::panicked(&whole.path))),
            Some(mut ended) => {
                let error = ended.failed_at.map(|at| {
                    let failure = ended.failure.take().or_else(|| whole.failure());
                    let failure = failure.unwrap_or_else(|| io::ErrorKind::Other.into());
                    Error::read(&whole.path, at, failure)
                });
                (ended, error)
            }
        };
        let has_failed = error.is_some();
        if let Some(error) = error {
            let mut page = self.shop.printer.page();
            page.input(&whole.input);
            page.resume(&whole.path, None);
            page.error(error);
            page.end();
            self.bind(page)?;
        }
        if let Some(file) = &mut self.file {
            file.next = ended.next.filter(|_| !ended.is_last && !has_failed);
            file.preceding.advance(ended.messages, ended.position);
            if file.next.is_none()
                && let Some(error) = whole.leave()
            {
                let mut page = self.shop.printer.page();
                page.input(&whole.input);
                page.error(Error::io(&whole.path, error));
                self.bind(page)?;
            }
        }
        ControlFlow::Continue(ended)
    }

    fn preceding(&self) -> Preceding {
        self.file
            .as_ref()
            .map_or_else(Preceding::default, |file| file.preceding)
    }

    fn bind(&mut self, page: P::Page) -> ControlFlow<()> {
        let preceding = self.preceding();
        self.binder.bind(page, preceding)
    }
}

impl<P: Printer, B> Drop for Binding<'_, P, B> {
    /// However it has ended, nobody takes any more pages.
    fn drop(&mut self) {
        self.shop.shelf.close();
        self.readers.stop();
    }
}

/// What has become of a piece.
enum Bound {
    /// It is bound.
    Ended(Ended),
    /// It does not begin where it should.
    Wrong,
    /// Reading it has panicked.
    Failed,
}

impl Preceding {
    /// Goes on to the end of a piece with so many messages, where a position counts from its first
    /// one.
    fn advance(&mut self, messages: u64, position: Option<Position>) {
        self.messages += messages;
        let Some(Position { line, column }) = position else {
            return;
        };
        if line > 1 {
            self.columns = 0;
        }
        self.lines += line - 1;
        self.columns += column - 1;
    }
}

/// Binds pages where they are made.
pub(super) struct Here<'b, B> {
    pub(super) binder: &'b mut B,
    /// What stands in front of the file, or of the piece of it.
    pub(super) preceding: Preceding,
    /// Whether more of the input at hand may come any time later.
    pub(super) may_wait: bool,
}

impl<P, B: Binder<P>> Deliver<P> for Here<'_, B> {
    fn deliver(&mut self, page: P) -> ControlFlow<()> {
        self.binder.bind(page, self.preceding)
    }

    fn before_read(&mut self, _: u64) -> ControlFlow<(), bool> {
        ControlFlow::Continue(self.may_wait)
    }

    fn idle(&mut self) -> ControlFlow<()> {
        self.binder.idle()
    }
}
