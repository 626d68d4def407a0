//! Tests with truncated, corrupt and hostile zips.

use super::*;
use crate::container::zip::{emit::Emitter, reader};

/// In the first `len` bytes of a zip, complete members are read, truncated ones in part, and none twice.
#[test]
fn truncated_zip_is_read_to_its_end() {
    let text = |name: &str| -> Vec<u8> {
        let items = sample_items();
        let found = items.into_iter().find_map(|item| match item {
            Item::Member(other, text, _) if other == name => Some(text),
            _ => None,
        });
        found.expect("a known name")
    };
    for sizes in [Sizes::Header, Sizes::Zip64] {
        let mut ends = Vec::new();
        let mut writer = ZipWriter::default();
        for entry in sample_entries(sizes) {
            let start = writer.bytes.len();
            writer.add(entry);
            ends.push((start, writer.bytes.len()));
        }
        let bytes = ZipWriter::new(b"", &sample_entries(sizes))
            .end(4, b"a comment")
            .bytes;
        for len in 0..bytes.len() {
            let items = items(&bytes[..len]);
            assert!(items.iter().any(is_fault), "{len}");
            let members = members(&items);
            let complete = ends.iter().filter(|(_, end)| *end <= len).count();
            let begun = ends.iter().filter(|(start, _)| *start < len).count();
            assert!(
                (complete..=begun).contains(&members.len()),
                "{len}: {items:?}"
            );
            for (index, member) in members.iter().enumerate() {
                let Item::Member(name, read, kind) = member else {
                    continue;
                };
                let expected = text(name);
                if index < complete {
                    assert_eq!((read, kind), (&expected, &None), "{len}");
                    continue;
                }
                assert!(expected.starts_with(read), "{len}");
                let is_whole = read == &expected && kind.is_none();
                let is_truncated = kind == &Some(FaultKind::Truncated);
                assert!(is_whole || is_truncated, "{len}: {kind:?}");
            }
        }
    }
}

/// Every flipped bit is reported, unless it loses nothing.
#[test]
fn flipped_bits_are_reported_or_harmless() {
    let after = Sizes::After {
        signed: true,
        long: false,
    };
    for sizes in [Sizes::Header, Sizes::Zip64, after] {
        let mut entries = sample_entries(sizes);
        // Without attributes: one bit of them can turn a file into another type; see the module.
        for entry in &mut entries {
            entry.made_by = 0;
            entry.attributes = 0;
        }
        let writer = ZipWriter::new(b"", &entries);
        let writer = match sizes {
            Sizes::Zip64 => writer.end64(4),
            _ => writer.end(4, b"comment"),
        };
        // One bit turns the empty member into a directory.
        let mut fewer = sample_items();
        fewer.remove(2);
        for at in 0..writer.bytes.len() {
            for bit in 0..8 {
                let mut bytes = writer.bytes.clone();
                bytes[at] ^= 1 << bit;
                let items = items(&bytes);
                let is_reported = items
                    .iter()
                    .any(|item| !matches!(item, Item::Member(_, _, None)));
                let is_harmless = items == sample_items() || items == fewer;
                assert!(
                    is_reported || is_harmless,
                    "byte {at}, bit {bit}: {items:?}"
                );
            }
        }
    }
}

/// Reads files full of false signatures. Each decoder may read 64 KiB ahead; apart from that, no byte is read more
/// often than the scan allows.
#[test]
fn hostile_files_are_read_in_linear_time() {
    let mut writer = ZipWriter::default();
    writer.add(Entry::deflated(b"", b"").described());
    let header = writer.bytes[..30].to_vec();
    let mut locked = header.clone();
    locked[6] |= 1;
    // Empty data without a matching descriptor.
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
            let (store, _) = Store::copy(
                &mut PeekReader::new(&mut &*bytes),
                Format::Zip,
                &TempSpace::new(u64::MAX),
            );
            let mut recorder = Recorder::default();
            let mut handler = |event: Event<'_>| recorder.event(event);
            let mut emitter = Emitter {
                store: &store,
                budget: &WindowBudget::new(WINDOW),
                events: &mut Events::new(&mut handler),
            };
            let end = reader::read_store(&mut emitter);
            assert_eq!(end, ControlFlow::Continue(()));
            // Each candidate for the end record costs three reads of 4 KiB.
            let ends = 4096 * (12 << 10);
            let members = members(&recorder.items).len() as u64;
            let most = 16 * len + ends + members * (64 << 10);
            let read = store.read.get();
            assert!(read <= most, "{}: {read}", pattern.escape_ascii());
        }
    }
}
