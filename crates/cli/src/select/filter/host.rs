//! Hosts, and what is below them.

use std::str::FromStr;

/// A host and all those whose names end in its labels.
#[derive(Clone, Debug)]
pub(crate) struct Host(String);

impl Host {
    /// Whether a URL's host is this one, or below it. Case and a last dot mean nothing (RFC 1034 §3.1).
    pub(crate) fn takes(&self, host: &[u8]) -> bool {
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

    fn from_str(given: &str) -> Result<Self, Self::Err> {
        let name = given.strip_suffix('.').unwrap_or(given);
        let is_odd = |at: char| at.is_whitespace() || at.is_control() || "/@?#*".contains(at);
        // An address of IPv6 has colons in its brackets (RFC 3986 §3.2.2).
        if name.contains(is_odd) || name.contains(':') && !name.starts_with('[') {
            return Err("not the name of a host alone");
        }
        if name.split('.').any(str::is_empty) {
            return Err("a label of it is empty");
        }
        Ok(Self(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::Host;

    #[test]
    fn a_host_takes_itself_and_what_is_below() {
        let takes = |given: &str, host: &str| {
            let given: Host = given.parse().expect("a host");
            given.takes(host.as_bytes())
        };
        for host in [
            "ietf.org",
            "www.ietf.org",
            "a.b.ietf.org",
            "IETF.Org",
            "ietf.org.",
            "WWW.ietf.ORG.",
        ] {
            for given in ["ietf.org", "IETF.ORG", "ietf.org."] {
                assert!(takes(given, host), "{given} {host}");
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
            assert!(!takes("ietf.org", host), "{host}");
        }
        assert!(takes("org", "ietf.org"));
        assert!(takes("10.0.0.1", "10.0.0.1"));
        assert!(takes("[::1]", "[::1]"));
    }

    #[test]
    fn what_is_no_host_is_refused() {
        for given in [
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
            assert!(given.parse::<Host>().is_err(), "{given}");
        }
    }
}
