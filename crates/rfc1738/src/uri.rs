//! Whether a text is a URI by RFC 3986. The answer is yes or no: nobody asks for the parts or the place of an error.
//!
//! The alternative is a library such as `fluent-uri`, with which the tests compare this file. It has ten times as much
//! code, for parts, references and IRIs, and derive macros among its dependencies, which take longer to build than this
//! crate.

use core::net::Ipv6Addr;

use crate::class::{Class, octet};

/// `URI = scheme ":" hier-part [ "?" query ] [ "#" fragment ]` (RFC 3986 §3)
#[cold]
pub(crate) fn is_uri(text: &[u8]) -> bool {
    let (scheme, Some(rest)) = split(text, b':') else {
        return false;
    };
    let (rest, fragment) = split(rest, b'#');
    let (hier_part, query) = split(rest, b'?');
    is_scheme(scheme)
        && is_hier_part(hier_part)
        && query.is_none_or(|query| is_encoded(Class::URI_QUERY, query))
        && fragment.is_none_or(|fragment| is_encoded(Class::URI_QUERY, fragment))
}

/// `scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )` (§3.1)
fn is_scheme(text: &[u8]) -> bool {
    text.first().is_some_and(u8::is_ascii_alphabetic) && Class::SCHEME.run(text) == text.len()
}

/// `hier-part = "//" authority path-abempty / path-absolute / path-rootless / path-empty` (§3), in a text without `?`
/// and `#`. The authority ends at the first slash, so that every path after it is `path-abempty`.
fn is_hier_part(text: &[u8]) -> bool {
    let Some(rest) = text.strip_prefix(b"//") else {
        return is_encoded(Class::URI_QUERY, text);
    };
    let (authority, path) = split(rest, b'/');
    is_authority(authority) && path.is_none_or(|path| is_encoded(Class::URI_QUERY, path))
}

/// `authority = [ userinfo "@" ] host [ ":" port ]` (§3.2)
fn is_authority(text: &[u8]) -> bool {
    let (userinfo, hostport) = match split(text, b'@') {
        (userinfo, Some(hostport)) => (userinfo, hostport),
        (hostport, None) => (&b""[..], hostport),
    };
    is_encoded(Class::URI_USERINFO, userinfo) && is_hostport(hostport)
}

/// `host [ ":" port ]`, where `host = IP-literal / IPv4address / reg-name` and `port = *DIGIT` (§3.2.2, §3.2.3). Every
/// `IPv4address` is a `reg-name`.
fn is_hostport(text: &[u8]) -> bool {
    let after_host = if let Some(rest) = text.strip_prefix(b"[") {
        let (literal, Some(after)) = split(rest, b']') else {
            return false;
        };
        if !is_ip_literal(literal) {
            return false;
        }
        after
    } else {
        let len = text.iter().position(|&byte| byte == b':');
        let (host, after) = text.split_at(len.unwrap_or(text.len()));
        if !is_encoded(Class::URI_REG_NAME, host) {
            return false;
        }
        after
    };
    match after_host {
        [] => true,
        [b':', port @ ..] => port.iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

/// `IP-literal = "[" ( IPv6address / IPvFuture  ) "]"`, without its brackets (§3.2.2)
fn is_ip_literal(text: &[u8]) -> bool {
    match text {
        // IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
        [b'v' | b'V', future @ ..] => {
            let (version, Some(address)) = split(future, b'.') else {
                return false;
            };
            !version.is_empty()
                && version.iter().all(u8::is_ascii_hexdigit)
                && !address.is_empty()
                && Class::URI_USERINFO.run(address) == address.len()
        }
        // The standard library has the same grammar as the RFC.
        _ => str::from_utf8(text).is_ok_and(|text| text.parse::<Ipv6Addr>().is_ok()),
    }
}

/// Returns whether a text consists of characters of the class, and `pct-encoded = "%" HEXDIG HEXDIG` (§2.1).
fn is_encoded(class: Class, text: &[u8]) -> bool {
    let mut rest = text;
    loop {
        rest = match &rest[class.run(rest)..] {
            [] => return true,
            [b'%', high, low, rest @ ..] if octet([*high, *low]).is_some() => rest,
            _ => return false,
        };
    }
}

/// Splits a text at the first occurrence of a byte, which belongs to neither half.
fn split(text: &[u8], at: u8) -> (&[u8], Option<&[u8]>) {
    match text.iter().position(|&byte| byte == at) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    }
}

#[cfg(test)]
mod tests {
    use alloc::{format, string::String, vec::Vec};

    use fluent_uri::Uri;
    use urlsift_tables::lines;

    use super::is_uri;

    #[track_caller]
    fn check(text: &str) -> bool {
        let found = is_uri(text.as_bytes());
        assert_eq!(found, Uri::parse(text).is_ok(), "{text:?}");
        found
    }

    #[test]
    fn every_text_of_a_few_tokens_is_read_as_another_library_reads_it() {
        let parts = lines!("uri.toml", "tokens");
        let mut uris = 0;
        for number in 0..parts.len().pow(4) {
            let digits = (0..4).map(|index| number / parts.len().pow(index) % parts.len());
            let text: String = digits.map(|digit| parts[digit]).collect();
            uris += usize::from(check(&text));
            uris += usize::from(check(&format!("a:{text}")));
        }
        assert!(uris > 10_000, "{uris}");
        for start in ["a://", "a://[", "a://[::", "a://b@", "a://b:", "a://[v1."] {
            for number in 0..parts.len().pow(3) {
                let digits = (0..3).map(|index| number / parts.len().pow(index) % parts.len());
                let text: String = digits.map(|digit| parts[digit]).collect();
                check(&format!("{start}{text}"));
            }
        }
    }

    #[test]
    fn every_character_is_read_as_another_library_reads_it() {
        for char in ('\0'..='\u{ff}').chain(['\u{2028}', '\u{1f600}']) {
            for start in [
                "", "a", "a:", "a:?", "a:#", "a://", "a://b@", "a://b:", "a:///",
            ] {
                check(&format!("{start}{char}"));
                check(&format!("{start}{char}:b"));
            }
        }
        assert!(!is_uri(b"a:\xff"));
    }

    #[test]
    fn addresses_are_read_as_another_library_reads_them() {
        const GROUPS: [&str; 10] = [
            "", ":", "::", "1", "0", "ffff", "0fFf", "12345", "g", "1.2.3.4",
        ];
        let mut addresses = 0;
        for len in 1..=9 {
            for compressed in 0..=len {
                for last in GROUPS {
                    for other in GROUPS {
                        let mut groups: Vec<&str> = (0..len).map(|_| other).collect();
                        groups[len - 1] = last;
                        if let Some(group) = groups.get_mut(compressed) {
                            *group = "";
                        }
                        for inner in [groups.join(":"), format!("::{}", groups.join(":"))] {
                            addresses += usize::from(check(&format!("a://[{inner}]")));
                        }
                    }
                }
            }
        }
        for octets in [
            "1.2.3",
            "1.2.3.4.5",
            "256.1.1.1",
            "01.1.1.1",
            "1.1.1.",
            "0.0.0.255",
        ] {
            check(&format!("a://[::{octets}]"));
            check(&format!("a://[1:2:3:4:5:6:7:{octets}]"));
            check(&format!("a://[1:2:3:4:5:6:{octets}]"));
        }
        assert!(addresses > 50, "{addresses}");
        for text in [
            "a://[::1%25eth0]",
            "a://[fe80::1%eth0]",
            "a://[]",
            "a://[::1]:80/",
            "a://[::1]b",
        ] {
            check(text);
        }
    }
}
