//! What ends too early: what is there is found, and it is told that something is missing.

use std::{collections::BTreeMap, thread};

use serde_json::Value;
use urlsift_tests::packing::{
    File,
    stream::Stream,
    tar::{BLOCK, Tar},
    zip::{self, Entry},
};

use super::run_on;
use crate::support::{Outcome, run_with};

const FIRST: &[u8] = b"<http://a.example/1>\n\n<URL:http://a.example/2>\n";
const SECOND: &[u8] = b"<http://b.example/3>\n";

/// Something small to cut.
struct Sample {
    name: &'static str,
    packed: Vec<u8>,
    /// Less than so many bytes are not recognised.
    least: usize,
    /// Whether it has an end of its own, without which something is missing.
    is_stream: bool,
    /// Every URL behind its path.
    whole: Vec<(&'static str, &'static str)>,
}

impl Sample {
    fn stream(name: &'static str, stream: Stream, packed: Vec<u8>) -> Self {
        Self {
            name,
            packed,
            least: stream.magic(),
            is_stream: true,
            whole: vec![("", "http://a.example/1"), ("", "http://a.example/2")],
        }
    }

    fn container(name: &'static str, least: usize, packed: Vec<u8>) -> Self {
        Self {
            name,
            packed,
            least,
            is_stream: false,
            whole: vec![
                ("!a", "http://a.example/1"),
                ("!a", "http://a.example/2"),
                ("!b", "http://b.example/3"),
            ],
        }
    }
}

fn samples() -> Vec<Sample> {
    let tar = Tar::new().file("a", FIRST).file("b", SECOND).finish();
    let stored = [Entry::stored("a", FIRST), Entry::stored("b", SECOND)];
    let deflated = [Entry::deflated("a", FIRST), Entry::deflated("b", SECOND)];
    let described = deflated.clone().map(Entry::described);
    let with_comment = zip::zip_between(b"", &deflated, b"a comment");
    let streams =
        Stream::ALL.map(|stream| Sample::stream(stream.name(), stream, stream.pack(FIRST)));
    let mut samples = Vec::from(streams);
    samples.extend([
        Sample::container("stored zip", 4, zip::zip(&stored)),
        Sample::container("described zip", 4, zip::zip(&described)),
        Sample::container("zip with a comment", 4, with_comment),
        Sample::container("tar.gz", 4, Stream::Gzip.pack(&tar)),
        Sample::container("tar.zst", 4, Stream::Zstd.pack(&tar)),
        Sample::container("tar", BLOCK, tar),
    ]);
    samples
}

/// A hit: what stands behind the name of the file, its URL, and whether it was never closed.
type Hit = (String, String, bool);

fn hit(object: &Value, name: &str) -> Hit {
    let text = |field: &str| object[field].as_str().expect("a string");
    let inside = text("path").strip_prefix(name).expect("the file's name");
    let warnings = object["warnings"].as_array().expect("a list");
    let is_unclosed = warnings.iter().any(|warning| warning == "unclosed");
    (inside.into(), text("url").into(), is_unclosed)
}

/// Checks what was found in a sample of which only so many bytes are left.
fn check(sample: &Sample, len: usize, hits: &[Hit], is_told: bool) {
    let about = || format!("{len} bytes of {}: {hits:?}, told: {is_told}", sample.name);
    let mut rest = sample.whole.iter();
    let mut closed = 0;
    for (index, (inside, url, is_unclosed)) in hits.iter().enumerate() {
        if *is_unclosed {
            // What is cut within a URL looks like one that nobody closed; it is the last of its text.
            let is_last = hits.get(index + 1).is_none_or(|next| next.0 != *inside);
            let is_start = |(path, whole): &&(_, &str)| path == inside && whole.starts_with(url);
            assert!(
                is_last && sample.whole.iter().any(|hit| is_start(&hit)),
                "{}",
                about()
            );
            continue;
        }
        closed += 1;
        // All are found in their order, and those of a stream without a gap.
        let expected = (&**inside, &**url);
        let next = if sample.is_stream {
            rest.next().filter(|next| **next == expected)
        } else {
            rest.find(|next| **next == expected)
        };
        assert!(next.is_some(), "{}", about());
    }
    let is_whole = len == sample.packed.len();
    let is_missing = closed < sample.whole.len() || sample.is_stream && !is_whole;
    if len >= sample.least {
        assert!(!is_missing || is_told, "{}", about());
    }
    if is_whole {
        assert!(!is_missing && !is_told, "{}", about());
    }
}

#[test]
fn every_truncation_of_a_file_is_told_and_what_is_there_is_found() {
    for sample in samples() {
        let name = |len: usize| format!("{len:05}");
        let cuts = 0..=sample.packed.len();
        let files: Vec<File> = cuts
            .map(|len| (name(len), sample.packed[..len].into()))
            .collect();
        assert!(files.len() > 40, "{}", sample.name);
        let told = run_on(&files, &["list", "--conforms=none", "--json", "."]);
        assert_eq!(told.status, 2, "{}: {}", sample.name, told.err());
        let mut found = BTreeMap::<_, Vec<_>>::new();
        for object in &told.json() {
            let path = object["path"].as_str().expect("a path");
            let name = &path[..7];
            found
                .entry(name.to_owned())
                .or_default()
                .push(hit(object, name));
        }
        let mut told_of: Vec<_> = told.err().lines().map(|line| &line[9..16]).collect();
        told_of.dedup();
        for len in 0..=sample.packed.len() {
            let path = format!("./{}", name(len));
            let hits = found.remove(&path).unwrap_or_default();
            check(&sample, len, &hits, told_of.contains(&&*path));
        }
        assert!(found.is_empty(), "{}", sample.name);
    }
}

#[test]
fn every_truncation_of_a_pipe_is_told_and_what_is_there_is_found() {
    let samples = samples();
    thread::scope(|scope| {
        for sample in &samples {
            scope.spawn(|| each_truncation_of_a_pipe(sample));
        }
    });
}

fn each_truncation_of_a_pipe(sample: &Sample) {
    // What is long is mostly zeros.
    let step = sample.packed.len() / 500 + 1;
    let near_end = sample.packed.len() - 3..=sample.packed.len();
    for len in (0..sample.packed.len()).step_by(step).chain(near_end) {
        let told = run_with(
            &["list", "--conforms=none", "--json"],
            &sample.packed[..len],
        );
        let hits: Vec<_> = told.json().iter().map(|object| hit(object, "-")).collect();
        let is_told = is_told_of_standard_input(&told);
        check(sample, len, &hits, is_told);
        let expected = match (is_told, hits.is_empty()) {
            (true, _) => 2,
            (false, true) => 1,
            (false, false) => 0,
        };
        assert_eq!(told.status, expected, "{len} bytes of {}", sample.name);
    }
}

fn is_told_of_standard_input(told: &Outcome) -> bool {
    let is_of_it = |line: &str| line.starts_with("urlsift: -: ") || line.starts_with("urlsift: -!");
    assert!(told.err().lines().all(is_of_it), "{}", told.err());
    !told.err().is_empty()
}

#[test]
fn tar_that_ends_behind_a_member_has_no_end() {
    let tar = Tar::new().file("a", FIRST).file("b", SECOND).unfinished();
    let whole = run_with(&["list", "-cH"], &tar);
    assert_eq!(whole.out(), "-!a:2\n-!b:1\n");
    let first = run_with(&["list", "-cH"], &tar[..tar.len() - 2 * BLOCK]);
    assert_eq!(first.out(), "-!a:2\n");
    // Nobody knows that there was another; but nobody knows that there was not.
    assert_eq!(first.status, 2);
    assert!(first.err().starts_with("urlsift: -: "), "{}", first.err());
}
