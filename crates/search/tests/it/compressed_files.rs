//! Several compressed files, each unpacked and searched by a separate thread.

use std::{
    fs,
    io::Write as _,
    iter,
    num::NonZeroUsize,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use tempfile::TempDir;
use urlsift_search::{
    Collector, Driver, Error, FileSink, Format, Inputs, Link, Searcher, Sink, Skip,
};
use urlsift_tests::{mail, packing::tar::Tar};

use crate::settle::settled;

/// A link that stands for itself alone takes this many bytes, so that few fill a chunk, and the memory of a task.
const LINK_SIZE: usize = 256 << 10;

/// The maximum time that a test waits for another thread.
const TIMEOUT: Duration = Duration::from_secs(20);

#[derive(Debug, Default)]
struct Counts {
    /// The links that were found.
    links: AtomicUsize,
}

/// URLs and errors, one a line.
#[derive(Debug, Default)]
struct Lines {
    text: Vec<u8>,
    size: usize,
    counts: Arc<Counts>,
}

impl Sink for Lines {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let url = String::from_utf8_lossy(link.candidate().url()).into_owned();
        if url == "http://wait.example/" {
            // The file does not end before links are found in others.
            let begun = Instant::now();
            while self.counts.links.load(Ordering::Relaxed) == 0 && begun.elapsed() < TIMEOUT {
                thread::sleep(Duration::from_millis(1));
            }
        }
        self.counts.links.fetch_add(1, Ordering::Relaxed);
        let _ = writeln!(self.text, "{url}");
        self.size += LINK_SIZE;
        if url == "http://skip.example/" {
            return ControlFlow::Break(Skip::Input);
        }
        ControlFlow::Continue(())
    }
}

impl FileSink for Lines {
    fn begin(&mut self, path: &Path, _: &[Format]) -> ControlFlow<Skip> {
        let name = path.file_name().unwrap_or_default();
        let _ = writeln!(self.text, "<{}", name.display());
        ControlFlow::Continue(())
    }

    fn error(&mut self, error: Error) {
        let name = error.path().file_name().unwrap_or_default();
        let _ = writeln!(self.text, "{}: {error}", name.display());
    }

    fn end(&mut self) {
        self.text.extend_from_slice(b">\n");
    }

    fn size(&self) -> usize {
        self.size
    }
}

/// Collects everything, or stops after this many lines.
#[derive(Debug, Default)]
struct All {
    text: String,
    max: Option<usize>,
}

impl Collector<Lines> for All {
    fn write(&mut self, chunk: Lines) -> ControlFlow<()> {
        self.text += std::str::from_utf8(&chunk.text).expect("as it was written");
        match self.max {
            Some(max) if self.text.lines().count() >= max => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}

/// How the files are searched.
#[derive(Debug)]
struct Run {
    threads: usize,
    counts: Arc<Counts>,
}

impl Run {
    fn new(threads: usize) -> Self {
        Self {
            threads,
            counts: Arc::default(),
        }
    }

    fn search(&self, paths: &[PathBuf], collector: &mut impl Collector<Lines>) {
        let driver = Driver::new(Searcher::new())
            .threads(NonZeroUsize::new(self.threads).expect("not 0"))
            .segment_size(1 << 10);
        let counts = Arc::clone(&self.counts);
        let chunk = move || Lines {
            counts: Arc::clone(&counts),
            ..Lines::default()
        };
        driver.run(Inputs::new(paths.iter().cloned()), chunk, collector);
    }

    fn all(&self, paths: &[PathBuf]) -> String {
        let mut all = All::default();
        self.search(paths, &mut all);
        all.text
    }
}

/// A text in gzip, its data stored (RFC 1951 §3.2.4).
fn gzip(text: &[u8]) -> Vec<u8> {
    let mut gzip = b"\x1f\x8b\x08\0\0\0\0\0\0\xff".to_vec();
    let mut blocks = text.chunks(60_000).peekable();
    while let Some(block) = blocks.next() {
        let [low, high] = (block.len() as u16).to_le_bytes();
        gzip.extend([u8::from(blocks.peek().is_none()), low, high, !low, !high]);
        gzip.extend_from_slice(block);
    }
    let crc = text.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            (crc >> 1) ^ (0xedb8_8320 & 0_u32.wrapping_sub(crc & 1))
        })
    });
    gzip.extend((!crc).to_le_bytes());
    gzip.extend((text.len() as u32).to_le_bytes());
    gzip
}

/// An mbox of this many links, the first of which is `first`.
fn mbox(first: &str, links: usize) -> Vec<u8> {
    let others = (1..links).map(|number| format!("http://{first}/{number}/"));
    let links = iter::once(format!("http://{first}/")).chain(others);
    mail::mbox_of_links(links).into_bytes()
}

fn write(dir: &TempDir, name: &str, bytes: &[u8]) -> PathBuf {
    let path = dir.path().join(name);
    fs::write(&path, bytes).expect("it is written");
    path
}

/// Large compressed files, small and plain ones between them, and broken ones. In the first one a link waits until
/// another file is read.
fn mixture(dir: &TempDir) -> Vec<PathBuf> {
    let mut broken = gzip(&mbox("e.example", 100));
    broken.truncate(broken.len() - 20);
    vec![
        write(dir, "a.gz", &gzip(&mbox("wait.example", 60))),
        write(dir, "b.gz", &gzip(&mbox("b.example", 200))),
        write(dir, "b-broken.gz", &broken),
        write(dir, "c.gz", &gzip(&mbox("c.example", 2))),
        write(dir, "d.gz", &gzip(&mbox("d.example", 200))),
        write(dir, "e.gz", &broken),
        write(dir, "f", &mbox("f.example", 100)),
        dir.path().join("missing"),
        write(dir, "g.gz", &gzip(&mbox("g.example", 150))),
        write(dir, "h.gz", &gzip(&mbox("h.example", 150))),
    ]
}

/// The other files are read before the first one ends.
#[test]
fn files_are_read_ahead_of_the_first() {
    let dir = tempfile::tempdir().expect("a directory");
    let paths = mixture(&dir);
    let alone = Run::new(1);
    alone.counts.links.store(1, Ordering::Relaxed);
    let expected = alone.all(&paths);
    assert_eq!(expected.lines().filter(|line| *line == ">").count(), 9);
    for threads in [2, 3, 8] {
        let begun = Instant::now();
        assert_eq!(Run::new(threads).all(&paths), expected, "{threads} threads");
        assert!(begun.elapsed() < TIMEOUT, "{threads} threads");
    }
}

/// The first bytes of a large file are read twice: to recognise it, and to unpack it.
#[test]
fn large_compressed_files_are_unpacked_from_their_start() {
    let dir = tempfile::tempdir().expect("a directory");
    let filler = "x\n".repeat(5 << 19);
    let text = format!("<http://first.example/>\n{filler}<http://last.example/>\n");
    let text = text.into_bytes();
    let tar = Tar::new().file("a", &text).finish();
    for (name, compressed) in [("a.gz", gzip(&text)), ("a.tar", tar)] {
        let path = write(&dir, name, &compressed);
        let driver = Driver::new(Searcher::new()).threads(NonZeroUsize::MIN.saturating_add(1));
        let mut all = All::default();
        driver.run(Inputs::new([path]), Lines::default, &mut all);
        let file = if name == "a.gz" { name } else { "a.tar!a" };
        let expected = format!("<{file}\nhttp://first.example/\nhttp://last.example/\n>\n");
        assert_eq!(all.text, expected);
    }
}

#[test]
fn chunks_skip_the_rest_of_compressed_files() {
    let dir = tempfile::tempdir().expect("a directory");
    let text = [mbox("a.example", 30), mbox("skip.example", 30)].concat();
    let paths = ["a", "b", "c", "d"].map(|name| write(&dir, &format!("{name}.gz"), &gzip(&text)));
    let expected = Run::new(1).all(&paths);
    assert_eq!(expected.lines().count(), 4 * (2 + 31));
    for threads in [2, 5] {
        assert_eq!(Run::new(threads).all(&paths), expected, "{threads} threads");
    }
}

/// A collector that has had enough, after any number of lines, ends the run.
#[test]
fn collector_breaks_anywhere_in_compressed_files() {
    let dir = tempfile::tempdir().expect("a directory");
    let text = gzip(&mbox("a.example", 40));
    let paths = ["a", "b", "c", "d"].map(|name| write(&dir, &format!("{name}.gz"), &text));
    let expected = Run::new(1).all(&paths);
    for max in (1..170).step_by(7) {
        let mut all = All {
            max: Some(max),
            ..All::default()
        };
        Run::new(3).search(&paths, &mut all);
        assert!(all.text.lines().count() >= max.min(168), "{max}");
        assert!(expected.starts_with(&all.text), "{max}");
    }
}

/// While no output is taken, the threads stop once their memory is full.
#[test]
fn slow_collector_is_waited_for_by_compressed_files() {
    struct Slow(Arc<Counts>, u64);
    impl Collector<Lines> for Slow {
        fn write(&mut self, _: Lines) -> ControlFlow<()> {
            self.1 = settled(|| self.0.links.load(Ordering::Relaxed) as u64, 10);
            ControlFlow::Break(())
        }
    }
    let dir = tempfile::tempdir().expect("a directory");
    let text = gzip(&mbox("a.example", 3000));
    let paths = ["a", "b", "c", "d"].map(|name| write(&dir, &format!("{name}.gz"), &text));
    let run = Run::new(3);
    let mut slow = Slow(Arc::clone(&run.counts), 0);
    run.search(&paths, &mut slow);
    assert!(slow.1 < 6000, "{} of 12000 links", slow.1);
}
