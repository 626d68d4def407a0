//! Hashes of inputs, whose bytes are hashed while they are searched.

use std::{
    fs,
    io::{self, Cursor, Read, Seek, SeekFrom, Write},
    num::NonZeroU64,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use urlsift_harvest::{
    Digest, Failure, Format, Harvest, MissingShards, NoObserver, ObjectState, ObjectStore, Options,
    Plan, PlanOptions, ReadAnywhere, RunObserver,
};
use urlsift_search::{InputReader, Inputs};
use urlsift_tests::packing::{
    stream::Stream,
    tar::Tar,
    zip::{Entry, zip},
};

use crate::data::{Counter, mailbox, make, one_thread, plan, rows};

/// The first bytes of a file, which are read for its fingerprint, and its last ones.
const FINGERPRINT: u64 = (64 << 10) + (4 << 10);

/// Returns a text that stays larger than a fingerprint when it is compressed.
fn text() -> Vec<u8> {
    let mut text = mailbox(0..20).into_bytes();
    for number in 0..6000_u32 {
        writeln!(text, "{}", Digest::of(&number.to_le_bytes())).expect("a vector");
    }
    text.extend_from_slice(mailbox(20..40).as_bytes());
    text
}

/// Returns files that are read in different ways.
fn large_files() -> Vec<(&'static str, Vec<u8>)> {
    let gzip = Stream::Gzip.pack(&text());
    let damaged = [&gzip[..70_000], &b"damage"[..], &gzip[70_006..]].concat();
    vec![
        ("empty.txt", Vec::new()),
        ("small.mbox", mailbox(0..5).into_bytes()),
        ("large.mbox", mailbox(0..600).into_bytes()),
        ("one.mbox", text()),
        ("text.bz2", Stream::Bzip2.pack(&text())),
        ("text.gz", gzip),
        // Nothing after the damage is searched.
        ("damaged.gz", damaged),
        ("text.tar", Tar::new().file("m", text()).finish()),
        // It is not read from start to end.
        ("text.zip", zip(&[Entry::stored("m", &text())])),
    ]
}

fn options() -> Options {
    Options {
        format: Format::Jsonl,
        shard_size: NonZeroU64::new(100_000).expect("not zero"),
        ..Options::default()
    }
}

/// A store of objects, which counts the bytes that are read.
#[derive(Default)]
struct CountingStore {
    objects: Vec<(PathBuf, Vec<u8>)>,
    read: Arc<AtomicU64>,
}

struct Counted {
    bytes: Cursor<Vec<u8>>,
    read: Arc<AtomicU64>,
}

impl CountingStore {
    fn new(files: Vec<(&str, Vec<u8>)>) -> Arc<Self> {
        let objects = files.into_iter();
        let objects = objects.map(|(name, bytes)| (Path::new("memory://a").join(name), bytes));
        Arc::new(Self {
            objects: objects.collect(),
            read: Arc::default(),
        })
    }

    fn plan(self: &Arc<Self>, harvest: &Harvest) -> Plan {
        let objects = self.objects.iter();
        let named = objects.fold(Inputs::new([]), |inputs, (path, bytes)| {
            inputs.reader(InputReader::seekable(path, Cursor::new(bytes.clone())))
        });
        harvest
            .plan(named, &options(), PlanOptions::default())
            .expect("a plan")
    }

    fn object(&self, path: &Path) -> io::Result<&Vec<u8>> {
        let object = self.objects.iter().find(|(known, _)| known == path);
        Ok(&object.ok_or(io::ErrorKind::NotFound)?.1)
    }
}

impl ObjectStore for CountingStore {
    fn has(&self, path: &Path) -> bool {
        path.starts_with("memory://")
    }

    fn state(&self, path: &Path) -> io::Result<ObjectState> {
        let size = self.object(path)?.len() as u64;
        Ok(ObjectState { size, version: 1 })
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn ReadAnywhere>> {
        Ok(Box::new(Counted {
            bytes: Cursor::new(self.object(path)?.clone()),
            read: Arc::clone(&self.read),
        }))
    }
}

impl Read for Counted {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let len = self.bytes.read(into)?;
        self.read.fetch_add(len as u64, Relaxed);
        Ok(len)
    }
}

impl Seek for Counted {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.bytes.seek(to)
    }
}

/// Asserts that the hashes of all inputs match their bytes. Returns the number of inputs.
#[track_caller]
fn assert_hashes(harvest: &Harvest, root: &Path, plan: &Plan, files: &[(&str, Vec<u8>)]) -> usize {
    let outcome = harvest.run(plan, &one_thread(), &NoObserver);
    let failures = outcome.expect("a run").failures;
    assert!(failures.is_empty(), "{failures:?}");
    let manifest = harvest.finish(plan, MissingShards::Refuse);
    let inputs = rows(root, &manifest.expect("a data set"), "inputs");
    for input in &inputs {
        let path = input["path"].as_str().expect("a path");
        let name = path.rsplit_once('/').expect("a folder").1;
        let (_, bytes) = files.iter().find(|(known, _)| *known == name).expect(name);
        let number = |name: &str| input[name].as_u64().expect("a number") as usize;
        let start = number("start");
        let range = &bytes[start..start + number("size")];
        assert_eq!(
            input["hash"],
            Digest::of(range).to_string(),
            "{path} {start}"
        );
    }
    inputs.len()
}

#[test]
fn the_hash_of_an_input_is_that_of_all_its_bytes() {
    let files = large_files();
    let dir = tempfile::tempdir().expect("a directory");
    let input = dir.path().join("in");
    fs::create_dir(&input).expect("a directory");
    for (name, bytes) in &files {
        fs::write(input.join(name), bytes).expect("a file");
    }
    let root = dir.path().join("of-files");
    let harvest = Harvest::new(&root);
    let planned = plan(&harvest, &input, &options()).expect("a plan");
    let inputs = assert_hashes(&harvest, &root, &planned, &files);
    // The large mailbox is read in ranges.
    assert!(inputs > files.len() + 1, "{inputs}");
    let store = CountingStore::new(large_files());
    let root = dir.path().join("of-objects");
    let harvest = Harvest::new(&root).objects(Arc::clone(&store) as _);
    let planned = store.plan(&harvest);
    assert_eq!(assert_hashes(&harvest, &root, &planned, &files), inputs);
}

#[test]
fn a_file_that_is_read_in_order_is_read_once() {
    for name in ["one.mbox", "text.bz2", "text.gz", "text.tar"] {
        let mut files = large_files();
        files.retain(|(known, _)| *known == name);
        let len = files[0].1.len() as u64;
        let store = CountingStore::new(files);
        let dir = tempfile::tempdir().expect("a directory");
        let harvest = Harvest::new(dir.path()).objects(Arc::clone(&store) as _);
        let planned = store.plan(&harvest);
        store.read.store(0, Relaxed);
        let outcome = harvest.run(&planned, &one_thread(), &NoObserver);
        assert_eq!(outcome.expect("a run").open, 0, "{name}");
        let read = store.read.load(Relaxed);
        assert!(read >= len, "{name}: {read} of {len}");
        assert!(read <= len + FINGERPRINT, "{name}: {read} of {len}");
    }
}

/// Changes a byte of a file that is not part of its fingerprint, when a question is asked for the n-th time.
struct Meddler {
    path: PathBuf,
    questions_left: AtomicU64,
    counter: Counter,
}

impl RunObserver for Meddler {
    fn is_stopped(&self) -> bool {
        if self.questions_left.fetch_sub(1, Relaxed) == 1 {
            let mut bytes = fs::read(&self.path).expect("a file");
            bytes[70_000] ^= 1;
            fs::write(&self.path, bytes).expect("written");
        }
        false
    }

    fn failed(&self, failure: &Failure) {
        self.counter.failed(failure);
    }
}

#[test]
fn the_bytes_that_are_searched_are_those_that_are_hashed() {
    // A run asks before each shard, input and block. After the second block, the changed byte was searched.
    for (questions, is_done) in [(3, true), (6, false)] {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("a.mbox");
        let text = [text(), text(), text()].concat();
        fs::write(&path, &text).expect("a file");
        let root = dir.path().join("out");
        let harvest = Harvest::new(&root);
        let whole = Options {
            format: Format::Jsonl,
            ..Options::default()
        };
        let planned = plan(&harvest, &path, &whole).expect("a plan");
        let meddler = Meddler {
            path: path.clone(),
            questions_left: AtomicU64::new(questions),
            counter: Counter::default(),
        };
        let outcome = harvest
            .run(&planned, &one_thread(), &meddler)
            .expect("a run");
        let changed = fs::read(&path).expect("a file");
        assert!(changed != text, "{questions}");
        let codes: Vec<_> = outcome
            .failures
            .iter()
            .map(|failure| failure.code)
            .collect();
        if is_done {
            assert!(codes.is_empty(), "{codes:?}");
            assert_hashes(&harvest, &root, &planned, &[("a.mbox", changed)]);
        } else {
            assert_eq!(codes, ["changed-input"]);
        }
    }
}

#[test]
fn a_change_since_the_plan_that_only_the_hash_shows_is_noticed() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("a.mbox");
    let mut text = text();
    let change = |text: &mut Vec<u8>| {
        text[70_000] += 1;
        fs::write(&path, text).expect("written");
    };
    change(&mut text);
    let harvest = Harvest::new(dir.path().join("out"));
    let whole = Options {
        format: Format::Jsonl,
        ..Options::default()
    };
    make(&harvest, &path, &whole).expect("a data set");
    change(&mut text);
    // The plan has the hash in the data set, because the fingerprint is the same.
    let planned = plan(&harvest, &path, &whole).expect("a plan");
    change(&mut text);
    let outcome = harvest.run(&planned, &one_thread(), &NoObserver);
    let outcome = outcome.expect("a run");
    assert_eq!(
        (outcome.open, outcome.failures[0].code),
        (1, "changed-input")
    );
    let manifest = make(&harvest, &path, &whole).expect("a data set");
    assert!(manifest.is_complete());
}
