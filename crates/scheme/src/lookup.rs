//! Lookup of a scheme by name. Names of up to eight bytes are integer keys of a perfect hash table.

use crate::table::{Scheme, SchemeInfo, TABLE};

impl SchemeInfo {
    /// Looks up a scheme by its name, in any case.
    #[must_use]
    #[inline]
    pub fn of(name: &[u8]) -> Option<&'static Self> {
        row(name)
    }
}

impl Scheme {
    /// Looks up a scheme by its name, in any case (§2.1). Returns [`Other`](Self::Other) if the scheme has no
    /// production of its own.
    #[must_use]
    #[inline]
    pub fn of(name: &[u8]) -> Self {
        row(name).map_or(Self::Other, SchemeInfo::scheme)
    }

    /// Returns the scheme at the start of a text, before a colon, and the length of its name.
    ///
    /// Returns `None` if the scheme has no production, if its name is longer than seven bytes, or if the text is
    /// shorter than eight bytes.
    #[must_use]
    #[inline]
    pub fn at_start_of(text: &[u8]) -> Option<(Self, usize)> {
        let (info, len) = at_start_of(text)?;
        (info.scheme() != Self::Other).then_some((info.scheme(), len))
    }
}

/// Returns whether a byte can stand in a scheme after the first byte, which is a letter: `ALPHA / DIGIT / "+" / "-" /
/// "."` (RFC 3986 §3.1).
#[must_use]
#[inline]
pub const fn is_scheme_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')
}

/// The maximum length in bytes of a name that is compared as an integer.
const MAX_WORD_LEN: usize = 8;

/// The number of bits of a hash.
const HASH_BITS: u32 = 9;

/// The names as integers, in the order of the table; 0 for a name that is too long.
const WORDS: [u64; TABLE.len()] = {
    let mut words = [0; TABLE.len()];
    let mut row = 0;
    while row < TABLE.len() {
        let name = TABLE[row].name().as_bytes();
        let mut at = 0;
        while at < name.len() && name.len() <= MAX_WORD_LEN {
            words[row] |= (name[at] as u64) << (8 * at);
            at += 1;
        }
        row += 1;
    }
    words
};

/// The first factor for which no two words have the same slot.
const FACTOR: u64 = {
    let mut factor = 0x9e37_79b9_7f4a_7c15;
    while slots(factor).is_none() {
        // The factor stays odd: multiplication by an odd number is invertible, so that no two words collide before
        // the shift.
        factor = factor.wrapping_mul(0x5851_f42d_4c95_7f2d) | 1;
    }
    factor
};

/// The row for each hash, or [`FREE`].
const SLOTS: [u8; 1 << HASH_BITS] = match slots(FACTOR) {
    Some(slots) => slots,
    None => panic!("the factor was chosen for these words"),
};

/// The slot of a hash without a row.
const FREE: u8 = u8::MAX;

const _: () = assert!(
    TABLE.len() < FREE as usize,
    "a row index needs more than a byte"
);

/// Returns the row for each hash; `None` if two words have the same slot.
const fn slots(factor: u64) -> Option<[u8; 1 << HASH_BITS]> {
    let mut slots = [FREE; 1 << HASH_BITS];
    let mut row = 0;
    while row < TABLE.len() {
        if WORDS[row] != 0 {
            let slot = slot(WORDS[row], factor);
            if slots[slot] != FREE {
                return None;
            }
            slots[slot] = row as u8;
        }
        row += 1;
    }
    Some(slots)
}

const fn slot(word: u64, factor: u64) -> usize {
    (word.wrapping_mul(factor) >> (u64::BITS - HASH_BITS)) as usize
}

/// Returns the row of a name, in any case.
#[inline]
fn row(name: &[u8]) -> Option<&'static SchemeInfo> {
    let mut word = [0; MAX_WORD_LEN];
    match word.get_mut(..name.len()) {
        Some(start) => start.copy_from_slice(name),
        None => return row_of_long_name(name),
    }
    row_of_word(u64::from_le_bytes(word), name.len())
}

/// Searches the table for a name that is too long for a word.
#[cold]
fn row_of_long_name(name: &[u8]) -> Option<&'static SchemeInfo> {
    let has_name = |row: &&SchemeInfo| row.name().as_bytes().eq_ignore_ascii_case(name);
    TABLE.iter().find(has_name)
}

/// Returns the row of the name before a colon in the first eight bytes of a text, and the length of the
/// name.
#[inline]
fn at_start_of(text: &[u8]) -> Option<(&'static SchemeInfo, usize)> {
    let eight = text.first_chunk()?;
    let len = eight.iter().position(|&byte| byte == b':')?;
    let unused = 8 * (MAX_WORD_LEN - len) as u32;
    let word = u64::from_le_bytes(*eight).checked_shl(unused)? >> unused;
    Some((row_of_word(word, len)?, len))
}

/// Returns the row of a name of `len` bytes, padded with zeros.
#[inline]
fn row_of_word(word: u64, len: usize) -> Option<&'static SchemeInfo> {
    // Bytes with bit 0x40 get bit 0x20. This maps capitals to small letters, and no other byte to a byte
    // of a name.
    let word = word | (word & u64::from_le_bytes([0x40; MAX_WORD_LEN])) >> 1;
    let row = usize::from(SLOTS[slot(word, FACTOR)]);
    // The length differs if the name contains zeros itself.
    let info = TABLE.get(row)?;
    (WORDS[row] == word && info.name().len() == len).then_some(info)
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::{string::String, vec::Vec};

    use super::{at_start_of, row};
    use crate::{Scheme, SchemeInfo};

    /// Searches the table from its start.
    fn linear_search(name: &[u8]) -> Option<&'static SchemeInfo> {
        let has_name = |info: &&SchemeInfo| name.eq_ignore_ascii_case(info.name().as_bytes());
        SchemeInfo::ALL.iter().find(has_name)
    }

    /// Returns every name with one byte replaced by every byte, truncated to every length, and extended by
    /// every byte.
    fn near_misses() -> impl Iterator<Item = Vec<u8>> {
        SchemeInfo::ALL.iter().flat_map(|info| {
            let name = info.name().as_bytes();
            let changed = (0..name.len()).flat_map(move |at| {
                (0..=u8::MAX).map(move |byte| {
                    let mut name = name.to_vec();
                    name[at] = byte;
                    name
                })
            });
            let cut = (0..=name.len()).map(move |len| name[..len].to_vec());
            let longer = (0..=u8::MAX).map(move |byte| [name, &[byte]].concat());
            changed.chain(cut).chain(longer)
        })
    }

    #[test]
    fn names_are_found_in_any_case() {
        for info in SchemeInfo::ALL {
            let capitals = info.name().to_ascii_uppercase();
            assert_eq!(row(info.name().as_bytes()), Some(info));
            assert_eq!(row(capitals.as_bytes()), Some(info));
        }
    }

    #[test]
    fn other_names_are_not_found() {
        for name in near_misses() {
            assert_eq!(row(&name), linear_search(&name), "{}", name.escape_ascii());
        }
    }

    #[test]
    fn a_name_is_found_at_the_start_of_a_text() {
        for name in near_misses() {
            let text = [&name[..], b"://a.example/"].concat();
            let len = name
                .iter()
                .position(|&byte| byte == b':')
                .unwrap_or(name.len());
            let expected = linear_search(&name[..len]).filter(|_| len < 8);
            let found = at_start_of(&text);
            assert_eq!(
                found,
                expected.map(|info| (info, len)),
                "{}",
                text.escape_ascii()
            );
        }
        assert_eq!(Scheme::at_start_of(b"HTTP://a"), Some((Scheme::Http, 4)));
        assert_eq!(Scheme::at_start_of(b"https://a"), None);
        assert_eq!(Scheme::at_start_of(b"http:"), None);
    }

    #[test]
    fn the_table_is_sorted() {
        let names: Vec<&str> = SchemeInfo::ALL.iter().map(SchemeInfo::name).collect();
        assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
        let all: String = names.concat();
        assert!(!all.bytes().any(|byte| byte.is_ascii_uppercase()));
    }
}
