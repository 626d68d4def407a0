//! Files in memory that are longer than a window: a slice gives the same results as a reader, also if the sink stops
//! early.

use std::{fs, ops::ControlFlow};

use urlsift::{End, Kind, Link, Position, ReadOptions, Rejected, Sifter, Sink, Skip, Span};
use urlsift_tests::{archive::found, cases, mailboxes, real};

fn sifter(kind: Option<Kind>) -> Sifter {
    let options = ReadOptions::new().kind(kind);
    Sifter::new().reading(options).positions(true)
}

/// Checks that a slice gives what a reader gives, and returns the number of links.
#[track_caller]
fn check(name: &str, file: &[u8], kind: Option<Kind>) -> usize {
    let mut sifter = sifter(kind);
    let read = found::sift(&mut sifter, file);
    let sliced = found::sift_slice(&mut sifter, file);
    assert_eq!(found::difference(&sliced, &read), "", "{name}");
    read.found.len()
}

/// Returns every mailbox of the corpus, repeated: most windows end within a message.
fn long_mailbox() -> Vec<u8> {
    let files = cases::files("mail", "mbox");
    let mut all = Vec::new();
    for path in files {
        all.extend(fs::read(&path).expect("a readable file"));
        all.extend_from_slice(b"\n\n");
    }
    assert!(!all.is_empty());
    let times = (3 << 20) / all.len() + 1;
    all.repeat(times)
}

#[test]
fn long_files_give_the_same_as_a_slice() {
    let mailbox = long_mailbox();
    for kind in [
        None,
        Some(Kind::Text),
        Some(Kind::Mboxrd),
        Some(Kind::Message),
    ] {
        assert!(check("mailbox", &mailbox, kind) > 100, "{kind:?}");
    }
    // A header, a line or a candidate that is longer than a window.
    let header = format!("Subject: {}\n\n<http://a.example/>\n", "x".repeat(1 << 20));
    assert_eq!(check("header", header.as_bytes(), Some(Kind::Message)), 1);
    let from = "From a@b.example Mon Jan  7 00:00:00 2002\n";
    let filler = "x".repeat(71) + "\n";
    let body = format!("{}<http://a.example/>\n", filler.repeat(40_000));
    let sized = format!("{from}Content-Length: {}\n\n{body}\n", body.len()).repeat(2);
    assert_eq!(check("length", sized.as_bytes(), Some(Kind::Mboxcl2)), 2);
    let blanks = format!("<http://a.example/\n{}b>", " ".repeat(300_000));
    check("blanks", blanks.as_bytes(), None);
    let lines = "<http:".repeat(200_000);
    check("opened", lines.as_bytes(), None);
}

#[test]
fn real_archives_give_the_same_as_slices() {
    let Some(archives) = real::archives() else {
        return;
    };
    let mut links = 0;
    for directory in ["mime-fixtures", "rfc-url", "twisted-pipermail"] {
        for (path, file) in real::texts(&archives.join(directory)) {
            links += check(&real::name_in(&archives, &path), &file, None);
        }
    }
    assert!(links > 1000, "{links}");
}

/// A sink that stops after a number of links and rejected candidates.
struct LimitedSink {
    left: usize,
    skip: Skip,
    all: Vec<(Span, Option<Position>)>,
}

impl LimitedSink {
    fn take(&mut self, span: Span, position: Option<Position>) -> ControlFlow<Skip> {
        self.all.push((span, position));
        self.left -= 1;
        match self.left {
            0 => ControlFlow::Break(self.skip),
            _ => ControlFlow::Continue(()),
        }
    }
}

impl Sink for LimitedSink {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        self.take(link.span(), link.position())
    }

    fn rejected(&mut self, rejected: &Rejected<'_>) -> ControlFlow<Skip> {
        self.take(rejected.span(), rejected.position())
    }
}

#[test]
fn a_sink_stops_a_slice_where_it_stops_a_reader() {
    let file = long_mailbox();
    for (max, skip) in [1, 2, 3, 10, 50, 51, 100]
        .into_iter()
        .zip([Skip::File, Skip::Input].into_iter().cycle())
    {
        let limited = || LimitedSink {
            left: max,
            skip,
            all: Vec::new(),
        };
        let (mut read, mut sliced) = (limited(), limited());
        let of_reader = sifter(None).sift(&file[..], &mut read);
        let of_slice = sifter(None).sift_slice(&file, &mut sliced);
        assert_eq!(sliced.all, read.all);
        assert_eq!(of_slice.stats, of_reader.stats);
        for sifted in [of_slice, of_reader] {
            assert!(
                matches!(sifted.end, End::Skipped(end) if end == skip),
                "{sifted:?}"
            );
        }
    }
}

#[test]
fn a_range_of_a_slice_gives_the_same_as_of_a_reader() {
    let file = long_mailbox();
    let len = file.len() as u64;
    for range in [0..1, 0..len / 2, 1..len, len / 3..len / 2, len..u64::MAX] {
        let mut sifter = Sifter::new().range(range.clone());
        let read = found::sift(&mut sifter, &file[..]);
        assert!(found::sift_slice(&mut sifter, &file) == read, "{range:?}");
    }
}

#[test]
fn generated_mailboxes_give_the_same_as_slices() {
    let mut seed = 1_u32;
    let numbers: Vec<u16> = std::iter::repeat_with(|| {
        seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        (seed >> 16) as u16
    })
    .take(5000)
    .collect();
    for &kind in Kind::ALL {
        let mut choices = mailboxes::choices(&numbers);
        let file = mailboxes::Writer::new(kind, &mut choices, &[]).archive(2000);
        check(kind.name(), &file, Some(kind));
    }
}
