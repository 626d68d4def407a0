//! URLs that conform at a glance.
//!
//! Nearly all URLs in mail and news have a host with nothing but a name, and behind it only
//! characters that any path may have. To see whether a URL is one of these takes a third of the
//! instructions that taking it apart does. The rest is left to the grammar, so that this may say no
//! whenever it likes.

use crate::parse::split_hostname;

/// Whether a text conforms, as far as a glance tells.
pub(crate) fn is_plain(text: &[u8]) -> bool {
    let behind_scheme = |scheme: &[u8]| text.strip_prefix(scheme);
    // Behind the host and a slash, `hpath`, `fpath` and `xchar`s take what is common.
    let hosts = [&b"http://"[..], b"https://", b"ftp://", b"gopher://"];
    if let Some(behind) = hosts.into_iter().find_map(behind_scheme) {
        return match split_hostname(behind) {
            Some((_, path @ ([] | [b'/', ..]))) => ends_common(text, path),
            _ => false,
        };
    }
    // `mailtourl = "mailto:" 1*xchar`: of eight bytes, one at least is the address's.
    behind_scheme(b"mailto:").is_some_and(|address| ends_common(text, address))
}

/// Whether `end`, the end of a text of eight bytes or more, has nothing but letters, digits and the
/// characters `'()*+,-./:@_`, which may stand in every path. What stands before it in the last eight
/// bytes has to be of these, too.
fn ends_common(text: &[u8], end: &[u8]) -> bool {
    // The last eight bytes cover what the lanes leave over.
    let last = text.last_chunk();
    last.is_some_and(|&last| is_common(last)) && end.as_chunks().0.iter().copied().all(is_common)
}

/// Whether eight bytes are common ones, each in a lane of a register.
fn is_common(bytes: [u8; 8]) -> bool {
    const fn lanes(byte: u8) -> u64 {
        u64::from_ne_bytes([byte; 8])
    }
    const HIGH: u64 = lanes(0x80);
    let text = u64::from_ne_bytes(bytes);
    if text & HIGH != 0 {
        return false;
    }
    // The high bit of a lane says whether its byte, which is ASCII, is in a range; nothing is
    // carried from one lane to the next.
    let within = |first: u8, last: u8| {
        let reaches = text + lanes(0x80 - first);
        let passes = text + lanes(0x7f - last);
        reaches & !passes
    };
    let common = within(b'\'', b':') | within(b'@', b'Z') | within(b'_', b'_') | within(b'a', b'z');
    common & HIGH == HIGH
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{ends_common, is_plain};
    use crate::Url;

    #[test]
    fn common_characters_are_the_listed_ones() {
        for byte in 0..=u8::MAX {
            let is_listed = byte.is_ascii_alphanumeric() || b"'()*+,-./:@_".contains(&byte);
            for len in 8..=17 {
                for at in 0..len {
                    let mut text: Vec<u8> = b"abcdefghijklmnopq"[..len].to_vec();
                    text[at] = byte;
                    let is_common = ends_common(&text, &text);
                    assert_eq!(is_common, is_listed, "{byte:#x} at {at} of {len}");
                }
            }
        }
    }

    #[test]
    fn what_is_plain_conforms() {
        for url in [
            "http://a",
            "http://a.b-c.example/x/y_z,(1)*'+@:",
            "https://a.example/",
            "ftp://a.example/x",
            "gopher://h/11",
            "mailto:a@b",
        ] {
            assert!(is_plain(url.as_bytes()), "{url}");
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
            assert!(!is_plain(url.as_bytes()), "{url}");
        }
    }
}
