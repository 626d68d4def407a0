//! Many threads, and the inputs' order.
//!
//! One thread goes through the inputs (`reader`). Small ones become tasks, some at a time; a large
//! file is cut into pieces (`piece`), each a task, by nothing but its length; what comes as a stream is
//! written to a `tape`, of which pieces are read in the same way. The tasks are done by a pool of threads, in
//! the order in which they were begun, and each says what it finds, page by page, over a channel of
//! its own (`task`, `hand`). The caller's thread takes the pages of one task after the other (`binding`).
//! What lies between it and the others is bounded (`shelf`): where there is too much, the thread that has
//! made a page waits; the one whose turn it is has room of its own.
//!
//! A piece begins with what looks like the first message in it, and ends where the first message behind it
//! begins, wherever that is. So the end of one tells whether the beginning of the next was right.
//! It seldom is not: only where a message tells its length, and holds what looks like a message. Then
//! what was found is thrown away, and the piece is read again from where its first message is known to begin.

mod binding;
mod hand;
mod page;
mod piece;
mod reader;
mod shelf;
mod tape;
mod task;

use std::{
    num::NonZeroUsize,
    ops::ControlFlow,
    sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc::channel},
    thread,
};

use rayon::ThreadPoolBuilder;

pub use self::page::{Binder, Page, Preceding, Printer};
use self::{
    binding::{Binding, Here},
    hand::Hand,
    reader::{Readers, Settings, Sizes},
    shelf::Shelf,
    tape::Kept,
    task::{Item, Shop},
};
use crate::{Input, Inputs, Progress, Sifter};

/// So many tasks may be begun for each thread before the first of them is bound.
const TASKS: u64 = 8;

/// So many bytes of pages may wait for those before them, and as many of the next ones.
const PAGES: usize = 8 << 20;

/// So many bytes of a stream are kept for each thread, and so many besides.
const TAPE: usize = 2 << 20;

/// Finds the links of inputs on several threads, and puts what is found in the inputs' order.
///
/// What is found does not depend on the number of threads. For each there is what a [`Sifter`] keeps.
/// Besides, up to 16 MiB of pages wait for those before them, and of a stream, or of what is unpacked,
/// 8 MiB are kept, and 2 MiB for each thread.
#[derive(Debug)]
pub struct Driver {
    sifter: Sifter,
    threads: NonZeroUsize,
    are_whole: bool,
    sizes: Sizes,
}

impl Driver {
    /// Finds what a sifter finds, on as many threads as the system has cores for this process.
    #[must_use]
    pub fn new(sifter: Sifter) -> Self {
        Self {
            sifter,
            threads: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            are_whole: false,
            sizes: Sizes::default(),
        }
    }

    /// On how many threads. With one, all is done on that of the caller; with more, there are so many,
    /// the caller's, and one that reads streams and unpacks.
    #[must_use]
    pub fn threads(mut self, threads: NonZeroUsize) -> Self {
        self.threads = threads;
        self
    }

    /// Whether each file is read by one thread, from its beginning: for pages that want no more
    /// than the first hits of each. It always is where the sifter reads a [range](Sifter::range).
    #[must_use]
    pub fn whole_files(mut self, whole: bool) -> Self {
        self.are_whole = whole;
        self
    }

    /// How many bytes a piece of a file has, at least 1: 4 MiB, and 1 MiB of a stream, unless said
    /// otherwise. A file that is not larger is read whole. What is found does not depend on it.
    #[must_use]
    pub fn piece_size(mut self, bytes: u64) -> Self {
        self.sizes = Sizes::of_pieces(bytes.max(1));
        self
    }

    /// Where to tell how many bytes are done.
    #[must_use]
    pub fn progress(mut self, progress: Arc<Progress>) -> Self {
        self.sifter.files.set_progress(progress);
        self
    }

    /// Goes through the inputs, until they or the binder's interest ends.
    ///
    /// The thread that reads streams is not waited for: nothing may come any more, and it would
    /// wait for ever.
    pub fn run<P: Printer>(self, inputs: Inputs, printer: P, binder: &mut impl Binder<P::Page>) {
        // A break says only that the binder has had enough.
        let _ = self.drive(inputs, printer, binder);
    }

    fn drive<P: Printer>(
        self,
        inputs: Inputs,
        printer: P,
        binder: &mut impl Binder<P::Page>,
    ) -> ControlFlow<()> {
        let threads = self.threads.get();
        if threads == 1 {
            return self.alone(inputs, &printer, binder);
        }
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|number| format!("sift-{number}"))
            // A task that fails says so itself.
            .panic_handler(|_| {})
            .build();
        // Where no threads are to be had, there is still this one.
        let Ok(pool) = pool else {
            return self.alone(inputs, &printer, binder);
        };
        let settings = Settings {
            files: self.sifter.files.twin(),
            reading: self.sifter.sift.reading().clone(),
            are_whole: self.are_whole || self.sifter.sift.has_range(),
            are_texts_whole: self.sifter.sift.wants_context(),
            sizes: self.sizes,
            kept: Arc::new(Kept::new(TAPE * (threads + 4))),
        };
        let pages = Shelf::new(TASKS * threads as u64, PAGES);
        let shop = Arc::new(Shop::new(printer, pages, pool, self.sifter));
        let (tell, begun) = channel();
        let mut readers = Readers::new(Arc::clone(&shop), settings, inputs, tell);
        Binding::new(&shop, &mut readers, binder).bind_all(&begun)
    }

    /// All on one thread.
    fn alone<P: Printer>(
        self,
        inputs: Inputs,
        printer: &P,
        binder: &mut impl Binder<P::Page>,
    ) -> ControlFlow<()> {
        let mut sifter = self.sifter.twin();
        let deliver = Here {
            binder,
            preceding: Preceding::default(),
            may_wait: false,
        };
        let mut hand = Hand::new(printer, deliver);
        let mut inputs = inputs;
        loop {
            if inputs.may_wait() {
                hand.settle()?;
            }
            let Some(input) = inputs.next() else {
                break;
            };
            let item = match input {
                Ok(input) => {
                    let may_wait = input.may_wait();
                    if may_wait {
                        // Opening a FIFO waits for its writer.
                        hand.settle()?;
                    }
                    hand.deliver().may_wait = may_wait;
                    Item::Input(input)
                }
                Err(error) => Item::Fault(Input::Path(error.path().into()), error),
            };
            // A break says only that what follows of this input is of no interest.
            let _ = item.read(&mut sifter, &mut hand);
            if hand.is_over() {
                return ControlFlow::Break(());
            }
        }
        hand.finish()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A thread that panics here leaves nothing half done.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
