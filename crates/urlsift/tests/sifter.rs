//! The driver, seen from outside: places in the source, errors, and sinks that have had enough.

use std::{
    io::{self, Read},
    ops::ControlFlow,
};

use urlsift::{Input, Link, Position, Sifter, Sink, Span};

/// Takes hits, up to a number.
#[derive(Default)]
struct Take {
    most: Option<usize>,
    urls: Vec<String>,
    spans: Vec<Span>,
    pieces: Vec<Vec<Span>>,
    positions: Vec<Option<Position>>,
    reads: usize,
}

impl Sink for Take {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<()> {
        let url = String::from_utf8_lossy(link.candidate().url());
        self.urls.push(url.into_owned());
        self.spans.push(link.span());
        self.pieces.push(link.pieces().collect());
        self.positions.push(link.position());
        match self.most {
            Some(most) if self.urls.len() >= most => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    fn before_read(&mut self) -> ControlFlow<()> {
        self.reads += 1;
        ControlFlow::Continue(())
    }
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
fn a_decoded_text_is_placed_in_its_source() {
    let mail = b"Subject: a\nContent-Transfer-Encoding: quoted-printable\n\n\
        see =3Chttp://a.example/=\nb>";
    let mut taken = Take::default();
    let mut sifter = Sifter::new().positions(true);
    sifter
        .sift(&mail[..], &mut taken)
        .expect("a slice can be read");
    assert_eq!(taken.urls, ["http://a.example/b"]);
    assert_eq!(taken.spans, [Span::new(60, 84)]);
    assert_eq!(taken.pieces, [[Span::new(63, 83)]]);
    assert_eq!(taken.positions, [Some(Position { line: 4, column: 5 })]);
}

#[test]
fn a_read_error_loses_nothing_found_before_and_invents_nothing() {
    let broken = Script(vec![
        Ok(b"<http://a/b> <http://c/"),
        Ok(b"d and"),
        Err(io::Error::other("the disk is gone")),
    ]);
    let mut taken = Take::default();
    let mut sifter = Sifter::new();
    let error = sifter
        .sift(broken, &mut taken)
        .expect_err("the reader fails");
    assert_eq!(taken.urls, ["http://a/b"]);
    assert_eq!(error.offset(), 28);
    assert_eq!(error.to_string(), "at byte 28: the disk is gone");
    // The next text begins anew.
    let mut taken = Take::default();
    sifter
        .sift(&b"e> <http://f>"[..], &mut taken)
        .expect("a slice can be read");
    assert_eq!(taken.urls, ["http://f"]);
    assert_eq!(taken.spans, [Span::new(3, 13)]);
}

#[test]
fn an_interrupted_read_is_taken_up_again() {
    let interrupted = Script(vec![
        Ok(b"<http://a/\n"),
        Err(io::ErrorKind::Interrupted.into()),
        Ok(b"b>"),
    ]);
    let mut taken = Take::default();
    Sifter::new()
        .sift(interrupted, &mut taken)
        .expect("nothing is wrong");
    assert_eq!(taken.urls, ["http://a/b"]);
    assert_eq!(taken.reads, 4, "two reads, the interruption, the end");
}

#[test]
fn a_sink_that_has_had_enough_ends_the_reading() {
    let endless = io::repeat(b'>').chain(io::empty());
    let text = (&b"<http://a> <http://b> "[..]).chain(endless);
    let mut taken = Take {
        most: Some(1),
        ..Take::default()
    };
    Sifter::new()
        .sift(text, &mut taken)
        .expect("nothing is wrong");
    assert_eq!(taken.urls, ["http://a"]);
}

#[test]
fn an_input_that_cannot_be_opened_is_an_error_of_that_input() {
    let input = Input::Path("/no/such/file".into());
    let error = Sifter::new()
        .sift_input(&input, &mut Take::default())
        .expect_err("there is no such file");
    assert_eq!(error.path(), input.path());
    assert_eq!(error.offset(), None);
    assert!(!error.to_string().is_empty());
}
