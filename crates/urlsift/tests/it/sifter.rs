//! The sifter, seen from outside: places in the source, errors, and sinks that have had enough.

use std::{
    io::{self, Read},
    ops::ControlFlow,
};

use urlsift::{End, Link, Position, Sifted, Sifter, Sink, Skip, Span};

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
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let url = String::from_utf8_lossy(link.candidate().url());
        self.urls.push(url.into_owned());
        self.spans.push(link.span());
        self.pieces.push(link.pieces().collect());
        self.positions.push(link.position());
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

fn sift(sifter: &mut Sifter, file: impl Read) -> (Take, Sifted) {
    let mut taken = Take::default();
    let outcome = sifter.sift(file, &mut taken);
    (taken, outcome)
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
    let (taken, _) = sift(&mut Sifter::new().positions(true), &mail[..]);
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
    let mut sifter = Sifter::new();
    let (taken, outcome) = sift(&mut sifter, broken);
    assert_eq!(taken.urls, ["http://a/b"]);
    let End::Failed { offset, error } = outcome.end else {
        panic!("it fails: {outcome:?}")
    };
    assert_eq!((offset, outcome.stats.bytes), (28, 28));
    assert_eq!(error.to_string(), "the disk is gone");
    // The next text begins anew.
    let (taken, outcome) = sift(&mut sifter, &b"e> <http://f>"[..]);
    assert!(matches!(outcome.end, End::Complete), "{outcome:?}");
    assert_eq!(taken.urls, ["http://f"]);
    assert_eq!(taken.spans, [Span::new(3, 13)]);
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
        let (taken, outcome) = sift(&mut Sifter::new(), broken);
        assert_eq!(
            taken.urls,
            ["http://a.example/1"],
            "{}",
            mail.escape_ascii()
        );
        let End::Failed { offset, .. } = outcome.end else {
            panic!("it fails: {outcome:?}")
        };
        assert_eq!(offset, mail.len() as u64);
    }
}

#[test]
fn an_interrupted_read_is_taken_up_again() {
    let interrupted = Script(vec![
        Ok(b"<http://a/\n"),
        Err(io::ErrorKind::Interrupted.into()),
        Ok(b"b>"),
    ]);
    let (taken, outcome) = sift(&mut Sifter::new(), interrupted);
    assert_eq!(taken.urls, ["http://a/b"]);
    assert!(matches!(outcome.end, End::Complete), "{outcome:?}");
    assert_eq!(taken.reads, 4, "two, the interruption, the end");
}

#[test]
fn a_sink_that_has_had_enough_ends_the_reading() {
    let endless = io::repeat(b'>').chain(io::empty());
    let text = (&b"<http://a> <http://b> "[..]).chain(endless);
    let mut taken = Take {
        most: Some(1),
        ..Take::default()
    };
    let outcome = Sifter::new().sift(text, &mut taken);
    assert_eq!(taken.urls, ["http://a"]);
    assert!(
        matches!(outcome.end, End::Skipped(Skip::Input)),
        "{outcome:?}"
    );
    assert_eq!(outcome.stats.bytes, 10, "up to the end of the link");
}
