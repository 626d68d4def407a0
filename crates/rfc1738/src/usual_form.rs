//! A check for URLs of a usual form that [`conforms_fast`] does not know: with a port, a search, a fragment, escapes
//! or a `~`; and for references without a scheme.
//!
//! This is the second of two checks before the parser. It also knows when a URL conforms to RFC 3986 only, for which
//! [`uri`](crate::uri) would have to read it a second time. Three steps of growing cost, each sure of its answer or
//! silent, are faster than one check that knows everything: most URLs end at the first.
//!
//! Not worth doing: users and passwords, IP literals, and schemes other than http, https, ftp and mailto. They are
//! rare, and each would repeat more of the grammar.

use crate::{
    class::{Class, octet},
    fast_path::conforms_fast,
    login::{is_hostnumber, split_hostname},
};

/// What a fast check knows of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FastVerdict {
    /// It conforms to RFC 1738.
    Rfc1738,
    /// It does not, but it is a URI by RFC 3986.
    Rfc3986,
    /// It has no scheme, so that it is a relative reference at most.
    NoScheme,
}

/// Fast check of a text. `None` means "not known".
#[inline]
pub(crate) fn fast_verdict(text: &[u8]) -> Option<FastVerdict> {
    if conforms_fast(text) {
        return Some(FastVerdict::Rfc1738);
    }
    usual_verdict(text)
}

/// The schemes whose URLs are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UsualScheme {
    Http,
    Https,
    Ftp,
    Mailto,
}

fn usual_verdict(text: &[u8]) -> Option<FastVerdict> {
    if lacks_scheme(text) {
        return Some(FastVerdict::NoScheme);
    }
    let (scheme, rest) = usual_scheme(text)?;
    let end = match scheme {
        UsualScheme::Mailto => rest,
        _ => after_host_and_port(rest)?,
    };
    let run = UsualRun::of(end)?;
    // A fragment may follow any URL.
    let url = &end[..run.fragment.unwrap_or(end.len())];
    let conforms = match scheme {
        // The parser of RFC 3986 would find a host after `//`.
        UsualScheme::Mailto if url.is_empty() || url.starts_with(b"//") => return None,
        UsualScheme::Ftp if url.contains(&b';') => return None,
        UsualScheme::Https | UsualScheme::Ftp if url.starts_with(b"?") => return None,
        // `httpurl = "http://" hostport [ "/" hpath [ "?" search ]]`, and a search has neither `/` nor `?`.
        UsualScheme::Http => match url.iter().position(|&byte| byte == b'?') {
            Some(0) => false,
            Some(at) => !url[at + 1..].iter().any(|byte| matches!(byte, b'/' | b'?')),
            None => true,
        },
        // `mailtourl = "mailto:" 1*xchar`, `genericurl = scheme ":" *xchar`, and
        // `ftpurl = "ftp://" login [ "/" fpath [ ";type=" ftptype ]]`
        UsualScheme::Mailto | UsualScheme::Https | UsualScheme::Ftp => true,
    };
    Some(if conforms && !run.has_tilde {
        FastVerdict::Rfc1738
    } else {
        FastVerdict::Rfc3986
    })
}

/// Returns whether a text certainly has no scheme by any standard.
fn lacks_scheme(text: &[u8]) -> bool {
    matches!(text.first(), None | Some(b'/' | b'?' | b'#')) || !text.contains(&b':')
}

/// Returns the scheme and the rest after it and its slashes.
fn usual_scheme(text: &[u8]) -> Option<(UsualScheme, &[u8])> {
    const NAMES: [(&[u8], UsualScheme); 4] = [
        (b"http://", UsualScheme::Http),
        (b"https://", UsualScheme::Https),
        (b"ftp://", UsualScheme::Ftp),
        (b"mailto:", UsualScheme::Mailto),
    ];
    NAMES.iter().find_map(|&(name, scheme)| {
        let (start, rest) = text.split_at_checked(name.len())?;
        start.eq_ignore_ascii_case(name).then_some((scheme, rest))
    })
}

/// Returns what follows `hostport = host [ ":" port ]`, if it is nothing or begins a path, search or fragment.
fn after_host_and_port(text: &[u8]) -> Option<&[u8]> {
    let rest = if let Some((_, rest)) = split_hostname(text) {
        rest
    } else {
        let is_of_number = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
        let len = text.iter().take_while(|byte| is_of_number(byte)).count();
        is_hostnumber(&text[..len]).then(|| &text[len..])?
    };
    let rest = match rest {
        [b':', port @ ..] => {
            let len = Class::DIGIT.run(port);
            (len > 0).then(|| &port[len..])?
        }
        _ => rest,
    };
    matches!(rest.first(), None | Some(b'/' | b'?' | b'#')).then_some(rest)
}

/// A run of `xchar`s, and the other characters in it.
struct UsualRun {
    has_tilde: bool,
    /// The index of the `#`.
    fragment: Option<usize>,
}

impl UsualRun {
    /// Reads a text. Returns `None` if it contains anything but `xchar`s, `~` and one `#`, which RFC 3986 allows.
    fn of(text: &[u8]) -> Option<Self> {
        let mut run = Self {
            has_tilde: false,
            fragment: None,
        };
        let mut at = 0;
        loop {
            at += Class::XCHAR.run(&text[at..]);
            at += match text[at..] {
                [] => return Some(run),
                [b'~', ..] => {
                    run.has_tilde = true;
                    1
                }
                [b'#', ..] if run.fragment.is_none() => {
                    run.fragment = Some(at);
                    1
                }
                [b'%', high, low, ..] if octet([high, low]).is_some() => 3,
                _ => return None,
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::{format, string::String, vec::Vec};

    use urlsift_tables::lines;

    use super::{FastVerdict, fast_verdict, usual_verdict};
    use crate::{Conformance, verdict::conformance_slow};

    /// Returns whether a fast verdict, if there is one, agrees with the parsers.
    #[track_caller]
    fn check(text: &[u8]) -> bool {
        let conformance = conformance_slow(text);
        for verdict in [fast_verdict(text), usual_verdict(text)] {
            let agrees = match verdict {
                Some(FastVerdict::Rfc1738) => conformance == Conformance::Rfc1738,
                Some(FastVerdict::Rfc3986) => conformance == Conformance::Rfc3986,
                Some(FastVerdict::NoScheme) => {
                    matches!(conformance, Conformance::Relative | Conformance::None)
                }
                None => true,
            };
            assert!(
                agrees,
                "{}: {verdict:?}, {conformance:?}",
                text.escape_ascii()
            );
        }
        fast_verdict(text).is_some()
    }

    #[test]
    fn usual_urls_are_known() {
        for url in lines!("usual_form.toml", "usual_urls_are_known") {
            assert!(check(url.as_bytes()), "{url}");
        }
        for url in [
            "http://a_b/",
            "http://a.example/b|c",
            "http://a.example/%2",
            "x:y",
        ] {
            assert!(!check(url.as_bytes()), "{url}");
        }
    }

    #[test]
    fn every_text_of_a_few_tokens_has_the_verdict_of_the_parsers() {
        const TOKENS: [&str; 30] = [
            "/", "?", "#", "%", "%2f", "%2", "~", ":", ":80", ":x", ";", ";type=a", "@", "&", "=",
            ".", "-", "a", "1", "1.2.3.4", "a.b", "[::1]", "_", "|", " ", "\u{e9}", "\\", "^", "'",
            "\t",
        ];
        let (mut known, mut all) = (0, 0);
        for start in lines!("usual_form.toml", "starts") {
            for number in 0..TOKENS.len().pow(3) {
                let tokens = [number % 30, number / 30 % 30, number / 900];
                let mut text = String::from(start);
                text.extend(tokens.map(|index| TOKENS[index]));
                known += usize::from(check(text.as_bytes()));
                all += 1;
            }
        }
        assert!(known > all / 10, "{known} of {all}");
    }

    #[test]
    fn every_byte_has_the_verdict_of_the_parsers() {
        for start in lines!("usual_form.toml", "every_byte_verdict") {
            for byte in 0..=u8::MAX {
                let mut text: Vec<u8> = start.into();
                text.push(byte);
                check(&text);
                text.extend(b"cdefghijklmnop");
                check(&text);
            }
        }
        check(&[b'a'; 100]);
        check(format!("http://a/{}", "b".repeat(100)).as_bytes());
    }
}
