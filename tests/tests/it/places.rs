//! Where in the file a hit stands: what is told of it against the file's own bytes.
//!
//! Each way in which a hit can be written is undone here a second time, slowly and plainly, on the
//! bytes of the hit's own place.

use std::{ops::Range, sync::LazyLock};

use regex::bytes::{Captures, Regex};
use urlsift::{Dropped, Link, Position, Sifter, Span, Warning};
use urlsift_tests::real::{archives, each_link, name_in, texts};

/// Folder, hits, those of them in headers, and of all how many are written in each [`Writing`].
///
/// No text in base64 and no encoded word in them holds a delimited URL.
const EXPECTED: [(&str, usize, usize, [usize; 7]); 7] = [
    ("cypherpunks", 527, 0, [527, 0, 0, 0, 0, 0, 0]),
    ("erlang-questions", 1018, 0, [1018, 0, 0, 0, 0, 0, 0]),
    ("mime-fixtures", 63, 8, [60, 1, 0, 0, 0, 0, 2]),
    ("r-lists", 2036, 0, [2036, 0, 0, 0, 0, 0, 0]),
    ("rfc-url", 951, 0, [951, 0, 0, 0, 0, 0, 0]),
    ("spamassassin", 869, 499, [786, 83, 0, 0, 0, 0, 0]),
    ("twisted-pipermail", 240, 0, [240, 0, 0, 0, 0, 0, 0]),
];

/// How the bytes of a hit are written in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Writing {
    /// As they are.
    Plain,
    QuotedPrintable,
    Base64,
    Uuencode,
    EncodedWord,
    Utf16,
    /// In HTML, with a reference for the `<`, whatever the transfer encoding.
    Entity,
}

/// What was seen of a hit's place.
struct Told {
    writing: Writing,
    in_header: bool,
}

#[test]
fn every_real_hit_stands_where_it_is_said_to_stand() {
    let Some(archives) = archives() else { return };
    let mut sifter = Sifter::new().positions(true);
    let mut all = [0; 7];
    for (folder, hits, in_headers, writings) in EXPECTED {
        let mut told = Vec::new();
        let mut wrong = Vec::new();
        for (path, file) in texts(&archives.join(folder)) {
            each_link(&mut sifter, &file, |link| match look(&file, link) {
                Ok(place) => told.push(place),
                Err(why) => wrong.push(format!("{}: {why}", name_in(&archives, &path))),
            });
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
        let mut counts = [0; 7];
        for place in &told {
            counts[place.writing as usize] += 1;
        }
        let in_header = told.iter().filter(|place| place.in_header).count();
        print(folder, told.len(), in_header, counts);
        assert_eq!(
            (told.len(), in_header, counts),
            (hits, in_headers, writings),
            "{folder}"
        );
        for (all, count) in all.iter_mut().zip(counts) {
            *all += count;
        }
    }
    for writing in [Writing::Plain, Writing::QuotedPrintable, Writing::Entity] {
        assert!(all[writing as usize] > 0, "there is no {writing:?}");
    }
}

/// Writes a line of the table.
#[expect(clippy::print_stdout, reason = "a table for people")]
fn print(folder: &str, hits: usize, in_headers: usize, counts: [usize; 7]) {
    println!("{folder:17} {hits:5} hits, {in_headers:3} in headers, by writing {counts:4?}");
}

/// What real mail has little of, or nothing.
#[test]
fn each_way_of_writing_is_undone() {
    use Writing::{Base64, EncodedWord, Entity, Plain, QuotedPrintable, Utf16, Uuencode};
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
    // "a <http://a.example/> b\r\n", with nothing, "x" and "xx" in front.
    let in_base64 = [
        "YSA8aHR0cDovL2EuZXhhbXBsZS8+IGINCg==\r\n",
        "eGEgPGh0dHA6Ly9h\r\nLmV4YW1wbGUvPiBi\r\nDQo=\r\n",
        "eHhhIDxodHRwO\r\ni8vYS5leGFtcGxlLz4\r\ngYg0K\r\n",
    ];
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
        (Base64, text("base64", in_base64[0])),
        (Base64, text("base64", in_base64[1])),
        (Base64, text("base64", in_base64[2])),
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
    for (writing, file) in cases {
        assert_written(writing, &file);
    }
}

#[test]
fn a_file_inside_a_text_is_undone_where_it_stands() {
    let file = b"From: a@b.example\r\n\r\nsee\r\nbegin 644 a.txt\r\n\
        (>'AA(#QH='0`\r\n2<#HO+V$N97AA;7!L92\\^(&(*\r\n`\r\nend\r\nsee\r\n";
    assert_written(Writing::Uuencode, file);
}

/// Checks that the one hit of a file stands where it is said to stand, written so, however the file
/// is cut into blocks.
#[track_caller]
fn assert_written(writing: Writing, file: &[u8]) {
    for block in [1, 2, 7, 61, file.len()] {
        let mut told = Vec::new();
        let mut sifter = Sifter::new().positions(true).block_size(block);
        each_link(&mut sifter, file, |link| told.push(look(file, link)));
        let context = file.escape_ascii();
        let [place] = &told[..] else {
            panic!("{} hits: {context}", told.len());
        };
        match place {
            Ok(place) => assert_eq!(place.writing, writing, "{context}"),
            Err(why) => panic!("{why}: {context}"),
        }
    }
}

/// Looks at the place of a hit in its file: how it is written there, or what is wrong.
fn look(file: &[u8], link: &Link<'_>) -> Result<Told, String> {
    let span = link.span().range();
    let wrong = |what| {
        let url = link.candidate().url().escape_ascii();
        Err(format!("{url} at {span:?}: {what}"))
    };
    if link.position() != Some(recounted(file, span.start)) {
        return wrong("its line or column");
    }
    if !are_in_order(link) {
        return wrong("the order of its pieces");
    }
    let message = link.message();
    let is_html = message.and_then(|message| message.media_type()) == Some("text/html");
    let writing = Transfer::ALL
        .into_iter()
        .find_map(|transfer| transfer.writing_of(file, link, is_html));
    match writing {
        Some(writing) => Ok(Told {
            writing,
            in_header: message.is_some_and(|message| message.header().is_some()),
        }),
        None => wrong("it is not written there"),
    }
}

/// The line and column of a byte, counted from the file's start.
fn recounted(file: &[u8], at: usize) -> Position {
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

/// Whether the pieces of a hit stand in its span, one behind the other.
fn are_in_order(link: &Link<'_>) -> bool {
    let mut places = vec![link.span().start()];
    for piece in link.pieces() {
        places.extend([piece.start(), piece.end()]);
    }
    places.push(link.span().end());
    places.len() > 2 && places.is_sorted()
}

/// How a text is encoded in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Transfer {
    Identity,
    QuotedPrintable,
    /// An encoded word, in either encoding (RFC 2047 §4).
    WordQ,
    WordB,
    Base64,
    Uuencode,
    Utf16,
}

impl Transfer {
    /// What is likelier comes first: what is not encoded may read the same in any encoding.
    const ALL: [Self; 7] = [
        Self::Identity,
        Self::WordQ,
        Self::QuotedPrintable,
        Self::WordB,
        Self::Base64,
        Self::Uuencode,
        Self::Utf16,
    ];

    /// How a hit is written, if this is how its text is encoded: its pieces spell its URL, and its
    /// span begins with `<` and ends with `>`, or with the last piece if that is missing.
    fn writing_of(self, file: &[u8], link: &Link<'_>, is_html: bool) -> Option<Writing> {
        let pieces: Vec<_> = link.pieces().map(Span::range).collect();
        let end = pieces.last()?.end;
        let span = link.span().range();
        let shown = |place: Range<usize>| {
            let text = self.undone(file, place);
            if is_html { shown(&text) } else { text }
        };
        let mut url = Vec::new();
        for (index, piece) in pieces.iter().enumerate() {
            if index > 0 && link.candidate().joins()[index - 1].dropped == Dropped::At {
                url.push(b'@');
            }
            url.extend(shown(piece.clone()));
        }
        if url != link.candidate().url() {
            return None;
        }
        let whole = shown(span.clone());
        let is_closed = whole.ends_with(b">");
        let is_missing = link.candidate().warnings().contains(Warning::Unclosed);
        let is_written =
            whole.starts_with(b"<") && is_closed != is_missing && (is_closed || span.end == end);
        is_written.then(|| self.writing(!self.undone(file, span).starts_with(b"<")))
    }

    fn writing(self, with_entity: bool) -> Writing {
        match self {
            _ if with_entity => Writing::Entity,
            Self::Identity => Writing::Plain,
            Self::QuotedPrintable => Writing::QuotedPrintable,
            Self::WordQ | Self::WordB => Writing::EncodedWord,
            Self::Base64 => Writing::Base64,
            Self::Uuencode => Writing::Uuencode,
            Self::Utf16 => Writing::Utf16,
        }
    }

    /// What the bytes at a place stand for; nothing if they cannot be encoded so.
    fn undone(self, file: &[u8], place: Range<usize>) -> Vec<u8> {
        let bytes = &file[place.clone()];
        match self {
            Self::Identity => bytes.to_vec(),
            Self::QuotedPrintable => quoted_printable(bytes),
            Self::WordQ => {
                let is_word = word_before(file, place.start, b"Q").is_some();
                let undone = if is_word {
                    quoted_printable(bytes)
                } else {
                    Vec::new()
                };
                undone
                    .into_iter()
                    .map(|byte| if byte == b'_' { b' ' } else { byte })
                    .collect()
            }
            Self::WordB => {
                let start = word_before(file, place.start, b"B");
                start.map_or_else(Vec::new, |start| base64(file, start, &place))
            }
            Self::Base64 => base64(file, base64_start(file, place.start), &place),
            Self::Uuencode => uuencoded(file, &place),
            Self::Utf16 => bytes.iter().copied().filter(|&byte| byte != 0).collect(),
        }
    }
}

/// Undoes `=3C` and soft line breaks (RFC 2045 §6.7).
fn quoted_printable(bytes: &[u8]) -> Vec<u8> {
    static ESCAPE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?-u)=(?:([0-9A-Fa-f]{2})|[ \t]*\r?\n)").expect("a right expression")
    });
    let byte = |escape: &Captures<'_>| {
        let digits = escape.get(1);
        digits.map_or_else(Vec::new, |digits| vec![number(digits.as_bytes(), 16) as u8])
    };
    ESCAPE.replace_all(bytes, byte).into_owned()
}

/// What a page shows: without tags, with the characters for the references that are in use here.
fn shown(page: &[u8]) -> Vec<u8> {
    static TAG: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(?s-u)<[A-Za-z/!?][^>]*>").expect("a right expression"));
    static REFERENCE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i-u)&(?:#x([0-9a-f]+)|#([0-9]+)|(lt|gt|amp));?").expect("a right expression")
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

/// Where the text begins of the encoded word `=?charset?encoding?text` that goes on at a place.
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

/// Where the base64 begins that goes on at a place: behind an empty line, or another character.
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

/// The bytes whose bits all stand at a place, in base64 that begins at `start`.
fn base64(file: &[u8], start: usize, place: &Range<usize>) -> Vec<u8> {
    let values = (start..place.end).filter_map(|at| Some((at, base64_value(file[at])?)));
    bytes_at(place, &values.collect::<Vec<_>>())
}

/// Table 1 of RFC 2045 §6.8.
fn base64_value(character: u8) -> Option<u8> {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let value = ALPHABET.iter().position(|&known| known == character);
    value.map(|value| value as u8)
}

/// The bytes whose bits all stand at a place, in uuencoded lines: of each the first character is
/// the number of bytes, and nothing is carried over to the next.
fn uuencoded(file: &[u8], place: &Range<usize>) -> Vec<u8> {
    let value = |character: u8| character.wrapping_sub(b' ') & 0x3f;
    let mut undone = Vec::new();
    let mut at = line_start(file, place.start);
    while at < place.end {
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
        // So many characters have a part of the bytes.
        let used = usize::from(len) * 4_usize;
        let values: Vec<_> = values.take(used.div_ceil(3)).collect();
        undone.extend(bytes_at(place, &values));
        at += line.len() + 1;
    }
    undone
}

/// The bytes whose bits all stand at a place, of places and values of six bits each, the first of
/// which begins a quantum of four.
fn bytes_at(place: &Range<usize>, values: &[(usize, u8)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for quantum in values.chunks(4) {
        for (index, pair) in quantum.windows(2).enumerate() {
            let [(high_at, high), (low_at, low)] = [pair[0], pair[1]];
            if place.contains(&high_at) && place.contains(&low_at) {
                bytes.push(high << (2 + 2 * index) | low >> (4 - 2 * index));
            }
        }
    }
    bytes
}
