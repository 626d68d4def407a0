//! The rewriters, as `rewriters.toml` describes them.
//!
//! The table is data, and read once with `serde` when the first URL is unwrapped. A rewriter is then one entry with its
//! cases, and needs no Rust unless it encodes in a new way. The alternative, a function for each rewriter, repeats the
//! search for parameters in each of them. The price is a parser for TOML in the crate. Patterns have only the wildcards
//! that the table needs: regular expressions would be slower and easier to get wrong, such as by a dot that matches any
//! byte.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::wrapped::Wrapped;

/// The rewriters, and their cases.
const TABLE: &str = include_str!("rewriters.toml");

/// A rewriter of links.
#[derive(Debug, Deserialize)]
pub(crate) struct Rewriter {
    #[cfg(test)]
    pub(crate) name: String,
    /// The hosts of its links. `*.` stands for any labels, `?` for a lower-case letter.
    host: Vec<String>,
    /// The path. `*` at its end stands for anything.
    path: String,
    pub(crate) how: How,
    #[cfg(test)]
    pub(crate) case: Vec<Case>,
}

/// How the target is encoded.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum How {
    /// In the first of these parameters, percent-encoded.
    Parameter(Vec<String>),
    /// In this parameter, percent-encoded, with `&amp;` for `&`.
    HtmlParameter(String),
    /// In this parameter, with `-` for `%`, `_` for `/` and `&amp;` for `&`.
    DashParameter(String),
    /// After the path, with characters replaced by codes.
    Runs,
    /// After the first segment of the path, percent-encoded.
    AfterSegment,
    /// On the server only.
    Opaque,
}

/// A URL, and what it should be unwrapped to.
#[cfg(test)]
#[derive(Debug, Deserialize)]
pub(crate) struct Case {
    pub(crate) url: String,
    pub(crate) target: Option<String>,
}

impl Rewriter {
    /// Returns the rewriter of a URL.
    pub(crate) fn of(wrapped: &Wrapped<'_>) -> Option<&'static Self> {
        all().iter().find(|rewriter| {
            let mut hosts = rewriter.host.iter();
            rewriter.has_path(wrapped.path) && hosts.any(|host| matches(host, &wrapped.host))
        })
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

/// Returns all rewriters. A test verifies that the table can be parsed.
pub(crate) fn all() -> &'static [Rewriter] {
    #[derive(Deserialize)]
    struct Table {
        rewriter: Vec<Rewriter>,
    }
    static ALL: LazyLock<Vec<Rewriter>> = LazyLock::new(|| {
        let table: Table = toml::from_str(TABLE).expect("the table is valid");
        table.rewriter
    });
    &ALL
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
