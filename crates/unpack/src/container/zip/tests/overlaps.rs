//! Tests with overlapping members, which are not read.

use urlsift_tests::packing::zip::{Entry, Sizes, ZipWriter};

use super::{Item, Recorder, intact, items, record, record_with};
use crate::FaultKind;

/// Appends a directory with these entries at these offsets, and an end record.
fn directory(bytes: &[u8], members: &[(&Entry, usize)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(bytes, &[]);
    for (entry, offset) in members {
        let mut one = ZipWriter::new(b"", &[(*entry).clone()]);
        let header = one.directory;
        let offset = (*offset as u64).to_le_bytes();
        // APPNOTE 4.3.12 and 4.5.3: after both sizes.
        let (at, width) = match entry.sizes {
            Sizes::Zip64 => (46 + entry.name.len() + 4 + 16, 8),
            _ => (42, 4),
        };
        one.bytes[header + at..][..width].copy_from_slice(&offset[..width]);
        writer.bytes.extend(&one.bytes[header..]);
    }
    writer.end = writer.bytes.len();
    if members.len() > usize::from(u16::MAX) {
        return writer.end64(members.len() as u64).bytes;
    }
    writer.end(members.len(), b"").bytes
}

/// Returns the bytes of consecutive members, and the offset of each.
fn members(entries: &[&Entry]) -> (Vec<u8>, Vec<usize>) {
    let mut bytes = Vec::new();
    let mut offsets = Vec::new();
    for entry in entries {
        let one = ZipWriter::new(b"", &[(*entry).clone()]);
        offsets.push(bytes.len());
        bytes.extend(&one.bytes[..one.directory]);
    }
    (bytes, offsets)
}

fn overlap(members: u64) -> Item {
    Item::Fault(None, Some(FaultKind::Overlap { members }))
}

#[test]
fn member_listed_several_times_is_read_once() {
    for entry in [
        Entry::stored("a", b"text"),
        Entry::deflated("a", b"text"),
        Entry::stored("a", b""),
        Entry::stored("a", b"text").sizes(Sizes::Zip64),
        Entry::deflated("a", b"text").described(),
    ] {
        let (bytes, _) = members(&[&entry]);
        let text = if entry.size == 0 { &b""[..] } else { b"text" };
        let zip = directory(&bytes, &[(&entry, 0); 3]);
        assert_eq!(items(&zip), [intact("a", text), overlap(2)]);
    }
}

#[test]
fn overlaps_are_counted_and_reported_once() {
    let entry = Entry::stored("a", &vec![b'.'; 200_000]);
    let (bytes, _) = members(&[&entry]);
    let zip = directory(&bytes, &vec![(&entry, 0); 70_000]);
    let recorder = record(&mut &*zip);
    assert_eq!(recorder.items.len(), 2);
    assert_eq!(recorder.items[1], overlap(69_999));
    assert_eq!(recorder.offsets, [0]);
}

/// The better zip bomb: the data of each member hold the local header and the data of the next one, in a
/// stored block of Deflate (RFC 1951 §3.2.4).
#[test]
fn member_in_the_data_of_another_is_not_read() {
    let last = Entry::deflated("c", b"the kernel");
    let (mut bytes, _) = members(&[&last]);
    let mut named = vec![(last, 0)];
    for name in ["b", "a"] {
        // The block contains the header; the data of the next member follow.
        let (next, _) = &named[0];
        let header = &bytes[..=30];
        let mut compressed = vec![0];
        compressed.extend((header.len() as u16).to_le_bytes());
        compressed.extend((!(header.len() as u16)).to_le_bytes());
        compressed.extend(header);
        compressed.extend(&next.compressed);
        let mut text = header.to_vec();
        text.extend(unpacked(&next.compressed));
        let entry = Entry {
            compressed,
            ..Entry::deflated(name, &text)
        };
        let (outer, _) = members(&[&entry]);
        // The next member begins where the block's header ends.
        let at = 30 + 1 + 5;
        assert!(outer[at..].starts_with(header));
        for (_, offset) in &mut named {
            *offset += at;
        }
        bytes = outer;
        named.insert(0, (entry, 0));
    }
    let all: Vec<_> = named
        .iter()
        .map(|(entry, offset)| (entry, *offset))
        .collect();
    let text = unpacked(&named[0].0.compressed);
    let zip = directory(&bytes, &all);
    assert_eq!(items(&zip), [intact("a", &text), overlap(2)]);
    // Each byte is read once, in any order.
    let reversed: Vec<_> = all.iter().rev().copied().collect();
    let zip = directory(&bytes, &reversed);
    assert_eq!(items(&zip), [intact("c", b"the kernel"), overlap(2)]);
}

fn unpacked(compressed: &[u8]) -> Vec<u8> {
    use std::io::Read;

    let mut text = Vec::new();
    let mut decoder = flate2::read::DeflateDecoder::new(compressed);
    decoder.read_to_end(&mut text).expect("valid data");
    text
}

#[test]
fn members_without_overlap_are_read_in_any_order() {
    let entries = ["a", "b", "c", "d"].map(|name| Entry::stored(name, name.as_bytes()).described());
    let (bytes, offsets) = members(&entries.each_ref());
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
        let named = order.map(|number| (&entries[number], offsets[number]));
        let expected = order.map(|number| {
            let name = &entries[number].name;
            intact(str::from_utf8(name).expect("a letter"), name)
        });
        assert_eq!(items(&directory(&bytes, &named)), expected);
    }
}

/// A recorded size that is too large must not lose the following members.
#[test]
fn member_ends_with_its_compressed_data() {
    let (long, next) = (Entry::deflated("a", b"text"), Entry::stored("b", b"more"));
    let (bytes, offsets) = members(&[&long, &next]);
    let extra = vec![0; 20];
    let wrong = Entry {
        compressed: [&long.compressed[..], &extra].concat(),
        ..long
    };
    let zip = directory(&bytes, &[(&wrong, offsets[0]), (&next, offsets[1])]);
    let trailing = FaultKind::Corrupt("trailing bytes after the compressed data");
    let expected = [
        Item::Member("a".into(), b"text".to_vec(), Some(trailing)),
        intact("b", b"more"),
    ];
    assert_eq!(items(&zip), expected);
    // Also if nobody reads the member to its end.
    let heads = Recorder {
        max_bytes: Some(2),
        ..Recorder::default()
    };
    let heads = record_with(heads, &mut &*zip);
    assert_eq!(heads.items, [intact("a", b"te"), intact("b", b"mo")]);
}

/// The members that are found do not depend on how much of each is read.
#[test]
fn wrong_end_of_an_unread_member_hides_none_in_any_order() {
    let entries =
        ["a", "b", "c", "d"].map(|name| Entry::deflated(name, name.repeat(99).as_bytes()));
    let (bytes, offsets) = members(&entries.each_ref());
    // The first member seems to extend up to the third one, or to the end.
    for end in [offsets[2], bytes.len()] {
        let mut wrong = entries.clone();
        wrong[0].compressed.resize(end - 31, 0);
        for order in [
            [0, 1, 2, 3],
            [0, 2, 1, 3],
            [0, 3, 1, 2],
            [3, 2, 0, 1],
            [2, 0, 3, 1],
        ] {
            let named = order.map(|number| (&wrong[number], offsets[number]));
            let zip = directory(&bytes, &named);
            let read = |max_bytes| -> Vec<String> {
                let recorder = Recorder {
                    max_bytes,
                    ..Recorder::default()
                };
                let items = record_with(recorder, &mut &*zip).items.into_iter();
                items
                    .map(|item| match item {
                        Item::Member(name, ..) => name,
                        fault @ Item::Fault(..) => format!("{fault:?}"),
                    })
                    .collect()
            };
            let all = read(None);
            for most in [0, 1, 98] {
                assert_eq!(read(Some(most)), all, "{order:?}, {most} bytes read");
            }
        }
    }
}

#[test]
fn directory_is_not_a_member() {
    // A member whose name is a local header with data.
    let inner = Entry::stored("x", b"inner");
    let (inside, _) = members(&[&inner]);
    let outer = Entry::stored(&inside, b"outer");
    let (bytes, _) = members(&[&outer]);
    let at = bytes.len() + 46;
    let zip = directory(&bytes, &[(&outer, 0), (&inner, at)]);
    let Item::Member(_, text, None) = &items(&zip)[0] else {
        panic!("{:?}", items(&zip))
    };
    assert_eq!(text, b"outer");
    assert_eq!(items(&zip)[1..], [overlap(1)]);
}
