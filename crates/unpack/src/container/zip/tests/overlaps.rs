//! Tests with overlapping members, which are not read.

use urlsift_tests::packing::zip::{Entry, local, with_directory};

use super::{Item, intact, items};
use crate::FaultKind;

fn overlap(members: u64) -> Item {
    Item::Fault(None, Some(FaultKind::Overlap { members }))
}

/// The better zip bomb: the data of each member hold the local header and the data of the next one, in a
/// stored block of Deflate (RFC 1951 §3.2.4).
#[test]
fn member_in_the_data_of_another_is_not_read() {
    let last = Entry::deflated("c", b"the kernel");
    let (mut bytes, _) = local(&[&last]);
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
        let (outer, _) = local(&[&entry]);
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
    let zip = with_directory(&bytes, &all);
    assert_eq!(items(&zip), [intact("a", &text), overlap(2)]);
    // Each byte is read once, in any order.
    let reversed: Vec<_> = all.iter().rev().copied().collect();
    let zip = with_directory(&bytes, &reversed);
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
fn directory_is_not_a_member() {
    // A member whose name is a local header with data.
    let inner = Entry::stored("x", b"inner");
    let (inside, _) = local(&[&inner]);
    let outer = Entry::stored(&inside, b"outer");
    let (bytes, _) = local(&[&outer]);
    let at = bytes.len() + 46;
    let zip = with_directory(&bytes, &[(&outer, 0), (&inner, at)]);
    let Item::Member(_, text, None) = &items(&zip)[0] else {
        panic!("{:?}", items(&zip))
    };
    assert_eq!(text, b"outer");
    assert_eq!(items(&zip)[1..], [overlap(1)]);
}
