//! The hosts that the text of a link shows.
//!
//! The text is only compared with the target, so only hosts matter, and more counts as a URL than elsewhere: a missed
//! one hides a deception, a wrong one costs a warning that names both hosts.

use std::iter;

use crate::line::tld;

/// Returns the URLs that a text shows, each up to its host and port: URLs with `://` and names that begin with `www.`,
/// wherever they stand; and a host name with which the text begins. Brackets, bullets, quotation marks and `URL:` may
/// stand before them. A name gets the scheme `http`, and ends in a domain of the first level that exists.
///
/// The text must not contain invisible characters. The time is linear in its length.
///
/// ```
/// use urlsift_scan::shown_urls;
///
/// let urls = |text| shown_urls(text).collect::<Vec<_>>();
/// assert_eq!(urls("(a.example: log in)"), ["http://a.example"]);
/// assert_eq!(urls("Log in at https://a.example/b."), ["https://a.example"]);
/// assert_eq!(urls("\u{2022} www.a.example, ftp://b.example"), ["http://www.a.example", "ftp://b.example"]);
/// assert_eq!(urls("see node.js"), [""; 0]);
/// assert_eq!(urls("me@a.example"), [""; 0]);
/// ```
pub fn shown_urls(text: &str) -> impl Iterator<Item = String> {
    let mut words = text.split_whitespace().peekable();
    // A bullet or `URL:` may be a word of its own.
    let mut has_begun = false;
    iter::from_fn(move || Some((words.next()?, words.peek().copied()))).flat_map(
        move |(word, next)| {
            let name = without_marks(word);
            let urls: Vec<_> = urls(word).collect();
            let is_first = !has_begun && !name.is_empty();
            has_begun |= is_first;
            // An address may be written with ` at `.
            let is_address = next.is_some_and(|next| next.eq_ignore_ascii_case("at"));
            let is_name = urls.is_empty() && !is_address && (is_first || starts_with(name, "www."));
            let host = is_name.then(|| host_name(name)).flatten();
            let host = host.map(|host| format!("http://{host}"));
            urls.into_iter().chain(host)
        },
    )
}

/// Returns the URLs with two slashes after the scheme in a word, each up to its host and port.
fn urls(word: &str) -> impl Iterator<Item = String> {
    let mut at = 0;
    iter::from_fn(move || {
        loop {
            let rest = word.get(at..)?;
            let colon = rest.find(':')?;
            let after = &rest[colon + 1..];
            at += colon + 1;
            let before = &rest[..colon];
            let is_of_scheme = |char: char| char.is_ascii_alphanumeric() || "+-.".contains(char);
            let scheme = &before[before.trim_end_matches(is_of_scheme).len()..];
            let scheme = scheme.trim_start_matches(|char: char| !char.is_ascii_alphabetic());
            let slashes = after.trim_start_matches(['/', '\\']);
            let count = after.len() - slashes.len();
            if scheme.is_empty() || count < 2 {
                continue;
            }
            let len = slashes.find(['/', '\\', '?', '#']);
            let authority = authority(&slashes[..len.unwrap_or(slashes.len())]);
            at += count + authority.len();
            if !authority.is_empty() {
                return Some(format!("{scheme}://{authority}"));
            }
        }
    })
}

/// Returns the login, the host and the port at the start of a text, without punctuation after them.
fn authority(text: &str) -> &str {
    let host = text.rfind('@').map_or(0, |at| at + 1);
    let is_of_host = |char: char| char.is_alphanumeric() || ".-_%:[]\u{3002}".contains(char);
    let len = text[host..].find(|char| !is_of_host(char));
    let text = &text[..len.map_or(text.len(), |len| host + len)];
    let text = text.trim_end_matches(['.', ':', '-', '%']);
    match text.strip_suffix(']') {
        // The bracket belongs to the text around.
        Some(before) if !before.contains('[') => before,
        _ => text,
    }
}

/// Returns a word without brackets, bullets, quotation marks and `URL:` before it.
fn without_marks(word: &str) -> &str {
    let is_mark = |char: char| !char.is_alphanumeric();
    let mut word = word.trim_start_matches(is_mark);
    while starts_with(word, "url:") {
        word = word["url:".len()..].trim_start_matches(is_mark);
    }
    word
}

/// Returns whether a text starts with ASCII letters, in any case.
fn starts_with(text: &str, start: &str) -> bool {
    text.get(..start.len())
        .is_some_and(|found| found.eq_ignore_ascii_case(start))
}

/// Returns the host name at the start of a word: labels with dots between them, of which the last has at least two
/// letters and no digit first, and exists. What follows must not make it something else, such as an e-mail address.
fn host_name(word: &str) -> Option<&str> {
    let is_of_name = |char: char| char.is_alphanumeric() || ".-_".contains(char);
    let end = word.find(|char| !is_of_name(char)).unwrap_or(word.len());
    let name = word[..end].trim_end_matches(['.', '-', '_']);
    if word[end..].starts_with('@') {
        return None;
    }
    let (before, last) = name.rsplit_once('.')?;
    let is_valid = last.chars().count() >= 2
        && last.chars().next().is_some_and(char::is_alphabetic)
        && tld::is_known(last.as_bytes())
        && !before.is_empty()
        && before.split('.').all(|label| !label.is_empty());
    is_valid.then_some(name)
}

#[cfg(test)]
mod tests {
    use super::shown_urls;

    use urlsift_tables::lists;

    #[test]
    fn urls_stand_anywhere() {
        for (text, expected) in lists!("shown_host.toml", "urls_stand_anywhere") {
            let found: Vec<_> = shown_urls(text).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn a_text_may_begin_with_a_host_name() {
        for (text, expected) in lists!("shown_host.toml", "a_text_may_begin_with_a_host_name") {
            let found: Vec<_> = shown_urls(text).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
