//! Every case of `corpus/archive`, read as a message: the answer has the texts and links of the core, with places in
//! UTF-16 code units of the text and in bytes of the message.

use proptest::prelude::*;
use urlsift::{Conformance, DecodedText, Delimiter, Markup, Section, Span};
use urlsift_select::Selection;
use urlsift_tests::{archive, tokens};
use urlsift_wasm::{Search, find_html, find_in_message};

use crate::reader::Reader;

/// A text with its links, as an answer and the core describe it alike.
#[derive(Debug, PartialEq)]
struct Text {
    decoded: String,
    /// The part, its media type and the header field.
    place: [String; 3],
    is_html: bool,
    links: Vec<TextLink>,
}

#[derive(Debug, PartialEq)]
struct TextLink {
    url: String,
    /// The text from `<` to `>` and in the pieces: first the whole, then each piece.
    in_text: Vec<String>,
    /// The span and the pieces in the message.
    in_message: Vec<[u32; 2]>,
    /// The lines in which the element of an attribute shows a text.
    shown: Vec<String>,
}

/// The bits of kinds.
const DELIMITED: u32 = 0b11;
const ALL: u32 = 0b11_1111;

fn of_answer(message: &[u8], kinds: u32) -> Vec<Text> {
    let search = Search::new(Selection::default(), kinds);
    let mut reader = Reader::new(find_in_message(message, &search));
    let mut texts = Vec::new();
    while !reader.is_at_end() {
        let lens = [(); 4].map(|()| reader.number());
        let is_html = reader.number() == 1;
        let count = reader.number();
        let [part, media_type, header, text] = lens.map(|len| reader.string(len));
        let place = [part, media_type, header].map(|name| String::from_utf16_lossy(&name));
        let mut links = Vec::new();
        for _ in 0..count {
            let link = reader.link();
            let mut in_message = vec![reader.span()];
            in_message.extend(reader.spans(link.pieces.len()));
            let shown_count = reader.number();
            let shown = reader.spans(shown_count as usize);
            let spans = [link.span].into_iter().chain(link.pieces);
            let slice = |[start, end]: [u32; 2]| {
                String::from_utf16(&text[start as usize..end as usize]).expect("UTF-16")
            };
            links.push(TextLink {
                url: link.url,
                in_text: spans.map(slice).collect(),
                in_message,
                shown: shown.into_iter().map(slice).collect(),
            });
        }
        texts.push(Text {
            decoded: String::from_utf16(&text).expect("UTF-16"),
            place,
            is_html,
            links,
        });
    }
    texts
}

fn of_core(text: &DecodedText) -> Text {
    let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let in_message = |span: Span| [span.start() as u32, span.end() as u32];
    let place = match text.section() {
        Section::Header(name) => [String::new(), String::new(), lossy(name)],
        Section::Part(part) => {
            let number = part.number().unwrap_or_default();
            [
                number.to_owned(),
                part.media_type().to_owned(),
                String::new(),
            ]
        }
        _ => <[String; 3]>::default(),
    };
    let links = text.links().iter().map(|link| {
        let whole = link.candidate().span();
        let spans = [whole].into_iter().chain(link.text_pieces());
        // A link in an attribute is nowhere in the text.
        let in_text = spans.map(|span| match link.markup() {
            Some(_) => String::new(),
            None => lossy(&text.bytes()[span.range()]),
        });
        let pieces = [link.span()].into_iter().chain(link.pieces());
        let shown = link.markup().and_then(Markup::shown);
        let shown = lossy(&text.bytes()[shown.unwrap_or_default().range()]);
        TextLink {
            url: lossy(link.url_bytes()),
            in_text: in_text.collect(),
            in_message: pieces.map(in_message).collect(),
            shown: shown
                .lines()
                .filter(|line| !line.is_empty())
                .map(str::to_owned)
                .collect(),
        }
    });
    Text {
        decoded: lossy(text.bytes()),
        place,
        is_html: text.is_html(),
        links: links.collect(),
    }
}

/// Compares the answer for a message with the core, and returns the number of its links.
#[track_caller]
fn check(message: &[u8]) -> usize {
    let kinds = [(DELIMITED, Delimiter::DELIMITED), (ALL, Delimiter::ALL)];
    let counts = kinds.map(|(bits, kinds)| {
        let source = urlsift::message(message).kinds(kinds);
        let texts = source.conforms(Conformance::None).texts();
        let expected: Vec<_> = texts.map(|text| of_core(&text)).collect();
        assert_eq!(of_answer(message, bits), expected);
        expected.iter().map(|text| text.links.len()).sum()
    });
    counts[1]
}

#[test]
fn texts_and_links_of_all_cases() {
    let cases = archive::cases()
        .into_iter()
        .chain(archive::attribute_cases());
    let count: usize = cases.map(|case| check(&case.file)).sum();
    assert!(count > 1000, "{count}");
}

#[test]
fn a_text_that_is_not_utf8() {
    let message = b"Content-Type: text/plain; charset=utf-8\n\n\xff\xe2\x82 <http://a.example/\xff>\n\x80 <http://b/>\n";
    assert_eq!(check(message), 2);
    let texts = of_answer(message, ALL);
    let [field, text] = &texts[..] else {
        panic!("{texts:?}");
    };
    assert_eq!(field.place, ["", "", "Content-Type"]);
    assert_eq!(text.place, ["1", "text/plain", ""]);
    assert_eq!(text.links[0].url, "http://a.example/\u{fffd}");
}

#[test]
fn a_page_has_places_in_the_page() {
    let page = "<p>\u{1f517}&lt;http://a.exam\nple/> <a href='http://b.example/?c&amp;d'>x</a>";
    let answer = find_html(page.as_bytes(), &Search::new(Selection::default(), ALL));
    let mut reader = Reader::new(answer);
    let units: Vec<_> = page.encode_utf16().collect();
    let slice = |[start, end]: [u32; 2]| {
        String::from_utf16(&units[start as usize..end as usize]).expect("UTF-16")
    };
    let first = reader.link();
    assert_eq!(first.url, "http://a.example/");
    assert_eq!(slice(first.span), "&lt;http://a.exam\nple/>");
    let pieces: Vec<_> = first.pieces.into_iter().map(slice).collect();
    assert_eq!(pieces, ["http://a.exam", "ple/"]);
    let second = reader.link();
    assert_eq!(second.url, "http://b.example/?c&d");
    assert_eq!(slice(second.span), "http://b.example/?c&amp;d");
    assert!(reader.is_at_end());
}

proptest! {
    #[test]
    fn tokens_agree(tokens in proptest::collection::vec(any::<u8>(), 0..80), astral in 0..600_usize) {
        let mut message = b"Content-Type: text/plain; charset=utf-8\n\n".to_vec();
        message.extend("\u{1f517}".repeat(astral).bytes());
        message.extend(tokens::from_bytes(&tokens));
        check(&message);
    }
}
