//! The marks of a bzip2 stream, which begin at any bit.

/// The number of bits of a mark.
pub(super) const MARK_BITS: usize = 48;

/// The number of bits of a mark and the checksum after it.
pub(super) const HEAD_BITS: usize = MARK_BITS + 32;

/// The mark of a block, and the mark of the end of a stream.
const BLOCK: u64 = 0x3141_5926_5359;
const END: u64 = 0x1772_4538_5090;

/// The number of bytes that a mark may touch.
const TOUCHED: usize = 7;

/// What begins with a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// A block, whose checksum follows.
    Block,
    /// The end of a stream. The combined checksum follows.
    End,
}

/// For each byte, the marks and shifts that have it as the second byte touched, a bit each; and as the third.
const SECOND: [u16; 256] = touched(1);
const THIRD: [u16; 256] = touched(2);

const fn touched(index: u32) -> [u16; 256] {
    let mut table = [0; 256];
    let mut shift = 0;
    while shift < 8 {
        let place = 8 * (TOUCHED as u32 - 1 - index);
        let byte = ((BLOCK << (8 - shift)) >> place) & 0xff;
        table[byte as usize] |= 1 << shift;
        let byte = ((END << (8 - shift)) >> place) & 0xff;
        table[byte as usize] |= 1 << (shift + 8);
        shift += 1;
    }
    table
}

/// Finds the first mark at or after bit `from`, if the byte after it is there, too.
pub(super) fn find_mark(bytes: &[u8], from: usize) -> Option<(usize, Mark)> {
    let first = from / 8;
    let windows = bytes.get(first..)?.windows(TOUCHED);
    for (index, window) in windows.enumerate() {
        if SECOND[usize::from(window[1])] & THIRD[usize::from(window[2])] == 0 {
            continue;
        }
        let value = window
            .iter()
            .fold(0, |value, &byte| value << 8 | u64::from(byte));
        for shift in 0..8 {
            let bit = (first + index) * 8 + shift;
            let mark = match (value >> (8 - shift)) & ((1 << MARK_BITS) - 1) {
                BLOCK => Mark::Block,
                END => Mark::End,
                _ => continue,
            };
            if bit >= from {
                return Some((bit, mark));
            }
        }
    }
    None
}

/// Returns the first bit at which [`find_mark`] may find a mark if more bytes follow, and has found none.
pub(super) fn unsearched(bytes: &[u8]) -> usize {
    (bytes.len() + 1).saturating_sub(TOUCHED) * 8
}

/// Returns up to 32 bits, which `bytes` has, as a number.
pub(super) fn read_bits(bytes: &[u8], bit: usize, count: usize) -> u32 {
    let last = (bit + count).div_ceil(8);
    let value = bytes[bit / 8..last]
        .iter()
        .fold(0, |value, &byte| value << 8 | u64::from(byte));
    let value = value >> (last * 8 - bit - count);
    (value & ((1 << count) - 1)) as u32
}

/// Returns the checksum after the mark at a bit.
pub(super) fn checksum(bytes: &[u8], mark: usize) -> u32 {
    read_bits(bytes, mark + MARK_BITS, 32)
}

/// Returns the combined checksum of a stream after one more block.
pub(super) fn combine(combined: u32, block: u32) -> u32 {
    combined.rotate_left(1) ^ block
}

/// Returns the blocks between two bits, each the start of a mark, as a stream.
pub(super) fn to_stream(
    bytes: &[u8],
    blocks: std::ops::Range<usize>,
    level: u8,
    combined: u32,
) -> Vec<u8> {
    let len = blocks.len();
    let mut stream = Vec::with_capacity(len / 8 + 16);
    stream.extend([b'B', b'Z', b'h', b'0' + level]);
    let (first, shift) = (blocks.start / 8, blocks.start % 8);
    if shift == 0 {
        stream.extend(&bytes[first..first + len / 8]);
    } else {
        let pairs = bytes[first..].windows(2).take(len / 8);
        stream.extend(pairs.map(|pair| pair[0] << shift | pair[1] >> (8 - shift)));
    }
    let rest = len % 8;
    let last = u128::from(read_bits(bytes, blocks.end - rest, rest));
    let last = last << HEAD_BITS | u128::from(END) << 32 | u128::from(combined);
    let last_len = (rest + HEAD_BITS).div_ceil(8);
    let last = last << (last_len * 8 - rest - HEAD_BITS);
    stream.extend(&last.to_be_bytes()[16 - last_len..]);
    stream
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, END, HEAD_BITS, Mark, find_mark, read_bits, to_stream, unsearched};

    /// Returns the bits of a number, `shift` bits into bytes of ones.
    fn shifted(value: u64, len: usize, shift: usize) -> Vec<u8> {
        let ones = u128::MAX << len | u128::from(value);
        let bits = (ones << (64 - shift)) | (u128::MAX >> (64 + shift));
        bits.to_be_bytes()[(64 - len) / 8 - 1..].to_vec()
    }

    #[test]
    fn marks_are_found_at_any_bit() {
        for (value, mark) in [(BLOCK, Mark::Block), (END, Mark::End)] {
            for shift in 0..8 {
                let bytes = shifted(value, 48, shift);
                let (bit, found) = find_mark(&bytes, 0).expect("a mark");
                assert_eq!(found, mark);
                assert_eq!(bit % 8, shift);
                assert_eq!(u64::from(read_bits(&bytes, bit, 32)), value >> 16);
                assert_eq!(find_mark(&bytes, bit), Some((bit, mark)));
                assert_eq!(find_mark(&bytes, bit + 1), None);
                // Wherever the bytes are cut, the bytes that are left to search contain the mark.
                for end in 0..bytes.len() {
                    let (part, all) = (&bytes[..end], &bytes[..]);
                    let found = find_mark(part, 0).or_else(|| find_mark(all, unsearched(part)));
                    assert_eq!(found, Some((bit, mark)));
                }
                let mut wrong = bytes.clone();
                wrong[bit / 8 + 3] ^= 0x10;
                assert_eq!(find_mark(&wrong, 0), None);
            }
        }
        assert_eq!(find_mark(b"", 0), None);
        assert_eq!(find_mark(b"abc", 80), None);
    }

    #[test]
    fn blocks_are_shifted_to_the_start_of_a_stream() {
        let bytes: Vec<u8> = (0..40_u8).map(|byte| byte.wrapping_mul(37)).collect();
        for start in 0..20 {
            for end in start + 1..start + 30 {
                let stream = to_stream(&bytes, start..end, 7, 0x1234_5678);
                assert_eq!(&stream[..4], b"BZh7");
                for bit in start..end {
                    let moved = 32 + bit - start;
                    assert_eq!(read_bits(&stream, moved, 1), read_bits(&bytes, bit, 1));
                }
                let after = 32 + end - start;
                assert_eq!(
                    find_mark(&[&stream[..], &[0]].concat(), 32),
                    Some((after, Mark::End))
                );
                assert_eq!(read_bits(&stream, after + 48, 32), 0x1234_5678);
                assert_eq!(stream.len(), (after + HEAD_BITS).div_ceil(8));
            }
        }
    }
}
