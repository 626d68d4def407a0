//! Panics while inputs are searched: panics of the caller's collector are passed on to the caller, all others become
//! errors of the input.
//!
//! A panic of the collector carries a mark. [`catch`] catches all panics except marked ones, and only
//! [`CallersCollector::lend`], around the whole search, removes the mark.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
};

use super::{chunk::BoxedChunk, collector::Collector};

/// A search has panicked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Panicked;

/// The panic of a collector.
struct CollectorPanic(Box<dyn Any + Send>);

/// Runs a search, whose state is not used again after a panic. A panic of the collector is passed on to the caller.
pub(super) fn catch<T>(search: impl FnOnce() -> T) -> Result<T, Panicked> {
    catch_unwind(AssertUnwindSafe(search)).map_err(|panic| {
        if panic.is::<CollectorPanic>() {
            resume_unwind(panic);
        }
        Panicked
    })
}

/// The collector, during a search on its thread.
pub(super) struct CallersCollector<'d>(&'d mut dyn Collector<BoxedChunk>);

impl<'d> CallersCollector<'d> {
    /// Lends a collector to a search. A panic of the collector is passed on as it was.
    pub(super) fn lend<T>(
        collector: &'d mut dyn Collector<BoxedChunk>,
        search: impl FnOnce(Self) -> T,
    ) -> T {
        let search = AssertUnwindSafe(|| search(Self(collector)));
        catch_unwind(search).unwrap_or_else(|panic| match panic.downcast::<CollectorPanic>() {
            Ok(panic) => resume_unwind(panic.0),
            Err(panic) => resume_unwind(panic),
        })
    }

    /// Calls the collector.
    pub(super) fn call<T>(&mut self, call: impl FnOnce(&mut dyn Collector<BoxedChunk>) -> T) -> T {
        catch_unwind(AssertUnwindSafe(|| call(self.0)))
            .unwrap_or_else(|panic| resume_unwind(Box::new(CollectorPanic(panic))))
    }
}
