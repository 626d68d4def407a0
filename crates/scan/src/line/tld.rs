//! The domains of the first level that exist.
//!
//! `tlds.txt` has IANA's list, and the names beyond ASCII that its `xn--` names encode, sorted by their bytes: six
//! kilobytes if compressed. The crate `tld` has a hash table of several times the size, without the names beyond ASCII,
//! and the source of `psl` has two megabytes. `tlds.py` makes the file anew.

use std::cmp::Ordering;

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
        let mut lower = [0; MAX_LABEL];
        let Some(lower) = lower.get_mut(..label.len()) else {
            return false;
        };
        lower.copy_from_slice(label);
        lower.make_ascii_lowercase();
        RESERVED.contains(&&*lower) || is_in_list(lower)
    } else {
        str::from_utf8(label).is_ok_and(|label| is_in_list(label.to_lowercase().as_bytes()))
    }
}

/// Domains of the first level that are extensions of files, or common after a dot in code: fields and functions.
const DOUBTFUL: &str = "\
    ac al am as at by bz cc cd cl cr do gd gs id in is la ma md mk ml mm mo ms pl pm ps py rs sc sh so sr ss st sv tc \
    td tf to tt vi ws abc app auto bar best bin bio build cab cal call camera case cat cfd channel chat claims click \
    codes compare computer contact data date day deal delivery delta direct directory docs domains dot download \
    email events exchange expert fail feedback final fish fit foo forum free fun game games gdn gift gmx group guide \
    help here host hot how inc ink internal invalid java jobs like limited limo link live local localhost locker man \
    map market media menu mini mobile mom monster mov name network new next now observer one open origins page parts \
    pay phone photo photos pid pin ping place play plus post press prime prod productions prof properties property \
    protection pub read red ren repair report rest review reviews run safe safety save search secure security seek \
    select services shell show site skin space spot storage store stream style supply support systems tab target tax \
    team tel test tips tools top total trust tube uno video vision vote watch web win windows work works world zero \
    zip zone";

/// Returns whether a domain of the first level is more often something else.
pub(crate) fn is_doubtful(label: &[u8]) -> bool {
    let mut doubtful = DOUBTFUL.split_ascii_whitespace();
    doubtful.any(|known| known.as_bytes().eq_ignore_ascii_case(label))
}

/// Searches the lines of the list.
fn is_in_list(name: &[u8]) -> bool {
    let mut lines = TLDS;
    while !lines.is_empty() {
        let middle = memchr::memrchr(b'\n', &lines[..lines.len() / 2]).map_or(0, |at| at + 1);
        let end = memchr::memchr(b'\n', &lines[middle..]).map_or(lines.len(), |len| middle + len);
        match name.cmp(&lines[middle..end]) {
            Ordering::Less => lines = &lines[..middle],
            Ordering::Equal => return true,
            Ordering::Greater => lines = lines.get(end + 1..).unwrap_or_default(),
        }
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
