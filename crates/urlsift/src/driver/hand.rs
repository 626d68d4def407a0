//! From the sink of a thread to its pages.

use std::{
    io, mem,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use urlsift_archive::{Place, Warning};

use crate::{Amount, Around, Error, InMessage, Input, Link, Page, Printer, Rejected, Sink, Skip};

/// A page of so many bytes is handed over.
const FULL: usize = 60 << 10;

/// Takes pages as they become full.
pub(super) trait Deliver<P> {
    /// A break if nobody wants them any more.
    fn deliver(&mut self, page: P) -> ControlFlow<()>;

    /// A read of the file at hand follows, at an offset. Whether it may take any time, so that all is
    /// to be handed over before; a break if nobody wants what it would bring.
    fn before_read(&mut self, at: u64) -> ControlFlow<(), bool>;

    /// Such a read follows, and all was handed over.
    fn idle(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// A sink that fills one page after the other.
pub(super) struct Hand<'h, P: Printer, D> {
    printer: &'h P,
    page: P::Page,
    deliver: D,
    input: Option<Input>,
    /// The file at hand, if one is.
    file: Option<PathBuf>,
    /// Where it is read next.
    at: u64,
    /// Whether the page wants no more of the input at hand: the binder may want no more at all.
    has_enough: bool,
    /// Whether the page that was told the last hit wants the lines around it.
    wants_context: bool,
    /// Whether nobody wants more.
    is_over: bool,
}

impl<'h, P: Printer, D: Deliver<P::Page>> Hand<'h, P, D> {
    pub(super) fn new(printer: &'h P, deliver: D) -> Self {
        Self {
            printer,
            page: printer.page(),
            deliver,
            input: None,
            file: None,
            at: 0,
            has_enough: false,
            wants_context: false,
            is_over: false,
        }
    }

    /// What follows is of this input. A break if nobody wants it.
    pub(super) fn input(&mut self, input: &Input) -> ControlFlow<()> {
        self.input = Some(input.clone());
        if mem::take(&mut self.has_enough) {
            return self.turn().map_break(|_| ());
        }
        self.page.input(input);
        ControlFlow::Continue(())
    }

    /// What follows is of a file that another page has begun.
    pub(super) fn resume(&mut self, path: &Path) {
        self.page.resume(path, None);
        self.file = Some(path.into());
    }

    /// The next read is at an offset.
    pub(super) fn at(&mut self, at: u64) {
        self.at = at;
    }

    /// Whether nobody wants more.
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Hands over what there is, for what follows may take any time. A break if nobody wants it.
    pub(super) fn settle(&mut self) -> ControlFlow<()> {
        self.turn().map_break(|_| ())?;
        let idle = self.deliver.idle();
        self.or_over(idle).map_break(|_| ())
    }

    pub(super) fn deliver(&mut self) -> &mut D {
        &mut self.deliver
    }

    /// Whether an input may be read.
    pub(super) fn admit(&self, input: &Input) -> io::Result<()> {
        self.printer.admit(input)
    }

    /// Says that the file at hand cannot be read on.
    pub(super) fn fail(&mut self, error: Error) {
        self.page.error(error);
        if self.file.is_some() {
            self.end();
        }
    }

    /// Says that reading the file, or else the input at hand has panicked.
    pub(super) fn fail_by_panic(&mut self) {
        let input = self.input.as_ref().map(Input::path);
        if let Some(path) = self.file.as_deref().or(input) {
            self.fail(Error::panicked(path));
        }
    }

    /// Hands over what there is.
    pub(super) fn finish(mut self) -> ControlFlow<()> {
        if self.is_over {
            return ControlFlow::Break(());
        }
        self.deliver.deliver(self.page)
    }

    /// Begins the next page.
    fn turn(&mut self) -> ControlFlow<Skip> {
        let mut page = self.printer.page();
        if let Some(input) = &self.input {
            page.input(input);
        }
        if let Some(path) = &self.file {
            page.resume(path, Some(&self.page));
        }
        let full = mem::replace(&mut self.page, page);
        let delivered = self.deliver.deliver(full);
        self.or_over(delivered)
    }

    fn turn_if_full(&mut self, told: ControlFlow<Skip>) -> ControlFlow<Skip> {
        self.has_enough |= told == ControlFlow::Break(Skip::Input);
        if self.page.size() >= FULL {
            self.turn()?;
        }
        told
    }

    fn or_over<T>(&mut self, flow: ControlFlow<(), T>) -> ControlFlow<Skip, T> {
        flow.map_break(|()| {
            self.is_over = true;
            Skip::Input
        })
    }
}

impl<P: Printer, D: Deliver<P::Page>> Sink for Hand<'_, P, D> {
    fn begin(&mut self, path: &Path) -> ControlFlow<Skip> {
        self.turn_if_full(ControlFlow::Continue(()))?;
        self.file = Some(path.into());
        self.page.begin(path)
    }

    fn wants_message(&mut self, message: &InMessage<'_>) -> bool {
        self.page.wants_message(message)
    }

    fn wants_text(&mut self, place: Place<'_>) -> bool {
        self.page.wants_text(place)
    }

    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let told = self.page.link(link);
        self.wants_context = self.page.wants_context();
        self.turn_if_full(told)
    }

    fn wants_context(&self) -> bool {
        self.wants_context
    }

    fn context(&mut self, around: Around<'_>) -> ControlFlow<Skip> {
        let told = self.page.context(around);
        self.turn_if_full(told)
    }

    fn rejected(&mut self, rejected: &Rejected<'_>) -> ControlFlow<Skip> {
        let told = self.page.rejected(rejected);
        self.turn_if_full(told)
    }

    fn warning(&mut self, offset: u64, warning: Warning) {
        self.page.warning(offset, warning);
    }

    fn error(&mut self, error: Error) {
        self.page.error(error);
    }

    fn read(&mut self, amount: Amount) {
        self.page.read(amount);
    }

    fn end(&mut self) {
        self.page.end();
        self.file = None;
    }

    fn before_read(&mut self) -> ControlFlow<Skip> {
        let may_wait = self.deliver.before_read(self.at);
        if !self.or_over(may_wait)? {
            return self.turn_if_full(ControlFlow::Continue(()));
        }
        if self.page.size() > 0 {
            self.turn()?;
        }
        let idle = self.deliver.idle();
        self.or_over(idle)
    }
}
