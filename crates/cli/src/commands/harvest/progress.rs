//! The progress of a harvest.

use std::{
    io,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};

use urlsift_harvest::{Dropped, Failure, RunObserver, ShardDone};
use urlsift_search::Progress;

use crate::{
    options::ProgressShow,
    report::harvested::{HarvestState, RunTotal},
    term::{
        interrupt,
        progress_thread::{ProgressSource, ProgressThread},
        streams::Streams,
    },
};

/// The state of a harvest, shared with the thread that shows it.
#[derive(Debug)]
pub(super) struct HarvestProgress {
    start: Instant,
    /// The number of inputs that the planner has seen.
    files: AtomicU64,
    step: Mutex<Step>,
}

#[derive(Clone, Debug)]
enum Step {
    Plan,
    Run(RunState),
    Finish,
}

#[derive(Clone, Debug)]
struct RunState {
    start: Instant,
    total: RunTotal,
    read: Arc<Progress>,
}

impl HarvestProgress {
    pub(super) fn new() -> Arc<Self> {
        Arc::new(Self {
            start: Instant::now(),
            files: AtomicU64::new(0),
            step: Mutex::new(Step::Plan),
        })
    }

    /// Shows the progress until the returned guard is dropped.
    pub(super) fn show(
        self: &Arc<Self>,
        how: ProgressShow,
        streams: &Streams,
    ) -> Option<ProgressThread> {
        match how {
            ProgressShow::Json => ProgressThread::start(self, true, streams),
            ProgressShow::Line => ProgressThread::start(self, false, streams),
            ProgressShow::Nothing => None,
        }
    }

    fn step(&self) -> MutexGuard<'_, Step> {
        // The value is valid even if a thread has panicked.
        self.step.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn begin_plan(&self) {
        self.files.store(0, Ordering::Relaxed);
        *self.step() = Step::Plan;
    }

    pub(super) fn add_file(&self) {
        self.files.fetch_add(1, Ordering::Relaxed);
    }

    /// Begins a run of this many shards and bytes.
    pub(super) fn begin_run(&self, shards: usize, bytes: u64) {
        *self.step() = Step::Run(RunState {
            start: Instant::now(),
            total: RunTotal::new(shards, bytes),
            read: Arc::default(),
        });
    }

    pub(super) fn begin_finish(&self) {
        *self.step() = Step::Finish;
    }

    /// Returns what the current run has done.
    pub(super) fn total(&self) -> RunTotal {
        match &*self.step() {
            Step::Run(run) => run.total.clone(),
            Step::Plan | Step::Finish => RunTotal::default(),
        }
    }

    fn state(&self) -> HarvestState {
        // Asking for the bytes takes a lock, too.
        match self.step().clone() {
            Step::Plan => HarvestState::Plan {
                files: self.files.load(Ordering::Relaxed),
            },
            Step::Run(run) => {
                HarvestState::running(&run.total, run.read.bytes(), run.start.elapsed())
            }
            Step::Finish => HarvestState::Finish,
        }
    }
}

impl ProgressSource for HarvestProgress {
    fn line(&self) -> String {
        self.state().line()
    }

    fn json(&self, out: &mut Vec<u8>) -> io::Result<()> {
        self.state().json(out, self.start.elapsed())
    }
}

/// Keeps the failures of a plan, and what it drops. A signal ends the process, because nothing is written yet.
#[derive(Default)]
pub(super) struct PlanWatch(Mutex<(Vec<Failure>, Dropped)>);

impl PlanWatch {
    pub(super) fn into_parts(self) -> (Vec<Failure>, Dropped) {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn parts(&self) -> MutexGuard<'_, (Vec<Failure>, Dropped)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RunObserver for PlanWatch {
    fn failed(&self, failure: &Failure) {
        self.parts().0.push(failure.clone());
    }

    fn dropped(&self, dropped: &Dropped) {
        self.parts().1 = dropped.clone();
    }
}

/// Counts what a run does, and stops it at a signal.
pub(super) struct RunWatch<'p>(pub(super) &'p HarvestProgress);

impl RunObserver for RunWatch<'_> {
    fn shard_done(&self, done: &ShardDone) {
        if let Step::Run(run) = &mut *self.0.step() {
            run.total.add(done);
        }
    }

    fn progress(&self) -> Option<Arc<Progress>> {
        match &*self.0.step() {
            Step::Run(run) => Some(Arc::clone(&run.read)),
            Step::Plan | Step::Finish => None,
        }
    }

    fn is_stopped(&self) -> bool {
        interrupt::requested().is_some()
    }
}
