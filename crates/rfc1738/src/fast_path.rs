//! A fast check for the most frequent form of URLs.
//!
//! Nearly all URLs in mail and news have a hostname without user and port, and after it only characters
//! that every path allows. The check takes a third of the instructions of parsing.
//!
//! The check has no branch for each byte: characters are tested sixteen at a time, and a hostname by the state machine
//! of [`login`](crate::login). The price is that a part of the grammar stands twice; the tests compare the check with
//! the parser on all hostnames of a few characters. It is kept small for that reason: a host and a path are known, in
//! lower-case schemes. Ports, searches, escapes and fragments are left to [`usual_form`](crate::usual_form), which
//! costs more.

use urlsift_scheme::Scheme;

use crate::{
    login::{after_hostname, is_common},
    parts::{Login, Parts, SchemeSpecific, Slice},
};

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

/// Fast path: returns the parts of an http or https URL that [conforms](conforms_fast) and need not be parsed. `None`
/// means "not known".
pub(crate) fn usual_parts(text: &[u8]) -> Option<Parts<'_>> {
    let len = if text.starts_with(b"http:") {
        4
    } else if text.starts_with(b"https:") {
        5
    } else {
        return None;
    };
    if !conforms_fast(text) {
        return None;
    }
    // It has the form `scheme "://" hostname [ "/" path ]`.
    let after = &text[len + 3..];
    let slash = after.iter().position(|&byte| byte == b'/');
    let host = len + 3..len + 3 + slash.unwrap_or(after.len());
    let path = slash.map(|slash| &after[slash + 1..]);
    let (kind, scheme_specific) = if len == 4 {
        (Scheme::Http, SchemeSpecific::Http { path, search: None })
    } else {
        let urlpath = path.map_or(SchemeSpecific::Nothing, SchemeSpecific::Urlpath);
        (Scheme::Other, urlpath)
    };
    Some(Parts {
        text,
        scheme: Some(&text[..len]),
        scheme_start: 0,
        kind,
        login: Some(Login {
            host: Slice::of(text, host),
            ..Login::default()
        }),
        scheme_specific,
        fragment: None,
        host_differs: false,
    })
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

    use super::{conforms_fast, ends_common, usual_parts};
    use crate::{parse::parse_fully, parts::Parts, problem::Problems};

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
                    let conforms = parsed(&url).is_some();
                    assert_eq!(conforms_fast(url.as_bytes()), conforms, "{url}");
                    assert_eq!(usual_parts(url.as_bytes()), parsed(&url), "{url}");
                }
            }
        }
    }

    /// The parts of a URL that conforms.
    fn parsed(url: &str) -> Option<Parts<'_>> {
        let (mut parts, mut problems) = (Parts::default(), Problems::new());
        parse_fully(url.as_bytes(), &mut parts, &mut problems);
        problems.as_slice().is_empty().then_some(parts)
    }

    #[test]
    fn usual_parts_are_those_of_parsing() {
        for rest in [
            "", "/", "/x", "//", "/a/b:c@d", "/%61", "?a", "#a", ":80", ":80/x", "/~",
        ] {
            for scheme in ["http", "https", "ftp", "gopher", "HTTP", "httpx"] {
                for host in ["a.b-c.example", "a", "1.2.3.4", ""] {
                    let url = format!("{scheme}://{host}{rest}");
                    let found = usual_parts(url.as_bytes());
                    let is_usual =
                        matches!(scheme, "http" | "https") && conforms_fast(url.as_bytes());
                    assert_eq!(found, parsed(&url).filter(|_| is_usual), "{url}");
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
            assert!(parsed(url).is_some(), "{url}");
        }
        for url in urlsift_tables::lines!("fast_path.toml", "conforms_fast_agrees_with_parsing") {
            assert!(!conforms_fast(url.as_bytes()), "{url}");
        }
    }
}
