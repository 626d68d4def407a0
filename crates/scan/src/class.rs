//! Byte classes, each a question that a rule asks of one byte.

/// SP and HTAB.
pub(crate) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// *ws*: SP, HTAB, LF, VT, FF, CR.
pub(crate) const fn is_ws(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// RFC 3986 §3.1, the bytes of a scheme behind its first: `ALPHA / DIGIT / "+" / "-" / "."`.
pub(crate) const fn is_scheme(byte: u8) -> bool {
    CLASSES[byte as usize] & SCHEME != 0
}

/// RFC 3986 §3.1, the first byte of a scheme: `ALPHA`.
pub(crate) const fn is_scheme_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic()
}

/// The quote marks that may stand in front of the name where a `<` ends the line before.
pub(crate) const fn is_next_line_mark(byte: u8) -> bool {
    matches!(byte, b'>' | b'|' | b':')
}

/// What has to follow `file:`, perhaps after *ws*.
pub(crate) const fn is_slash(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\')
}

/// The bytes that may stand on either side of an obfuscated at-sign.
pub(crate) const fn is_beside_at(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b',' | b'+' | b'-')
}

/// The punctuation that may follow someone's eaten `>` on a line of its own.
pub(crate) const fn is_punctuation(byte: u8) -> bool {
    matches!(
        byte,
        b'.' | b',' | b';' | b':' | b'!' | b'?' | b')' | b']' | b'"' | b'\'' | b'*' | b'_'
    )
}

/// The punctuation that is cut from the end of an unclosed URL, wherever it came from.
pub(crate) const fn is_trimmed(byte: u8) -> bool {
    matches!(byte, b'.' | b',' | b';' | b':' | b'!' | b'?' | b'\'' | b'*')
}

/// Where the search for a candidate's end has to look up: `>`, `<`, NUL and LF.
pub(crate) const STOP: u8 = 1;
/// *ws* but LF, and `"`: no end, but what holds one is not taken on the fast path.
pub(crate) const ROUGH: u8 = 2;
/// *ws*, LF included.
pub(crate) const WS: u8 = 4;
const SCHEME: u8 = 8;

const CLASSES: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        if matches!(b, b'>' | b'<' | 0 | b'\n') {
            table[byte] = STOP;
        } else if is_ws(b) || b == b'"' {
            table[byte] = ROUGH;
        }
        if is_ws(b) {
            table[byte] |= WS;
        } else if b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.') {
            table[byte] = SCHEME;
        }
        byte += 1;
    }
    table
};

/// The first byte of `bytes` that has one of the classes in `mask`.
///
/// The bytes of a URL are nearly all of no class, so sixteen are passed at a time while none of them
/// can have one. Then eight are looked at together, in a register of eight lanes (a SIMD search
/// would cost more to set up than it saves). Each test sets the high bit of a lane that passes; a
/// carry can set it in lanes behind a passing one, too, but never in one before. So the first lane
/// set is a byte that passes a test, and the table has the last word on it.
#[expect(
    clippy::inline_always,
    reason = "3 % on a text with a URL in every line"
)]
#[inline(always)]
pub(crate) fn find(bytes: &[u8], mask: u8) -> Option<usize> {
    let has_class = |at: usize| CLASSES[usize::from(bytes[at])] & mask != 0;
    let may_have_class = |byte: u8| matches!(byte, 0..=b'"' | b'<' | b'>');
    let mut at = 0;
    while let Some(sixteen) = bytes[at..].first_chunk::<16>() {
        // Without a branch between them, so that all are asked at once.
        let ask = |any, &byte: &u8| any | may_have_class(byte);
        if sixteen.iter().fold(false, ask) {
            break;
        }
        at += sixteen.len();
    }
    while let Some(&lanes) = bytes[at..].first_chunk::<8>() {
        let lanes = u64::from_le_bytes(lanes);
        // `<` and `>` differ in one bit.
        let brackets = equal(lanes | (ONES * 2), b'<' | 2);
        let passing = if mask == STOP {
            // Exact, so that a run of blanks is no trap.
            brackets | equal(lanes, 0) | equal(lanes, b'\n')
        } else {
            // Of the bytes that are searched for, `"` is the largest below `<`.
            brackets | below(lanes, b'"' + 1)
        };
        if passing == 0 {
            at += 8;
            continue;
        }
        at += (passing.trailing_zeros() / 8) as usize;
        if mask == STOP || has_class(at) {
            return Some(at);
        }
        at += 1;
    }
    (at..bytes.len()).find(|&at| has_class(at))
}

/// Where the last line of `bytes` begins: behind the last LF, or at 0 if there is none.
///
/// Lines are short, so this is a case for eight lanes, too.
pub(crate) fn behind_last_lf(bytes: &[u8]) -> usize {
    let mut end = bytes.len();
    while let Some((_, &lanes)) = bytes[..end].split_last_chunk::<8>() {
        // Read so that the last byte has the lowest lane.
        let passing = equal(u64::from_be_bytes(lanes), b'\n');
        if passing != 0 {
            return end - (passing.trailing_zeros() / 8) as usize;
        }
        end -= 8;
    }
    let last = bytes[..end].iter().rposition(|&byte| byte == b'\n');
    last.map_or(0, |last| last + 1)
}

/// Fast check whether the last line of `bytes` begins after an LF and has none of `>`, `|` and `:`.
/// `false` means "not known".
#[inline]
pub(crate) fn ends_in_plain_line(bytes: &[u8]) -> bool {
    let Some(&last) = bytes.last_chunk::<8>() else {
        return false;
    };
    let lanes = u64::from_be_bytes(last);
    let lf = equal(lanes, b'\n');
    // `>` and `:` differ in one bit.
    let marks = equal(lanes | (ONES * 4), b'>') | equal(lanes, b'|');
    // The last LF has the lowest lane of all, and those of the line are below.
    let line = !lf & lf.wrapping_sub(1);
    lf != 0 && marks & line == 0
}

/// How many line breaks there are; summed up in bytes, which many lanes can do at once.
pub(crate) fn count_lf(bytes: &[u8]) -> usize {
    let count = |chunk: &[u8]| {
        chunk
            .iter()
            .map(|&byte| u8::from(byte == b'\n'))
            .sum::<u8>()
    };
    bytes
        .chunks(usize::from(u8::MAX))
        .map(|chunk| usize::from(count(chunk)))
        .sum()
}

const ONES: u64 = u64::from_le_bytes([1; 8]);
const HIGH: u64 = ONES << 7;

/// Sets the high bit of lanes whose byte is below `bound`, which is ASCII.
const fn below(lanes: u64, bound: u8) -> u64 {
    lanes.wrapping_sub(ONES * bound as u64) & !lanes & HIGH
}

/// Sets the high bit of lanes whose byte is `byte`.
const fn equal(lanes: u64, byte: u8) -> u64 {
    below(lanes ^ (ONES * byte as u64), 1)
}

#[cfg(test)]
mod tests {
    use super::{CLASSES, ROUGH, STOP, WS, behind_last_lf, count_lf, find};

    #[test]
    fn the_last_line_is_found_in_every_lane() {
        for len in 0..20 {
            let mut bytes = [b'\x0b'; 20];
            assert_eq!(behind_last_lf(&bytes[..len]), 0);
            for at in 0..len {
                bytes[at] = b'\n';
                assert_eq!(behind_last_lf(&bytes[..len]), at + 1);
            }
        }
    }

    #[test]
    fn line_breaks_are_counted_past_what_a_byte_holds() {
        for len in [0, 1, 254, 255, 256, 257, 511, 600] {
            assert_eq!(count_lf(&[b'\n'; 600][..len]), len);
        }
        assert_eq!(count_lf(b"\r\n\x0b\n"), 2);
    }

    #[test]
    fn many_at_a_time_find_what_one_at_a_time_finds() {
        const LEN: usize = 16 + 8 + 1;
        for mask in [STOP, ROUGH, STOP | ROUGH, WS] {
            let slowly = |bytes: &[u8]| {
                let mut classes = bytes.iter().map(|&byte| CLASSES[usize::from(byte)]);
                classes.position(|class| class & mask != 0)
            };
            // Every byte in every lane, in front of and behind every kind of neighbour.
            for byte in 0..=u8::MAX {
                for neighbour in [b'x', 0, 1, b'!', b'"', b'<', b'=', 0x7f, 0x80, 0xff] {
                    for place in 0..LEN {
                        let mut bytes = [b'x'; LEN];
                        bytes[place] = byte;
                        bytes[(place + 1) % LEN] = neighbour;
                        assert_eq!(find(&bytes, mask), slowly(&bytes), "{bytes:?}");
                    }
                }
            }
        }
    }
}
