//! The URLs of linkify.

use std::ops::Range;

use linkify::{LinkFinder, LinkKind};

/// Returns the URLs with `://` of a text; where `without_scheme` says so, names without a scheme, too.
#[must_use]
pub fn links(text: &str, without_scheme: bool) -> Vec<Range<usize>> {
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]);
    finder.url_must_have_scheme(!without_scheme);
    let links = finder.links(text);
    links.map(|link| link.start()..link.end()).collect()
}

/// Returns the length of the rest of a URL, after a quotation mark in front of it.
///
/// # Panics
///
/// If linkify finds no URL.
#[must_use]
pub fn end(rest: &str, before: Option<char>) -> usize {
    let mark = before
        .filter(|char| matches!(char, '"' | '\''))
        .map(String::from);
    let head = mark.unwrap_or_default() + "x://x/";
    let text = format!("{head}{rest}");
    let links = links(&text, false);
    links.first().expect("the link at the start").end - head.len()
}
