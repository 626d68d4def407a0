//! Hosts and their subdomains.
//!
//! Hosts are compared in their canonical form, in which clients look them up, not as URLs are written. Otherwise a
//! filter misses `münchen.example` if the archive has its Punycode, and a link could evade `--host` with an escape, or
//! with another spelling of an address. A host that no client accepts has no such form, and matches no filter.
//!
//! An IP address matches as a whole. `1.2.3.4` is no subdomain of `3.4`.

use std::{collections::HashSet, fs, net::Ipv4Addr, str::FromStr, sync::Arc};

use urlsift::rfc1738::{lookup_host, registered_domain};

use crate::InvalidValue;

/// A host name or an address, in its canonical form, so that `münchen.example` and `xn--mnchen-3ya.example` are the
/// same host.
#[derive(Clone, Debug)]
struct Host(String);

const NOT_HOST: &str = "expected a host name without scheme, port or path";

/// Any number of hosts with their subdomains, and of addresses, which all threads share. A host is searched once for
/// each of its labels.
#[derive(Clone, Debug, Default)]
pub(crate) struct HostSet {
    /// Whether there are hosts, or a list of them was read, which may be empty.
    is_given: bool,
    names: Arc<HashSet<Box<str>>>,
}

impl HostSet {
    /// Returns whether no host was asked for.
    pub(crate) fn is_empty(&self) -> bool {
        !self.is_given
    }

    /// Adds a host.
    pub(crate) fn add(&mut self, host: &str) -> Result<(), InvalidValue> {
        let Host(name) = host.parse()?;
        self.names_mut().insert(name.into());
        Ok(())
    }

    /// Adds the hosts of a file: one a line, with comments after `#`.
    pub(crate) fn read(&mut self, path: &str) -> Result<(), InvalidValue> {
        let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        // A file without hosts selects nothing.
        self.names_mut();
        for (index, line) in text.lines().enumerate() {
            let host = line.split('#').next().unwrap_or_default().trim();
            if !host.is_empty() {
                let in_line = |error| format!("line {}: '{host}': {error}", index + 1);
                self.add(host).map_err(in_line)?;
            }
        }
        Ok(())
    }

    fn names_mut(&mut self) -> &mut HashSet<Box<str>> {
        self.is_given = true;
        Arc::make_mut(&mut self.names)
    }

    /// Returns whether a host in its canonical form, as returned by
    /// [`Parts::host_ascii`](urlsift::rfc1738::Parts::host_ascii), is one of these or a subdomain. A trailing dot is
    /// ignored (RFC 1034 §3.1).
    pub(crate) fn accepts(&self, host_ascii: &str) -> bool {
        let host = host_ascii.strip_suffix('.').unwrap_or(host_ascii);
        let contains = |name| self.names.contains(name);
        let mut dots = host.match_indices('.');
        contains(host) || !is_address(host) && dots.any(|(dot, _)| contains(&host[dot + 1..]))
    }
}

fn is_address(host: &str) -> bool {
    host.starts_with('[') || host.parse::<Ipv4Addr>().is_ok()
}

impl FromStr for Host {
    type Err = InvalidValue;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.starts_with("*.") {
            let advice = "leave out the '*.': the subdomains of a host are always selected";
            return Err(advice.into());
        }
        let is_invalid = |at: char| at.is_whitespace() || at.is_control() || "/@?#*".contains(at);
        if text.contains(is_invalid) || text.contains(':') && !text.starts_with('[') {
            return Err(NOT_HOST.into());
        }
        let name = text.strip_suffix('.').unwrap_or(text);
        if name.split('.').any(str::is_empty) {
            return Err("the host name has an empty label".into());
        }
        Ok(Self(lookup_host(name).ok_or(NOT_HOST)?.into_owned()))
    }
}

/// A registered domain, in its canonical form.
#[derive(Clone, Debug)]
pub(crate) struct Domain(String);

impl Domain {
    /// Returns whether a host in its canonical form is in this domain.
    pub(crate) fn accepts(&self, host_ascii: &str) -> bool {
        registered_domain(host_ascii) == Some(&self.0)
    }
}

impl FromStr for Domain {
    type Err = InvalidValue;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let Host(name) = text.parse()?;
        match registered_domain(&name) {
            Some(domain) if domain == name => Ok(Self(name)),
            Some(domain) => Err(format!("the registered domain is '{domain}'").into()),
            None => Err(
                "it is no registered domain, but a public suffix, an address or one label".into(),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use urlsift::rfc1738::Verdict;
    use urlsift_tables::lines;

    use super::{Host, HostSet};

    fn accepts(filter: &str, host: &str) -> bool {
        let mut hosts = HostSet::default();
        hosts.add(filter).expect("a host");
        let url = format!("http://{host}/");
        let verdict = Verdict::of(url.as_bytes());
        let host = verdict.parts().host_ascii();
        host.is_some_and(|host| hosts.accepts(&host))
    }

    #[test]
    fn host_accepts_itself_and_subdomains() {
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
        for host in lines!("host.toml", "host_accepts_itself_and_subdomains") {
            assert!(!accepts("ietf.org", host), "{host}");
        }
        assert!(accepts("org", "ietf.org"));
    }

    #[test]
    fn addresses_have_no_subdomains() {
        assert!(accepts("10.0.0.1", "10.0.0.1"));
        assert!(accepts("10.0.0.1.", "10.0.0.1"));
        assert!(!accepts("10.0.0.1", "10.10.0.0.1"));
        assert!(accepts("2.example", "1.2.example"));
        assert!(accepts("0xg", "a.0xg"));
        assert!(accepts("[::1]", "[::1]"));
        assert!(accepts("[FE80::1]", "[fe80::1]"));
        assert!(!accepts("[::1]", "[::2]"));
    }

    #[test]
    fn addresses_are_compared_in_any_spelling() {
        for filter in ["127.0.0.1", "0x7F.1", "127.1", "2130706433"] {
            for host in [
                "127.0.0.1",
                "0x7f.1.",
                "0177.0.0.1",
                "2130706433",
                "%31%32%37.1",
            ] {
                assert!(accepts(filter, host), "{filter} {host}");
            }
            assert!(!accepts(filter, "127.0.0.2"), "{filter}");
        }
        assert!(accepts("[::ffff:1.2.3.4]", "[::ffff:102:304]"));
        assert!(accepts("[0:0:0:0:0:0:0:1]", "[::1]"));
    }

    #[test]
    fn hosts_are_compared_in_ascii() {
        let forms = lines!("host.toml", "hosts_are_compared_in_ascii");
        for &filter in &forms {
            for host in &forms {
                assert!(accepts(filter, host), "{filter} {host}");
                assert!(accepts(filter, &format!("www.{host}")), "{filter} {host}");
            }
            assert!(!accepts(filter, "munchen.example"), "{filter}");
        }
        // Not UTF-8 once it is decoded, so that no client accepts it.
        assert!(!accepts("example", "m%FCnchen.example"));
    }

    #[test]
    fn invalid_hosts_are_rejected() {
        for text in lines!("host.toml", "invalid_hosts_are_rejected") {
            assert!(text.parse::<Host>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_list_of_hosts_is_searched_by_label() {
        let mut hosts = HostSet::default();
        for host in [
            "b.example",
            "a.example",
            "10.0.0.1",
            "z.example",
            "a.example",
        ] {
            hosts.add(host).expect("a host");
        }
        for host in ["a.example", "www.b.example", "10.0.0.1", "x.y.z.example."] {
            assert!(hosts.accepts(host), "{host}");
        }
        for host in ["example", "ba.example", "c.example", "0.0.0.1", ""] {
            assert!(!hosts.accepts(host), "{host}");
        }
    }
}
