//! Tags, comments and raw text.

use urlsift_tables::lines;

use super::{check, decode_checked, text};
use crate::decode::{Decoder, Output, html::Html};

#[test]
fn markup_and_hidden_content_are_not_shown() {
    for page in lines!("markup.toml", "markup_and_hidden_content_are_not_shown") {
        assert_eq!(text(page), "", "{page}");
    }
}

#[test]
fn a_less_than_sign_that_begins_no_tag_is_text() {
    for page in lines!("markup.toml", "a_less_than_sign_that_begins_no_tag_is_text") {
        assert_eq!(text(page), page);
    }
    check("a<&lt;<b>", &[("a", "a"), ("<", "<"), ("<", "&lt;")]);
    check("<\tb", &[("<", "<"), (" ", "\t"), ("b", "b")]);
}

#[test]
fn raw_text_is_shown_with_its_tags() {
    check(
        "<xmp></A\0",
        &[
            ("", "<xmp>"),
            ("<", "<"),
            ("/", "/"),
            ("A", "A"),
            ("\u{fffd}", "\0"),
        ],
    );
}

#[test]
fn malformed_bytes_are_kept() {
    let shown = |page: &[u8]| -> Vec<u8> {
        let mapped = decode_checked(page);
        mapped.into_iter().map(|byte| byte.0).collect()
    };
    assert_eq!(
        shown(b"\xff<b>\xc3</b>(\x80&lt;\xe2\x82"),
        b"\xff\xc3(\x80<\xe2\x82"
    );
    assert_eq!(shown(b"a\0b&\xffc&l\xff<\xff>"), b"a\0b&\xffc&l\xff<\xff>");
    assert_eq!(shown(b"<b\xff c=\xff>a"), b"a");
    // NEL and NO-BREAK SPACE are not white space here.
    assert_eq!(shown(b"a\xc2\x85 \xc2\xa0b"), b"a\xc2\x85 \xc2\xa0b");
}

#[test]
fn a_long_tag_or_comment_shows_nothing() {
    let mut html = Html::default();
    let mut out = Output::default();
    let mut at = 0;
    let filler = [b'a'; 1000];
    for start in ["<!--", "--><a b='", "'><", "></", "><script><!--<", "</"] {
        html.decode(start.as_bytes(), at, &mut out);
        at += start.len() as u64;
        for _ in 0..1000 {
            html.decode(&filler, at, &mut out);
            at += filler.len() as u64;
        }
        assert_eq!(out.bytes(), b"", "{start}");
    }
}

#[test]
fn a_long_conditional_comment_is_shown() {
    let long = format!("<!--[if {}mso]>b-->c", " ".repeat(200));
    assert_eq!(text(long), "c");
}
