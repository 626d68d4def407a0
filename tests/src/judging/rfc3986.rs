//! Where RFC 3986 is stricter than RFC 1738.

use urlsift_rfc1738::Scheme;

/// Why a URL of RFC 1738 is not a URI by RFC 3986. There is no other reason: what RFC 1738 allows in a URL, RFC
/// 3986 allows in every path, query and fragment, and everything after a `?` is a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Difference {
    /// `scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )` (RFC 3986 §3.1): in RFC 1738 a scheme may begin with
    /// any of these.
    SchemeStart,
    /// After `://`, everything up to the next `/`, `?` or `#` is an authority in RFC 3986 §3,
    /// `[ userinfo "@" ] host [ ":" port ]`, which has at most one `@`. In RFC 1738 it is `*xchar`: an address
    /// (§3.5), or the schemepart of another scheme (§2.1).
    SecondAtSign,
    /// The same, with a port that is not `port = *DIGIT` (RFC 3986 §3.2.3). In RFC 1738 it may also be part of a
    /// Message-ID (§3.6), which may contain `/` and `?`.
    Port,
    /// A password may contain a `?` (§3.1), which ends the authority of RFC 3986 §3.2 and leaves an invalid port
    /// after the `:`.
    CutPassword,
}

/// Returns why a URL of RFC 1738 is not a URI by RFC 3986, or `None` if it is one.
pub(super) fn difference(url: &str, kind: Scheme) -> Option<Difference> {
    let (scheme, schemepart) = url.split_once(':')?;
    if !scheme.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return Some(Difference::SchemeStart);
    }
    let after_slashes = schemepart.strip_prefix("//")?;
    let end = after_slashes
        .find(['/', '?', '#'])
        .unwrap_or(after_slashes.len());
    let (authority, rest) = after_slashes.split_at(end);
    let hostport = authority
        .split_once('@')
        .map_or(authority, |(_, hostport)| hostport);
    let port = hostport.split_once(':').map_or("", |(_, port)| port);
    let has_bad_port = port.bytes().any(|byte| !byte.is_ascii_digit());
    match kind {
        Scheme::Mailto | Scheme::Other if hostport.contains('@') => Some(Difference::SecondAtSign),
        Scheme::Mailto | Scheme::News | Scheme::Other if has_bad_port => Some(Difference::Port),
        Scheme::Ftp | Scheme::Telnet if has_bad_port && rest.starts_with('?') => {
            Some(Difference::CutPassword)
        }
        _ => None,
    }
}
