//! The domains of the first level that exist.
//!
//! `tlds.txt` has IANA's list, and the names beyond ASCII that its `xn--` names encode, sorted by their bytes: six
//! kilobytes if compressed. The crate `tld` has a hash table of several times the size, without the names beyond ASCII,
//! and the source of `psl` has two megabytes. `tlds.py` makes the file anew.

use memchr::memmem;

const TLDS: &[u8] = include_bytes!("tlds.txt");

/// The names that are reserved for documentation, tests and local networks (RFC 2606, RFC 6762, RFC 7686).
const RESERVED: [&[u8]; 7] = [
    b"example",
    b"test",
    b"invalid",
    b"localhost",
    b"local",
    b"internal",
    b"onion",
];

/// The maximum length in bytes of a label.
pub(crate) const MAX_LABEL: usize = 63;

/// Returns whether a label is a domain of the first level, in any case.
pub(crate) fn is_known(label: &[u8]) -> bool {
    if label.is_ascii() {
        is_in_list(label) || RESERVED.iter().any(|name| name.eq_ignore_ascii_case(label))
    } else {
        // Character by character, which takes less code than a string with its rule for sigma: no name ends in one.
        let lower =
            |label: &str| -> String { label.chars().flat_map(char::to_lowercase).collect() };
        str::from_utf8(label).is_ok_and(|label| is_in_list(lower(label).as_bytes()))
    }
}

/// Returns a label in lower case between spaces; `None` if it is too long.
fn in_lower_case(label: &[u8]) -> Option<[u8; MAX_LABEL + 2]> {
    let mut word = [b' '; MAX_LABEL + 2];
    let lower = word[1..=MAX_LABEL].get_mut(..label.len())?;
    lower.copy_from_slice(label);
    lower.make_ascii_lowercase();
    Some(word)
}

/// Domains of the first level that are extensions of files, or common after a dot in code: fields and functions.
const DOUBTFUL: &[u8] = b" \
    ac al am as at by bz cc cd cl cr do gd ge gs gt id in is la ma md mk ml mm mo ms ne pl pm ps py rs sc sh so sr ss \
    st sv tc td tf to tt vi ws aaa abc app audio author auto band bar best bin bio blue build cab cal call camera \
    case cat cfd channel chat claims click codes compare computer contact data date day deal delivery delta direct \
    directory docs domains dot download drive email events exchange expert fail family fast feedback final fish fit \
    foo forum free fun game games gdn gift gmx graphics green group guide help here host hot how inc ink internal \
    invalid java jobs like limited limo link live local localhost locker man map market media menu mini mma mobile \
    mom monster mov name network new next now observer one open origins page parts pay phone photo photos pid pin \
    ping place play plus post press prime prod productions prof properties property protection pub read red ren \
    repair report rest review reviews run safe safety sas save search secure security seek select services shell show \
    site skin space spot storage store stream style supply support systems tab target tax team tel test tips tools \
    top total trust tube uno video vision vote watch web win windows work works world zero zip zone ";

/// Returns whether a domain of the first level is more often something else.
pub(crate) fn is_doubtful(label: &[u8]) -> bool {
    in_lower_case(label)
        .is_some_and(|word| memmem::find(DOUBTFUL, &word[..label.len() + 2]).is_some())
}

/// The number of slots of [`SLOTS`], at most half of which are filled.
const SLOT_COUNT: usize = 1 << 12;

/// A hash table of the list: the index of each name plus 1, in the first free slot from that of its hash on.
const SLOTS: [u16; SLOT_COUNT] = {
    let mut slots = [0; SLOT_COUNT];
    let mut at = 0;
    while at < TLDS.len() {
        let start = at;
        let mut slot = 0;
        while TLDS[at] != b'\n' {
            slot = hash(slot, TLDS[at]);
            at += 1;
        }
        while slots[slot] > 0 {
            slot = (slot + 1) % SLOT_COUNT;
        }
        slots[slot] = start as u16 + 1;
        at += 1;
    }
    slots
};

/// Returns the hash of a name after its next byte.
const fn hash(before: usize, byte: u8) -> usize {
    (before * 1065 + byte as usize) % SLOT_COUNT
}

/// Searches the list, in any case of ASCII letters.
fn is_in_list(name: &[u8]) -> bool {
    let hash = |slot, byte: &u8| hash(slot, byte.to_ascii_lowercase());
    let mut slot = name.iter().fold(0, hash);
    while let Some(start) = SLOTS[slot].checked_sub(1) {
        let names = &TLDS[usize::from(start)..];
        if names.get(name.len()) == Some(&b'\n') && names[..name.len()].eq_ignore_ascii_case(name) {
            return true;
        }
        slot = (slot + 1) % SLOT_COUNT;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{TLDS, is_known};

    #[test]
    fn every_domain_is_found() {
        let names = TLDS
            .split(|&byte| byte == b'\n')
            .filter(|name| !name.is_empty());
        let mut count = 0;
        for name in names {
            assert!(is_known(name) && is_known(&name.to_ascii_uppercase()));
            let longer = [name, b"\xc3\xa9"].concat();
            assert!(!is_known(&longer));
            count += 1;
        }
        assert!(count > 1500, "{count}");
    }

    #[test]
    fn other_labels_are_not() {
        for name in ["", "c", "comm", "zzzz", "aa", "html", "\u{ff}", "example2"] {
            assert!(!is_known(name.as_bytes()), "{name}");
        }
        assert!(!is_known(&[b'a'; 64]) && !is_known(b"\xff"));
        for name in [
            "example",
            "LOCALHOST",
            "香港",
            "VERMÖGENSBERATUNG",
            "xn--11b4c3d",
        ] {
            assert!(is_known(name.as_bytes()), "{name}");
        }
    }
}
