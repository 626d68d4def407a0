use flate2::Crc;

use super::{
    Method, decode, decode_in,
    samples::{TEXT, pack},
};
use crate::FaultKind;

/// Returns a gzip member with these flags and header parts, and the checksum of its header.
fn gzip(flags: u8, parts: &[u8]) -> (Vec<u8>, u16) {
    let mut compressed = pack(Method::Gzip, TEXT);
    compressed[3] = flags;
    let mut crc = Crc::new();
    crc.update(&compressed[..10]);
    crc.update(parts);
    compressed.splice(10..10, parts.iter().copied());
    (compressed, crc.sum() as u16)
}

#[test]
fn gzip_header_may_have_all_parts() {
    let extra: &[u8] = b"\x04\0ab\0c";
    let parts: [(u8, &[u8]); 3] = [(4, extra), (8, b"name\0"), (16, b"a comment\0")];
    for mask in 0..8_u8 {
        let chosen = parts
            .iter()
            .enumerate()
            .filter(|(index, _)| mask >> index & 1 == 1);
        let (flags, bytes) = chosen.fold((1, Vec::new()), |(flags, bytes), (_, (flag, part))| {
            (flags | flag, [&bytes[..], part].concat())
        });
        let (compressed, _) = gzip(flags, &bytes);
        decode(Method::Gzip, &compressed).gives(TEXT);
        // With FHCRC.
        let (mut compressed, crc) = gzip(flags | 2, &bytes);
        let at = 10 + bytes.len();
        compressed.splice(at..at, crc.to_le_bytes());
        for piece in [1, 100] {
            decode_in(Method::Gzip, &compressed, piece, 99).gives(TEXT);
        }
        compressed[at] ^= 1;
        let fault = decode(Method::Gzip, &compressed).fault();
        assert_eq!(fault, (FaultKind::Checksum, at as u64));
    }
    let (compressed, _) = gzip(4, &[0, 0]);
    assert_eq!(
        decode(Method::Gzip, &compressed).into_bytes(),
        TEXT,
        "FEXTRA may be empty"
    );
    let long = [&vec![b'n'; 100_000][..], b"\0"].concat();
    let (compressed, _) = gzip(8, &long);
    decode(Method::Gzip, &compressed).gives(TEXT);
}

#[test]
fn gzip_rejects_unknown_features() {
    for flag in [0x20, 0x40, 0x80] {
        let (compressed, _) = gzip(flag, &[]);
        let fault = decode(Method::Gzip, &compressed).fault();
        assert_eq!(fault, (FaultKind::Corrupt("reserved flags are set"), 0));
    }
    let first = pack(Method::Gzip, TEXT);
    let mut second = first.clone();
    second[2] = 7;
    let outcome = decode(Method::Gzip, &[&first[..], &second].concat());
    let kind = FaultKind::Corrupt("unknown compression method");
    assert_eq!(outcome.fault(), (kind, first.len() as u64));
    assert_eq!(outcome.bytes, TEXT);
}
