//! Recognises the start of an HTML page.

/// The maximum length of an XML declaration or other processing instruction, such as one of PHP, in bytes.
const MAX_DECLARATION: usize = 512;

/// The maximum length of the comments at the start of a page together, in bytes.
const MAX_COMMENT: usize = 8 << 10;

/// The tags that begin a page.
const TAGS: [&[u8]; 3] = [b"<html", b"<head", b"<body"];

/// What follows `<!--` and spaces in the first comment of an archiver's page: of `MHonArc`, then of Hypermail.
const COMMENTS: [&[u8]; 15] = [
    b"MHonArc v",
    b"X-Subject:",
    b"X-From-R13:",
    b"X-From:",
    b"X-Date:",
    b"X-Message-Id:",
    b"X-Content-Type:",
    b"received=\"",
    b"isoreceived=\"",
    b"sent=\"",
    b"name=\"",
    b"email=\"",
    b"subject=\"",
    b"id=\"",
    b"hypermail",
];

/// Returns whether `text` begins an HTML page: a doctype of HTML, a tag `html`, `head` or `body`, or a comment of an
/// archiver, with or without white space, an XML declaration or the like, and comments before it. `None` if more text
/// is needed.
pub(crate) fn begins_page(text: &[u8], at_end: bool) -> Option<bool> {
    let start = Start { text, at_end };
    let mut at = start.after_white_space(0)?;
    if start.has(at, b"<?")? {
        let Some(end) = start.after(at, b"?>", MAX_DECLARATION)? else {
            return Some(false);
        };
        at = start.after_white_space(end)?;
    }
    while start.has(at, b"<!--")? {
        let content = start.after_white_space(at + b"<!--".len())?;
        for comment in COMMENTS {
            if start.has(content, comment)? {
                return Some(true);
            }
        }
        let Some(end) = start.after(at, b"-->", MAX_COMMENT)? else {
            return Some(false);
        };
        at = start.after_white_space(end)?;
    }
    for doctype in [&b"<!doctype"[..], b"<!!doctype"] {
        if start.has(at, doctype)? {
            let name = start.after_white_space(at + doctype.len())?;
            return start.has_name(name, b"html");
        }
    }
    for tag in TAGS {
        if start.has_name(at, tag)? {
            return Some(true);
        }
    }
    Some(false)
}

/// The start of a file.
struct Start<'t> {
    text: &'t [u8],
    at_end: bool,
}

impl Start<'_> {
    /// Returns whether `literal` is at an index, in any case.
    fn has(&self, at: usize, literal: &[u8]) -> Option<bool> {
        let there = self.text.get(at..).unwrap_or_default();
        let len = there.len().min(literal.len());
        if !there[..len].eq_ignore_ascii_case(&literal[..len]) {
            return Some(false);
        }
        if len == literal.len() {
            return Some(true);
        }
        self.at_end.then_some(false)
    }

    /// Returns whether `name` is at an index, and ends there.
    fn has_name(&self, at: usize, name: &[u8]) -> Option<bool> {
        if !self.has(at, name)? {
            return Some(false);
        }
        match self.text.get(at + name.len()) {
            Some(byte) => Some(byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/')),
            None => self.at_end.then_some(false),
        }
    }

    /// Returns the index after the next `end` from an index on; nothing if none ends in the first `most` bytes of the
    /// file.
    #[expect(clippy::option_option, reason = "none there, or not known yet")]
    fn after(&self, at: usize, end: &[u8], most: usize) -> Option<Option<usize>> {
        let near = &self.text[..self.text.len().min(most)];
        let rest = near.get(at..).unwrap_or_default();
        match memchr::memmem::find(rest, end) {
            Some(found) => Some(Some(at + found + end.len())),
            None if self.at_end || near.len() == most => Some(None),
            None => None,
        }
    }

    /// Returns the index of the first byte from `at` on that is not white space.
    fn after_white_space(&self, at: usize) -> Option<usize> {
        let rest = self.text.get(at..).unwrap_or_default();
        let rest = &rest[..rest.len().min(MAX_DECLARATION)];
        match rest.iter().position(|byte| !byte.is_ascii_whitespace()) {
            Some(len) => Some(at + len),
            None if self.at_end || rest.len() == MAX_DECLARATION => Some(at + rest.len()),
            None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use urlsift_tables::lines;

    use super::begins_page;

    /// Checks that the answer is known after the `|`, and not before.
    #[track_caller]
    fn decided_at(marked: &str, expected: bool) {
        let at = marked.find('|').expect("a mark");
        let text = marked.replace('|', "");
        for len in 0..=text.len() {
            let answer = begins_page(&text.as_bytes()[..len], false);
            let is_known = len >= at;
            assert_eq!(answer, is_known.then_some(expected), "{text:?} at {len}");
        }
        assert_eq!(begins_page(text.as_bytes(), true), Some(expected), "{text}");
    }

    #[test]
    fn pages_are_recognised_as_early_as_possible() {
        for marked in lines!("html_start.toml", "pages") {
            decided_at(marked, true);
        }
    }

    #[test]
    fn other_files_are_no_pages() {
        for marked in lines!("html_start.toml", "others") {
            decided_at(marked, false);
        }
        decided_at(&format!("<?xml {}|", "a".repeat(506)), false);
        for text in [
            "",
            "<",
            "<html",
            "<!doctype",
            "<!doctype html",
            "<!--",
            "<?xml?>",
        ] {
            assert_eq!(begins_page(text.as_bytes(), true), Some(false), "{text}");
        }
    }
}
