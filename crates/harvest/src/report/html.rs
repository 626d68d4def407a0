//! Writes HTML.

use std::fmt;

use urlsift::is_unprintable;

/// The maximum number of characters of a text from an archive. If a text is longer, its beginning and its end are
/// shown.
const MAX_CHARS: usize = 240;

/// A page of HTML. Only constants of the program are written as markup; every other text is escaped.
#[derive(Debug, Default)]
pub(super) struct Html {
    out: String,
}

impl Html {
    /// Appends markup.
    pub(super) fn raw(&mut self, markup: &'static str) -> &mut Self {
        self.out.push_str(markup);
        self
    }

    /// Appends a text, in an element or in an attribute with quotation marks.
    pub(super) fn text(&mut self, text: &str) -> &mut Self {
        for char in text.chars() {
            self.char(char);
        }
        self
    }

    /// Appends a text from an archive. It is isolated from the direction of the text around it. Characters that are
    /// invisible or change the direction are shown as codes; bytes that are not UTF-8 are replaced.
    pub(super) fn untrusted(&mut self, text: &[u8]) -> &mut Self {
        self.raw("<bdi>");
        let text = String::from_utf8_lossy(text);
        let len = text.chars().count();
        if len <= MAX_CHARS {
            text.chars().for_each(|char| self.untrusted_char(char));
        } else {
            let mut first = text.chars();
            let mut rest = first.by_ref().take(MAX_CHARS / 2).collect::<String>();
            rest.push('…');
            rest.extend(text.chars().skip(len - MAX_CHARS / 2));
            rest.chars().for_each(|char| self.untrusted_char(char));
        }
        self.raw("</bdi>")
    }

    fn untrusted_char(&mut self, char: char) {
        if is_unprintable(char) {
            self.out.extend(char.escape_unicode());
        } else {
            self.char(char);
        }
    }

    fn char(&mut self, char: char) {
        match char {
            '&' => self.out.push_str("&amp;"),
            '<' => self.out.push_str("&lt;"),
            '>' => self.out.push_str("&gt;"),
            '"' => self.out.push_str("&quot;"),
            '\'' => self.out.push_str("&#39;"),
            char => self.out.push(char),
        }
    }

    /// Appends a formatted value, such as a number.
    pub(super) fn show(&mut self, value: impl fmt::Display) -> &mut Self {
        self.text(&value.to_string())
    }

    /// Returns the page.
    pub(super) fn into_string(self) -> String {
        self.out
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Html, MAX_CHARS};

    fn untrusted(text: &[u8]) -> String {
        let mut html = Html::default();
        html.untrusted(text);
        let html = html.into_string();
        let inner = html.strip_prefix("<bdi>").expect("an element");
        inner.strip_suffix("</bdi>").expect("its end").to_owned()
    }

    #[test]
    fn hostile_texts_are_harmless() {
        for (text, expected) in [
            (&b"a.example"[..], "a.example"),
            (b"<script>", "&lt;script&gt;"),
            (b"\"'&amp;", "&quot;&#39;&amp;amp;"),
            (b"a\0\x1b\n", "a\\u{0}\\u{1b}\\u{a}"),
            ("a\u{202e}b\u{200b}".as_bytes(), "a\\u{202e}b\\u{200b}"),
            (b"\xff", "\u{fffd}"),
            ("日本".as_bytes(), "日本"),
        ] {
            assert_eq!(untrusted(text), expected);
        }
    }

    #[test]
    fn long_texts_keep_their_ends() {
        let whole = "x".repeat(MAX_CHARS);
        assert_eq!(untrusted(whole.as_bytes()), whole);
        let long = format!("begin{}.example", "é".repeat(5000));
        let shown = untrusted(long.as_bytes());
        assert!(shown.starts_with("beginé") && shown.ends_with("é.example"));
        assert_eq!(shown.chars().count(), MAX_CHARS + 1);
    }

    proptest! {
        #[test]
        fn no_text_has_markup(text in any::<Vec<u8>>(), more in ".*") {
            for text in [&text[..], more.as_bytes()] {
                let shown = untrusted(text);
                prop_assert!(!shown.contains(['<', '>', '"', '\'']));
                prop_assert!(!shown.chars().any(urlsift::is_unprintable));
            }
        }
    }
}
