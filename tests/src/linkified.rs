//! The URLs of linkify, and the rule that differs: quotation marks, dashes, the ellipsis and white space beyond ASCII
//! are no letters.

use std::ops::Range;

use linkify::{LinkFinder, LinkKind};

const MARKS: &str = "«»‒–—―‘’‚‛“”„‟…‹›";

/// Replaces each byte of a mark by `mark`, and of white space beyond ASCII by a blank.
fn replaced(text: &str, mark: char) -> String {
    let mut replaced = String::new();
    for char in text.chars() {
        let len = char.len_utf8();
        if MARKS.contains(char) {
            replaced.extend(vec![mark; len]);
        } else if char > '\u{9f}' && char.is_whitespace() {
            replaced.extend(vec![' '; len]);
        } else {
            replaced.push(char);
        }
    }
    replaced
}

/// Returns the URLs with `://` of a text; where `without_scheme` says so, names without a scheme, too.
///
/// A mark ends a host like `\`, which is in none. It is in a path like `*`, which is not the last character.
#[must_use]
pub fn links(text: &str, without_scheme: bool) -> Vec<Range<usize>> {
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]);
    finder.url_must_have_scheme(!without_scheme);
    let hosts = replaced(text, '\\');
    let mut links = Vec::new();
    for link in finder.links(&hosts) {
        let url = link.as_str();
        let authority = url.find("://").map_or(0, |at| at + 3);
        let path = url[authority..].find(['/', '?']);
        let end = path.map_or(link.end(), |path| {
            let path = link.start() + authority + path;
            path + end(&text[path..link.end()], None)
        });
        links.push(link.start()..end);
    }
    links
}

/// Returns the length of the rest of a URL, after a quotation mark in front of it.
pub(crate) fn end(rest: &str, before: Option<char>) -> usize {
    let mark = before
        .filter(|char| matches!(char, '"' | '\''))
        .map(String::from);
    let head = mark.unwrap_or_default() + "x://x/";
    let text = format!("{head}{}", replaced(rest, '*'));
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]);
    let link = finder.links(&text).next().expect("the link at the start");
    link.end() - head.len()
}
