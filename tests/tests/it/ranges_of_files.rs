//! Files on disk that are read in ranges: whatever they are cut into, together these give what one pass
//! gives.

use std::{
    fs,
    num::NonZeroU64,
    ops::{ControlFlow, Range},
    path::{Path, PathBuf},
    thread,
};

use tempfile::TempDir;
use urlsift::{Kind, Link, ReadOptions, ReadStats, Rejected, Sink, Skip, archive::Warning};
use urlsift_search::{Error, FileSink, Input, Inputs, Searcher, Split};
use urlsift_tests::{
    archive, cases,
    packing::{stream::Stream, tar::Tar},
    real,
};

/// All that is told of an input, but for lines and the numbers of messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Told {
    /// In which file, and what.
    all: Vec<(PathBuf, String)>,
    bytes: u64,
    messages: u64,
    parts: u64,
    file: PathBuf,
}

impl Told {
    fn tell(&mut self, told: String) {
        self.all.push((self.file.clone(), told));
    }

    /// Member by member: a range is one of each.
    fn by_file(mut self) -> Self {
        self.all.sort_by(|(a, _), (b, _)| a.cmp(b));
        self
    }
}

impl Sink for Told {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        assert_eq!(link.position(), None);
        let candidate = link.candidate();
        let message = link.message().map(|message| {
            let place = (message.part(), message.media_type(), message.header());
            format!("{} {:?} {place:?}", message.offset(), message.metadata())
        });
        self.tell(format!(
            "{:?} {:?} {:?} {:?} {:?} {message:?}",
            link.span(),
            link.pieces().collect::<Vec<_>>(),
            candidate.raw(),
            candidate.joins(),
            candidate.warnings().iter().collect::<Vec<_>>(),
        ));
        ControlFlow::Continue(())
    }

    fn rejected(&mut self, rejected: &Rejected<'_>) -> ControlFlow<Skip> {
        assert_eq!(rejected.position(), None);
        let reason = rejected.rejected().reason;
        self.tell(format!("{reason:?} {:?}", rejected.span()));
        ControlFlow::Continue(())
    }

    fn warning(&mut self, offset: u64, warning: Warning) {
        self.tell(format!("{offset}: {warning}"));
    }
}

impl FileSink for Told {
    fn begin(&mut self, path: &Path) -> ControlFlow<Skip> {
        self.file = path.into();
        ControlFlow::Continue(())
    }

    fn error(&mut self, error: Error) {
        panic!("{}: {error}", error.path().display());
    }

    fn read(&mut self, stats: ReadStats) {
        self.bytes += stats.bytes;
        self.messages += stats.messages;
        self.parts += stats.parts;
    }
}

/// An input and what one pass tells of it.
struct Whole {
    input: Input,
    told: Told,
    searcher: Option<Searcher>,
}

impl Whole {
    fn of(path: PathBuf, read_as: Option<Kind>, block: usize) -> Self {
        let input = Input::Path(path);
        let searcher = || {
            let reading = ReadOptions::new().kind(read_as);
            Searcher::new().reading(reading).block_size(block)
        };
        let mut whole = Told::default();
        searcher().search(&input, &mut whole);
        Self {
            input,
            told: whole.by_file(),
            // Lines are not known, even if they are asked for.
            searcher: Some(searcher().positions(true)),
        }
    }

    #[track_caller]
    fn is_the_union(&mut self, ranges: impl IntoIterator<Item = Range<u64>>, how: &str) {
        let mut union = Told::default();
        let mut searcher = self.searcher.take().expect("it was put back");
        for range in ranges {
            searcher = searcher.range(range);
            searcher.search(&self.input, &mut union);
        }
        self.searcher = Some(searcher);
        let union = union.by_file();
        let path = self.input.path().display();
        let same = union.all.iter().zip(&self.told.all);
        let same = same.take_while(|(told, whole)| told == whole).count();
        assert!(
            union == self.told,
            "{path}: {how}\n  told  {:?}\n  whole {:?}\n  {:?}\n  {:?}",
            union.all.get(same),
            self.told.all.get(same),
            (union.bytes, union.messages, union.parts),
            (self.told.bytes, self.told.messages, self.told.parts),
        );
    }
}

/// The ranges of a size up to an offset, and all behind.
fn of_size(size: u64, len: u64) -> impl Iterator<Item = Range<u64>> {
    let starts = (0..=len).step_by(size as usize);
    starts.map(move |start| {
        let end = start + size;
        start..if end > len { u64::MAX } else { end }
    })
}

/// A file as it is, in a stream, and as a member of a container among others.
fn every_way(dir: &Path, file: &[u8]) -> [PathBuf; 3] {
    let tar = Tar::new()
        .file(
            "before",
            b"<http://before.example/>\n\n<http://a.example/>\n",
        )
        .file("a", file)
        .file("behind", b"Subject: <http://c.example/>\nX-A: b\n\n")
        .finish();
    let packed = Stream::Gzip.pack(file);
    [("plain", file), ("a.gz", &packed), ("a.tar", &tar)].map(|(name, bytes)| {
        let path = dir.join(name);
        fs::write(&path, bytes).expect("a file");
        path
    })
}

fn dir() -> TempDir {
    tempfile::tempdir().expect("a directory")
}

/// Sizes of ranges, beside those that leave one cut.
const SIZES: [u64; 3] = [34, 144, 377];

/// So many threads share the cases.
const THREADS: usize = 2;

#[test]
fn the_ranges_of_the_cases_of_archives_are_the_whole() {
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

/// Looks at a thread's share of the cases, and says how many links they have.
fn links_in_ranges(cases: &[archive::Case], first: usize) -> usize {
    let dir = dir();
    let mut links = 0;
    for (number, case) in cases.iter().enumerate().skip(first).step_by(THREADS) {
        let len = case.file.len() as u64;
        for (way, path) in every_way(dir.path(), &case.file).into_iter().enumerate() {
            // A block that cuts everything, or none.
            let block = if (number / THREADS + way).is_multiple_of(2) {
                7
            } else {
                4096
            };
            let mut whole = Whole::of(path, case.read_as, block);
            links += whole.told.all.len();
            // Where a message begins from anywhere on is tried in memory; here it is how files are read.
            for cut in (1 + number as u64 % 5..=len + 1).step_by(5 + 30 * way) {
                whole.is_the_union([0..cut, cut..u64::MAX], &case.name);
            }
            for size in SIZES.into_iter().filter(|&size| size <= len) {
                whole.is_the_union(of_size(size, len), &case.name);
            }
        }
    }
    links
}

#[test]
fn ranges_of_every_size_are_the_whole() {
    let dir = dir();
    let mailbox = fs::read(&cases::files("mail", "mbox")[0]).expect("a readable file");
    let text = b"<http://a.example/\nb>\n\n<URL:http://b\n \n<http://c>\r\n\r\nd <http://d>";
    let batch = b"#! rnews 37\nSubject: <http://a.example/b>\n\n#! rne#! rnews 22\nA: b\n\n<http://b/>\n\n\n\n\n";
    for (file, read_as) in [
        (&mailbox[..700], None),
        (text, None),
        (batch, Some(Kind::Rnews)),
    ] {
        for path in every_way(dir.path(), file) {
            let mut whole = Whole::of(path, read_as, 64);
            for size in 1..=file.len() as u64 + 1 {
                let ranges = of_size(size, file.len() as u64);
                whole.is_the_union(ranges, &format!("size {size}"));
            }
        }
    }
}

#[test]
fn what_split_gives_is_the_whole() {
    let dir = dir();
    for case in archive::cases() {
        for path in every_way(dir.path(), &case.file) {
            let mut whole = Whole::of(path, case.read_as, 4096);
            for size in [1, 30, 200] {
                let size = NonZeroU64::new(size).expect("not zero");
                let split = Split::new().size(size).kind(case.read_as);
                let ranges = split.ranges(&whole.input).expect("a readable file");
                let ranges = ranges.map(|range| {
                    let range = range.expect("a readable file");
                    range.start..range.end.unwrap_or(u64::MAX)
                });
                let ranges: Vec<_> = ranges.collect();
                whole.is_the_union(ranges, &case.name);
            }
        }
    }
}

#[test]
fn what_stands_outside_is_not_told() {
    let dir = dir();
    let text = b"<http://a/>\n\n<http://b/>\n\n<http://c/>";
    for path in every_way(dir.path(), text) {
        let input = Input::Path(path);
        let told = |range: Range<u64>| {
            let mut told = Told::default();
            Searcher::new().range(range).search(&input, &mut told);
            let others = ["before", "behind"];
            let name = |path: &Path| path.to_string_lossy().into_owned();
            let is_meant = |(file, _): &&(PathBuf, String)| {
                others.iter().all(|other| !name(file).ends_with(other))
            };
            told.all.iter().filter(is_meant).count()
        };
        assert_eq!(told(0..0), 0);
        assert_eq!(told(0..1), 1);
        assert_eq!(told(1..13), 0);
        assert_eq!(told(1..14), 1);
        assert_eq!(told(13..u64::MAX), 2);
        assert_eq!(told(27..u64::MAX), 0);
        assert_eq!(told(u64::MAX..u64::MAX), 0);
    }
}

/// Numbers that look random, and are the same each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, below: u64) -> u64 {
        // Marsaglia's xorshift64*.
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) % below
    }
}

#[test]
fn the_ranges_of_real_archives_are_the_whole() {
    /// Larger ones take too long without optimisation.
    const MOST: u64 = 3 << 20;
    const CUTTINGS: usize = 200;
    let Some(archives) = real::archives() else {
        return;
    };
    let paths = Inputs::new([archives]);
    let paths = paths.map(|input| input.expect("a readable folder").path().to_path_buf());
    let len = |path: &PathBuf| fs::metadata(path).expect("a readable file").len();
    // Most are one message each, which cannot be cut.
    let paths: Vec<_> = paths
        .filter(|path| (20_000..MOST).contains(&len(path)))
        .collect();
    assert!(paths.len() > 10);
    let dir = dir();
    let mut numbers = Numbers(0x5eed);
    let mut cut = 0;
    for round in 0..CUTTINGS / 10 {
        let path = &paths[numbers.below(paths.len() as u64) as usize];
        // A compressed one, or what is in it.
        let (folder, name) = (path.parent().expect("a folder"), path.file_name());
        let mut path = path.clone();
        if round % 4 != 0 {
            let (_, text) = real::texts(&path).next().expect("it is a file");
            path = dir.path().join(name.expect("a name"));
            fs::write(&path, text).expect("a file");
        }
        let len = 4 * len(&path);
        let mut whole = Whole::of(path, None, 128 << 10);
        for _ in 0..10 {
            let mut cuts: Vec<_> = (0..=numbers.below(5))
                .map(|_| 1 + numbers.below(len))
                .collect();
            if round % 4 != 0 {
                for cut in &mut cuts {
                    *cut = cut.div_ceil(4);
                }
            }
            cuts.sort_unstable();
            let starts = [0].into_iter().chain(cuts.iter().copied());
            let ends = cuts.iter().copied().chain([u64::MAX]);
            let ranges: Vec<_> = starts.zip(ends).map(|(start, end)| start..end).collect();
            whole.is_the_union(ranges, &format!("{}: {cuts:?}", folder.display()));
            cut += 1;
        }
    }
    assert_eq!(cut, CUTTINGS);
}

/// Every file below a folder.
fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files_below(&path, found);
        } else {
            found.push(path);
        }
    }
}

#[test]
#[ignore = "takes minutes, and that with --release"]
fn ranges_of_every_size_of_every_file_of_the_corpus_are_the_whole() {
    let mut paths = Vec::new();
    files_below(&cases::corpus(), &mut paths);
    assert!(paths.len() > 100, "{} files", paths.len());
    for path in paths {
        // What is packed is longer when it is unpacked.
        let len = fs::metadata(&path).expect("a file").len();
        let mut whole = Whole::of(path, None, 4096);
        for size in 1..=len + 1 {
            whole.is_the_union(of_size(size, len), &format!("size {size}"));
        }
    }
}
