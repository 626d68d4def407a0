//! The domains of the first level that exist.
//!
//! `tlds.txt` has IANA's list, and the names beyond ASCII that its `xn--` names encode, sorted by their bytes: six
//! kilobytes if compressed. The crate `tld` has a hash table of several times the size, without the names beyond ASCII,
//! and the source of `psl` has two megabytes. `tlds.py` makes the file anew.

use std::sync::LazyLock;

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
        let lower = |label: &str| -> String { label.chars().map(in_lower_case_of_list).collect() };
        str::from_utf8(label).is_ok_and(|label| is_in_list(lower(label).as_bytes()))
    }
}

/// Returns a letter in lower case, if the list has it. The tables of the standard library, for all letters, would take
/// 4 kB of the WebAssembly module.
fn in_lower_case_of_list(letter: char) -> char {
    let code = u32::from(letter);
    let lower = match letter {
        // Latin, Greek, Cyrillic, Armenian and Georgian.
        'À'..='Þ' | 'Α'..='Ω' | 'А'..='Я' => code + 0x20,
        'Ѐ'..='Џ' => code + 0x50,
        'Ҋ'..='ҿ' => code | 1,
        'Ա'..='Ֆ' => code + 0x30,
        'Ა'..='Ჺ' => code - 0xbc0,
        _ => code,
    };
    char::from_u32(lower).unwrap_or(letter).to_ascii_lowercase()
}

/// Domains of the first level that are extensions of files, or common after a dot in code: fields and functions.
const DOUBTFUL: &[u8] = b"\
    ac al am as at by bz cc cd cl cr do gd ge gs gt id in is la ma md mk ml mm mo ms ne pl pm ps py rs sc sh so sr ss \
    st sv tc td tf to tt vi ws aaa abc app audio author auto band bar best bio blue build cab cal call camera \
    case cat cfd channel chat claims click codes compare computer contact data date day deal delivery delta direct \
    directory docs domains dot download drive email events exchange expert fail family fast feedback final fish fit \
    foo forum free fun game games gdn gift gmx graphics green group guide help here host hot how inc ink \
    java jobs like limited limo link live locker man map market media menu mini mma mobile \
    mom monster mov name network new next now observer one open origins page parts pay phone photo photos pid pin \
    ping place play plus post press prime prod productions prof properties property protection pub read red ren \
    repair report rest review reviews run safe safety sas save search secure security seek select services shell show \
    site skin space spot storage store stream style supply support systems tab target tax team tel tips tools \
    top total trust tube uno video vision vote watch web win windows work works world zero zip zone";

/// Returns whether a domain of the first level is more often something else.
pub(crate) fn is_doubtful(label: &[u8]) -> bool {
    let is_label = |name: &&[u8]| name.eq_ignore_ascii_case(label);
    slot_of(&SLOTS, label).is_some_and(|slot| SLOTS[slot] & DOUBTFUL_NAME != 0)
        || DOUBTFUL_RESERVED.iter().any(is_label)
}

/// Reserved names that are like these.
const DOUBTFUL_RESERVED: [&[u8]; 5] = [b"internal", b"invalid", b"local", b"localhost", b"test"];

/// The number of slots of [`SLOTS`], at most half of which are filled.
const SLOT_COUNT: usize = 1 << 12;

/// The bit of a slot whose name is [doubtful](DOUBTFUL).
const DOUBTFUL_NAME: u16 = 1 << 15;

/// A hash table of the list. Each name has the slot of its hash or, if it is taken, the next free one, which stores the
/// index of the name plus 1. The table is made when it is first used: as a constant, it would take 4 kB of the
/// WebAssembly module.
static SLOTS: LazyLock<[u16; SLOT_COUNT]> = LazyLock::new(|| {
    let mut slots = [0; SLOT_COUNT];
    let mut start = 1;
    for name in TLDS.split_inclusive(|&byte| byte == b'\n') {
        let mut slot = hash_of(name.trim_ascii_end());
        while slots[slot] > 0 {
            slot = (slot + 1) % SLOT_COUNT;
        }
        slots[slot] = start;
        start += name.len() as u16;
    }
    for name in DOUBTFUL.split(|&byte| byte == b' ') {
        if let Some(slot) = slot_of(&slots, name) {
            slots[slot] |= DOUBTFUL_NAME;
        }
    }
    slots
});

/// Returns the hash of a name, in any case of ASCII letters.
fn hash_of(name: &[u8]) -> usize {
    let next =
        |hash, byte: &u8| (hash * 1065 + usize::from(byte.to_ascii_lowercase())) % SLOT_COUNT;
    name.iter().fold(0, next)
}

/// Returns the slot of a name in the list, in any case of ASCII letters.
fn slot_of(slots: &[u16; SLOT_COUNT], name: &[u8]) -> Option<usize> {
    let mut slot = hash_of(name);
    while let Some(start) = (slots[slot] & !DOUBTFUL_NAME).checked_sub(1) {
        let names = &TLDS[usize::from(start)..];
        if names.get(name.len()) == Some(&b'\n') && names[..name.len()].eq_ignore_ascii_case(name) {
            return Some(slot);
        }
        slot = (slot + 1) % SLOT_COUNT;
    }
    None
}

/// Searches the list, in any case of ASCII letters.
fn is_in_list(name: &[u8]) -> bool {
    slot_of(&SLOTS, name).is_some()
}

#[cfg(test)]
mod tests {
    use super::{DOUBTFUL, TLDS, is_doubtful, is_known};

    #[test]
    fn every_domain_is_found() {
        let names = TLDS
            .split(|&byte| byte == b'\n')
            .filter(|name| !name.is_empty());
        let mut count = 0;
        for name in names {
            let upper = str::from_utf8(name).expect("UTF-8").to_uppercase();
            assert!(is_known(name) && is_known(upper.as_bytes()), "{upper}");
            let longer = [name, b"\xc3\xa9"].concat();
            assert!(!is_known(&longer));
            count += 1;
        }
        assert!(count > 1500, "{count}");
    }

    #[test]
    fn doubtful_names_are_in_the_list() {
        let names: Vec<_> = DOUBTFUL.split(|&byte| byte == b' ').collect();
        for name in &names {
            assert!(
                is_doubtful(name) && is_doubtful(&name.to_ascii_uppercase()),
                "{name:?}"
            );
        }
        assert!(is_doubtful(b"test") && is_doubtful(b"Local"));
        for name in ["", "a", "com", "example", "zip zone", "\u{440}\u{444}"] {
            assert!(!is_doubtful(name.as_bytes()), "{name}");
        }
        assert!(names.len() > 200);
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
