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
const MAX_LABEL: usize = 63;

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
