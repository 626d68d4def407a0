//! The public interface of the sifter: places in the source, errors, and sinks that end the reading.

use std::{
    io::{self, Read},
    ops::ControlFlow,
};

use urlsift::{
    CandidateWarning, Config, End, Kind, Link, MessageLayout, Position, ReadOptions, Rejected,
    Sifted, Sifter, Sink, Skip, Span,
};
use urlsift_tests::readers::{ScriptedReader, TRUNCATED_INPUTS};

/// Records links and their places in the source, up to a maximum number of links.
#[derive(Default)]
struct PlacedLinks {
    max: Option<usize>,
    urls: Vec<String>,
    spans: Vec<Span>,
    pieces: Vec<Vec<Span>>,
    positions: Vec<Option<Position>>,
    rejected: usize,
    reads: usize,
    lines_end_in_cr: bool,
}

impl Sink for PlacedLinks {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let url = String::from_utf8_lossy(link.candidate().url());
        self.urls.push(url.into_owned());
        self.spans.push(link.span());
        self.pieces.push(link.pieces().collect());
        self.positions.push(link.position());
        match self.max {
            Some(max) if self.urls.len() >= max => ControlFlow::Break(Skip::Input),
            _ => ControlFlow::Continue(()),
        }
    }

    fn rejected(&mut self, _: &Rejected<'_>) -> ControlFlow<Skip> {
        self.rejected += 1;
        ControlFlow::Continue(())
    }

    fn cannot_be_cut(&mut self) {
        self.lines_end_in_cr = true;
    }

    fn before_read(&mut self) -> ControlFlow<Skip> {
        self.reads += 1;
        ControlFlow::Continue(())
    }
}

fn sift(sifter: &mut Sifter, file: impl Read) -> (PlacedLinks, Sifted) {
    let mut recorded = PlacedLinks::default();
    let outcome = sifter.sift(file, &mut recorded);
    (recorded, outcome)
}

#[test]
fn places_of_decoded_text_are_in_the_source() {
    let mail = b"Subject: a\nContent-Transfer-Encoding: quoted-printable\n\n\
        see =3Chttp://a.example/=\nb>";
    let (recorded, _) = sift(&mut Sifter::new().positions(true), &mail[..]);
    assert_eq!(recorded.urls, ["http://a.example/b"]);
    assert_eq!(recorded.spans, [Span::new(60, 84)]);
    assert_eq!(recorded.pieces, [[Span::new(63, 83)]]);
    assert_eq!(recorded.positions, [Some(Position { line: 4, column: 5 })]);
}

/// The walker reads what exceeds 256 KiB of a header section as text.
#[test]
fn no_link_begins_before_the_text_of_a_laid_out_message() {
    let long = "x".repeat(300_000);
    let header =
        format!("Content-Type: text/plain; a=\"{long}<http://a.example/> <http:|> <http:\n\n");
    let layout = MessageLayout {
        header_len: header.len() as u64,
        header_lines: 2,
        is_virtual: true,
    };
    let text = format!("{header}<http://b.example/>");
    let mut sifter = Sifter::new().positions(true);
    for block in [7, 1 << 17] {
        let mut recorded = PlacedLinks::default();
        sifter = sifter.block_size(block);
        let _ = sifter.sift_message(layout, text.as_bytes(), &mut recorded);
        assert_eq!(recorded.urls, ["http://b.example/"]);
        assert_eq!(recorded.spans, [Span::new(0, 19)]);
        assert_eq!(recorded.positions, [Some(Position { line: 1, column: 1 })]);
        assert_eq!(recorded.rejected, 0);
    }
}

#[test]
fn a_sink_learns_that_lines_end_in_cr() {
    let mail = "From a@b.example Mon Jan 30 09:12:04 1995\nSubject: a\n\n<http://a.example/>\n";
    for (line_end, ends_in_cr) in [("\n", false), ("\r\n", false), ("\r", true)] {
        let mail = mail.replace('\n', line_end);
        for kind in [None, Some(Kind::Mboxo)] {
            let reading = ReadOptions::new().kind(kind);
            let (recorded, _) = sift(&mut Sifter::new().reading(reading), mail.as_bytes());
            assert_eq!(recorded.urls.len(), 1);
            assert_eq!(recorded.lines_end_in_cr, ends_in_cr, "{mail:?}");
        }
    }
}

#[test]
fn a_read_error_loses_no_link_and_adds_none() {
    let broken = ScriptedReader::new(vec![
        Ok(b"<http://a/b> <http://c/"),
        Ok(b"d and"),
        Err(io::Error::other("the disk is gone")),
    ]);
    let mut sifter = Sifter::new();
    let (recorded, outcome) = sift(&mut sifter, broken);
    assert_eq!(recorded.urls, ["http://a/b"]);
    let End::Failed { offset, error } = outcome.end else {
        panic!("it fails: {outcome:?}")
    };
    assert_eq!((offset, outcome.stats.bytes), (28, 28));
    assert_eq!(error.to_string(), "the disk is gone");
    // The next file starts anew.
    let (recorded, outcome) = sift(&mut sifter, &b"e> <http://f>"[..]);
    assert!(matches!(outcome.end, End::Complete), "{outcome:?}");
    assert_eq!(recorded.urls, ["http://f"]);
    assert_eq!(recorded.spans, [Span::new(3, 13)]);
}

/// The header section is read only after the error, because it is not complete before.
#[test]
fn a_read_error_in_the_step_in_which_the_sink_ends_the_reading_is_returned() {
    let broken = ScriptedReader::new(vec![
        Ok(b"Subject: a\nX: <http://a.example/>\nY"),
        Err(io::Error::other("the disk is gone")),
    ]);
    let mut sifter = Sifter::new();
    let mut recorded = PlacedLinks {
        max: Some(1),
        ..PlacedLinks::default()
    };
    let outcome = sifter.sift(broken, &mut recorded);
    assert!(matches!(outcome.end, End::Skipped(_)), "{outcome:?}");
    let error = outcome.skipped_error.expect("an error");
    assert_eq!(error.to_string(), "the disk is gone");
    let (_, outcome) = sift(&mut sifter, &b"<http://f>"[..]);
    assert!(outcome.skipped_error.is_none(), "{outcome:?}");
}

#[test]
fn no_link_is_added_where_the_rest_is_lost() {
    for input in TRUNCATED_INPUTS {
        let broken = ScriptedReader::new(vec![Ok(input), Err(io::Error::other("gone"))]);
        let (recorded, outcome) = sift(&mut Sifter::new(), broken);
        assert_eq!(
            recorded.urls,
            ["http://a.example/1"],
            "{}",
            input.escape_ascii()
        );
        let End::Failed { offset, .. } = outcome.end else {
            panic!("it fails: {outcome:?}")
        };
        assert_eq!(offset, input.len() as u64);
    }
}

#[test]
fn an_interrupted_read_is_retried() {
    let interrupted = ScriptedReader::new(vec![
        Ok(b"<http://a/\n"),
        Err(io::ErrorKind::Interrupted.into()),
        Ok(b"b>"),
    ]);
    let (recorded, outcome) = sift(&mut Sifter::new(), interrupted);
    assert_eq!(recorded.urls, ["http://a/b"]);
    assert!(matches!(outcome.end, End::Complete), "{outcome:?}");
    assert_eq!(recorded.reads, 4, "two, the interruption, the end");
}

#[test]
fn a_sink_can_end_the_reading() {
    let endless = io::repeat(b'>').chain(io::empty());
    let text = (&b"<http://a> <http://b> "[..]).chain(endless);
    let mut recorded = PlacedLinks {
        max: Some(1),
        ..PlacedLinks::default()
    };
    let outcome = Sifter::new().sift(text, &mut recorded);
    assert_eq!(recorded.urls, ["http://a"]);
    assert!(
        matches!(outcome.end, End::Skipped(Skip::Input)),
        "{outcome:?}"
    );
    assert_eq!(outcome.stats.bytes, 10, "up to the end of the link");
}

/// Records each link with its text and its warnings, in their order.
struct TextsOfLinks {
    is_wanted: bool,
    links: Vec<(String, Option<String>, bool)>,
}

impl Sink for TextsOfLinks {
    fn wants_link_text(&self) -> bool {
        self.is_wanted
    }

    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let candidate = link.candidate();
        let url = String::from_utf8_lossy(candidate.url()).into_owned();
        let text = link.markup().and_then(urlsift::Markup::text);
        let differs = candidate.warnings().contains(CandidateWarning::TextDiffers);
        self.links.push((url, text.map(str::to_owned), differs));
        ControlFlow::Continue(())
    }
}

#[test]
fn texts_of_links_are_collected_if_the_sink_wants_them() {
    let page =
        b"<!doctype html><a href='http://a.example/'>http://b.example/</a> http://c.example/ \
        <map><area href='http://d.example/' alt='d'></map><a href='/e'>e";
    let links = |is_wanted| {
        let config = Config::new().undelimited(true).attributes(true);
        let links = Vec::new();
        let mut sink = TextsOfLinks { is_wanted, links };
        let _ = Sifter::with(config).sift_slice(page, &mut sink);
        sink.links
    };
    let with = links(true);
    let texts: Vec<_> = with.iter().map(|(_, text, _)| text.as_deref()).collect();
    assert_eq!(
        texts,
        [Some("http://b.example/"), None, None, Some("d"), Some("e")]
    );
    assert!(with[0].2 && with.iter().filter(|link| link.2).count() == 1);
    // The same links in the same order, without texts.
    let without = links(false);
    let bare = with.into_iter().map(|(url, ..)| (url, None, false));
    assert_eq!(without, bare.collect::<Vec<_>>());
}
