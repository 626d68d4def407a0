//! The searcher, seen from outside: files that begin and end, errors, and sinks that have had enough.

use std::{
    io::{self, Read},
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use urlsift_search::{Error, FileSink, Input, Link, Searcher, Sink, Skip};

/// Takes hits, up to a number.
#[derive(Default)]
struct Take {
    most: Option<usize>,
    urls: Vec<String>,
    begun: Vec<PathBuf>,
    ended: usize,
    errors: Vec<Error>,
    reads: usize,
}

impl Sink for Take {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let url = String::from_utf8_lossy(link.candidate().url());
        self.urls.push(url.into_owned());
        match self.most {
            Some(most) if self.urls.len() >= most => ControlFlow::Break(Skip::Input),
            _ => ControlFlow::Continue(()),
        }
    }

    fn before_read(&mut self) -> ControlFlow<Skip> {
        self.reads += 1;
        ControlFlow::Continue(())
    }
}

impl FileSink for Take {
    fn begin(&mut self, path: &Path) -> ControlFlow<Skip> {
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

fn search(searcher: &mut Searcher, file: impl Read) -> Take {
    let mut taken = Take::default();
    searcher.read(Path::new("file"), file, &mut taken);
    taken
}

/// Gives these, one for each read.
struct Script(Vec<io::Result<&'static [u8]>>);

impl Read for Script {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() {
            return Ok(0);
        }
        let mut bytes = self.0.remove(0)?;
        bytes.read(into)
    }
}

#[test]
fn a_read_error_loses_nothing_found_before_and_invents_nothing() {
    let broken = Script(vec![
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
    // The next text begins anew.
    let taken = search(&mut searcher, &b"e> <http://f>"[..]);
    assert_eq!(taken.urls, ["http://f"]);
    assert_eq!((taken.begun.len(), taken.ended), (1, 1));
    assert!(taken.errors.is_empty(), "{:?}", taken.errors);
}

#[test]
fn nothing_is_invented_where_the_rest_is_lost() {
    const HTML: &str = "Content-Type: text/html\n\n&lt;http://a.example/1&gt; ";
    let html = HTML.as_bytes();
    let mails: [&[&[u8]]; 6] = [
        // A text; a candidate that is not closed, in a line that ends.
        &[b"<http://a.example/1> <http://b.example/"],
        &[b"<http://a.example/1>\n<http://b.example/\n"],
        // A field that may be folded; one that is whole.
        &[b"Subject: <http://a.example/1>\nX: <http://b.example/\n"],
        // `&#62;` is a `>`, and `&#620;` is none; nor is half a tag a line break.
        &[html, b"&lt;http://b.example/&#62"],
        &[html, b"&lt;http://b.example/&gt"],
        &[html, b"&lt;http://b.example/</p"],
    ];
    for mail in mails.map(<[_]>::concat) {
        let mail: &'static [u8] = mail.leak();
        let broken = Script(vec![Ok(mail), Err(io::Error::other("gone"))]);
        let taken = search(&mut Searcher::new(), broken);
        assert_eq!(
            taken.urls,
            ["http://a.example/1"],
            "{}",
            mail.escape_ascii()
        );
        assert_eq!(taken.errors.len(), 1);
        assert_eq!(taken.errors[0].offset(), Some(mail.len() as u64));
    }
}

#[test]
fn an_interrupted_read_is_taken_up_again() {
    let interrupted = Script(vec![
        Ok(b"<http://a/\n"),
        Err(io::ErrorKind::Interrupted.into()),
        Ok(b"b>"),
    ]);
    let taken = search(&mut Searcher::new(), interrupted);
    assert_eq!(taken.urls, ["http://a/b"]);
    assert!(taken.errors.is_empty(), "{:?}", taken.errors);
    // To see whether it is packed takes one more.
    assert_eq!(taken.reads, 1 + 4, "two, the interruption, the end");
}

#[test]
fn a_sink_that_has_had_enough_ends_the_reading() {
    let endless = io::repeat(b'>').chain(io::empty());
    let text = (&b"<http://a> <http://b> "[..]).chain(endless);
    let mut taken = Take {
        most: Some(1),
        ..Take::default()
    };
    Searcher::new().read(Path::new("file"), text, &mut taken);
    assert_eq!(taken.urls, ["http://a"]);
    assert_eq!(taken.ended, 1);
}

#[test]
fn an_input_that_cannot_be_opened_is_an_error_of_that_input() {
    let input = Input::Path("/no/such/file".into());
    let mut taken = Take::default();
    Searcher::new().search(&input, &mut taken);
    assert!(taken.begun.is_empty());
    let error = taken.errors.pop().expect("there is no such file");
    assert_eq!(error.path(), input.path());
    assert_eq!(error.offset(), None);
    assert!(!error.to_string().is_empty());
}
