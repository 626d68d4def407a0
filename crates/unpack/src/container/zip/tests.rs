//! Tests of the work that hostile zips cost, and of what is no file. What is read of valid and damaged zips is in the
//! table of `urlsift_tests::packed`.

use std::{fs::File, ops::ControlFlow};

use urlsift_tests::packing::zip::{Entry, ZipWriter};

use super::{emit::Emitter, read, reader};
use crate::{
    Format,
    container::event::{Event, Events},
    io::{
        peek::PeekReader,
        store::{Location, Store},
        temp::TempSpace,
    },
    stream::WindowBudget,
};

const WINDOW: u64 = 128 << 20;

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
            let mut members = 0;
            let mut handler = |event: Event<'_>| {
                if let Event::Member { bytes, .. } = event {
                    let _ = std::io::copy(bytes, &mut std::io::sink());
                    members += 1;
                }
                ControlFlow::Continue(())
            };
            let mut emitter = Emitter {
                store: &store,
                budget: &WindowBudget::new(WINDOW),
                events: &mut Events::new(&mut handler),
            };
            let end = reader::read_store(&mut emitter);
            assert_eq!(end, ControlFlow::Continue(()));
            // Each candidate for the end record costs three reads of 4 KiB.
            let ends = 4096 * (12 << 10);
            let most = 16 * len + ends + members * (64 << 10);
            let read = store.read.get();
            assert!(read <= most, "{}: {read}", pattern.escape_ascii());
        }
    }
}

#[test]
fn unreadable_file_is_an_error() {
    // A directory can be opened but not read.
    let Ok(file) = File::open(std::env::temp_dir()) else {
        return;
    };
    let mut faults = 0;
    let end = read(
        &mut PeekReader::new(&mut &b""[..]),
        Location::File(&file, &TempSpace::new(u64::MAX)),
        &WindowBudget::new(WINDOW),
        &mut Events::new(&mut |event| {
            assert!(matches!(event, Event::Fault { name: None, .. }));
            faults += 1;
            ControlFlow::Continue(())
        }),
    );
    assert_eq!(end, ControlFlow::Continue(()));
    assert!(faults > 0);
}
