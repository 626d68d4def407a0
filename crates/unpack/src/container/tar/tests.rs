//! Tests with failing, partly read, cut and corrupt sources. What is read of valid and damaged files is in the table of
//! `urlsift_tests::packed`.

use std::{
    io::{self, Read},
    ops::ControlFlow,
};

use tar::Header;
use urlsift_tests::packing::tar::Tar;

use super::{BLOCK, begins_with, header::is_header, read};
use crate::{
    Fault, FaultKind,
    container::event::{Event, Events},
    io::peek::PeekReader,
};

/// An item that the reader reports.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Item {
    File(String, Vec<u8>),
    /// A file, and the error at its end.
    Cut(String, Vec<u8>, Failure),
    Fault(Option<String>, Failure),
}

/// A fault, or an error of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Failure {
    Fault(u64, FaultKind),
    Error(String),
}

impl Failure {
    fn of(error: &io::Error) -> Self {
        match Fault::of(error) {
            Some(fault) => Self::Fault(fault.offset(), fault.kind().clone()),
            None => Self::Error(error.to_string()),
        }
    }
}

/// Records up to `max_items` items, and reads up to `max_bytes` of each file.
struct Recorder {
    items: Vec<Item>,
    max_bytes: u64,
    max_items: usize,
}

impl Recorder {
    fn new() -> Self {
        Self {
            items: Vec::new(),
            max_bytes: u64::MAX,
            max_items: usize::MAX,
        }
    }

    fn record(&mut self, item: Item) -> ControlFlow<()> {
        self.items.push(item);
        if self.items.len() == self.max_items {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn parse(mut self, mut source: impl Read) -> Vec<Item> {
        let mut bytes = PeekReader::new(&mut source);
        let mut handler = |event: Event<'_>| self.event(event);
        let flow = read(&mut bytes, &mut Events::new(&mut handler));
        let has_enough = self.items.len() == self.max_items;
        assert_eq!(flow.is_break(), has_enough);
        self.items
    }
}

impl Recorder {
    fn event(&mut self, event: Event<'_>) -> ControlFlow<()> {
        match event {
            Event::Member { name, bytes } => self.member(name, bytes),
            Event::Fault { name, error } => {
                let name = name.map(|name| name.escape_ascii().to_string());
                self.record(Item::Fault(name, Failure::of(&error)))
            }
            // It is the error of the last item.
            Event::CutMember { was_read: true, .. } => ControlFlow::Continue(()),
            Event::CutMember { name, error, .. } => {
                let name = name.escape_ascii().to_string();
                self.record(Item::Fault(Some(name), Failure::of(&error)))
            }
        }
    }

    fn member(&mut self, name: &[u8], bytes: &mut dyn Read) -> ControlFlow<()> {
        let name = name.escape_ascii().to_string();
        let mut text = Vec::new();
        let item = match bytes.take(self.max_bytes).read_to_end(&mut text) {
            Ok(_) => Item::File(name, text),
            Err(error) => {
                assert!(
                    bytes.read(&mut [0]).is_err(),
                    "the error is not returned again"
                );
                Item::Cut(name, text, Failure::of(&error))
            }
        };
        self.record(item)
    }
}

/// Reads one byte at a time.
struct OneByOne<R>(R);

impl<R: Read> Read for OneByOne<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let len = into.len().min(1);
        self.0.read(&mut into[..len])
    }
}

/// Fails at every read.
struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("no disk"))
    }
}

fn parse(tar: &[u8]) -> Vec<Item> {
    let items = Recorder::new().parse(tar);
    assert_eq!(items, Recorder::new().parse(OneByOne(tar)), "one by one");
    items
}

fn file(name: &str, text: impl AsRef<[u8]>) -> Item {
    Item::File(name.to_owned(), text.as_ref().to_vec())
}

fn truncated(offset: usize) -> Item {
    Item::Fault(None, Failure::Fault(offset as u64, FaultKind::Truncated))
}

fn cut(name: &str, text: &[u8], header: usize) -> Item {
    let failure = Failure::Fault(header as u64, FaultKind::Truncated);
    Item::Cut(name.to_owned(), text.to_vec(), failure)
}

#[test]
fn truncation_at_every_byte() {
    let whole = Tar::new()
        .file("a", "data of a")
        .member(b'L', "L", "long")
        .file("b", [b'b'; BLOCK + 1])
        .finish();
    let b_at = 4 * BLOCK;
    let end = b_at + 3 * BLOCK;
    let (a, b) = (file("a", "data of a"), file("long", [b'b'; BLOCK + 1]));
    for len in 0..=whole.len() {
        let mut expected = Vec::new();
        let a_data = len.saturating_sub(BLOCK);
        match a_data {
            _ if len < BLOCK => {}
            0..9 => expected.push(cut("a", &b"data of a"[..a_data], 0)),
            _ => expected.push(a.clone()),
        }
        let b_data = len.saturating_sub(b_at + BLOCK);
        match b_data {
            _ if len < b_at + BLOCK => {}
            0..=BLOCK => expected.push(cut("long", &[b'b'; BLOCK][..b_data], b_at)),
            _ => expected.push(b.clone()),
        }
        // Where it is noticed: where a block begins, where the long name's header stands, or
        // after the last byte that is skipped.
        let at = match len {
            _ if matches!(expected.last(), Some(Item::Cut(..))) => None,
            _ if len < BLOCK => Some(0),
            _ if len < 2 * BLOCK => Some(len),
            _ if len < 3 * BLOCK => Some(2 * BLOCK),
            _ if len < 3 * BLOCK + 4 => Some(2 * BLOCK),
            _ if len < b_at => Some(len),
            _ if len < b_at + BLOCK => Some(b_at),
            _ if len < end => Some(len),
            _ if len < end + BLOCK => Some(end),
            _ if len == end + BLOCK => None,
            _ if len < end + 2 * BLOCK => Some(end + BLOCK),
            _ => None,
        };
        expected.extend(at.map(truncated));
        assert_eq!(parse(&whole[..len]), expected, "{len} bytes");
    }
}

/// Flips each bit of the headers and of the blocks at the end.
#[test]
fn flipped_header_bits_are_detected() {
    let whole = Tar::new()
        .file("a", "1")
        .pax(b'x', &[("path", "long")])
        .file("b", "2")
        .file("c", "3")
        .finish();
    let all = [file("a", "1"), file("long", "2"), file("c", "3")];
    assert_eq!(Recorder::new().parse(&whole[..]), all);
    for bit in 0..whole.len() * 8 {
        let mut flipped = whole.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let items = Recorder::new().parse(&flipped[..]);
        let block = bit / 8 / BLOCK;
        let is_header = matches!(block, 0 | 2 | 4 | 6);
        if is_header && items != all {
            let kind = FaultKind::Corrupt("a header has a wrong checksum");
            let fault = Item::Fault(None, Failure::Fault((block * BLOCK) as u64, kind));
            assert!(items.contains(&fault), "bit {bit}: {items:?}");
            let kept = match block {
                0 => &all[1..],
                2 => &[file("a", "1"), file("b", "2"), file("c", "3")],
                4 => &[file("a", "1"), file("c", "3")],
                _ => &all[..2],
            };
            let files: Vec<_> = items.into_iter().filter(|item| *item != fault).collect();
            assert_eq!(files, kept, "bit {bit}");
        } else if block >= 8 {
            assert_eq!(items[..3], all, "bit {bit}");
        } else if !is_header {
            let names = items.iter().filter(|item| !matches!(item, Item::Fault(..)));
            assert_eq!(names.count(), 3, "bit {bit}: {items:?}");
        }
    }
}

#[test]
fn all_header_formats_are_recognised() {
    let mut v7 = Header::new_old();
    v7.as_old_mut().name[..2].copy_from_slice(b"v7");
    assert!(begins_with(&Tar::new().bare(v7).unfinished()));
    assert!(begins_with(&Tar::new().file("a", "1").unfinished()));
    assert!(begins_with(&Tar::new().member(b'L', "L", "1").finish()));
}

#[test]
fn corrupt_and_truncated_headers_are_recognised_by_magic() {
    let mut tar = Tar::new().file("a", "1").unfinished();
    tar[0] = b'b';
    assert!(!is_header(&tar[..BLOCK]));
    assert!(begins_with(&tar));
    assert!(begins_with(&tar[..262]));
    assert!(!begins_with(&tar[..261]));
}

#[test]
fn other_blocks_are_not_recognised() {
    assert!(!begins_with(b""));
    assert!(!begins_with(&[0; BLOCK]));
    assert!(!begins_with(&[b'a'; BLOCK]));
    let mut text = [b' '; BLOCK];
    text[257..263].copy_from_slice(b"ustar\n");
    assert!(!begins_with(&text), "text with the magic");
    // 504 spaces, these digits and one more space have this sum.
    let mut sum = [b' '; BLOCK];
    sum[148..156].copy_from_slice(b"040000  ");
    assert!(!begins_with(&sum), "text with its own checksum");
    assert!(!is_header(&sum), "text with its own checksum");
    sum[0] = 0;
    sum[148..156].copy_from_slice(b"037740  ");
    assert!(begins_with(&sum), "{}", 511 * 32);
}

fn whole() -> Vec<u8> {
    Tar::new()
        .file("a", [b'a'; 2 * BLOCK])
        .file("b", "2")
        .finish()
}

#[test]
fn source_error_is_reported_once() {
    let whole = whole();
    let failure = || Failure::Error("no disk".to_owned());
    for len in 0..=whole.len() {
        let items = Recorder::new().parse(whole[..len].chain(Broken));
        let (a_data, b_data) = (len.saturating_sub(BLOCK), len.saturating_sub(4 * BLOCK));
        let mut expected = Vec::new();
        if len >= BLOCK && a_data < 2 * BLOCK {
            let text = vec![b'a'; a_data];
            expected.push(Item::Cut("a".to_owned(), text, failure()));
        } else if len == 4 * BLOCK {
            expected.push(file("a", [b'a'; 2 * BLOCK]));
            expected.push(Item::Cut("b".to_owned(), Vec::new(), failure()));
        } else {
            if len >= BLOCK {
                expected.push(file("a", [b'a'; 2 * BLOCK]));
            }
            if b_data > 0 {
                expected.push(file("b", "2"));
            }
            expected.push(Item::Fault(None, failure()));
        }
        assert_eq!(items, expected, "{len} bytes");
    }
}

#[test]
fn unread_data_are_skipped() {
    let recorder = |max_bytes| Recorder {
        max_bytes,
        ..Recorder::new()
    };
    for most in [0, 1] {
        let whole = whole();
        let text = |byte| vec![byte; most as usize];
        let both = [file("a", text(b'a')), file("b", text(b'2'))];
        assert_eq!(recorder(most).parse(&whole[..]), both);
        let cut = &whole[..2 * BLOCK];
        let cut_in_a = |failure| Item::Fault(Some("a".to_owned()), failure);
        let truncated = Failure::Fault(0, FaultKind::Truncated);
        let expected = [file("a", text(b'a')), cut_in_a(truncated)];
        assert_eq!(recorder(most).parse(cut), expected);
        let failure = Failure::Error("no disk".to_owned());
        let expected = [file("a", text(b'a')), cut_in_a(failure)];
        assert_eq!(recorder(most).parse(cut.chain(Broken)), expected);
    }
}

#[test]
fn break_stops_the_reader() {
    let mut whole = Tar::new().member(b'L', "L", "x").finish();
    whole.extend(Tar::new().file("a", "1").blocks([b'x'; BLOCK]).finish());
    let all = parse(&whole);
    assert_eq!(all.len(), 3);
    for max_items in 1..3 {
        let recorder = Recorder {
            max_items,
            ..Recorder::new()
        };
        assert_eq!(recorder.parse(&whole[..]), all[..max_items]);
    }
}

#[test]
fn tar_at_any_offset() {
    let whole = [b"before".to_vec(), Tar::new().file("a", "1").unfinished()].concat();
    let mut source = &whole[..];
    let mut bytes = PeekReader::new(&mut source);
    bytes.read_exact(&mut [0; 6]).expect("six bytes");
    let mut recorder = Recorder::new();
    let mut handler = |event: Event<'_>| recorder.event(event);
    let mut events = Events::new(&mut handler);
    assert!(read(&mut bytes, &mut events).is_continue());
    assert_eq!(recorder.items, [file("a", "1"), truncated(2 * BLOCK)]);
}
