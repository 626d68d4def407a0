use std::io::Write;

use flate2::Crc;
use liblzma::stream::{Check, Filters, LzmaOptions, Stream};
use zstd::zstd_safe::CParameter;

use super::{
    MIB, Method, decode, decode_in, decode_within,
    samples::{Bits, TEXT, lines, literals, lzma, pack},
};
use crate::FaultKind;

fn window(needed: u64, allowed: u64) -> FaultKind {
    FaultKind::Window { needed, allowed }
}

/// A member of gzip with these flags and what they stand for, and the checksum of its header.
fn gzip(flags: u8, parts: &[u8]) -> (Vec<u8>, u16) {
    let mut packed = pack(Method::Gzip, TEXT);
    packed[3] = flags;
    let mut crc = Crc::new();
    crc.update(&packed[..10]);
    crc.update(parts);
    packed.splice(10..10, parts.iter().copied());
    (packed, crc.sum() as u16)
}

#[test]
fn gzip_has_all_parts_of_its_header() {
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
        let (packed, _) = gzip(flags, &bytes);
        assert_eq!(decode(Method::Gzip, &packed).sound(), TEXT);
        // With FHCRC.
        let (mut packed, crc) = gzip(flags | 2, &bytes);
        let at = 10 + bytes.len();
        packed.splice(at..at, crc.to_le_bytes());
        for piece in [1, 100] {
            assert_eq!(decode_in(Method::Gzip, &packed, piece, 99).sound(), TEXT);
        }
        packed[at] ^= 1;
        let fault = decode(Method::Gzip, &packed).fault();
        assert_eq!(fault, (FaultKind::Checksum, at as u64));
    }
    let (packed, _) = gzip(4, &[0, 0]);
    assert_eq!(
        decode(Method::Gzip, &packed).sound(),
        TEXT,
        "FEXTRA may be empty"
    );
    let long = [&vec![b'n'; 100_000][..], b"\0"].concat();
    let (packed, _) = gzip(8, &long);
    assert_eq!(decode(Method::Gzip, &packed).sound(), TEXT);
}

#[test]
fn gzip_says_what_is_not_known() {
    for flag in [0x20, 0x40, 0x80] {
        let (packed, _) = gzip(flag, &[]);
        let fault = decode(Method::Gzip, &packed).fault();
        assert_eq!(fault, (FaultKind::Corrupt("its flags are not known"), 0));
    }
    let first = pack(Method::Gzip, TEXT);
    let mut second = first.clone();
    second[2] = 7;
    let outcome = decode(Method::Gzip, &[&first[..], &second].concat());
    let kind = FaultKind::Corrupt("its compression method is not known");
    assert_eq!(outcome.fault(), (kind, first.len() as u64));
    assert_eq!(outcome.bytes, TEXT);
}

#[test]
fn gzip_checks_crc_and_size() {
    let first = pack(Method::Gzip, TEXT);
    for at in 1..=8 {
        let mut second = first.clone();
        let len = second.len();
        second[len - at] ^= 0x10;
        let outcome = decode(Method::Gzip, &[&first[..], &second].concat());
        let trailer = first.len() + len - 8;
        assert_eq!(outcome.fault(), (FaultKind::Checksum, trailer as u64));
        assert_eq!(outcome.bytes, TEXT.repeat(2));
    }
}

#[test]
fn gzip_does_not_go_on_after_padding() {
    let member = pack(Method::Gzip, TEXT);
    let packed = [&member[..], &[0; 512], &member].concat();
    let outcome = decode(Method::Gzip, &packed);
    assert_eq!(
        outcome.fault(),
        (FaultKind::Trailing, member.len() as u64 + 512)
    );
    assert_eq!(outcome.bytes, TEXT);
}

#[test]
fn bzip2_goes_on_whatever_its_block_size() {
    let mut packed = Vec::new();
    for level in 1..=9 {
        let mut encoder = bzip2::write::BzEncoder::new(packed, bzip2::Compression::new(level));
        encoder.write_all(TEXT).expect("a vector takes all");
        packed = encoder.finish().expect("a vector takes all");
    }
    assert_eq!(decode(Method::Bzip2, &packed).sound(), TEXT.repeat(9));
}

#[test]
fn bzip2_checks_streams_without_blocks() {
    // `BZh9`, the end of the stream, and a checksum that is not that of nothing.
    let empty = pack(Method::Bzip2, b"");
    assert_eq!(empty.len(), 14);
    for at in 4..14 {
        let mut wrong = empty.clone();
        wrong[at] ^= 1;
        let outcome = decode(Method::Bzip2, &wrong);
        assert!(matches!(outcome.fault().0, FaultKind::Corrupt(_)));
    }
}

fn xz(filters: &Filters, check: Check) -> Vec<u8> {
    let stream = Stream::new_stream_encoder(filters, check).expect("they are valid");
    let mut encoder = liblzma::write::XzEncoder::new_stream(Vec::new(), stream);
    encoder.write_all(TEXT).expect("a vector takes all");
    encoder.finish().expect("a vector takes all")
}

fn lzma2(dictionary: u32) -> Filters {
    let mut options = LzmaOptions::new_preset(1).expect("there is such a preset");
    options.dict_size(dictionary);
    let mut filters = Filters::new();
    filters.lzma2(&options);
    filters
}

#[test]
fn xz_may_ask_for_what_is_allowed() {
    let mib = MIB as u32;
    for dictionary in [4096, mib - 1, mib] {
        let packed = xz(&lzma2(dictionary), Check::Crc64);
        assert_eq!(decode_within(Method::Xz, &packed, MIB).sound(), TEXT);
    }
    for (dictionary, needed) in [
        (mib + 1, 3 * MIB / 2),
        (3 * mib / 2, 3 * MIB / 2),
        (2 * mib, 2 * MIB),
        (64 * mib, 64 * MIB),
    ] {
        let packed = xz(&lzma2(dictionary), Check::Crc64);
        let outcome = decode_within(Method::Xz, &packed, MIB);
        // After Stream Header and Block Header (12 bytes each) it is known.
        assert_eq!(outcome.fault(), (window(needed, MIB), 24));
        assert_eq!(decode_within(Method::Xz, &packed, needed).sound(), TEXT);
    }
}

#[test]
fn xz_may_have_more_filters() {
    let mut options = LzmaOptions::new_preset(1).expect("there is such a preset");
    options.dict_size(MIB as u32);
    let mut filters = Filters::new();
    filters.x86().arm().lzma2(&options);
    let packed = xz(&filters, Check::Crc32);
    assert_eq!(decode_within(Method::Xz, &packed, MIB).sound(), TEXT);
    let outcome = decode_within(Method::Xz, &packed, MIB / 2);
    assert_eq!(outcome.fault().0, window(MIB, MIB / 2));
}

#[test]
fn xz_checks() {
    for (check, len) in [(Check::Crc32, 4), (Check::Crc64, 8), (Check::Sha256, 32)] {
        let sound = xz(&lzma2(4096), check);
        assert_eq!(decode(Method::Xz, &sound).sound(), TEXT);
        let at = after_block(&sound) - len;
        for index in at..at + len {
            let mut packed = sound.clone();
            packed[index] ^= 1;
            for piece in [1, 100] {
                let outcome = decode_in(Method::Xz, &packed, piece, 9);
                assert_eq!(outcome.fault(), (FaultKind::Checksum, at as u64), "{len}");
                assert_eq!(outcome.bytes, TEXT);
            }
        }
    }
}

/// Where the only block of a stream of xz ends, its check included, and the Index begins.
fn after_block(packed: &[u8]) -> usize {
    // Stream Footer ends with a CRC, Backward Size in fours less one, two bytes of flags, two of magic.
    let footer = packed.len() - 12;
    let size = packed[footer + 4..]
        .first_chunk()
        .expect("four bytes are there");
    footer - 4 * (u32::from_le_bytes(*size) as usize + 1)
}

#[test]
fn xz_may_have_no_check() {
    let sound = xz(&lzma2(4096), Check::None);
    assert_eq!(decode(Method::Xz, &sound).sound(), TEXT);
    let mut wrong = sound;
    let index = after_block(&wrong);
    wrong[index] = 1;
    assert!(matches!(
        decode(Method::Xz, &wrong).fault().0,
        FaultKind::Corrupt(_)
    ));
}

#[test]
fn xz_checks_blocks_of_many_chunks() {
    let mut text = lines(5_000_000);
    // What cannot be compressed is stored.
    let mut state = 1_u64;
    text.extend((0..300_000).map(|_| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 56) as u8
    }));
    let packed = pack(Method::Xz, &text);
    assert!(decode(Method::Xz, &packed).sound() == text);
    let check = after_block(&packed) - 8;
    let mut wrong = packed.clone();
    wrong[check + 7] ^= 1;
    let outcome = decode(Method::Xz, &wrong);
    assert_eq!(outcome.fault(), (FaultKind::Checksum, check as u64));
    assert!(outcome.bytes == text);
    let mut wrong = packed;
    wrong[check + 8 + 3] ^= 1;
    assert!(matches!(
        decode(Method::Xz, &wrong).fault().0,
        FaultKind::Corrupt(_)
    ));
}

#[test]
fn xz_padding_comes_in_fours_before_a_stream() {
    let stream = pack(Method::Xz, TEXT);
    for zeros in 0..9 {
        let packed = [&stream[..], &vec![0; zeros], &stream].concat();
        for piece in [1, 1000] {
            let outcome = decode_in(Method::Xz, &packed, piece, 99);
            if zeros % 4 == 0 {
                assert_eq!(outcome.sound(), TEXT.repeat(2));
            } else {
                let at = (stream.len() + zeros) as u64;
                let (kind, offset) = outcome.fault();
                assert!(matches!(kind, FaultKind::Corrupt(_)));
                assert_eq!((offset, &outcome.bytes[..]), (at, TEXT));
            }
        }
    }
}

fn zstd(text: &[u8], window_log: u32) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 3).expect("there is memory for it");
    encoder
        .set_parameter(CParameter::WindowLog(window_log))
        .expect("it can be set");
    encoder.long_distance_matching(true).expect("it can be set");
    encoder.write_all(text).expect("a vector takes all");
    encoder.finish().expect("a vector takes all")
}

#[test]
fn zstd_may_ask_for_what_is_allowed() {
    for log in [10, 19, 20] {
        let packed = zstd(TEXT, log);
        assert_eq!(decode_within(Method::Zstd, &packed, MIB).sound(), TEXT);
    }
    let small = pack(Method::Zstd, b"");
    for log in [21, 27, 30] {
        let packed = [&pack(Method::Zstd, TEXT)[..], &zstd(TEXT, log)].concat();
        // The first frame is one for which the encoder has its own mind.
        let outcome = decode_within(Method::Zstd, &packed, 2 * MIB - u64::from(log == 21));
        let (kind, _) = outcome.fault();
        assert!(
            matches!(kind, FaultKind::Window { .. }),
            "{kind:?} {}",
            small.len()
        );
    }
}

/// A frame that holds `text` once, without a checksum.
fn frame(header: &[u8], text: &[u8]) -> Vec<u8> {
    let block = (text.len() as u32) << 3 | 1;
    [
        &[0x28, 0xb5, 0x2f, 0xfd],
        header,
        &block.to_le_bytes()[..3],
        text,
    ]
    .concat()
}

#[test]
fn zstd_windows_are_those_of_the_frame_header() {
    // Exponent and mantissa: 2^(10 + e) times 1 + m/8.
    for (descriptor, size) in [
        (0, 1 << 10),
        (7, (1 << 10) + 7 * 128),
        (10 << 3, MIB),
        (10 << 3 | 1, MIB + MIB / 8),
        (18 << 3, 1 << 28),
        (0xff, (1 << 41) + 7 * (1 << 38)),
    ] {
        let packed = frame(&[0, descriptor], TEXT);
        let outcome = decode_within(Method::Zstd, &packed, size - 1);
        let allowed = (size - 1).min(1 << 31);
        assert_eq!(outcome.fault(), (window(size, allowed), 0));
        if size <= 1 << 28 {
            assert_eq!(decode_within(Method::Zstd, &packed, size).sound(), TEXT);
        }
    }
    // A single segment: Frame_Content_Size of one, two, four and eight bytes, of which two are 256 less.
    let len = TEXT.len() as u64;
    let long = lines(1000);
    for (flag, size, text) in [
        (0, &[len as u8][..], TEXT),
        (1, &(1000_u16 - 256).to_le_bytes(), &long),
        (2, &(len as u32).to_le_bytes(), TEXT),
        (3, &len.to_le_bytes(), TEXT),
    ] {
        let header = [&[flag << 6 | 0x20][..], size].concat();
        let packed = frame(&header, text);
        let needed = text.len() as u64;
        assert_eq!(decode_within(Method::Zstd, &packed, needed).sound(), text);
        let outcome = decode_within(Method::Zstd, &packed, needed - 1);
        assert_eq!(outcome.fault(), (window(needed, needed - 1), 0));
    }
}

#[test]
fn zstd_skips_what_is_to_be_skipped() {
    let frame = pack(Method::Zstd, TEXT);
    let skippable = |low: u8, content: &[u8]| {
        let size = (content.len() as u32).to_le_bytes();
        [&[0x50 | low, 0x2a, 0x4d, 0x18], &size[..], content].concat()
    };
    let (empty, full) = (skippable(0, b""), skippable(15, &vec![7; 100_000]));
    let packed = [&empty[..], &frame, &full, &empty, &frame, &full].concat();
    for piece in [1, 100_000] {
        assert_eq!(
            decode_in(Method::Zstd, &packed, piece, 999).sound(),
            TEXT.repeat(2)
        );
    }
    assert_eq!(decode(Method::Zstd, &full).sound(), b"");
    for len in 1..200 {
        let fault = decode(Method::Zstd, &full[..len]).fault();
        assert_eq!(fault, (FaultKind::Truncated, len as u64));
    }
}

#[test]
fn zstd_gives_whole_blocks_before_a_fault() {
    let text = lines(1_000_000);
    // The size is known, so that the decoder could do it all at once.
    let packed = zstd::bulk::compress(&text, 3).expect("it fits");
    assert!(decode(Method::Zstd, &packed).sound() == text);
    let blocks = blocks(&packed);
    let (at, _) = blocks[blocks.len() - 1];
    let mut wrong = packed.clone();
    wrong[at..].fill(0xff);
    for (piece, room) in [(1 << 20, 2 << 20), (1, 1000), (1 << 20, 10)] {
        let outcome = decode_in(Method::Zstd, &wrong, piece, room);
        let whole = (blocks.len() - 1) << 17;
        assert!(outcome.bytes == text[..whole], "{}", outcome.bytes.len());
        let (kind, offset) = outcome.fault();
        assert!(matches!(kind, FaultKind::Corrupt(_)));
        assert_eq!(offset, at as u64);
    }
}

/// Where the contents of the blocks stand, and how long they are.
fn blocks(packed: &[u8]) -> Vec<(usize, usize)> {
    let mut blocks = Vec::new();
    // A single segment, with its size in four bytes.
    let mut at = 9;
    while let Some(&[low, middle, high]) = packed[at..].first_chunk() {
        let header = u32::from_le_bytes([low, middle, high, 0]);
        let len = (header >> 3) as usize;
        blocks.push((at + 3, len));
        at += 3 + len;
    }
    blocks
}

#[test]
fn zstd_checks() {
    let first = pack(Method::Zstd, TEXT);
    let mut wrong = first.clone();
    let at = wrong.len() - 4;
    for index in at..at + 4 {
        wrong[index] ^= 1;
        for piece in [1, 1000] {
            let outcome = decode_in(Method::Zstd, &[&first[..], &wrong].concat(), piece, 11);
            assert_eq!(
                outcome.fault(),
                (FaultKind::Checksum, (first.len() + at) as u64)
            );
            assert_eq!(outcome.bytes, TEXT.repeat(2));
        }
        wrong[index] ^= 1;
    }
}

#[test]
fn zstd_dictionaries_are_not_known() {
    // Dictionary_ID 7, in one byte.
    let packed = frame(&[1, 0, 7], TEXT);
    let (kind, at) = decode(Method::Zstd, &packed).fault();
    assert!(matches!(kind, FaultKind::Corrupt(_)));
    assert_eq!(at, 0);
}

#[test]
fn lzma_needs_no_more_than_it_gives() {
    let size = TEXT.len() as u64;
    for packed in [lzma(TEXT, 64 << 20), literals(TEXT, u32::MAX)] {
        assert_eq!(
            decode_within(Method::Lzma { size }, &packed, size).sound(),
            TEXT
        );
        let outcome = decode_within(Method::Lzma { size }, &packed, size - 1);
        assert_eq!(outcome.fault(), (window(size, size - 1), 0));
    }
    let text = lines(2 << 20);
    let size = text.len() as u64;
    let packed = lzma(&text, MIB as u32);
    assert!(decode_within(Method::Lzma { size }, &packed, MIB).sound() == text);
    let outcome = decode_within(Method::Lzma { size }, &packed, MIB - 1);
    assert_eq!(outcome.fault(), (window(MIB, MIB - 1), 0));
}

#[test]
fn lzma_gives_as_much_as_it_is_said_to() {
    for size in [0, 1, TEXT.len() as u64 - 1, TEXT.len() as u64 + 1] {
        for packed in [lzma(TEXT, MIB as u32), literals(TEXT, MIB as u32)] {
            let outcome = decode(Method::Lzma { size }, &packed);
            assert!(outcome.error.is_some(), "{size}");
            assert!(TEXT.starts_with(&outcome.bytes[..outcome.bytes.len().min(TEXT.len())]));
        }
    }
}

#[test]
fn lzma_has_five_bytes_of_properties() {
    let size = TEXT.len() as u64;
    let mut packed = lzma(TEXT, MIB as u32);
    packed[2] = 6;
    let kind = FaultKind::Corrupt("its properties are not those of LZMA");
    assert_eq!(decode(Method::Lzma { size }, &packed).fault(), (kind, 0));
    packed[2] = 5;
    // lc + 9 * (lp + 5 * pb) is less than 225.
    packed[4] = 225;
    let (kind, at) = decode(Method::Lzma { size }, &packed).fault();
    assert!(matches!(kind, FaultKind::Corrupt(_)));
    assert_eq!(at, 0);
}

#[test]
fn deflate64_goes_farther_than_deflate() {
    let text = lines(40_000);
    // `a`; 285 is 3 and 16 bits more, and the distance 1; the end. Fixed codes (RFC 1951 §3.2.6).
    let far = Bits::default()
        .stored(&text, false)
        .number(0b011, 3)
        .code(0x30 + u32::from(b'a'), 8)
        .code(0b1100_0101, 8)
        .number(50_000, 16)
        .code(0, 5)
        // 257 is 3; 30 is 32769 and 14 bits more. `a` has come 50004 times.
        .code(1, 7)
        .code(30, 5)
        .number(10_000, 14)
        // 31 is 49153 and 14 bits more: three bytes before the first `a`.
        .code(1, 7)
        .code(31, 5)
        .number(50_004 + 3 + 3 - 49_153, 14)
        .code(0, 7)
        .bytes();
    let expected = [&text[..], &vec![b'a'; 50_007], &text[text.len() - 3..]].concat();
    for (piece, room) in [(1, 1), (1, 1 << 20), (1 << 20, 1 << 20), (1 << 20, 999)] {
        let decoded = decode_in(Method::Deflate64, &far, piece, room).sound();
        assert!(decoded == expected, "{}", decoded.len());
    }
}

#[test]
fn deflate_gives_what_stands_before_a_fault() {
    let text = lines(40_000);
    // Block type 3 is reserved.
    let packed = Bits::default()
        .stored(&text, false)
        .number(0b111, 3)
        .bytes();
    for method in [Method::Deflate, Method::Deflate64] {
        for room in [1, 40_000, 50_000] {
            let outcome = decode_in(method, &packed, 100_000, room);
            assert!(outcome.bytes == text, "{method:?}");
            assert!(matches!(outcome.fault().0, FaultKind::Corrupt(_)));
        }
    }
}
