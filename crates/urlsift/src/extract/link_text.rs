//! The text of a link, and the host that it shows.

use url::Url;
use urlsift_undelimited::url_at_start;

/// The maximum length of the text of a link in bytes.
const MAX_TEXT: usize = 1 << 10;

/// The text of a link, collected as it arrives.
#[derive(Debug, Default)]
pub(super) struct LinkText {
    /// The text with ASCII whitespace collapsed.
    bytes: Vec<u8>,
}

impl LinkText {
    /// Appends bytes of the text. Returns whether the text is complete, because it has the maximum length.
    pub(super) fn push(&mut self, bytes: &[u8]) -> bool {
        for &byte in bytes {
            if self.bytes.len() > MAX_TEXT {
                return true;
            }
            if !byte.is_ascii_whitespace() {
                self.bytes.push(byte);
            } else if self.bytes.last().is_some_and(|&last| last != b' ') {
                self.bytes.push(b' ');
            }
        }
        self.bytes.len() > MAX_TEXT
    }

    /// Returns the text with whitespace collapsed and removed at its ends, at most 1 KiB of it.
    pub(super) fn finish(&self) -> String {
        let text = String::from_utf8_lossy(&self.bytes);
        let mut text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        text.truncate(text.floor_char_boundary(MAX_TEXT));
        text.truncate(text.trim_end().len());
        text
    }
}

/// Returns whether a text is a URL or a host name, or begins with one, whose host differs from that of the URL that it
/// leads to. Hosts are compared as they are looked up, without `www.` and a dot at the end.
pub(super) fn text_differs(text: &str, target: &[u8]) -> bool {
    let Some(shown) = url_at_start(text).and_then(|url| host(&url)) else {
        return false;
    };
    let target = str::from_utf8(target).ok().and_then(host);
    target.is_some_and(|target| target != shown)
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
    use super::{LinkText, MAX_TEXT, text_differs};

    #[test]
    fn white_space_is_collapsed_across_chunks() {
        let text = " a \n\tb\u{a0} c\u{e9} \u{a0}".as_bytes();
        for size in 1..text.len() {
            let mut collected = LinkText::default();
            for chunk in text.chunks(size) {
                assert!(!collected.push(chunk));
            }
            assert_eq!(collected.finish(), "a b c\u{e9}", "{size}");
        }
    }

    #[test]
    fn a_text_has_a_maximum_length() {
        let mut collected = LinkText::default();
        assert!(!collected.push("é".repeat(MAX_TEXT / 2).as_bytes()));
        assert_eq!(collected.finish().len(), MAX_TEXT);
        assert!(collected.push(b"ab"));
        assert!(collected.push(b"cd"));
        assert_eq!(collected.finish().len(), MAX_TEXT);
        let mut collected = LinkText::default();
        collected.push(format!("a{}", "é".repeat(MAX_TEXT)).as_bytes());
        assert_eq!(collected.finish().len(), MAX_TEXT - 1);
    }

    #[test]
    fn hosts_are_compared_as_they_are_looked_up() {
        let same = [
            ("http://a.example/b", "http://a.example/c"),
            ("www.A.example.", "https://a.EXAMPLE:8080/"),
            ("a.example", "http://www.a.example./"),
            (
                "http://B%C3%BCcher.example",
                "http://xn--bcher-kva.example/",
            ),
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
            assert!(!text_differs(text, url.as_bytes()), "{text} {url}");
        }
        let different = [
            ("http://b.example/", "http://a.example/"),
            ("www.b.example: click here", "http://a.example/"),
            ("b.example", "http://b.example.a.example/"),
            ("http://b.example/", "http://b.example@a.example/"),
            ("https://b.example", "http://10.1.2.3/"),
        ];
        for (text, url) in different {
            assert!(text_differs(text, url.as_bytes()), "{text} {url}");
        }
    }
}
