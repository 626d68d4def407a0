//! Compares the reported location of each link with the bytes of the file.
//!
//! A second, slow implementation decodes the bytes at the location of the link.

use std::{ops::Range, sync::LazyLock};

use regex::bytes::{Captures, Regex};
use urlsift::{CandidateWarning, Kind, Link, Position, Sifter, Span, archive::recognise};
use urlsift_tests::real::{archives, each_link, name_in, texts};

/// Directory, links, links in headers, and the number of all links with each [`Encoding`].
///
/// None has a delimited URL in base64 or in an encoded word.
const EXPECTED: [(&str, usize, usize, [usize; 7]); 7] = [
    ("cypherpunks", 527, 0, [527, 0, 0, 0, 0, 0, 0]),
    ("erlang-questions", 1018, 0, [1018, 0, 0, 0, 0, 0, 0]),
    ("mime-fixtures", 64, 8, [60, 1, 0, 0, 0, 0, 3]),
    ("r-lists", 2036, 0, [2036, 0, 0, 0, 0, 0, 0]),
    ("rfc-url", 951, 0, [951, 0, 0, 0, 0, 0, 0]),
    ("spamassassin", 869, 499, [786, 83, 0, 0, 0, 0, 0]),
    ("twisted-pipermail", 240, 0, [240, 0, 0, 0, 0, 0, 0]),
];

/// The encoding of the bytes of a link in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    /// Not encoded.
    Plain,
    QuotedPrintable,
    Base64,
    Uuencode,
    EncodedWord,
    Utf16,
    /// HTML with a character reference for the `<`, in any transfer encoding.
    Entity,
}

/// The result of checking the location of a link.
struct Checked {
    encoding: Encoding,
    in_header: bool,
}

#[test]
fn every_real_link_has_its_reported_location() {
    let Some(archives) = archives() else { return };
    let mut sifter = Sifter::new().positions(true);
    let mut all = [0; 7];
    for (directory, links, in_headers, by_encoding) in EXPECTED {
        let mut checked = Vec::new();
        let mut wrong = Vec::new();
        for (path, file) in texts(&archives.join(directory)) {
            each_link(&mut sifter, &file, |link| {
                match check_location(&file, link) {
                    Ok(link) => checked.push(link),
                    Err(why) => wrong.push(format!("{}: {why}", name_in(&archives, &path))),
                }
            });
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
        let mut counts = [0; 7];
        for link in &checked {
            counts[link.encoding as usize] += 1;
        }
        let in_header = checked.iter().filter(|link| link.in_header).count();
        print(directory, checked.len(), in_header, counts);
        assert_eq!(
            (checked.len(), in_header, counts),
            (links, in_headers, by_encoding),
            "{directory}"
        );
        for (all, count) in all.iter_mut().zip(counts) {
            *all += count;
        }
    }
    for encoding in [Encoding::Plain, Encoding::QuotedPrintable, Encoding::Entity] {
        assert!(all[encoding as usize] > 0, "no link is {encoding:?}");
    }
}

/// Prints a line of the table.
#[expect(clippy::print_stdout, reason = "the table is for people")]
fn print(directory: &str, links: usize, in_headers: usize, counts: [usize; 7]) {
    println!("{directory:17} {links:5} links, {in_headers:3} in headers, by encoding {counts:4?}");
}

/// `a <http://a.example/> b` and a line break in Base64, preceded by nothing, `x` and `xx`.
const IN_BASE64: [&str; 3] = [
    "YSA8aHR0cDovL2EuZXhhbXBsZS8+IGINCg==\r\n",
    "eGEgPGh0dHA6Ly9h\r\nLmV4YW1wbGUvPiBi\r\nDQo=\r\n",
    "eHhhIDxodHRwO\r\ni8vYS5leGFtcGxlLz4\r\ngYg0K\r\n",
];

/// Covers the encodings that are rare in real mail.
#[test]
fn each_encoding_is_decoded() {
    use Encoding::{Base64, EncodedWord, Entity, Plain, QuotedPrintable, Utf16, Uuencode};
    let part = |header: &str, body: &str| {
        format!("From: a@b.example\r\nMIME-Version: 1.0\r\n{header}\r\n\r\n{body}").into_bytes()
    };
    let text =
        |encoding: &str, body: &str| part(&format!("Content-Transfer-Encoding: {encoding}"), body);
    let page = |body: &str| part("Content-Type: text/html", body);
    let file_of = |lines: &str| {
        let body = format!("see\r\nbegin 644 a.txt\r\n{lines}`\r\nend\r\n");
        text("x-uuencode", &body)
    };
    let utf_16: Vec<u8> = "<http://a.example/>\n"
        .bytes()
        .flat_map(|byte| [byte, 0])
        .collect();
    let utf_16_head = part(
        "Content-Type: text/plain; charset=utf-16le\r\nContent-Transfer-Encoding: binary",
        "",
    );
    let cases = [
        (Plain, text("7bit", "\r\n> a <URL:http://a.\r\n> example/>")),
        (Plain, text("quoted-printable", "<http://a.example/>")),
        (Plain, part("List-Post: <mailto:\r\n a@b.example>", "")),
        (Plain, b"no mail: <http://a.example/".to_vec()),
        (
            QuotedPrintable,
            text("quoted-printable", "a =3Chttp://a.example/=3E"),
        ),
        (
            QuotedPrintable,
            text("quoted-printable", "<http:/=\r\n/a.ex=61mple/=3e"),
        ),
        (Base64, text("base64", IN_BASE64[0])),
        (Base64, text("base64", IN_BASE64[1])),
        (Base64, text("base64", IN_BASE64[2])),
        (Uuencode, file_of("882`\\:'1T<#HO+V$N97AA;7!L92\\^(&(*\r\n")),
        (
            Uuencode,
            file_of(")>&$@/&AT='`Z\r\n0+R]A+F5X86UP;&4O/B!B\"@``\r\n"),
        ),
        (
            Uuencode,
            file_of("(>'AA(#QH='0`\r\n2<#HO+V$N97AA;7!L92\\^(&(*\r\n"),
        ),
        (
            EncodedWord,
            part("Subject: =?utf-8?Q?a_=3Chttp://a.example/>?=", ""),
        ),
        (
            EncodedWord,
            part(
                "Subject: a =?utf-8?B?YSA8aHR0cDovL2EuZXhhbXBsZS8+IGI=?=",
                "",
            ),
        ),
        (Utf16, [utf_16_head, utf_16].concat()),
        (Entity, page("<p>a &lt;http://a.example/?b&amp;c&gt;")),
        (
            Entity,
            page("&LT;<a href='x'>http://<b>a</b>.example/</a>&gt"),
        ),
        (Entity, page("&#60;http://a.example/&#062;")),
        (Entity, page("&#x3c;http://a.example/&#X03E;")),
        (
            Entity,
            part(
                "Content-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable",
                "=26l=\r\nt;http://a.=65xample/&gt=\r\n;",
            ),
        ),
    ];
    for (encoding, file) in cases {
        assert_encoding(encoding, &file);
    }
}

#[test]
fn a_file_inside_a_text_has_its_location_in_the_text() {
    let file = b"From: a@b.example\r\n\r\nsee\r\nbegin 644 a.txt\r\n\
        (>'AA(#QH='0`\r\n2<#HO+V$N97AA;7!L92\\^(&(*\r\n`\r\nend\r\nsee\r\n";
    assert_encoding(Encoding::Uuencode, file);
}

/// Checks that a file has a single link, at the reported location and with this encoding, for several block sizes.
#[track_caller]
fn assert_encoding(encoding: Encoding, file: &[u8]) {
    for block in [1, 2, 7, 61, file.len()] {
        let mut checked = Vec::new();
        let mut sifter = Sifter::new().positions(true).block_size(block);
        each_link(&mut sifter, file, |link| {
            checked.push(check_location(file, link));
        });
        let context = file.escape_ascii();
        let [link] = &checked[..] else {
            panic!("{} links: {context}", checked.len());
        };
        match link {
            Ok(link) => assert_eq!(link.encoding, encoding, "{context}"),
            Err(why) => panic!("{why}: {context}"),
        }
    }
}

/// Checks the location of a link. Returns its encoding, or what is wrong.
fn check_location(file: &[u8], link: &Link<'_>) -> Result<Checked, String> {
    let span = link.span().range();
    let wrong = |what| {
        let url = link.candidate().url().escape_ascii();
        Err(format!("{url} at {span:?}: {what}"))
    };
    if link.position() != Some(counted_position(file, span.start)) {
        return wrong("wrong line or column");
    }
    if !pieces_are_ordered(link) {
        return wrong("unordered pieces");
    }
    let message = link.message();
    let is_html = match message {
        Some(_) => link.media_type() == Some("text/html"),
        None => recognise(file, true) == Some(Kind::Html),
    };
    let encoding = TransferEncoding::ALL
        .into_iter()
        .find_map(|transfer| transfer.encoding_of(file, link, is_html));
    match encoding {
        Some(encoding) => Ok(Checked {
            encoding,
            in_header: link.header().is_some(),
        }),
        None => wrong("the bytes do not decode to the link"),
    }
}

/// Returns the line and column of a byte, counted from the start of the file.
fn counted_position(file: &[u8], at: usize) -> Position {
    let before = &file[..at];
    Position {
        line: before.split(|&byte| byte == b'\n').count() as u64,
        column: (at - line_start(file, at)) as u64 + 1,
    }
}

fn line_start(file: &[u8], at: usize) -> usize {
    let before = file[..at].iter().rposition(|&byte| byte == b'\n');
    before.map_or(0, |line_break| line_break + 1)
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

/// The encoding of a text in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TransferEncoding {
    Identity,
    QuotedPrintable,
    /// The two encodings of encoded words (RFC 2047 §4).
    WordQ,
    WordB,
    Base64,
    Uuencode,
    Utf16,
}

impl TransferEncoding {
    /// All encodings, the likeliest first: text that is not encoded may decode to itself in any of them.
    const ALL: [Self; 7] = [
        Self::Identity,
        Self::WordQ,
        Self::QuotedPrintable,
        Self::WordB,
        Self::Base64,
        Self::Uuencode,
        Self::Utf16,
    ];

    /// Returns the encoding of a link if its text has this transfer encoding: if its pieces spell the URL, and its span
    /// begins with `<` and ends with `>` or, for an unclosed link, with the last piece.
    fn encoding_of(self, file: &[u8], link: &Link<'_>, is_html: bool) -> Option<Encoding> {
        let pieces: Vec<_> = link.pieces().map(Span::range).collect();
        let end = pieces.last()?.end;
        let span = link.span().range();
        let visible = |range: Range<usize>| {
            let text = self.decode(file, range);
            if is_html { html_text(&text) } else { text }
        };
        let mut url = Vec::new();
        for (index, piece) in pieces.iter().enumerate() {
            if index > 0 && link.candidate().joins()[index - 1].dropped.is_at() {
                url.push(b'@');
            }
            url.extend(visible(piece.clone()));
        }
        if url != link.candidate().url() {
            return None;
        }
        let text = visible(span.clone());
        let is_closed = text.ends_with(b">");
        let is_unclosed = link
            .candidate()
            .warnings()
            .contains(CandidateWarning::Unclosed);
        let matches =
            text.starts_with(b"<") && is_closed != is_unclosed && (is_closed || span.end == end);
        matches.then(|| self.encoding(!self.decode(file, span).starts_with(b"<")))
    }

    fn encoding(self, has_entity: bool) -> Encoding {
        match self {
            _ if has_entity => Encoding::Entity,
            Self::Identity => Encoding::Plain,
            Self::QuotedPrintable => Encoding::QuotedPrintable,
            Self::WordQ | Self::WordB => Encoding::EncodedWord,
            Self::Base64 => Encoding::Base64,
            Self::Uuencode => Encoding::Uuencode,
            Self::Utf16 => Encoding::Utf16,
        }
    }

    /// Decodes the bytes in a range. Returns nothing if they are not in this encoding.
    fn decode(self, file: &[u8], range: Range<usize>) -> Vec<u8> {
        let bytes = &file[range.clone()];
        match self {
            Self::Identity => bytes.to_vec(),
            Self::QuotedPrintable => quoted_printable(bytes),
            Self::WordQ => {
                let is_word = word_before(file, range.start, b"Q").is_some();
                let decoded = if is_word {
                    quoted_printable(bytes)
                } else {
                    Vec::new()
                };
                decoded
                    .into_iter()
                    .map(|byte| if byte == b'_' { b' ' } else { byte })
                    .collect()
            }
            Self::WordB => {
                let start = word_before(file, range.start, b"B");
                start.map_or_else(Vec::new, |start| base64(file, start, &range))
            }
            Self::Base64 => base64(file, base64_start(file, range.start), &range),
            Self::Uuencode => uuencoded(file, &range),
            Self::Utf16 => bytes.iter().copied().filter(|&byte| byte != 0).collect(),
        }
    }
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

/// Returns the start of the text in the encoded word `=?charset?encoding?text` that contains an offset.
fn word_before(file: &[u8], at: usize, encoding: &[u8]) -> Option<usize> {
    let line = &file[line_start(file, at)..at];
    let start = line.windows(2).rposition(|mark| mark == b"=?")? + 2;
    let fields: Vec<&[u8]> = line[start..].split(|&byte| byte == b'?').collect();
    let [_, given, text] = fields[..] else {
        return None;
    };
    given
        .eq_ignore_ascii_case(encoding)
        .then_some(at - text.len())
}

/// Returns the start of the base64 that contains an offset: after an empty line or another character.
fn base64_start(file: &[u8], at: usize) -> usize {
    let mut start = at;
    while let Some(&byte) = file[..start].last()
        && (base64_value(byte).is_some() || matches!(byte, b'\r' | b'\n'))
        && !file[..start].ends_with(b"\n\n")
        && !file[..start].ends_with(b"\n\r\n")
    {
        start -= 1;
    }
    start
}

/// Decodes the bytes with all bits in a range, from base64 that begins at `start`.
fn base64(file: &[u8], start: usize, range: &Range<usize>) -> Vec<u8> {
    let values = (start..range.end).filter_map(|at| Some((at, base64_value(file[at])?)));
    bytes_at(range, &values.collect::<Vec<_>>())
}

/// Table 1 of RFC 2045 §6.8.
fn base64_value(character: u8) -> Option<u8> {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let value = ALPHABET.iter().position(|&known| known == character);
    value.map(|value| value as u8)
}

/// Decodes the bytes with all bits in a range, from uuencoded lines. The first character of a line is the number of
/// bytes, and no bits carry over to the next line.
fn uuencoded(file: &[u8], range: &Range<usize>) -> Vec<u8> {
    let value = |character: u8| character.wrapping_sub(b' ') & 0x3f;
    let mut decoded = Vec::new();
    let mut at = line_start(file, range.start);
    while at < range.end {
        let line = file[at..]
            .split(|&byte| byte == b'\n')
            .next()
            .unwrap_or_default();
        let characters = line
            .trim_ascii_end()
            .iter()
            .map(|&character| value(character));
        let mut values = (at..).zip(characters);
        let Some((_, len)) = values.next() else { break };
        // The number of characters that encode the bytes.
        let used = usize::from(len) * 4_usize;
        let values: Vec<_> = values.take(used.div_ceil(3)).collect();
        decoded.extend(bytes_at(range, &values));
        at += line.len() + 1;
    }
    decoded
}

/// Decodes the bytes with all bits in a range, given offsets and values of six bits. The first value begins a
/// quantum of four.
fn bytes_at(range: &Range<usize>, values: &[(usize, u8)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for quantum in values.chunks(4) {
        for (index, pair) in quantum.windows(2).enumerate() {
            let [(high_at, high), (low_at, low)] = [pair[0], pair[1]];
            if range.contains(&high_at) && range.contains(&low_at) {
                bytes.push(high << (2 + 2 * index) | low >> (4 - 2 * index));
            }
        }
    }
    bytes
}
