//! Inputs that are added, changed and removed.

mod failures;

use std::{
    collections::BTreeSet,
    fs::{self, File, OpenOptions},
    io::{Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use serde_json::Value;
use urlsift_harvest::{
    Error, Failure, Format, Harvest, Manifest, MissingShards, Options, PlanOptions,
};
use urlsift_search::{PathEnd, PathList};

use urlsift_tests::directories::files;

use crate::data::{
    Counter, inputs, mailbox, make, message, one_thread, options, plan, rows, without_shards,
};

/// A data set that is brought up to date after each change of its inputs.
struct Growing {
    dir: tempfile::TempDir,
    options: Options,
}

impl Growing {
    fn new() -> Self {
        let growing = Self {
            dir: inputs(),
            options: options(Format::Jsonl),
        };
        growing.update();
        growing
    }

    fn input(&self, name: &str) -> PathBuf {
        self.dir.path().join("in").join(name)
    }

    fn root(&self) -> PathBuf {
        self.dir.path().join("out")
    }

    /// Brings the data set up to date. Returns the number of shards that were done again, and of all.
    fn update(&self) -> (usize, usize, Manifest) {
        let harvest = Harvest::new(self.root());
        let plan = plan(&harvest, &self.input(""), &self.options).expect("a plan");
        let counter = Counter::default();
        let outcome = harvest.run(&plan, &one_thread(), &counter).expect("a run");
        assert_eq!(outcome.open, 0, "{:?}", outcome.failures);
        let manifest = harvest
            .finish(&plan, MissingShards::Refuse)
            .expect("a data set");
        (counter.done(), plan.shard_count(), manifest)
    }

    /// Asserts that the data set has the rows of a new one, and that its manifest names only files of the plan in
    /// force.
    #[track_caller]
    fn assert_equals_fresh(&self, manifest: &Manifest) {
        assert_is_of_plan_in_force(&self.root(), manifest);
        let fresh = self.dir.path().join("fresh");
        let other = make(&Harvest::new(&fresh), &self.input(""), &self.options);
        let other = other.expect("a data set");
        for table in ["links", "messages", "inputs", "errors", "urls"] {
            let found = without_shards(rows(&self.root(), manifest, table));
            let expected = without_shards(rows(&fresh, &other, table));
            assert!(found == expected, "{table}");
        }
        fs::remove_dir_all(fresh).expect("a data set");
    }
}

/// Asserts that a manifest names the tables of each shard of the plan in force, as they are, and no others, and that
/// the directories of the tables have no others.
#[track_caller]
fn assert_is_of_plan_in_force(root: &Path, manifest: &Manifest) {
    let json = |path: &str| {
        let text = fs::read_to_string(root.join(path)).expect("a file of the data set");
        serde_json::from_str::<Value>(&text).expect("JSON")
    };
    let plan = json("plan.json")["plan"].clone();
    let plan = json(&format!("plans/{}.json", plan.as_str().expect("a digest")));
    let shards = plan["shards"].as_array().expect("shards").iter();
    let keys: BTreeSet<_> = shards
        .map(|shard| shard["key"].as_str().expect("a key").to_owned())
        .collect();
    for table in ["links", "messages", "inputs", "errors", "tallies"] {
        let files = manifest.files(table);
        let named: BTreeSet<_> = files
            .iter()
            .map(|file| {
                let path = Path::new(&file.file);
                let size = fs::metadata(root.join(path)).expect("a table").len();
                assert_eq!(size, file.size, "{table}");
                path.file_stem()
                    .expect("a name")
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        assert_eq!(named, keys, "{table}");
        let listed = fs::read_dir(root.join(table)).expect("a directory");
        assert_eq!(listed.count(), keys.len(), "{table}");
        assert_eq!(files.len(), keys.len(), "{table}");
    }
}

/// Sets a time of modification that differs from all others.
fn touch(path: &Path, seconds: u64) {
    let file = OpenOptions::new().write(true).open(path).expect("a file");
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000 + seconds);
    file.set_modified(time).expect("a time");
}

#[test]
fn nothing_is_done_twice() {
    let growing = Growing::new();
    let before = files(&growing.root());
    let (done, all, _) = growing.update();
    assert_eq!(done, 0);
    assert!(all > 8, "{all}");
    assert!(files(&growing.root()) == before);
    // A file that looks changed is hashed, and only its time is noted.
    touch(&growing.input("large.mbox"), 1);
    assert_eq!(growing.update().0, 0);
}

#[test]
fn appended_messages_change_the_last_range() {
    let growing = Growing::new();
    let path = growing.input("large.mbox");
    let mut file = OpenOptions::new().append(true).open(&path).expect("a file");
    file.write_all(mailbox(60..63).as_bytes()).expect("written");
    let (done, all, manifest) = growing.update();
    assert!((1..=2).contains(&done) && all > 8, "{done} of {all}");
    growing.assert_equals_fresh(&manifest);
}

#[test]
fn a_change_in_the_middle_is_found_by_its_time() {
    let growing = Growing::new();
    let text = fs::read_to_string(growing.input("large.mbox")).expect("a file");
    // Neither in the first 64 KiB of a range that long, nor in the last 4 KiB.
    let growing = Growing {
        options: Options {
            shard_size: std::num::NonZeroU64::new(1 << 20).expect("not zero"),
            ..growing.options.clone()
        },
        dir: inputs(),
    };
    let path_of_large = growing.input("large.mbox");
    let long = text.repeat(20);
    fs::write(&path_of_large, &long).expect("written");
    let (done, _, _) = growing.update();
    assert!(done >= 1);
    let at = long[200_000..].find("http://a.example/").expect("a link") + 200_000;
    let mut file = OpenOptions::new()
        .write(true)
        .open(&path_of_large)
        .expect("a file");
    file.seek(SeekFrom::Start(at as u64)).expect("a position");
    file.write_all(b"http://z").expect("written");
    touch(&path_of_large, 2);
    let (done, _, manifest) = growing.update();
    assert_eq!(done, 1);
    growing.assert_equals_fresh(&manifest);
    // It is not done again, neither before nor after files are removed.
    assert_eq!(growing.update().0, 0);
    Harvest::new(growing.root()).prune().expect("pruned");
    assert_eq!(growing.update().0, 0);
}

#[test]
fn verification_hashes_everything() {
    let growing = Growing::new();
    let path = growing.input("large.mbox");
    let before = fs::metadata(&path)
        .expect("a file")
        .modified()
        .expect("a time");
    let mut text = fs::read(&path).expect("a file");
    let last = text.len() - 4097;
    text[last] = if text[last] == b'x' { b'y' } else { b'x' };
    fs::write(&path, text).expect("written");
    File::options()
        .write(true)
        .open(&path)
        .and_then(|file| file.set_modified(before))
        .expect("a time");
    let harvest = Harvest::new(growing.root());
    let inputs = urlsift_search::Inputs::new([growing.input("")]);
    let plan = harvest
        .plan(
            inputs,
            &growing.options,
            PlanOptions {
                verify: true,
                ..PlanOptions::default()
            },
        )
        .expect("a plan");
    let counter = Counter::default();
    harvest.run(&plan, &one_thread(), &counter).expect("a run");
    assert_eq!(counter.done(), 1);
}

#[test]
fn a_file_that_cannot_be_hashed_is_a_failure() {
    // The path decides whether a group of small files ends with the file, which is then hashed at once.
    let mut attempts = (0..20).map(|_| failures_of_a_lost_file());
    let found = attempts.find(|(_, failures)| !failures.is_empty());
    let (lost, failures) = found.expect("a path with which no group ends");
    let [failure] = &failures[..] else {
        panic!("{failures:?}");
    };
    assert_eq!((failure.code, &failure.path), ("not-found", &lost));
}

/// Returns a file that disappears while a plan is made, and the failures.
fn failures_of_a_lost_file() -> (PathBuf, Vec<Failure>) {
    let growing = Growing::new();
    let harvest = Harvest::new(growing.root());
    let lost = growing.input("prose.txt");
    // It is in the plan, and disappears before the next input is examined.
    let named = [lost.clone(), growing.input("large.mbox")];
    let one_file = PlanOptions {
        drop_missing: true,
        ..PlanOptions::default()
    };
    let planned = harvest
        .plan(
            urlsift_search::Inputs::new([lost.clone()]),
            &growing.options,
            one_file,
        )
        .expect("a plan of one file");
    let ran = harvest.run(&planned, &one_thread(), &Counter::default());
    assert_eq!(ran.expect("a run").open, 0);
    let inputs = urlsift_search::Inputs::new(named).inspect(|input| {
        if input.as_ref().is_ok_and(|input| input.path() != lost) {
            fs::remove_file(&lost).expect("removed");
        }
    });
    let observer = Counter::default();
    let options = PlanOptions {
        verify: true,
        ..PlanOptions::default()
    };
    harvest
        .plan_observed(inputs, &growing.options, options, &observer)
        .expect("a plan");
    (lost, observer.failures.into_inner().expect("no panic"))
}

#[test]
fn an_early_file_and_a_removed_one_change_their_shards() {
    let growing = Growing::new();
    fs::write(growing.input("Maildir/cur/100"), message(300)).expect("written");
    let (done, _, manifest) = growing.update();
    assert!((1..=2).contains(&done), "{done}");
    growing.assert_equals_fresh(&manifest);
    fs::remove_file(growing.input("compressed.gz")).expect("removed");
    let (done, _, manifest) = growing.update();
    assert!(done <= 2, "{done}");
    growing.assert_equals_fresh(&manifest);
    // What is left over is removed, and the data set is as before.
    let links = rows(&growing.root(), &manifest, "links");
    let before = files(&growing.root()).len();
    let pruned = Harvest::new(growing.root()).prune().expect("pruned");
    assert!(pruned.files >= 6, "{pruned:?}");
    assert_eq!(
        files(&growing.root()).len() as u64,
        before as u64 - pruned.files
    );
    assert_eq!(rows(&growing.root(), &manifest, "links"), links);
    let stale = Harvest::new(growing.root()).prune().expect("pruned");
    assert_eq!(stale.files, 0);
}

#[test]
fn stale_shards_are_moved_out_of_the_way_and_back() {
    let growing = Growing::new();
    let path = growing.input("large.mbox");
    let text = fs::read(&path).expect("a file");
    fs::write(&path, [&text[..], mailbox(60..63).as_bytes()].concat()).expect("written");
    let (done, _, manifest) = growing.update();
    assert!(done > 0);
    growing.assert_equals_fresh(&manifest);
    let stale = |table: &str| files(&growing.root().join("stale").join(table)).len();
    for table in ["links", "messages", "inputs", "errors", "tallies"] {
        assert!(stale(table) > 0, "{table}");
    }
    let tables = |start: &str| {
        let names = files(&growing.root()).into_keys();
        let names = names.filter(|name| name.to_string_lossy().starts_with(start));
        names.count()
    };
    for table in ["urls-", "settled-", "implausible-"] {
        assert_eq!(tables(table), 1, "{table}");
    }
    // The shards of the earlier content are not read again.
    fs::write(&path, &text).expect("written");
    let (done, _, manifest) = growing.update();
    assert_eq!(done, 0);
    growing.assert_equals_fresh(&manifest);
    // A table that was damaged meanwhile is.
    fs::write(&path, [&text[..], mailbox(60..63).as_bytes()].concat()).expect("written");
    let dir = growing.root().join("stale/links");
    for entry in fs::read_dir(dir).expect("a directory") {
        fs::write(entry.expect("an entry").path(), "").expect("written");
    }
    let (done, _, manifest) = growing.update();
    assert!(done > 0);
    growing.assert_equals_fresh(&manifest);
}

#[test]
fn several_changes_at_once_change_their_shards() {
    let growing = Growing::new();
    let large = growing.input("large.mbox");
    let text = fs::read_to_string(&large).expect("a file");
    // The same number of bytes in the middle, and more at the end.
    let middle = text[text.len() / 2..]
        .find("http://a.example/")
        .expect("a link")
        + text.len() / 2;
    let changed = format!(
        "{}http://z{}{}",
        &text[..middle],
        &text[middle + 8..],
        mailbox(60..63)
    );
    fs::write(&large, changed).expect("written");
    touch(&large, 3);
    fs::write(growing.input("Aardvark"), message(500)).expect("written");
    fs::remove_file(growing.input("two.tar")).expect("removed");
    let (done, all, manifest) = growing.update();
    // The range in the middle, the last one or two, the group of the new file, and those whose neighbours have gone.
    assert!((3..=6).contains(&done) && all > 8, "{done} of {all}");
    growing.assert_equals_fresh(&manifest);
    let links = rows(&growing.root(), &manifest, "links");
    let of = |url: &str| links.iter().filter(|row| row["url"] == url).count();
    assert_eq!(of("http://tar.example/1"), 0);
    assert_eq!(of("http://h.example/500"), 1);
    assert_eq!(of("http://a.example/500"), 1);
    assert_eq!(of("http://a.example/62"), 1);
    assert_eq!(growing.update().0, 0);
}

#[test]
fn an_invalid_list_of_inputs_is_refused() {
    let dir = inputs();
    let harvest = Harvest::new(dir.path().join("out"));
    let list = dir.path().join("list");
    fs::write(&list, "in\n\nin/prose.txt\n").expect("written");
    let list = PathList::new(list, PathEnd::Line);
    let planned = harvest.plan(
        urlsift_search::Inputs::new([]).list(Some(list)),
        &options(Format::Jsonl),
        PlanOptions::default(),
    );
    assert!(matches!(planned, Err(Error::InputList(_))), "{planned:?}");
}

#[test]
fn a_file_named_twice_counts_once_and_the_data_set_is_no_input() {
    let dir = inputs();
    let input = dir.path().join("in");
    let harvest = Harvest::new(input.join("out"));
    let options = options(Format::Jsonl);
    let first = make(&harvest, &input, &options).expect("a data set");
    let twice = urlsift_search::Inputs::new([input.clone(), input.join("large.mbox")]);
    let plan = harvest
        .plan(twice, &options, PlanOptions::default())
        .expect("a plan");
    harvest
        .run(&plan, &one_thread(), &urlsift_harvest::NoObserver)
        .expect("a run");
    let second = harvest
        .finish(&plan, MissingShards::Refuse)
        .expect("a data set");
    assert_eq!(second.rows("links"), first.rows("links"));
}
