//! Lines and white space.

use super::check;

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
}

#[test]
fn white_space_is_one_space() {
    check(
        "a \t\r\n\x0c b\nc",
        &[("a", "a"), (" ", " "), ("b", "b"), (" ", "\n"), ("c", "c")],
    );
    check("a&#10; b", &[("a", "a"), (" ", "&#10;"), ("b", "b")]);
}

#[test]
fn preformatted_white_space_is_preserved() {
    let page = "<pre>a\r\nb&#10;";
    check(
        page,
        &[("a", "a"), ("\n", "\r"), ("b", "b"), ("\n", "&#10;")],
    );
}

#[test]
fn block_elements_are_separated() {
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
