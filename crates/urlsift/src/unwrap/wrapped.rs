//! The parts of a URL by which rewriters are recognised.

use std::borrow::Cow;

use memchr::{memchr, memchr3, memrchr};

/// A URL whose scheme is http or https.
#[derive(Clone, Debug)]
pub(crate) struct Wrapped<'u> {
    /// The host in lower case, without a dot at its end.
    pub(crate) host: Cow<'u, str>,
    /// The rest of the URL, from the path on.
    pub(crate) rest: &'u [u8],
}

impl<'u> Wrapped<'u> {
    /// Returns the parts of a URL; `None` if its scheme is neither http nor https, or its host is empty or not ASCII.
    pub(crate) fn of(url: &'u [u8]) -> Option<Self> {
        let colon = memchr(b':', url)?;
        let (scheme, after) = url.split_at(colon);
        if !scheme.eq_ignore_ascii_case(b"http") && !scheme.eq_ignore_ascii_case(b"https") {
            return None;
        }
        let after = after.strip_prefix(b"://")?;
        let end = memchr3(b'/', b'?', b'#', after);
        let (authority, rest) = after.split_at(end.unwrap_or(after.len()));
        let login = memrchr(b'@', authority);
        let host = &authority[login.map_or(0, |at| at + 1)..];
        let host = &host[..index_of(host, b':')];
        let host = host.strip_suffix(b".").unwrap_or(host);
        if host.is_empty() || !host.is_ascii() {
            return None;
        }
        let host = str::from_utf8(host).ok()?;
        // Few hosts are in upper case, and few URLs are wrapped: nothing else is copied or searched.
        let host = if host.bytes().any(|byte| byte.is_ascii_uppercase()) {
            host.to_ascii_lowercase().into()
        } else {
            host.into()
        };
        Some(Self { host, rest })
    }

    /// Returns the path, up to the `?` or `#`, and the query, without its `?`, up to the `#`.
    fn path_and_query(&self) -> (&'u [u8], &'u [u8]) {
        let before_fragment = &self.rest[..index_of(self.rest, b'#')];
        let (path, query) = before_fragment.split_at(index_of(before_fragment, b'?'));
        (path, query.strip_prefix(b"?").unwrap_or_default())
    }

    /// Returns the path, up to the `?` or `#`.
    pub(crate) fn path(&self) -> &'u [u8] {
        self.path_and_query().0
    }

    /// Returns the first value of a parameter of the query, as written.
    pub(crate) fn parameter(&self, name: &str) -> Option<&'u [u8]> {
        let (_, query) = self.path_and_query();
        query.split(|&byte| byte == b'&').find_map(|pair| {
            // In the source of HTML, `&` is written `&amp;`.
            let pair = pair.strip_prefix(b"amp;").unwrap_or(pair);
            let equals = index_of(pair, b'=');
            let is_named = pair[..equals].eq_ignore_ascii_case(name.as_bytes());
            is_named.then(|| pair.get(equals + 1..)).flatten()
        })
    }
}

/// Returns the index of a byte; the length if there is none.
fn index_of(bytes: &[u8], byte: u8) -> usize {
    memchr(byte, bytes).unwrap_or(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::Wrapped;

    #[test]
    fn urls_have_parts() {
        let url = b"HTTPS://user:p@ss@A.Example.:80/b/c?d=1&amp;e=2&f#g?h";
        let wrapped = Wrapped::of(url).expect("a URL");
        assert_eq!(wrapped.host, "a.example");
        assert_eq!(wrapped.path(), b"/b/c");
        assert_eq!(wrapped.rest, b"/b/c?d=1&amp;e=2&f#g?h");
        assert_eq!(wrapped.parameter("d"), Some(&b"1"[..]));
        assert_eq!(wrapped.parameter("E"), Some(&b"2"[..]));
        assert_eq!(wrapped.parameter("f"), None);
        assert_eq!(wrapped.parameter("h"), None);
        for other in [
            &b""[..],
            b"http:",
            b"http://",
            b"ftp://a.example/",
            b"http://\xff/",
            b"mailto:a@b",
        ] {
            assert!(Wrapped::of(other).is_none());
        }
    }
}
