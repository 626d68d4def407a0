use std::{
    fs::File,
    io::{self, Read, Write},
    ops::ControlFlow,
};

use super::{
    Location,
    emit::Emitter,
    making::{Entry, Making, Sizes, entry, extra, zip},
    member::crc_of,
    read, reader,
    store::{MOST_IN_MEMORY, Store},
};
use crate::{
    Fault, FaultKind,
    event::{Event, Events},
    peek::PeekReader,
    stream::Memory,
};

const WINDOW: u64 = 128 << 20;

/// What a reader of a zip is shown: a member, its bytes, and what was told at their end; or a fault.
#[derive(Debug, PartialEq)]
enum Shown {
    Member(String, Vec<u8>, Option<FaultKind>),
    Fault(Option<String>, Option<FaultKind>),
}

#[derive(Default)]
struct Seen {
    shown: Vec<Shown>,
    offsets: Vec<u64>,
    /// Ends after so many.
    most: Option<usize>,
}

impl Seen {
    fn note(&mut self, error: &io::Error) -> Option<FaultKind> {
        let fault = Fault::of(error)?;
        self.offsets.push(fault.offset());
        Some(fault.kind().clone())
    }

    fn push(&mut self, shown: Shown) -> ControlFlow<()> {
        self.shown.push(shown);
        match self.most {
            Some(most) if self.shown.len() >= most => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}

fn text(name: &[u8]) -> String {
    String::from_utf8(name.to_vec()).expect("names are UTF-8")
}

impl Seen {
    fn event(&mut self, event: Event<'_>) -> ControlFlow<()> {
        match event {
            Event::Member { name, bytes } => self.member(name, bytes),
            Event::Fault { name, error } => {
                let kind = self.note(&error);
                self.push(Shown::Fault(name.map(text), kind))
            }
        }
    }

    fn member(&mut self, name: &[u8], bytes: &mut dyn Read) -> ControlFlow<()> {
        let mut read = Vec::new();
        let error = bytes.read_to_end(&mut read).err();
        assert_eq!(bytes.read(&mut [0]).expect("it is over"), 0);
        let kind = error.and_then(|error| self.note(&error));
        self.push(Shown::Member(text(name), read, kind))
    }
}

/// Reads at most so many bytes at once, and fails at the end, if told to.
struct Pieces<'p> {
    bytes: &'p [u8],
    most: usize,
    fails: bool,
}

impl Read for Pieces<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let len = self.most.min(into.len()).min(self.bytes.len());
        if len == 0 && self.fails && !into.is_empty() {
            return Err(io::Error::other("it failed"));
        }
        let (now, rest) = self.bytes.split_at(len);
        into[..len].copy_from_slice(now);
        self.bytes = rest;
        Ok(len)
    }
}

fn seen_of(from: &mut dyn Read) -> Seen {
    let mut seen = Seen::default();
    let end = read(
        &mut PeekReader::new(from),
        Location::Stream(u64::MAX),
        &Memory::new(WINDOW),
        &mut Events::new(&mut |event| seen.event(event)),
    );
    assert_eq!(end, ControlFlow::Continue(()));
    seen
}

fn shown(bytes: &[u8]) -> Vec<Shown> {
    seen_of(&mut &*bytes).shown
}

fn whole(name: &str, text: &[u8]) -> Shown {
    Shown::Member(name.to_owned(), text.to_vec(), None)
}

fn with(name: &str, text: &[u8], kind: FaultKind) -> Shown {
    Shown::Member(name.to_owned(), text.to_vec(), Some(kind))
}

fn fault(kind: FaultKind) -> Shown {
    Shown::Fault(None, Some(kind))
}

/// Whether something is wrong with the zip as a whole.
fn is_fault(shown: &Shown) -> bool {
    matches!(shown, Shown::Fault(None, Some(_)))
}

fn members(shown: &[Shown]) -> Vec<&Shown> {
    shown
        .iter()
        .filter(|shown| matches!(shown, Shown::Member(..)))
        .collect()
}

const TEXT: &[u8] = b"<URL:http://example.com/> and <URL:http://example.com/>, once more";

/// Two files and one without bytes, in the ways in which sizes are written.
fn some(sizes: Sizes) -> Vec<Entry> {
    let mut entries = vec![
        entry(b"a", 8, TEXT),
        entry(b"dir/b", 0, b"what is stored"),
        entry(b"empty", 0, b""),
        entry(b"z", 8, b"the last one"),
    ];
    for entry in &mut entries {
        entry.sizes = sizes;
        if matches!(sizes, Sizes::After { .. }) {
            entry.flags |= 1 << 3;
        }
    }
    entries
}

fn some_shown() -> Vec<Shown> {
    vec![
        whole("a", TEXT),
        whole("dir/b", b"what is stored"),
        whole("empty", b""),
        whole("z", b"the last one"),
    ]
}

const ALL_SIZES: [Sizes; 6] = [
    Sizes::Header,
    Sizes::Zip64,
    Sizes::After {
        signed: true,
        long: false,
    },
    Sizes::After {
        signed: true,
        long: true,
    },
    Sizes::After {
        signed: false,
        long: false,
    },
    Sizes::After {
        signed: false,
        long: true,
    },
];

#[test]
fn each_method_is_read() {
    for method in [0, 8, 9, 12, 14, 20, 93, 95] {
        let bytes = zip(&[entry(b"a", method, TEXT), entry(b"b", 0, b"x")]);
        let expected = [whole("a", TEXT), whole("b", b"x")];
        assert_eq!(shown(&bytes), expected, "method {method}");
    }
}

#[test]
fn a_member_without_bytes_may_have_no_data_whatever_its_method() {
    let mut none = entry(b"none", 8, b"");
    none.packed.clear();
    assert_eq!(shown(&zip(&[none])), [whole("none", b"")]);
}

#[test]
fn other_methods_and_encrypted_members_are_told_and_the_rest_is_read() {
    let mut locked = entry(b"locked", 8, TEXT);
    locked.flags |= 1;
    let mut aes = entry(b"aes", 0, TEXT);
    aes.method = 99;
    let mut shrunk = entry(b"shrunk", 0, TEXT);
    shrunk.method = 1;
    let entries = [
        entry(b"a", 0, b"1"),
        locked,
        aes,
        shrunk,
        entry(b"z", 0, b"2"),
    ];
    let mut seen = seen_of(&mut &*zip(&entries));
    let named = |name: &str, kind| Shown::Fault(Some(name.to_owned()), Some(kind));
    let mut expected = vec![
        whole("a", b"1"),
        named("locked", FaultKind::Encrypted),
        named("aes", FaultKind::Encrypted),
        named("shrunk", FaultKind::Method(1)),
        whole("z", b"2"),
    ];
    assert_eq!(seen.shown, expected);
    // `a` has a header of 31 bytes and one byte.
    assert_eq!(seen.offsets[0], 32);

    // The same without the directory.
    let making = Making::new(&entries);
    seen = seen_of(&mut &making.bytes[..making.directory]);
    expected.insert(0, fault(FaultKind::Truncated));
    assert_eq!(seen.shown, expected);
    assert_eq!(seen.offsets[..2], [making.directory as u64, 32]);
}

#[test]
fn sizes_stand_in_many_places() {
    for sizes in ALL_SIZES {
        assert_eq!(shown(&zip(&some(sizes))), some_shown());
        let making = Making::new(&some(sizes)).end64(4);
        assert_eq!(shown(&making.bytes), some_shown());
        // Without the end, and without the directory.
        for len in [making.end, making.directory] {
            let shown = shown(&making.bytes[..len]);
            assert_eq!(shown[0], fault(FaultKind::Truncated));
            assert_eq!(shown[1..], some_shown());
        }
    }
}

#[test]
fn an_empty_zip_has_no_members() {
    assert_eq!(shown(&zip(&[])), []);
    assert_eq!(shown(&Making::new(&[]).end(0, b"a comment").bytes), []);
    assert_eq!(shown(b""), [fault(FaultKind::Truncated)]);
}

#[test]
fn what_is_before_the_members_is_no_matter() {
    for marker in [&b"MZ, a program"[..], b"PK00", b"PK\x07\x08"] {
        let mut bytes = marker.to_vec();
        bytes.extend(zip(&some(Sizes::Header)));
        assert_eq!(shown(&bytes), some_shown());

        // With offsets that count it.
        let mut making = Making::default();
        making.bytes.extend(marker);
        for entry in some(Sizes::Header) {
            making.add(entry);
        }
        let bytes = making.directory().end(4, b"").bytes;
        assert_eq!(shown(&bytes), some_shown());
    }
}

#[test]
fn comments_hold_anything() {
    let making = || Making::new(&some(Sizes::Header));
    let sound = making().end(4, b"");
    let record = sound.bytes[sound.end..].to_vec();
    let mut one = record.clone();
    one[8] = 1;
    one[10] = 1;
    let empty = zip(&[]);
    let other = zip(&[entry(b"other", 0, b"not a member")]);
    let signatures = b"PK\x05\x06".repeat(1000);
    for comment in [
        &record,
        &one,
        &empty,
        &other,
        &signatures,
        &b"PK\x05\x06".to_vec(),
    ] {
        assert_eq!(shown(&making().end(4, comment).bytes), some_shown());
        let mut long = comment.clone();
        long.extend(b"and a word");
        assert_eq!(shown(&making().end(4, &long).bytes), some_shown());
    }
}

#[test]
fn two_members_may_have_one_name() {
    let bytes = zip(&[entry(b"a", 8, b"first"), entry(b"a", 0, b"second")]);
    assert_eq!(shown(&bytes), [whole("a", b"first"), whole("a", b"second")]);
}

#[test]
fn only_files_are_members() {
    let special = |name: &[u8], mode: u32, text: &[u8]| {
        let mut entry = entry(name, 0, text);
        entry.attributes = mode << 16;
        entry
    };
    let mut dos = entry(b"dos", 0, b"");
    dos.made_by = 20;
    dos.attributes = 0x10;
    let mut fat = entry(b"fat", 0, b"its mode is no mode");
    fat.made_by = 20;
    fat.attributes = 0o120_777 << 16;
    let entries = [
        entry(b"dir/", 0, b""),
        special(b"dir", 0o040_755, b""),
        dos,
        special(b"link", 0o120_777, b"target"),
        special(b"fifo", 0o010_644, b""),
        special(b"device", 0o020_644, b""),
        special(b"no kind", 0o600, b"a file"),
        fat,
        entry(b"dir/full/", 0, b"no directory"),
        special(b"long", 0o120_777, &[b'x'; 5000]),
    ];
    let expected = [
        whole("no kind", b"a file"),
        whole("fat", b"its mode is no mode"),
        whole("dir/full/", b"no directory"),
        whole("long", &[b'x'; 5000]),
    ];
    assert_eq!(shown(&zip(&entries)), expected);
}

#[test]
fn names_become_utf8() {
    let unicode = |name: &[u8], crc: u32, path: &[u8]| {
        let mut entry = entry(name, 0, b"x");
        let mut data = vec![1];
        data.extend(crc.to_le_bytes());
        data.extend(path);
        entry.extra = extra(0x5455, &[0; 5]);
        entry.extra.extend(extra(0x7075, &data));
        entry
    };
    let mut flagged = entry(b"caf\x82", 0, b"x");
    flagged.flags |= 1 << 11;
    let entries = [
        entry("é".as_bytes(), 0, b"x"),
        // APPNOTE D.1: code page 437, of which 82 is é, 80 is Ç, e1 is ß, ff is a no-break space.
        entry(b"caf\x82", 0, b"x"),
        entry(b"\x80\xe1\xff", 0, b"x"),
        flagged,
        unicode(b"caf?", crc_of(b"caf?"), "café".as_bytes()),
        unicode(b"renamed", crc_of(b"caf?"), "café".as_bytes()),
        unicode(b"broken", crc_of(b"broken"), b"caf\xe9"),
    ];
    let names = ["é", "café", "Çß\u{a0}", "café", "café", "renamed", "broken"];
    let expected: Vec<Shown> = names.iter().map(|name| whole(name, b"x")).collect();
    assert_eq!(shown(&zip(&entries)), expected);
}

#[test]
fn checksums_and_sizes_are_compared_at_the_end() {
    for method in [0, 8] {
        let mut crc = entry(b"crc", method, TEXT);
        crc.crc ^= 1;
        let mut short = entry(b"short", method, TEXT);
        short.size -= 1;
        let mut long = entry(b"long", method, TEXT);
        long.size += 1;
        let bytes = zip(&[crc, short, long, entry(b"z", method, TEXT)]);
        let wrong = |name| with(name, TEXT, FaultKind::Checksum);
        let expected = [
            wrong("crc"),
            wrong("short"),
            wrong("long"),
            whole("z", TEXT),
        ];
        let seen = seen_of(&mut &*bytes);
        assert_eq!(seen.shown, expected);
        assert_eq!(seen.offsets[0], 0);
    }
}

#[test]
fn a_member_without_its_local_header_is_told_and_the_rest_is_read() {
    let making = Making::new(&some(Sizes::Header)).end(4, b"");
    let mut bytes = making.bytes;
    let second = bytes
        .windows(5)
        .position(|window| window == b"dir/b")
        .expect("its name")
        - 30;
    bytes[second] = b'X';
    let mut expected = some_shown();
    let kind = FaultKind::Corrupt("it has no local header");
    expected[1] = Shown::Fault(Some("dir/b".to_owned()), Some(kind));
    let seen = seen_of(&mut &*bytes);
    assert_eq!(seen.shown, expected);
    assert_eq!(seen.offsets, [second as u64]);
}

#[test]
fn another_name_in_the_local_header_is_told() {
    let mut renamed = entry(b"a", 8, TEXT);
    renamed.local_name = b"b".to_vec();
    let kind = FaultKind::Corrupt("its local header has another name");
    assert_eq!(shown(&zip(&[renamed])), [with("a", TEXT, kind)]);
}

#[test]
fn a_directory_that_breaks_off_is_completed_by_the_headers() {
    for sizes in ALL_SIZES {
        let making = Making::new(&some(sizes)).end(4, b"");
        let name = |name: &[u8]| {
            let tail = &making.bytes[making.directory..];
            making.directory
                + tail
                    .windows(name.len())
                    .position(|it| it == name)
                    .expect("it")
        };
        let mut bytes = making.bytes.clone();
        // The signature of the third entry.
        bytes[name(b"empty") - 46] = 0;
        let mut expected = some_shown();
        let kind = FaultKind::Corrupt("its central directory breaks off");
        expected.insert(2, fault(kind));
        assert_eq!(shown(&bytes), expected);

        // More entries than there are.
        let bytes = Making::new(&some(sizes)).end(5, b"").bytes;
        let mut expected = some_shown();
        expected.push(fault(FaultKind::Corrupt("entries are missing")));
        assert_eq!(shown(&bytes), expected);
    }
}

#[test]
fn members_that_no_directory_names_are_shown_too() {
    let first = zip(&[entry(b"first", 0, b"1"), entry(b"other", 8, b"2")]);
    let second = zip(&[entry(b"second", 8, b"3")]);
    let both = [&first[..], &second].concat();
    let expected = [
        whole("first", b"1"),
        whole("other", b"2"),
        fault(FaultKind::Trailing),
        whole("second", b"3"),
    ];
    let seen = seen_of(&mut &*both);
    assert_eq!(seen.shown, expected);
    assert_eq!(seen.offsets, [first.len() as u64]);

    // The first one has lost its end.
    let both = [&first[..first.len() - 22], &second].concat();
    let seen = shown(&both);
    assert!(is_fault(&seen[0]));
    let expected = [
        whole("first", b"1"),
        whole("other", b"2"),
        whole("second", b"3"),
    ];
    assert_eq!(seen[1..], expected);

    // A directory that leaves out the first one.
    let mut making = Making::default();
    making.add(entry(b"first", 8, b"1"));
    let mut rest = Making::default();
    rest.bytes = making.bytes;
    rest.add(entry(b"second", 0, b"2"));
    let kind = FaultKind::Corrupt("it begins with members that its directory does not name");
    let expected = [whole("second", b"2"), fault(kind), whole("first", b"1")];
    assert_eq!(shown(&rest.directory().end(1, b"").bytes), expected);

    // With bytes after it that are nothing at all, or part of a zip.
    let junk = [&first[..], b"\0\0\0\0"].concat();
    let trailing = fault(FaultKind::Trailing);
    let ended = [whole("first", b"1"), whole("other", b"2"), trailing];
    assert_eq!(shown(&junk), ended);
    let half = [&first[..], &second[..37]].concat();
    assert_eq!(shown(&half)[..3], ended);
    let kind = FaultKind::Truncated;
    assert_eq!(shown(&half)[3..], [with("second", b"", kind)]);
}

#[test]
fn a_zip_that_is_stored_in_one_that_is_cut_off_is_not_taken_for_it() {
    let inner = zip(&[entry(b"inner", 0, b"1")]);
    for sizes in ALL_SIZES {
        let mut last = entry(b"i.zip", 0, &inner);
        last.sizes = sizes;
        last.flags = u16::from(matches!(sizes, Sizes::After { .. })) << 3;
        let making = Making::new(&[entry(b"a", 0, TEXT), last]);
        let cut = shown(&making.bytes[..making.directory]);
        assert!(is_fault(&cut[0]));
        assert_eq!(cut[1..], [whole("a", TEXT), whole("i.zip", &inner)]);
    }
    // Cut off in the data.
    let making = Making::new(&[entry(b"a", 0, TEXT), entry(b"i.zip", 0, &inner)]);
    let cut = shown(&making.bytes[..making.directory - 1]);
    let part = with("i.zip", &inner[..inner.len() - 1], FaultKind::Truncated);
    assert_eq!(cut[1..], [whole("a", TEXT), part]);
}

#[test]
fn the_end_of_compressed_data_tells_where_a_member_ends_if_nothing_else_does() {
    let entries = some(Sizes::After {
        signed: true,
        long: false,
    });
    let making = Making::new(&entries);
    let mut bytes = making.bytes[..making.directory].to_vec();
    let at = bytes
        .windows(4)
        .position(|it| it == b"PK\x07\x08")
        .expect("one");
    bytes[at + 8] ^= 1;
    let shown = shown(&bytes);
    let kind = FaultKind::Corrupt("no data descriptor fits its data");
    assert_eq!(shown[1], with("a", TEXT, kind));
    assert_eq!(shown[2..], some_shown()[1..]);
}

/// What is complete in the first `len` bytes of a zip must be found, what is cut in part, nothing twice.
#[test]
fn whatever_is_left_of_a_file_that_is_cut_off_is_found() {
    let text = |name: &str| -> Vec<u8> {
        let shown = some_shown();
        let found = shown.into_iter().find_map(|shown| match shown {
            Shown::Member(other, text, _) if other == name => Some(text),
            _ => None,
        });
        found.expect("a known name")
    };
    for sizes in ALL_SIZES {
        let mut ends = Vec::new();
        let mut making = Making::default();
        for entry in some(sizes) {
            let start = making.bytes.len();
            making.add(entry);
            ends.push((start, making.bytes.len()));
        }
        let bytes = Making::new(&some(sizes)).end(4, b"a comment").bytes;
        for len in 0..bytes.len() {
            let shown = shown(&bytes[..len]);
            assert!(shown.iter().any(is_fault), "{len}");
            let members = members(&shown);
            let complete = ends.iter().filter(|(_, end)| *end <= len).count();
            let begun = ends.iter().filter(|(start, _)| *start < len).count();
            assert!(
                (complete..=begun).contains(&members.len()),
                "{len}: {shown:?}"
            );
            for (index, member) in members.iter().enumerate() {
                let Shown::Member(name, read, kind) = member else {
                    continue;
                };
                let expected = text(name);
                if index < complete {
                    assert_eq!((read, kind), (&expected, &None), "{len}");
                    continue;
                }
                // After a stored one that has no length, part of its descriptor is read too.
                let common = read.len().min(expected.len());
                assert_eq!(read[..common], expected[..common], "{len}");
                assert!(read.len() < expected.len() + 24);
                // What is missing may be no more than half of a descriptor.
                let is_whole = read == &expected && kind.is_none();
                let is_told = kind == &Some(FaultKind::Truncated);
                assert!(is_whole || is_told, "{len}: {kind:?}");
            }
        }
    }
}

/// No bit can be wrong without a fault, but where nothing is lost by it.
#[test]
fn one_wrong_bit_is_noticed_or_does_nothing() {
    let after = Sizes::After {
        signed: true,
        long: false,
    };
    for sizes in [Sizes::Header, Sizes::Zip64, after] {
        let mut entries = some(sizes);
        // Attributes tell by one bit that a file is none, and nothing else does; see the module.
        for entry in &mut entries {
            entry.made_by = 0;
            entry.attributes = 0;
        }
        let making = Making::new(&entries);
        let making = match sizes {
            Sizes::Zip64 => making.end64(4),
            _ => making.end(4, b"comment"),
        };
        // The member without bytes is a directory, by a bit.
        let mut fewer = some_shown();
        fewer.remove(2);
        for at in 0..making.bytes.len() {
            for bit in 0..8 {
                let mut bytes = making.bytes.clone();
                bytes[at] ^= 1 << bit;
                let shown = shown(&bytes);
                let is_told = shown
                    .iter()
                    .any(|shown| !matches!(shown, Shown::Member(_, _, None)));
                let is_harmless = shown == some_shown() || shown == fewer;
                assert!(is_told || is_harmless, "byte {at}, bit {bit}: {shown:?}");
            }
        }
    }
}

#[test]
fn the_end_of_interest_ends_it() {
    let bytes = zip(&some(Sizes::Header));
    for cut in [0, 30] {
        for most in 1..4 {
            let mut seen = Seen {
                most: Some(most),
                ..Seen::default()
            };
            let mut from = &bytes[..bytes.len() - cut];
            let end = read(
                &mut PeekReader::new(&mut from),
                Location::Stream(u64::MAX),
                &Memory::new(WINDOW),
                &mut Events::new(&mut |event| seen.event(event)),
            );
            assert_eq!((end, seen.shown.len()), (ControlFlow::Break(()), most));
        }
    }
}

/// What is searched for stands at any place, so also at the end of what is in memory at once.
#[test]
fn a_walk_sees_what_stands_across_its_window() {
    let window = 160 << 10;
    for len in window - 40..window + 40 {
        let mut making = Making::default();
        making.bytes = vec![b'.'; len];
        making.add(entry(b"a", 0, b"x"));
        assert_eq!(shown(&making.bytes)[1..], [whole("a", b"x")], "{len}");

        let mut making = Making::default();
        let text = vec![b'.'; len];
        for (signed, long) in [(true, false), (false, true)] {
            making.add(entry(b"a", 0, &text).after(signed, long));
        }
        let expected = [whole("a", &text), whole("a", &text)];
        assert!(shown(&making.bytes)[1..] == expected, "{len}");
    }
}

#[test]
fn members_need_not_be_read() {
    let making = Making::new(&some(Sizes::After {
        signed: true,
        long: false,
    }));
    let mut broken = making.bytes[..making.directory].to_vec();
    let at = broken
        .windows(4)
        .position(|it| it == b"PK\x07\x08")
        .expect("one");
    broken[at + 8] ^= 1;
    for bytes in [&zip(&some(Sizes::Header)), &making.bytes, &broken] {
        let mut names = Vec::new();
        let mut handler = |event: Event<'_>| {
            if let Event::Member { name, .. } = event {
                names.push(text(name));
            }
            ControlFlow::Continue(())
        };
        let end = read(
            &mut PeekReader::new(&mut &bytes[..]),
            Location::Stream(u64::MAX),
            &Memory::new(WINDOW),
            &mut Events::new(&mut handler),
        );
        assert_eq!(end, ControlFlow::Continue(()));
        assert_eq!(names, ["a", "dir/b", "empty", "z"]);
    }
}

/// A text that is no shorter when it is compressed.
fn noise(len: usize) -> Vec<u8> {
    let mut state: u32 = 1;
    let next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    std::iter::repeat_with(next).take(len).collect()
}

#[test]
fn a_stream_is_read_like_a_file_however_it_comes() {
    let long = noise(MOST_IN_MEMORY);
    let mut entries = some(Sizes::Header);
    entries.insert(1, entry(b"long", 0, &long));
    let mut expected = some_shown();
    expected.insert(1, whole("long", &long));
    let bytes = zip(&entries);
    for most in [1, 1000, usize::MAX] {
        let mut pieces = Pieces {
            bytes: &bytes,
            most,
            fails: false,
        };
        assert!(
            seen_of(&mut pieces).shown == expected,
            "in pieces of {most}"
        );
    }

    let mut file = tempfile::tempfile().expect("a temporary file");
    file.write_all(&bytes).expect("it takes them");
    let mut seen = Seen::default();
    let mut nothing: &[u8] = b"";
    let end = read(
        &mut PeekReader::new(&mut nothing),
        Location::File(&file),
        &Memory::new(WINDOW),
        &mut Events::new(&mut |event| seen.event(event)),
    );
    assert_eq!(end, ControlFlow::Continue(()));
    assert!(seen.shown == expected);

    let one_by_one = zip(&some(Sizes::Header));
    let mut pieces = Pieces {
        bytes: &one_by_one,
        most: 1,
        fails: false,
    };
    assert_eq!(seen_of(&mut pieces).shown, some_shown());
}

#[test]
fn a_stream_is_in_memory_up_to_its_bound() {
    for (len, is_in_memory) in [
        (0, true),
        (MOST_IN_MEMORY, true),
        (MOST_IN_MEMORY + 1, false),
        (3 * MOST_IN_MEMORY, false),
    ] {
        let bytes = noise(len);
        let (store, failed) = Store::copy(&mut PeekReader::new(&mut &*bytes), u64::MAX);
        assert!(failed.is_none());
        assert_eq!(
            (store.is_in_memory(), store.len()),
            (is_in_memory, len as u64)
        );
        let mut read = Vec::new();
        let mut section = store.section(0..u64::MAX);
        section.read_to_end(&mut read).expect("it was written");
        assert!(read == bytes);
    }
}

#[test]
fn what_came_before_a_stream_failed_is_read() {
    let mut entries = some(Sizes::Header);
    let sound = zip(&entries);
    let pieces = |bytes| Pieces {
        bytes,
        most: 1000,
        fails: true,
    };
    let shown = seen_of(&mut pieces(&sound)).shown;
    assert_eq!(shown[0], Shown::Fault(None, None));
    assert_eq!(shown[1..], some_shown());

    let long = noise(2 * MOST_IN_MEMORY);
    entries.push(entry(b"long", 0, &long));
    let making = Making::new(&entries);
    let shown = seen_of(&mut pieces(&making.bytes[..making.directory - 1])).shown;
    assert_eq!(shown[0], Shown::Fault(None, None));
    assert_eq!(shown[1], fault(FaultKind::Truncated));
    assert_eq!(shown[2..6], some_shown());
    assert!(shown[6] == with("long", &long[..long.len() - 1], FaultKind::Truncated));
}

#[test]
fn a_file_that_cannot_be_read_is_told() {
    // A directory can be opened, and not be read.
    let Ok(file) = File::open(std::env::temp_dir()) else {
        return;
    };
    let mut seen = Seen::default();
    let mut nothing: &[u8] = b"";
    let end = read(
        &mut PeekReader::new(&mut nothing),
        Location::File(&file),
        &Memory::new(WINDOW),
        &mut Events::new(&mut |event| seen.event(event)),
    );
    assert_eq!(end, ControlFlow::Continue(()));
    assert!(seen.shown.iter().all(is_any_fault) && !seen.shown.is_empty());
}

fn is_any_fault(shown: &Shown) -> bool {
    matches!(shown, Shown::Fault(None, _))
}

/// Files that look like members everywhere. Each decoder may look 64 KiB ahead; else no byte may be
/// read more often than the walk says.
#[test]
fn hostile_files_are_read_a_bounded_number_of_times() {
    let mut making = Making::default();
    making.add(entry(b"", 8, b"").after(true, false));
    let header = making.bytes[..30].to_vec();
    let mut locked = header.clone();
    locked[6] |= 1;
    // Data that end at once, and no descriptor that fits.
    let endless = [&header[..], &[3, 0]].concat();
    for pattern in [
        &b"PK\x03\x04"[..],
        b"PK\x05\x06",
        b"PK\x07\x08",
        b"PK\x01\x02",
        b"PK\x07\x08PK\x03\x04",
        &header,
        &locked,
        &endless,
    ] {
        for first in [&b""[..], &header] {
            let mut bytes = first.to_vec();
            bytes.extend(pattern.repeat((256 << 10) / pattern.len()));
            let len = bytes.len() as u64;
            let (store, _) = Store::copy(&mut PeekReader::new(&mut &*bytes), u64::MAX);
            let mut seen = Seen::default();
            let mut handler = |event: Event<'_>| seen.event(event);
            let mut emitter = Emitter {
                store: &store,
                memory: &Memory::new(WINDOW),
                events: &mut Events::new(&mut handler),
            };
            let end = reader::read_store(&mut emitter);
            assert_eq!(end, ControlFlow::Continue(()));
            // Each record that may be the end costs three reads of 4 KiB.
            let ends = 4096 * (12 << 10);
            let members = members(&seen.shown).len() as u64;
            let most = 16 * len + ends + members * (64 << 10);
            let read = store.read.get();
            assert!(read <= most, "{}: {read}", pattern.escape_ascii());
        }
    }
}
