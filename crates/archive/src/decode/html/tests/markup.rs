//! Tags, comments and raw text.

use super::{check, decode_checked, text};
use crate::decode::{Decoder, Output, html::Html};

#[test]
fn markup_and_hidden_content_are_not_shown() {
    for page in [
        "",
        "<http://a.example/>",
        "<a&lt;b>",
        "<a title='&lt;http://b/&gt;'>",
        "<a title=\"'>&lt;\">",
        "<a title=&lt;b>",
        "<a b=c d='>&lt;'>",
        "<a b=c/d='>",
        "<a b = c d = '>&lt;'>",
        "<a title=>",
        "<a title = '>&lt;'>",
        "<a='&lt;'>",
        "<a/b='>&lt;'/>",
        "<a b='c'd=\">\">",
        "<a b='c'=\"&lt;\">",
        "<img src=/x/>",
        "<a title='&lt;",
        "<a",
        "<a ",
        "</a &lt;>",
        "</>",
        "</ a &lt;>",
        "</3 &lt;>",
        "<!-- &lt;http://a.example/&gt; <b> -- > -->",
        "<!--> <!---> <!-- --!> <!-- &lt; -->",
        "<!-- <!-- &lt; -->",
        "<!-- <!-->",
        "<!-- a -- b --!-->",
        "<!-- a --- -->",
        "<!-- &lt; ->",
        "<!-- &lt; --",
        "<!",
        "<!-",
        "<!->",
        "<!-a &lt; -->",
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\" \"http://a/\">",
        "<!ELEMENT a>",
        "<![CDATA[&lt;http://a.example/]]>",
        "<?xml version='1.0'?>",
        "<?",
        "<? &lt;",
        "<script>a &lt; b < c; <b>'</scripts>'</script>",
        "<script><!-- '<script>&lt;</script>' </b> --></script>",
        "<SCRIPT type=a>&lt;</Script \n x='>'>",
        "<script>&lt;",
        "<style>a > b {} &lt; < </style>",
        "<style/>&lt;</style>",
        "<title>a &lt;http://a.example/&gt; <b></title>",
        "<iframe>&lt;<b></iframe>",
        "<noembed>&lt;</noembed>",
        "<noframes>&lt;</noframes>",
    ] {
        assert_eq!(text(page), "", "{page}");
    }
    // `<a` ends with the first `>`.
    assert_eq!(text("<a \"b>c\">d"), "c\">d");
    assert_eq!(text("<a b=c\">\"d"), "\"d");
    assert_eq!(text("<!doctype a \"b>c\">d"), "c\">d");
    assert_eq!(text("<![CDATA[a>b]]>c"), "b]]>c");
    assert_eq!(text("<!-a>b-->"), "b-->");
}

#[test]
fn visible_text_is_shown() {
    for (page, expected) in [
        ("a<b>b</b>c", "abc"),
        ("<b><i>a</b>b", "ab"),
        ("a<!-- b -->c<?d?>e</>f", "acef"),
        ("<title>a</title>b", "b"),
        ("<title>a</title b>b", "b"),
        ("<title>a</titles></title/>b", "b"),
        ("<style>a</style>&lt;<script>b</script>c", "<c"),
        ("<noscript>a &lt;b&gt; <b>c</b></noscript>", "a <b> c"),
        ("<head><base><meta>a</head>b", "ab"),
        ("<unknown>a</unknown>", "a"),
        ("<abcdefghijklmnopqrstuvwxyz>a</b>", "a"),
        ("<stylesheet>a", "a"),
        ("<styl>a", "a"),
    ] {
        assert_eq!(text(page), expected, "{page}");
    }
}

#[test]
fn a_less_than_sign_that_begins_no_tag_is_text() {
    for page in [
        "a < b",
        "< http://a.example/ >",
        "a<1",
        "a<",
        "a</",
        "<<",
        "<",
        "<>",
        "<=>",
        "<\u{e9}>",
    ] {
        assert_eq!(text(page), page);
    }
    check("a<&lt;<b>", &[("a", "a"), ("<", "<"), ("<", "&lt;")]);
    check("<\tb", &[("<", "<"), (" ", "\t"), ("b", "b")]);
    assert_eq!(text("<<b>"), "<");
    assert_eq!(text("<\0b>"), "<\0b>");
}

#[test]
fn a_comment_in_a_script_may_hide_its_end() {
    for (page, expected) in [
        ("<script><!--</script>a", "a"),
        ("<script><!--<script></script>a</script>b", "b"),
        ("<script><!--<script></script>a-->b</script>c", "c"),
        ("<script><!--<script>--></script>a", "a"),
        ("<script><!--<script>- -></script>a</script>b", "b"),
        ("<script><!--><script></script>a", "a"),
        ("<script><!-- --><script></script>a", "a"),
        ("<script><!-<script></script>a", "a"),
        ("<script><!--<SCRIPT\n</sCript/></script>a", "a"),
        ("<script><!--<scripts></script>a", "a"),
        ("<script><!--<scrip></script>a", "a"),
        ("<script><!--<script</script>a", "a"),
        ("<script><!--<script></scrip></script>a</script>b", "b"),
        ("<script><!--<<script></script>a</script>b", "b"),
        ("<script><!--<-<script></script>a</script>b", "b"),
        ("<script><!---<-></script>a", "a"),
        ("<script><!----<><script></script>a</script>b", "b"),
        ("<script><!---<!-- --<script></script>a</script>b", "b"),
        ("<script></script>a<!-- <script> -->b", "ab"),
    ] {
        assert_eq!(text(page), expected, "{page}");
    }
}

#[test]
fn raw_text_is_shown_with_its_tags() {
    for (page, expected) in [
        ("<textarea><b>&lt;</textarea>a", "<b><\n\na"),
        ("<textarea></text</textAREA >a", "</text\n\na"),
        ("<textarea></textareas></textarea>a", "</textareas>\n\na"),
        ("<textarea></Text&lt;</ <</", "</Text<</ <</"),
        ("<textarea></textarea", "</textarea"),
        ("<textarea><!-- a --></textarea>b", "<!-- a -->\n\nb"),
        ("<xmp><b>&lt;</b></xmp>a", "<b>&lt;</b>\n\na"),
        ("<XMP></xm></XMP>a", "</xm>\n\na"),
        ("<plaintext><b>&lt;</plaintext> a", "<b>&lt;</plaintext> a"),
        ("<textarea>a\0b\0</textarea>", "a\u{fffd}b\u{fffd}\n\n"),
        ("<xmp>\0", "\u{fffd}"),
        ("<plaintext>\0", "\u{fffd}"),
    ] {
        assert_eq!(text(page), expected, "{page}");
    }
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
fn conditional_comments_of_outlook_are_shown() {
    for (page, expected) in [
        ("a<!--[if mso]>b<![endif]-->c", "abc"),
        ("<!--[if (gte mso 9)|(IE)]>b<![ENDIF]-->c", "bc"),
        (
            "<!--[if gte vml 1]>&lt;http://a/&gt;<!--[endif]-->c",
            "<http://a/>c",
        ),
        ("<!--[if mso]>b--><!-- c -->d", "bd"),
        ("<!--[if mso]>b-c--d---->e", "b-c--d--e"),
        ("<!--[if mso]>b<!-- c --><!-- d -->e", "be"),
        ("<!--[if mso]><!-->b<!--<![endif]-->c", "bc"),
        ("<!--[if mso]><xml>b<i>c</i></xml>d<![endif]-->e", "de"),
        ("<!--[if mso]><style>b<!c<![endif]-->d", "d"),
        ("<![if !mso]>b<![endif]>c", "bc"),
        ("<!--[if !mso]>b<![endif]-->c", "c"),
        ("<!--[if !(gte mso 9)]>b<![endif]-->c", "c"),
        ("<!--[if IE]>b<![endif]-->c", "c"),
        ("<!--[mso]>b-->c", "c"),
        ("<!--[if mso", ""),
        ("<!--[if mso]>b-", "b-"),
    ] {
        assert_eq!(text(page), expected, "{page}");
    }
    let long = format!("<!--[if {}mso]>b-->c", " ".repeat(200));
    assert_eq!(text(long), "c");
}

#[test]
fn the_text_of_a_link_ends_with_it() {
    for (page, expected) in [
        ("<a>x</a>y", "x y"),
        ("<a>x</a>é", "x é"),
        ("<a>x</a>&amp;y", "x &y"),
        ("<a>x</a>?y", "x ?y"),
        ("<a>x</a><b>y", "x y"),
        ("<a>x </a>y", "x y"),
        ("<a>x</a> y", "x y"),
        ("<a>x</a>\ny", "x y"),
        ("<a>x</a>-y", "x-y"),
        ("<a>x</a>/y", "x/y"),
        ("<a>x</a>1", "x1"),
        ("<a>x</a>)", "x)"),
        ("<a>x</a>.", "x."),
        ("x<img>y<button>z</button><label>a", "x y z a"),
    ] {
        assert_eq!(text(page), expected, "{page}");
    }
}
