//! Tests for the contents of members.

use super::*;

#[test]
fn each_method_is_decoded() {
    for method in Method::ALL {
        let bytes = zip(&[Entry::by(method, b"a", TEXT), Entry::stored(b"b", b"x")]);
        let expected = [intact("a", TEXT), intact("b", b"x")];
        assert_eq!(items(&bytes), expected, "{method:?}");
    }
}

#[test]
fn empty_member_may_have_no_data() {
    let mut none = Entry::deflated(b"none", b"");
    none.compressed.clear();
    assert_eq!(items(&zip(&[none])), [intact("none", b"")]);
}

#[test]
fn unsupported_members_are_faults() {
    let entries = [
        Entry::stored(b"a", b"1"),
        Entry::deflated(b"locked", TEXT).flags(flags::ENCRYPTED),
        Entry::stored(b"aes", TEXT).method(99),
        Entry::stored(b"shrunk", TEXT).method(1),
        Entry::stored(b"z", b"2"),
    ];
    let mut recorder = record(&mut &*zip(&entries));
    let named = |name: &str, kind| Item::Fault(Some(name.to_owned()), Some(kind));
    let mut expected = vec![
        intact("a", b"1"),
        named("locked", FaultKind::Encrypted),
        named("aes", FaultKind::Encrypted),
        named("shrunk", FaultKind::Method(1)),
        intact("z", b"2"),
    ];
    assert_eq!(recorder.items, expected);
    // `a` has a header of 31 bytes, and one byte of data.
    assert_eq!(recorder.offsets[0], 32);

    // Without the directory.
    let writer = ZipWriter::new(b"", &entries);
    recorder = record(&mut &writer.bytes[..writer.directory]);
    expected.insert(0, fault(FaultKind::Truncated));
    assert_eq!(recorder.items, expected);
    assert_eq!(recorder.offsets[..2], [writer.directory as u64, 32]);
}

#[test]
fn sizes_in_all_places() {
    for sizes in ALL_SIZES {
        assert_eq!(items(&zip(&sample_entries(sizes))), sample_items());
        let writer = ZipWriter::new(b"", &sample_entries(sizes)).end64(4);
        assert_eq!(items(&writer.bytes), sample_items());
        // Without the end, and without the directory.
        for len in [writer.end, writer.directory] {
            let items = items(&writer.bytes[..len]);
            assert_eq!(items[0], fault(FaultKind::Truncated));
            assert_eq!(items[1..], sample_items());
        }
    }
}

#[test]
fn duplicate_names() {
    let bytes = zip(&[
        Entry::deflated(b"a", b"first"),
        Entry::stored(b"a", b"second"),
    ]);
    assert_eq!(
        items(&bytes),
        [intact("a", b"first"), intact("a", b"second")]
    );
}

#[test]
fn only_files_are_members() {
    let special =
        |name: &[u8], mode: u32, text: &[u8]| Entry::stored(name, text).attributes(mode << 16);
    let mut dos = Entry::stored(b"dos", b"");
    dos.made_by = 20;
    dos.attributes = 0x10;
    let mut fat = Entry::stored(b"fat", b"its mode is no mode");
    fat.made_by = 20;
    fat.attributes = 0o120_777 << 16;
    let entries = [
        Entry::stored(b"dir/", b""),
        special(b"dir", 0o040_755, b""),
        dos,
        special(b"link", 0o120_777, b"target"),
        special(b"fifo", 0o010_644, b""),
        special(b"device", 0o020_644, b""),
        special(b"no kind", 0o600, b"a file"),
        fat,
        Entry::stored(b"dir/full/", b"no directory"),
        special(b"long", 0o120_777, &[b'x'; 5000]),
    ];
    let expected = [
        intact("no kind", b"a file"),
        intact("fat", b"its mode is no mode"),
        intact("dir/full/", b"no directory"),
        intact("long", &[b'x'; 5000]),
    ];
    assert_eq!(items(&zip(&entries)), expected);
}

#[test]
fn names_are_decoded_to_utf8() {
    let unicode = |name: &[u8], crc: u32, path: &[u8]| {
        let mut entry = Entry::stored(name, b"x");
        let mut data = vec![1];
        data.extend(crc.to_le_bytes());
        data.extend(path);
        entry.extra = extra(0x5455, &[0; 5]);
        entry.extra.extend(extra(0x7075, &data));
        entry
    };
    let entries = [
        Entry::stored("é".as_bytes(), b"x"),
        // APPNOTE D.1: code page 437, of which 82 is é, 80 is Ç, e1 is ß, ff is a no-break space.
        Entry::stored(b"caf\x82", b"x"),
        Entry::stored(b"\x80\xe1\xff", b"x"),
        Entry::stored(b"caf\x82", b"x").flags(flags::UTF8),
        unicode(b"caf?", crc_of(b"caf?"), "café".as_bytes()),
        unicode(b"renamed", crc_of(b"caf?"), "café".as_bytes()),
        unicode(b"broken", crc_of(b"broken"), b"caf\xe9"),
    ];
    let names = ["é", "café", "Çß\u{a0}", "café", "café", "renamed", "broken"];
    let expected: Vec<Item> = names.iter().map(|name| intact(name, b"x")).collect();
    assert_eq!(items(&zip(&entries)), expected);
}

#[test]
fn wrong_checksum_or_size_is_a_fault() {
    for method in [Method::Stored, Method::Deflated] {
        let crc = Entry::by(method, b"crc", TEXT).wrong_crc();
        let mut short = Entry::by(method, b"short", TEXT);
        short.size -= 1;
        let mut long = Entry::by(method, b"long", TEXT);
        long.size += 1;
        let bytes = zip(&[crc, short, long, Entry::by(method, b"z", TEXT)]);
        let wrong = |name| faulty(name, TEXT, FaultKind::Checksum);
        let expected = [
            wrong("crc"),
            wrong("short"),
            wrong("long"),
            intact("z", TEXT),
        ];
        let recorder = record(&mut &*bytes);
        assert_eq!(recorder.items, expected);
        assert_eq!(recorder.offsets[0], 0);
    }
}

#[test]
fn different_local_name_is_a_fault() {
    let mut renamed = Entry::deflated(b"a", TEXT);
    renamed.local_name = b"b".to_vec();
    let kind = FaultKind::Corrupt("its local header has a different name");
    assert_eq!(items(&zip(&[renamed])), [faulty("a", TEXT, kind)]);
}

#[test]
fn members_need_not_be_read() {
    let writer = ZipWriter::new(
        b"",
        &sample_entries(Sizes::After {
            signed: true,
            long: false,
        }),
    );
    let mut broken = writer.bytes[..writer.directory].to_vec();
    let at = broken
        .windows(4)
        .position(|window| window == b"PK\x07\x08")
        .expect("a descriptor");
    broken[at + 8] ^= 1;
    for bytes in [&zip(&sample_entries(Sizes::Header)), &writer.bytes, &broken] {
        let mut names = Vec::new();
        let mut handler = |event: Event<'_>| {
            if let Event::Member { name, .. } = event {
                names.push(text(name));
            }
            ControlFlow::Continue(())
        };
        let end = read(
            &mut PeekReader::new(&mut &bytes[..]),
            Location::Stream(&TempSpace::new(u64::MAX).turn()),
            &WindowBudget::new(WINDOW),
            &mut Events::new(&mut handler),
        );
        assert_eq!(end, ControlFlow::Continue(()));
        assert_eq!(names, ["a", "dir/b", "empty", "z"]);
    }
}
