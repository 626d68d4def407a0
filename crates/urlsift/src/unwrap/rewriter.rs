//! A rewriter of links, as the table describes it.
//!
//! A rewriter is data: its hosts, its path, and how it encodes the original. It needs no code of its own unless it
//! encodes in a new way. The alternative, a function for each rewriter, repeats the search for parameters in each of
//! them. Patterns have only the wildcards that the table needs: regular expressions would be slower and easier to get
//! wrong, such as by a dot that matches any byte. The table is compiled in. As a file that is parsed at run time it
//! could be changed without a compiler, but every user of the crate would build a parser.

use crate::unwrap::wrapped::Wrapped;

/// A rewriter of links.
#[derive(Debug)]
pub(crate) struct Rewriter {
    /// The name. That of an opaque rewriter, in lower case, is the value of a field.
    pub(crate) name: &'static str,
    /// The hosts of its links. `*.` stands for any labels, `?` for a lower-case letter.
    pub(crate) hosts: &'static [&'static str],
    /// The paths. `*` at the end of one stands for anything.
    pub(crate) paths: &'static [&'static str],
    pub(crate) how: How,
}

/// How the target is encoded.
#[derive(Clone, Copy, Debug)]
pub(crate) enum How {
    /// In the first of these parameters that has a URL, percent-encoded.
    Parameter(&'static [&'static str]),
    /// In this parameter, percent-encoded, with `&amp;` for `&`.
    HtmlParameter(&'static str),
    /// In this parameter, with `-` for `%`, `_` for `/` and `&amp;` for `&`.
    DashParameter(&'static str),
    /// In this parameter, in base64.
    Base64Parameter(&'static str),
    /// In this parameter: the string `url` of an object of JSON in a string of another one, in base64.
    Base64Json(&'static str),
    /// In place of the `*` of the path, with characters replaced by codes (URL Defense v3).
    Runs,
    /// In place of the `*`, after the first segment there, percent-encoded.
    AfterSegment,
    /// In the first segment in place of the `*` that begins with this, percent-encoded.
    Segment(&'static str),
    /// After the first `/*` in place of the `*`, as it is; or after `/**`, percent-encoded.
    AfterStars,
    /// Between `___` and `___.`, with `*` for `%`.
    Underscores,
    /// In place of the `*`, without this scheme.
    WithoutScheme(&'static str),
    /// On the server only.
    Opaque,
}

impl Rewriter {
    /// Returns where in a URL of this rewriter the `*` of its path stands, as an index into `rest`. `None` if it is
    /// no URL of this rewriter.
    pub(crate) fn fits(&self, wrapped: &Wrapped<'_>) -> Option<usize> {
        let len = self
            .paths
            .iter()
            .find_map(|path| fit(path, wrapped.path()))?;
        let mut hosts = self.hosts.iter();
        hosts
            .any(|host| matches(host, &wrapped.host))
            .then_some(len)
    }
}

/// Returns the length of a pattern without its `*` if it matches a path.
fn fit(pattern: &str, path: &[u8]) -> Option<usize> {
    let is_match = match pattern.strip_suffix('*') {
        Some(start) => path.starts_with(start.as_bytes()),
        None => path == pattern.as_bytes(),
    };
    is_match.then(|| pattern.trim_end_matches('*').len())
}

/// Returns whether a host matches a pattern.
fn matches(pattern: &str, host: &str) -> bool {
    if let Some(suffix) = pattern.strip_prefix('*') {
        return host
            .strip_suffix(suffix)
            .is_some_and(|labels| !labels.is_empty());
    }
    let mut pairs = pattern.bytes().zip(host.bytes());
    pattern.len() == host.len()
        && pairs.all(|(wanted, byte)| wanted == byte || wanted == b'?' && byte.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn hosts_match_patterns() {
        for (pattern, host, expected) in [
            ("a.example", "a.example", true),
            ("a.example", "b.a.example", false),
            ("*.a.example", "b.c.a.example", true),
            ("*.a.example", "a.example", false),
            ("*.a.example", "ba.example", false),
            ("a.??", "a.de", true),
            ("a.??", "a.d1", false),
            ("a.??", "a.com", false),
        ] {
            assert_eq!(matches(pattern, host), expected, "{pattern} {host}");
        }
    }
}
