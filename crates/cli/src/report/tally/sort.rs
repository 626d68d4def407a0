//! Sorts texts by their bytes.
//!
//! URLs have long prefixes in common, so that comparing two of them takes many instructions, most of them for bytes
//! that were compared before. Here texts are sorted by eleven bytes at a time, which are compared as one number, and
//! then those in which these are equal by the next eleven.

/// The bytes of a text that are compared at once. The number has one byte more for their count, and four for the index
/// of the text.
const PIECE: usize = 11;

/// Fewer texts are compared as they are.
const MIN_KEYED: usize = 8;

/// Sorts the indices of different texts by these texts. An index is the low half of 64 bits of a key, of which the
/// rest is zero at first.
pub(super) fn sort_by_text<'t>(keys: &mut [u128], text: impl Fn(u32) -> &'t [u8]) {
    // Ranges of keys whose texts have this many bytes in common.
    let mut groups = vec![(0, keys.len(), 0)];
    while let Some((start, end, depth)) = groups.pop() {
        let group = &mut keys[start..end];
        if group.len() < MIN_KEYED {
            let rest = |key: u128| &text(index(key))[depth..];
            group.sort_unstable_by(|&one, &other| rest(one).cmp(rest(other)));
            continue;
        }
        for key in &mut *group {
            let index = index(*key);
            *key = piece(&text(index)[depth..]) | u128::from(index);
        }
        group.sort_unstable();
        let mut next = start;
        for equal in group.chunk_by(|one, other| one >> u32::BITS == other >> u32::BITS) {
            let first = next;
            next += equal.len();
            if equal.len() > 1 {
                groups.push((first, next, depth + PIECE));
            }
        }
    }
}

/// Returns the index of the text of a key.
pub(super) const fn index(key: u128) -> u32 {
    key as u32
}

/// Returns the first bytes of a text and their number, above the bits of the index. If two texts are equal in all of
/// their first bytes, the shorter one comes first.
fn piece(text: &[u8]) -> u128 {
    let mut bytes = [0; size_of::<u128>()];
    if let Some(first) = text.first_chunk::<PIECE>() {
        bytes[..PIECE].copy_from_slice(first);
        bytes[PIECE] = PIECE as u8;
    } else {
        bytes[..text.len()].copy_from_slice(text);
        bytes[PIECE] = text.len() as u8;
    }
    u128::from_be_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::{
        collection::{btree_set, vec},
        prelude::*,
    };

    use super::{index, sort_by_text};

    fn is_sorted(texts: &BTreeSet<Vec<u8>>) -> bool {
        let expected: Vec<_> = texts.iter().collect();
        // In some other order.
        let mut texts = expected.clone();
        texts.sort_by_key(|text| (text.iter().rev().collect::<Vec<_>>(), text.len()));
        let mut keys: Vec<_> = (0..texts.len() as u128).collect();
        sort_by_text(&mut keys, |index| texts[index as usize]);
        let sorted = keys.iter().map(|&key| texts[index(key) as usize]);
        sorted.eq(expected)
    }

    proptest! {
        #[test]
        fn texts_are_sorted_by_their_bytes(
            texts in btree_set(vec(prop_oneof![3 => Just(b'a'), 1 => Just(0), 1 => any::<u8>()], 0..40), 0..60),
        ) {
            prop_assert!(is_sorted(&texts));
        }
    }

    /// The stack of a recursion would have one frame for each eleven bytes.
    #[test]
    fn long_prefixes_in_common_are_sorted() {
        let texts = (0..20).map(|len| vec![b'a'; 1_000_000 + len]);
        assert!(is_sorted(&texts.collect()));
        let texts = (0..200).map(|len| vec![0; len]);
        assert!(is_sorted(&texts.collect()));
    }
}
