//! A fast check for the most frequent form of URLs.
//!
//! Nearly all URLs in mail and news have a hostname without user and port, and after it only characters
//! that every path allows. The check takes a third of the instructions of parsing.

use crate::login::{after_hostname, is_common};

/// Fast check whether a text conforms. `false` means "not known".
pub(crate) fn conforms_fast(text: &[u8]) -> bool {
    let after = |prefix: &[u8]| text.strip_prefix(prefix);
    // After the host and a slash, `hpath`, `fpath` and `*xchar` all allow the common characters.
    let after_slashes = after(b"http://")
        .or_else(|| after(b"https://"))
        .or_else(|| after(b"ftp://"))
        .or_else(|| after(b"gopher://"));
    let rest = match after_slashes {
        Some(rest) => after_hostname(rest),
        // `mailtourl = "mailto:" 1*xchar`
        None => after(b"mailto:").filter(|address| !address.is_empty()),
    };
    rest.is_some_and(|rest| ends_common(text, rest))
}

/// Returns whether `end`, a suffix of `text`, has only common characters. If `end` has fewer than sixteen
/// bytes, all of the last sixteen bytes of `text` must be common.
fn ends_common(text: &[u8], end: &[u8]) -> bool {
    let are_all = |piece: &[u8; 16]| {
        let all = |all, &byte: &u8| all & is_common(byte);
        piece.iter().fold(true, all)
    };
    // The last sixteen bytes cover the remainder after the pieces.
    match text.last_chunk() {
        Some(last) => end.as_chunks().0.iter().all(are_all) && are_all(last),
        None => end.iter().copied().all(is_common),
    }
}

#[cfg(test)]
mod tests {
    use alloc::{format, string::String, vec::Vec};

    use super::{conforms_fast, ends_common};
    use crate::Url;

    #[test]
    fn only_the_listed_characters_are_common() {
        for byte in 0..=u8::MAX {
            let is_listed = byte.is_ascii_alphanumeric() || b"'()*+,-./:@_".contains(&byte);
            for len in 1..=33 {
                for at in 0..len {
                    let mut text: Vec<u8> = b"abcdefghijklmnopqrstuvwxyz0123456"[..len].to_vec();
                    text[at] = byte;
                    let is_common = ends_common(&text, &text);
                    assert_eq!(is_common, is_listed, "{byte:#x} at {at} of {len}");
                }
            }
        }
    }

    #[test]
    fn hostnames_conform_fast_with_any_label_ends() {
        // The prefix moves the labels across the ends of chunks.
        for before in ["", "bcdef", "b-c.defgh"] {
            for number in 0..6_usize.pow(6) {
                let digits = (0..6).map(|index| number / 6_usize.pow(index) % 6);
                let end: String = digits.map(|digit| char::from(b"a1-./_"[digit])).collect();
                for url in [
                    format!("http://{before}{end}"),
                    format!("http://{before}{end}/x"),
                ] {
                    let conforms = Url::parse(url.as_bytes()).is_ok();
                    assert_eq!(conforms_fast(url.as_bytes()), conforms, "{url}");
                }
            }
        }
    }

    #[test]
    fn conforms_fast_agrees_with_parsing() {
        for url in [
            "http://a",
            "http://a.b-c.example/x/y_z,(1)*'+@:",
            "https://a.example/",
            "ftp://a.example/x",
            "gopher://h/11",
            "mailto:a@b",
        ] {
            assert!(conforms_fast(url.as_bytes()), "{url}");
            assert!(Url::parse(url.as_bytes()).is_ok(), "{url}");
        }
        for url in [
            "http://",
            "http:///",
            "http://a.",
            "http://a:80/",
            "http://a@b/",
            "http://1.2.3.4/",
            "http://a_b/",
            "ftp://a/b;c",
            "mailto:",
            "HTTP://a/",
            "ftp:a",
            "",
        ] {
            assert!(!conforms_fast(url.as_bytes()), "{url}");
        }
    }
}
