//! compress, whose streams have neither an end nor a checksum.

use std::{
    io::Write,
    process::{Command, Stdio},
};

use urlsift_tests::{effort, packing::lzw::Lzw};

use super::{
    Method, decode, decode_in,
    samples::{TEXT, lines},
};
use crate::FaultKind;

fn decoded(compressed: &[u8]) -> Vec<u8> {
    decode(Method::Compress, compressed).into_bytes()
}

/// Returns streams of every maximum width, with and without block mode and cleared tables.
fn layouts() -> impl Iterator<Item = Lzw> {
    let clears = [
        None,
        Some(usize::MAX),
        Some(1),
        Some(7),
        Some(1000),
        Some(70_000),
    ];
    let widths = 10..=16;
    widths.flat_map(move |max_width| {
        let layout = move |clear_after| Lzw {
            max_width,
            clear_after,
        };
        clears.into_iter().map(layout)
    })
}

#[test]
fn decoding_is_independent_of_the_layout_and_the_pieces() {
    let repeated = b"ab".repeat(3000);
    // The table of the widest codes fills up.
    let long = lines(500_000);
    assert!(decoded(&Lzw::DEFAULT.pack(&long)) == long);
    let long = &long[..50_000];
    for layout in layouts() {
        for text in [&b""[..], b"x", b"aaa", TEXT, &repeated, long] {
            let compressed = layout.pack(text);
            assert!(decoded(&compressed) == text, "{layout:?}");
        }
        for (piece, room) in [(1, 999), (2, 1), (7, 3)] {
            let compressed = layout.pack(&repeated);
            let decoded = decode_in(Method::Compress, &compressed, piece, room).into_bytes();
            assert!(decoded == repeated, "{layout:?} by {piece} into {room}");
        }
    }
}

#[test]
fn gzip_reads_the_same() {
    let text = lines(50_000);
    for layout in effort::sample(layouts(), 5, 0) {
        let compressed = layout.pack(&text);
        let mut gzip = Command::new("gzip");
        gzip.arg("-dc").stdin(Stdio::piped());
        let Ok(mut gzip) = gzip.stdout(Stdio::piped()).spawn() else {
            return urlsift_tests::real::skip("no gzip");
        };
        let mut stdin = gzip.stdin.take().expect("a pipe");
        let writer = std::thread::spawn(move || stdin.write_all(&compressed));
        let output = gzip.wait_with_output().expect("gzip ends");
        writer.join().expect("no panic").expect("gzip reads all");
        assert!(output.stdout == text, "{layout:?}");
    }
}

#[test]
fn truncated_stream_is_a_prefix_and_a_cut_code_is_a_fault() {
    let compressed = Lzw::DEFAULT.pack(TEXT);
    let mut faults = 0;
    for len in 0..compressed.len() {
        let outcome = decode(Method::Compress, &compressed[..len]);
        assert!(TEXT.starts_with(&outcome.bytes), "{len}");
        if let Some(fault) = outcome.maybe_fault() {
            assert_eq!(fault, (FaultKind::Truncated, len as u64));
            faults += 1;
        }
    }
    // A cut is not visible if the bits after the last whole code are zeros of one byte.
    assert!(faults > compressed.len() / 2, "{faults}");
}

#[test]
fn invalid_codes_are_corrupt() {
    // The bits of the codes, the lowest first, from the fourth byte on.
    let bytes = |codes: &[u32]| {
        let bits = codes
            .iter()
            .flat_map(|code| (0..9).map(move |bit| code >> bit & 1));
        let bits: Vec<_> = bits.collect();
        let byte = |bits: &[u32]| {
            bits.iter()
                .rev()
                .fold(0, |byte, bit| byte << 1 | *bit as u8)
        };
        [
            &b"\x1f\x9d\x90"[..],
            &bits.chunks(8).map(byte).collect::<Vec<_>>(),
        ]
        .concat()
    };
    let a = u32::from(b'a');
    assert_eq!(decoded(&bytes(&[a, a, 257])), b"aaaa");
    assert_eq!(decoded(&bytes(&[a, 257])), b"aaa");
    let fault = decode(Method::Compress, &bytes(&[257])).fault();
    let kind = FaultKind::Corrupt("the first code is not a byte");
    assert_eq!(fault, (kind, 3));
    for (codes, at) in [(&[a, 258][..], 4), (&[a, a, a, 260], 6)] {
        let fault = decode(Method::Compress, &bytes(codes)).fault();
        let kind = FaultKind::Corrupt("a code is not in the table");
        assert_eq!(fault, (kind, at), "{codes:?}");
    }
    // After the table is cleared, the rest of the group is skipped.
    let cleared = bytes(&[a, 256, 0, 0, 0, 0, 0, 0, a, 257]);
    assert_eq!(decoded(&cleared), b"aaaa");
    let cleared = bytes(&[a, 256, 0, 0, 0, 0, 0, 0, 257]);
    assert_eq!(decode(Method::Compress, &cleared).fault().1, 12);
}

#[test]
fn invalid_headers_are_corrupt() {
    for flags in [0x88, 0x91, 0xb0, 0xd0, 0x00] {
        let fault = decode(Method::Compress, &[0x1f, 0x9d, flags]).fault();
        let kind = FaultKind::Corrupt("invalid maximum width of codes");
        assert_eq!(fault, (kind, 0), "{flags:x}");
    }
}
