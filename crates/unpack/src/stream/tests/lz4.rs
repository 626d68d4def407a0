//! lz4: frames are parsed here, and blocks decoded by a crate.

use std::io::Write;

use lz4_flex::frame::{BlockMode, BlockSize, FrameEncoder, FrameInfo};
use twox_hash::XxHash32;

use super::{MIB, Method, decode, decode_in, decode_within, samples::lines};
use crate::FaultKind;

/// Asserts that a stream decodes to a text in pieces of several sizes.
#[track_caller]
fn assert_decodes(compressed: &[u8], text: &[u8]) {
    for (piece, room) in [(usize::MAX, 128 << 10), (1, 999), (4096, 100), (7, 1 << 20)] {
        let decoded = decode_in(Method::Lz4, compressed, piece, room).into_bytes();
        assert!(decoded == text, "by {piece} into {room}");
    }
}

#[test]
fn frames_of_all_kinds_are_read() {
    // Matches across blocks, and more than the buffer has room for.
    let text = [lines(300_000), b"ab".repeat(2_200_000), lines(300_000)].concat();
    for size in [
        BlockSize::Max64KB,
        BlockSize::Max256KB,
        BlockSize::Max1MB,
        BlockSize::Max4MB,
    ] {
        for mode in [BlockMode::Linked, BlockMode::Independent] {
            for has_checksums in [false, true] {
                let info = FrameInfo::new()
                    .block_size(size)
                    .block_mode(mode)
                    .block_checksums(has_checksums)
                    .content_checksum(has_checksums);
                let mut encoder = FrameEncoder::with_frame_info(info, Vec::new());
                encoder
                    .write_all(&text)
                    .expect("writing to memory succeeds");
                let compressed = encoder.finish().expect("writing to memory succeeds");
                let decoded = decode(Method::Lz4, &compressed).into_bytes();
                assert!(decoded == text, "{size:?}, {mode:?}");
            }
        }
    }
}

/// Short frames, of which each declares blocks of 4 MiB, must not cost a buffer of that size each.
#[test]
fn short_frames_with_large_blocks_are_cheap() {
    let one = frame(0x60, 0x70, 1 << 31 | 3, b"raw");
    let decoded = decode(Method::Lz4, &one.repeat(200_000)).into_bytes();
    assert!(decoded == b"raw".repeat(200_000));
}

#[test]
fn buffers_count_as_a_window() {
    let large = frame(0x60, 0x70, 1 << 31 | 3, b"raw");
    let window = FaultKind::Window {
        needed: 8 * MIB,
        allowed: MIB,
    };
    assert_eq!(decode_within(Method::Lz4, &large, MIB).fault(), (window, 6));
    let small = frame(0x60, 0x50, 1 << 31 | 3, b"raw");
    decode_within(Method::Lz4, &small, MIB).gives(b"raw");
}

/// Returns a frame of one block without checksums. `flags` and `max_block` are the first bytes of its descriptor.
fn frame(flags: u8, max_block: u8, size: u32, block: &[u8]) -> Vec<u8> {
    let descriptor = [flags, max_block];
    let mut frame = b"\x04\x22\x4d\x18".to_vec();
    frame.extend(descriptor);
    frame.push((XxHash32::oneshot(0, &descriptor) >> 8) as u8);
    frame.extend(size.to_le_bytes());
    frame.extend_from_slice(block);
    frame.extend([0; 4]);
    frame
}

fn one_block(block: &[u8]) -> Vec<u8> {
    frame(0x60, 0x40, block.len() as u32, block)
}

#[track_caller]
fn assert_fault(compressed: &[u8], kind: &FaultKind, at: u64, bytes: &[u8]) {
    for (piece, room) in [(usize::MAX, 999), (1, 999), (3, 1)] {
        let outcome = decode_in(Method::Lz4, compressed, piece, room);
        assert_eq!(outcome.fault(), (kind.clone(), at));
        assert_eq!(outcome.bytes, bytes);
    }
}

#[test]
fn invalid_frames_and_blocks_are_faults() {
    let version = FaultKind::Corrupt("unknown version");
    assert_fault(&frame(0x20, 0x40, 0, b""), &version, 6, b"");
    let descriptor = FaultKind::Corrupt("invalid frame descriptor");
    for (flags, max_block) in [(0x62, 0x40), (0x60, 0x30), (0x60, 0x41)] {
        assert_fault(&frame(flags, max_block, 0, b""), &descriptor, 6, b"");
    }
    let large = FaultKind::Corrupt("a block is too large");
    assert_fault(&frame(0x60, 0x40, 65_537, b""), &large, 7, b"");
    let mut wrong = one_block(b"\x30abc");
    wrong[6] ^= 1;
    assert_fault(&wrong, &FaultKind::Checksum, 6, b"");
    // A block that ends within a sequence; matches from before the data; more data than declared.
    let invalid = FaultKind::Corrupt("invalid lz4 block");
    let long = [&b"\x1fa\x01\0"[..], &[0xff; 300]].concat();
    for block in [&b"\x30ab"[..], b"\x10a\x01", b"\x10a\x02\0\x10b", &long] {
        assert_fault(&one_block(block), &invalid, 11, b"");
        let after = [&one_block(b"\x30abc")[..], &one_block(block)].concat();
        assert_fault(&after, &invalid, 19 + 11, b"abc");
    }
}

/// A block refers to the one before it if they are linked, and never to an earlier frame.
#[test]
fn linked_blocks_refer_to_their_frame_only() {
    // Two literals; then, in the second block, six bytes from two bytes back, and a literal.
    let two = |flags| {
        let mut frame = frame(flags, 0x40, 3, b"\x20ab");
        frame.truncate(frame.len() - 4);
        frame.extend(b"\x05\0\0\0\x02\x02\0\x10c\0\0\0\0");
        frame
    };
    assert_decodes(&two(0x40), b"ababababc");
    let invalid = FaultKind::Corrupt("invalid lz4 block");
    assert_fault(&two(0x60), &invalid, 18, b"ab");
    let other = frame(0x40, 0x40, 5, b"\x02\x02\0\x10c");
    let both = [&two(0x40)[..], &other].concat();
    assert_fault(&both, &invalid, 27 + 11, b"ababababc");
}

#[test]
fn a_dictionary_is_needed() {
    let mut dictionary = b"\x04\x22\x4d\x18\x61\x40abcd".to_vec();
    let hash = XxHash32::oneshot(0, &dictionary[4..]);
    dictionary.push((hash >> 8) as u8);
    let kind = FaultKind::Corrupt("it needs a dictionary, which is not in the file");
    assert_fault(&dictionary, &kind, dictionary.len() as u64, b"");
}
