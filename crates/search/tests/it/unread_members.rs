//! Errors in members that are not read to their ends do not depend on the number of threads.

use std::{fmt::Write as _, num::NonZeroUsize, ops::ControlFlow};

use urlsift_search::{Collector, Driver, Error, FileSink, Inputs, Link, Searcher, Sink, Skip};
use urlsift_tests::packing::{File, noise, stream::Stream, tar, zip};

/// The first URL of each file, and the errors.
#[derive(Debug, Default)]
struct FirstUrls(String);

impl Sink for FirstUrls {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let url = String::from_utf8_lossy(link.candidate().url());
        let _ = writeln!(self.0, "{url}");
        ControlFlow::Break(Skip::File)
    }
}

impl FileSink for FirstUrls {
    fn error(&mut self, error: Error) {
        let name = error.path().file_name().unwrap_or_default();
        let _ = writeln!(self.0, "{}: {error}", name.display());
    }
}

#[derive(Debug, Default)]
struct All(String);

impl Collector<FirstUrls> for All {
    fn write(&mut self, chunk: FirstUrls) -> ControlFlow<()> {
        self.0 += &chunk.0;
        ControlFlow::Continue(())
    }
}

/// Returns what is found with this number of threads.
fn found(threads: usize, compressed: &[u8]) -> String {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("in");
    std::fs::write(&path, compressed).expect("it is written");
    let mut all = All::default();
    Driver::new(Searcher::new())
        .threads(NonZeroUsize::new(threads).expect("not 0"))
        .segment_size(1 << 10)
        .run(Inputs::new([path]), FirstUrls::default, &mut all);
    all.0
}

/// A text with a link at its start.
fn text(name: &str, len: usize) -> Vec<u8> {
    let link = format!("<http://{name}.example/>\n");
    [link.into_bytes(), noise(len)].concat()
}

/// A text in gzip with a wrong checksum.
fn damaged(name: &str, len: usize) -> Vec<u8> {
    let mut compressed = Stream::Gzip.pack(&text(name, len));
    let checksum = compressed.len() - 8;
    compressed[checksum] ^= 1;
    compressed
}

#[test]
fn damage_in_an_unread_member_is_not_reported() {
    for len in [1_000, 100_000, 300_000] {
        let nested = zip::zip(&[zip::Entry::stored("c.gz", &damaged("c", len))]);
        let files: Vec<File> = vec![
            ("a.gz".to_owned(), damaged("a", len)),
            ("b.gz".to_owned(), damaged("b", len)),
            ("c.zip".to_owned(), nested),
            ("d".to_owned(), text("d", len)),
        ];
        let compressed = tar::from_files(&files);
        let expected =
            "http://a.example/\nhttp://b.example/\nhttp://c.example/\nhttp://d.example/\n";
        for threads in [1, 2, 4] {
            assert_eq!(found(threads, &compressed), expected, "{threads} threads");
        }
    }
}

#[test]
fn truncation_in_an_unread_member_is_reported() {
    for len in [10_000, 200_000, 600_000] {
        let inner = tar::from_files(&[("c".to_owned(), text("c", len))]);
        let files: Vec<File> = vec![
            ("a.gz".to_owned(), Stream::Gzip.pack(&text("a", len))),
            ("b".to_owned(), text("b", len)),
            ("t".to_owned(), Stream::Gzip.pack(&inner)),
            ("u".to_owned(), inner),
        ];
        for (count, name) in (1..).zip(["a.gz", "b", "t!c", "u!c"]) {
            let compressed = tar::from_files(&files[..count]);
            let compressed = &compressed[..compressed.len() - len / 2];
            let urls = ["a", "b", "c", "c"].into_iter().take(count);
            let urls = urls.map(|name| format!("http://{name}.example/\n"));
            let all = found(1, compressed);
            let (before, error) = all.split_once("in!").expect("an error");
            assert_eq!(before, urls.collect::<String>(), "{all}");
            assert!(error.starts_with(&format!("{name}: ")), "{all}");
            assert!(error.contains("data ends too early"), "{all}");
            assert_eq!(error.lines().count(), 1, "{all}");
            for threads in [2, 4] {
                assert_eq!(found(threads, compressed), all, "{threads} threads");
            }
            let compressed = Stream::Gzip.pack(compressed);
            let truncated = &compressed[..compressed.len() - 8];
            let all = found(1, truncated);
            assert_eq!(all.matches("data ends too early").count(), 1, "{all}");
            for threads in [2, 4] {
                assert_eq!(found(threads, truncated), all, "{threads} threads");
            }
        }
    }
}
