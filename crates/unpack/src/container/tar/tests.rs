//! Tests with valid and corrupt tar files.

mod ends;
mod names;
mod sizes;
mod sources;
mod sparse;

use std::{
    cell::Cell,
    fmt::Write as _,
    io::{self, Read},
    ops::ControlFlow,
};

use tar::{EntryType, GnuExtSparseHeader, Header};
use urlsift_tests::packing::tar::{Tar, header, pax_records};

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
        let flow = read(
            &mut bytes,
            &Cell::new(1 << 20),
            &mut Events::new(&mut handler),
        );
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

fn corrupt(offset: usize, reason: &'static str) -> Item {
    let failure = Failure::Fault(offset as u64, FaultKind::Corrupt(reason));
    Item::Fault(None, failure)
}

fn corrupt_member(name: &str, offset: usize, reason: &'static str) -> Item {
    let failure = Failure::Fault(offset as u64, FaultKind::Corrupt(reason));
    Item::Fault(Some(name.to_owned()), failure)
}

fn truncated(offset: usize) -> Item {
    Item::Fault(None, Failure::Fault(offset as u64, FaultKind::Truncated))
}

fn cut(name: &str, text: &[u8], header: usize) -> Item {
    let failure = Failure::Fault(header as u64, FaultKind::Truncated);
    Item::Cut(name.to_owned(), text.to_vec(), failure)
}

const CHECKSUM: &str = "a header has a wrong checksum";
const SIZE: &str = super::BAD_SIZE;
const LONG: &str = "a long name or an extended header has more than 1 MiB";
const ALONE: &str = "no member follows a long name or an extended header";
const MALFORMED: &str = "an extended header has a malformed record";
const MISFIT: &str = "a sparse member's map does not fit its size";
const ORDER: &str = "a sparse member's map has overlapping or unordered segments";
const SEGMENTS: &str = "a sparse member's map has more than 100,000 segments";
const NUMBER: &str = "a sparse member's map has an invalid number";

fn named(header: &mut Header, name: &str) {
    header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
}

fn with_size_field(mut header: Header, field: &[u8; 12]) -> Header {
    header.as_old_mut().size = *field;
    header
}

mod kinds {
    use super::*;

    #[test]
    fn other_types_are_skipped() {
        let mut writer = Tar::new();
        for typeflag in *b"123456VIDNAE" {
            writer = writer.member(typeflag, "no", "");
        }
        // With data, which some writers add; the data of a link are also the data of its target.
        for typeflag in *b"15DNAE" {
            writer = writer.member(typeflag, "no", "data");
        }
        // With a size but no data: old links, directories with a quota.
        for typeflag in *b"123456VI" {
            writer = writer.bare(header(typeflag, "no", 5000));
            writer = writer.bare(with_size_field(
                header(typeflag, "no", 0),
                b"-1\0\0\0\0\0\0\0\0\0\0",
            ));
        }
        let tar = writer.file("a", "1").bare(header(b'5', "d", 5000)).finish();
        assert_eq!(parse(&tar), [file("a", "1")]);
    }

    #[test]
    fn a_v7_directory() {
        let mut directory = Header::new_old();
        named(&mut directory, "d/");
        let tar = Tar::new().bare(directory).file("d/", "1").finish();
        assert_eq!(
            parse(&tar),
            [file("d/", "1")],
            "only the v7 header is a directory"
        );
    }

    #[test]
    fn unknown_types_are_files() {
        let items = parse(
            &Tar::new()
                .member(b'Z', "a", "1")
                .member(b'Z', "b", "")
                .member(b'M', "rest", "of it")
                .member(0xff, "c", "2")
                .file("empty", "")
                .finish(),
        );
        let expected = [
            file("a", "1"),
            file("rest", "of it"),
            file("c", "2"),
            file("empty", ""),
        ];
        assert_eq!(items, expected);
    }
}

mod checksums {
    use super::*;

    #[test]
    fn signed_and_unsigned_checksums_are_valid() {
        let mut header = header(b'0', "caf\u{e9}", 1);
        let sum = |header: &Header, of: fn(u8) -> i64| -> i64 {
            let bytes = header.as_bytes().iter().enumerate();
            let blank = |(at, &byte)| if (148..156).contains(&at) { b' ' } else { byte };
            bytes.map(blank).map(of).sum()
        };
        for of in [i64::from, |byte: u8| i64::from(byte.cast_signed())] {
            let text = format!("{:06o}\0 ", sum(&header, of));
            header.as_old_mut().cksum.copy_from_slice(text.as_bytes());
            let tar = Tar::new().blocks(header.as_bytes()).blocks("1").finish();
            assert_eq!(parse(&tar), [file("caf\\xc3\\xa9", "1")]);
            assert!(begins_with(&tar));
        }
    }

    #[test]
    fn consecutive_corrupt_blocks_are_one_fault() {
        let mut broken = header(b'0', "a", 5 * BLOCK as u64);
        broken.set_cksum();
        named(&mut broken, "b");
        let mut v7 = Header::new_old();
        named(&mut v7, "v7");
        v7.set_size(1);
        let items = parse(
            &Tar::new()
                .file("first", "1")
                .member(b'L', "L", "its name")
                .blocks(broken.as_bytes())
                .blocks([b'd'; 2 * BLOCK])
                // Zeros do not end the archive here.
                .blocks([0; 2 * BLOCK])
                .blocks([b'd'; BLOCK])
                .bare(v7)
                .blocks("2")
                .blocks(broken.as_bytes())
                .file("last", "3")
                .finish(),
        );
        let expected = [
            file("first", "1"),
            corrupt(4 * BLOCK, CHECKSUM),
            file("v7", "2"),
            corrupt(12 * BLOCK, CHECKSUM),
            file("last", "3"),
        ];
        assert_eq!(items, expected);
    }
}

mod flips {
    use super::*;

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
                let fault = corrupt(block * BLOCK, CHECKSUM);
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
}

mod beginnings {
    use super::*;

    #[test]
    fn all_header_formats_are_recognised() {
        let mut v7 = Header::new_old();
        named(&mut v7, "v7");
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
}
