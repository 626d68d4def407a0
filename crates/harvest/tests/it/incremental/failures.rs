//! Files that change, cannot be read, or make the search panic.

use std::{
    fs::{self, OpenOptions},
    io::Write,
    path::PathBuf,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use urlsift_harvest::{
    Error, Format, Harvest, MissingShards, Options, Plan, PlanOptions, RunObserver, RunOptions,
};
use urlsift_search::Progress;

use super::Growing;
use crate::data::{Counter, inputs, make, message, one_thread, options, plan};

/// Changes a file when it is read for the first time.
struct Meddler {
    path: PathBuf,
    has_meddled: AtomicBool,
    counter: Counter,
}

impl RunObserver for Meddler {
    fn is_stopped(&self) -> bool {
        // The second question is asked when the first block is read.
        if self.has_meddled.swap(true, Ordering::Relaxed) {
            return false;
        }
        let mut file = OpenOptions::new()
            .append(true)
            .open(&self.path)
            .expect("a file");
        file.write_all(message(400).as_bytes()).expect("written");
        false
    }

    fn failed(&self, failure: &urlsift_harvest::Failure) {
        self.counter.failed(failure);
    }
}

#[test]
fn a_file_that_changes_while_it_is_read_is_not_committed() {
    let dir = inputs();
    let input = dir.path().join("in");
    let harvest = Harvest::new(dir.path().join("out"));
    let options = options(Format::Jsonl);
    let planned = plan(&harvest, &input, &options).expect("a plan");
    let meddler = Meddler {
        path: input.join("compressed.gz"),
        has_meddled: AtomicBool::new(false),
        counter: Counter::default(),
    };
    let outcome = harvest
        .run(&planned, &one_thread(), &meddler)
        .expect("a run");
    assert_eq!(outcome.open, 1);
    assert_eq!(outcome.failures[0].code, "changed-input");
    assert_eq!(
        outcome.failures,
        *meddler.counter.failures.lock().expect("no panic")
    );
    assert!(matches!(
        harvest.finish(&planned, MissingShards::Refuse),
        Err(Error::Open(1))
    ));
    let partial = harvest
        .finish(&planned, MissingShards::Allow)
        .expect("a data set");
    assert_eq!((partial.is_complete(), partial.shards().open), (false, 1));
    // The next plan has the file as it is now.
    let manifest = make(&harvest, &input, &options).expect("a data set");
    Growing { dir, options }.assert_equals_fresh(&manifest);
}

#[test]
fn a_file_that_cannot_be_read_does_not_take_others_with_it() {
    let dir = inputs();
    let input = dir.path().join("in");
    let harvest = Harvest::new(dir.path().join("out"));
    let options = Options {
        shard_size: std::num::NonZeroU64::new(1 << 20).expect("not zero"),
        ..options(Format::Jsonl)
    };
    let inputs = || urlsift_search::Inputs::new([input.clone(), dir.path().join("missing")]);
    let observer = Counter::default();
    let first = harvest
        .plan_observed(inputs(), &options, PlanOptions::default(), &observer)
        .expect("a plan");
    let failures = observer.failures.into_inner().expect("no panic");
    assert_eq!(failures.len(), 1);
    assert_eq!(
        (failures[0].code, failures[0].path.ends_with("missing")),
        ("not-found", true)
    );
    // One of a group disappears after the plan was made.
    let lost = input.join("Maildir/cur/205");
    let text = fs::read(&lost).expect("a file");
    fs::remove_file(&lost).expect("removed");
    let counter = Counter::default();
    let outcome = harvest.run(&first, &one_thread(), &counter).expect("a run");
    assert!(outcome.divides_groups);
    let codes: Vec<_> = outcome
        .failures
        .iter()
        .map(|failure| failure.code)
        .collect();
    assert_eq!(codes, ["not-found", "not-found"]);
    fs::write(&lost, &text).expect("written");
    // The group is divided: its other files do not wait for this one.
    let again: Plan = harvest
        .plan(inputs(), &options, PlanOptions::default())
        .expect("a plan");
    assert_eq!(again.shard_count(), first.shard_count() + 1);
    let outcome = harvest
        .run(&again, &RunOptions::default(), &counter)
        .expect("a run");
    assert_eq!(outcome.open, 1);
    // What was missing is tried again.
    fs::write(dir.path().join("missing"), "<http://found.example/>").expect("written");
    let third: Plan = harvest
        .plan(inputs(), &options, PlanOptions::default())
        .expect("a plan");
    let outcome = harvest.run(&third, &one_thread(), &counter).expect("a run");
    assert_eq!(outcome.open, 0, "{:?}", outcome.failures);
    let manifest = harvest
        .finish(&third, MissingShards::Refuse)
        .expect("a data set");
    assert_eq!(manifest.rows("inputs"), 18);
}

/// Panics while some files of a group are read. All files have the same length.
struct Panicker {
    progress: Arc<Progress>,
    len: u64,
    /// The numbers of files that are read to the end before each of these panics.
    after: &'static [u64],
    /// The number of files that had been read to the end at the last call, and the number of calls since then.
    calls: Mutex<(u64, u32)>,
}

impl RunObserver for Panicker {
    fn progress(&self) -> Option<Arc<Progress>> {
        Some(Arc::clone(&self.progress))
    }

    fn is_stopped(&self) -> bool {
        let read = self.progress.bytes() / self.len;
        let is_in_file = {
            let mut calls = self.calls.lock().expect("no panic here");
            *calls = if calls.0 == read {
                (read, calls.1 + 1)
            } else {
                (read, 1)
            };
            // Earlier calls are made after the last file, before this one, and while it is hashed.
            calls.1 == 4
        };
        assert!(!(is_in_file && self.after.contains(&read)), "a test");
        false
    }
}

#[test]
fn a_panic_is_blamed_on_the_file_that_was_being_read() {
    let options = Options {
        shard_size: std::num::NonZeroU64::new(1 << 20).expect("not zero"),
        ..options(Format::Jsonl)
    };
    let text = |number: usize| format!("<http://{number}.example/>\n");
    let (dir, harvest, first) = loop {
        let dir = tempfile::tempdir().expect("a temporary directory");
        for number in 0..8 {
            fs::write(dir.path().join(number.to_string()), text(number)).expect("written");
        }
        let harvest = Harvest::new(dir.path().join("out"));
        let first = plan(&harvest, dir.path(), &options).expect("a plan");
        // Groups depend on the path, which is random.
        if first.shard_count() == 1 {
            break (dir, harvest, first);
        }
    };
    let panicker = Panicker {
        progress: Arc::default(),
        len: text(0).len() as u64,
        after: &[2, 5],
        calls: Mutex::default(),
    };
    let outcome = harvest
        .run(&first, &one_thread(), &panicker)
        .expect("a run");
    let failed: Vec<_> = outcome
        .failures
        .iter()
        .map(|failure| (failure.code, failure.path.clone()))
        .collect();
    let expected = ["2", "5"].map(|name| ("defect", dir.path().join(name)));
    assert_eq!(failed, expected);
    assert!(outcome.divides_groups);
    let again = plan(&harvest, dir.path(), &options).expect("a plan");
    assert_eq!(again.shard_count(), 3);
    let counter = Counter::default();
    let outcome = harvest.run(&again, &one_thread(), &counter).expect("a run");
    assert_eq!((outcome.open, counter.done()), (0, 3));
    let manifest = harvest.finish(&again, MissingShards::Refuse);
    assert_eq!(manifest.expect("a data set").rows("links"), 8);
}

/// The key of such an input does not depend on its content.
#[test]
fn an_input_without_a_fingerprint_is_never_committed() {
    let dir = inputs();
    let harvest = Harvest::new(dir.path().join("out"));
    let options = options(Format::Jsonl);
    let names = ["file", "directory"].map(|name| dir.path().join(name));
    let missing = || {
        harvest.plan(
            urlsift_search::Inputs::new(names.clone()),
            &options,
            PlanOptions::default(),
        )
    };
    let first = missing().expect("a plan");
    assert_eq!(first.shard_count(), 2);
    fs::write(&names[0], "<http://a.example/1>").expect("written");
    fs::create_dir(&names[1]).expect("a directory");
    let run = |plan: &Plan| {
        let outcome = harvest.run(plan, &one_thread(), &Counter::default());
        let outcome = outcome.expect("a run");
        let codes = outcome.failures.iter().map(|failure| failure.code);
        (outcome.open, codes.collect::<Vec<_>>())
    };
    assert_eq!(run(&first), (2, vec!["changed-input"; 2]));
    let second = missing().expect("a plan");
    assert_eq!(run(&second), (0, vec![]));
    // The file disappears again: what was read of it before does not count.
    fs::remove_file(&names[0]).expect("removed");
    let third = missing().expect("a plan");
    assert_eq!(run(&third), (1, vec!["not-found"]));
}
