//! Relative references (RFC 1808).
//!
//! References are resolved by RFC 1808, which belongs to RFC 1738, and not by RFC 3986 §5. The two differ for `..`
//! above the root, which RFC 1808 keeps, and for empty components. Where the letter of RFC 1808 would change the
//! meaning of a URL, [`Base::resolve`] deviates from it, and says so.
//!
//! A base is not validated, and the result is not normalized: a URL should stay as it was written wherever resolving
//! does not have to change it.

use alloc::vec::Vec;
use core::fmt;

use urlsift_scheme::SchemeInfo;

use crate::class::{Class, octet};

/// Returns whether a text is a relative reference: it has no scheme (RFC 1808 §2.4.2) and matches
/// `relativeURL [ "#" fragment ]` (§2.2).
///
/// ```
/// use urlsift_rfc1738::is_relative;
///
/// assert!(is_relative(b"../rfc/rfc1808.txt#sec4"));
/// assert!(!is_relative(b"~fielding/"));
/// assert!(!is_relative(b"http:rfc1808.txt"));
/// ```
#[must_use]
pub fn is_relative(text: &[u8]) -> bool {
    let (relative, fragment) = split_at_first(text, b'#');
    split_scheme(text).0.is_none() && is_relative_url(relative) && fragment.is_none_or(is_xchars)
}

/// `relativeURL = net_path | abs_path | rel_path`, `net_path = "//" net_loc [ abs_path ]`,
/// `abs_path = "/" rel_path`, `rel_path = [ path ] [ ";" params ] [ "?" query ]`
///
/// Each of `/`, `;` and `?` begins a component in which all `*( uchar | reserved )` is allowed, with one
/// exception: a path begins with an `fsegment`, which is not empty. So an `abs_path` does not begin with
/// `//`.
fn is_relative_url(text: &[u8]) -> bool {
    let abs_path = match text.strip_prefix(b"//") {
        Some(rest) => split_at_first(rest, b'/').1.unwrap_or_default(),
        None => b"",
    };
    !abs_path.starts_with(b"/") && is_xchars(text)
}

/// `*( uchar | reserved )`
fn is_xchars(text: &[u8]) -> bool {
    let mut rest = text;
    loop {
        match &rest[Class::XCHAR.run(rest)..] {
            [] => return true,
            &[b'%', high, low, ref after @ ..] if octet([high, low]).is_some() => rest = after,
            _ => return false,
        }
    }
}

/// A URL against which relative references can be resolved.
///
/// ```
/// use urlsift_rfc1738::Base;
///
/// let base = Base::new(b"http://a/b/c/d;p?q#f")?;
/// assert_eq!(base.resolve(b"../g;x?y#s"), b"http://a/b/g;x?y#s");
/// # Ok::<(), urlsift_rfc1738::InvalidBase>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Base<'a> {
    text: &'a [u8],
    parts: Components<'a>,
}

/// The reason why a text cannot be a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InvalidBase {
    /// The text has no scheme. A base is an absolute URL (RFC 1808 §3).
    NoScheme,
    /// The scheme is never used with relative references (RFC 1808 §2.3).
    NotHierarchical,
}

impl fmt::Display for InvalidBase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::NoScheme => "a base URL needs a scheme",
            Self::NotHierarchical => "mailto, news and telnet URLs cannot be a base",
        })
    }
}

impl core::error::Error for InvalidBase {}

impl<'a> Base<'a> {
    /// Creates a base from an absolute URL. The rest of the URL is not validated, and resolved references
    /// may contain any of its bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the text has no scheme, or if the scheme is not hierarchical.
    pub fn new(text: &'a [u8]) -> Result<Self, InvalidBase> {
        let parts = Components::of(text);
        let scheme = parts.scheme.ok_or(InvalidBase::NoScheme)?;
        if SchemeInfo::of(scheme).is_none_or(SchemeInfo::is_hierarchical) {
            Ok(Self { text, parts })
        } else {
            Err(InvalidBase::NotHierarchical)
        }
    }

    /// Returns the text of the base.
    #[must_use]
    pub const fn text(&self) -> &'a [u8] {
        self.text
    }

    /// Returns the scheme as it is written.
    #[must_use]
    pub fn scheme(&self) -> &'a [u8] {
        self.parts.scheme.unwrap_or_default()
    }

    /// Returns whether the WHATWG URL standard calls the scheme special: http, https, ftp, file, ws or wss. Browsers
    /// read a backslash as a slash in references to such a base.
    #[must_use]
    pub fn is_special(&self) -> bool {
        SchemeInfo::of(self.scheme()).is_some_and(SchemeInfo::is_special)
    }

    /// Resolves a reference against the base (RFC 1808 §4). A reference with a scheme is returned unchanged.
    ///
    /// In three cases the result differs from RFC 1808, whose rules would change the meaning of the URL:
    ///
    /// - A base with an empty `net_loc` keeps its `//` (`file:///a`).
    /// - A relative path after a `net_loc` gets a leading `/`.
    /// - A path that begins with `//`, without a `net_loc`, gets a leading `/.`; otherwise it would be read
    ///   as a `net_loc` (RFC 3986 §3.3 does not allow such a path).
    #[must_use]
    pub fn resolve(&self, reference: &[u8]) -> Vec<u8> {
        // Step 2.
        if reference.is_empty() {
            return self.text.to_vec();
        }
        let embedded = Components::of(reference);
        if embedded.scheme.is_some() {
            return reference.to_vec();
        }
        let base = &self.parts;
        let mut resolved = Components {
            scheme: base.scheme,
            ..embedded
        };
        let mut path;
        // Step 3.
        if is_empty(embedded.net_loc) {
            resolved.net_loc = base.net_loc;
            if embedded.path.is_empty() {
                // Step 5.
                resolved.path = base.path;
                if is_empty(embedded.params) {
                    resolved.params = base.params;
                    if is_empty(embedded.query) {
                        resolved.query = base.query;
                    }
                }
            } else if !embedded.path.starts_with(b"/") {
                // Step 6. Step 4, for an absolute path, has nothing to do.
                path = merge(base.path, embedded.path);
                if resolved.net_loc.is_some() && !path.starts_with(b"/") {
                    path.insert(0, b'/');
                }
                resolved.path = &path;
            }
        }
        // Step 7.
        resolved.to_text()
    }
}

/// Step 6: replaces the last segment of the base path with the embedded path and resolves `.` and `..`. A
/// `..` without a segment to remove stays.
fn merge(base: &[u8], embedded: &[u8]) -> Vec<u8> {
    let directory = base.iter().rposition(|&byte| byte == b'/');
    let mut path = base[..directory.map_or(0, |slash| slash + 1)].to_vec();
    path.extend_from_slice(embedded);
    let (root, relative) = match path.strip_prefix(b"/") {
        Some(relative) => (&b"/"[..], relative),
        None => (&b""[..], &path[..]),
    };
    let mut segments: Vec<&[u8]> = Vec::new();
    let mut rest = relative.split(|&byte| byte == b'/').peekable();
    while let Some(segment) = rest.next() {
        let can_go_up = segments.last().is_some_and(|&last| last != b"..");
        match segment {
            b"." => {}
            b".." if can_go_up => {
                segments.pop();
            }
            _ => {
                segments.push(segment);
                continue;
            }
        }
        // After a final `.` or `..`, the path ends with a `/`.
        if rest.peek().is_none() {
            segments.push(b"");
        }
    }
    [root, &segments.join(&b'/')].concat()
}

/// `<scheme>://<net_loc>/<path>;<params>?<query>#<fragment>` (§2.1)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Components<'a> {
    scheme: Option<&'a [u8]>,
    net_loc: Option<&'a [u8]>,
    /// The path, including a leading slash.
    path: &'a [u8],
    params: Option<&'a [u8]>,
    query: Option<&'a [u8]>,
    fragment: Option<&'a [u8]>,
}

impl<'a> Components<'a> {
    /// Splits a text in the order of §2.4.
    fn of(text: &'a [u8]) -> Self {
        let (text, fragment) = split_at_first(text, b'#');
        let (scheme, text) = split_scheme(text);
        let (net_loc, text) = match text.strip_prefix(b"//") {
            Some(rest) => {
                let end = rest.iter().position(|&byte| byte == b'/');
                let (net_loc, path) = rest.split_at(end.unwrap_or(rest.len()));
                (Some(net_loc), path)
            }
            None => (None, text),
        };
        let (text, query) = split_at_first(text, b'?');
        let (path, params) = split_at_first(text, b';');
        Self {
            scheme,
            net_loc,
            path,
            params,
            query,
            fragment,
        }
    }

    /// Joins the components. An empty component is left out (§2.4), except `//`.
    fn to_text(self) -> Vec<u8> {
        let mut text = Vec::new();
        if let Some(scheme) = self.scheme {
            text.extend_from_slice(scheme);
            text.push(b':');
        }
        if let Some(net_loc) = self.net_loc {
            text.extend_from_slice(b"//");
            text.extend_from_slice(net_loc);
        } else if self.path.starts_with(b"//") {
            text.extend_from_slice(b"/.");
        }
        text.extend_from_slice(self.path);
        let after_path = [
            (b';', self.params),
            (b'?', self.query),
            (b'#', self.fragment),
        ];
        for (mark, component) in after_path {
            if let Some(component) = component.filter(|component| !component.is_empty()) {
                text.push(mark);
                text.extend_from_slice(component);
            }
        }
        text
    }
}

fn is_empty(component: Option<&[u8]>) -> bool {
    component.is_none_or(<[u8]>::is_empty)
}

/// Splits a text at the first `mark`. Returns the parts before and after it.
pub(crate) fn split_at_first(text: &[u8], mark: u8) -> (&[u8], Option<&[u8]>) {
    match text.iter().position(|&byte| byte == mark) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    }
}

/// Splits a text into its scheme and the text after the colon (§2.4.2).
fn split_scheme(text: &[u8]) -> (Option<&[u8]>, &[u8]) {
    let len = Class::SCHEME.run(text);
    match text[len..].split_first() {
        Some((b':', rest)) if len > 0 => (Some(&text[..len]), rest),
        _ => (None, text),
    }
}

#[cfg(test)]
mod tests {
    use super::{Base, InvalidBase};

    #[test]
    fn not_every_url_is_a_base() {
        for base in ["", "a/b", "//a/b", "/a", ":a", "a b:c"] {
            assert_eq!(
                Base::new(base.as_bytes()),
                Err(InvalidBase::NoScheme),
                "{base}"
            );
        }
        for base in ["mailto:a@b", "news:a", "NEWS:a", "telnet://a/"] {
            let error = Err(InvalidBase::NotHierarchical);
            assert_eq!(Base::new(base.as_bytes()), error, "{base}");
        }
        for base in ["http://a", "gopher://a/1b", "x:", "urn:a"] {
            assert!(Base::new(base.as_bytes()).is_ok(), "{base}");
        }
    }
}
