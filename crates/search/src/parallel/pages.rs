//! The chunks of a driver as an iterator.

use std::{
    collections::VecDeque,
    io,
    num::NonZeroUsize,
    ops::ControlFlow,
    sync::{Arc, Condvar, Mutex, MutexGuard},
    thread,
    time::Duration,
};

use urlsift::Preceding;

use super::{collector::Collector, driver::Driver};
use crate::{
    input::inputs::Inputs,
    sink::FileSink,
    sync::{lock, wait_timeout_while, wait_while},
};

/// An iterator over the chunks of a [`Driver`], in the order of the inputs.
///
/// The driver runs on other threads, a bounded number of chunks ahead. Dropping the iterator ends the run within a
/// tenth of a second, without waiting for it; a thread that is blocked in a read ends when the read does.
///
/// Several threads may take chunks; each chunk is returned once.
///
/// ```
/// # use std::{num::NonZeroUsize, ops::ControlFlow, path::Path};
/// # use urlsift_search::{Driver, Error, FileSink, Inputs, Link, Searcher, Sink, Skip};
/// #[derive(Default)]
/// struct Urls(Vec<String>);
/// impl Sink for Urls {
///     fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
///         self.0.push(String::from_utf8_lossy(link.candidate().url()).into_owned());
///         ControlFlow::Continue(())
///     }
/// }
/// impl FileSink for Urls {
///     fn error(&mut self, error: Error) {
///         self.0.push(error.to_string());
///     }
/// }
///
/// let inputs = Inputs::new(["/no/such/file".into()]);
/// let ahead = NonZeroUsize::new(4).unwrap();
/// let pages = Driver::new(Searcher::new()).pages(inputs, Urls::default, ahead)?;
/// let lines: Vec<_> = pages.flat_map(|urls| urls.0).collect();
/// assert_eq!(lines, ["No such file or directory"]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Pages<C>(Arc<Queue<C>>);

/// The next chunk of [`Pages`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextPage<C> {
    /// The next chunk.
    Ready(C),
    /// No chunk is ready yet.
    Pending,
    /// There are no more chunks.
    End,
}

/// The chunks that wait to be taken.
#[derive(Debug)]
struct Queue<C> {
    state: Mutex<State<C>>,
    changed: Condvar,
    /// The maximum number of chunks that wait.
    ahead: usize,
}

#[derive(Debug)]
struct State<C> {
    pages: VecDeque<C>,
    /// Whether the run has ended.
    is_over: bool,
    /// Whether it has panicked.
    has_panicked: bool,
    /// Whether no more chunks are wanted.
    is_closed: bool,
}

impl<C> Queue<C> {
    fn state(&self) -> MutexGuard<'_, State<C>> {
        lock(&self.state)
    }

    /// Changes the state, and wakes all waiting threads.
    fn update(&self, change: impl FnOnce(&mut State<C>)) {
        change(&mut self.state());
        self.changed.notify_all();
    }
}

impl Driver {
    /// Searches the inputs as [`run`](Self::run) does, on other threads, and returns the chunks. At most `ahead`
    /// chunks wait to be taken, in addition to those that wait to be collected and written.
    ///
    /// # Errors
    ///
    /// If no thread can be started.
    pub fn pages<C: FileSink + Send + 'static>(
        self,
        inputs: Inputs,
        factory: impl Fn() -> C + Send + Sync + 'static,
        ahead: NonZeroUsize,
    ) -> io::Result<Pages<C>> {
        let queue = Arc::new(Queue {
            state: Mutex::new(State {
                pages: VecDeque::new(),
                is_over: false,
                has_panicked: false,
                is_closed: false,
            }),
            changed: Condvar::new(),
            ahead: ahead.get(),
        });
        let pages = Pages(Arc::clone(&queue));
        let mut collector = PageCollector(queue);
        let collect = thread::Builder::new().name("collect".into());
        collect.spawn(move || self.run(inputs, factory, &mut collector))?;
        Ok(pages)
    }
}

impl<C> Pages<C> {
    /// Returns the next chunk, if it is ready.
    ///
    /// # Panics
    ///
    /// Panics after the last chunk if the run has panicked, so that this is not mistaken for the end of the inputs.
    #[must_use]
    pub fn try_next(&self) -> NextPage<C> {
        let mut state = self.0.state();
        if let Some(page) = state.pages.pop_front() {
            drop(state);
            self.0.changed.notify_all();
            return NextPage::Ready(page);
        }
        assert!(!state.has_panicked, "the search has panicked");
        if state.is_over {
            NextPage::End
        } else {
            NextPage::Pending
        }
    }

    /// Waits until [`try_next`](Self::try_next) does not return [`Pending`](NextPage::Pending), at most for `timeout`.
    /// Another thread may still take the chunk first.
    pub fn wait(&self, timeout: Duration) {
        let is_pending = |state: &mut State<C>| state.pages.is_empty() && !state.is_over;
        let queue = &self.0;
        drop(wait_timeout_while(
            &queue.changed,
            queue.state(),
            timeout,
            is_pending,
        ));
    }
}

impl<C> Iterator for Pages<C> {
    type Item = C;

    fn next(&mut self) -> Option<C> {
        loop {
            match self.try_next() {
                NextPage::Ready(page) => return Some(page),
                NextPage::End => return None,
                NextPage::Pending => self.wait(Duration::MAX),
            }
        }
    }
}

impl<C> Drop for Pages<C> {
    fn drop(&mut self) {
        self.0.update(|state| {
            state.is_closed = true;
            state.pages.clear();
        });
    }
}

/// Puts the chunks into the queue.
struct PageCollector<C>(Arc<Queue<C>>);

impl<C> Collector<C> for PageCollector<C> {
    fn collect(&mut self, _chunk: &mut C, _preceding: Preceding) -> ControlFlow<()> {
        self.idle()
    }

    fn write(&mut self, chunk: C) -> ControlFlow<()> {
        let is_full = |state: &mut State<C>| state.pages.len() >= self.0.ahead && !state.is_closed;
        let mut state = wait_while(&self.0.changed, self.0.state(), is_full);
        if state.is_closed {
            return ControlFlow::Break(());
        }
        state.pages.push_back(chunk);
        drop(state);
        self.0.changed.notify_all();
        ControlFlow::Continue(())
    }

    fn idle(&mut self) -> ControlFlow<()> {
        if self.0.state().is_closed {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

impl<C> Drop for PageCollector<C> {
    /// However the run has ended, there are no more chunks.
    fn drop(&mut self) {
        self.0.update(|state| {
            state.is_over = true;
            state.has_panicked = thread::panicking();
        });
    }
}
