//! Threads that are started before there is work for them.
//!
//! A thread that has started cannot fail to run its work. So the number of threads is known before the work is divided.

use std::{
    io,
    sync::mpsc::{SyncSender, sync_channel},
    thread,
};

use rayon::ThreadPoolBuilder;

/// Work for one thread.
pub(crate) type Work = Box<dyn FnOnce() + Send>;

/// A thread that waits for its work. It ends when this is dropped.
#[derive(Debug)]
pub(crate) struct IdleThread(SyncSender<Work>);

impl IdleThread {
    /// Starts a thread.
    ///
    /// # Errors
    ///
    /// If the system has no more threads for this process.
    pub(crate) fn start(name: &str) -> io::Result<Self> {
        #[cfg(test)]
        limit::take()?;
        let (sender, receiver) = sync_channel::<Work>(1);
        thread::Builder::new().name(name.into()).spawn(move || {
            if let Ok(work) = receiver.recv() {
                work();
            }
        })?;
        Ok(Self(sender))
    }

    /// Gives the thread its work, after which it ends.
    pub(crate) fn run(self, work: impl FnOnce() + Send + 'static) {
        // The thread waits for the work, so it receives it.
        let _ = self.0.send(Box::new(work));
    }
}

/// A pool of threads that do work in the order in which it is queued. They end when this is dropped and the queue is
/// empty.
#[derive(Debug)]
pub(crate) struct ThreadPool(rayon::ThreadPool);

impl ThreadPool {
    /// Creates a pool of threads that have started; `None` if there are none.
    pub(crate) fn new(threads: Vec<IdleThread>) -> Option<Self> {
        let mut threads = threads.into_iter();
        if threads.len() == 0 {
            return None;
        }
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads.len())
            // Work reports its panics itself.
            .panic_handler(|_| {})
            .spawn_handler(|worker| {
                let thread = threads.next().ok_or(io::ErrorKind::WouldBlock)?;
                thread.run(|| worker.run());
                Ok(())
            })
            .build();
        pool.ok().map(Self)
    }

    /// Returns the number of threads.
    pub(crate) fn threads(&self) -> usize {
        self.0.current_num_threads()
    }

    /// Queues work for the next idle thread.
    pub(crate) fn queue(&self, work: Work) {
        self.0.spawn_fifo(work);
    }
}

/// A limit on the threads that the calling thread can start, for tests.
#[cfg(test)]
pub(crate) mod limit {
    use std::{cell::Cell, io};

    thread_local! {
        static LEFT: Cell<usize> = const { Cell::new(usize::MAX) };
    }

    /// Calls a function that can start at most `most` threads.
    pub(crate) fn with_threads<R>(most: usize, call: impl FnOnce() -> R) -> R {
        LEFT.set(most);
        let result = call();
        LEFT.set(usize::MAX);
        result
    }

    pub(super) fn take() -> io::Result<()> {
        let left = LEFT.get().checked_sub(1);
        left.map(|left| LEFT.set(left))
            .ok_or_else(|| io::ErrorKind::WouldBlock.into())
    }
}
