//! A fast check for the URLs that nearly all are.
//!
//! Nearly all URLs in mail and news have a host with nothing but a name, and after it only characters
//! that any path may have. To see whether a URL is one of these takes a third of the instructions that
//! parsing it does.

use crate::login::{behind_plain_host, is_common};

/// Fast check whether a text conforms. `false` means "not known".
pub(crate) fn conforms_fast(text: &[u8]) -> bool {
    let behind_scheme = |scheme: &[u8]| text.strip_prefix(scheme);
    // Behind the host and a slash, `hpath`, `fpath` and `xchar`s take what is common.
    let behind_slashes = behind_scheme(b"http://")
        .or_else(|| behind_scheme(b"https://"))
        .or_else(|| behind_scheme(b"ftp://"))
        .or_else(|| behind_scheme(b"gopher://"));
    let rest = match behind_slashes {
        Some(behind) => behind_plain_host(behind),
        // `mailtourl = "mailto:" 1*xchar`
        None => behind_scheme(b"mailto:").filter(|address| !address.is_empty()),
    };
    rest.is_some_and(|rest| ends_common(text, rest))
}

/// Whether `end`, the end of a text, has nothing but common characters. What stands before it in the
/// last sixteen bytes has to be of these, too.
fn ends_common(text: &[u8], end: &[u8]) -> bool {
    let are_all = |piece: &[u8; 16]| {
        let all = |all, &byte: &u8| all & is_common(byte);
        piece.iter().fold(true, all)
    };
    // The last sixteen bytes cover what the pieces leave over.
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
    fn common_characters_are_the_listed_ones() {
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
    fn a_name_for_a_host_conforms_fast_wherever_its_labels_end() {
        // What stands in front moves the labels over the ends of chunks.
        for before in ["", "bcdef", "b-c.defgh"] {
            for number in 0..6_usize.pow(6) {
                let digits = (0..6).map(|place| number / 6_usize.pow(place) % 6);
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
    fn what_conforms_fast_conforms() {
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
