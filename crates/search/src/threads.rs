//! Threads that are started before there is work for them.
//!
//! A thread that has started cannot fail to run its work. So the number of threads is known before the work is divided.

use std::{
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex,
        mpsc::{Sender, SyncSender, channel, sync_channel},
    },
    thread,
};

use crate::sync::lock;

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

/// Threads that do work in the order in which it is queued. They end when this is dropped and the queue is empty.
///
/// A pool that steals work, such as rayon's, gains nothing here: the order matters, and each piece takes milliseconds.
#[derive(Debug)]
pub(crate) struct ThreadPool {
    queue: Sender<Work>,
    threads: usize,
}

impl ThreadPool {
    pub(crate) fn new(threads: Vec<IdleThread>) -> Self {
        let (queue, receiver) = channel::<Work>();
        let receiver = Arc::new(Mutex::new(receiver));
        let pool = Self {
            queue,
            threads: threads.len(),
        };
        for thread in threads {
            let receiver = Arc::clone(&receiver);
            thread.run(move || {
                let next = || lock(&receiver).recv();
                while let Ok(work) = next() {
                    // Work reports its panics itself.
                    let _ = catch_unwind(AssertUnwindSafe(work));
                }
            });
        }
        pool
    }

    /// Returns the number of threads.
    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    /// Queues work for the next idle thread.
    pub(crate) fn queue(&self, work: Work) {
        // The threads receive until the queue is dropped.
        let _ = self.queue.send(work);
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
