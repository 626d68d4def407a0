//! Lets more packed files than there are cores be read at the same time.
//!
//! A packed file is decoded from its start to its end by one thread. If three files of the same size are decoded one
//! after another on two cores, one core is idle while the last file is decoded. So each of the last files has a thread,
//! and these threads take turns on the cores: the files with the most bytes left to read continue, and all end at about
//! the same time.

use std::{
    collections::BTreeMap,
    mem,
    sync::{Arc, Condvar, Mutex, MutexGuard},
};

use crate::sync::{lock, wait};

/// A task keeps its core until a waiting task has this number of bytes more left to read.
const MIN_LEAD: u64 = 1 << 20;

/// A number of cores that tasks share.
#[derive(Debug)]
pub(crate) struct SharedCores {
    state: Mutex<State>,
    changed: Condvar,
    cores: usize,
}

#[derive(Debug, Default)]
struct State {
    /// The number of the task that never waits, because the output and other tasks may wait for it.
    first: u64,
    tasks: BTreeMap<u64, SharingTask>,
    /// The number of calls of [`acquire_core`](Self::acquire_core).
    #[cfg(test)]
    calls: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct SharingTask {
    /// The bytes of its file that are left to read.
    left: u64,
    has_core: bool,
}

impl State {
    fn has_core(&self, number: u64) -> bool {
        self.tasks.get(&number).is_some_and(|task| task.has_core)
    }

    /// Updates a task, and returns whether it has one of the cores: the one that it had, or one that it gets now.
    /// `left` is the number of bytes of its file that are left to read.
    fn acquire_core(&mut self, number: u64, left: u64, cores: usize) -> bool {
        #[cfg(test)]
        {
            self.calls += 1;
        }
        let is_first = number == self.first;
        let task = self.tasks.entry(number).or_default();
        let is_running = task.has_core;
        *task = SharingTask {
            left,
            has_core: false,
        };
        let keeps = is_running && !self.yields_core(number, left);
        let has_core = is_first || keeps || self.gets_core(number, left, cores);
        self.tasks.insert(number, SharingTask { left, has_core });
        has_core
    }

    /// Returns whether a task that has a core yields it to one that waits.
    fn yields_core(&self, number: u64, left: u64) -> bool {
        let is_ahead = |(&other, task): (&u64, &SharingTask)| {
            other != number && !task.has_core && task.left >= left.saturating_add(MIN_LEAD)
        };
        self.tasks.iter().any(is_ahead)
    }

    /// Returns whether a task that has no core gets one.
    fn gets_core(&self, number: u64, left: u64, cores: usize) -> bool {
        let goes_before = |&(&other, task): &(&u64, &SharingTask)| {
            task.has_core || task.left > left || (task.left == left && other < number)
        };
        self.tasks.iter().filter(goes_before).count() < cores
    }
}

impl SharedCores {
    /// Creates a number of cores that no task uses.
    pub(crate) fn new(cores: usize) -> Arc<Self> {
        Arc::new(Self {
            state: Mutex::default(),
            changed: Condvar::new(),
            cores,
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Sets the number of the task that never waits.
    pub(crate) fn set_first(&self, number: u64) {
        self.state().first = number;
        self.changed.notify_all();
    }

    /// Lets the task with a number share the cores until the returned guard is dropped.
    pub(crate) fn join(self: &Arc<Self>, number: u64) -> CoreTurns {
        CoreTurns {
            cores: Arc::clone(self),
            number,
        }
    }
}

/// The turns of one task.
#[derive(Debug)]
pub(crate) struct CoreTurns {
    cores: Arc<SharedCores>,
    number: u64,
}

impl CoreTurns {
    /// Waits for the task's turn. `left` is the number of bytes of its file that are left to read.
    pub(crate) fn wait(&self, left: u64) {
        let Self { cores, number } = self;
        let mut state = cores.state();
        let mut had_core = state.has_core(*number);
        while !state.acquire_core(*number, left, cores.cores) {
            // Another task may get the core that this one had. If it had none, nothing has changed for the others:
            // waiting tasks that notify each other would never rest.
            if mem::take(&mut had_core) {
                cores.changed.notify_all();
            }
            state = wait(&cores.changed, state);
        }
    }
}

impl Drop for CoreTurns {
    fn drop(&mut self) {
        self.cores.state().tasks.remove(&self.number);
        self.cores.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::{Arc, Barrier, mpsc::channel},
        thread,
        time::Duration,
    };

    use super::{MIN_LEAD, SharedCores, State};

    /// The number of bytes that are read at a time.
    const STEP: u64 = MIN_LEAD / 16;

    /// Reads files of these sizes in MiB on two cores. Returns the number of steps that it takes, in each of which a
    /// core reads `STEP` bytes.
    fn steps(sizes: &[u64]) -> u64 {
        let mut state = State::default();
        let mut left: Vec<u64> = sizes.iter().map(|size| (size << 20) / STEP).collect();
        for steps in 0.. {
            while let Some(&0) = left.get(state.first as usize) {
                state.tasks.remove(&state.first);
                state.first += 1;
            }
            if left.iter().all(|&left| left == 0) {
                return steps;
            }
            let mut running = 0;
            for (number, left) in (0..).zip(&mut left) {
                if *left == 0 {
                    state.tasks.remove(&number);
                } else if state.acquire_core(number, *left * STEP, 2) {
                    *left -= 1;
                    running += 1;
                }
            }
            // The first one does not wait for a core.
            assert!(running <= 3, "{sizes:?}");
        }
        0
    }

    #[test]
    fn no_core_is_idle_while_two_files_are_left() {
        // The least is half of all, or the largest one. A step may be lost where a task yields its core.
        for (sizes, least) in [
            (&[40, 40, 40][..], 60),
            (&[120, 30, 30], 120),
            (&[30, 30, 120], 120),
            (&[10, 40, 40], 45),
            (&[40, 80, 40], 80),
            (&[7], 7),
        ] {
            let (steps, least) = (steps(sizes), (least << 20) / STEP);
            let most = least + least / 20;
            assert!((least..=most).contains(&steps), "{sizes:?}: {steps}");
        }
    }

    #[test]
    fn all_files_are_read_whichever_is_first() {
        for sizes in [&[1, 9, 3, 0, 30][..], &[5], &[0, 0, 7]] {
            for first in 0..=sizes.len() as u64 {
                let cores = SharedCores::new(2);
                cores.set_first(first);
                let begin = Barrier::new(sizes.len());
                let (sender, units) = channel();
                thread::scope(|scope| {
                    for (number, &size) in (0..).zip(sizes) {
                        let (cores, begin, sender) = (&cores, &begin, sender.clone());
                        scope.spawn(move || {
                            let turns = cores.join(number);
                            begin.wait();
                            for left in (1..=size).rev() {
                                turns.wait(left * MIN_LEAD);
                                sender.send(()).expect("a receiver");
                            }
                        });
                    }
                });
                drop(sender);
                assert_eq!(units.iter().count() as u64, sizes.iter().sum::<u64>());
            }
        }
    }

    #[test]
    fn the_first_task_does_not_wait() {
        let cores = SharedCores::new(1);
        let longer = cores.join(1);
        longer.wait(100 * MIN_LEAD);
        let first = cores.join(0);
        first.wait(1);
        drop((longer, first));
        assert_eq!(Arc::strong_count(&cores), 1);
        assert!(cores.state().tasks.is_empty());
    }

    #[test]
    fn waiting_tasks_do_not_wake_each_other() {
        let cores = SharedCores::new(1);
        cores.set_first(9);
        let running = cores.join(0);
        running.wait(3 * MIN_LEAD);
        thread::scope(|scope| {
            let waiting = [1, 2].map(|number| {
                let cores = &cores;
                scope.spawn(move || cores.join(number).wait(1))
            });
            while cores.state().tasks.len() < 3 {
                thread::yield_now();
            }
            let calls = cores.state().calls;
            thread::sleep(Duration::from_millis(50));
            let more = cores.state().calls - calls;
            assert!(more <= 2, "{more} calls, but nothing has changed");
            // A task that loses its core wakes the one that gets it.
            let longer = cores.join(3);
            let longer = scope.spawn(move || longer.wait(9 * MIN_LEAD));
            while cores.state().tasks.len() < 4 {
                thread::yield_now();
            }
            running.wait(2 * MIN_LEAD);
            longer.join().expect("no panic");
            drop(running);
            for task in waiting {
                task.join().expect("no panic");
            }
        });
    }

    #[test]
    fn a_task_that_becomes_the_first_stops_waiting() {
        let cores = SharedCores::new(1);
        let longer = cores.join(1);
        longer.wait(100 * MIN_LEAD);
        thread::scope(|scope| {
            let waiting = scope.spawn(|| cores.join(2).wait(1));
            while cores.state().tasks.len() < 2 {
                thread::yield_now();
            }
            cores.set_first(2);
            waiting.join().expect("no panic");
        });
    }
}
