//! Files on disk read in ranges: ranges that cover a file give together what one pass gives.

use std::{
    fs,
    num::NonZeroU64,
    ops::Range,
    path::{Path, PathBuf},
    thread,
};

use tempfile::TempDir;
use urlsift::{Kind, ReadOptions};
use urlsift_search::{Input, InputReader, Searcher, Split};
use urlsift_tests::{
    archive, cases, effort,
    packing::{stream::Stream, tar::Tar},
    threads::EventLog,
};

/// An input and the results of one pass over it.
struct FullPass {
    input: Input,
    log: (Vec<(PathBuf, String)>, [u64; 3]),
    searcher: Option<Searcher>,
}

impl FullPass {
    fn of(path: PathBuf, read_as: Option<Kind>, block: usize) -> Self {
        let input = Input::Path(path);
        let searcher = || {
            let options = ReadOptions::new().kind(read_as);
            Searcher::new().reading(options).block_size(block)
        };
        let mut whole = EventLog::default();
        searcher().search(&input, &mut whole);
        Self {
            input,
            log: whole.by_file(),
            // Positions are unknown in a range, even if requested.
            searcher: Some(searcher().positions(true)),
        }
    }

    #[track_caller]
    fn assert_union(&mut self, ranges: impl IntoIterator<Item = Range<u64>>, how: &str) {
        let mut union = EventLog::default();
        let mut searcher = self.searcher.take().expect("the searcher was put back");
        for (number, range) in ranges.into_iter().enumerate() {
            searcher = searcher.range(range);
            // What the caller has opened has the same ranges.
            let is_opened = number % 2 == 1;
            let opened = is_opened.then(|| opened(&self.input));
            searcher.search(opened.as_ref().unwrap_or(&self.input), &mut union);
        }
        self.searcher = Some(searcher);
        let union = union.by_file();
        let path = self.input.path().display();
        let same = union.0.iter().zip(&self.log.0);
        let same = same.take_while(|(ranges, whole)| ranges == whole).count();
        assert!(
            union == self.log,
            "{path}: {how}\n  ranges {:?}\n  whole {:?}\n  {:?}\n  {:?}",
            union.0.get(same),
            self.log.0.get(same),
            union.1,
            self.log.1,
        );
    }
}

/// Opens an input, and returns it as one that can be read at any offset.
fn opened(input: &Input) -> Input {
    let file = fs::File::open(input.path()).expect("a readable file");
    Input::Reader(InputReader::seekable(input.path(), file))
}

/// Returns ranges of a size up to an offset, and the range after them.
fn ranges_of_size(size: u64, len: u64) -> impl Iterator<Item = Range<u64>> {
    let starts = (0..=len).step_by(size as usize);
    starts.map(move |start| {
        let end = start + size;
        start..if end > len { u64::MAX } else { end }
    })
}

/// Writes a file as it is, compressed, and as a member of a container among others.
fn write_files(dir: &Path, file: &[u8]) -> [PathBuf; 3] {
    let tar = Tar::new()
        .file(
            "before",
            b"<http://before.example/>\n\n<http://a.example/>\n",
        )
        .file("a", file)
        .file("after", b"Subject: <http://c.example/>\nX-A: b\n\n")
        .finish();
    let compressed = Stream::Gzip.pack(file);
    [("plain", file), ("a.gz", &compressed), ("a.tar", &tar)].map(|(name, bytes)| {
        let path = dir.join(name);
        fs::write(&path, bytes).expect("a file");
        path
    })
}

fn dir() -> TempDir {
    tempfile::tempdir().expect("a directory")
}

/// Sizes of ranges, besides those with a single cut.
const SIZES: [u64; 3] = [34, 144, 377];

/// The number of threads that share the cases.
const THREADS: usize = 2;

#[test]
fn ranges_of_the_archive_cases_equal_the_whole() {
    let cases = archive::cases();
    let links: usize = thread::scope(|scope| {
        let shares = (0..THREADS).map(|first| {
            let cases = &cases;
            scope.spawn(move || links_in_ranges(cases, first))
        });
        let shares: Vec<_> = shares.collect();
        let links = shares.into_iter().map(thread::ScopedJoinHandle::join);
        links.map(|links| links.expect("no panic")).sum()
    });
    assert!(links > 100);
}

/// Checks one thread's share of the cases, and returns the number of their links.
fn links_in_ranges(cases: &[archive::Case], first: usize) -> usize {
    let dir = dir();
    let mut links = 0;
    for (number, case) in cases.iter().enumerate().skip(first).step_by(THREADS) {
        let len = case.file.len() as u64;
        let forms = write_files(dir.path(), &case.file).into_iter().enumerate();
        for (form, path) in effort::sample(forms, 3, number / THREADS) {
            // A block size that splits everything, and one that splits nothing.
            let block = if (number / THREADS).is_multiple_of(2) {
                7
            } else {
                4096
            };
            let mut whole = FullPass::of(path, case.read_as, block);
            links += whole.log.0.len();
            // Other tests try every start of a range in memory; this one tests reading from files. A case is cut at a
            // few places, others than the next one.
            for cut in (1 + number as u64 % 31..=len + 1).step_by(31 + 30 * form) {
                whole.assert_union([0..cut, cut..u64::MAX], &case.name);
            }
            for size in SIZES.into_iter().filter(|&size| size <= len) {
                whole.assert_union(ranges_of_size(size, len), &case.name);
            }
        }
    }
    links
}

#[test]
fn ranges_of_every_size_equal_the_whole() {
    let dir = dir();
    let mailbox = fs::read(&cases::files("mail", "mbox")[0]).expect("a readable file");
    let text = b"<http://a.example/\nb>\n\n<URL:http://b\n \n<http://c>\r\n\r\nd <http://d>";
    let batch = b"#! rnews 37\nSubject: <http://a.example/b>\n\n#! rne#! rnews 22\nA: b\n\n<http://b/>\n\n\n\n\n";
    for (file, read_as) in [
        (&mailbox[..700], None),
        (text, None),
        (batch, Some(Kind::Rnews)),
    ] {
        for path in write_files(dir.path(), file) {
            let mut whole = FullPass::of(path, read_as, 64);
            for size in 1..=file.len() as u64 + 1 {
                let ranges = ranges_of_size(size, file.len() as u64);
                whole.assert_union(ranges, &format!("size {size}"));
            }
        }
    }
}

#[test]
fn split_ranges_equal_the_whole() {
    let dir = dir();
    for (number, case) in archive::cases().iter().enumerate() {
        let forms = write_files(dir.path(), &case.file);
        for path in effort::sample(forms, 3, number) {
            let mut whole = FullPass::of(path, case.read_as, 4096);
            for size in effort::sample([1, 30, 200], 3, number / 3) {
                let size = NonZeroU64::new(size).expect("not zero");
                let split = Split::new().size(size).kind(case.read_as);
                let ranges = |input| {
                    let ranges = split.ranges(input).expect("a readable file");
                    let ranges = ranges.map(|range| range.expect("a readable file"));
                    ranges.collect::<Vec<_>>()
                };
                let found = ranges(&whole.input);
                assert_eq!(ranges(&opened(&whole.input)), found, "{}", case.name);
                let found = found.iter();
                let found = found.map(|range| range.start..range.end.unwrap_or(u64::MAX));
                whole.assert_union(found, &case.name);
            }
        }
    }
}

#[test]
fn nothing_outside_a_range_is_reported() {
    let dir = dir();
    let text = b"<http://a/>\n\n<http://b/>\n\n<http://c/>";
    for path in write_files(dir.path(), text) {
        let input = Input::Path(path);
        let count = |range: Range<u64>| {
            let mut log = EventLog::default();
            Searcher::new().range(range).search(&input, &mut log);
            let others = ["before", "after"];
            let name = |path: &Path| path.to_string_lossy().into_owned();
            let is_expected = |(file, _): &&(PathBuf, String)| {
                others.iter().all(|other| !name(file).ends_with(other))
            };
            log.by_file().0.iter().filter(is_expected).count()
        };
        assert_eq!(count(0..0), 0);
        assert_eq!(count(0..1), 1);
        assert_eq!(count(1..13), 0);
        assert_eq!(count(1..14), 1);
        assert_eq!(count(13..u64::MAX), 2);
        assert_eq!(count(27..u64::MAX), 0);
        assert_eq!(count(u64::MAX..u64::MAX), 0);
    }
}
