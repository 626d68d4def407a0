//! Lines and white space.

use urlsift_tables::rows;

use super::{check, text};

#[test]
fn addresses_in_references_are_shown() {
    check(
        "&lt;http://a.example/x<wbr>y&gt;",
        &[
            ("<", "&lt;"),
            ("h", "h"),
            ("t", "t"),
            ("t", "t"),
            ("p", "p"),
            (":", ":"),
            ("/", "/"),
            ("/", "/"),
            ("a", "a"),
            (".", "."),
            ("e", "e"),
            ("x", "x"),
            ("a", "a"),
            ("m", "m"),
            ("p", "p"),
            ("l", "l"),
            ("e", "e"),
            ("/", "/"),
            ("x", "x"),
            ("y", "y"),
            (">", "&gt;"),
        ],
    );
    check(
        "&lt;a<BR class='>'>b&gt;",
        &[
            ("<", "&lt;"),
            ("a", "a"),
            ("\n", "<BR class='>'>"),
            ("b", "b"),
            (">", "&gt;"),
        ],
    );
    assert_eq!(text("&lt;URL:ftp://a<br>b&gt;"), "<URL:ftp://a\nb>");
    assert_eq!(
        text("&gt; &gt; &lt;http://a.example/<br>\r\n&gt; &gt; b&gt;<br/>\r\n"),
        "> > <http://a.example/\n> > b>\n"
    );
    assert_eq!(
        text("&lt;<a href=\"http://a.example/\">http://a.<b>example</b>/</a>&gt;"),
        "<http://a.example/>"
    );
}

#[test]
fn white_space_is_one_space() {
    check(
        "a \t\r\n\x0c b\nc",
        &[("a", "a"), (" ", " "), ("b", "b"), (" ", "\n"), ("c", "c")],
    );
    for (page, expected) in [
        (" a ", "a "),
        ("a <b> b</b>\n c", "a b c"),
        ("<p> a <br> b <div> c", "a \nb \nc"),
        ("a&#32; &#x9;&Tab;&NewLine;b", "a b"),
        ("a &nbsp; b", "a \u{a0} b"),
        ("\r\n<html>\r\n<body>\r\na", "a"),
    ] {
        assert_eq!(text(page), expected, "{page}");
    }
    check("a&#10; b", &[("a", "a"), (" ", "&#10;"), ("b", "b")]);
}

#[test]
fn preformatted_white_space_is_preserved() {
    for (page, expected) in rows!("lines.toml", "preformatted_white_space_is_preserved") {
        assert_eq!(text(page), expected, "{page}");
    }
    let page = "<pre>a\r\nb&#10;";
    check(
        page,
        &[("a", "a"), ("\n", "\r"), ("b", "b"), ("\n", "&#10;")],
    );
}

#[test]
fn block_elements_are_separated() {
    for (page, expected) in rows!("lines.toml", "block_elements_are_separated") {
        assert_eq!(text(page), expected, "{page}");
    }
    check(
        "a<p\n>b</div >c",
        &[
            ("a", "a"),
            ("\n\n", "<p\n>"),
            ("b", "b"),
            ("\n", "</div >"),
            ("c", "c"),
        ],
    );
}
