//! Compares the reported location of each link in real mail with the bytes of the file. The cases of `corpus/archive`
//! mark the locations in encodings that are rarer.

use std::{ops::Range, sync::LazyLock};

use regex::bytes::{Captures, Regex};
use urlsift::{CandidateWarning, Kind, Link, Span, archive::recognise};
use urlsift_tests::{
    archive::found::position,
    real::{archives, each_link, name_in, texts},
};

/// Directory, links, links in headers, and the number of all links with each [`Encoding`].
const EXPECTED: [(&str, usize, usize, [usize; 3]); 7] = [
    ("cypherpunks", 527, 0, [527, 0, 0]),
    ("erlang-questions", 1018, 0, [1018, 0, 0]),
    ("mime-fixtures", 64, 8, [60, 1, 3]),
    ("r-lists", 2036, 0, [2036, 0, 0]),
    ("rfc-url", 951, 0, [951, 0, 0]),
    ("spamassassin", 869, 499, [786, 83, 0]),
    ("twisted-pipermail", 240, 0, [240, 0, 0]),
];

/// The encoding of the bytes of a link in the file.
#[derive(Clone, Copy)]
enum Encoding {
    /// Not encoded.
    Plain,
    QuotedPrintable,
    /// HTML with a character reference for the `<`, in any transfer encoding.
    Entity,
}

#[test]
fn every_real_link_has_its_reported_location() {
    let Some(archives) = archives() else { return };
    let mut sifter = urlsift::Sifter::new().positions(true);
    for (directory, links, in_headers, by_encoding) in EXPECTED {
        let mut wrong = Vec::new();
        let mut counts = [0; 3];
        let mut in_header = 0;
        for (path, file) in texts(&archives.join(directory)) {
            each_link(&mut sifter, &file, |link| {
                match check_location(&file, link) {
                    Ok(encoding) => counts[encoding as usize] += 1,
                    Err(why) => wrong.push(format!("{}: {why}", name_in(&archives, &path))),
                }
                in_header += usize::from(link.header().is_some());
            });
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
        assert_eq!(
            (counts.iter().sum(), in_header, counts),
            (links, in_headers, by_encoding),
            "{directory}"
        );
    }
}

/// Checks the location of a link. Returns its encoding, or what is wrong.
fn check_location(file: &[u8], link: &Link<'_>) -> Result<Encoding, String> {
    let span = link.span().range();
    let wrong = |what| {
        let url = link.candidate().url().escape_ascii();
        Err(format!("{url} at {span:?}: {what}"))
    };
    if link.position() != Some(position(file, span.start)) {
        return wrong("wrong line or column");
    }
    if !pieces_are_ordered(link) {
        return wrong("unordered pieces");
    }
    let is_html = match link.message() {
        Some(_) => link.media_type() == Some("text/html"),
        None => recognise(file, true) == Some(Kind::Html),
    };
    let is_spelled = |decode: Decode| is_spelled(file, link, is_html, decode);
    let (transfer, decode): (_, Decode) = if is_spelled(<[u8]>::to_vec) {
        (Encoding::Plain, |bytes| bytes.to_vec())
    } else if is_spelled(quoted_printable) {
        (Encoding::QuotedPrintable, quoted_printable)
    } else {
        return wrong("the bytes do not decode to the link");
    };
    Ok(if decode(&file[span]).starts_with(b"<") {
        transfer
    } else {
        Encoding::Entity
    })
}

/// Returns whether the pieces of a link are in order and within its span.
fn pieces_are_ordered(link: &Link<'_>) -> bool {
    let mut offsets = vec![link.span().start()];
    for piece in link.pieces() {
        offsets.extend([piece.start(), piece.end()]);
    }
    offsets.push(link.span().end());
    offsets.len() > 2 && offsets.is_sorted()
}

/// Decodes the bytes of a text.
type Decode = fn(&[u8]) -> Vec<u8>;

/// Returns whether the pieces of a link spell its URL, and its span begins with `<` and ends with `>` or, for an
/// unclosed link, with the last piece.
fn is_spelled(file: &[u8], link: &Link<'_>, is_html: bool, decode: Decode) -> bool {
    let visible = |range: Range<usize>| {
        let text = decode(&file[range]);
        if is_html { html_text(&text) } else { text }
    };
    let candidate = link.candidate();
    let mut url = Vec::new();
    for (index, piece) in link.pieces().map(Span::range).enumerate() {
        if index > 0 && candidate.joins()[index - 1].dropped.is_at() {
            url.push(b'@');
        }
        url.extend(visible(piece));
    }
    let text = visible(link.span().range());
    let end = link.pieces().last().map(Span::end);
    let is_closed = text.ends_with(b">");
    let is_unclosed = candidate.warnings().contains(CandidateWarning::Unclosed);
    url == candidate.url()
        && text.starts_with(b"<")
        && is_closed != is_unclosed
        && (is_closed || Some(link.span().end()) == end)
}

/// Decodes escapes and soft line breaks (RFC 2045 §6.7).
fn quoted_printable(bytes: &[u8]) -> Vec<u8> {
    static ESCAPE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?-u)=(?:([0-9A-Fa-f]{2})|[ \t]*\r?\n)").expect("a valid expression")
    });
    let byte = |escape: &Captures<'_>| {
        let digits = escape.get(1);
        digits.map_or_else(Vec::new, |digits| vec![number(digits.as_bytes(), 16) as u8])
    };
    ESCAPE.replace_all(bytes, byte).into_owned()
}

/// Returns the text of an HTML fragment, without tags and with the character references of these tests decoded.
fn html_text(page: &[u8]) -> Vec<u8> {
    static TAG: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(?s-u)<[A-Za-z/!?][^>]*>").expect("a valid expression"));
    static REFERENCE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i-u)&(?:#x([0-9a-f]+)|#([0-9]+)|(lt|gt|amp));?").expect("a valid expression")
    });
    let character = |reference: &Captures<'_>| {
        let group = |index| reference.get(index).map(|group| group.as_bytes());
        let code = match (group(1), group(2), group(3)) {
            (Some(digits), _, _) => number(digits, 16),
            (_, Some(digits), _) => number(digits, 10),
            (_, _, Some(b"lt" | b"LT")) => u32::from(b'<'),
            (_, _, Some(b"gt" | b"GT")) => u32::from(b'>'),
            _ => u32::from(b'&'),
        };
        let character = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
        character.to_string().into_bytes()
    };
    REFERENCE
        .replace_all(&TAG.replace_all(page, b""), character)
        .into_owned()
}

fn number(digits: &[u8], radix: u32) -> u32 {
    let digits = str::from_utf8(digits).expect("ASCII");
    u32::from_str_radix(digits, radix).unwrap_or(u32::MAX)
}
