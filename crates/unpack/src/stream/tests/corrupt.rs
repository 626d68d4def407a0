use std::io;

use super::{
    MIB, MULTIPLE, Method, Outcome, Source, decode, decode_in, read_all,
    samples::{TEXT, all, lines, pack},
};
use crate::{Fault, FaultKind, Format};

#[test]
fn truncated_stream_is_a_fault_at_its_end() {
    for (method, compressed) in all(TEXT) {
        for len in 0..compressed.len() {
            for (piece, room) in [(usize::MAX, 999), (1, 999), (20, 1)] {
                let outcome = decode_in(method, &compressed[..len], piece, room);
                assert_eq!(
                    outcome.fault(),
                    (FaultKind::Truncated, len as u64),
                    "{method:?}"
                );
                assert!(TEXT.starts_with(&outcome.bytes), "{method:?} cut at {len}");
            }
        }
    }
}

/// Asserts that two reads of a stream in different pieces agree, as far as the decoder allows.
#[track_caller]
fn assert_alike(method: Method, one: &Outcome, other: &Outcome) {
    let (fault, other_fault) = (one.maybe_fault(), other.maybe_fault());
    if let Method::Xz | Method::Lzip | Method::LzmaFile | Method::Lzma { .. } = method {
        // The decoder may detect the damage some bytes late.
        let starts = |one: &Outcome, other: &Outcome| one.bytes.starts_with(&other.bytes);
        assert!(starts(one, other) || starts(other, one), "{method:?}");
    } else {
        assert!(one.bytes == other.bytes, "{method:?}");
    }
    if let (Method::Bzip2 | Method::Deflate64, Some((kind, at)), Some((other_kind, other_at))) =
        (method, &fault, &other_fault)
    {
        assert_eq!(kind, other_kind);
        assert!(at.abs_diff(*other_at) <= 8, "{at} and {other_at}");
    } else {
        assert_eq!(fault, other_fault, "{method:?}");
    }
}

#[test]
fn corrupt_streams_end_however_they_are_read() {
    let compress = (Method::Compress, pack(Method::Compress, TEXT));
    for (method, compressed) in all(TEXT).into_iter().chain([compress]) {
        for bit in 0..8 * compressed.len() {
            let mut compressed = compressed.clone();
            compressed[bit / 8] ^= 1 << (bit % 8);
            let outcome = decode(method, &compressed);
            assert_alike(method, &outcome, &decode_in(method, &compressed, 1, 999));
            assert_alike(method, &outcome, &decode_in(method, &compressed, 50, 1));
        }
    }
}

#[test]
fn streams_in_a_container_have_one_member() {
    for (method, compressed) in all(TEXT) {
        // The Deflate64 decoder silently consumes some bytes.
        if MULTIPLE.contains(&method) || method == Method::Deflate64 {
            continue;
        }
        let outcome = decode(method, &[&compressed[..], b"\0"].concat());
        let kind = FaultKind::Trailing;
        assert_eq!(
            outcome.fault(),
            (kind, compressed.len() as u64),
            "{method:?}"
        );
        assert_eq!(outcome.bytes, TEXT);
    }
    let mut compressed = pack(Method::Deflate64, TEXT);
    compressed.extend([0; 4]);
    let outcome = decode(Method::Deflate64, &compressed);
    assert_eq!(outcome.fault().0, FaultKind::Trailing);
    assert_eq!(outcome.bytes, TEXT);
}

#[test]
fn source_errors_are_returned() {
    for (method, compressed) in all(TEXT) {
        for len in 0..=compressed.len() {
            let outer = || Fault::new(Format::Tar, 7, FaultKind::Encrypted).into();
            for error in [io::Error::from_raw_os_error(5), outer()] {
                let (code, is_fault) = (error.raw_os_error(), Fault::of(&error).is_some());
                let mut source = Source::new(&compressed[..len], 10);
                source.end = Some(error);
                let outcome = read_all(method, &mut source, 7, 8 * MIB);
                let error = outcome.error.expect("an error of the source");
                assert_eq!(
                    error.raw_os_error(),
                    code,
                    "{method:?} {len} of {} {error:?}",
                    compressed.len()
                );
                let fault = Fault::of(&error);
                assert_eq!(fault.is_some(), is_fault);
                assert!(fault.is_none_or(|fault| fault.format() == Format::Tar));
                // All bytes before the error are decoded, as if the source ended there.
                let cut = decode(method, &compressed[..len]);
                assert!(outcome.bytes == cut.bytes, "{method:?} at {len}");
            }
        }
    }
}

#[test]
fn blocks_before_a_fault_are_decoded() {
    let text = lines(1_000_000);
    for (method, compressed) in all(&text) {
        let cut = decode(method, &compressed[..compressed.len() * 3 / 4]);
        assert!(text.starts_with(&cut.bytes), "{method:?}");
        assert!(
            cut.bytes.len() > text.len() / 2,
            "{method:?}: {}",
            cut.bytes.len()
        );
        let mut broken = compressed.clone();
        broken[compressed.len() * 3 / 4..].fill(0x55);
        let broken = decode(method, &broken);
        assert!(broken.error.is_some(), "{method:?}");
        assert!(broken.bytes.len() >= cut.bytes.len() / 2, "{method:?}");
    }
}
