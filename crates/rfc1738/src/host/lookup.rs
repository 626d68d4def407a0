//! The canonical form of a host: what a client looks up.
//!
//! The crate `url` parses hosts as browsers do. That is slow, and nearly every host is in its canonical form already,
//! so [`is_plain`] finds those hosts first. A property test compares the two ways.

use alloc::borrow::Cow;
#[cfg(feature = "whatwg")]
use alloc::{format, string::String};

#[cfg(feature = "whatwg")]
use url::Host;
use urlsift_scheme::Scheme;

use super::{
    authority::{AuthorityKind, authority, is_dropped},
    reading::login,
};
#[cfg(feature = "whatwg")]
use crate::parts::Login;
use crate::parts::Parts;

/// Returns the canonical form of a host that is not in a URL, such as the host of a filter, as [`Parts::host_ascii`]
/// does; `None` if no client accepts it.
///
/// ```
/// use urlsift_rfc1738::lookup_host;
///
/// assert_eq!(lookup_host("M%C3%BCnchen.example").as_deref(), Some("xn--mnchen-3ya.example"));
/// assert_eq!(lookup_host("0x7f.1").as_deref(), Some("127.0.0.1"));
/// assert_eq!(lookup_host("[0:0::1]").as_deref(), Some("[::1]"));
/// assert_eq!(lookup_host("256.256.256.256"), None);
/// ```
#[cfg(feature = "whatwg")]
#[must_use]
pub fn lookup_host(host: &str) -> Option<Cow<'_, str>> {
    if is_plain(host.as_bytes()) {
        return Some(lower_case(host));
    }
    Host::parse(host).ok().map(|host| format!("{host}").into())
}

impl<'a> Parts<'a> {
    /// Returns the canonical form of the [host](Self::host), by which hosts are compared and under which a client looks
    /// them up: percent-decoded, its labels in ASCII (UTS #46) and in lower case, an IPv4 address as four decimal
    /// numbers, and an IPv6 address as in RFC 5952.
    ///
    /// `None` if there is no host, or an empty one; and if a browser rejects the URL because of its host or port. In a
    /// scheme that is not special in the WHATWG URL standard, a host that could not be looked up is accepted if the
    /// standard accepts it; its non-ASCII characters are percent-encoded.
    ///
    /// Without the feature `whatwg`, also `None` for a host whose canonical form takes more than lower case: a name
    /// with characters beyond ASCII, escapes or `_`, or in Punycode; and an address.
    ///
    /// ```
    /// use urlsift_rfc1738::Verdict;
    ///
    /// let host_ascii = |url: &'static str| {
    ///     let verdict = Verdict::of(url.as_bytes());
    ///     verdict.parts().host_ascii().map(|host| host.into_owned())
    /// };
    /// assert_eq!(host_ascii("ftp://evil.example?@good.example/").as_deref(), Some("evil.example"));
    /// assert_eq!(host_ascii("http:\\\\A.Example").as_deref(), Some("a.example"));
    /// assert_eq!(host_ascii("gopher://b\u{fc}cher.example/").as_deref(), Some("xn--bcher-kva.example"));
    /// assert_eq!(host_ascii("http://a.example:65536/"), None);
    /// ```
    #[must_use]
    pub fn host_ascii(&self) -> Option<Cow<'a, str>> {
        let login = self.login?;
        let host = login.host.bytes;
        // By RFC 1738, a scheme may begin with a digit.
        let has_scheme = self
            .scheme
            .is_some_and(|scheme| scheme[0].is_ascii_alphabetic());
        let is_usual = has_scheme && self.kind != Scheme::File;
        if is_usual && is_plain(host) && login.port.is_none_or(is_valid_port) {
            return str::from_utf8(host).ok().map(lower_case);
        }
        #[cfg(feature = "whatwg")]
        {
            let host = parse_host(authority(self.text)?.kind, login);
            host.ok().flatten().map(Cow::Owned)
        }
        #[cfg(not(feature = "whatwg"))]
        None
    }

    /// Fast check whether a client accepts the host and port and looks the host up as it is written, but for case, or
    /// whether the scheme has no host. `false` means "not known".
    pub(crate) fn has_plain_host(&self) -> bool {
        if let Some(login) = self.login {
            return is_plain(login.host.bytes) && login.port.is_none_or(is_valid_port);
        }
        let has_address = matches!(self.kind, Scheme::Mailto | Scheme::News);
        let after = self.scheme.and_then(|scheme| self.text.get(scheme.len()..));
        has_address && after.is_some_and(|after| !after.starts_with(b"://"))
    }

    /// Returns whether a client rejects the URL because of its host or port.
    #[cfg(feature = "whatwg")]
    #[cold]
    pub(crate) fn is_host_rejected(&self) -> bool {
        authority(self.text)
            .is_some_and(|found| parse_host(found.kind, login(self.text, &found)).is_err())
    }
}

/// Returns whether a client may accept a URL with a special scheme: its port is valid, and its host has no character
/// that the standard forbids in any domain. The tables of IDNA decide about the other characters.
#[cfg(not(feature = "whatwg"))]
#[cold]
pub(crate) fn may_be_accepted(text: &[u8]) -> bool {
    let Some(found) = authority(text) else {
        // Only this one of the special schemes needs no host.
        let start = text.trim_ascii_start().first_chunk();
        return start.is_some_and(|start: &[u8; 5]| start.eq_ignore_ascii_case(b"file:"));
    };
    if !found.kind.is_special() {
        return false;
    }
    let login = login(text, &found);
    let host = crate::encoded::Encoded::new(login.host.bytes).decode();
    let is_address = || {
        let literal = host.strip_prefix(b"[")?.strip_suffix(b"]")?;
        str::from_utf8(literal)
            .ok()?
            .parse::<core::net::Ipv6Addr>()
            .ok()
    };
    let is_forbidden = |byte: &u8| {
        !is_dropped(*byte) && (*byte <= b' ' || *byte == 0x7f || b"#/:<>?@[\\]^|%".contains(byte))
    };
    let is_name = || {
        // The replacement character stands for bytes that are not UTF-8.
        let text = str::from_utf8(&host);
        text.is_ok_and(|text| !text.contains(char::REPLACEMENT_CHARACTER))
            && !host.iter().any(is_forbidden)
    };
    let is_allowed = found.kind == AuthorityKind::File || !host.is_empty();
    is_allowed && login.port.is_none_or(is_valid_port) && (is_name() || is_address().is_some())
}

/// A host or port that a client rejects.
#[cfg(feature = "whatwg")]
struct Rejected;

/// Parses the host of a login as a client does. Returns its canonical form, or `None` if it is empty.
#[cfg(feature = "whatwg")]
#[cold]
fn parse_host(kind: AuthorityKind, login: Login<'_>) -> Result<Option<String>, Rejected> {
    if !login.port.is_none_or(is_valid_port) {
        return Err(Rejected);
    }
    let host = without_dropped(login.host.bytes);
    if host.is_empty() {
        let is_allowed = match kind {
            AuthorityKind::Web | AuthorityKind::Ftp => false,
            AuthorityKind::File | AuthorityKind::Other => {
                login.user.is_none() && login.port.is_none()
            }
        };
        return is_allowed.then_some(None).ok_or(Rejected);
    }
    let parsed = match Host::parse(&host) {
        Err(_) if kind == AuthorityKind::Other => Host::parse_opaque(&host),
        parsed => parsed,
    };
    let mut host = format!("{}", parsed.map_err(|_| Rejected)?);
    host.make_ascii_lowercase();
    // The standard makes it empty.
    let is_local = kind == AuthorityKind::File && host == "localhost";
    Ok((!is_local).then_some(host))
}

/// Returns a host without the characters that the standard drops. Invalid UTF-8 is replaced, as browsers do.
#[cfg(feature = "whatwg")]
fn without_dropped(host: &[u8]) -> Cow<'_, str> {
    let host = String::from_utf8_lossy(host);
    if host.bytes().any(is_dropped) {
        host.replace(['\t', '\n', '\r'], "").into()
    } else {
        host
    }
}

fn lower_case(host: &str) -> Cow<'_, str> {
    if has(host.as_bytes(), |byte| byte.is_ascii_uppercase()) {
        host.to_ascii_lowercase().into()
    } else {
        host.into()
    }
}

/// Returns whether a host is a name that every client accepts, and that is in its canonical form but for case: letters,
/// digits, hyphens and dots, no label in Punycode, and no number as its last label. `false` means "not known".
fn is_plain(host: &[u8]) -> bool {
    // A label in Punycode has two hyphens.
    let may_be_punycode =
        || has(host, |byte| byte == b'-') && host.windows(2).any(|two| two == b"--");
    !(has(host, is_foreign) || may_be_punycode()) && {
        let name = host.strip_suffix(b".").unwrap_or(host);
        let dot = name.iter().rposition(|&byte| byte == b'.');
        let last = &name[dot.map_or(0, |dot| dot + 1)..];
        last.first().is_some_and(|byte| !byte.is_ascii_digit())
    }
}

/// Returns whether a byte is no letter, digit, hyphen or dot.
#[expect(
    clippy::needless_bitwise_bool,
    reason = "without branches, the compiler can use vector instructions"
)]
const fn is_foreign(byte: u8) -> bool {
    !(byte.is_ascii_alphanumeric() | (byte == b'-') | (byte == b'.'))
}

/// Returns whether a host has a byte of a class. Without a branch for each byte, so that the compiler makes vector
/// instructions of it.
fn has(host: &[u8], class: impl Fn(u8) -> bool + Copy) -> bool {
    fn any<const N: usize>(bytes: &[u8; N], class: impl Fn(u8) -> bool) -> bool {
        bytes.iter().fold(false, |any, &byte| any | class(byte))
    }
    if let Some(last) = host.last_chunk::<16>() {
        // The last bytes cover what remains after the whole chunks.
        return any(last, class)
            || host
                .as_chunks::<16>()
                .0
                .iter()
                .any(|bytes| any(bytes, class));
    }
    match (host.first_chunk::<8>(), host.last_chunk::<8>()) {
        (Some(first), Some(last)) => any(first, class) | any(last, class),
        _ => host.iter().any(|&byte| class(byte)),
    }
}

/// Returns whether a client accepts a port: digits of a number up to 65535, or nothing.
fn is_valid_port(port: &[u8]) -> bool {
    let kept = port.iter().filter(|&&byte| !is_dropped(byte));
    let mut number = 0_u32;
    for &byte in kept {
        if !byte.is_ascii_digit() {
            return false;
        }
        number = (number * 10 + u32::from(byte - b'0')).min(1 << 16);
    }
    number < 1 << 16
}
