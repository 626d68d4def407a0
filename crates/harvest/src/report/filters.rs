//! The filters of the template. The template passes fields by reference, and the results of functions by value.

// These are about what the attribute `filter_fn` makes of a function.
#![expect(
    unreachable_pub,
    clippy::inline_always,
    clippy::trivially_copy_pass_by_ref,
    clippy::unnecessary_wraps,
    clippy::unused_self
)]

use std::borrow::Borrow;

use askama::{Result, Values, filter_fn};
use urlsift::is_unprintable;

use super::number;

/// The maximum number of characters of a text from an archive. If a text is longer, its beginning and its end are
/// shown.
const MAX_CHARS: usize = 240;

#[filter_fn]
pub(super) fn grouped(number: impl Borrow<u64>, _: &dyn Values) -> Result<String> {
    Ok(number::grouped(*number.borrow()))
}

#[filter_fn]
pub(super) fn short(number: &u64, _: &dyn Values) -> Result<String> {
    Ok(number::short(*number))
}

#[filter_fn]
pub(super) fn size(bytes: &u64, _: &dyn Values) -> Result<String> {
    Ok(number::size(*bytes))
}

#[filter_fn]
pub(super) fn percent(part: impl Borrow<u64>, _: &dyn Values, sum: &u64) -> Result<String> {
    Ok(number::percent(*part.borrow(), *sum))
}

#[filter_fn]
pub(super) fn length(part: &u64, _: &dyn Values, sum: &u64) -> Result<String> {
    Ok(number::length(*part, *sum))
}

/// Writes a share of the width or height of a picture.
#[filter_fn]
pub(super) fn share(part: impl Borrow<u64>, _: &dyn Values, sum: &u64) -> Result<String> {
    Ok(number::share(*part.borrow(), *sum))
}

#[filter_fn]
pub(super) fn counted(number: &u64, _: &dyn Values, one: &str, many: &str) -> Result<String> {
    Ok(number::counted(*number, one, many))
}

#[filter_fn]
pub(super) fn untrusted(text: &[u8], _: &dyn Values) -> Result<String> {
    Ok(printable(text))
}

/// Returns a text from an archive. Characters that are invisible or change the direction are shown as codes; bytes that
/// are not UTF-8 are replaced.
fn printable(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let len = text.chars().count();
    let (first, rest, dots) = match len {
        ..=MAX_CHARS => (len, len, None),
        _ => (MAX_CHARS / 2, len - MAX_CHARS / 2, Some('…')),
    };
    let first = text.chars().take(first).chain(dots);
    let mut shown = String::new();
    for char in first.chain(text.chars().skip(rest)) {
        if is_unprintable(char) {
            shown.extend(char.escape_unicode());
        } else {
            shown.push(char);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use askama::Template;
    use proptest::prelude::*;

    use super::{MAX_CHARS, printable};
    use crate::report::filters;

    #[derive(Template)]
    #[template(source = "{{ text|untrusted }}", ext = "html")]
    struct Untrusted<'t> {
        text: &'t [u8],
    }

    fn untrusted(text: &[u8]) -> String {
        Untrusted { text }.render().expect("a text")
    }

    #[test]
    fn hostile_texts_are_harmless() {
        for (text, expected) in [
            (&b"a.example"[..], "a.example"),
            (b"<script>", "&#60;script&#62;"),
            (b"\"'&amp;", "&#34;&#39;&#38;amp;"),
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
        assert_eq!(printable(whole.as_bytes()), whole);
        let long = format!("begin{}.example", "é".repeat(5000));
        let shown = printable(long.as_bytes());
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
