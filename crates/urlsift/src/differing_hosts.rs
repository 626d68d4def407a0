//! The host that the text of a link shows, and the host to which it leads.

use std::borrow::Cow;

use urlsift_rfc1738::{Base, Conformance, Verdict, is_unprintable};
use urlsift_scan::CandidateWarning;
use urlsift_scan::shown_urls;

use crate::{Link, Markup};

/// Returns the host that the text of a link shows, and the host to which the link leads, if they differ: if the link
/// has the warning [`TextDiffers`](CandidateWarning::TextDiffers). With a [target](Link::target), the link leads there.
///
/// Both are in the canonical form, by which hosts are compared, without `www.` and a dot at the end. A link that runs a
/// script or shows a document of its own has its scheme with the colon instead of a host.
#[must_use]
pub fn differing_hosts(link: &Link<'_>) -> Option<(String, String)> {
    let warnings = link.candidate().warnings();
    if !warnings.contains(CandidateWarning::TextDiffers) {
        return None;
    }
    let url = link.target().unwrap_or(link.url_bytes());
    hosts_of_markup(link.markup()?, url, || link.base())
}

/// Returns a host that the text of a link shows, and the host to which it leads, if they differ; if several hosts
/// differ, the first. `base` is the base URL of relative references. A link that leads to no host, but runs a script or
/// shows a document of its own, has its scheme instead of a host.
pub(crate) fn hosts_of_markup<'b>(
    markup: &Markup,
    url: &[u8],
    base: impl FnOnce() -> Option<Base<'b>>,
) -> Option<(String, String)> {
    let text = markup
        .text()
        .filter(|_| matches!(markup.attribute(), "href" | "xlink:href"))?;
    let base = (Conformance::of(url) == Conformance::Relative).then(base);
    match base.flatten() {
        Some(base) => hosts_that_differ(text, &base.resolve(url)),
        None => hosts_that_differ(text, url),
    }
}

/// Returns a shown host and the host of the URL to which the link leads, if they differ. Hosts are compared in the form
/// in which they are looked up, without `www.` and a dot at the end.
fn hosts_that_differ(text: &str, target: &[u8]) -> Option<(String, String)> {
    let mut shown = shown_urls_in(text)?.into_iter();
    let verdict = Verdict::of(target);
    let target = match verdict.parts().host_ascii() {
        Some(host) => comparable(&host),
        None => opaque_scheme(verdict.parts().scheme()?)?,
    };
    let shown = shown.find(|shown| *shown != target)?;
    Some((shown, target))
}

/// Returns the hosts that a text shows, in the form in which hosts are compared; `None` if there are none.
fn shown_urls_in(text: &str) -> Option<Vec<String>> {
    let is_ascii = text.is_ascii();
    let may_show_host = if is_ascii {
        memchr::memchr2(b'.', b':', text.as_bytes()).is_some()
    } else {
        text.contains(['.', ':', '\u{3002}', '\u{ff0e}', '\u{ff61}'])
    };
    if !may_show_host {
        return None;
    }
    let visible: Cow<'_, str> = if is_ascii {
        text.into()
    } else {
        text.chars().filter(|&char| !is_unprintable(char)).collect()
    };
    let hosts = shown_urls(&visible).filter_map(|url| {
        let verdict = Verdict::of(url.as_bytes());
        let host = verdict.parts().host_ascii()?;
        Some(comparable(&host)).filter(|host| !host.is_empty())
    });
    let hosts: Vec<_> = hosts.collect();
    (!hosts.is_empty()).then_some(hosts)
}

/// Returns a canonical host in the form in which hosts are compared.
fn comparable(host: &str) -> String {
    let host = host.strip_suffix('.').unwrap_or(host);
    host.strip_prefix("www.").unwrap_or(host).to_owned()
}

/// Returns a scheme whose URLs contain what they lead to, with its colon.
fn opaque_scheme(scheme: &str) -> Option<String> {
    let scheme = scheme.to_ascii_lowercase();
    matches!(&*scheme, "javascript" | "data").then(|| scheme + ":")
}

#[cfg(test)]
mod tests {
    use super::hosts_that_differ;

    use urlsift_tables::rows;

    #[test]
    fn hosts_are_compared_as_they_are_looked_up() {
        let same = rows!("differing_hosts.toml", "hosts_compared_they_1");
        for (text, url) in same {
            assert_eq!(
                hosts_that_differ(text, url.as_bytes()),
                None,
                "{text} {url}"
            );
        }
        let different = rows!("differing_hosts.toml", "hosts_compared_they_2");
        for (text, url) in different {
            let hosts = hosts_that_differ(text, url.as_bytes());
            assert!(hosts.is_some(), "{text} {url}");
        }
    }
}
