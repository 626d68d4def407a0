//! The host that the text of a link shows, and the host to which it leads.

use url::Url;
use urlsift_record::Markup;
use urlsift_rfc1738::{Base, Conformance};
use urlsift_undelimited::url_at_start;

/// Returns the host that the text of a link shows, and that to which it leads, if they differ. `base` is the base URL
/// of relative references.
pub(crate) fn differing_hosts(
    markup: &Markup,
    url: &[u8],
    base: Option<&[u8]>,
) -> Option<(String, String)> {
    let text = markup.text().filter(|_| markup.attribute() == "href")?;
    let shown = shown_host(text)?;
    let base = base.and_then(|base| Base::new(base).ok());
    match base.filter(|_| Conformance::of(url) == Conformance::Relative) {
        Some(base) => hosts_that_differ(shown, &base.resolve(url)),
        None => hosts_that_differ(shown, url),
    }
}

/// Returns the host that a text shows, if it is a URL or a host name, or begins with one.
fn shown_host(text: &str) -> Option<String> {
    url_at_start(text).and_then(|url| host(&url))
}

/// Returns a shown host and the host of the URL to which the link leads, if they differ. Hosts are compared in the form
/// in which they are looked up, without `www.` and a dot at the end.
fn hosts_that_differ(shown: String, target: &[u8]) -> Option<(String, String)> {
    let target = str::from_utf8(target).ok().and_then(host)?;
    (shown != target).then_some((shown, target))
}

/// Returns the host of a URL in the form in which hosts are compared.
fn host(url: &str) -> Option<String> {
    let url = Url::parse(url).ok()?;
    // The host of a scheme that the standard does not know is not in lower case.
    let host = url.host_str()?.to_ascii_lowercase();
    let host = host.strip_suffix('.').unwrap_or(&host);
    let host = host.strip_prefix("www.").unwrap_or(host);
    (!host.is_empty()).then(|| host.to_owned())
}

#[cfg(test)]
mod tests {
    fn hosts_that_differ(text: &str, target: &[u8]) -> Option<(String, String)> {
        super::hosts_that_differ(super::shown_host(text)?, target)
    }

    #[test]
    fn hosts_are_compared_as_they_are_looked_up() {
        let same = [
            ("http://a.example/b", "http://a.example/c"),
            ("www.A.example.", "https://a.EXAMPLE:8080/"),
            ("a.example", "http://www.a.example./"),
            ("http://xn--bcher-kva.example", "http://B%C3%BCcher.example"),
            ("bücher.example", "http://xn--bcher-kva.example/"),
            ("gopher://A.example/", "gopher://a.example/"),
            // No URL at the start, or none that leads to a host.
            ("see www.b.example", "http://a.example/"),
            ("me@b.example", "http://a.example/"),
            ("www.b.example", "mailto:me@a.example"),
            ("www.b.example", "b.html"),
            ("", "http://a.example/"),
        ];
        for (text, url) in same {
            assert_eq!(
                hosts_that_differ(text, url.as_bytes()),
                None,
                "{text} {url}"
            );
        }
        let different = [
            ("http://b.example/", "http://a.example/"),
            ("www.b.example: click here", "http://a.example/"),
            ("b.example", "http://b.example.a.example/"),
            ("http://b.example/", "http://b.example@a.example/"),
            ("https://b.example", "http://10.1.2.3/"),
        ];
        for (text, url) in different {
            let hosts = hosts_that_differ(text, url.as_bytes());
            assert!(hosts.is_some(), "{text} {url}");
        }
    }
}
