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
