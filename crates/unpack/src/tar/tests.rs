//! Whole tar files, sound and broken.

use std::{
    fmt::Write as _,
    io::{self, Read},
    ops::ControlFlow,
};

use tar::{EntryType, GnuExtSparseHeader, Header};

use super::{BLOCK, begins_with, header::is_header, read};
use crate::{Fault, FaultKind, bytes::Bytes, unpacker::Members};

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
        let flow = read(&mut Bytes::new(&mut source), &mut (1 << 20), &mut self);
        let has_enough = self.seen.len() == self.most_seen;
        assert_eq!(flow.is_break(), has_enough);
        self.seen
    }
}

impl Members for Viewer {
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

    fn fault(&mut self, name: Option<&[u8]>, error: io::Error) -> ControlFlow<()> {
        let name = name.map(|name| name.escape_ascii().to_string());
        self.see(Seen::Fault(name, Told::by(&error)))
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

    /// A header, its checksum put right, with nothing behind it.
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

mod names {
    use super::*;

    #[test]
    fn the_forms_of_all_ages() {
        let mut v7 = Header::new_old();
        named(&mut v7, "v7");
        v7.set_size(1);
        let mut ustar = header(b'0', "name", 1);
        ustar.as_ustar_mut().expect("it is").prefix[..3].copy_from_slice(b"a/b");
        let mut gnu = Header::new_gnu();
        named(&mut gnu, "gnu");
        gnu.set_size(1);
        gnu.as_gnu_mut().expect("it is").set_atime(0o1234);
        let seen = view(
            &tar()
                .bare(v7)
                .blocks("1")
                .bare(ustar)
                .blocks("2")
                .bare(gnu)
                .blocks("3")
                .typed(b'7', "contiguous", "4")
                .typed(0, "old", "5")
                .file(&"n".repeat(100), "6")
                .end(),
        );
        let expected = [
            file("v7", "1"),
            file("a/b/name", "2"),
            file("gnu", "3"),
            file("contiguous", "4"),
            file("old", "5"),
            file(&"n".repeat(100), "6"),
        ];
        assert_eq!(seen, expected);
    }

    #[test]
    fn a_tar_as_others_write_it() {
        let mut builder = tar::Builder::new(Vec::new());
        let long = "d/".repeat(120) + "name";
        let mut header = Header::new_gnu();
        header.set_size(3);
        let mut link = header.clone();
        link.set_entry_type(EntryType::Link);
        builder
            .append_data(&mut header.clone(), &long, &b"abc"[..])
            .expect("a Vec takes all");
        builder
            .append_link(&mut link, "link", &long)
            .expect("a Vec takes all");
        builder
            .append_data(&mut header, "last", &b"def"[..])
            .expect("a Vec takes all");
        let tar = builder.into_inner().expect("a Vec takes all");
        // The link's header says that it has three bytes, and there are none.
        assert_eq!(view(&tar), [file(&long, "abc"), file("last", "def")]);
    }

    #[test]
    fn the_nearest_name_counts() {
        let seen = view(
            &tar()
                .typed(b'g', "g", records(&[("path", "all"), ("size", "1")]))
                .typed(b'g', "g", records(&[("comment", "c")]))
                .file("a", "global")
                .typed(b'L', "L", "long\0\0")
                .extended(&[("path", "p\nq\0")])
                .file("a", "local")
                .extended(&[("path", "")])
                .file("a", "none")
                .extended(&[("path", "p"), ("GNU.sparse.name", "s")])
                .file("a", "sparse")
                .typed(b'g', "g", records(&[("path", "")]))
                .typed(b'L', "L", "long\0")
                .typed(b'K', "K", "link\0")
                .typed(b'g', "g", records(&[("comment", "c")]))
                .file("a", "long")
                .typed(b'L', "L", "long\0")
                .typed(b'2', "link", "")
                .file("a", "own")
                .end(),
        );
        let expected = [
            file("all", "global"),
            file("p\\nq", "local"),
            file("a", "none"),
            file("s", "sparse"),
            file("long", "long"),
            file("a", "own"),
        ];
        assert_eq!(seen, expected);
    }

    #[test]
    fn two_members_may_have_one_name() {
        let tar = tar().file("a", "1").file("a", "2").end();
        assert_eq!(view(&tar), [file("a", "1"), file("a", "2")]);
    }

    #[test]
    fn the_longest_name() {
        let longest = "n".repeat(1 << 20);
        let one_more = "n".repeat((1 << 20) + 1);
        let seen = view(
            &tar()
                .typed(b'L', "L", &longest)
                .file("a", "1")
                .typed(b'L', "L", &one_more)
                .file("b", "2")
                .extended(&[("path", &longest)])
                .file("c", "3")
                .end(),
        );
        let second = 2 * BLOCK + (1 << 20) + BLOCK;
        let third = second + 3 * BLOCK + (1 << 20) + BLOCK;
        let expected = [
            file(&longest, "1"),
            corrupt(second, LONG),
            file("b", "2"),
            corrupt(third, LONG),
            file("c", "3"),
        ];
        assert!(seen == expected, "{}", seen.len());
    }

    #[test]
    fn what_is_too_long_is_not_kept() {
        const GIB: u64 = 1 << 30;
        for typeflag in *b"LKxg" {
            let head = tar().bare(header(typeflag, "x", GIB)).0;
            let tail = tar().file("a", "1").end();
            let source = head.chain(io::repeat(b'n').take(GIB)).chain(&*tail);
            let mut expected = vec![corrupt(0, LONG), file("a", "1")];
            if typeflag == b'K' {
                expected.remove(0);
            }
            assert_eq!(Viewer::new().view(source), expected);
        }
    }
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

mod sizes {
    use super::*;

    #[test]
    fn a_size_in_an_extended_header_counts() {
        let seen = view(
            &tar()
                .extended(&[("size", "3")])
                .bare(header(b'0', "a", 0))
                .blocks("abc")
                .extended(&[("size", "513")])
                .bare(with_size_field(header(b'0', "b", 0), b"************"))
                .blocks([b'b'; 513])
                .extended(&[("size", "1"), ("size", "")])
                .file("c", "own")
                .typed(b'X', "X", records(&[("size", "2")]))
                .bare(header(b'0', "d", 0))
                .blocks("de")
                .end(),
        );
        let expected = [
            file("a", "abc"),
            file("b", [b'b'; 513]),
            file("c", "own"),
            file("d", "de"),
        ];
        assert_eq!(seen, expected);
    }

    #[test]
    fn binary_sizes() {
        let three = b"\x80\0\0\0\0\0\0\0\0\0\0\x03";
        let seen = view(
            &tar()
                .bare(with_size_field(header(b'0', "a", 0), three))
                .blocks("abc")
                .file("b", "1")
                .end(),
        );
        assert_eq!(seen, [file("a", "abc"), file("b", "1")]);
    }

    #[test]
    fn absurd_sizes() {
        let fields = [
            [0xff; 12],
            *b"\x80\0\0\0\x80\0\0\0\0\0\0\0",
            *b"\x80\0\0\x01\0\0\0\0\0\0\0\0",
            *b"-0000000001\0",
            *b"00000000008\0",
        ];
        for field in fields {
            let seen = view(
                &tar()
                    .bare(with_size_field(header(b'0', "a", 0), &field))
                    .blocks("data")
                    .blocks("data")
                    .bare(with_size_field(header(b'L', "L", 0), &field))
                    .blocks("data")
                    .file("b", "1")
                    .end(),
            );
            let expected = [
                corrupt_member("a", 0, SIZE),
                corrupt(3 * BLOCK, SIZE),
                file("b", "1"),
            ];
            assert_eq!(seen, expected);
        }
    }

    #[test]
    fn the_largest_size_is_only_cut() {
        let largest = *b"\x80\0\0\0\x7f\xff\xff\xff\xff\xff\xff\xff";
        for typeflag in *b"0SDZ" {
            let tar = tar()
                .bare(with_size_field(header(typeflag, "a", 0), &largest))
                .blocks([b'd'; BLOCK])
                .0;
            let expected = match typeflag {
                b'S' => vec![corrupt_member("a", 0, MISFIT), truncated(2 * BLOCK)],
                b'D' => vec![truncated(2 * BLOCK)],
                _ => vec![cut("a", &[b'd'; BLOCK], 0)],
            };
            assert_eq!(view(&tar), expected);
        }
    }

    #[test]
    fn malformed_records_are_told() {
        let mut pax = records(&[("path", "long"), ("size", "x")]);
        pax.extend_from_slice(b"not a record");
        let tar = tar().typed(b'x', "x", pax).file("a", "1").end();
        assert_eq!(view(&tar), [corrupt(0, MALFORMED), file("long", "1")]);
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

mod ends {
    use super::*;

    #[test]
    fn archives_follow_each_other() {
        let global = records(&[("path", "all")]);
        let one = tar().typed(b'g', "g", global).file("a", "1").end();
        let two = tar().file("b", "2").end();
        let both = [file("all", "1"), file("b", "2")];
        assert_eq!(view(&[&one[..], &two].concat()), both);
        let mut padded = one.clone();
        padded.resize(20 * BLOCK, 0);
        let padded = [&padded[..], &[b'g'; BLOCK], &two, b"garbage"].concat();
        assert_eq!(view(&padded), both, "nothing is told of what is between");
    }

    #[test]
    fn behind_the_end_only_ustar_counts() {
        let mut v7 = Header::new_old();
        named(&mut v7, "v7");
        v7.set_cksum();
        let tar = [tar().file("a", "1").end(), v7.as_bytes().to_vec()].concat();
        assert_eq!(view(&tar), [file("a", "1")]);
    }

    #[test]
    fn one_block_of_zeros_is_no_end() {
        let lone = || tar().file("a", "1").blocks([0; BLOCK]);
        assert_eq!(view(&lone().0), [file("a", "1")], "unless no more comes");
        let both = [file("a", "1"), file("b", "2")];
        assert_eq!(view(&lone().file("b", "2").end()), both);
        let broken = lone().blocks([b'x'; BLOCK]).file("b", "2").end();
        let expected = [file("a", "1"), corrupt(3 * BLOCK, CHECKSUM), file("b", "2")];
        assert_eq!(view(&broken), expected);
    }

    #[test]
    fn no_zeros_at_all() {
        assert_eq!(
            view(&tar().file("a", "1").0),
            [file("a", "1"), truncated(2 * BLOCK)]
        );
    }

    #[test]
    fn nothing_follows_what_was_announced() {
        for writer in [
            tar().typed(b'L', "L", "name"),
            tar().typed(b'K', "K", "name"),
            tar().extended(&[("path", "name")]).typed(b'L', "L", "name"),
        ] {
            let len = writer.0.len();
            assert_eq!(view(&writer.0), [truncated(len)], "it is cut");
            assert_eq!(view(&writer.end()), [corrupt(0, ALONE)]);
        }
    }

    #[test]
    fn every_cut() {
        let whole = tar()
            .file("a", "data of a")
            .typed(b'L', "L", "long")
            .file("b", [b'b'; BLOCK + 1])
            .end();
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
            // behind the last byte that is skipped.
            let at = match len {
                _ if matches!(expected.last(), Some(Seen::Cut(..))) => None,
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
            assert_eq!(view(&whole[..len]), expected, "{len} bytes");
        }
    }
}

mod sources {
    use super::*;

    fn whole() -> Vec<u8> {
        tar().file("a", [b'a'; 2 * BLOCK]).file("b", "2").end()
    }

    #[test]
    fn a_failing_source_is_told_once() {
        let whole = whole();
        let told = || Told::Error("no disk".to_owned());
        for len in 0..=whole.len() {
            let seen = Viewer::new().view(whole[..len].chain(Broken));
            let (a_data, b_data) = (len.saturating_sub(BLOCK), len.saturating_sub(4 * BLOCK));
            let mut expected = Vec::new();
            if len >= BLOCK && a_data < 2 * BLOCK {
                let text = vec![b'a'; a_data];
                expected.push(Seen::Cut("a".to_owned(), text, told()));
            } else if len == 4 * BLOCK {
                expected.push(file("a", [b'a'; 2 * BLOCK]));
                expected.push(Seen::Cut("b".to_owned(), Vec::new(), told()));
            } else {
                if len >= BLOCK {
                    expected.push(file("a", [b'a'; 2 * BLOCK]));
                }
                if b_data > 0 {
                    expected.push(file("b", "2"));
                }
                expected.push(Seen::Fault(None, told()));
            }
            assert_eq!(seen, expected, "{len} bytes");
        }
    }

    #[test]
    fn what_is_left_unread_is_skipped() {
        let viewer = |most_bytes| Viewer {
            most_bytes,
            ..Viewer::new()
        };
        for most in [0, 1] {
            let whole = whole();
            let text = |byte| vec![byte; most as usize];
            let both = [file("a", text(b'a')), file("b", text(b'2'))];
            assert_eq!(viewer(most).view(&whole[..]), both);
            let cut = &whole[..2 * BLOCK];
            let expected = [file("a", text(b'a')), truncated(2 * BLOCK)];
            assert_eq!(viewer(most).view(cut), expected);
            let told = Told::Error("no disk".to_owned());
            let expected = [file("a", text(b'a')), Seen::Fault(None, told)];
            assert_eq!(viewer(most).view(cut.chain(Broken)), expected);
        }
    }

    #[test]
    fn the_visitor_may_have_enough() {
        let mut whole = tar().typed(b'L', "L", "x").end();
        whole.extend(tar().file("a", "1").blocks([b'x'; BLOCK]).end());
        let all = view(&whole);
        assert_eq!(all.len(), 3);
        for most_seen in 1..3 {
            let viewer = Viewer {
                most_seen,
                ..Viewer::new()
            };
            assert_eq!(viewer.view(&whole[..]), all[..most_seen]);
        }
    }

    #[test]
    fn a_tar_may_begin_anywhere() {
        let whole = [b"before".to_vec(), tar().file("a", "1").0].concat();
        let mut source = &whole[..];
        let mut bytes = Bytes::new(&mut source);
        bytes.read_exact(&mut [0; 6]).expect("there are six");
        let mut viewer = Viewer::new();
        assert!(read(&mut bytes, &mut 0, &mut viewer).is_continue());
        assert_eq!(viewer.seen, [file("a", "1"), truncated(2 * BLOCK)]);
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

mod sparse {
    use super::*;
    use crate::tar::sparse::{Filled, MOST_SEGMENTS, MapBuilder};

    /// An offset and a length.
    type Segment = (u64, u64);

    /// `ab` at 1, `cd` at 5: what all versions say here, in a file of 8 bytes.
    const FILE: &[u8] = b"\0ab\0\0cd\0";

    fn version_1(size: u64) -> Vec<(&'static str, &'static str)> {
        vec![
            ("GNU.sparse.major", "1"),
            ("GNU.sparse.minor", "0"),
            ("GNU.sparse.name", "sparse"),
            ("GNU.sparse.realsize", if size == 8 { "8" } else { "6" }),
        ]
    }

    fn version_0_1(size: u64) -> Vec<(&'static str, &'static str)> {
        vec![
            ("GNU.sparse.size", if size == 8 { "8" } else { "6" }),
            ("GNU.sparse.numblocks", "2"),
            ("GNU.sparse.name", "sparse"),
            ("GNU.sparse.map", "1,2,5,2"),
        ]
    }

    /// The data of version 1.0.
    fn condensed() -> Vec<u8> {
        with_map("2\n1\n2\n5\n2\n", "abcd")
    }

    fn with_map(map: &str, data: &str) -> Vec<u8> {
        let mut condensed = tar().blocks(map).0;
        condensed.extend_from_slice(data.as_bytes());
        condensed
    }

    /// A header of GNU's old form, with up to four segments.
    fn old(segments: &[(u64, u64)], size: u64, stored: u64) -> Header {
        let mut header = header(b'S', "sparse", stored);
        let gnu = header.as_gnu_mut().expect("it is");
        for (field, segment) in gnu.sparse.iter_mut().zip(segments) {
            field.set_offset(segment.0);
            field.set_length(segment.1);
        }
        gnu.set_real_size(size);
        gnu.set_is_extended(segments.len() > 4);
        header
    }

    /// A member of GNU's old form, with as many blocks of segments as it takes.
    fn old_member(segments: &[(u64, u64)], size: u64, stored: u64) -> Writer {
        let mut writer = tar().bare(old(segments, size, stored));
        let mut rest = segments.get(4..).unwrap_or_default();
        while !rest.is_empty() {
            let (here, behind) = rest.split_at(rest.len().min(21));
            let mut extension = GnuExtSparseHeader::new();
            for (field, segment) in extension.sparse_mut().iter_mut().zip(here) {
                field.set_offset(segment.0);
                field.set_length(segment.1);
            }
            extension.set_is_extended(!behind.is_empty());
            writer = writer.blocks(extension.as_bytes());
            rest = behind;
        }
        writer
    }

    #[test]
    fn the_form_of_old() {
        let three = old_member(&[(1, 2), (5, 2), (8, 0)], 8, 4).blocks("abcd");
        let last = |writer: Writer| view(&writer.file("last", "1").end());
        let expected = [file("sparse", FILE), file("last", "1")];
        assert_eq!(last(three), expected);
        // 100 segments: four in the header, 21 in each of four more blocks, 12 in the last.
        let segments: Vec<_> = (0..100).map(|index| (2 * index + 1, 1)).collect();
        let many = old_member(&segments, 201, 100);
        assert_eq!(many.0.len(), 6 * BLOCK);
        let filled = [&b"\0x".repeat(100)[..], b"\0"].concat();
        let expected = [file("sparse", filled), file("last", "1")];
        assert_eq!(last(many.blocks([b'x'; 100])), expected);
    }

    #[test]
    fn nothing_but_a_hole() {
        let old = old_member(&[(3, 0)], 3, 0);
        let expected = [file("sparse", [0; 3]), file("last", "1")];
        assert_eq!(view(&old.file("last", "1").end()), expected);
        let pax = tar()
            .extended(&[("GNU.sparse.numblocks", "0"), ("GNU.sparse.size", "3")])
            .file("sparse", "")
            .file("last", "1");
        assert_eq!(view(&pax.end()), expected);
    }

    #[test]
    fn the_versions_of_pax() {
        let version_0_0 = [
            ("GNU.sparse.size", "8"),
            ("GNU.sparse.numblocks", "2"),
            ("GNU.sparse.offset", "1"),
            ("GNU.sparse.numbytes", "2"),
            ("GNU.sparse.offset", "5"),
            ("GNU.sparse.numbytes", "2"),
        ];
        let seen = view(
            &tar()
                .extended(&version_0_0)
                .file("a", "abcd")
                .extended(&version_0_1(8))
                .file("b", "abcd")
                .extended(&version_1(8))
                .file("c", condensed())
                .file("last", "1")
                .end(),
        );
        let expected = [
            file("a", FILE),
            file("sparse", FILE),
            file("sparse", FILE),
            file("last", "1"),
        ];
        assert_eq!(seen, expected);
    }

    #[test]
    fn a_size_in_the_extended_header() {
        let mut records = version_1(8);
        records.push(("size", "516"));
        let tar = tar()
            .extended(&records)
            .bare(header(b'0', "a", 0))
            .blocks(condensed())
            .file("last", "1")
            .end();
        assert_eq!(view(&tar), [file("sparse", FILE), file("last", "1")]);
    }

    #[test]
    fn a_map_of_several_blocks() {
        let mut map = String::from("300\n");
        for index in 0..300 {
            writeln!(map, "{}\n1", 2 * index + 1).expect("a String takes all");
        }
        assert!(map.len() > 2 * BLOCK);
        let data = "x".repeat(300);
        let tar = tar()
            .extended(&[
                ("GNU.sparse.major", "1"),
                ("GNU.sparse.minor", "0"),
                ("GNU.sparse.realsize", "600"),
            ])
            .file("a", with_map(&map, &data))
            .end();
        assert_eq!(view(&tar), [file("a", b"\0x".repeat(300))]);
    }

    #[test]
    fn maps_that_do_not_fit() {
        let cases: [(&[Segment], u64, &str); 8] = [
            (&[(1, 2), (2, 2)], 8, ORDER),
            (&[(5, 2), (1, 2)], 8, ORDER),
            (&[(1, 2), (5, 2)], 6, MISFIT),
            (&[(1, 2), (5, 1)], 8, MISFIT),
            (&[(1, 2), (5, 3)], 8, MISFIT),
            (&[(1, 4), (9, 0)], 8, MISFIT),
            (&[(u64::MAX, 4)], 8, MISFIT),
            (&[], 8, MISFIT),
        ];
        for (segments, size, reason) in cases {
            let writer = old_member(segments, size, 4).blocks("abcd");
            let expected = [corrupt_member("sparse", 0, reason), file("last", "1")];
            let seen = view(&writer.file("last", "1").end());
            assert_eq!(seen, expected, "{segments:?} in {size}");
        }
    }

    #[test]
    fn holes_are_read_up_to_a_number_of_bytes() {
        let file = |holes: &mut u64| {
            let mut map = MapBuilder::default();
            map.push(Some(2), Some(1));
            map.push(Some(4), Some(1));
            let map = map
                .fit(Some(8), 2)
                .unwrap_or_else(|wrong| panic!("{wrong}"));
            let mut text = Vec::new();
            let end = Filled::new(&b"ab"[..], map, holes, 7).read_to_end(&mut text);
            (text, end.map_err(|error| Told::by(&error)))
        };
        let mut holes = 9;
        assert_eq!(file(&mut holes), (b"\0\0a\0b\0\0\0".to_vec(), Ok(8)));
        // It is a number for all files together.
        assert_eq!(holes, 3);
        let fault = Told::Fault(7, FaultKind::Corrupt("it has too large a hole"));
        assert_eq!(file(&mut holes), (b"\0\0a\0b".to_vec(), Err(fault)));
        assert_eq!(holes, 0);
    }

    #[test]
    fn broken_maps_in_records() {
        let map = |map| vec![("GNU.sparse.size", "8"), ("GNU.sparse.map", map)];
        let cases = [
            (map("1,2,5"), NUMBER),
            (map("1,2,5,x"), NUMBER),
            (map("1,2,5,-2"), NUMBER),
            (map("1,2,18446744073709551615,2"), MISFIT),
            (map(""), MISFIT),
            (
                vec![("GNU.sparse.map", "1,4")],
                "a sparse member has no size",
            ),
            (vec![("GNU.sparse.numbytes", "4")], NUMBER),
            (
                vec![("GNU.sparse.major", "2"), ("GNU.sparse.minor", "0")],
                "a sparse member is of an unknown version",
            ),
        ];
        for (pairs, reason) in cases {
            let extended = tar().extended(&pairs);
            let tar = extended.file("a", "abcd").file("last", "1").end();
            let expected = [corrupt_member("a", 2 * BLOCK, reason), file("last", "1")];
            assert_eq!(view(&tar), expected, "{pairs:?}");
        }
    }

    #[test]
    fn broken_maps_before_the_data() {
        let cases = [
            ("2\n1\n2\n5\n", NUMBER),
            ("x", NUMBER),
            ("\n", NUMBER),
            ("1\n1\n99999999999999999999\n", NUMBER),
            ("2\n5\n2\n1\n2\n", ORDER),
            ("0\n", MISFIT),
            ("9999999999\n1\n2\n", NUMBER),
        ];
        for (map, reason) in cases {
            let tar = tar()
                .extended(&version_1(8))
                .file("a", with_map(map, "abcd"))
                .file("last", "1")
                .end();
            let expected = [
                corrupt_member("sparse", 2 * BLOCK, reason),
                file("last", "1"),
            ];
            assert_eq!(view(&tar), expected, "{map:?}");
        }
        // There is no room for a map at all.
        let short = tar().extended(&version_1(8)).file("a", "abcd");
        let expected = [
            corrupt_member("sparse", 2 * BLOCK, NUMBER),
            file("last", "1"),
        ];
        assert_eq!(view(&short.file("last", "1").end()), expected);
    }

    #[test]
    fn a_million_segments() {
        let segments: Vec<_> = (0..1_000_000).map(|index| (2 * index, 1)).collect();
        let expected = [corrupt_member("sparse", 0, SEGMENTS), file("last", "1")];
        let old = old_member(&segments, 2_000_000, 5).blocks("abcde");
        let old = old.file("last", "1").end();
        assert!(old.len() > 24_000_000);
        assert_eq!(Viewer::new().view(&old[..]), expected);

        let mut map = String::from("1000000\n");
        for (offset, len) in segments {
            writeln!(map, "{offset}\n{len}").expect("a String takes all");
        }
        let new = tar().extended(&version_1(8)).file("a", with_map(&map, ""));
        let new = new.file("last", "1").end();
        let expected = [
            corrupt_member("sparse", 2 * BLOCK, SEGMENTS),
            file("last", "1"),
        ];
        assert_eq!(Viewer::new().view(&new[..]), expected);
    }

    #[test]
    fn as_many_segments_as_may_be() {
        let segments: Vec<_> = (0..MOST_SEGMENTS).map(|index| (2 * index, 1)).collect();
        let data = vec![b'x'; MOST_SEGMENTS as usize];
        let tar = old_member(&segments, 2 * MOST_SEGMENTS, MOST_SEGMENTS);
        let tar = tar.blocks(data).end();
        let expected = b"x\0".repeat(MOST_SEGMENTS as usize);
        assert!(Viewer::new().view(&tar[..]) == [file("sparse", expected)]);
    }

    #[test]
    fn cut_in_a_map_or_its_data() {
        let cut_map = old_member(&[(0, 1); 5], 9, 5).0;
        let told = Told::Fault(0, FaultKind::Truncated);
        let expected = [Seen::Fault(Some("sparse".to_owned()), told)];
        assert_eq!(view(&cut_map[..BLOCK + 5]), expected);
        let whole = old_member(&[(1, 2), (5, 2)], 8, 4).blocks("abcd").0;
        let cut_data = &whole[..BLOCK + 3];
        assert_eq!(view(cut_data), [cut("sparse", b"\0ab\0\0c", 0)]);
    }

    #[test]
    fn a_map_of_another_form() {
        let mut other = Header::new_ustar();
        named(&mut other, "a");
        other.set_size(4);
        other.as_old_mut().linkflag = [b'S'];
        let tar = tar().bare(other).blocks("abcd").file("last", "1").end();
        let reason = "a sparse member has no map of GNU's form";
        let expected = [corrupt_member("a", 0, reason), file("last", "1")];
        assert_eq!(view(&tar), expected);
    }

    #[test]
    fn no_flip_of_a_map_does_harm() {
        let whole = tar()
            .extended(&version_1(8))
            .file("a", condensed())
            .extended(&version_0_1(8))
            .file("b", "abcd")
            .file("last", "1")
            .end();
        // The records and maps, and what they are told from; the headers' flips are tried elsewhere.
        for block in [1, 3, 6] {
            for bit in 0..128 * 8 {
                let mut flipped = whole.clone();
                flipped[block * BLOCK + bit / 8] ^= 1 << (bit % 8);
                let seen = Viewer::new().view(&flipped[..]);
                assert!(seen.len() >= 3, "{block}, bit {bit}: {seen:?}");
                assert!(seen.contains(&file("last", "1")), "{block}, bit {bit}");
                // Nothing is longer than its map says, or misplaced unseen.
                for seen in seen {
                    if let Seen::File(name, text) = seen {
                        let is_whole = matches!(text.len(), 0..=9 | 516);
                        assert!(is_whole, "{block}, bit {bit}: {name} {}", text.len());
                    }
                }
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
