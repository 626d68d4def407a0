//! Hosts and their subdomains.

use std::str::FromStr;

/// A host and its subdomains.
#[derive(Clone, Debug)]
pub struct Host(String);

impl Host {
    /// Returns whether the host of a URL is this host or a subdomain. Case and a trailing dot are ignored
    /// (RFC 1034 §3.1).
    #[must_use]
    pub fn accepts(&self, host: &[u8]) -> bool {
        let host = host.strip_suffix(b".").unwrap_or(host);
        let Some(before) = host.len().checked_sub(self.0.len()) else {
            return false;
        };
        let (before, end) = host.split_at(before);
        end.eq_ignore_ascii_case(self.0.as_bytes()) && matches!(before, [] | [.., b'.'])
    }
}

impl FromStr for Host {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let name = text.strip_suffix('.').unwrap_or(text);
        let is_invalid = |at: char| at.is_whitespace() || at.is_control() || "/@?#*".contains(at);
        // An IPv6 address has colons in its brackets (RFC 3986 §3.2.2).
        if name.contains(is_invalid) || name.contains(':') && !name.starts_with('[') {
            return Err("expected a host name without scheme, port or path");
        }
        if name.split('.').any(str::is_empty) {
            return Err("the host name has an empty label");
        }
        Ok(Self(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::Host;

    #[test]
    fn host_accepts_itself_and_subdomains() {
        let accepts = |filter: &str, host: &str| {
            let filter: Host = filter.parse().expect("a host");
            filter.accepts(host.as_bytes())
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
