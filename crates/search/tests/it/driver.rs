//! The driver on several threads, seen from outside: chunks that fail, collectors that wait or have
//! had enough.

use std::{
    fs,
    io::{self, Read},
    num::NonZeroUsize,
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread::{self, ThreadId},
    time::{Duration, Instant},
};

use tempfile::TempDir;
use urlsift_search::{
    Collector, Driver, Error, FileSink, Format, InputReader, Inputs, Link, Searcher, Sink, Skip,
};
use urlsift_tests::{
    mail::{FROM, numbered_mbox},
    packing::tar::Tar,
};

use crate::settle::settled;

/// The size of a link in a chunk.
const LINK_SIZE: usize = 64;

/// The maximum time that a chunk waits for another thread.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(20);

/// What begins and ends, URLs and errors, one a line.
#[derive(Default)]
pub(crate) struct TestChunk {
    pub(crate) lines: Vec<String>,
    pub(crate) size: usize,
    /// The size of a link; 0 stands for its real size.
    pub(crate) link_size: usize,
    /// The number of links of all chunks.
    pub(crate) made: Arc<AtomicU64>,
    /// The thread that made it.
    pub(crate) thread: Option<ThreadId>,
}

impl Sink for TestChunk {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let url = String::from_utf8_lossy(link.candidate().url()).into_owned();
        assert!(!url.contains("panic"), "a chunk that fails");
        if url == "http://wait.example/" {
            // The file does not end before links are found in others.
            let begun = Instant::now();
            while self.made.load(Ordering::Relaxed) == 0 && begun.elapsed() < TIMEOUT {
                thread::sleep(Duration::from_millis(1));
            }
        }
        self.size += self.link_size.max(LINK_SIZE);
        self.made.fetch_add(1, Ordering::Relaxed);
        let skip = match &url[..] {
            "http://skip-file/" => ControlFlow::Break(Skip::File),
            "http://skip.example/" => ControlFlow::Break(Skip::Input),
            _ => ControlFlow::Continue(()),
        };
        self.lines.push(url);
        skip
    }
}

impl FileSink for TestChunk {
    fn begin(&mut self, path: &Path, _: &[Format]) -> ControlFlow<Skip> {
        let name = path.file_name().unwrap_or_default();
        self.lines.push(format!("<{}", name.display()));
        ControlFlow::Continue(())
    }

    fn error(&mut self, error: Error) {
        let name = error.path().file_name().unwrap_or_default();
        self.lines.push(format!("{}: {error}", name.display()));
    }

    fn end(&mut self) {
        self.lines.push(">".into());
    }

    fn resume(&mut self, _: &Path, _: Option<&Self>) {}

    fn size(&self) -> usize {
        self.size
    }
}

/// Collects a number of lines, or all.
#[derive(Default)]
pub(crate) struct LineCollector {
    pub(crate) max: Option<usize>,
    pub(crate) lines: Vec<String>,
}

impl Collector<TestChunk> for LineCollector {
    fn write(&mut self, chunk: TestChunk) -> ControlFlow<()> {
        self.lines.extend(chunk.lines);
        match self.max {
            Some(max) if self.lines.len() >= max => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}

fn driver(threads: usize) -> Driver {
    Driver::new(Searcher::new()).threads(NonZeroUsize::new(threads).expect("not 0"))
}

pub(crate) fn write(dir: &TempDir, name: &str, text: &(impl AsRef<[u8]> + ?Sized)) -> PathBuf {
    let path = dir.path().join(name);
    fs::write(&path, text).expect("it is written");
    path
}

const DEFECT: &str = "internal error while reading it: please report";

#[test]
fn panic_is_an_error_of_its_input_and_the_others_go_on() {
    let dir = tempfile::tempdir().expect("a directory");
    let paths = [
        write(&dir, "a", "<http://a/>"),
        write(&dir, "b", "<http://b/>\n<http://panic/>\n<http://c/>"),
        write(&dir, "c", "<http://d/>"),
    ];
    for threads in [1, 2, 5] {
        let mut collector = LineCollector::default();
        driver(threads).run(
            Inputs::new(paths.clone()),
            TestChunk::default,
            &mut collector,
        );
        let defect = format!("b: {DEFECT}");
        let expected = [
            "<a",
            "http://a/",
            ">",
            "<b",
            "http://b/",
            &defect,
            ">",
            "<c",
            "http://d/",
            ">",
        ];
        assert_eq!(collector.lines, expected, "{threads} threads");
    }
}

/// A stream whose reading panics after its first bytes.
struct PanickingReader(&'static [u8]);

impl Read for PanickingReader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        assert!(!self.0.is_empty(), "a reader that fails");
        self.0.read(into)
    }
}

#[test]
fn panic_of_a_reader_is_an_error_of_its_input() {
    let dir = tempfile::tempdir().expect("a directory");
    for threads in [1, 2, 3] {
        let mut collector = LineCollector::default();
        let inputs = Inputs::new([write(&dir, "a", "<http://a/>")])
            .reader(InputReader::new("b", PanickingReader(b"<http://b/>")));
        driver(threads).run(inputs, TestChunk::default, &mut collector);
        let lines = collector.lines.join(" ");
        assert!(lines.starts_with("<a http://a/ > "), "{lines}");
        assert!(lines.contains(&format!("b: {DEFECT}")), "{lines}");
    }
}

/// Members of a container are read before they are searched.
#[test]
fn members_before_a_panic_are_reported() {
    let mut tar = Tar::new();
    for number in 0..3 {
        tar = tar.file(number.to_string(), format!("<http://{number}/>").as_bytes());
    }
    let tar = tar.finish();
    let reader = PanickingReader(tar[..3 * 1024].to_vec().leak());
    for threads in [2, 3] {
        let mut collector = LineCollector::default();
        let inputs = Inputs::new([]).reader(InputReader::new("b", PanickingReader(reader.0)));
        driver(threads).run(inputs, TestChunk::default, &mut collector);
        let lines = collector.lines.join(" ");
        for number in 0..3 {
            assert!(lines.contains(&format!("http://{number}/")), "{lines}");
        }
        assert!(lines.contains(&format!("b: {DEFECT}")), "{lines}");
    }
}

#[test]
fn panic_of_the_collector_is_the_callers() {
    struct Failing;
    impl Collector<TestChunk> for Failing {
        fn write(&mut self, _: TestChunk) -> ControlFlow<()> {
            panic!("a collector that fails")
        }
    }
    let dir = tempfile::tempdir().expect("a directory");
    let paths = [
        write(&dir, "a", &numbered_mbox(1)),
        write(&dir, "b", &numbered_mbox(2000)),
    ];
    for threads in [1, 2] {
        let inputs = Inputs::new(paths.clone());
        let run = || driver(threads).run(inputs, TestChunk::default, &mut Failing);
        let panic = catch_unwind(AssertUnwindSafe(run)).expect_err("the collector's panic");
        assert!(panic.is::<&str>(), "as the collector has raised it");
    }
}

/// A segment that began with the wrong message is read again on the thread of the collector.
#[test]
fn panic_of_the_collector_in_a_segment_that_is_read_again_is_the_callers() {
    struct Failing(ThreadId);
    impl Collector<TestChunk> for Failing {
        fn write(&mut self, chunk: TestChunk) -> ControlFlow<()> {
            let has_links = chunk.lines.iter().any(|line| line.starts_with("http"));
            let is_of_this_thread = chunk.thread == Some(self.0);
            assert!(!has_links || !is_of_this_thread, "a collector that fails");
            ControlFlow::Continue(())
        }
    }
    let dir = tempfile::tempdir().expect("a directory");
    // The first message contains others, as its length says.
    let inner = numbered_mbox(10);
    let header = format!("{FROM}Content-Length: ");
    let text = format!("{header}{}\n\n{inner}\n{}", inner.len(), numbered_mbox(1));
    let size = text.len() as u64 * 2 / 3;
    let path = write(&dir, "a", &text);
    let chunk = || TestChunk {
        thread: Some(thread::current().id()),
        ..TestChunk::default()
    };
    let mut failing = Failing(thread::current().id());
    let driver = driver(2).segment_size(size);
    let run = || driver.run(Inputs::new([path]), chunk, &mut failing);
    let panic = catch_unwind(AssertUnwindSafe(run)).expect_err("the collector's panic");
    let message = panic.downcast::<&str>().expect("a message");
    assert_eq!(*message, "a collector that fails");
}

#[test]
fn panic_in_a_segment_ends_its_file_alone() {
    let dir = tempfile::tempdir().expect("a directory");
    let text = numbered_mbox(40)
        + &numbered_mbox(1).replace("http://0/", "http://panic/")
        + &numbered_mbox(40);
    let paths = [write(&dir, "a", &text), write(&dir, "b", "<http://b/>")];
    let mut collector = LineCollector::default();
    let driver = driver(3).segment_size(300);
    driver.run(Inputs::new(paths), TestChunk::default, &mut collector);
    // Only the content of the chunk that fails is lost.
    let found = collector
        .lines
        .iter()
        .take_while(|line| !line.contains(DEFECT));
    let found = found.filter(|line| line.starts_with("http")).count();
    assert!((30..=40).contains(&found), "{found} of 40");
    let defect = format!("a: {DEFECT}");
    assert!(
        collector.lines.ends_with(&[
            defect,
            ">".into(),
            "<b".into(),
            "http://b/".into(),
            ">".into()
        ]),
        "{:?}",
        collector.lines
    );
}

#[test]
fn chunks_skip_the_rest_of_files() {
    let dir = tempfile::tempdir().expect("a directory");
    let text = numbered_mbox(20)
        + &numbered_mbox(1).replace("http://0/", "http://skip-file/")
        + &numbered_mbox(20);
    let paths = [write(&dir, "a", &text), write(&dir, "b", "<http://b/>")];
    for size in [1, 200, 100_000] {
        let mut collector = LineCollector::default();
        let driver = driver(3).segment_size(size);
        driver.run(
            Inputs::new(paths.clone()),
            TestChunk::default,
            &mut collector,
        );
        let begun = (0..20).map(|number| format!("http://{number}/"));
        let rest = ["http://skip-file/", ">", "<b", "http://b/", ">"].map(String::from);
        let expected: Vec<_> = ["<a".to_owned()]
            .into_iter()
            .chain(begun)
            .chain(rest)
            .collect();
        assert_eq!(collector.lines, expected, "segments of {size}");
    }
}

/// A collector that has had enough, after any number of lines, ends the run.
#[test]
fn collector_breaks_anywhere() {
    let dir = tempfile::tempdir().expect("a directory");
    let paths = ["a", "b", "c"].map(|name| write(&dir, name, &numbered_mbox(30)));
    for most in 1..80 {
        let mut collector = LineCollector {
            max: Some(most),
            ..LineCollector::default()
        };
        let driver = driver(3).segment_size(200);
        driver.run(
            Inputs::new(paths.clone()),
            TestChunk::default,
            &mut collector,
        );
        assert!(collector.lines.len() >= most, "{most}");
    }
}

/// While no chunk is collected, the threads wait, and hold no more than their bound.
#[test]
fn slow_collector_is_waited_for() {
    struct Slow(Arc<AtomicU64>, u64);
    impl Collector<TestChunk> for Slow {
        fn write(&mut self, chunk: TestChunk) -> ControlFlow<()> {
            drop(chunk);
            // The threads fill at least half of what may wait.
            self.1 = settled(
                || self.0.load(Ordering::Relaxed),
                (4 << 20) / LINK_SIZE as u64,
            );
            ControlFlow::Break(())
        }
    }
    let dir = tempfile::tempdir().expect("a directory");
    let path = write(&dir, "a", &numbered_mbox(800_000));
    let made = Arc::new(AtomicU64::new(0));
    let mut slow = Slow(Arc::clone(&made), 0);
    let chunks = move || TestChunk {
        made: Arc::clone(&made),
        ..TestChunk::default()
    };
    driver(4).run(Inputs::new([path]), chunks, &mut slow);
    // 16 MiB wait, and a chunk on each thread.
    let most = ((16 << 20) + (1 << 20)) / LINK_SIZE as u64;
    assert!(slow.1 < most, "{} of 800000 links", slow.1);
}
