//! The host that the text of a link shows.

use std::borrow::Cow;

use linkify::{LinkFinder, LinkKind};

/// Returns the URL or the host name at the start of a text, with a scheme: what the crate `linkify` finds there,
/// whether or not it has a scheme.
///
/// ```
/// use urlsift_undelimited::url_at_start;
///
/// assert_eq!(url_at_start("www.a.example, or").as_deref(), Some("http://www.a.example"));
/// assert_eq!(url_at_start("ftp://a.example/b.").as_deref(), Some("ftp://a.example/b"));
/// assert_eq!(url_at_start("see www.a.example"), None);
/// assert_eq!(url_at_start("me@a.example"), None);
/// ```
#[must_use]
pub fn url_at_start(text: &str) -> Option<Cow<'_, str>> {
    // No link contains a blank, and the text after the first blank does not matter.
    let word = text.split(' ').next()?;
    if !word.contains('.') && !word.contains("://") {
        return None;
    }
    let mut finder = LinkFinder::new();
    finder.url_must_have_scheme(false);
    let first = finder.links(word).next()?;
    if first.start() > 0 || *first.kind() != LinkKind::Url {
        return None;
    }
    let url = first.as_str();
    Some(if url.contains("://") {
        url.into()
    } else {
        format!("http://{url}").into()
    })
}
