//! Inputs, and data sets made of them.

use std::{fs, num::NonZeroU64, path::Path};

use serde_json::Value;
use urlsift_harvest::{
    Error, Failure, Format, Harvest, Manifest, MissingShards, NoObserver, Options, Plan,
    PlanOptions, RunObserver, RunOptions, ShardDone,
};
use urlsift_search::Inputs;
use urlsift_tests::packing::{stream::Stream, tar::Tar};

/// Returns a message of a mailbox.
pub(crate) fn message(number: usize) -> String {
    let day = number % 28 + 1;
    format!(
        "From a@b.example Mon Jan 30 09:12:04 1995\nFrom: a{number}@b.example\nSubject: caf\u{e9} {number}\n\
         Message-ID: <{number}@b.example>\nReferences: <0@b.example> <1@b.example>\n\
         Date: {day} Jan 1995 12:00:00 GMT\nReceived: from x by y; {day} Jan 1995 13:00:00 GMT\n\
         List-Id: Links <links.b.example>\nX-Url: <http://h.example/{number}>\n\n\
         <http://a.example/{number}>, <URL:http://b.example/\n  {number}> and <http://c.example/x-\ny>\n\
         <http://d.example/~{number}> <URL:relative> <http://e.example/caf\u{e9}>\n\n"
    )
}

/// Returns a mailbox with messages of these numbers.
pub(crate) fn mailbox(numbers: impl IntoIterator<Item = usize>) -> String {
    numbers.into_iter().map(message).collect()
}

/// Creates a directory of inputs: plain, compressed, damaged, small and large files.
pub(crate) fn inputs() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let write = |name: &str, bytes: &[u8]| {
        let path = dir.path().join("in").join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        fs::write(path, bytes).expect("a file");
    };
    write("large.mbox", mailbox(0..60).as_bytes());
    let gzip = Stream::Gzip.pack(mailbox(100..110).as_bytes());
    write("compressed.gz", &gzip);
    write("damaged.gz", &gzip[..gzip.len() - 9]);
    let tar = Tar::new()
        .file("m", b"<http://tar.example/1>")
        .file("m", b"<http://tar.example/2>")
        .finish();
    write("two.tar", &tar);
    write(
        "prose.txt",
        b"one <http://t.example/>\n\ntwo <http://t.example/x-y>\n",
    );
    for number in 200..212 {
        let text = message(number);
        let (_, text) = text.split_once('\n').expect("a line");
        write(&format!("Maildir/cur/{number}"), text.as_bytes());
    }
    dir
}

/// Creates a directory of two shards: a group of small files, one of them damaged, and a larger file.
pub(crate) fn few_inputs() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let input = dir.path().join("in");
    fs::create_dir(&input).expect("a directory");
    let gzip = Stream::Gzip.pack(mailbox(100..102).as_bytes());
    for (name, bytes) in [
        ("a.gz", &gzip[..gzip.len() - 9]),
        ("b.txt", b"<http://b.example/>\n"),
        ("c.mbox", mailbox(0..6).as_bytes()),
    ] {
        fs::write(input.join(name), bytes).expect("a file");
    }
    dir
}

/// Returns options with small shards.
pub(crate) fn options(format: Format) -> Options {
    Options {
        format,
        shard_size: NonZeroU64::new(4000).expect("not zero"),
        ..Options::default()
    }
}

/// One thread, so that the order of effects is always the same.
pub(crate) fn one_thread() -> RunOptions {
    RunOptions {
        threads: std::num::NonZeroUsize::new(1),
        ..RunOptions::default()
    }
}

pub(crate) fn plan(harvest: &Harvest, input: &Path, options: &Options) -> Result<Plan, Error> {
    harvest.plan(
        Inputs::new([input.to_owned()]),
        options,
        PlanOptions::default(),
    )
}

/// Makes a data set, in all steps.
pub(crate) fn make(harvest: &Harvest, input: &Path, options: &Options) -> Result<Manifest, Error> {
    let plan = plan(harvest, input, options)?;
    harvest.run(&plan, &one_thread(), &NoObserver)?;
    harvest.finish(&plan, MissingShards::Refuse)
}

/// Returns the rows of a table in JSON lines, in the order of the manifest.
pub(crate) fn rows(root: &Path, manifest: &Manifest, table: &str) -> Vec<Value> {
    let mut rows = Vec::new();
    for file in manifest.files(table) {
        let text = fs::read_to_string(root.join(&file.file)).expect("a table");
        let lines: Vec<Value> = text
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        assert_eq!(lines.len() as u64, file.rows);
        rows.extend(lines);
    }
    rows
}

/// Returns rows without the names of their shards and the numbers of their inputs in them.
pub(crate) fn without_shards(mut rows: Vec<Value>) -> Vec<Value> {
    for row in &mut rows {
        let fields = row.as_object_mut().expect("an object");
        fields.remove("shard");
        fields.remove("input");
    }
    rows.sort_by_key(|row| {
        let key = |name: &str| row.get(name).cloned().unwrap_or_default().to_string();
        let number = |name: &str| row.get(name).and_then(Value::as_u64);
        (
            key("path"),
            number("member"),
            number("offset"),
            number("start"),
            key("url"),
        )
    });
    rows
}

/// Counts the shards that a run does, and keeps the failures.
#[derive(Default)]
pub(crate) struct Counter {
    pub(crate) done: std::sync::atomic::AtomicUsize,
    pub(crate) failures: std::sync::Mutex<Vec<Failure>>,
}

impl RunObserver for Counter {
    fn shard_done(&self, done: &ShardDone) {
        if !done.was_done {
            self.done.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        }
    }

    fn failed(&self, failure: &Failure) {
        self.failures
            .lock()
            .expect("no panic")
            .push(failure.clone());
    }
}

impl Counter {
    pub(crate) fn done(&self) -> usize {
        self.done.load(std::sync::atomic::Ordering::Relaxed)
    }
}
