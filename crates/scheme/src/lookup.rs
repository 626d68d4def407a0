//! The row of a name: names of up to eight bytes are compared as one number, which a hash without
//! collisions finds.

use crate::table::{Scheme, SchemeInfo, TABLE};

impl SchemeInfo {
    /// Returns the row of a scheme, by its name in any case.
    #[must_use]
    #[inline]
    pub fn of(name: &[u8]) -> Option<&'static Self> {
        row(name)
    }
}

impl Scheme {
    /// Returns which scheme a name stands for, in any case (§2.1).
    #[must_use]
    #[inline]
    pub fn of(name: &[u8]) -> Self {
        row(name).map_or(Self::Other, SchemeInfo::scheme)
    }

    /// Returns the scheme whose name and colon a text begins with, and the length of the name; `None`
    /// if it has no production of its own, or its name has more than seven bytes.
    #[must_use]
    #[inline]
    pub fn at_start_of(text: &[u8]) -> Option<(Self, usize)> {
        let (info, len) = at_start_of(text)?;
        (info.scheme() != Self::Other).then_some((info.scheme(), len))
    }
}

/// The longest name that is compared as a number.
const SHORT: usize = 8;

/// How many bits of a hash count.
const BITS: u32 = 8;

/// The numbers of the short names, in the order of the table; 0 for a longer one.
const WORDS: [u64; TABLE.len()] = {
    let mut words = [0; TABLE.len()];
    let mut row = 0;
    while row < TABLE.len() {
        let name = TABLE[row].name().as_bytes();
        let mut at = 0;
        while at < name.len() && name.len() <= SHORT {
            words[row] |= (name[at] as u64) << (8 * at);
            at += 1;
        }
        row += 1;
    }
    words
};

/// The first factor that gives each word a slot of its own.
const FACTOR: u64 = {
    let mut factor = 0x9e37_79b9_7f4a_7c15;
    while slots(factor).is_none() {
        // Odd factors lose no bit of a word.
        factor = factor.wrapping_mul(0x5851_f42d_4c95_7f2d) | 1;
    }
    factor
};

/// The row of each hash; one that is not there where there is none.
const SLOTS: [u8; 1 << BITS] = match slots(FACTOR) {
    Some(slots) => slots,
    None => panic!("the factor was chosen for these words"),
};

const FREE: u8 = u8::MAX;

const _: () = assert!(TABLE.len() < FREE as usize, "a row needs more than a byte");

const fn slots(factor: u64) -> Option<[u8; 1 << BITS]> {
    let mut slots = [FREE; 1 << BITS];
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
    (word.wrapping_mul(factor) >> (u64::BITS - BITS)) as usize
}

/// The row of a name, in any case.
#[inline]
fn row(name: &[u8]) -> Option<&'static SchemeInfo> {
    let mut eight = [0; SHORT];
    match eight.get_mut(..name.len()) {
        Some(room) => room.copy_from_slice(name),
        None => return long_row(name),
    }
    row_of_word(u64::from_le_bytes(eight), name.len())
}

#[cold]
fn long_row(name: &[u8]) -> Option<&'static SchemeInfo> {
    let is_it = |row: &&SchemeInfo| row.name().as_bytes().eq_ignore_ascii_case(name);
    TABLE.iter().find(is_it)
}

/// The row of the name that stands in front of the colon among the first eight bytes of a text, and
/// the length of the name.
#[inline]
fn at_start_of(text: &[u8]) -> Option<(&'static SchemeInfo, usize)> {
    let eight = text.first_chunk()?;
    let len = eight.iter().position(|&byte| byte == b':')?;
    let unused = 8 * (SHORT - len) as u32;
    let word = u64::from_le_bytes(*eight).checked_shl(unused)? >> unused;
    Some((row_of_word(word, len)?, len))
}

/// The row of a name of `len` bytes, with zeros after it.
#[inline]
fn row_of_word(word: u64, len: usize) -> Option<&'static SchemeInfo> {
    // Of the bytes with this bit, half of it makes small letters of capitals, and of nothing else.
    let word = word | (word & u64::from_le_bytes([0x40; SHORT])) >> 1;
    let row = usize::from(SLOTS[slot(word, FACTOR)]);
    // The name may have zeros itself.
    let info = TABLE.get(row)?;
    (WORDS[row] == word && info.name().len() == len).then_some(info)
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::{string::String, vec::Vec};

    use super::{at_start_of, row};
    use crate::{Scheme, SchemeInfo};

    /// What a search through the table finds.
    fn slowly(name: &[u8]) -> Option<&'static SchemeInfo> {
        let is_it = |info: &&SchemeInfo| name.eq_ignore_ascii_case(info.name().as_bytes());
        SchemeInfo::ALL.iter().find(is_it)
    }

    /// Every name with each of its bytes replaced by every other, cut anywhere, and gone on with.
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
    fn nothing_else_is_found() {
        for name in near_misses() {
            assert_eq!(row(&name), slowly(&name), "{}", name.escape_ascii());
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
            let expected = slowly(&name[..len]).filter(|_| len < 8);
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
    fn the_table_is_in_order() {
        let names: Vec<&str> = SchemeInfo::ALL.iter().map(SchemeInfo::name).collect();
        assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
        let small: String = names.concat();
        assert!(!small.bytes().any(|byte| byte.is_ascii_uppercase()));
    }
}
