//! Starts threads before there is work for them.
//!
//! A thread that has started cannot fail to run its job. So the number of threads is known before the work is divided.

use std::{
    io,
    sync::mpsc::{SyncSender, sync_channel},
    thread,
};

type Job = Box<dyn FnOnce() + Send>;

/// A thread that waits for its job. It ends when this is dropped.
#[derive(Debug)]
pub(crate) struct IdleThread(SyncSender<Job>);

impl IdleThread {
    /// Starts a thread.
    ///
    /// # Errors
    ///
    /// If the system has no more threads for this process.
    pub(crate) fn start(name: &str) -> io::Result<Self> {
        #[cfg(test)]
        limit::take()?;
        let (jobs, job) = sync_channel::<Job>(1);
        thread::Builder::new().name(name.into()).spawn(move || {
            if let Ok(job) = job.recv() {
                job();
            }
        })?;
        Ok(Self(jobs))
    }

    /// Runs a job on the thread, which ends after it.
    pub(crate) fn run(self, job: impl FnOnce() + Send + 'static) {
        // The thread waits for the job, so it receives it.
        let _ = self.0.send(Box::new(job));
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
