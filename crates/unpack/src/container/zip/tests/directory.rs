//! Tests for the central directory and its end record.

use super::*;

#[test]
fn empty_zip_has_no_members() {
    assert_eq!(items(&zip(&[])), []);
    assert_eq!(
        items(&ZipWriter::new(b"", &[]).end(0, b"a comment").bytes),
        []
    );
    assert_eq!(items(b""), [fault(FaultKind::Truncated)]);
}

#[test]
fn prefix_is_ignored() {
    for marker in [&b"MZ, a program"[..], b"PK00", b"PK\x07\x08"] {
        let mut bytes = marker.to_vec();
        bytes.extend(zip(&sample_entries(Sizes::Header)));
        assert_eq!(items(&bytes), sample_items());

        // With offsets that include the marker.
        let bytes = zip_between(marker, &sample_entries(Sizes::Header), b"");
        assert_eq!(items(&bytes), sample_items());
    }
}

#[test]
fn comment_may_contain_anything() {
    let writer = || ZipWriter::new(b"", &sample_entries(Sizes::Header));
    let sound = writer().end(4, b"");
    let record = sound.bytes[sound.end..].to_vec();
    let mut one = record.clone();
    one[8] = 1;
    one[10] = 1;
    let empty = zip(&[]);
    let other = zip(&[Entry::stored(b"other", b"not a member")]);
    let signatures = b"PK\x05\x06".repeat(1000);
    for comment in [
        &record,
        &one,
        &empty,
        &other,
        &signatures,
        &b"PK\x05\x06".to_vec(),
    ] {
        assert_eq!(items(&writer().end(4, comment).bytes), sample_items());
        let mut long = comment.clone();
        long.extend(b"and a word");
        assert_eq!(items(&writer().end(4, &long).bytes), sample_items());
    }
}

#[test]
fn missing_local_header_is_a_fault() {
    let writer = ZipWriter::new(b"", &sample_entries(Sizes::Header)).end(4, b"");
    let mut bytes = writer.bytes;
    let second = bytes
        .windows(5)
        .position(|window| window == b"dir/b")
        .expect("the name")
        - 30;
    bytes[second] = b'X';
    let mut expected = sample_items();
    let kind = FaultKind::Corrupt("no local header");
    expected[1] = Item::Fault(Some("dir/b".to_owned()), Some(kind));
    let recorder = record(&mut &*bytes);
    assert_eq!(recorder.items, expected);
    assert_eq!(recorder.offsets, [second as u64]);
}

#[test]
fn local_headers_complete_a_corrupt_directory() {
    for sizes in ALL_SIZES {
        let writer = ZipWriter::new(b"", &sample_entries(sizes)).end(4, b"");
        let name = |name: &[u8]| {
            let tail = &writer.bytes[writer.directory..];
            writer.directory
                + tail
                    .windows(name.len())
                    .position(|window| window == name)
                    .expect("the name")
        };
        let mut bytes = writer.bytes.clone();
        // The signature of the third entry.
        bytes[name(b"empty") - 46] = 0;
        let mut expected = sample_items();
        let kind = FaultKind::Corrupt("invalid directory entry");
        expected.insert(2, fault(kind));
        assert_eq!(items(&bytes), expected);

        // With more entries recorded than present.
        let bytes = ZipWriter::new(b"", &sample_entries(sizes))
            .end(5, b"")
            .bytes;
        let mut expected = sample_items();
        expected.push(fault(FaultKind::Corrupt(
            "the directory has fewer entries than recorded",
        )));
        assert_eq!(items(&bytes), expected);
    }
}

#[test]
fn members_of_a_zip_after_another_are_found() {
    let first = zip(&[
        Entry::stored(b"first", b"1"),
        Entry::deflated(b"other", b"2"),
    ]);
    let second = zip(&[Entry::deflated(b"second", b"3")]);
    let both = [&first[..], &second].concat();
    let expected = [
        intact("first", b"1"),
        intact("other", b"2"),
        fault(FaultKind::Trailing),
        intact("second", b"3"),
    ];
    let recorder = record(&mut &*both);
    assert_eq!(recorder.items, expected);
    assert_eq!(recorder.offsets, [first.len() as u64]);

    // With a truncated first zip.
    let both = [&first[..first.len() - 22], &second].concat();
    let recorder = items(&both);
    assert!(is_fault(&recorder[0]));
    let expected = [
        intact("first", b"1"),
        intact("other", b"2"),
        intact("second", b"3"),
    ];
    assert_eq!(recorder[1..], expected);

    // With the directory of another zip where the directory of the second one is said to be.
    let same = zip(&[
        Entry::stored(b"third", b"4"),
        Entry::deflated(b"fourt", b"5"),
    ]);
    let again = zip(&[
        Entry::stored(b"fifth", b"6"),
        Entry::deflated(b"sixth", b"7"),
    ]);
    let expected = [
        intact("third", b"4"),
        intact("fourt", b"5"),
        fault(FaultKind::Trailing),
        intact("fifth", b"6"),
        intact("sixth", b"7"),
    ];
    assert_eq!(items(&[same, again].concat()), expected);

    // With trailing bytes that are not a zip, or a part of one.
    let junk = [&first[..], b"\0\0\0\0"].concat();
    let trailing = fault(FaultKind::Trailing);
    let ended = [intact("first", b"1"), intact("other", b"2"), trailing];
    assert_eq!(items(&junk), ended);
    let half = [&first[..], &second[..37]].concat();
    assert_eq!(items(&half)[..3], ended);
    let kind = FaultKind::Truncated;
    assert_eq!(items(&half)[3..], [faulty("second", b"", kind)]);
}

#[test]
fn unlisted_members_are_found() {
    // With a directory that omits the first member.
    let mut writer = ZipWriter::default();
    writer.add(Entry::deflated(b"first", b"1"));
    let mut rest = ZipWriter::default();
    rest.bytes = writer.bytes;
    rest.add(Entry::stored(b"second", b"2"));
    let kind = FaultKind::Corrupt("the directory does not list all members");
    let expected = [intact("second", b"2"), fault(kind), intact("first", b"1")];
    assert_eq!(items(&rest.directory().end(1, b"").bytes), expected);

    // With a directory that omits a member between others, or the last one.
    for sizes in ALL_SIZES {
        for omitted in [1, 2] {
            let entries = [b"1", b"2", b"3"].map(|name| Entry::stored(name, name).sizes(sizes));
            let (mut writer, mut listed) = (ZipWriter::default(), ZipWriter::default());
            for (index, entry) in entries.into_iter().enumerate() {
                if index == omitted {
                    writer.bytes = mem::take(&mut listed.bytes);
                    writer.add(entry);
                    listed.bytes = mem::take(&mut writer.bytes);
                } else {
                    listed.add(entry);
                }
            }
            let name = |index: usize| (index + 1).to_string();
            let member = |index: usize| intact(&name(index), name(index).as_bytes());
            let listed_members = (0..3).filter(|&index| index != omitted).map(member);
            let mut expected: Vec<_> = listed_members.collect();
            expected.push(fault(FaultKind::Corrupt(
                "the directory does not list all members",
            )));
            expected.push(member(omitted));
            assert_eq!(
                items(&listed.directory().end(2, b"").bytes),
                expected,
                "{sizes:?}"
            );
        }
    }
}
