//! Tests for truncated input: complete links are found and the truncation is reported.

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

/// A small file to truncate.
struct Sample {
    name: &'static str,
    compressed: Vec<u8>,
    /// The minimum length in bytes at which the format is recognized.
    min_len: usize,
    /// Whether the format has an end marker whose absence is an error.
    is_stream: bool,
    /// The URLs of the complete file, each after its path.
    links: Vec<(&'static str, &'static str)>,
}

impl Sample {
    fn stream(name: &'static str, stream: Stream, compressed: Vec<u8>) -> Self {
        Self {
            name,
            compressed,
            min_len: stream.magic_len(),
            is_stream: true,
            links: vec![("", "http://a.example/1"), ("", "http://a.example/2")],
        }
    }

    fn container(name: &'static str, min_len: usize, compressed: Vec<u8>) -> Self {
        Self {
            name,
            compressed,
            min_len,
            is_stream: false,
            links: vec![
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

/// A link: its path after the file name, its URL, and whether the URL is unclosed.
type Link = (String, String, bool);

fn link(object: &Value, name: &str) -> Link {
    let text = |field: &str| object[field].as_str().expect("a string");
    let inside = text("path").strip_prefix(name).expect("the file's name");
    let warnings = object["warnings"].as_array().expect("a list");
    let is_unclosed = warnings.iter().any(|warning| warning == "unclosed");
    (inside.into(), text("url").into(), is_unclosed)
}

/// Checks the links of a sample truncated to `len` bytes.
fn check(sample: &Sample, len: usize, links: &[Link], is_reported: bool) {
    let about = || {
        format!(
            "{len} bytes of {}: {links:?}, reported: {is_reported}",
            sample.name
        )
    };
    let mut rest = sample.links.iter();
    let mut closed = 0;
    for (index, (inside, url, is_unclosed)) in links.iter().enumerate() {
        if *is_unclosed {
            // A truncated URL looks unclosed. It is the last link of its text.
            let is_last = links.get(index + 1).is_none_or(|next| next.0 != *inside);
            let is_start = |(path, full): &&(_, &str)| path == inside && full.starts_with(url);
            assert!(
                is_last && sample.links.iter().any(|link| is_start(&link)),
                "{}",
                about()
            );
            continue;
        }
        closed += 1;
        // Links are in order, and the links of a stream have no gap.
        let expected = (&**inside, &**url);
        let next = if sample.is_stream {
            rest.next().filter(|next| **next == expected)
        } else {
            rest.find(|next| **next == expected)
        };
        assert!(next.is_some(), "{}", about());
    }
    let is_whole = len == sample.compressed.len();
    let is_missing = closed < sample.links.len() || sample.is_stream && !is_whole;
    if len >= sample.min_len {
        assert!(!is_missing || is_reported, "{}", about());
    }
    if is_whole {
        assert!(!is_missing && !is_reported, "{}", about());
    }
}

#[test]
fn every_truncation_of_a_file_is_reported_and_keeps_its_links() {
    for sample in samples() {
        let name = |len: usize| format!("{len:05}");
        let cuts = 0..=sample.compressed.len();
        let files: Vec<File> = cuts
            .map(|len| (name(len), sample.compressed[..len].into()))
            .collect();
        assert!(files.len() > 40, "{}", sample.name);
        let output = run_on(&files, &["list", "--conforms=none", "--json", "."]);
        assert_eq!(output.status, 2, "{}: {}", sample.name, output.err());
        let mut found = BTreeMap::<_, Vec<_>>::new();
        for object in &output.json() {
            let path = object["path"].as_str().expect("a path");
            let name = &path[..7];
            found
                .entry(name.to_owned())
                .or_default()
                .push(link(object, name));
        }
        let mut reported_names: Vec<_> = output.err().lines().map(|line| &line[9..16]).collect();
        reported_names.dedup();
        for len in 0..=sample.compressed.len() {
            let path = format!("./{}", name(len));
            let links = found.remove(&path).unwrap_or_default();
            check(&sample, len, &links, reported_names.contains(&&*path));
        }
        assert!(found.is_empty(), "{}", sample.name);
    }
}

#[test]
fn every_truncation_of_a_pipe_is_reported_and_keeps_its_links() {
    let samples = samples();
    thread::scope(|scope| {
        for sample in &samples {
            scope.spawn(|| check_truncations_of_a_pipe(sample));
        }
    });
}

/// The number of lengths at which a sample is cut, between those near its ends. Each needs a process. A file is cut at
/// every length, and the decoders do not know what their bytes come from.
const CUTS: usize = 30;

fn check_truncations_of_a_pipe(sample: &Sample) {
    let len = sample.compressed.len();
    let begin = 0..sample.min_len.min(16) + 2;
    let middle = (begin.end..len).step_by(len / CUTS + 1);
    for len in begin.chain(middle).chain(len - 3..=len) {
        let output = run_with(
            &["list", "--conforms=none", "--json"],
            &sample.compressed[..len],
        );
        let links: Vec<_> = output
            .json()
            .iter()
            .map(|object| link(object, "-"))
            .collect();
        let is_reported = has_standard_input_error(&output);
        check(sample, len, &links, is_reported);
        let expected = match (is_reported, links.is_empty()) {
            (true, _) => 2,
            (false, true) => 1,
            (false, false) => 0,
        };
        assert_eq!(output.status, expected, "{len} bytes of {}", sample.name);
    }
}

fn has_standard_input_error(output: &Outcome) -> bool {
    let is_about_standard_input =
        |line: &str| line.starts_with("urlsift: -: ") || line.starts_with("urlsift: -!");
    assert!(
        output.err().lines().all(is_about_standard_input),
        "{}",
        output.err()
    );
    !output.err().is_empty()
}

#[test]
fn tar_that_ends_after_a_member_is_an_error() {
    let tar = Tar::new().file("a", FIRST).file("b", SECOND).unfinished();
    let complete = run_with(&["list", "-cH"], &tar);
    assert_eq!(complete.out(), "-!a:2\n-!b:1\n");
    let first = run_with(&["list", "-cH"], &tar[..tar.len() - 2 * BLOCK]);
    assert_eq!(first.out(), "-!a:2\n");
    // The second member is unknown, but the missing end marker is an error.
    assert_eq!(first.status, 2);
    assert!(first.err().starts_with("urlsift: -: "), "{}", first.err());
}
