//! The spellings of `corpus/hosts`, with the hosts of node, whose parser follows the WHATWG URL standard.

use std::fs;

use serde::Deserialize;

use crate::cases;

/// A URL, and what `tests/hosts/browsers.mjs` has found.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spelling {
    /// The URL.
    pub url: String,
    /// The canonical form of the host; `None` if there is none.
    pub host_ascii: Option<String>,
    /// Whether browsers reject the URL because of its host or port.
    #[serde(default)]
    pub rejected: bool,
}

#[derive(Deserialize)]
struct Table {
    url: Vec<Spelling>,
}

/// Returns every spelling.
///
/// # Panics
///
/// If the file is invalid, or has fewer than 300.
#[must_use]
pub fn spellings() -> Vec<Spelling> {
    let path = cases::corpus().join("hosts/browsers.toml");
    let table = fs::read_to_string(path).expect("a readable file");
    let Table { url } = toml::from_str(&table).expect("a table");
    assert!(url.len() >= 300, "{}", url.len());
    url
}

/// Returns every spelling that an HTML attribute can hold as it is, and the value of the attribute in HTML.
///
/// # Panics
///
/// As [`spellings`].
#[must_use]
pub fn attributes() -> Vec<(Spelling, String)> {
    let reference = |char: char| match char {
        'a'..='z' | 'A'..='Z' | '0'..='9' => char.to_string(),
        char => format!("&#{};", u32::from(char)),
    };
    let value = |spelling: Spelling| {
        let value = spelling.url.chars().map(reference).collect();
        (spelling, value)
    };
    // A page has no NUL, and a reference that begins with a host gets a scheme.
    let is_kept = |Spelling { url, .. }: &Spelling| {
        let slashes = url.trim_start_matches(|char| char <= ' ');
        let gets_scheme = ["//", "/\\", "\\/", "\\\\"]
            .iter()
            .any(|two| slashes.starts_with(two));
        !url.is_empty() && !url.contains('\0') && !gets_scheme
    };
    spellings().into_iter().filter(is_kept).map(value).collect()
}
