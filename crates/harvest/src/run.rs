//! Runs the shards of a plan.
//!
//! Each thread takes whole shards, so that the rows of a file are in the order of the inputs without a reorder buffer,
//! and threads share nothing but a counter. The price: a plan with fewer shards than threads leaves threads idle, and
//! the last shard of a run is read by one thread. `--shard-size` trades this against the number of files.

mod input;
mod shard;
mod sink;
mod source_hash;
mod subset;
mod url_keys;

use std::{
    hash::{BuildHasher, Hasher, RandomState},
    num::NonZeroUsize,
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use urlsift_search::CharsetCounts;

use crate::{
    dataset::{Commit, FailedGroup, ShardTable},
    error::Error,
    failure::Failure,
    observer::{RunObserver, ShardDone},
    plan::{Plan, Shard, shard_key},
    storage::{Disk, InputFiles, Workspace},
};

use self::shard::{ShardEnd, ShardRunner};
pub(crate) use self::source_hash::path_hash;
pub use self::subset::ShardSubset;

/// Which shards are run, and how.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunOptions {
    /// The number of threads; `None` for one per core.
    pub threads: Option<NonZeroUsize>,
    /// The shards that are run; `None` for all.
    pub only: Option<ShardSubset>,
}

impl RunOptions {
    /// Returns whether the shard with this index is run.
    pub(crate) fn selects(&self, index: usize) -> bool {
        self.only.is_none_or(|subset| subset.contains(index))
    }

    /// Returns the number of shards of a plan that are run, and the bytes of their inputs, compressed.
    #[must_use]
    pub fn part_of(&self, plan: &Plan) -> (usize, u64) {
        let shards = plan.shards().iter().enumerate();
        let selected = shards.filter(|(index, _)| self.selects(*index));
        selected.fold((0, 0), |(count, bytes), (_, shard)| {
            (count + 1, bytes + shard.bytes())
        })
    }
}

/// How a run ended.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct RunOutcome {
    /// The number of shards that were selected.
    pub shards: usize,
    /// The number of these shards that are not done.
    pub open: usize,
    /// The failures of inputs that could not be read.
    pub failures: Vec<Failure>,
    /// Whether a plan made now would divide a group.
    pub divides_groups: bool,
    /// The number of text parts in each charset that is not known, in the shards that this run has done.
    pub unknown_charsets: CharsetCounts,
}

/// The state that the threads of a run share.
struct Shared<'r, W> {
    root: &'r Path,
    disk: &'r Disk,
    files: &'r InputFiles,
    plan: &'r Plan,
    workspace: &'r Workspace,
    observer: &'r W,
    /// The indices of the selected shards, in the order in which they are run.
    selected: Vec<usize>,
    /// The index in `selected` of the next shard.
    next: AtomicUsize,
    state: Mutex<RunState>,
}

#[derive(Default)]
struct RunState {
    outcome: RunOutcome,
    error: Option<Error>,
}

/// Runs the shards of a plan that are not done.
pub(crate) fn run(
    root: &Path,
    disk: &Disk,
    files: &InputFiles,
    plan: &Plan,
    options: &RunOptions,
    observer: &impl RunObserver,
) -> Result<RunOutcome, Error> {
    let workspace = Workspace::new(root, disk)?;
    let mut selected: Vec<_> = (0..plan.shards().len())
        .filter(|&index| options.selects(index))
        .collect();
    // Each process starts at a random shard, so that several of them seldom do the same one.
    if !selected.is_empty() {
        let random = RandomState::new().build_hasher().finish();
        let start = (random % selected.len() as u64) as usize;
        selected.rotate_left(start);
    }
    let threads = options
        .threads
        .or_else(|| thread::available_parallelism().ok());
    let threads = threads.map_or(1, NonZeroUsize::get).min(selected.len());
    let shared = Shared {
        root,
        disk,
        files,
        plan,
        workspace: &workspace,
        observer,
        next: AtomicUsize::new(0),
        state: Mutex::new(RunState {
            outcome: RunOutcome {
                shards: selected.len(),
                open: selected.len(),
                ..RunOutcome::default()
            },
            error: None,
        }),
        selected,
    };
    thread::scope(|scope| {
        for number in 1..threads {
            let run = || shared.run_shards();
            let name = format!("harvest-{number}");
            // Fewer threads are sufficient, too.
            let _ = thread::Builder::new().name(name).spawn_scoped(scope, run);
        }
        shared.run_shards();
    });
    let RunState { outcome, error } = shared
        .state
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    error.map_or(Ok(outcome), Err)
}

impl<W: RunObserver> Shared<'_, W> {
    fn state(&self) -> MutexGuard<'_, RunState> {
        // The state is valid even if a thread has panicked.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs one shard after another, until there are no more or one fails.
    fn run_shards(&self) {
        let mut runner = None;
        while !self.observer.is_stopped() && self.state().error.is_none() {
            let next = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(shard) = self
                .selected
                .get(next)
                .map(|&index| &self.plan.shards()[index])
            else {
                return;
            };
            if let Err(error) = self.run_shard(shard, &mut runner) {
                self.state().error.get_or_insert(error);
                return;
            }
        }
    }

    fn run_shard(&self, shard: &Shard, runner: &mut Option<ShardRunner>) -> Result<(), Error> {
        if let Some(commit) = Commit::of_done(self.root, shard.key)? {
            commit.restore(self.root, self.disk)?;
            let rows = |table: ShardTable| {
                let file = commit.tables.get(table.name());
                file.map_or(0, |file| file.rows)
            };
            self.done(&ShardDone {
                bytes: shard.bytes(),
                links: rows(ShardTable::Links),
                messages: rows(ShardTable::Messages),
                errors: rows(ShardTable::Errors),
                was_done: true,
            });
            return Ok(());
        }
        if shard_key(self.plan.options(), &shard.inputs) != shard.key {
            return Err(Error::OtherBuild);
        }
        let mut ready = if let Some(ready) = runner.take() {
            ready
        } else {
            let progress = self.observer.progress();
            ShardRunner::new(self.files, self.plan.options(), progress)?
        };
        // After a panic, the runner is not used again.
        let result = catch_unwind(AssertUnwindSafe(|| {
            let end = ready.run(shard, self.workspace, self.observer);
            (ready, end)
        }));
        let Ok((ready, end)) = result else {
            // No input was being read. As separate shards, the inputs show which of them causes it.
            let path = shard.inputs.first().map(|input| input.path.to_path());
            let error = urlsift_search::Error::panicked(&path.unwrap_or_default());
            let all = (0..shard.inputs.len()).collect();
            return self.failed(shard, all, vec![Failure::of(&error)]);
        };
        *runner = Some(ready);
        match end? {
            ShardEnd::Stopped => {}
            ShardEnd::Done(done, charsets) => {
                self.state().outcome.unknown_charsets.add_all(&charsets);
                self.done(&done);
            }
            ShardEnd::Failed(failures) => {
                let (inputs, failures) = failures.into_iter().unzip();
                self.failed(shard, inputs, failures)?;
            }
        }
        Ok(())
    }

    fn done(&self, done: &ShardDone) {
        self.state().outcome.open -= 1;
        self.observer.shard_done(done);
    }

    /// Records the failures of a shard, and the indices of the inputs for which the next plan divides a group.
    fn failed(
        &self,
        shard: &Shard,
        inputs: Vec<usize>,
        failures: Vec<Failure>,
    ) -> Result<(), Error> {
        for failure in &failures {
            self.observer.failed(failure);
        }
        let is_group = shard.inputs.len() > 1;
        // An input that has changed needs a new plan; only one that cannot be read also needs a separate shard.
        let is_unreadable = |failure: &Failure| failure.code != "changed-input";
        if is_group && failures.iter().any(is_unreadable) {
            FailedGroup { inputs }.write(shard.key, self.workspace)?;
        }
        let outcome = &mut self.state().outcome;
        outcome.divides_groups |= is_group;
        outcome.failures.extend(failures);
        Ok(())
    }
}
