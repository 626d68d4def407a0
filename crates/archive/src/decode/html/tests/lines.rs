//! Lines and white space.

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
    for (page, expected) in [
        ("<pre>a  b\n\tc\n</pre>", "a  b\n\tc\n\n"),
        ("<pre>a\r\nb\rc\n\rd\r\r\ne</pre>", "a\nb\nc\n\nd\n\ne\n\n"),
        ("<pre>a\r<b>\n</b>b", "a\n\nb"),
        ("<pre>\na</pre>", "a\n\n"),
        ("<pre>\r\n\r\na</pre>", "\na\n\n"),
        ("<pre>\r\ra", "\na"),
        ("<pre>&#10;a", "a"),
        ("<pre> \na", " \na"),
        ("<pre><b>\na", "\na"),
        ("x<pre>\n\na", "x\n\n\na"),
        ("<textarea>\n a\n\nb ", " a\n\nb "),
        ("<xmp> a\nb</xmp> c", " a\nb\n\nc"),
        ("<plaintext> a\n ", " a\n "),
        ("<listing>\na\n b</listing> c d", "a\n b\n\nc d"),
        ("<pre>a <pre>b </pre> c</pre>  d", "a \n\nb \n\n c\n\nd"),
        ("<pre>a</pre></pre><pre>b  c", "a\n\nb  c"),
        ("</pre>a  <pre>b  ", "a \n\nb  "),
        ("<pre>a<br>b<div>c  d</div></pre>", "a\nb\nc  d\n\n"),
        ("<pre>a&#13;&#10;&#32; b", "a\n  b"),
        ("<pre>a</pre>\n<p>\nb", "a\n\nb"),
    ] {
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
    for (page, expected) in [
        ("a<br>b<br><br/>c</br>d", "a\nb\n\nc\nd"),
        ("<br>a", "\na"),
        ("a<div>b</div>c", "a\nb\nc"),
        ("<div>a</div><div>b</div>", "a\nb\n"),
        ("<div>a<br></div><div>b", "a\nb"),
        ("<div><br></div>a", "\na"),
        ("a<p>b</p> <p>c", "a\n\nb\n\nc"),
        ("a<div>b</div><p>c", "a\nb\n\nc"),
        ("<ul><li>a<li>b</ul>c", "a\nb\n\nc"),
        ("<h1>a</h1>b<hr>c", "a\n\nb\n\nc"),
        ("<tr><td>a</td><td>b</td></tr>", "a\n\nb\n\n"),
        ("<dl><dt>a<dd>b</dl>", "a\nb\n\n"),
        ("<blockquote>a</blockquote>b", "a\n\nb"),
        ("<figcaption>a</figcaption>b", "a\nb"),
        ("a<span>b</span>c", "abc"),
        ("a<divs>b", "ab"),
    ] {
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
