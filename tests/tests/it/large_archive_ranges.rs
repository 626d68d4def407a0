//! Archives that are larger than the lookahead for message boundaries.

use std::{
    cell::Cell,
    io::{self, Cursor, Read, Seek, SeekFrom},
};

use proptest::prelude::*;
use urlsift::{Kind, archive::first_message};
use urlsift_tests::{
    mail::FROM,
    mailboxes::{self, Writer},
    ranges::FullWalk,
};

use crate::support::config;

/// The number of bytes that a message may continue past an apparent boundary.
const MAX_LOOKAHEAD: usize = 4 << 20;

/// The sizes of long bodies. Some reach the lookahead, and most are much shorter, so that some messages are
/// certain.
const SIZES: [usize; 10] = [
    10, 1000, 1000, 5000, 30_000, 30_000, 70_000, 140_000, 1_500_000, 4_200_000,
];

/// The kinds whose messages may declare their lengths, and two others.
const KINDS: [Kind; 7] = [
    Kind::Mboxo,
    Kind::Mboxcl2,
    Kind::Rnews,
    Kind::Mbx,
    Kind::Listserv,
    Kind::Mmdf,
    Kind::Text,
];

/// Returns a message that declares the length of its body.
fn message(body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let head = format!("{FROM}Content-Length: {length}\n\n");
    [head.as_bytes(), body, b"\n"].concat()
}

/// Returns lines of `len` bytes in total.
fn lines(len: usize) -> Vec<u8> {
    let mut lines = b"0123456789abcdef\n".repeat(len / 17 + 1);
    lines.truncate(len - 1);
    lines.push(b'\n');
    lines
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 100, ..config(1000) })]

    #[test]
    fn the_first_message_of_a_large_archive_is_found_from_any_offset(
        kind in prop::sample::select(&KINDS[..]),
        numbers in prop::collection::vec(any::<u16>(), 100..600),
        starts in prop::collection::vec((any::<prop::sample::Index>(), 0..3_u64), 12),
    ) {
        let mut choices = mailboxes::choices(&numbers);
        let mut writer = Writer::new(kind, &mut choices, &SIZES);
        let mut file = Vec::new();
        while file.len() < 3 * MAX_LOOKAHEAD {
            file.extend(writer.archive(30));
            file.extend(lines(1));
        }
        let whole = FullWalk::framing(&file, kind);
        for (index, offset) in starts {
            let start = match offset {
                0 => index.index(file.len()) as u64,
                _ => whole.begins()[index.index(whole.begins().len())] + offset - 1,
            };
            whole.check_first_message(start);
        }
    }
}

/// A reader that counts the bytes read.
struct CountingReader<'f> {
    file: Cursor<&'f [u8]>,
    read: &'f Cell<usize>,
}

impl Read for CountingReader<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(into)?;
        self.read.set(self.read.get() + read);
        Ok(read)
    }
}

impl Seek for CountingReader<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// Returns the start of the first message at or after an offset, and the number of bytes read to find it.
fn find(file: &[u8], kind: Kind, start: usize) -> (Option<u64>, usize) {
    let read = Cell::new(0);
    let reader = CountingReader {
        file: Cursor::new(file),
        read: &read,
    };
    let found = first_message(reader, kind, start as u64).expect("reading from memory succeeds");
    (found, read.get())
}

#[test]
fn no_more_is_read_than_the_lookahead() {
    let one = message(&lines(5000));
    let file = one.repeat(6000);
    let start = file.len() / 2 + 7;
    let (found, read) = find(&file, Kind::Mboxcl2, start);
    assert_eq!(found, Some(start.next_multiple_of(one.len()) as u64));
    assert!(
        read < MAX_LOOKAHEAD + (MAX_LOOKAHEAD >> 2),
        "{read} bytes read"
    );
    let (_, read) = find(&file, Kind::Text, start);
    assert!(read < 1 << 20, "{read} bytes read of a text");
}

#[test]
fn a_message_of_the_maximum_length_hides_inner_messages() {
    // The first message in the body is the one that must be within reach.
    let inner = message(b"a\n");
    let before = message(&lines(100)).repeat(100);
    for (beyond, is_hidden) in [(0, true), (1, false)] {
        let filler_len = MAX_LOOKAHEAD - 2 * inner.len() + beyond;
        let body = [
            b"\n",
            &inner[..],
            &lines(filler_len),
            b"\n",
            &inner[..inner.len() - 1],
        ]
        .concat();
        let outer = message(&body);
        let file = [&before[..], &outer, &before].concat();
        let whole = FullWalk::framing(&file, Kind::Mboxcl2);
        let hidden = (before.len() + outer.len() - inner.len()) as u64;
        assert_eq!(!whole.begins().contains(&hidden), is_hidden, "{beyond}");
        for start in [hidden - 1, hidden, hidden + 1, before.len() as u64 + 1] {
            whole.check_first_message(start);
        }
    }
}

#[test]
fn a_message_that_begins_before_the_lookahead_hides_inner_messages() {
    let inner = message(b"a\n");
    let inner_body = inner.repeat((MAX_LOOKAHEAD >> 10) * 1000 / inner.len());
    let body = [
        &lines(300_000)[..],
        b"\n",
        &inner_body[..inner_body.len() - 1],
    ]
    .concat();
    let before = message(&lines(100));
    let file = [&before[..], &message(&body), &before].concat();
    let whole = FullWalk::framing(&file, Kind::Mboxcl2);
    assert_eq!(whole.begins().len(), 3);
    let end = whole.begins()[2];
    for back in [
        inner_body.len() - 500_000,
        100_000,
        60_000,
        1000,
        inner.len(),
        1,
    ] {
        whole.check_first_message(end - back as u64);
    }
}

#[test]
fn a_message_without_an_empty_line_before_it_hides_inner_messages() {
    // The boundary that decides lies past the first lookahead.
    let inner = message(b"a\n");
    let inner_body = [b"\n", &inner[..], &lines(1 << 20)].concat();
    let outer = message(&inner_body);
    let far = [&message(b"a\n").repeat(100_000)[..], &message(&lines(2000))].concat();
    let unmarked = &far[..far.len() - 1];
    let file = [unmarked, &outer, &message(b"b\n").repeat(10)].concat();
    let whole = FullWalk::framing(&file, Kind::Mboxcl2);
    let begin = unmarked.len() as u64;
    assert!(whole.begins().contains(&begin));
    let hidden = begin + (outer.len() - inner_body.len()) as u64;
    for start in [begin - 1, begin, begin + 1, hidden, hidden + 1] {
        whole.check_first_message(start);
    }
}

#[test]
fn an_apparent_message_in_a_header_counts() {
    let from = FROM.as_bytes();
    let long = |len| [&b"X-A: "[..], &b"a".repeat(len), b"\n"].concat();
    // An apparent message has another one among its fields. The length that leads to the inner message confirms it,
    // though no empty line precedes it. Its own length then skips further ones.
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
    let inner_body = [b"\n", &inner[..], &lines(5000)].concat();
    let own = format!("Content-Length: {}\n\n", inner_body.len()).into_bytes();
    let around = message(b"a\n").repeat(90_000);
    for (fields, head) in [plain, field_with_envelope, too_long_together] {
        let outer = message(&[b"text\n\n", from, &fields].concat());
        let before = [&around[..], &outer[..outer.len() - 1]].concat();
        let file = [&before[..], &head, &own, &inner_body, b"\n", &inner].concat();
        let whole = FullWalk::framing(&file, Kind::Mboxcl2);
        let begin = before.len() as u64;
        let hidden = (before.len() + head.len() + own.len() + 1) as u64;
        assert!(whole.begins().contains(&begin));
        assert!(!whole.begins().contains(&hidden));
        for start in [begin, hidden - 1, hidden, hidden + 1, begin + 5000] {
            whole.check_first_message(start);
        }
    }
}
