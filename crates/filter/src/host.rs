//! Hosts and their subdomains.

use std::str::FromStr;

use urlsift::rfc1738::Encoded;
use urlsift_record::table::host_ascii;

/// A host and its subdomains.
///
/// Hosts are compared as they are looked up, in ASCII (UTS #46), so that `münchen.example` and
/// `xn--mnchen-3ya.example` are the same host. A host that has no such form is compared as it is written, without case.
#[derive(Clone, Debug)]
pub struct Host(String);

impl Host {
    /// Returns whether the host of a URL is this host or a subdomain. Case and a trailing dot are ignored
    /// (RFC 1034 §3.1).
    #[must_use]
    pub fn accepts(&self, host: Encoded<'_>) -> bool {
        let written = host.as_bytes();
        if self.accepts_name(written) {
            return true;
        }
        // Most hosts have one form only.
        let has_other_form = !written.is_ascii() || written.contains(&b'%');
        has_other_form && host_ascii(host).is_some_and(|name| self.accepts_name(name.as_bytes()))
    }

    fn accepts_name(&self, name: &[u8]) -> bool {
        let name = name.strip_suffix(b".").unwrap_or(name);
        let Some(before) = name.len().checked_sub(self.0.len()) else {
            return false;
        };
        let (before, end) = name.split_at(before);
        end.eq_ignore_ascii_case(self.0.as_bytes()) && matches!(before, [] | [.., b'.'])
    }
}

impl FromStr for Host {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_invalid = |at: char| at.is_whitespace() || at.is_control() || "/@?#*".contains(at);
        // An IPv6 address has colons in its brackets (RFC 3986 §3.2.2).
        if text.contains(is_invalid) || text.contains(':') && !text.starts_with('[') {
            return Err("expected a host name without scheme, port or path");
        }
        let ascii = host_ascii(Encoded::new(text.as_bytes()));
        let name = ascii.as_deref().unwrap_or(text);
        let name = name.strip_suffix('.').unwrap_or(name);
        if name.split('.').any(str::is_empty) {
            return Err("the host name has an empty label");
        }
        Ok(Self(name.to_owned()))
    }
}

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
        assert!(accepts("10.0.0.1", "10.0.0.1"));
        assert!(accepts("[::1]", "[::1]"));
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
        ] {
            assert!(text.parse::<Host>().is_err(), "{text}");
        }
    }
}
