//! Archives that are larger than what is looked at to know where a message begins.

use std::{
    cell::Cell,
    io::{self, Cursor, Read, Seek, SeekFrom},
};

use proptest::prelude::*;
use urlsift::{Kind, archive::first_message};
use urlsift_tests::{
    mailboxes::{self, Writer},
    ranges::Whole,
};

/// How far behind what looks like a boundary a message may go on.
const LONGEST_LOOK: usize = 4 << 20;

/// How long the long bodies are: as what is looked at, and much shorter, for there to be messages
/// that are certain.
const SIZES: [usize; 10] = [
    10, 1000, 1000, 5000, 30_000, 30_000, 70_000, 140_000, 1_500_000, 4_200_000,
];

/// The kinds whose messages may tell their lengths, and two of the others.
const KINDS: [Kind; 5] = [
    Kind::Mboxo,
    Kind::Mboxcl2,
    Kind::Rnews,
    Kind::Mmdf,
    Kind::Text,
];

/// A message that tells the length of its body.
fn message(body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let head = format!("From a@b.example Mon Jan 30 09:12:04 1995\nContent-Length: {length}\n\n");
    [head.as_bytes(), body, b"\n"].concat()
}

/// Lines of so many bytes.
fn lines(len: usize) -> Vec<u8> {
    let mut lines = b"0123456789abcdef\n".repeat(len / 17 + 1);
    lines.truncate(len - 1);
    lines.push(b'\n');
    lines
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, max_shrink_iters: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_message_of_a_large_archive_is_found_from_anywhere(
        kind in prop::sample::select(&KINDS[..]),
        numbers in prop::collection::vec(any::<u16>(), 100..600),
        places in prop::collection::vec((any::<prop::sample::Index>(), 0..3_u64), 12),
    ) {
        let mut choices = mailboxes::choices(&numbers);
        let mut writer = Writer::new(kind, &mut choices, &SIZES);
        let mut file = Vec::new();
        while file.len() < 3 * LONGEST_LOOK {
            file.extend(writer.archive(30));
            file.extend(lines(1));
        }
        let whole = Whole::framing(&file, kind);
        for (place, behind) in places {
            let start = match behind {
                0 => place.index(file.len()) as u64,
                _ => whole.begins()[place.index(whole.begins().len())] + behind - 1,
            };
            whole.first_message_is_found(start);
        }
    }
}

/// Counts the bytes that are read.
struct Counting<'f> {
    file: Cursor<&'f [u8]>,
    read: &'f Cell<usize>,
}

impl Read for Counting<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(into)?;
        self.read.set(self.read.get() + read);
        Ok(read)
    }
}

impl Seek for Counting<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// Where the first message begins behind an offset, and how many bytes were read to find it.
fn find(file: &[u8], kind: Kind, start: usize) -> (Option<u64>, usize) {
    let read = Cell::new(0);
    let counting = Counting {
        file: Cursor::new(file),
        read: &read,
    };
    let found = first_message(counting, kind, start as u64).expect("it is in memory");
    (found, read.get())
}

#[test]
fn no_more_is_read_than_a_message_can_go_on() {
    let one = message(&lines(5000));
    let file = one.repeat(6000);
    let start = file.len() / 2 + 7;
    let (found, read) = find(&file, Kind::Mboxcl2, start);
    assert_eq!(found, Some(start.next_multiple_of(one.len()) as u64));
    assert!(
        read < LONGEST_LOOK + (LONGEST_LOOK >> 2),
        "{read} bytes are read"
    );
    let (_, read) = find(&file, Kind::Text, start);
    assert!(read < 1 << 20, "{read} bytes are read of a text");
}

#[test]
fn a_message_that_is_as_long_as_it_may_be_hides_what_it_holds() {
    // Its first message is what it must be near to.
    let inner = message(b"a\n");
    let before = message(&lines(100)).repeat(100);
    for (beyond, is_hidden) in [(0, true), (1, false)] {
        let held = LONGEST_LOOK - 2 * inner.len() + beyond;
        let body = [
            b"\n",
            &inner[..],
            &lines(held),
            b"\n",
            &inner[..inner.len() - 1],
        ]
        .concat();
        let outer = message(&body);
        let file = [&before[..], &outer, &before].concat();
        let whole = Whole::framing(&file, Kind::Mboxcl2);
        let hidden = (before.len() + outer.len() - inner.len()) as u64;
        assert_eq!(!whole.begins().contains(&hidden), is_hidden, "{beyond}");
        for start in [hidden - 1, hidden, hidden + 1, before.len() as u64 + 1] {
            whole.first_message_is_found(start);
        }
    }
}

#[test]
fn a_message_that_begins_before_what_is_looked_at_hides_what_it_holds() {
    let inner = message(b"a\n");
    let held = inner.repeat((LONGEST_LOOK >> 10) * 1000 / inner.len());
    let body = [&lines(300_000)[..], b"\n", &held[..held.len() - 1]].concat();
    let before = message(&lines(100));
    let file = [&before[..], &message(&body), &before].concat();
    let whole = Whole::framing(&file, Kind::Mboxcl2);
    assert_eq!(whole.begins().len(), 3);
    let end = whole.begins()[2];
    for back in [held.len() - 500_000, 100_000, 60_000, 1000, inner.len(), 1] {
        whole.first_message_is_found(end - back as u64);
    }
}

#[test]
fn a_message_behind_no_empty_line_goes_on_as_far() {
    // The one that it is told by is behind what is looked at first.
    let inner = message(b"a\n");
    let held = [b"\n", &inner[..], &lines(1 << 20)].concat();
    let outer = message(&held);
    let far = [&message(b"a\n").repeat(100_000)[..], &message(&lines(2000))].concat();
    let unmarked = &far[..far.len() - 1];
    let file = [unmarked, &outer, &message(b"b\n").repeat(10)].concat();
    let whole = Whole::framing(&file, Kind::Mboxcl2);
    let begin = unmarked.len() as u64;
    assert!(whole.begins().contains(&begin));
    let hidden = begin + (outer.len() - held.len()) as u64;
    for start in [begin - 1, begin, begin + 1, hidden, hidden + 1] {
        whole.first_message_is_found(start);
    }
}

#[test]
fn what_is_hidden_in_a_header_counts() {
    let from = &b"From a@b.example Mon Jan 30 09:12:04 1995\n"[..];
    let long = |len| [&b"X-A: "[..], &b"a".repeat(len), b"\n"].concat();
    // What looks like a message, and another one among its fields, which by the length that leads to
    // it is one, though there is no empty line. Its own length then leads beyond others.
    let plain = (b"Subject: a\n".to_vec(), [from, b"Subject: b\n"].concat());
    let field_with_envelope = (
        plain.0.clone(),
        b"From : Mon Jan 30 09:12:04 1995\n>From c\nY: d\n".to_vec(),
    );
    let too_long_together = (
        long(100_000),
        [from, b"Subject: b\n", &long(200_000)].concat(),
    );
    let inner = message(b"a\n");
    let held = [b"\n", &inner[..], &lines(5000)].concat();
    let own = format!("Content-Length: {}\n\n", held.len()).into_bytes();
    let around = message(b"a\n").repeat(90_000);
    for (fields, head) in [plain, field_with_envelope, too_long_together] {
        let outer = message(&[b"text\n\n", from, &fields].concat());
        let before = [&around[..], &outer[..outer.len() - 1]].concat();
        let file = [&before[..], &head, &own, &held, b"\n", &inner].concat();
        let whole = Whole::framing(&file, Kind::Mboxcl2);
        let begin = before.len() as u64;
        let hidden = (before.len() + head.len() + own.len() + 1) as u64;
        assert!(whole.begins().contains(&begin));
        assert!(!whole.begins().contains(&hidden));
        for start in [begin, hidden - 1, hidden, hidden + 1, begin + 5000] {
            whole.first_message_is_found(start);
        }
    }
}
