//! Texts to decode: transfer encodings and charsets, HTML, and pages of archivers.

use super::super::{
    MESSAGE, message,
    pattern::{Pattern, in_messages, repeat, repeated},
};

/// The start of a TNEF stream (MS-OXTNEF §2.1.3.1), and the pattern of an attribute with many properties.
const TNEF: &[u8] = b"\x78\x9F\x3E\x22\x01\x00";
const PROPERTIES: &[u8] = b"\x01\x03\x90\x06\0\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF";

/// Returns the start of a stream that is attached: an attribute with an object.
fn nested_tnef() -> Vec<u8> {
    let object =
        b"\x02\x05\x90\x06\0\xFF\xFF\xFF\xFF\x01\0\0\0\x0D\0\x01\x37\x01\0\0\0\xFF\xFF\xFF\xFF";
    [&object[..], &[0; 16], TNEF].concat()
}

/// Transfer encodings and charsets.
pub(super) fn encodings() -> Vec<Pattern> {
    let encoded = |name, fields, unit| repeated(name, message(fields, ""), unit);
    let base64 = "Content-Transfer-Encoding: base64\n";
    let quoted = "Content-Transfer-Encoding: quoted-printable\n";
    let calendar = "Content-Type: text/calendar\n";
    let card = "Content-Type: text/vcard\n";
    let signed = "Content-Type: application/pkcs7-mime\n";
    let utf7 = "Content-Type: text/plain; charset=utf-7\n";
    let hz = "Content-Type: text/plain; charset=hz-gb-2312\n";
    let xml = "Content-Type: text/xml\n";
    let typed = "Content-Type: text/plain\n";
    let wide = |name, charset: &'static str, units: fn(char) -> Vec<u8>| {
        Pattern::new(name, move |size| {
            let fields = format!("Content-Type: text/plain; charset={charset}\n");
            let unit: Vec<u8> = "<http://a/>\n".chars().flat_map(units).collect();
            let body = unit.repeat(size.div_ceil(unit.len()));
            [message(&fields, "").as_bytes(), &body].concat()
        })
    };
    let tnef = |name, start: &[u8], unit: &[u8]| {
        let fields = "Content-Type: application/ms-tnef\n";
        let start = [message(fields, "").as_bytes(), TNEF, start].concat();
        let unit = unit.to_vec();
        Pattern::new(name, move |size| {
            [&start[..], &unit.repeat(size.div_ceil(unit.len()))].concat()
        })
    };
    vec![
        encoded("base64-blanks", base64, "A A A A \n"),
        encoded("base64-blank-lines", base64, " \n"),
        encoded("base64-ends", base64, "QQ==\n"),
        encoded("base64-links", base64, "PGh0dHA6Ly9hLz4K\n"),
        encoded("quoted-blanks", quoted, "=20"),
        encoded("quoted-links", quoted, "=3Chttp://a/=3E\n"),
        encoded("quoted-wrong", quoted, "=x"),
        in_messages("quoted-trailing-blanks", move |room| {
            format!("{quoted}\n<http://a/>{}\n", repeat(" ", room))
        }),
        encoded(
            "uuencode-links",
            "",
            "begin 644 a\n,/&AT='`Z+R]A+SX*\n`\nend\n",
        ),
        encoded("calendar-folds", calendar, "a\n "),
        encoded("calendar-escapes", calendar, "\\n\\"),
        encoded("calendar-properties", calendar, "A;B:<http://a/>\n"),
        encoded("calendar-pages", calendar, "X-ALT-DESC:<a href=b>\n"),
        encoded("calendar-head", calendar, "A;"),
        encoded(
            "signed-text",
            "",
            "-----BEGIN PGP SIGNED MESSAGE-----\n- a\n",
        ),
        encoded("signed-data-strings", signed, "\x24\x04\x24\x02"),
        encoded("japanese-escapes", "", "\x1b$\x1b"),
        encoded("card-quoted", card, "A;QUOTED-PRINTABLE:=3C=\n\n"),
        encoded("hz-begins", hz, "~{"),
        encoded("hz-characters", hz, "~{VP~}<\n"),
        encoded("xml-ampersands", xml, "&amp;&amp"),
        encoded("eudora-pages", typed, "<x-html>"),
        repeated("marks-after-received", "", "Received: a\n\n\u{feff}"),
        Pattern::new("utf16-message", |size| {
            let unit = "<http://a/>\n".repeat(size.div_ceil(24));
            let text = message("", &unit);
            text.encode_utf16().flat_map(u16::to_le_bytes).collect()
        }),
        encoded("utf7-brackets", utf7, "+ADw-"),
        encoded("utf7-not-ended", utf7, "ADwA"),
        encoded("utf7-links", utf7, "+ADw-http://a/+AD4-\n"),
        // Empty bodies, empty properties, properties of RTF, streams in each other, and a file without a type.
        tnef("tnef-attributes", b"", b"\x01\x0C\x80\x02\x00\0\0\0\0\0\0"),
        tnef(
            "tnef-properties",
            PROPERTIES,
            b"\x1F\0\0\x10\x01\0\0\0\0\0\0\0",
        ),
        tnef(
            "tnef-rtf",
            PROPERTIES,
            b"\x02\x01\x09\x10\x01\0\0\0\x14\0\0\0\x10\0\0\0\xFF\0\0\0LZFu\0\0\0\0\0abc",
        ),
        tnef("tnef-messages", b"", &nested_tnef()),
        tnef("tnef-file", b"\x02\x0F\x80\x06\0\xFF\xFF\xFF\xFF", b"<a&"),
        wide("utf16", "utf-16", |char| (char as u16).to_le_bytes().into()),
    ]
}

/// HTML and flowed text.
pub(super) fn layouts() -> Vec<Pattern> {
    let html = |name, unit| repeated(name, message("Content-Type: text/html\n", ""), unit);
    let begun =
        |name, start: &str, unit| repeated(name, message("Content-Type: text/html\n", start), unit);
    vec![
        html("html-bases", "<base href=\"http://a/\">\n&lt;URL:b&gt;\n"),
        html("html-elements", "<div>"),
        html("html-tables", "<table>"),
        html("html-links", "&lt;http://a/&gt;<p>\n"),
        html("html-ampersands", "&"),
        html("html-references", "&ampersand"),
        html("html-numbers", "&#1"),
        html("html-attributes", "<a href=\"http://a/\">"),
        begun("html-style-not-ended", "<style>", "</"),
        begun("html-script-not-ended", "<script>", "<!--<script>"),
        begun("html-title-not-ended", "<title>", "&lt;"),
        begun("html-attributes-of-a-tag", "<a ", "a=b "),
        html("html-links-not-ended", "<a href=x:y>a<img src=x:z>"),
        html(
            "html-pings",
            "<a ping='a b c d e f g h i j k l m n o p q r s t u v w x y z'>text</a>",
        ),
        begun("html-images-in-a-link", "&lt;http://a/", "<img src=x:y>"),
        begun("html-links-in-a-line", "http://a/ ", "<a href=x:y></a>"),
        begun("html-attribute-not-ended", "<a href=\"", "a\t&amp;"),
        begun("html-urls-of-a-tag", "<a ", "href=b src=c data=d "),
        begun("html-srcset", "<img srcset=\"", "a,b "),
        begun("html-declaration", "<!", "["),
        begun("html-cdata", "<![CDATA[", "]"),
        begun("html-number-not-ended", "&#", "1"),
        begun("html-reference-not-ended", "&", "a"),
        // Only the end of the page decides about the `From ` line before it, so all of it is read at once.
        Pattern::new("html-quoted-brackets", |size| {
            let page = [MESSAGE, &repeat("<1", size), "\n\n"].concat();
            let fields = format!(
                "Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\nContent-Length: {}\n",
                page.len()
            );
            message(&fields, &page).into()
        })
        .at_most(4 << 20),
        in_messages("flowed-deep-quote", |room| {
            let fields = "Content-Type: text/plain; format=flowed\n";
            format!("{fields}\n{} <http://a/>\n", repeat(">", room))
        }),
    ]
}

/// Pages of archivers, and articles that rn saved.
pub(super) fn pages() -> Vec<Pattern> {
    let page = |name, start: &str, unit| repeated(name, format!("<html>{start}"), unit);
    let article = "<!-- id=\"1@a\" --><!-- body=\"start\" -->";
    vec![
        page("page-fields", "", "<!-- id=\"1@a.example\" -->"),
        page("page-references", "", "<!--X-Reference: 1@a.example -->"),
        page("page-headings", "", "<h1>a<p>"),
        page("page-metas", "", "<meta charset=x>"),
        page("page-comment-not-ended", "<!-- id=\"1\" -->", "<!-- "),
        page("page-attribute-not-ended", "<!-- id=\"1\" -->", "<a b=\""),
        page("page-starts", article, "<!-- body=\"start\" -->"),
        page(
            "page-ends",
            article,
            "<!-- body=\"end\" --> &lt;http://a/&gt;\n",
        ),
        page(
            "page-almost-ends",
            article,
            "<!-- body=\"en<!-- body=\"<!-- ",
        ),
        page(
            "page-links",
            article,
            "&lt;http://a/&gt; <a href='http://b/'>c</a>\n",
        ),
        repeated(
            "rn-articles",
            "",
            "Article 1 of a.b:\nPath: a!b\n\n<http://a/>\n",
        ),
        repeated(
            "rn-lines",
            "Article 1 of a.b:\nPath: a!b\n\n",
            "Article 1 of a.b:\n",
        ),
        page(
            "page-attributes-of-a-reply",
            "<h1>a</h1><a ",
            "href=mailto: ",
        ),
    ]
}
