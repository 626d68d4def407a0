//! Tests with streams and files as sources.

use std::{fs::File, io::Write};

use urlsift_tests::packing::noise;

use super::*;
use crate::io::store::MAX_IN_MEMORY;

#[test]
fn break_stops_the_reader() {
    let bytes = zip(&sample_entries(Sizes::Header));
    for cut in [0, 30] {
        for most in 1..4 {
            let mut recorder = Recorder {
                max_items: Some(most),
                ..Recorder::default()
            };
            let mut from = &bytes[..bytes.len() - cut];
            let end = read(
                &mut PeekReader::new(&mut from),
                Location::Stream(&TempSpace::new(u64::MAX)),
                &WindowBudget::new(WINDOW),
                &mut Events::new(&mut |event| recorder.event(event)),
            );
            assert_eq!((end, recorder.items.len()), (ControlFlow::Break(()), most));
        }
    }
}

#[test]
fn stream_and_file_are_read_alike() {
    let long = noise(MAX_IN_MEMORY);
    let mut entries = sample_entries(Sizes::Header);
    entries.insert(1, Entry::stored(b"long", &long));
    let mut expected = sample_items();
    expected.insert(1, intact("long", &long));
    let bytes = zip(&entries);
    for max_len in [1, 1000, usize::MAX] {
        let mut pieces = Pieces {
            bytes: &bytes,
            max_len,
            fails: false,
        };
        assert!(
            record(&mut pieces).items == expected,
            "in pieces of {max_len}"
        );
    }

    let mut file = tempfile::tempfile().expect("a temporary file");
    file.write_all(&bytes).expect("a write");
    let mut recorder = Recorder::default();
    let mut nothing: &[u8] = b"";
    let end = read(
        &mut PeekReader::new(&mut nothing),
        Location::File(&file, &TempSpace::new(u64::MAX)),
        &WindowBudget::new(WINDOW),
        &mut Events::new(&mut |event| recorder.event(event)),
    );
    assert_eq!(end, ControlFlow::Continue(()));
    assert!(recorder.items == expected);

    let one_by_one = zip(&sample_entries(Sizes::Header));
    let mut pieces = Pieces {
        bytes: &one_by_one,
        max_len: 1,
        fails: false,
    };
    assert_eq!(record(&mut pieces).items, sample_items());
}

#[test]
fn small_stream_stays_in_memory() {
    for (len, is_in_memory) in [
        (0, true),
        (MAX_IN_MEMORY, true),
        (MAX_IN_MEMORY + 1, false),
        (3 * MAX_IN_MEMORY, false),
    ] {
        let bytes = noise(len);
        let (store, failed) = Store::copy(
            &mut PeekReader::new(&mut &*bytes),
            Format::Zip,
            &TempSpace::new(u64::MAX),
        );
        assert!(failed.is_none());
        assert_eq!(
            (store.is_in_memory(), store.len()),
            (is_in_memory, len as u64)
        );
        let mut read = Vec::new();
        let mut section = store.section(0..u64::MAX);
        section.read_to_end(&mut read).expect("a read");
        assert!(read == bytes);
    }
}

#[test]
fn copy_before_a_stream_error_is_read() {
    let mut entries = sample_entries(Sizes::Header);
    let sound = zip(&entries);
    let pieces = |bytes| Pieces {
        bytes,
        max_len: 1000,
        fails: true,
    };
    let items = record(&mut pieces(&sound)).items;
    assert_eq!(items[0], Item::Fault(None, None));
    assert_eq!(items[1..], sample_items());

    let long = noise(2 * MAX_IN_MEMORY);
    entries.push(Entry::stored(b"long", &long));
    let writer = ZipWriter::new(b"", &entries);
    let items = record(&mut pieces(&writer.bytes[..writer.directory - 1])).items;
    assert_eq!(items[0], Item::Fault(None, None));
    assert_eq!(items[1], fault(FaultKind::Truncated));
    assert_eq!(items[2..6], sample_items());
    assert!(items[6] == faulty("long", &long[..long.len() - 1], FaultKind::Truncated));
}

#[test]
fn unreadable_file_is_an_error() {
    // A directory can be opened but not read.
    let Ok(file) = File::open(std::env::temp_dir()) else {
        return;
    };
    let mut recorder = Recorder::default();
    let mut nothing: &[u8] = b"";
    let end = read(
        &mut PeekReader::new(&mut nothing),
        Location::File(&file, &TempSpace::new(u64::MAX)),
        &WindowBudget::new(WINDOW),
        &mut Events::new(&mut |event| recorder.event(event)),
    );
    assert_eq!(end, ControlFlow::Continue(()));
    assert!(recorder.items.iter().all(is_any_fault) && !recorder.items.is_empty());
}

fn is_any_fault(item: &Item) -> bool {
    matches!(item, Item::Fault(None, _))
}

#[test]
fn members_need_not_be_read() {
    let after = Sizes::After {
        signed: true,
        long: false,
    };
    let described = zip(&sample_entries(after));
    let sound = ZipWriter::new(b"", &sample_entries(Sizes::Header));
    let broken = sound.bytes[..sound.directory].to_vec();
    for bytes in [&described, &sound.bytes, &broken] {
        let mut names = Vec::new();
        let mut handler = |event: Event<'_>| {
            if let Event::Member { name, .. } = event {
                names.push(text(name));
            }
            ControlFlow::Continue(())
        };
        let end = read(
            &mut PeekReader::new(&mut &bytes[..]),
            Location::Stream(&TempSpace::new(u64::MAX)),
            &WindowBudget::new(WINDOW),
            &mut Events::new(&mut handler),
        );
        assert_eq!(end, ControlFlow::Continue(()));
        assert_eq!(names, ["a", "dir/b", "empty", "z"]);
    }
}
