//! Interruptions: at each effect on the file system, by errors, and by other processes.

use std::{
    io,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
};

use urlsift_harvest::{
    Disk, Effect, Error, Failure, Format, Harvest, MissingShards, Moment, NoObserver, Observer,
    Options, PlanOptions, RunObserver, RunOptions, ShardSubset,
};

use urlsift_tests::{
    directories::files,
    effort,
    packing::{stream::Stream, tar::Tar},
};

use crate::data::{few_inputs, inputs, mailbox, make, one_thread, options, plan};

/// What happens at one effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// The process ends: nothing happens any more.
    Kill,
    /// The effect fails, and the process continues.
    Error,
}

/// Counts effects, and lets one of them end the process or fail.
struct Saboteur {
    at: usize,
    fault: Fault,
    count: AtomicUsize,
    is_dead: AtomicBool,
}

impl Saboteur {
    fn new(at: usize, fault: Fault) -> Arc<Self> {
        Arc::new(Self {
            at,
            fault,
            count: AtomicUsize::new(0),
            is_dead: AtomicBool::new(false),
        })
    }
}

impl Observer for Saboteur {
    fn effect(&self, moment: Moment, effect: Effect<'_>) -> io::Result<()> {
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        let is_dead = self.is_dead.load(Ordering::Relaxed);
        if number == self.at && self.fault == Fault::Kill {
            self.is_dead.store(true, Ordering::Relaxed);
        }
        if is_dead || number == self.at {
            return Err(io::Error::other(format!("{moment:?} {effect:?}")));
        }
        Ok(())
    }

    fn syncs(&self) -> bool {
        false
    }
}

/// Makes a data set while effects are counted. Returns whether it succeeded, and the number of calls.
fn sabotaged(root: &Path, input: &Path, options: &Options, saboteur: &Arc<Saboteur>) -> bool {
    let observer: Arc<dyn Observer> = Arc::clone(saboteur) as _;
    let harvest = Harvest::new(root).disk(Disk::observed(observer));
    make(&harvest, input, options).is_ok()
}

fn sabotage(fault: Fault) {
    let dir = few_inputs();
    let input = dir.path().join("in");
    // Nothing but the file system differs between formats.
    let options = Options {
        shard_size: std::num::NonZeroU64::new(16_000).expect("not zero"),
        ..options(Format::Jsonl)
    };
    let undisturbed = dir.path().join("undisturbed");
    let counter = Saboteur::new(usize::MAX, fault);
    assert!(sabotaged(&undisturbed, &input, &options, &counter));
    let expected = files(&undisturbed);
    let effects = counter.count.load(Ordering::Relaxed);
    assert!((150..600).contains(&effects), "{effects}");
    let out = dir.path().join("out");
    for at in effort::sample(0..effects, 4, fault as usize) {
        let saboteur = Saboteur::new(at, fault);
        let succeeded = sabotaged(&out, &input, &options, &saboteur);
        // What is removed at the end may fail.
        if fault == Fault::Kill && at < effects - 20 {
            assert!(!succeeded, "effect {at}");
        }
        let again = Saboteur::new(usize::MAX, fault);
        assert!(sabotaged(&out, &input, &options, &again), "effect {at}");
        let found = files(&out);
        let names: Vec<_> = found.keys().collect();
        assert!(found == expected, "effect {at}: {names:?}");
        std::fs::remove_dir_all(&out).expect("a data set");
    }
}

#[test]
fn a_killed_harvest_goes_on_where_it_was() {
    sabotage(Fault::Kill);
}

#[test]
fn a_harvest_whose_disk_fails_can_be_repeated() {
    sabotage(Fault::Error);
}

/// The inputs change after the data set was made, so that the update has tables to move out of the way, and then change
/// back, so that it moves some of them back.
fn sabotage_updates(fault: Fault) {
    let dir = few_inputs();
    let input = dir.path().join("in");
    let options = Options {
        shard_size: std::num::NonZeroU64::new(16_000).expect("not zero"),
        ..options(Format::Jsonl)
    };
    let text = input.join("b.txt");
    // Their sizes differ, and so do the times by which they are known.
    let contents = ["<http://b.example/>\n", "<http://b.example/b>\n"];
    let write = |number: usize| std::fs::write(&text, contents[number]).expect("written");
    let update = |root: &Path, number: usize, saboteur: &Arc<Saboteur>| {
        write(number);
        sabotaged(root, &input, &options, saboteur)
    };
    let never = || Saboteur::new(usize::MAX, fault);
    let tables = |root: &Path| {
        let mut files = files(root);
        // The commits have the times of the inputs.
        files.retain(|name, _| !name.starts_with("shards"));
        files
    };
    for (before, change) in [(&[0][..], 1), (&[0, 1], 0)] {
        let prepare = |root: &Path| {
            for &number in before {
                assert!(update(root, number, &never()));
            }
        };
        let undisturbed = dir.path().join("undisturbed");
        prepare(&undisturbed);
        let counter = never();
        assert!(update(&undisturbed, change, &counter));
        let expected = tables(&undisturbed);
        let names: Vec<_> = expected.keys().collect();
        let stale = expected.keys().filter(|name| name.starts_with("stale"));
        assert!(stale.count() >= 5, "{names:?}");
        let effects = counter.count.load(Ordering::Relaxed);
        let out = dir.path().join("out");
        for at in effort::sample(0..effects, 4, fault as usize) {
            prepare(&out);
            let _ = update(&out, change, &Saboteur::new(at, fault));
            assert!(update(&out, change, &never()), "effect {at}");
            let found = tables(&out);
            let names: Vec<_> = found.keys().collect();
            assert!(found == expected, "change {change}, effect {at}: {names:?}");
            std::fs::remove_dir_all(&out).expect("a data set");
        }
        std::fs::remove_dir_all(&undisturbed).expect("a data set");
    }
}

#[test]
fn a_killed_update_goes_on_where_it_was() {
    sabotage_updates(Fault::Kill);
}

#[test]
fn an_update_whose_disk_fails_can_be_repeated() {
    sabotage_updates(Fault::Error);
}

/// Makes the first write to a file fail whose name contains this.
struct FullDisk(&'static str);

impl Observer for FullDisk {
    fn effect(&self, moment: Moment, effect: Effect<'_>) -> io::Result<()> {
        match effect {
            Effect::Write(path)
                if moment == Moment::Before && path.to_string_lossy().contains(self.0) =>
            {
                Err(io::ErrorKind::StorageFull.into())
            }
            _ => Ok(()),
        }
    }

    fn syncs(&self) -> bool {
        false
    }
}

/// The tables are larger than the buffers of their files, so that they are written while the input is read.
#[test]
fn the_error_of_a_table_names_it() {
    let dir = tempfile::tempdir().expect("a directory");
    let input = dir.path().join("in");
    std::fs::create_dir(&input).expect("a directory");
    std::fs::write(input.join("a.mbox"), mailbox(0..2000)).expect("a file");
    let damaged = Stream::Gzip.pack(b"<http://a.example/>");
    let damaged = &damaged[..damaged.len() - 9];
    let tar = (0..3000).fold(Tar::new(), |tar, number| {
        tar.file(format!("{number}.gz"), damaged)
    });
    std::fs::write(input.join("b.tar"), tar.finish()).expect("a file");
    let options = Options {
        format: Format::Jsonl,
        ..Options::default()
    };
    for table in ["-links.", "-messages.", "-errors.", "-tall"] {
        let disk = Disk::observed(Arc::new(FullDisk(table)));
        let harvest = Harvest::new(dir.path().join("out")).disk(disk);
        match make(&harvest, &input, &options) {
            Err(Error::Io { path, .. }) => {
                let path = path.to_string_lossy().into_owned();
                assert!(path.contains(table), "{table}: {path}");
            }
            other => panic!("{table}: {other:?}"),
        }
    }
}

#[test]
fn two_processes_share_a_data_set() {
    let dir = inputs();
    let input = dir.path().join("in");
    let options = options(Format::default());
    let undisturbed = dir.path().join("undisturbed");
    make(&Harvest::new(&undisturbed), &input, &options).expect("a data set");
    for _ in 0..5 {
        let out = dir.path().join("out");
        thread::scope(|scope| {
            let run = || make(&Harvest::new(&out), &input, &options).expect("a data set");
            scope.spawn(run);
            scope.spawn(run);
        });
        assert!(files(&out) == files(&undisturbed));
        std::fs::remove_dir_all(&out).expect("a data set");
    }
}

/// Counts the files in the temporary directories when an input has failed.
struct TemporaryFiles {
    dir: std::path::PathBuf,
    count: AtomicUsize,
}

impl RunObserver for TemporaryFiles {
    fn failed(&self, _: &Failure) {
        self.count
            .fetch_add(files(&self.dir).len(), Ordering::Relaxed);
    }
}

#[test]
fn a_shard_that_failed_leaves_no_temporary_files() {
    let dir = inputs();
    let input = dir.path().join("in");
    let out = dir.path().join("out");
    let harvest = Harvest::new(&out);
    let planned = plan(&harvest, &input, &options(Format::Jsonl)).expect("a plan");
    std::fs::remove_file(input.join("compressed.gz")).expect("removed");
    let observer = TemporaryFiles {
        dir: out.join("tmp"),
        count: AtomicUsize::new(0),
    };
    let outcome = harvest.run(&planned, &one_thread(), &observer);
    assert_eq!(outcome.expect("a run").open, 1);
    // The lock.
    assert_eq!(observer.count.load(Ordering::Relaxed), 1);
}

/// Stops after it was asked some times.
struct StopAfter {
    times: usize,
    asked: AtomicUsize,
}

impl StopAfter {
    fn new(times: usize) -> Arc<Self> {
        Arc::new(Self {
            times,
            asked: AtomicUsize::new(0),
        })
    }
}

impl RunObserver for StopAfter {
    fn is_stopped(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed) >= self.times
    }
}

#[test]
fn a_plan_that_is_stopped_leaves_the_one_in_force() {
    let dir = inputs();
    let (input, out) = (dir.path().join("in"), dir.path().join("out"));
    let harvest = Harvest::new(&out);
    let options = options(Format::Jsonl);
    make(&harvest, &input, &options).expect("a data set");
    let before = files(&out);
    // Its shards are hashed again, and new ones are added.
    std::fs::write(input.join("added.mbox"), mailbox(0..1_000)).expect("written");
    let verify = PlanOptions {
        verify: true,
        ..PlanOptions::default()
    };
    let mut stopped = 0;
    loop {
        let observer = StopAfter::new(stopped);
        let named = urlsift_search::Inputs::new([input.clone()]);
        match harvest.plan_observed(named, &options, verify, &*observer) {
            Err(Error::Stopped) => assert!(files(&out) == before, "{stopped}"),
            planned => {
                planned.expect("a plan");
                break;
            }
        }
        stopped += 1;
    }
    assert!(stopped > 100, "{stopped}");
    assert!(files(&out) != before);
}

#[test]
fn steps_after_the_run_that_are_stopped_leave_a_data_set() {
    let dir = inputs();
    let (input, out) = (dir.path().join("in"), dir.path().join("out"));
    let harvest = Harvest::new(&out);
    let options = options(Format::Jsonl);
    make(&harvest, &input, &options).expect("a data set");
    // Tables become stale, and the tables of the file that comes back are restored.
    let compressed = std::fs::read(input.join("compressed.gz")).expect("a file");
    std::fs::remove_file(input.join("compressed.gz")).expect("removed");
    make(&harvest, &input, &options).expect("a data set");
    std::fs::write(input.join("compressed.gz"), compressed).expect("written");
    std::fs::remove_file(input.join("large.mbox")).expect("removed");
    let plan = plan(&harvest, &input, &options).expect("a plan");
    harvest
        .run(&plan, &one_thread(), &NoObserver)
        .expect("a run");
    let before = files(&out);

    let mut stopped = 0;
    let manifest = loop {
        match harvest
            .clone()
            .stopped_by(StopAfter::new(stopped))
            .finish(&plan, MissingShards::Refuse)
        {
            Err(Error::Stopped) => {}
            finished => break finished.expect("a data set"),
        }
        let now = files(&out);
        let manifest = Path::new("manifest.json");
        assert!(
            now == before || now[manifest] != before[manifest],
            "{stopped}"
        );
        stopped += 1;
    };
    assert!(stopped > 20, "{stopped}");
    assert!(files(&out) != before);
    let expected = tempfile::tempdir().expect("a directory");
    let other = Harvest::new(expected.path());
    assert_eq!(
        make(&other, &input, &options).expect("a data set"),
        manifest
    );

    let page = out.join("report.html");
    let mut stopped = 0;
    while let Err(error) = harvest.clone().stopped_by(StopAfter::new(stopped)).report() {
        assert!(matches!(error, Error::Stopped) && !page.exists());
        stopped += 1;
    }
    assert!(stopped > 5 && page.exists(), "{stopped}");

    let mut stopped = 0;
    while let Err(error) = harvest.clone().stopped_by(StopAfter::new(stopped)).prune() {
        assert!(matches!(error, Error::Stopped));
        stopped += 1;
    }
    assert!(stopped > 3, "{stopped}");
    let found = files(&out);
    for (name, content) in files(expected.path()) {
        assert_eq!(found.get(&name), Some(&content), "{}", name.display());
    }
}

/// Panics when the first table is published.
#[derive(Default)]
struct PanickingDisk(AtomicBool);

impl Observer for PanickingDisk {
    fn effect(&self, moment: Moment, effect: Effect<'_>) -> io::Result<()> {
        let is_table = |path: &Path| path.extension().is_some_and(|name| name == "jsonl");
        if moment == Moment::Before && matches!(effect, Effect::Rename(path) if is_table(path)) {
            assert!(self.0.swap(true, Ordering::Relaxed), "a test");
        }
        Ok(())
    }

    fn syncs(&self) -> bool {
        false
    }
}

#[test]
fn a_panic_outside_the_inputs_of_a_group_separates_them() {
    let dir = few_inputs();
    let input = dir.path().join("in");
    let options = Options {
        format: Format::Jsonl,
        ..Options::default()
    };
    let disk = Disk::observed(Arc::new(PanickingDisk::default()));
    let harvest = Harvest::new(dir.path().join("out")).disk(disk);
    let first = plan(&harvest, &input, &options).expect("a plan");
    assert!(first.shard_count() < 3);
    let outcome = harvest.run(&first, &one_thread(), &NoObserver);
    let outcome = outcome.expect("a run");
    let codes: Vec<_> = outcome
        .failures
        .iter()
        .map(|failure| failure.code)
        .collect();
    assert_eq!((outcome.open, &codes[..]), (1, &["defect"][..]));
    let manifest = make(&harvest, &input, &options).expect("a data set");
    assert_eq!(manifest.rows("inputs"), 3);
}

#[test]
fn nothing_is_pruned_while_another_process_works() {
    let dir = inputs();
    let out = dir.path().join("out");
    let harvest = Harvest::new(&out);
    assert!(matches!(harvest.prune(), Err(Error::NoPlan)));
    let planned = plan(&harvest, &dir.path().join("in"), &options(Format::Jsonl)).expect("a plan");
    assert!(matches!(harvest.prune(), Err(Error::NotFinished)));
    harvest
        .run(&planned, &one_thread(), &NoObserver)
        .expect("a run");
    harvest
        .finish(&planned, MissingShards::Refuse)
        .expect("a data set");
    // A process that finishes the data set has written a table, and is about to write the manifest that names it.
    let temporary = out.join("tmp/0123456789abcdef");
    std::fs::create_dir(&temporary).expect("a directory");
    let lock = std::fs::File::create_new(temporary.join("lock")).expect("a lock");
    lock.lock().expect("locked");
    let table = out.join(format!("urls-{:032x}.jsonl", 0x123));
    std::fs::write(&table, "").expect("written");
    assert!(matches!(harvest.prune(), Err(Error::InUse)));
    assert!(table.exists() && temporary.exists());
    // It is killed.
    drop(lock);
    assert_eq!(harvest.prune().expect("pruned").files, 1);
    assert!(!table.exists() && !temporary.exists());
}

#[test]
fn shards_can_be_run_apart_and_with_any_number_of_threads() {
    let dir = inputs();
    let input = dir.path().join("in");
    let options = options(Format::default());
    let undisturbed = dir.path().join("undisturbed");
    let manifest = make(&Harvest::new(&undisturbed), &input, &options).expect("a data set");
    assert!(manifest.is_complete() && manifest.shards().all > 8);
    let parallel = Harvest::new(dir.path().join("parallel"));
    let planned = plan(&parallel, &input, &options).expect("a plan");
    let threads = RunOptions {
        threads: std::num::NonZeroUsize::new(3),
        ..RunOptions::default()
    };
    let outcome = parallel
        .run(&planned, &threads, &NoObserver)
        .expect("a run");
    assert_eq!((outcome.open, outcome.failures.len()), (0, 0));
    parallel
        .finish(&planned, MissingShards::Refuse)
        .expect("a data set");
    assert!(files(&dir.path().join("parallel")) == files(&undisturbed));

    let apart = Harvest::new(dir.path().join("apart"));
    let planned = plan(&apart, &input, &options).expect("a plan");
    thread::scope(|scope| {
        for number in 1..=8 {
            let (apart, planned) = (&apart, &planned);
            scope.spawn(move || {
                let only = RunOptions {
                    only: Some(ShardSubset::new(number, 8).expect("a part")),
                    ..one_thread()
                };
                let outcome = apart.run(planned, &only, &NoObserver).expect("a run");
                assert_eq!(outcome.open, 0);
            });
        }
    });
    apart
        .finish(&planned, MissingShards::Refuse)
        .expect("a data set");
    assert!(files(&dir.path().join("apart")) == files(&undisturbed));
}
