//! lz4, whose blocks are decoded from any number of bytes at a time.

use std::{
    io::Write,
    process::{Command, Stdio},
};

use urlsift_tests::packing::stream::Stream;

use super::{
    Method, Outcome, decode, decode_in,
    samples::{TEXT, lines},
};
use crate::FaultKind;

const LEGACY: [u8; 4] = *b"\x02\x21\x4c\x18";

/// Returns the output of the lz4 command, or `None` if there is none.
fn lz4(arguments: &[&str], input: &[u8]) -> Option<Vec<u8>> {
    let mut lz4 = Command::new("lz4");
    lz4.args(arguments).args(["-q", "-c"]).stdin(Stdio::piped());
    let mut lz4 = lz4
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut stdin = lz4.stdin.take().expect("a pipe");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = lz4.wait_with_output().expect("lz4 ends");
    writer.join().expect("no panic").expect("lz4 reads all");
    assert!(output.status.success(), "{arguments:?}");
    Some(output.stdout)
}

/// Asserts that a stream decodes to a text in pieces of several sizes.
#[track_caller]
fn assert_decodes(compressed: &[u8], text: &[u8]) {
    for (piece, room) in [(usize::MAX, 128 << 10), (1, 999), (4096, 100), (7, 1 << 20)] {
        let decoded = decode_in(Method::Lz4, compressed, piece, room).into_bytes();
        assert!(decoded == text, "by {piece} into {room}");
    }
}

#[test]
fn what_the_lz4_command_writes_is_read() {
    // More than a block of the legacy format, and matches across blocks.
    let text = [lines(300_000), b"ab".repeat(4_200_000), lines(300_000)].concat();
    let short = lines(150_000);
    for arguments in [
        &["-1"][..],
        &["-9", "-B4"],
        &["-B4", "-BD"],
        &["-B5", "-BD", "-BX"],
        &["-B7", "--content-size", "--no-frame-crc"],
        &["-B6", "--no-frame-crc", "-BX"],
        &["-12", "--favor-decSpeed"],
        &["-l"],
        &["-l", "-9"],
    ] {
        for text in [&b""[..], b"x", TEXT, &short] {
            let Some(compressed) = lz4(arguments, text) else {
                return urlsift_tests::real::skip("no lz4");
            };
            assert_decodes(&compressed, text);
        }
        let compressed = lz4(arguments, &text).expect("it ran before");
        assert!(
            decode(Method::Lz4, &compressed).into_bytes() == text,
            "{arguments:?}"
        );
    }
}

#[test]
fn the_lz4_command_reads_the_same() {
    let text = lines(200_000);
    for level in 4..=7 {
        let compressed = Stream::Lz4.pack_piped(level, &text);
        let Some(unpacked) = lz4(&["-d"], &compressed) else {
            return urlsift_tests::real::skip("no lz4");
        };
        assert!(unpacked == text);
    }
    let frames = [
        &legacy(&[b"\x20ab"]),
        &skippable(b"xyz"),
        &*Stream::Lz4.pack(b"cd"),
    ]
    .concat();
    assert_eq!(lz4(&["-d"], &frames).expect("it ran before"), b"abcd");
}

/// Returns a frame of the legacy format with these blocks.
fn legacy(blocks: &[&[u8]]) -> Vec<u8> {
    let mut frame = LEGACY.to_vec();
    for block in blocks {
        frame.extend((block.len() as u32).to_le_bytes());
        frame.extend_from_slice(block);
    }
    frame
}

fn skippable(bytes: &[u8]) -> Vec<u8> {
    let mut frame = b"\x5a\x2a\x4d\x18".to_vec();
    frame.extend((bytes.len() as u32).to_le_bytes());
    frame.extend_from_slice(bytes);
    frame
}

#[test]
fn frames_of_all_kinds_follow_each_other() {
    let frame = Stream::Lz4.pack(b"frame,");
    let old = legacy(&[b"\x70legacy,", b"\x22xX\x01\0\x20Y,"]);
    let kinds: [(&[u8], &[u8]); 3] = [
        (&frame, b"frame,"),
        (&old, b"legacy,xXXXXXXXY,"),
        (&skippable(b"<http://a/>"), b""),
    ];
    for (first, one) in kinds.into_iter().take(2) {
        for (second, two) in kinds {
            for (third, three) in kinds {
                let compressed = [first, second, third].concat();
                assert_decodes(&compressed, &[one, two, three].concat());
            }
        }
    }
    // A skippable frame may be longer than a block of input.
    let long = [&frame[..], &skippable(&vec![b'x'; 200_000]), &frame].concat();
    assert_decodes(&long, b"frame,frame,");
    let long = [&old[..], &skippable(&vec![b'x'; 200_000]), &frame].concat();
    assert_decodes(&long, b"legacy,xXXXXXXXY,frame,");
    assert_decodes(&[&old[..], &[0; 600]].concat(), b"legacy,xXXXXXXXY,");
}

#[test]
fn a_legacy_frame_ends_with_the_input_or_before_other_data() {
    let frame = legacy(&[b"\x20ab", b"\x20cd"]);
    for len in 4..frame.len() {
        let outcome = decode(Method::Lz4, &frame[..len]);
        if [4, 4 + 7].contains(&len) {
            assert_eq!(outcome.error.map(drop), None);
        } else {
            assert_eq!(outcome.fault(), (FaultKind::Truncated, len as u64));
        }
    }
    let outcome = decode(Method::Lz4, &[&frame[..], b"text"].concat());
    assert_eq!(outcome.fault(), (FaultKind::Trailing, frame.len() as u64));
    assert_eq!(outcome.bytes, b"abcd");
}

/// Returns a frame of one block without checksums. `flags` and `max_block` are the first bytes of its descriptor.
fn frame(flags: u8, max_block: u8, size: u32, block: &[u8]) -> Vec<u8> {
    let descriptor = [flags, max_block];
    let mut frame = b"\x04\x22\x4d\x18".to_vec();
    frame.extend(descriptor);
    frame.push((twox_hash::XxHash32::oneshot(0, &descriptor) >> 8) as u8);
    frame.extend(size.to_le_bytes());
    frame.extend_from_slice(block);
    frame.extend([0; 4]);
    frame
}

fn one_block(block: &[u8]) -> Vec<u8> {
    frame(0x60, 0x40, block.len() as u32, block)
}

#[track_caller]
fn assert_corrupt(compressed: &[u8], reason: &'static str, at: u64, bytes: &[u8]) {
    for (piece, room) in [(usize::MAX, 999), (1, 999), (3, 1)] {
        let outcome: Outcome = decode_in(Method::Lz4, compressed, piece, room);
        assert_eq!(outcome.fault(), (FaultKind::Corrupt(reason), at));
        assert_eq!(outcome.bytes, bytes);
    }
}

#[test]
fn sequences_are_decoded() {
    let long_literals = [&b"\xf0\xff\x01"[..], &[b'a'; 271]].concat();
    let cases: [(&[u8], Vec<u8>); 5] = [
        (b"\0", vec![]),
        (b"\x30abc", b"abc".to_vec()),
        (b"\x31abc\x02\0\x10d", b"abcbcbcbd".to_vec()),
        (b"\x1fa\x01\0\x05\x10b", [&[b'a'; 25][..], b"b"].concat()),
        (&long_literals, vec![b'a'; 271]),
    ];
    for (block, text) in cases {
        assert_decodes(&one_block(block), &text);
    }
    let raw = frame(0x60, 0x40, 1 << 31 | 3, b"raw");
    assert_decodes(&raw, b"raw");
}

#[test]
fn invalid_frames_and_blocks_are_corrupt() {
    let descriptor = "invalid frame descriptor";
    assert_corrupt(&frame(0x20, 0x40, 0, b""), "unknown version", 6, b"");
    assert_corrupt(&frame(0x62, 0x40, 0, b""), descriptor, 6, b"");
    assert_corrupt(&frame(0x60, 0x30, 0, b""), descriptor, 6, b"");
    assert_corrupt(&frame(0x60, 0x41, 0, b""), descriptor, 6, b"");
    assert_corrupt(
        &frame(0x60, 0x40, 65_537, b""),
        "a block is too large",
        7,
        b"",
    );
    let within = "a block ends within a sequence";
    assert_corrupt(&one_block(b"\x30ab"), within, 14, b"ab");
    assert_corrupt(&one_block(b"\x11a\x01\0"), within, 15, b"aaaaaa");
    assert_corrupt(&one_block(b"\x10a\x01"), within, 14, b"a");
    let before = "a match begins before the data";
    assert_corrupt(&one_block(b"\x10a\x02\0\x10b"), before, 15, b"a");
    assert_corrupt(&one_block(b"\x10a\0\0\x10b"), before, 15, b"a");
    // Blocks that are independent do not refer to each other.
    let two = legacy(&[b"\x20ab", b"\x01\x01\0\x10c"]);
    assert_corrupt(&two, before, 18, b"ab");
    let large = [&b"\x1fa\x01\0"[..], &[0xff; 300]].concat();
    let outcome = decode(Method::Lz4, &one_block(&large));
    let reason = "a block has more data than declared";
    assert_eq!(outcome.fault().0, FaultKind::Corrupt(reason));
    assert_eq!(outcome.bytes, b"a");
}

#[test]
fn a_dictionary_is_not_available() {
    let mut compressed = b"\x04\x22\x4d\x18\x61\x40abcd".to_vec();
    let hash = twox_hash::XxHash32::oneshot(0, &compressed[4..]);
    compressed.push((hash >> 8) as u8);
    let reason = "it needs a dictionary, which is not in the file";
    assert_corrupt(&compressed, reason, compressed.len() as u64, b"");
}
