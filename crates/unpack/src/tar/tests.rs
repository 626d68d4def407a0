//! Whole tar files, sound and broken.

mod ends;
mod names;
mod sizes;
mod sources;
mod sparse;

use std::{
    fmt::Write as _,
    io::{self, Read},
    ops::ControlFlow,
};

use tar::{EntryType, GnuExtSparseHeader, Header};

use super::{BLOCK, begins_with, header::is_header, read};
use crate::{
    Fault, FaultKind,
    event::{Event, Events},
    peek::PeekReader,
};

/// What was seen of a tar.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Seen {
    File(String, Vec<u8>),
    /// A file, and what its reader said at last.
    Cut(String, Vec<u8>, Told),
    Fault(Option<String>, Told),
}

/// A fault, or an error of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Told {
    Fault(u64, FaultKind),
    Error(String),
}

impl Told {
    fn by(error: &io::Error) -> Self {
        match Fault::of(error) {
            Some(fault) => Self::Fault(fault.offset(), fault.kind().clone()),
            None => Self::Error(error.to_string()),
        }
    }
}

/// Sees everything, but of each file no more than so many bytes, and no more than so many things.
struct Viewer {
    seen: Vec<Seen>,
    most_bytes: u64,
    most_seen: usize,
}

impl Viewer {
    fn new() -> Self {
        Self {
            seen: Vec::new(),
            most_bytes: u64::MAX,
            most_seen: usize::MAX,
        }
    }

    fn see(&mut self, seen: Seen) -> ControlFlow<()> {
        self.seen.push(seen);
        if self.seen.len() == self.most_seen {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn view(mut self, mut source: impl Read) -> Vec<Seen> {
        let mut bytes = PeekReader::new(&mut source);
        let mut handler = |event: Event<'_>| self.event(event);
        let flow = read(&mut bytes, &mut (1 << 20), &mut Events::new(&mut handler));
        let has_enough = self.seen.len() == self.most_seen;
        assert_eq!(flow.is_break(), has_enough);
        self.seen
    }
}

impl Viewer {
    fn event(&mut self, event: Event<'_>) -> ControlFlow<()> {
        match event {
            Event::Member { name, bytes } => self.member(name, bytes),
            Event::Fault { name, error } => {
                let name = name.map(|name| name.escape_ascii().to_string());
                self.see(Seen::Fault(name, Told::by(&error)))
            }
        }
    }

    fn member(&mut self, name: &[u8], bytes: &mut dyn Read) -> ControlFlow<()> {
        let name = name.escape_ascii().to_string();
        let mut text = Vec::new();
        let seen = match bytes.take(self.most_bytes).read_to_end(&mut text) {
            Ok(_) => Seen::File(name, text),
            Err(error) => {
                assert!(bytes.read(&mut [0]).is_err(), "this is no end");
                Seen::Cut(name, text, Told::by(&error))
            }
        };
        self.see(seen)
    }
}

/// Gives one byte at a time.
struct OneByOne<R>(R);

impl<R: Read> Read for OneByOne<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let len = into.len().min(1);
        self.0.read(&mut into[..len])
    }
}

/// Fails.
struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("no disk"))
    }
}

fn view(tar: &[u8]) -> Vec<Seen> {
    let seen = Viewer::new().view(tar);
    assert_eq!(seen, Viewer::new().view(OneByOne(tar)), "one by one");
    seen
}

fn file(name: &str, text: impl AsRef<[u8]>) -> Seen {
    Seen::File(name.to_owned(), text.as_ref().to_vec())
}

fn corrupt(offset: usize, reason: &'static str) -> Seen {
    let told = Told::Fault(offset as u64, FaultKind::Corrupt(reason));
    Seen::Fault(None, told)
}

fn corrupt_member(name: &str, offset: usize, reason: &'static str) -> Seen {
    let told = Told::Fault(offset as u64, FaultKind::Corrupt(reason));
    Seen::Fault(Some(name.to_owned()), told)
}

fn truncated(offset: usize) -> Seen {
    Seen::Fault(None, Told::Fault(offset as u64, FaultKind::Truncated))
}

fn cut(name: &str, text: &[u8], header: usize) -> Seen {
    let told = Told::Fault(header as u64, FaultKind::Truncated);
    Seen::Cut(name.to_owned(), text.to_vec(), told)
}

const CHECKSUM: &str = "a header has a wrong checksum";
const SIZE: &str = super::BAD_SIZE;
const LONG: &str = "a long name or an extended header has more than 1 MiB";
const ALONE: &str = "no member follows a long name or an extended header";
const MALFORMED: &str = "an extended header has a malformed record";
const MISFIT: &str = "a sparse member's map does not fit its size";
const ORDER: &str = "the segments of a sparse member overlap, or are not in order";
const SEGMENTS: &str = "a sparse member's map has more than 100,000 segments";
const NUMBER: &str = "a number in a sparse member's map cannot be read";

/// Writes a tar, in any disorder.
#[derive(Default)]
struct Writer(Vec<u8>);

impl Writer {
    fn blocks(mut self, bytes: impl AsRef<[u8]>) -> Self {
        self.0.extend_from_slice(bytes.as_ref());
        self.0.resize(self.0.len().next_multiple_of(BLOCK), 0);
        self
    }

    /// A header, its checksum put right, with nothing after it.
    fn bare(self, mut header: Header) -> Self {
        header.set_cksum();
        self.blocks(header.as_bytes())
    }

    fn typed(self, typeflag: u8, name: &str, data: impl AsRef<[u8]>) -> Self {
        let data = data.as_ref();
        self.bare(header(typeflag, name, data.len() as u64))
            .blocks(data)
    }

    fn file(self, name: &str, data: impl AsRef<[u8]>) -> Self {
        self.typed(b'0', name, data)
    }

    fn extended(self, pairs: &[(&str, &str)]) -> Self {
        self.typed(b'x', "x", records(pairs))
    }

    fn end(self) -> Vec<u8> {
        self.blocks([0; 2 * BLOCK]).0
    }
}

fn tar() -> Writer {
    Writer::default()
}

fn header(typeflag: u8, name: &str, size: u64) -> Header {
    let mut header = match typeflag {
        b'L' | b'K' | b'M' | b'S' => Header::new_gnu(),
        _ => Header::new_ustar(),
    };
    named(&mut header, name);
    header.set_size(size);
    header.set_mode(0o644);
    header.set_entry_type(EntryType::new(typeflag));
    header.as_old_mut().linkflag = [typeflag];
    header
}

fn named(header: &mut Header, name: &str) {
    header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
}

fn with_size_field(mut header: Header, field: &[u8; 12]) -> Header {
    header.as_old_mut().size = *field;
    header
}

fn records(pairs: &[(&str, &str)]) -> Vec<u8> {
    let mut records = String::new();
    for (key, value) in pairs {
        let rest = format!(" {key}={value}\n");
        let len = (rest.len()..rest.len() + 20)
            .find(|len| len.to_string().len() + rest.len() == *len)
            .expect("there is one");
        write!(records, "{len}{rest}").expect("a String takes all");
    }
    records.into_bytes()
}

mod kinds {
    use super::*;

    #[test]
    fn what_is_no_file_is_no_member() {
        let mut writer = tar();
        for typeflag in *b"123456VIDNAE" {
            writer = writer.typed(typeflag, "no", "");
        }
        // With data, if they write some; a link's data are those of a file that comes too.
        for typeflag in *b"15DNAE" {
            writer = writer.typed(typeflag, "no", "data");
        }
        // With a size, but no data: old links, directories with a limit.
        for typeflag in *b"123456VI" {
            writer = writer.bare(header(typeflag, "no", 5000));
            writer = writer.bare(with_size_field(
                header(typeflag, "no", 0),
                b"-1\0\0\0\0\0\0\0\0\0\0",
            ));
        }
        let tar = writer.file("a", "1").bare(header(b'5', "d", 5000)).end();
        assert_eq!(view(&tar), [file("a", "1")]);
    }

    #[test]
    fn a_v7_directory() {
        let mut directory = Header::new_old();
        named(&mut directory, "d/");
        let tar = tar().bare(directory).file("d/", "1").end();
        assert_eq!(view(&tar), [file("d/", "1")], "the other has a type");
    }

    #[test]
    fn unknown_types_are_files() {
        let seen = view(
            &tar()
                .typed(b'Z', "a", "1")
                .typed(b'Z', "b", "")
                .typed(b'M', "rest", "of it")
                .typed(0xff, "c", "2")
                .file("empty", "")
                .end(),
        );
        let expected = [
            file("a", "1"),
            file("rest", "of it"),
            file("c", "2"),
            file("empty", ""),
        ];
        assert_eq!(seen, expected);
    }
}

mod checksums {
    use super::*;

    #[test]
    fn both_sums_are_right() {
        let mut header = header(b'0', "caf\u{e9}", 1);
        let sum = |header: &Header, of: fn(u8) -> i64| -> i64 {
            let bytes = header.as_bytes().iter().enumerate();
            let blank = |(at, &byte)| if (148..156).contains(&at) { b' ' } else { byte };
            bytes.map(blank).map(of).sum()
        };
        for of in [i64::from, |byte: u8| i64::from(byte.cast_signed())] {
            let text = format!("{:06o}\0 ", sum(&header, of));
            header.as_old_mut().cksum.copy_from_slice(text.as_bytes());
            let tar = tar().blocks(header.as_bytes()).blocks("1").end();
            assert_eq!(view(&tar), [file("caf\\xc3\\xa9", "1")]);
            assert!(begins_with(&tar));
        }
    }

    #[test]
    fn one_run_of_broken_blocks_is_one_fault() {
        let mut broken = header(b'0', "a", 5 * BLOCK as u64);
        broken.set_cksum();
        named(&mut broken, "b");
        let mut v7 = Header::new_old();
        named(&mut v7, "v7");
        v7.set_size(1);
        let seen = view(
            &tar()
                .file("first", "1")
                .typed(b'L', "L", "its name")
                .blocks(broken.as_bytes())
                .blocks([b'd'; 2 * BLOCK])
                // Zeros do not end anything here.
                .blocks([0; 2 * BLOCK])
                .blocks([b'd'; BLOCK])
                .bare(v7)
                .blocks("2")
                .blocks(broken.as_bytes())
                .file("last", "3")
                .end(),
        );
        let expected = [
            file("first", "1"),
            corrupt(4 * BLOCK, CHECKSUM),
            file("v7", "2"),
            corrupt(12 * BLOCK, CHECKSUM),
            file("last", "3"),
        ];
        assert_eq!(seen, expected);
    }
}

mod flips {
    use super::*;

    /// Every bit of every header is flipped, and of the blocks at the end.
    #[test]
    fn no_flip_goes_unnoticed() {
        let whole = tar()
            .file("a", "1")
            .extended(&[("path", "long")])
            .file("b", "2")
            .file("c", "3")
            .end();
        let all = [file("a", "1"), file("long", "2"), file("c", "3")];
        assert_eq!(Viewer::new().view(&whole[..]), all);
        for bit in 0..whole.len() * 8 {
            let mut flipped = whole.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            let seen = Viewer::new().view(&flipped[..]);
            let block = bit / 8 / BLOCK;
            let is_header = matches!(block, 0 | 2 | 4 | 6);
            if is_header && seen != all {
                let fault = corrupt(block * BLOCK, CHECKSUM);
                assert!(seen.contains(&fault), "bit {bit}: {seen:?}");
                let kept = match block {
                    0 => &all[1..],
                    2 => &[file("a", "1"), file("b", "2"), file("c", "3")],
                    4 => &[file("a", "1"), file("c", "3")],
                    _ => &all[..2],
                };
                let files: Vec<_> = seen.into_iter().filter(|seen| *seen != fault).collect();
                assert_eq!(files, kept, "bit {bit}");
            } else if block >= 8 {
                assert_eq!(seen[..3], all, "bit {bit}");
            } else if !is_header {
                let names = seen.iter().filter(|seen| !matches!(seen, Seen::Fault(..)));
                assert_eq!(names.count(), 3, "bit {bit}: {seen:?}");
            }
        }
    }
}

mod beginnings {
    use super::*;

    #[test]
    fn headers_of_all_ages_begin_a_tar() {
        let mut v7 = Header::new_old();
        named(&mut v7, "v7");
        assert!(begins_with(&tar().bare(v7).0));
        assert!(begins_with(&tar().file("a", "1").0));
        assert!(begins_with(&tar().typed(b'L', "L", "1").end()));
    }

    #[test]
    fn broken_and_cut_ones_do_by_their_magic() {
        let mut tar = tar().file("a", "1").0;
        tar[0] = b'b';
        assert!(!is_header(&tar[..BLOCK]));
        assert!(begins_with(&tar));
        assert!(begins_with(&tar[..262]));
        assert!(!begins_with(&tar[..261]));
    }

    #[test]
    fn nothing_else_does() {
        assert!(!begins_with(b""));
        assert!(!begins_with(&[0; BLOCK]));
        assert!(!begins_with(&[b'a'; BLOCK]));
        let mut text = [b' '; BLOCK];
        text[257..263].copy_from_slice(b"ustar\n");
        assert!(!begins_with(&text), "a text may say so");
        // 504 blanks, these digits and one more blank have this sum.
        let mut sum = [b' '; BLOCK];
        sum[148..156].copy_from_slice(b"040000  ");
        assert!(!begins_with(&sum), "or say its sum");
        assert!(!is_header(&sum), "nor is it one where one is searched for");
        sum[0] = 0;
        sum[148..156].copy_from_slice(b"037740  ");
        assert!(begins_with(&sum), "{}", 511 * 32);
    }
}
