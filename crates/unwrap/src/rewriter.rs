//! A rewriter of links, as the table describes it.
//!
//! A rewriter is data: its hosts, its path, and how it encodes the original. It needs no code of its own unless it
//! encodes in a new way. The alternative, a function for each rewriter, repeats the search for parameters in each of
//! them. Patterns have only the wildcards that the table needs: regular expressions would be slower and easier to get
//! wrong, such as by a dot that matches any byte. The table is compiled in. As a file that is parsed at run time it
//! could be changed without a compiler, but every user of the crate would build a parser.

use crate::wrapped::Wrapped;

/// A rewriter of links.
#[derive(Debug)]
pub(crate) struct Rewriter {
    /// The name, for people.
    #[cfg_attr(not(test), expect(dead_code, reason = "the name documents the entry"))]
    pub(crate) name: &'static str,
    /// The hosts of its links. `*.` stands for any labels, `?` for a lower-case letter.
    pub(crate) hosts: &'static [&'static str],
    /// The path. `*` at its end stands for anything.
    pub(crate) path: &'static str,
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
    /// In place of the `*` of the path, with characters replaced by codes (URL Defense v3).
    Runs,
    /// After the first segment of the path, percent-encoded.
    AfterSegment,
    /// On the server only.
    Opaque,
}

impl Rewriter {
    /// Returns whether a URL is one of this rewriter.
    pub(crate) fn fits(&self, wrapped: &Wrapped<'_>) -> bool {
        let mut hosts = self.hosts.iter();
        self.has_path(wrapped.path) && hosts.any(|host| matches(host, &wrapped.host))
    }

    fn has_path(&self, path: &[u8]) -> bool {
        match self.path.strip_suffix('*') {
            Some(start) => path.starts_with(start.as_bytes()),
            None => path == self.path.as_bytes(),
        }
    }

    /// Returns the length of the path without a `*`.
    pub(crate) fn path_len(&self) -> usize {
        self.path.trim_end_matches('*').len()
    }
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
