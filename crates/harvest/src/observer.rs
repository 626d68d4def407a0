//! Observes the steps of a harvest.

use std::{
    fmt,
    io::{self, Read, Seek, SeekFrom},
    sync::Arc,
};

use urlsift_search::Progress;
use urlsift_settle::sort::Check;

use crate::{dropped::Dropped, error::Error, failure::Failure};

/// Observes a run, or how a plan is made, and can stop these and the other steps.
pub trait RunObserver: Sync {
    /// Called when a shard is done, on any thread.
    fn shard_done(&self, _done: &ShardDone) {}

    /// Called when an input could not be read, on any thread.
    fn failed(&self, _failure: &Failure) {}

    /// Called when a plan drops files of the last one.
    fn dropped(&self, _dropped: &Dropped) {}

    /// Returns a counter for the bytes of inputs that are read, compressed. Shards that were done before do not count.
    fn progress(&self) -> Option<Arc<Progress>> {
        None
    }

    /// Returns whether the step should stop. Called often.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// Observes nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl RunObserver for NoObserver {}

/// Stops the steps after the run when their observer says so. By default, nothing stops them.
#[derive(Clone, Default)]
pub(crate) struct Stop(Option<Arc<dyn RunObserver + Send>>);

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Stop").field(&self.0.is_some()).finish()
    }
}

impl Stop {
    pub(crate) fn by(observer: Arc<dyn RunObserver + Send>) -> Self {
        Self(Some(observer))
    }

    /// Returns an error if the step should stop.
    pub(crate) fn check(&self) -> Result<(), Error> {
        match &self.0 {
            Some(observer) if observer.is_stopped() => Err(Error::Stopped),
            _ => Ok(()),
        }
    }

    /// Returns the same check for merges, whose errors [`Error::of_sort`] converts back.
    pub(crate) fn of_merges(&self) -> Check {
        let stop = self.clone();
        Check::new(move || stop.check().map_err(io::Error::other))
    }
}

/// A reader that fails when an observer stops the run or the plan.
pub(crate) struct StoppableReader<'o, R, W> {
    pub(crate) reader: R,
    pub(crate) observer: &'o W,
}

impl<R: Read, W: RunObserver> Read for StoppableReader<'_, R, W> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.observer.is_stopped() {
            return Err(io::Error::other("it was stopped"));
        }
        self.reader.read(into)
    }
}

impl<R: Seek, W> Seek for StoppableReader<'_, R, W> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.reader.seek(to)
    }
}

/// A shard that is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShardDone {
    /// The number of bytes of its inputs, compressed.
    pub bytes: u64,
    /// The number of links.
    pub links: u64,
    /// The number of messages with links.
    pub messages: u64,
    /// The number of damaged places.
    pub errors: u64,
    /// Whether the shard was done before the run.
    pub was_done: bool,
}
