use std::io::Write;

use liblzma::stream::{Check, Filters, LzmaOptions, Stream};
use urlsift_tests::packing::stream::{self as compressed, lzma};
use zstd::zstd_safe::CParameter;

use super::{
    MIB, Method, decode, decode_in, decode_within,
    samples::{Bits, TEXT, lines, literals, pack},
};
use crate::FaultKind;

fn window(needed: u64, allowed: u64) -> FaultKind {
    FaultKind::Window { needed, allowed }
}

#[test]
fn bzip2_streams_may_differ_in_block_size() {
    let streams = (1..=9).flat_map(|level| compressed::Stream::Bzip2.pack_piped(level, TEXT));
    decode(Method::Bzip2, &streams.collect::<Vec<_>>()).gives(&TEXT.repeat(9));
}

#[test]
fn bzip2_checks_streams_without_blocks() {
    // `BZh9`, the end of the stream, and a wrong checksum.
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
    let stream = Stream::new_stream_encoder(filters, check).expect("valid filters");
    let mut encoder = liblzma::write::XzEncoder::new_stream(Vec::new(), stream);
    encoder.write_all(TEXT).expect("a Vec");
    encoder.finish().expect("a Vec")
}

fn lzma2(dictionary: u32) -> Filters {
    let mut options = LzmaOptions::new_preset(1).expect("a preset");
    options.dict_size(dictionary);
    let mut filters = Filters::new();
    filters.lzma2(&options);
    filters
}

#[test]
fn xz_dictionary_is_limited() {
    let mib = MIB as u32;
    for dictionary in [4096, mib - 1, mib] {
        let compressed = xz(&lzma2(dictionary), Check::Crc64);
        decode_within(Method::Xz, &compressed, MIB).gives(TEXT);
    }
    for (dictionary, needed) in [
        (mib + 1, 3 * MIB / 2),
        (3 * mib / 2, 3 * MIB / 2),
        (2 * mib, 2 * MIB),
        (64 * mib, 64 * MIB),
    ] {
        let compressed = xz(&lzma2(dictionary), Check::Crc64);
        let outcome = decode_within(Method::Xz, &compressed, MIB);
        // The size is known after Stream Header and Block Header (12 bytes each).
        assert_eq!(outcome.fault(), (window(needed, MIB), 24));
        decode_within(Method::Xz, &compressed, needed).gives(TEXT);
    }
}

#[test]
fn xz_may_have_several_filters() {
    let mut options = LzmaOptions::new_preset(1).expect("a preset");
    options.dict_size(MIB as u32);
    let mut filters = Filters::new();
    filters.x86().arm().lzma2(&options);
    let compressed = xz(&filters, Check::Crc32);
    decode_within(Method::Xz, &compressed, MIB).gives(TEXT);
    let outcome = decode_within(Method::Xz, &compressed, MIB / 2);
    assert_eq!(outcome.fault().0, window(MIB, MIB / 2));
}

#[test]
fn xz_checks() {
    for (check, len) in [(Check::Crc32, 4), (Check::Crc64, 8), (Check::Sha256, 32)] {
        let sound = xz(&lzma2(4096), check);
        decode(Method::Xz, &sound).gives(TEXT);
        let at = after_block(&sound) - len;
        for index in at..at + len {
            let mut compressed = sound.clone();
            compressed[index] ^= 1;
            for piece in [1, 100] {
                let outcome = decode_in(Method::Xz, &compressed, piece, 9);
                assert!(matches!(outcome.fault().0, FaultKind::Corrupt(_)), "{len}");
                assert_eq!(outcome.bytes, TEXT);
            }
        }
    }
}

/// Returns the end of the only block of an xz stream with its check, where the Index begins.
fn after_block(compressed: &[u8]) -> usize {
    // Stream Footer: a CRC, Backward Size in units of four less one, two bytes of flags, two of magic.
    let footer = compressed.len() - 12;
    let size = compressed[footer + 4..].first_chunk().expect("four bytes");
    footer - 4 * (u32::from_le_bytes(*size) as usize + 1)
}

#[test]
fn xz_may_have_no_check() {
    let sound = xz(&lzma2(4096), Check::None);
    decode(Method::Xz, &sound).gives(TEXT);
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
    // Incompressible chunks are stored.
    let mut state = 1_u64;
    text.extend((0..300_000).map(|_| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 56) as u8
    }));
    let compressed = pack(Method::Xz, &text);
    assert!(decode(Method::Xz, &compressed).into_bytes() == text);
    let check = after_block(&compressed) - 8;
    let mut wrong = compressed.clone();
    wrong[check + 7] ^= 1;
    let outcome = decode(Method::Xz, &wrong);
    assert!(matches!(outcome.fault().0, FaultKind::Corrupt(_)));
    assert!(outcome.bytes == text);
    let mut wrong = compressed;
    wrong[check + 8 + 3] ^= 1;
    assert!(matches!(
        decode(Method::Xz, &wrong).fault().0,
        FaultKind::Corrupt(_)
    ));
}

#[test]
fn xz_padding_is_a_multiple_of_four() {
    let stream = pack(Method::Xz, TEXT);
    for zeros in 0..9 {
        let compressed = [&stream[..], &vec![0; zeros], &stream].concat();
        for piece in [1, 1000] {
            let outcome = decode_in(Method::Xz, &compressed, piece, 99);
            if zeros % 4 == 0 {
                assert_eq!(outcome.into_bytes(), TEXT.repeat(2));
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
    let mut encoder = zstd::Encoder::new(Vec::new(), 3).expect("an encoder");
    encoder
        .set_parameter(CParameter::WindowLog(window_log))
        .expect("a valid parameter");
    encoder
        .long_distance_matching(true)
        .expect("a valid parameter");
    encoder.write_all(text).expect("a Vec");
    encoder.finish().expect("a Vec")
}

#[test]
fn zstd_window_is_limited() {
    for log in [10, 19, 20] {
        let compressed = zstd(TEXT, log);
        decode_within(Method::Zstd, &compressed, MIB).gives(TEXT);
    }
    let small = pack(Method::Zstd, b"");
    for log in [21, 27, 30] {
        let compressed = [&pack(Method::Zstd, TEXT)[..], &zstd(TEXT, log)].concat();
        // For the first frame the encoder chooses another window.
        let outcome = decode_within(Method::Zstd, &compressed, 2 * MIB - u64::from(log == 21));
        let (kind, _) = outcome.fault();
        assert!(
            matches!(kind, FaultKind::Window { .. }),
            "{kind:?} {}",
            small.len()
        );
    }
}

/// Returns a frame with one raw block and no checksum.
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
    // What the library allows depends on the processor.
    let is_64_bit = cfg!(target_pointer_width = "64");
    let max = if is_64_bit { 1 << 31 } else { 1 << 30 };
    // Exponent and mantissa: 2^(10 + e) times (1 + m/8).
    for (descriptor, size) in [
        (0, 1 << 10),
        (7, (1 << 10) + 7 * 128),
        (10 << 3, MIB),
        (10 << 3 | 1, MIB + MIB / 8),
        (18 << 3, 1 << 28),
        (0xff, (1 << 41) + 7 * (1 << 38)),
    ] {
        let compressed = frame(&[0, descriptor], TEXT);
        let outcome = decode_within(Method::Zstd, &compressed, size - 1);
        let allowed = (size - 1).min(max);
        assert_eq!(outcome.fault(), (window(size, allowed), 0));
        if size <= 1 << 28 {
            decode_within(Method::Zstd, &compressed, size).gives(TEXT);
        }
    }
    // A single segment: Frame_Content_Size of one, two, four and eight bytes; in two bytes it is 256 less.
    let len = TEXT.len() as u64;
    let long = lines(1000);
    for (flag, size, text) in [
        (0, &[len as u8][..], TEXT),
        (1, &(1000_u16 - 256).to_le_bytes(), &long),
        (2, &(len as u32).to_le_bytes(), TEXT),
        (3, &len.to_le_bytes(), TEXT),
    ] {
        let header = [&[flag << 6 | 0x20][..], size].concat();
        let compressed = frame(&header, text);
        let needed = text.len() as u64;
        decode_within(Method::Zstd, &compressed, needed).gives(text);
        let outcome = decode_within(Method::Zstd, &compressed, needed - 1);
        assert_eq!(outcome.fault(), (window(needed, needed - 1), 0));
    }
}

#[test]
fn zstd_decodes_whole_blocks_before_a_fault() {
    let text = lines(1_000_000);
    // With a known size, the decoder could decode everything at once.
    let compressed = zstd::bulk::compress(&text, 3).expect("a frame");
    assert!(decode(Method::Zstd, &compressed).into_bytes() == text);
    let blocks = blocks(&compressed);
    let (at, _) = blocks[blocks.len() - 1];
    let mut wrong = compressed.clone();
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

/// Returns the offset and length of the contents of each block.
fn blocks(compressed: &[u8]) -> Vec<(usize, usize)> {
    let mut blocks = Vec::new();
    // A single segment, with its size in four bytes.
    let mut at = 9;
    while let Some(&[low, middle, high]) = compressed[at..].first_chunk() {
        let header = u32::from_le_bytes([low, middle, high, 0]);
        let len = (header >> 3) as usize;
        blocks.push((at + 3, len));
        at += 3 + len;
    }
    blocks
}

#[test]
fn zstd_dictionaries_are_unsupported() {
    // Dictionary_ID 7, in one byte.
    let compressed = frame(&[1, 0, 7], TEXT);
    let (kind, at) = decode(Method::Zstd, &compressed).fault();
    assert!(matches!(kind, FaultKind::Corrupt(_)));
    assert_eq!(at, 0);
}

#[test]
fn lzma_dictionary_is_limited_by_the_size() {
    let size = TEXT.len() as u64;
    for compressed in [lzma(TEXT, 64 << 20), literals(u32::MAX)] {
        decode_within(Method::Lzma { size }, &compressed, size).gives(TEXT);
        let outcome = decode_within(Method::Lzma { size }, &compressed, size - 1);
        assert_eq!(outcome.fault(), (window(size, size - 1), 0));
    }
    let text = lines(2 << 20);
    let size = text.len() as u64;
    let compressed = lzma(&text, MIB as u32);
    assert!(decode_within(Method::Lzma { size }, &compressed, MIB).into_bytes() == text);
    let outcome = decode_within(Method::Lzma { size }, &compressed, MIB - 1);
    assert_eq!(outcome.fault(), (window(MIB, MIB - 1), 0));
}

#[test]
fn lzma_produces_the_recorded_size() {
    for size in [0, 1, TEXT.len() as u64 - 1, TEXT.len() as u64 + 1] {
        for compressed in [lzma(TEXT, MIB as u32), literals(MIB as u32)] {
            let outcome = decode(Method::Lzma { size }, &compressed);
            assert!(outcome.error.is_some(), "{size}");
            assert!(TEXT.starts_with(&outcome.bytes[..outcome.bytes.len().min(TEXT.len())]));
        }
    }
}

#[test]
fn lzma_has_five_bytes_of_properties() {
    let size = TEXT.len() as u64;
    let mut compressed = lzma(TEXT, MIB as u32);
    compressed[2] = 6;
    let kind = FaultKind::Corrupt("invalid size of LZMA properties");
    assert_eq!(
        decode(Method::Lzma { size }, &compressed).fault(),
        (kind, 0)
    );
    compressed[2] = 5;
    // lc + 9 * (lp + 5 * pb) is less than 225.
    compressed[4] = 225;
    let (kind, at) = decode(Method::Lzma { size }, &compressed).fault();
    assert!(matches!(kind, FaultKind::Corrupt(_)));
    assert_eq!(at, 0);
}

#[test]
fn deflate64_has_longer_matches_and_distances() {
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
        let decoded = decode_in(Method::Deflate64, &far, piece, room).into_bytes();
        assert!(decoded == expected, "{}", decoded.len());
    }
}

#[test]
fn deflate_decodes_up_to_a_fault() {
    let text = lines(40_000);
    // Block type 3 is reserved.
    let compressed = Bits::default()
        .stored(&text, false)
        .number(0b111, 3)
        .bytes();
    for method in [Method::Deflate, Method::Deflate64] {
        for room in [1, 40_000, 50_000] {
            let outcome = decode_in(method, &compressed, 100_000, room);
            assert!(outcome.bytes == text, "{method:?}");
            assert!(matches!(outcome.fault().0, FaultKind::Corrupt(_)));
        }
    }
}
