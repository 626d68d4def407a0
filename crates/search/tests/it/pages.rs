//! The chunks of a driver as an iterator, and inputs that the caller has opened.

use std::{
    fs,
    io::{self, Read},
    num::NonZeroUsize,
    ops::ControlFlow,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use urlsift_search::{
    Driver, Error, FileSink, Format, Input, InputReader, Inputs, Link, NextPage, Pages, Position,
    Preceding, Searcher, Sink, Skip, Split,
};
use urlsift_tests::{mail::numbered_mbox, packing::stream::Stream};

/// URLs with their lines, and errors.
#[derive(Default)]
struct Page {
    lines: Vec<(String, Option<Position>)>,
    preceding: Option<Preceding>,
    is_resumed: bool,
    /// Counts the chunks that were dropped.
    dropped: Arc<AtomicUsize>,
}

impl Sink for Page {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let url = String::from_utf8_lossy(link.candidate().url()).into_owned();
        self.lines.push((url, link.position()));
        ControlFlow::Continue(())
    }
}

impl FileSink for Page {
    fn begin(&mut self, _: &Path, _: &[Format]) -> ControlFlow<Skip> {
        ControlFlow::Continue(())
    }

    fn resume(&mut self, _: &Path, _: Option<&Self>) {
        self.is_resumed = true;
    }

    fn error(&mut self, error: Error) {
        let line = format!("{}: {error}", error.path().display());
        self.lines.push((line, None));
    }

    fn size(&self) -> usize {
        100 * self.lines.len()
    }

    fn needs_render(&self) -> bool {
        true
    }

    fn render(&mut self, preceding: Preceding) {
        self.preceding = Some(preceding);
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        self.dropped.fetch_add(1, Ordering::Relaxed);
    }
}

fn driver(threads: usize) -> Driver {
    let searcher = Searcher::new().positions(true);
    Driver::new(searcher).threads(NonZeroUsize::new(threads).expect("not 0"))
}

fn pages(driver: Driver, inputs: Inputs, target: Option<usize>) -> Pages<Page> {
    let driver = match target {
        Some(bytes) => driver.chunk_size(bytes),
        None => driver,
    };
    let ahead = NonZeroUsize::new(2).expect("not 0");
    let pages = driver.pages(inputs, Page::default, ahead);
    pages.expect("a thread")
}

#[test]
fn pages_are_all_chunks_in_order() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("a");
    fs::write(&path, numbered_mbox(500)).expect("a file");
    for threads in [1, 3] {
        for target in [None, Some(1), Some(1000)] {
            let driver = driver(threads).segment_size(700);
            let inputs = Inputs::new([path.clone(), dir.path().join("none")]);
            let mut lines = Vec::new();
            for page in pages(driver, inputs, target) {
                let preceding = page.preceding.expect("it was rendered");
                let most = target.map_or(usize::MAX, |target| target.div_ceil(100));
                assert!(page.lines.len() <= most, "{} lines", page.lines.len());
                for (line, position) in &page.lines {
                    let position = position.map(|position| {
                        let after = Some(preceding).filter(|_| page.is_resumed);
                        let after = after.unwrap_or_default();
                        position.after(after.lines, after.columns)
                    });
                    lines.push((line.clone(), position.map(|position| position.line)));
                }
            }
            let (error, line) = lines.pop().expect("an error");
            assert!(
                error.ends_with("none: No such file or directory"),
                "{error}"
            );
            assert_eq!(line, None);
            let expected =
                (0..500).map(|number| (format!("http://{number}/"), Some(5 * number + 4)));
            assert!(lines.into_iter().eq(expected), "{threads} {target:?}");
        }
    }
}

/// Reading soon stops if no pages are taken, and when they are dropped.
#[test]
fn pages_wait_and_end_when_dropped() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("a");
    fs::write(&path, numbered_mbox(100_000)).expect("a file");
    for threads in [1, 3] {
        let dropped = Arc::new(AtomicUsize::new(0));
        let made = Arc::new(AtomicUsize::new(0));
        let factory = {
            let (dropped, made) = (Arc::clone(&dropped), Arc::clone(&made));
            move || {
                made.fetch_add(1, Ordering::Relaxed);
                let mut page = Page::default();
                page.dropped = Arc::clone(&dropped);
                page
            }
        };
        let ahead = NonZeroUsize::new(3).expect("not 0");
        let mut pages = driver(threads)
            .segment_size(4000)
            .chunk_size(100)
            .pages(Inputs::new([path.clone()]), factory, ahead)
            .expect("a thread");
        drop(pages.next().expect("a page"));
        thread::sleep(Duration::from_millis(200));
        let before = made.load(Ordering::Relaxed);
        assert!(before < 50_000, "{before} of 100,000 pages");
        drop(pages);
        // All of them are dropped: no thread holds one.
        let begun = Instant::now();
        while dropped.load(Ordering::Relaxed) < made.load(Ordering::Relaxed) {
            assert!(begun.elapsed() < Duration::from_secs(20), "the run goes on");
            thread::sleep(Duration::from_millis(5));
        }
        assert!(made.load(Ordering::Relaxed) < 60_000);
    }
}

/// A reader that blocks until its sender is dropped.
struct Blocked(mpsc::Receiver<()>, Arc<AtomicBool>);

impl Read for Blocked {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if !self.1.swap(true, Ordering::Relaxed) {
            let text = b"<http://a/>\n";
            into[..text.len()].copy_from_slice(text);
            return Ok(text.len());
        }
        let _ = self.0.recv();
        Ok(0)
    }
}

#[test]
fn a_wait_for_a_page_can_time_out() {
    for threads in [1, 3] {
        let (sender, receiver) = mpsc::channel();
        let blocked = Blocked(receiver, Arc::default());
        let inputs = Inputs::new([]).reader(InputReader::new("blocked", blocked));
        let pages = pages(driver(threads), inputs, None);
        let mut found = Vec::new();
        let begun = Instant::now();
        while found.is_empty() && begun.elapsed() < Duration::from_secs(20) {
            pages.wait(Duration::from_millis(10));
            if let NextPage::Ready(page) = pages.try_next() {
                found.extend(page.lines.iter().map(|(line, _)| line.clone()));
            }
        }
        assert_eq!(
            found,
            ["http://a/"],
            "what is there is returned before the next read"
        );
        let begun = Instant::now();
        pages.wait(Duration::from_millis(30));
        assert!(begun.elapsed() >= Duration::from_millis(30));
        assert!(matches!(pages.try_next(), NextPage::Pending));
        drop(sender);
        assert!(pages.into_iter().all(|page| page.lines.is_empty()));
    }
}

#[test]
fn readers_are_inputs_among_others() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("a");
    fs::write(&path, "<http://a/>").expect("a file");
    let reader = InputReader::new("r", &b"<http://r/>"[..]);
    for threads in [1, 3] {
        let stream = InputReader::new("stream", io::Cursor::new(numbered_mbox(3)));
        let inputs = Inputs::new([path.clone()])
            .reader(reader.clone())
            .path(path.clone())
            .reader(stream);
        let lines: Vec<_> = pages(driver(threads), inputs, None)
            .flat_map(|mut page| std::mem::take(&mut page.lines))
            .map(|(line, _)| line)
            .collect();
        // A stream can be read once.
        let first = if threads == 1 {
            "http://r/"
        } else {
            "r: the stream was read before"
        };
        let expected = [
            "http://a/",
            first,
            "http://a/",
            "http://0/",
            "http://1/",
            "http://2/",
        ];
        assert_eq!(lines, expected);
    }
    assert!(Input::Reader(reader).may_wait());
}

#[test]
fn a_range_of_a_file_that_the_caller_has_opened() {
    let message = "From a@b Mon Jan 30 09:12:04 1995\n\n<http://a.example/>\n\n";
    let file = message.repeat(1000).into_bytes();
    let len = message.len() as u64;
    for threads in [1, 3] {
        let search = |file: &[u8], range: std::ops::Range<u64>| {
            let threads = NonZeroUsize::new(threads).expect("not zero");
            let searcher = Searcher::new().range(range);
            let reader = InputReader::seekable("a", io::Cursor::new(file.to_vec()));
            let inputs = Inputs::new([])
                .reader(reader)
                .reader(InputReader::new("b", &b""[..]));
            let pages = Driver::new(searcher).threads(threads);
            let pages = pages.pages(inputs, Page::default, NonZeroUsize::MIN);
            let lines = pages.expect("threads").flat_map(|page| page.lines.clone());
            lines.map(|(line, _)| line).collect::<Vec<_>>()
        };
        assert_eq!(search(&file, 3 * len + 1..10 * len).len(), 6);
        assert_eq!(search(&file, 0..u64::MAX).len(), 1000);
        assert_eq!(search(&file, 999 * len..u64::MAX).len(), 1);
        assert!(search(&file, 999 * len + 1..u64::MAX).is_empty());
        assert!(search(&file, 10_000 * len..u64::MAX).is_empty());
        // A compressed file is read from its start.
        let compressed = Stream::Gzip.pack(&file);
        assert_eq!(search(&compressed, 3 * len + 1..10 * len).len(), 6);
    }
}

#[test]
fn a_file_that_cannot_be_read_is_an_error() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the store is gone"))
        }
    }
    impl io::Seek for Broken {
        fn seek(&mut self, _: io::SeekFrom) -> io::Result<u64> {
            Ok(0)
        }
    }
    let input = || Input::Reader(InputReader::seekable("a", Broken));
    let mut page = Page::default();
    Searcher::new().range(1..2).search(&input(), &mut page);
    assert_eq!(page.lines, [("a: the store is gone".to_owned(), None)]);
    let error = Split::new().ranges(&input()).expect_err("no ranges");
    assert_eq!(error.to_string(), "the store is gone");
}
