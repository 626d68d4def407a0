//! The key by which one URL that is written in several ways is counted.

use alloc::{format, string::String};
use core::fmt::Write as _;

use urlsift_scheme::SchemeInfo;

use crate::{
    class::Class,
    verdict::{Verdict, parse_whatwg},
};

/// Returns the key of a URL, in ASCII: URLs with the same key lead to the same place. It is the URL as the WHATWG's
/// parser writes it, in the normal form of RFC 3986 §6.2.2 and §6.2.3:
///
/// - the scheme and the host in lower case, the host in its [canonical form](crate::Parts::host_ascii)
/// - without the default port of the scheme
/// - `/` for an empty path after a host, and without `.` and `..`
/// - no unreserved character percent-encoded, such as `%7E`; all others that a URI must not have encoded, with digits
///   in upper case
///
/// A text that no client accepts, or a relative reference, is in this form as far as its characters go.
///
/// ```
/// use urlsift_rfc1738::url_key;
///
/// let key = "http://xn--bcher-kva.example/~a/%C3%A9?q=%2F";
/// assert_eq!(url_key("HTTP://Bücher.example:80/%7ea/é?q=%2f".as_bytes()), key);
/// assert_eq!(url_key(b"http://a.example"), "http://a.example/");
/// assert_eq!(url_key(b"gopher://A.example:70/11/x"), "gopher://a.example/11/x");
/// assert_eq!(url_key(b"../a%7eb"), "../a~b");
/// ```
#[must_use]
pub fn url_key(url: &[u8]) -> String {
    // The parser would replace bytes that are not UTF-8.
    let ascii = normal(url, |byte| byte.is_ascii());
    let parsed = parse_whatwg(ascii.as_bytes());
    match parsed {
        Some(mut parsed) => {
            normalise(&mut parsed, ascii.as_bytes());
            normal(parsed.as_str().as_bytes(), is_of_uri)
        }
        None => normal(ascii.as_bytes(), is_of_uri),
    }
}

/// Normalises what the parser leaves as it is: the host, port and path of a scheme that is not special, and the host of
/// an address.
fn normalise(url: &mut url::Url, text: &[u8]) {
    let Some(info) = SchemeInfo::of(url.scheme().as_bytes()).filter(|info| !info.is_special())
    else {
        return;
    };
    if url.has_host() {
        // Each of these fails only for a URL that cannot have such a part, and then changes nothing.
        if let Some(host) = Verdict::of(text).parts().host_ascii() {
            let _ = url.set_host(Some(&host));
        }
        if url.port().is_some() && url.port() == info.default_port() {
            let _ = url.set_port(None);
        }
        if url.path().is_empty() {
            url.set_path("/");
        }
    } else if info.name() == "mailto"
        && let Some((local, domain)) = url.path().rsplit_once('@')
    {
        let path = format!("{local}@{}", domain.to_ascii_lowercase());
        url.set_path(&path);
    }
}

/// Returns whether RFC 3986 allows a byte in a URI.
const fn is_of_uri(byte: u8) -> bool {
    Class::URI_QUERY.has(byte) || matches!(byte, b'#' | b'[' | b']')
}

/// Returns a text in which unreserved characters are not percent-encoded, and those bytes are that are not kept, which
/// must be in ASCII.
fn normal(text: &[u8], is_kept: impl Fn(u8) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    loop {
        let is_plain = |byte: &u8| *byte != b'%' && is_kept(*byte);
        let (plain, other) = rest.split_at(rest.iter().take_while(|byte| is_plain(byte)).count());
        out.push_str(str::from_utf8(plain).unwrap_or_default());
        let [byte, after @ ..] = other else {
            return out;
        };
        rest = after;
        let mut byte = *byte;
        if byte == b'%'
            && let Some(escaped) = escaped(rest)
        {
            byte = escaped;
            rest = &rest[2..];
            if is_unreserved(byte) {
                out.push(byte.into());
                continue;
            }
        }
        // Writing to a string does not fail.
        let _ = write!(out, "%{byte:02X}");
    }
}

/// Returns the byte of two hexadecimal digits at the start of a text.
fn escaped(text: &[u8]) -> Option<u8> {
    let digit = |at: usize| char::from(*text.get(at)?).to_digit(16);
    u8::try_from(digit(0)? << 4 | digit(1)?).ok()
}

/// `unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"` (RFC 3986 §2.3).
const fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

#[cfg(test)]
mod tests {
    use super::url_key;

    use urlsift_tables::rows;

    #[test]
    fn spellings_of_a_url_have_one_key() {
        for (url, key) in rows!("key.toml", "spellings_of_a_url_have_one_key") {
            assert_eq!(url_key(url.as_bytes()), key, "{url}");
            assert_eq!(url_key(key.as_bytes()), key, "{url}: twice");
        }
        assert_eq!(url_key(b"http://a.example/\xe9"), "http://a.example/%E9");
    }
}
