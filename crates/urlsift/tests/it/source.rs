//! Owned links of texts, pages and messages in memory.

use proptest::prelude::*;
use urlsift::{Delimiter, Kind, Link, OffsetUnit, ReadOptions, Section, Source, archive::Encoding};

/// A message with texts of every sort.
const MESSAGE: &[u8] = b"Subject: no link\n\
    List-Post: <mailto:l@l.example>\n\
    MIME-Version: 1.0\n\
    Content-Type: multipart/mixed; boundary=b\n\n\
    --b\n\n\
    nothing here\n\
    --b\n\
    Content-Type: text/plain; charset=utf-8\n\n\
    \xc3\xa9 http://a.example/b, URL:http://c.example and <http://d.exam\n> ple/>\n\
    --b\n\
    Content-Type: text/html\n\n\
    <p>A page.<p><a href='http://e.example/'>here</a> \"http://f.example/\"\n\
    --b--\n";

fn urls(source: &Source<'_>) -> Vec<String> {
    source.links().map(|link| link.url().to_owned()).collect()
}

#[test]
fn all_kinds_are_found_unless_some_are_named() {
    let all = [
        "mailto:l@l.example",
        "http://a.example/b",
        "http://c.example",
        "http://d.example/",
        "http://e.example/",
        "http://f.example/",
    ];
    assert_eq!(urls(&urlsift::message(MESSAGE)), all);
    for (kinds, expected) in [
        (Delimiter::DELIMITED, &[all[0], all[3]][..]),
        (&[Delimiter::Bare], &all[1..2]),
        (
            &[Delimiter::Attribute, Delimiter::Prefix],
            &[all[2], all[4]],
        ),
        (&[], &[]),
    ] {
        assert_eq!(
            urls(&urlsift::message(MESSAGE).kinds(kinds)),
            expected,
            "{kinds:?}"
        );
    }
}

#[test]
fn every_text_is_returned() {
    let texts: Vec<_> = urlsift::message(MESSAGE).texts().collect();
    let shown: Vec<_> = texts
        .iter()
        .map(|text| {
            let place = match text.section() {
                Section::Header(name) => String::from_utf8_lossy(name).into_owned(),
                Section::Part(part) => format!("{:?}", part.path()),
                _ => "source".to_owned(),
            };
            let first = text.text();
            let first = first.split_whitespace().next().unwrap_or_default();
            (place, first.to_owned(), text.is_html(), text.links().len())
        })
        .collect();
    let text = |place: &str, first: &str, is_html, links| {
        (place.to_owned(), first.to_owned(), is_html, links)
    };
    assert_eq!(
        shown,
        [
            text("Subject", "no", false, 0),
            text("List-Post", "<mailto:l@l.example>", false, 1),
            text("MIME-Version", "1.0", false, 0),
            text("Content-Type", "multipart/mixed;", false, 0),
            text("[1]", "nothing", false, 0),
            text("Content-Type", "text/plain;", false, 0),
            text("[2]", "\u{e9}", false, 3),
            text("Content-Type", "text/html", false, 0),
            text("[3]", "A", true, 2),
        ]
    );
}

#[test]
fn a_page_is_read_as_it_was_decoded() {
    let page = "<meta charset=iso-8859-1>\u{e9} <a href=http://a.example/\u{e9}>x</a>";
    let links: Vec<_> = urlsift::html(page).links().collect();
    assert_eq!(links[0].url(), "http://a.example/\u{e9}");
    assert_eq!(&page[links[0].span().range()], "http://a.example/\u{e9}");
    let texts: Vec<_> = urlsift::html(page).texts().collect();
    assert_eq!(texts.len(), 1);
    assert_eq!(texts[0].bytes(), "\u{e9} x".as_bytes());
}

#[test]
fn places_count_in_the_unit() {
    let text = "\u{10300}\u{e9} <http://a.exam\n> ple/>";
    for (unit, span, second) in [
        (OffsetUnit::Utf8, 7..29, 24_usize),
        (OffsetUnit::CodePoints, 3..25, 20),
        (OffsetUnit::Utf16, 4..26, 21),
    ] {
        let source = urlsift::text(text).unit(unit);
        let link = source.links().next().expect("a link");
        assert_eq!(link.span().range(), span, "{unit:?}");
        let column = link.position().expect("a position").column;
        assert_eq!(column, span.start as u64 + 1, "{unit:?}");
        assert!(source.link_at(second).is_some() && source.link_at(second - 1).is_none());
        let shown = source.texts().next().expect("a text");
        let pieces: Vec<_> = shown.pieces().map(|(piece, _)| piece).collect();
        assert_eq!(
            pieces,
            [span.start + 1..span.start + 14, second..second + 4]
        );
    }
}

#[test]
fn the_pieces_of_a_link_in_an_attribute_are_what_its_element_shows() {
    let page = "<p>\u{10300} <a href='http://a.example/'>click<br>here</a>, \
                <a href='http://b.example/'>http://c.example/</a> <img src='http://d.example/'>";
    let text = urlsift::html(page)
        .unit(OffsetUnit::CodePoints)
        .texts()
        .next();
    let text = text.expect("a text");
    let shown: Vec<char> = text.text().chars().collect();
    let pieces: Vec<(String, _)> = text
        .pieces()
        .map(|(piece, link)| (shown[piece].iter().collect(), link.url()))
        .collect();
    let pieces: Vec<_> = pieces.iter().map(|(piece, url)| (&**piece, *url)).collect();
    assert_eq!(
        pieces,
        [
            ("click", "http://a.example/"),
            ("here", "http://a.example/"),
            ("http://c.example/", "http://b.example/"),
        ]
    );
    let here = shown.iter().position(|&char| char == 'h').expect("a word");
    assert_eq!(text.link_at(here).map(Link::url), Some("http://a.example/"));
    assert!(text.link_at(here - 1).is_none());
}

/// Texts with links of several kinds, and characters of each length.
fn text() -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "http://a.example/",
        "<http://b.exam\n> ple/c>",
        "URL:ftp://c.example ",
        "\"http://d.example\"",
        " ",
        "\n",
        "\u{e9}",
        "\u{10300}",
        "word",
        "(",
        ")",
        "<",
        ">",
        "www.e.example",
    ];
    prop::collection::vec(prop::sample::select(PIECES), 0..20).prop_map(|pieces| pieces.concat())
}

fn units() -> impl Strategy<Value = OffsetUnit> {
    prop::sample::select(&[OffsetUnit::Utf8, OffsetUnit::CodePoints, OffsetUnit::Utf16][..])
}

fn len(text: &str, unit: OffsetUnit) -> usize {
    match unit {
        OffsetUnit::Utf8 => text.len(),
        OffsetUnit::CodePoints => text.chars().count(),
        OffsetUnit::Utf16 => text.encode_utf16().count(),
    }
}

proptest! {
    /// The text, the page of the text, and the source agree about the link at each offset.
    #[test]
    fn links_are_where_their_pieces_are(text in text(), unit in units()) {
        let source = urlsift::text(&text).unit(unit);
        let shown = source.texts().next().unwrap_or_default();
        prop_assert_eq!(shown.bytes(), text.as_bytes());
        let pieces: Vec<_> = shown.pieces().collect();
        prop_assert!(pieces.is_sorted_by(|(a, _), (b, _)| a.end <= b.start));
        let links: Vec<_> = source.links().collect();
        for at in 0..=len(&text, unit) {
            let in_pieces = links.iter().filter_map(|link| {
                let piece = link.pieces().find(|piece| piece.range().contains(&at));
                piece.map(|piece| (piece.start(), link))
            });
            let first = in_pieces.min_by_key(|(start, _)| *start).map(|(_, link)| link);
            prop_assert_eq!(shown.link_at(at), first);
        }
    }
}

/// Pages with links in their texts and attributes.
fn page() -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "<p>",
        "<a href='http://a.example/?b&amp;c'>",
        "<a href=//b.example/>",
        "</a>",
        "www.c.example",
        "&lt;http://d.exam\nple/&gt;",
        "<http://e.example/>",
        "http://f.example/&amp;g",
        "<base href=http://g.example/>",
        "<img src=h.png>",
        "<b>\"http://i.example\"</b>",
        "<pre>\n",
        "<script>http://j.example/</script>",
        "<!-- http://k.example/ -->",
        "\u{e9}",
        "&#x10300;",
        " ",
        "\n",
        "(",
        ")",
        "&",
        "<",
        "\u{feff}",
    ];
    prop::collection::vec(prop::sample::select(PIECES), 0..20).prop_map(|pieces| pieces.concat())
}

/// What a [`Sifter`](urlsift::Sifter) finds in the same bytes.
fn sifted(bytes: &[u8], kind: Kind) -> Source<'_> {
    let encoding = Encoding::for_label("utf-8").filter(|_| kind == Kind::Html);
    Source::new(
        bytes,
        ReadOptions::new().kind(Some(kind)).encoding(encoding),
    )
}

fn assert_same(strings: &Source<'_>, sifted: &Source<'_>) {
    let [found, expected] = [strings, sifted].map(|source| source.links().collect::<Vec<_>>());
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found, expected);
    }
    let texts = |source: &Source<'_>| {
        let texts = source.texts().map(|text| {
            let bytes = text.text().into_owned();
            let pieces: Vec<_> = text.pieces().map(|(piece, _)| piece).collect();
            (
                bytes,
                text.is_html(),
                text.section().clone(),
                text.links().to_vec(),
                pieces,
            )
        });
        texts.collect::<Vec<_>>()
    };
    assert!(texts(strings) == texts(sifted), "the texts differ");
}

proptest! {
    /// Strings are searched without the reader of archives.
    #[test]
    fn a_string_has_the_links_of_a_file(text in text(), page in page(), kinds in kinds()) {
        let strings = urlsift::text(&text).kinds(kinds);
        assert_same(&strings, &sifted(text.as_bytes(), Kind::Text).kinds(kinds));
        let strings = urlsift::html(&page).kinds(kinds);
        assert_same(&strings, &sifted(page.as_bytes(), Kind::Html).kinds(kinds));
    }
}

fn kinds() -> impl Strategy<Value = &'static [Delimiter]> {
    prop::sample::select(
        &[
            Delimiter::ALL,
            Delimiter::DELIMITED,
            &[Delimiter::Bare],
            &[Delimiter::Attribute],
        ][..],
    )
}

#[test]
fn a_long_page_has_the_links_of_a_file() {
    let filler = "<p>word <i>word</i> http://a.example/ \u{e9}\n".repeat(3000);
    let page = format!(
        "<a href=http://b.example/>{filler}</a>{filler}<a href='http://c.example/'>http://d.example/</a>\
         <http://e.exa{}mple/>",
        "<b></b>".repeat(2_000)
    );
    assert_same(&urlsift::html(&page), &sifted(page.as_bytes(), Kind::Html));
    assert_same(&urlsift::text(&page), &sifted(page.as_bytes(), Kind::Text));
    // The reader of archives forgets how far it has come after 32 KiB; a page in memory has all links in order.
    let page = format!("{page}http://f.exa{}mple/", "<b></b>".repeat(20_000));
    let links: Vec<_> = urlsift::html(&page).links().collect();
    let starts: Vec<_> = links.iter().map(|link| link.span().start()).collect();
    assert!(starts.is_sorted() && links.len() > 6000);
    let text = "a http://a.example/\rb\r\n".repeat(20_000);
    assert_same(&urlsift::text(&text), &sifted(text.as_bytes(), Kind::Text));
}
