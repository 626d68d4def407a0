//! Several compressed files, each unpacked and searched by a separate thread.

use std::{
    iter,
    num::NonZeroUsize,
    ops::ControlFlow,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};

use tempfile::TempDir;
use urlsift_search::{Collector, Driver, Inputs, Searcher};
use urlsift_tests::{
    mail,
    packing::{stream::Stream, tar::Tar},
};

use crate::{
    driver::{LineCollector, TIMEOUT, TestChunk, write},
    settle::settled,
};

/// A link that takes this many bytes is one of few that fill a chunk, and the memory of a task.
const LINK_SIZE: usize = 256 << 10;

/// How the files are searched.
#[derive(Debug)]
struct Run {
    threads: usize,
    made: Arc<AtomicU64>,
}

impl Run {
    fn new(threads: usize) -> Self {
        Self {
            threads,
            made: Arc::default(),
        }
    }

    fn search(&self, paths: &[PathBuf], collector: &mut impl Collector<TestChunk>) {
        let driver = Driver::new(Searcher::new())
            .threads(NonZeroUsize::new(self.threads).expect("not 0"))
            .segment_size(1 << 10);
        let made = Arc::clone(&self.made);
        let chunk = move || TestChunk {
            link_size: LINK_SIZE,
            made: Arc::clone(&made),
            ..TestChunk::default()
        };
        driver.run(Inputs::new(paths.iter().cloned()), chunk, collector);
    }

    fn all(&self, paths: &[PathBuf]) -> Vec<String> {
        let mut all = LineCollector::default();
        self.search(paths, &mut all);
        all.lines
    }
}

/// A text in gzip, its data stored.
fn gzip(text: &[u8]) -> Vec<u8> {
    Stream::Gzip.pack_piped(0, text)
}

/// An mbox of this many links, the first of which is `first`.
fn mbox(first: &str, links: usize) -> Vec<u8> {
    let others = (1..links).map(|number| format!("http://{first}/{number}/"));
    let links = iter::once(format!("http://{first}/")).chain(others);
    mail::mbox_of_links(links).into_bytes()
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
    alone.made.store(1, Ordering::Relaxed);
    let expected = alone.all(&paths);
    assert_eq!(expected.iter().filter(|line| *line == ">").count(), 9);
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
        let mut all = LineCollector::default();
        driver.run(Inputs::new([path]), TestChunk::default, &mut all);
        let file = if name == "a.gz" { "<a.gz" } else { "<a.tar!a" };
        let expected = [file, "http://first.example/", "http://last.example/", ">"];
        assert_eq!(all.lines, expected);
    }
}

#[test]
fn chunks_skip_the_rest_of_compressed_files() {
    let dir = tempfile::tempdir().expect("a directory");
    let text = [mbox("a.example", 30), mbox("skip.example", 30)].concat();
    let paths = ["a", "b", "c", "d"].map(|name| write(&dir, &format!("{name}.gz"), &gzip(&text)));
    let expected = Run::new(1).all(&paths);
    assert_eq!(expected.len(), 4 * (2 + 31));
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
        let mut all = LineCollector {
            max: Some(max),
            ..LineCollector::default()
        };
        Run::new(3).search(&paths, &mut all);
        assert!(all.lines.len() >= max.min(168), "{max}");
        assert!(expected.starts_with(&all.lines), "{max}");
    }
}

/// While no output is taken, the threads stop once their memory is full.
#[test]
fn slow_collector_is_waited_for_by_compressed_files() {
    struct Slow(Arc<AtomicU64>, u64);
    impl Collector<TestChunk> for Slow {
        fn write(&mut self, _: TestChunk) -> ControlFlow<()> {
            self.1 = settled(|| self.0.load(Ordering::Relaxed), 10);
            ControlFlow::Break(())
        }
    }
    let dir = tempfile::tempdir().expect("a directory");
    let text = gzip(&mbox("a.example", 3000));
    let paths = ["a", "b", "c", "d"].map(|name| write(&dir, &format!("{name}.gz"), &text));
    let run = Run::new(3);
    let mut slow = Slow(Arc::clone(&run.made), 0);
    run.search(&paths, &mut slow);
    assert!(slow.1 < 6000, "{} of 12000 links", slow.1);
}
