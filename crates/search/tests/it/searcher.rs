//! The searcher, seen from outside: files that begin and end, errors, and sinks that end the reading.

use std::{
    fs,
    io::{self, Cursor, Read},
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use urlsift_search::{
    Error, FileSink, Format, Input, InputReader, Link, ReadObserver, Searcher, Sink, Skip,
};
use urlsift_tests::readers::{ScriptedReader, TRUNCATED_INPUTS};

/// Records what a sink of files is called with, up to a number of links.
#[derive(Default)]
struct FileLog {
    max: Option<usize>,
    urls: Vec<String>,
    begun: Vec<PathBuf>,
    ended: usize,
    errors: Vec<Error>,
    reads: usize,
}

impl Sink for FileLog {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let url = String::from_utf8_lossy(link.candidate().url());
        self.urls.push(url.into_owned());
        match self.max {
            Some(max) if self.urls.len() >= max => ControlFlow::Break(Skip::Input),
            _ => ControlFlow::Continue(()),
        }
    }

    fn before_read(&mut self) -> ControlFlow<Skip> {
        self.reads += 1;
        ControlFlow::Continue(())
    }
}

impl FileSink for FileLog {
    fn begin(&mut self, path: &Path, _: &[Format]) -> ControlFlow<Skip> {
        self.begun.push(path.into());
        ControlFlow::Continue(())
    }

    fn error(&mut self, error: Error) {
        self.errors.push(error);
    }

    fn end(&mut self) {
        self.ended += 1;
    }
}

fn search(searcher: &mut Searcher, file: impl Read) -> FileLog {
    let mut taken = FileLog::default();
    searcher.read(Path::new("file"), file, &mut taken);
    taken
}

#[test]
fn a_read_error_loses_no_link_and_adds_none() {
    let broken = ScriptedReader::new(vec![
        Ok(b"<http://a/b> <http://c/"),
        Ok(b"d and"),
        Err(io::Error::other("the disk is gone")),
    ]);
    let mut searcher = Searcher::new();
    let taken = search(&mut searcher, broken);
    assert_eq!(taken.urls, ["http://a/b"]);
    let [error] = &taken.errors[..] else {
        panic!("one error, not {:?}", taken.errors)
    };
    assert_eq!(
        (error.path(), error.offset()),
        (Path::new("file"), Some(28))
    );
    assert_eq!(error.to_string(), "at byte 28: the disk is gone");
    assert_eq!((taken.begun.len(), taken.ended), (1, 1));
    // The next file starts anew.
    let taken = search(&mut searcher, &b"e> <http://f>"[..]);
    assert_eq!(taken.urls, ["http://f"]);
    assert_eq!((taken.begun.len(), taken.ended), (1, 1));
    assert!(taken.errors.is_empty(), "{:?}", taken.errors);
}

#[test]
fn no_link_is_added_where_the_rest_is_lost() {
    for input in TRUNCATED_INPUTS {
        let broken = ScriptedReader::new(vec![Ok(input), Err(io::Error::other("gone"))]);
        let taken = search(&mut Searcher::new(), broken);
        assert_eq!(
            taken.urls,
            ["http://a.example/1"],
            "{}",
            input.escape_ascii()
        );
        assert_eq!(taken.errors.len(), 1);
        assert_eq!(taken.errors[0].offset(), Some(input.len() as u64));
    }
}

#[test]
fn an_interrupted_read_is_retried() {
    let interrupted = ScriptedReader::new(vec![
        Ok(b"<http://a/\n"),
        Err(io::ErrorKind::Interrupted.into()),
        Ok(b"b>"),
    ]);
    let taken = search(&mut Searcher::new(), interrupted);
    assert_eq!(taken.urls, ["http://a/b"]);
    assert!(taken.errors.is_empty(), "{:?}", taken.errors);
    // Recognising compressed files takes one more read.
    assert_eq!(taken.reads, 1 + 4, "two, the interruption, the end");
}

#[test]
fn a_sink_that_has_had_enough_ends_the_reading() {
    let endless = io::repeat(b'>').chain(io::empty());
    let text = (&b"<http://a> <http://b> "[..]).chain(endless);
    let mut taken = FileLog {
        max: Some(1),
        ..FileLog::default()
    };
    Searcher::new().read(Path::new("file"), text, &mut taken);
    assert_eq!(taken.urls, ["http://a"]);
    assert_eq!(taken.ended, 1);
}

#[test]
fn an_input_that_cannot_be_opened_is_an_error_of_that_input() {
    let input = Input::Path("/no/such/file".into());
    let mut taken = FileLog::default();
    Searcher::new().search(&input, &mut taken);
    assert!(taken.begun.is_empty());
    let error = taken.errors.pop().expect("there is no such file");
    assert_eq!(error.path(), input.path());
    assert_eq!(error.offset(), None);
    assert!(!error.to_string().is_empty());
}

/// Asserts that all bytes that were read have the values of the file, and notes which were read.
#[derive(Debug)]
struct Checker {
    file: Vec<u8>,
    is_read: Mutex<Vec<bool>>,
}

impl Checker {
    fn new(file: &[u8]) -> Arc<Self> {
        Arc::new(Self {
            file: file.to_owned(),
            is_read: Mutex::new(vec![false; file.len()]),
        })
    }

    /// Returns whether all bytes from an offset on were read.
    fn has_read_from(&self, offset: usize) -> bool {
        let is_read = self.is_read.lock().expect("no panic");
        is_read[offset..].iter().all(|&is_read| is_read)
    }
}

impl ReadObserver for Checker {
    fn read(&self, offset: u64, bytes: &[u8]) {
        let range = offset as usize..offset as usize + bytes.len();
        assert_eq!(&self.file[range.clone()], bytes, "{offset}");
        self.is_read.lock().expect("no panic")[range].fill(true);
    }
}

#[test]
fn an_observer_receives_what_is_read_of_a_file() {
    let from = "From a@b Mon Jan 30 09:12:04 1995";
    let messages = (0..4000).map(|number| {
        format!("{from}\nSubject: {number}\n\n<http://a.example/{number}>\n\n").into_bytes()
    });
    let mbox = messages.collect::<Vec<_>>().concat();
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("a.mbox");
    fs::write(&path, &mbox).expect("a file");
    let middle = mbox.len() / 2;
    for start in [0, middle] {
        let mut links = Vec::new();
        let reader = InputReader::seekable("a", Cursor::new(mbox.clone()));
        for input in [
            Input::File(path.clone()),
            Input::Path(path.clone()),
            Input::Reader(reader),
        ] {
            let checker = Checker::new(&mbox);
            let mut searcher = Searcher::new();
            if start > 0 {
                searcher = searcher.range(start as u64..u64::MAX);
            }
            let mut log = FileLog::default();
            searcher.search_observed(&input, Arc::clone(&checker) as _, &mut log);
            assert!(log.errors.is_empty(), "{:?}", log.errors);
            // The message that the range begins in belongs to the one before it.
            assert!(checker.has_read_from(start + 100), "{input:?} {start}");
            links.push(log.urls.len());
        }
        assert!(links.iter().all(|&count| count > 1000 && count == links[0]));
    }
}
