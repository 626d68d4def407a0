//! A URL in a row of the list.
//!
//! Lists usually cut a URL at its end. Then `https://bank.example.` with enough labels after it hides where the link
//! leads. So the host is kept, or the end of a host that is too long.

use std::borrow::Cow;

use unicode_width::UnicodeWidthStr;
use urlsift_search::{Verdict, escaped, rfc1738::UrlWarning, unwrap};

use crate::layout::{shorten, suffix};

/// A URL as a terminal may show it. If it is wider than its row, other parts than the host are cut: the host says where
/// the link leads.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ShownUrl {
    /// The scheme and the login, or all of a URL without a host.
    pub(crate) before: String,
    pub(crate) host: String,
    pub(crate) after: String,
}

impl ShownUrl {
    /// Returns a URL for a row of a width.
    pub(crate) fn new(url: &[u8], width: usize) -> Self {
        let all = Self::whole(url);
        let [before, host, after] = [&all.before, &all.host, &all.after].map(|text| text.width());
        if before + host + after <= width {
            return all;
        }
        if host == 0 {
            return Self {
                before: shorten(&all.before, width),
                ..all
            };
        }
        // The end of a host is what was registered.
        let host = if host > width * 3 / 4 {
            let kept = suffix(&all.host, (width * 3 / 4).saturating_sub(3));
            format!("...{kept}")
        } else {
            all.host
        };
        let rest = width.saturating_sub(host.width());
        let before = shorten(&all.before, rest.saturating_sub(after.min(3.max(rest / 3))));
        let after = rest.saturating_sub(before.width());
        Self {
            after: shorten(&all.after, after),
            before,
            host,
        }
    }

    /// Returns a URL of any width.
    ///
    /// A host that a reader may take for another one is in its canonical form.
    pub(crate) fn whole(url: &[u8]) -> Self {
        let verdict = Verdict::of(url);
        let parts = verdict.parts();
        let host = parts.host_span().unwrap_or(url.len()..url.len());
        let is_deceptive = host_warnings(&verdict).next().is_some();
        let canonical = is_deceptive.then(|| parts.host_ascii()).flatten();
        Self {
            before: escaped(&url[..host.start]),
            after: escaped(&url[host.end..]),
            host: canonical.map_or_else(|| escaped(&url[host]), Cow::into_owned),
        }
    }

    /// Returns whether there is a login, which could be mistaken for the host.
    pub(crate) fn has_login(&self) -> bool {
        !self.host.is_empty() && self.before.ends_with('@')
    }
}

/// Returns the warnings that a reader of a URL may take its host for another one.
fn host_warnings(verdict: &Verdict<'_>) -> impl Iterator<Item = UrlWarning> {
    let warnings = verdict.warnings();
    let all = UrlWarning::ABOUT_HOST.into_iter();
    all.filter(move |&warning| warnings.contains(warning))
}

/// Returns which rewriter a URL leads through, and the host to which it redirects, if they are known.
pub(crate) fn detour(url: &[u8]) -> Option<String> {
    let target = unwrap::target(url)?;
    let rewriter = unwrap::rewriter_name(url)?;
    let host = canonical_host(&Verdict::of(&target));
    Some(format!("through {rewriter} to {host}"))
}

fn canonical_host(verdict: &Verdict<'_>) -> String {
    let host = verdict.parts().host_ascii();
    host.map_or("none that a browser accepts".to_owned(), Cow::into_owned)
}

/// A host that a reader of a URL may take for another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DeceptiveHost {
    /// Its canonical form, in ASCII.
    pub(crate) host: String,
    /// The warnings about it, separated by semicolons.
    pub(crate) warnings: String,
}

impl DeceptiveHost {
    /// Returns the host of a URL if a reader may take it for another one; or else that of the URL that a rewriter has
    /// wrapped in it.
    pub(crate) fn of(url: &[u8]) -> Option<Self> {
        Self::of_written(url).or_else(|| Self::of_written(&unwrap::target(url)?))
    }

    fn of_written(url: &[u8]) -> Option<Self> {
        let verdict = Verdict::of(url);
        let warnings = host_warnings(&verdict).map(|warning| warning.to_string());
        let warnings: Vec<_> = warnings.collect();
        if warnings.is_empty() {
            return None;
        }
        Some(Self {
            host: canonical_host(&verdict),
            warnings: warnings.join("; "),
        })
    }
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::{DeceptiveHost, ShownUrl};

    #[test]
    fn deceptive_hosts_are_canonical() {
        for (url, host) in
            urlsift_tables::options!("shown_url.toml", "deceptive_hosts_are_canonical")
        {
            let found = DeceptiveHost::of(url.as_bytes()).map(|found| found.host);
            assert_eq!(found.as_deref(), host, "{url}");
        }
        let found = DeceptiveHost::of(b"http://b.example@0x7f.1/");
        let warnings = found.map(|found| found.warnings).unwrap_or_default();
        let both = "take the login for the host; the host is an IPv4 address";
        assert!(warnings.contains(both), "{warnings}");
    }

    #[test]
    fn hosts_are_those_of_the_url() {
        for (url, host) in urlsift_tables::rows!("shown_url.toml", "hosts_are_those_of_the_url") {
            let shown = ShownUrl::whole(url.as_bytes());
            assert_eq!(shown.host, host, "{url}");
        }
    }

    #[test]
    fn logins_are_found() {
        for (url, has_login) in [
            ("ftp://u:p@a.example/", true),
            ("http://@a.example/", true),
            ("http://a.example/@b", false),
            ("http://a.example\\@b.example/", false),
            ("mailto:a@b.example", false),
        ] {
            assert_eq!(
                ShownUrl::whole(url.as_bytes()).has_login(),
                has_login,
                "{url}"
            );
        }
    }

    #[test]
    fn the_host_is_shown_in_any_row() {
        let login = "www.bank.example:443".to_owned() + &"-session".repeat(30);
        let path = "/path".repeat(30);
        for url in [
            format!("http://{login}@evil.example{path}"),
            format!("http://{login}@evil.example"),
            format!("http://evil.example{path}"),
            format!(
                "http://{}evil.example/{path}",
                "www.bank.example.".repeat(9)
            ),
        ] {
            for width in 30..100 {
                let shown = ShownUrl::new(url.as_bytes(), width);
                assert!(shown.host.ends_with("evil.example"), "{width}: {shown:?}");
                let used = shown.before.width() + shown.host.width() + shown.after.width();
                assert!(used <= width, "{width}: {shown:?}");
            }
        }
    }

    #[test]
    fn other_parts_are_cut() {
        let shown = |url: &str, width| {
            let ShownUrl {
                before,
                host,
                after,
            } = ShownUrl::new(url.as_bytes(), width);
            [before, host, after].join("|")
        };
        assert_eq!(shown("http://a.example/b", 18), "http://|a.example|/b");
        assert_eq!(
            shown("http://a.example/abcdefghijklmnop", 26),
            "http://|a.example|/abcd...op"
        );
        assert_eq!(
            shown("http://www.b.example:1@c.example/d", 30),
            "http://www....le:1@|c.example|/d"
        );
        assert_eq!(shown("mailto:abcdefghijklmnop", 12), "mailto...nop||");
    }
}
