//! Files that become shorter while they are read.

use std::{
    fs::{self, File},
    iter,
    num::{NonZeroU64, NonZeroUsize},
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use urlsift_search::{
    Collector, Driver, Error, FileSink, Input, Inputs, InspectEvent, Inspector, Link, Searcher,
    Sink, Skip, Split,
};
use urlsift_tests::mail;

/// Makes the file shorter at the first link, and counts links.
#[derive(Default)]
struct Shrink {
    path: PathBuf,
    len: u64,
    links: usize,
    errors: Vec<String>,
}

impl Sink for Shrink {
    fn link(&mut self, _: &Link<'_>) -> ControlFlow<Skip> {
        if self.links == 0 {
            let file = File::options().write(true).open(&self.path);
            let file = file.expect("a file");
            if file.metadata().expect("a file").len() > self.len {
                file.set_len(self.len).expect("it can be cut");
            }
        }
        self.links += 1;
        ControlFlow::Continue(())
    }
}

impl FileSink for Shrink {
    fn error(&mut self, error: Error) {
        assert_eq!(error.path(), self.path);
        self.errors.push(error.to_string());
    }

    fn size(&self) -> usize {
        self.links
    }
}

/// What all chunks have together.
#[derive(Default)]
struct All(usize, Vec<String>);

impl Collector<Shrink> for All {
    fn write(&mut self, chunk: Shrink) -> ControlFlow<()> {
        self.0 += chunk.links;
        self.1.extend(chunk.errors);
        ControlFlow::Continue(())
    }
}

/// An mbox of a MiB and more.
fn mbox(path: &Path) -> u64 {
    let mbox = mail::mbox(iter::repeat_n("\n<http://a/>\n", 20_000));
    fs::write(path, &mbox).expect("a file");
    mbox.len() as u64
}

fn error(len: u64, of: u64) -> String {
    format!("is shorter than when it was opened: {len} of {of} bytes")
}

#[test]
fn file_that_shrinks_is_an_error_however_it_is_read() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("a");
    for shrunk in [0, 100, 4096, 500_000] {
        let searcher = || Searcher::new().block_size(4096);
        let shrink = || Shrink {
            path: path.clone(),
            len: shrunk,
            ..Shrink::default()
        };
        let of = mbox(&path);
        let mut sink = shrink();
        searcher().search(&Input::Path(path.clone()), &mut sink);
        assert_eq!(sink.errors, [error(shrunk, of)]);
        assert!(sink.links > 0 && sink.links < 20_000);

        mbox(&path);
        let mut sink = shrink();
        let range = 10_000..u64::MAX;
        searcher()
            .range(range)
            .search(&Input::Path(path.clone()), &mut sink);
        assert_eq!(sink.errors, [error(shrunk, of)], "in a range");

        for (threads, segment) in [(1, 1 << 20), (2, 8 << 20), (2, 64 << 10), (4, 10_000)] {
            mbox(&path);
            let (name, mut all) = (path.clone(), All::default());
            let chunk = move || Shrink {
                path: name.clone(),
                len: shrunk,
                ..Shrink::default()
            };
            let inputs = Inputs::new([path.clone()]);
            Driver::new(searcher())
                .threads(NonZeroUsize::new(threads).expect("some"))
                .segment_size(segment)
                .run(inputs, chunk, &mut all);
            assert_eq!(all.1, [error(shrunk, of)], "{threads} {segment}");
        }
    }
}

#[test]
fn inspector_and_split_report_it_too() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("a");
    let of = mbox(&path);
    let cut = || {
        let file = File::options().write(true).open(&path).expect("a file");
        file.set_len(4096).expect("it can be cut");
    };
    let mut errors = Vec::new();
    Inspector::new().inspect(&Input::Path(path.clone()), &mut |event| {
        match event {
            InspectEvent::Begin(_) => cut(),
            InspectEvent::Error(error) => errors.push(error.to_string()),
            _ => {}
        }
        ControlFlow::Continue(())
    });
    assert_eq!(errors, [error(4096, of)]);

    mbox(&path);
    let split = Split::new().size(NonZeroU64::new(100_000).expect("some"));
    let mut ranges = split.ranges(&Input::Path(path.clone())).expect("a file");
    assert!(ranges.next().expect("a range").is_ok());
    cut();
    let failed = ranges.next().expect("a range").expect_err("no range");
    assert_eq!(failed.to_string(), error(4096, of));
    assert!(ranges.next().is_none());
}

/// A file of `/sys` states a length that it does not have.
#[cfg(target_os = "linux")]
#[test]
fn file_that_never_had_its_length_is_read() {
    let path = Path::new("/sys/kernel/mm/transparent_hugepage/enabled");
    if !path.exists() {
        return;
    }
    let mut sink = Shrink {
        path: path.into(),
        ..Shrink::default()
    };
    Searcher::new().search(&Input::Path(path.into()), &mut sink);
    assert_eq!(sink.errors, [""; 0]);
}
