//! Truncation and wrapping of text by display width.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Shortens a text to a width by removing its middle, because similar URLs differ at their ends.
pub(crate) fn shorten(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let width = width.saturating_sub(3);
    let start = prefix(text, width - width / 3);
    let end = suffix(text, width / 3);
    format!("{start}...{end}")
}

/// Returns the longest prefix that is not wider than `width`.
pub(crate) fn prefix(text: &str, width: usize) -> &str {
    &text[..fitting_len(text.chars(), width)]
}

/// Returns the longest suffix that is not wider than `width`.
pub(crate) fn suffix(text: &str, width: usize) -> &str {
    &text[text.len() - fitting_len(text.chars().rev(), width)..]
}

/// Returns the length in bytes of the first characters that fit.
fn fitting_len(chars: impl Iterator<Item = char>, width: usize) -> usize {
    let mut used = 0;
    let fitting = chars.take_while(|char| {
        used += char.width().unwrap_or(0);
        used <= width
    });
    fitting.map(char::len_utf8).sum()
}

/// Wraps a text into lines of at most `width` columns, but at least one character.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = text;
    loop {
        let (line, after) = split_line(rest, width);
        lines.push(line.to_owned());
        if after.is_empty() {
            return lines;
        }
        rest = after;
    }
}

/// Wraps a text between words, and inside a word only if it is wider than a line.
pub(crate) fn wrap_words(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = text;
    loop {
        let (line, after) = split_line(rest, width);
        if after.is_empty() {
            lines.push(line.to_owned());
            return lines;
        }
        let words = match line.rfind(' ') {
            Some(space) if !after.starts_with(' ') => space + 1,
            _ => line.len(),
        };
        // Leading spaces do not end a word.
        let end = if line[..words].trim().is_empty() {
            line.len()
        } else {
            words
        };
        lines.push(line[..end].trim_end().to_owned());
        rest = rest[end..].trim_start();
    }
}

/// Splits off the first line: the characters that fit, at least one.
fn split_line(text: &str, width: usize) -> (&str, &str) {
    let first = text.chars().next().map_or(0, char::len_utf8);
    text.split_at(prefix(text, width).len().max(first))
}

/// Returns a number with the noun "link" or "links".
pub(crate) fn link_count(number: usize) -> String {
    match number {
        1 => "1 link".to_owned(),
        number => format!("{number} links"),
    }
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::{shorten, wrap, wrap_words};

    #[test]
    fn text_is_shortened_to_its_width() {
        assert_eq!(shorten("http://a/b", 10), "http://a/b");
        assert_eq!(shorten("http://a/bc", 10), "http:...bc");
        for text in [
            "http://a.example/b/c",
            "漢字漢字漢字漢字",
            "e\u{301}e\u{301}e\u{301}",
        ] {
            for width in 3..30 {
                let short = shorten(text, width);
                assert!(short.width() <= width.max(3), "{short}, {width}");
                assert_eq!(short == text, text.width() <= width);
            }
        }
    }

    #[test]
    fn words_are_whole_where_they_can_be() {
        assert_eq!(wrap_words("ab cd ef", 5), ["ab cd", "ef"]);
        assert_eq!(wrap_words("ab cd ef", 4), ["ab", "cd", "ef"]);
        assert_eq!(wrap_words("ab cdefghi", 4), ["ab", "cdef", "ghi"]);
        assert_eq!(wrap_words("    abcd ef", 6), ["    ab", "cd ef"]);
        assert_eq!(wrap_words("漢 字字", 3), ["漢", "字", "字"]);
        assert_eq!(wrap_words("a   ", 2), ["a", ""]);
        assert_eq!(wrap_words("", 4), [""]);
        assert_eq!(wrap_words("ab", 0), ["a", "b"]);
    }

    #[test]
    fn text_is_wrapped_at_the_width() {
        assert_eq!(wrap("abcdef", 4), ["abcd", "ef"]);
        assert_eq!(wrap("a漢字b", 4), ["a漢", "字b"]);
        assert_eq!(wrap("漢字", 1), ["漢", "字"]);
        assert_eq!(wrap("", 4), [""]);
        assert_eq!(wrap("ab", 0), ["a", "b"]);
    }
}
