//! Hosts and their subdomains.
//!
//! Hosts are compared in the form in which they are looked up, not as URLs are written. Otherwise a filter misses
//! `münchen.example` if the archive has its Punycode, and a link could evade `--host` with an escape. A host is
//! converted only if it is not ASCII or has a `%`: that is slow, and most hosts have one form.
//!
//! An IPv4 address matches as a whole. `1.2.3.4` is no subdomain of `3.4`.

use std::{error, fmt, net::Ipv6Addr, str::FromStr};

use urlsift::rfc1738::Encoded;
use urlsift_record::table::host_ascii;

/// A host name and its subdomains, or an address, which has none.
///
/// Hosts are compared as they are looked up, in ASCII (UTS #46), so that `münchen.example` and
/// `xn--mnchen-3ya.example` are the same host. A host that has no such form is compared as it is written, without case.
#[derive(Clone, Debug)]
pub struct Host(Wanted);

#[derive(Clone, Debug)]
enum Wanted {
    /// A name without a dot at its end.
    Name(String),
    /// An IPv4 address without a dot at its end, or an IPv6 address in brackets.
    Address(String),
}

/// The reason why a string is not a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidHost {
    /// It has a scheme, a port, a path or white space, or is in brackets and not an IPv6 address.
    NotHost,
    /// A label is empty, or the whole name is.
    EmptyLabel,
}

impl Host {
    /// Returns whether the host of a URL is this host or a subdomain. Case and a trailing dot are ignored
    /// (RFC 1034 §3.1).
    #[must_use]
    pub fn accepts(&self, host: Encoded<'_>) -> bool {
        let written = host.as_bytes();
        if self.0.matches(written) {
            return true;
        }
        // Most hosts have only one form.
        let has_other_form = !written.is_ascii() || written.contains(&b'%');
        has_other_form && host_ascii(host).is_some_and(|name| self.0.matches(name.as_bytes()))
    }
}

impl Wanted {
    /// Returns whether a host is this one, or a subdomain of this name.
    fn matches(&self, host: &[u8]) -> bool {
        let host = host.strip_suffix(b".").unwrap_or(host);
        let (Self::Name(wanted) | Self::Address(wanted)) = self;
        let Some(before) = host.len().checked_sub(wanted.len()) else {
            return false;
        };
        let (before, end) = host.split_at(before);
        end.eq_ignore_ascii_case(wanted.as_bytes())
            && match self {
                Self::Name(_) => matches!(before, [] | [.., b'.']),
                Self::Address(_) => before.is_empty(),
            }
    }
}

impl FromStr for Host {
    type Err = InvalidHost;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Some(address) = text.strip_prefix('[') {
            let address = address.strip_suffix(']').ok_or(InvalidHost::NotHost)?;
            return if address.parse::<Ipv6Addr>().is_ok() || is_ip_future(address) {
                Ok(Self(Wanted::Address(text.to_owned())))
            } else {
                Err(InvalidHost::NotHost)
            };
        }
        let is_invalid =
            |at: char| at.is_whitespace() || at.is_control() || "/@?#*:[]".contains(at);
        if text.contains(is_invalid) {
            return Err(InvalidHost::NotHost);
        }
        let ascii = host_ascii(Encoded::new(text.as_bytes()));
        let name = ascii.as_deref().unwrap_or(text);
        let name = name.strip_suffix('.').unwrap_or(name);
        if name.split('.').any(str::is_empty) {
            return Err(InvalidHost::EmptyLabel);
        }
        let name = name.to_owned();
        Ok(Self(if ends_in_number(&name) {
            Wanted::Address(name)
        } else {
            Wanted::Name(name)
        }))
    }
}

/// `IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )` (RFC 3986 §3.2.2)
fn is_ip_future(text: &str) -> bool {
    let Some((version, address)) = text.split_once('.') else {
        return false;
    };
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:".contains(&byte);
    matches!(version.as_bytes(), [b'v' | b'V', digits @ ..]
        if !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit))
        && !address.is_empty()
        && address.bytes().all(is_part)
}

/// Returns whether a name is an IPv4 address, or part of one: its last label is a number (WHATWG URL, ends in a
/// number).
fn ends_in_number(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or(name);
    let hexadecimal = last.strip_prefix("0x").or_else(|| last.strip_prefix("0X"));
    match hexadecimal {
        Some(digits) => digits.bytes().all(|byte| byte.is_ascii_hexdigit()),
        None => last.bytes().all(|byte| byte.is_ascii_digit()),
    }
}

impl fmt::Display for InvalidHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotHost => "expected a host name without scheme, port or path",
            Self::EmptyLabel => "the host name has an empty label",
        })
    }
}

impl error::Error for InvalidHost {}

#[cfg(test)]
mod tests {
    use urlsift::rfc1738::Encoded;

    use super::Host;

    #[test]
    fn host_accepts_itself_and_subdomains() {
        let accepts = |filter: &str, host: &str| {
            let filter: Host = filter.parse().expect("a host");
            filter.accepts(Encoded::new(host.as_bytes()))
        };
        for host in [
            "ietf.org",
            "www.ietf.org",
            "a.b.ietf.org",
            "IETF.Org",
            "ietf.org.",
            "WWW.ietf.ORG.",
        ] {
            for filter in ["ietf.org", "IETF.ORG", "ietf.org."] {
                assert!(accepts(filter, host), "{filter} {host}");
            }
        }
        for host in [
            "xietf.org",
            "ietf.org.example",
            "org",
            "ietf",
            "",
            ".",
            "ietf.org..",
        ] {
            assert!(!accepts("ietf.org", host), "{host}");
        }
        assert!(accepts("org", "ietf.org"));
    }

    #[test]
    fn addresses_have_no_subdomains() {
        let accepts = |filter: &str, host: &str| {
            let filter: Host = filter.parse().expect("a host");
            filter.accepts(Encoded::new(host.as_bytes()))
        };
        assert!(accepts("10.0.0.1", "10.0.0.1"));
        assert!(accepts("10.0.0.1.", "10.0.0.1"));
        assert!(accepts("0x7F.1", "0x7f.1."));
        assert!(accepts("1", "1"));
        for part in ["1", "0.1", "0.0.1", "0x1"] {
            assert!(!accepts(part, "10.0.0.1"), "{part}");
        }
        assert!(!accepts("10.0.0.1", "10.10.0.0.1"));
        assert!(!accepts("0x1", "a.0x1"));
        assert!(accepts("2.example", "1.2.example"));
        assert!(accepts("0xg", "a.0xg"));
        assert!(accepts("[::1]", "[::1]"));
        assert!(accepts("[FE80::1]", "[fe80::1]"));
        assert!(accepts("[v1.a:b]", "[V1.A:B]"));
        assert!(!accepts("[::1]", "[::2]"));
    }

    #[test]
    fn hosts_are_compared_in_ascii() {
        let accepts = |filter: &str, host: &str| {
            let filter: Host = filter.parse().expect("a host");
            filter.accepts(Encoded::new(host.as_bytes()))
        };
        let forms = [
            "m\u{fc}nchen.example",
            "M\u{dc}NCHEN.example",
            "mu\u{308}nchen.example",
            "m\u{fc}nchen\u{3002}example",
            "m%C3%BCnchen.example",
            "xn--mnchen-3ya.example",
            "XN--MNCHEN-3YA.example.",
        ];
        for filter in forms {
            for host in forms {
                assert!(accepts(filter, host), "{filter} {host}");
                assert!(accepts(filter, &format!("www.{host}")), "{filter} {host}");
            }
            assert!(!accepts(filter, "munchen.example"), "{filter}");
        }
        // Not UTF-8 once it is decoded, so it has no other form.
        assert!(accepts("example", "m%FCnchen.example"));
        assert!(!accepts("m\u{fc}nchen.example", "m%FCnchen.example"));
    }

    #[test]
    fn invalid_hosts_are_rejected() {
        for text in [
            "",
            ".",
            ".ietf.org",
            "a..b",
            "a b",
            "http://a/",
            "a/",
            "a:80",
            "u@a",
            "[::1]:80",
            "[::1]x",
            "[::1]/",
            "[::1",
            "::1]",
            "::1",
            "[]",
            "[a.example]",
            "[1.2.3.4]",
            "[v.a]",
        ] {
            assert!(text.parse::<Host>().is_err(), "{text}");
        }
    }
}
