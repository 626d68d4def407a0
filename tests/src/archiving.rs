//! The ways to write one text into an archive, and properties of all archives.
//!
//! A writer chooses line breaks, a transfer encoding, the multipart structure and the kind of the archive. None
//! of these changes the URLs of the text.

use std::fmt;

use urlsift::{Kind, Position, ReadOptions, Sifter};
use urlsift_scan::Config;

use crate::{
    archive::{
        found::{self, Found, Sifted, SplitReader, position},
        walked,
    },
    mailboxes, paths, prefiltering,
    properties::Escaped,
};

/// A cyclic sequence of choices.
#[derive(Clone)]
pub struct Choices {
    bytes: Vec<u8>,
    next: usize,
}

impl Choices {
    /// Creates choices from bytes. Without any bytes, all choices are 0.
    #[must_use]
    pub fn new(bytes: &[u8]) -> Self {
        Self {
            bytes: bytes.to_vec(),
            next: 0,
        }
    }

    /// Returns a number below `below`, which is at least 1.
    fn below(&mut self, below: usize) -> usize {
        let Some(byte) = self.bytes.get(self.next % self.bytes.len().max(1)) else {
            return 0;
        };
        self.next += 1;
        // Varied by the round, so that a second round differs from the first.
        let round = self.next / self.bytes.len();
        (usize::from(*byte) + round * 31) % below
    }

    fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == many - 1
    }
}

impl fmt::Debug for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // On one line, and as valid Rust.
        write!(f, "Choices::new({:?})", Escaped(&self.bytes))
    }
}

/// The options for writing a text into a file.
#[derive(Clone, Copy, Debug)]
pub struct WriteOptions {
    /// Whether lines end with CRLF.
    pub crlf: bool,
    /// The transfer encoding.
    pub encoding: Encoding,
    /// Whether the text is written as HTML.
    pub html: bool,
    /// The structure around the text.
    pub wrapping: Wrapping,
    /// The kind of archive.
    pub kind: Kind,
    /// Whether the reader is given a kind that it could recognise.
    pub is_kind_given: bool,
}

/// A transfer encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// RFC 2045 §6.2.
    EightBit,
    /// RFC 2045 §6.7.
    QuotedPrintable,
    /// RFC 2045 §6.8.
    Base64,
    /// POSIX.1, by its usual name in mail, `x-uuencode`.
    Uuencode,
}

/// The structure around a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrapping {
    /// The text is the body of the message.
    Alone,
    /// The text is the second part of a multipart.
    Multipart,
    /// The text is the body of a message inside a message.
    Message,
    /// The text is the body of a message that is a part of a multipart.
    Both,
}

/// The texts of the messages before and after.
const DECOYS: [&str; 2] = [
    "<http://decoy.example/before> and <http://decoy.example/cut\n",
    "off> <http://decoy.example/after>\n",
];

/// The boundary of all multiparts.
const BOUNDARY: &str = "=_boundary";

/// Checks that a text has the same URLs under all options. The text is UTF-8, with LF line breaks.
///
/// # Panics
///
/// If the URLs differ.
pub fn urls_do_not_depend_on_options(text: &str, mut options: WriteOptions, choices: &mut Choices) {
    // An end that no following text can affect.
    let text = format!("{text}\n\nbye.\n");
    let file = file(&text, &mut options, choices);
    let expected: Vec<_> = match options.kind {
        Kind::Message | Kind::Emlx => hits_of_message(0, &text).collect(),
        _ => hits_of_message(0, DECOYS[0])
            .chain(hits_of_message(1, &text))
            .chain(hits_of_message(2, DECOYS[1]))
            .collect(),
    };
    let read_options = prefiltering::read_options().kind(options.given_kind());
    let sifted = sift_on_every_path(&file, &read_options, choices);
    let found: Vec<_> = sifted
        .found
        .iter()
        .map(|found| {
            let message = found.message.as_ref();
            let index = message.map(|message| message.index);
            (index, found.scanned.readings.clone())
        })
        .collect();
    assert!(
        found == expected,
        "{options:?}\n  of {text:?}\n  in {:?}\n  found {}\n  not   {}",
        Escaped(&file),
        format_hits(&found),
        format_hits(&expected)
    );
    offsets_are_valid(&file, &sifted);
}

/// Checks that the results for any bytes are valid and do not depend on the size of the reads.
///
/// # Panics
///
/// If a check fails.
pub fn any_file_is_sifted_consistently(file: &[u8], kind: Option<Kind>, choices: &mut Choices) {
    let read_options = prefiltering::read_options().kind(kind);
    let sifted = sift_on_every_path(file, &read_options, choices);
    offsets_are_valid(file, &sifted);
    let walked = walked::walk(file, &read_options, 0);
    assert_eq!(walked.kinds.len(), 1, "{walked:?} of {:?}", Escaped(file));
    let mut previous = 0;
    for (index, message) in walked.messages.iter().enumerate() {
        let is_valid = message.index == index as u64
            && (index == 0 || message.offset > previous)
            && message.offset <= message.header_offset
            && message.header_offset <= file.len() as u64;
        assert!(is_valid, "{message:?}, {kind:?}, {:?}", Escaped(file));
        previous = message.offset;
    }
    let read_size = choices.below(9) + 1;
    let in_steps = walked::walk(file, &read_options, read_size);
    assert!(
        in_steps == walked,
        "walked {read_size} bytes at a time, {kind:?}: {in_steps:?}\n  whole: {walked:?}\n  {:?}",
        Escaped(file)
    );
}

/// Sifts a file whole, as a slice, in blocks and cut in two, checks that the results are equal, and returns them.
fn sift_on_every_path(file: &[u8], read_options: &ReadOptions, choices: &mut Choices) -> Sifted {
    let new = || Sifter::new().reading(read_options.clone()).positions(true);
    let mut sifter = new();
    let whole = found::sift(&mut sifter, file);
    let (head, tail) =
        file.split_at((choices.below(256) << 8 | choices.below(256)) % (file.len() + 1));
    let in_two = SplitReader {
        head,
        tail,
        read_size: usize::MAX,
    };
    let block = [1, 2, 3, 5, 7, 16, 64, 1000][choices.below(8)];
    let read_size = choices.below(block) + 1;
    let in_blocks = SplitReader {
        head: b"",
        tail: file,
        read_size,
    };
    let others = [
        ("slice".into(), found::sift_slice(&mut sifter, file)),
        (
            format!("cut at {}", head.len()),
            found::sift(&mut sifter, in_two),
        ),
        (
            format!("blocks of {block}, reads of {read_size}"),
            found::sift(&mut new().block_size(block), in_blocks),
        ),
    ];
    for (path, other) in others {
        assert!(
            other == whole,
            "{path}, {read_options:?}\n  in {:?}\n{}",
            Escaped(file),
            difference(&other, &whole)
        );
    }
    whole
}

/// Formats the first difference from the results for the whole file.
fn difference(other: &Sifted, whole: &Sifted) -> String {
    let last = whole.found.len();
    let at = (0..last).find(|&at| other.found.get(at) != whole.found.get(at));
    let at = at.unwrap_or(last);
    format!(
        "  {:?}\n  whole: {:?}\n  and {:?} {:?} {:?}\n  whole: {:?} {:?} {:?}",
        other.found.get(at),
        whole.found.get(at),
        other.rejected,
        other.warnings,
        other.stats,
        whole.rejected,
        whole.warnings,
        whole.stats
    )
}

/// Checks that a part alone, written by `options`, gives the same results as within its message, with offsets
/// relative to its body. `after` follows the last line of its header.
///
/// # Panics
///
/// If the results differ.
pub fn a_part_alone_gives_the_same_results(
    text: &str,
    options: WriteOptions,
    after: &str,
    choices: &mut Choices,
) {
    const OUTER: &str = "=_outer";
    let (header, body) = leaf(text, options, choices);
    let (header, body) = match options.wrapping {
        Wrapping::Alone => (header, body),
        Wrapping::Multipart => in_multipart(&header, &body),
        Wrapping::Message => in_message(&header, &body),
        Wrapping::Both => {
            let (header, body) = in_message(&header, &body);
            in_multipart(&header, &body)
        }
    };
    let (header, body) = (options.lines(&header), options.lines(&body));
    let before = format!(
        "Subject: <http://decoy.example/>\nMIME-Version: 1.0\n\
         Content-Type: multipart/mixed; boundary=\"{OUTER}\"\n\n\
         <http://decoy.example/preamble>\n--{OUTER}\n\n<http://decoy.example/cut\n--{OUTER}\n"
    );
    let before = [
        &options.lines(before.as_bytes())[..],
        &header,
        &options.lines(b"\n"),
    ]
    .concat();
    let after_part =
        options.lines(format!("\n--{OUTER}--\n<http://decoy.example/after>\n").as_bytes());
    let message = [&before[..], &body, &after_part].concat();
    let read_options = ReadOptions::new().kind(Some(Kind::Message));
    let new = || Sifter::new().positions(true);
    let whole = found::sift(&mut new().reading(read_options), &message[..]);
    let start = before.len();
    let lines = position(&before, start).line - 1;
    let moved = |(from, to): (usize, usize)| (from - start, to - start);
    let moved_position = |position: Option<Position>| {
        position.map(|position| Position {
            line: position.line - lines,
            ..position
        })
    };
    let is_in_body = |span: (usize, usize)| (start..start + body.len()).contains(&span.0);
    let in_body = whole.found.iter().filter(|found| is_in_body(found.span));
    let expected: Vec<_> = in_body
        .map(|found| {
            let media_type = found.message.as_ref();
            let media_type = media_type.and_then(|message| message.media_type.clone());
            let pieces: Vec<_> = found.pieces.iter().copied().map(moved).collect();
            let position = moved_position(found.position);
            let location = (moved(found.span), pieces, position);
            (found.scanned.clone(), location, media_type)
        })
        .collect();
    let rejected = whole
        .rejected
        .iter()
        .filter(|(_, span, _)| is_in_body(*span));
    let rejected: Vec<_> = rejected
        .map(|(scanned, span, at)| (scanned.clone(), moved(*span), moved_position(*at)))
        .collect();
    let end = [&options.lines(after.as_bytes())[..], after.as_bytes()];
    // One sifter for all parts: no state may remain from one to the next.
    let mut sifter = new();
    for block in [3, 1 << 20] {
        sifter = sifter.block_size(block);
        for end in end {
            let header = [&header[..], end].concat();
            let alone = found::sift_part(&mut sifter, &header, &body);
            let about = || {
                format!(
                    "{options:?}, blocks of {block}\n  of {:?}\n  header {:?}",
                    Escaped(&message),
                    Escaped(&header)
                )
            };
            let found: Vec<_> = alone
                .found
                .iter()
                .map(|found| {
                    let message = found.message.as_ref();
                    let media_type = message.and_then(|message| message.media_type.clone());
                    let location = (found.span, found.pieces.clone(), found.position);
                    (found.scanned.clone(), location, media_type)
                })
                .collect();
            assert_eq!(found, expected, "{}", about());
            assert_eq!(alone.rejected, rejected, "{}", about());
            assert_eq!(alone.stats.bytes, body.len() as u64, "{}", about());
            assert_eq!(alone.stats.messages, 1, "{}", about());
            // The sifter still reads complete messages.
            let again = found::sift(&mut sifter, &message[..]);
            assert_eq!(again.found, whole.found, "{}", about());
        }
    }
}

/// Checks that the results for a part with any header lie within its body and do not depend on the block size.
///
/// # Panics
///
/// If a check fails.
pub fn any_part_is_sifted_consistently(header: &[u8], body: &[u8], choices: &mut Choices) {
    let mut sifter = Sifter::new().positions(true);
    let part = found::sift_part(&mut sifter, header, body);
    offsets_are_valid(body, &part);
    let about = || format!("{:?}, {:?}", Escaped(header), Escaped(body));
    assert_eq!(part.stats.bytes, body.len() as u64, "{}", about());
    assert_eq!(part.stats.messages, 1, "{}", about());
    let len = body.len() as u64;
    let are_inside = part.warnings.iter().all(|&(offset, _)| offset <= len);
    assert!(are_inside, "{:?} {}", part.warnings, about());
    let mut sifter = sifter.block_size(choices.below(16) + 1);
    let in_blocks = found::sift_part(&mut sifter, header, body);
    assert_eq!(in_blocks, part, "{}", about());
}

fn offsets_are_valid(file: &[u8], sifted: &Sifted) {
    let mut previous = 0;
    for found in &sifted.found {
        let about = || format!("{found:?}\n  in {:?}", Escaped(file));
        let (start, end) = found.span;
        assert!(
            previous <= start && start < end && end <= file.len(),
            "{}",
            about()
        );
        previous = start;
        assert_eq!(found.position, Some(position(file, start)), "{}", about());
        assert!(pieces_are_valid(found), "{}", about());
    }
    for (_, (start, end), at) in &sifted.rejected {
        assert!(start <= end && *end <= file.len(), "{:?}", Escaped(file));
        assert_eq!(*at, Some(position(file, *start)), "{:?}", Escaped(file));
    }
}

/// Returns whether the pieces are present, within the span, and in order.
fn pieces_are_valid(found: &Found) -> bool {
    let (start, end) = found.span;
    let are_in_order = found
        .pieces
        .windows(2)
        .all(|two| two[0].0 <= two[1].0 && two[0].1 <= two[1].1);
    let are_inside = found
        .pieces
        .iter()
        .all(|&(from, to)| start <= from && from <= to && to <= end);
    !found.pieces.is_empty() && are_in_order && are_inside
}

/// The index of the message and the readings of a hit.
type MessageHit = (Option<u64>, Vec<Vec<u8>>);

/// Returns the hits in a text, attributed to the message with this index.
fn hits_of_message(index: u64, text: &str) -> impl Iterator<Item = MessageHit> {
    let found = paths::whole(&Config::new(), text.as_bytes()).found;
    let found = found.into_iter();
    found.map(move |found| (Some(index), found.readings))
}

fn format_hits(all: &[MessageHit]) -> String {
    let all = all.iter();
    let all = all.map(|(index, readings)| format!("{index:?} {:?}", Escaped(&readings[0])));
    all.collect::<Vec<_>>().join(", ")
}

impl WriteOptions {
    /// Returns the kind to give to the reader, if any.
    fn given_kind(self) -> Option<Kind> {
        // These kinds are never recognised, or only from more fields than the file has.
        let must = matches!(self.kind, Kind::Mboxrd | Kind::Mboxcl | Kind::Mboxcl2);
        (must || self.is_kind_given).then_some(self.kind)
    }

    /// Converts the line breaks of a text to those of the file.
    fn lines(self, text: &[u8]) -> Vec<u8> {
        let lines = text.split_inclusive(|&byte| byte == b'\n');
        let lines = lines.map(|line| match line {
            [line @ .., b'\n'] if self.crlf => [line, b"\r\n"].concat(),
            _ => line.to_vec(),
        });
        lines.collect::<Vec<_>>().concat()
    }
}

/// Returns the complete file.
fn file(text: &str, options: &mut WriteOptions, choices: &mut Choices) -> Vec<u8> {
    let message = message(text, *options, choices);
    // In these kinds, a quoted `From ` line cannot be distinguished from one that had a `>` already.
    if matches!(options.kind, Kind::Mboxo | Kind::Mboxcl) && has_line(&message.1, b">From ") {
        options.kind = Kind::Mboxrd;
    }
    if options.kind == Kind::Message {
        return options.lines(&[&message.0[..], b"\n", &message.1].concat());
    }
    if options.kind == Kind::Emlx {
        let message = options.lines(&[&message.0[..], b"\n", &message.1].concat());
        let front = options.lines(format!("{}\n", message.len()).as_bytes());
        return [
            &front[..],
            &message,
            b"<?xml version=\"1.0\"?>\n<plist>&lt;http://a/></plist>\n",
        ]
        .concat();
    }
    let decoy = |text: &str| {
        let header = "From: ben@b.example\nSubject: decoy\nDate: Tue, 31 Jan 1995 10:00:00 +0000\n";
        (header.into(), text.into())
    };
    let messages = [decoy(DECOYS[0]), message, decoy(DECOYS[1])];
    let framed = messages.iter().map(|message| frame(message, *options));
    [
        mailboxes::file_header(options.kind),
        framed.collect::<Vec<_>>().concat(),
    ]
    .concat()
}

/// A header without the empty line, and a body, both with LF line breaks.
type Message = (Vec<u8>, Vec<u8>);

/// Returns the message that contains a text.
fn message(text: &str, options: WriteOptions, choices: &mut Choices) -> Message {
    let (content, body) = leaf(text, options, choices);
    let (content, body) = match options.wrapping {
        Wrapping::Alone => (content, body),
        Wrapping::Multipart => in_multipart(&content, &body),
        Wrapping::Message => in_message(&content, &body),
        Wrapping::Both => {
            let (content, body) = in_message(&content, &body);
            in_multipart(&content, &body)
        }
    };
    let header = "From: jane@a.example\nSubject: x\nDate: Mon, 30 Jan 1995 09:12:04 +0000\nMIME-Version: 1.0\n";
    ([header.as_bytes(), &content].concat(), body)
}

/// Returns the text as a leaf part: its content fields and its encoded body.
fn leaf(text: &str, options: WriteOptions, choices: &mut Choices) -> Message {
    let (text, subtype) = if options.html {
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        let text = text.replace('>', "&gt;");
        (format!("<html><pre>\n{text}</pre></html>\n"), "html")
    } else {
        (text.to_string(), "plain")
    };
    let encoding = match options.encoding {
        Encoding::EightBit => "8bit",
        Encoding::QuotedPrintable => "quoted-printable",
        Encoding::Base64 => "base64",
        Encoding::Uuencode => "x-uuencode",
    };
    let content = format!(
        "Content-Type: text/{subtype}; charset=utf-8\nContent-Transfer-Encoding: {encoding}\n"
    );
    let body = match options.encoding {
        Encoding::EightBit => text.into_bytes(),
        Encoding::QuotedPrintable => quoted_printable(text.as_bytes(), choices),
        Encoding::Base64 => base64(&with_any_line_breaks(&text, choices), choices),
        Encoding::Uuencode => uuencode(&with_any_line_breaks(&text, choices), choices),
    };
    (content.into_bytes(), body)
}

/// Converts the line breaks of a text, independently of those of the file.
fn with_any_line_breaks(text: &str, choices: &mut Choices) -> Vec<u8> {
    let line_break = ["\n", "\r\n"][choices.below(2)];
    text.replace('\n', line_break).into_bytes()
}

fn in_multipart(content: &[u8], body: &[u8]) -> Message {
    let around = [
        format!("The preamble.\n--{BOUNDARY}\n\nThe first part.\n--{BOUNDARY}\n"),
        format!("\n--{BOUNDARY}--\nThe epilogue.\n"),
    ];
    let body = [
        around[0].as_bytes(),
        content,
        b"\n",
        body,
        around[1].as_bytes(),
    ];
    let header = format!("Content-Type: multipart/mixed; boundary=\"{BOUNDARY}\"\n");
    (header.into_bytes(), body.concat())
}

fn in_message(content: &[u8], body: &[u8]) -> Message {
    let header = b"From: cy@c.example\nSubject: inside\n";
    let body = [&header[..], content, b"\n", body].concat();
    (b"Content-Type: message/rfc822\n".to_vec(), body)
}

/// Encodes as quoted-printable (RFC 2045 §6.7), with optional escapes and soft breaks.
fn quoted_printable(text: &[u8], choices: &mut Choices) -> Vec<u8> {
    let mut encoded = Vec::new();
    for (index, &byte) in text.iter().enumerate() {
        if byte == b'\n' {
            encoded.push(byte);
            continue;
        }
        if choices.one_in(16) {
            encoded.extend_from_slice([&b"=\n"[..], b"= \t\n"][choices.below(2)]);
        }
        let ends_line = text.get(index + 1).is_none_or(|&next| next == b'\n');
        let must = match byte {
            b' ' | b'\t' => ends_line,
            _ => byte == b'=' || !byte.is_ascii_graphic(),
        };
        if must || choices.one_in(8) {
            encoded.extend_from_slice(format!("={byte:02X}").as_bytes());
        } else {
            encoded.push(byte);
        }
    }
    encoded
}

/// Encodes as base64 (RFC 2045 §6.8), in lines of any length up to 76.
fn base64(text: &[u8], choices: &mut Choices) -> Vec<u8> {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let quanta = text.chunks(3).flat_map(|bytes| {
        let six = sextets(bytes).map(|six| ALPHABET[usize::from(six)]);
        let mut quantum = six;
        quantum[bytes.len() + 1..].fill(b'=');
        quantum
    });
    let characters: Vec<u8> = quanta.collect();
    let mut rest = &characters[..];
    let mut encoded = Vec::new();
    while !rest.is_empty() {
        let len = rest.len().min(choices.below(76) + 1);
        encoded.extend_from_slice(&rest[..len]);
        encoded.push(b'\n');
        rest = &rest[len..];
    }
    encoded
}

/// Uuencodes (POSIX.1), in lines of any length up to 45 bytes.
fn uuencode(text: &[u8], choices: &mut Choices) -> Vec<u8> {
    let zero = [b'`', b' '][choices.below(2)];
    let character = |six: u8| if six == 0 { zero } else { six + b' ' };
    let mut encoded = b"begin 644 text.txt\n".to_vec();
    let mut rest = text;
    while !rest.is_empty() {
        let len = rest.len().min(choices.below(45) + 1);
        let (line, tail) = rest.split_at(len);
        encoded.extend(u8::try_from(len).map(character));
        encoded.extend(line.chunks(3).flat_map(sextets).map(character));
        encoded.push(b'\n');
        rest = tail;
    }
    encoded.extend_from_slice(b"`\nend\n");
    encoded
}

/// Splits up to three bytes into four sextets.
fn sextets(bytes: &[u8]) -> [u8; 4] {
    let byte = |index| bytes.get(index).copied().unwrap_or(0_u8);
    let (a, b, c) = (byte(0), byte(1), byte(2));
    [
        a >> 2,
        (a << 4 | b >> 4) & 63,
        (b << 2 | c >> 6) & 63,
        c & 63,
    ]
}

/// Returns a message as it is stored in an archive.
fn frame((header, body): &Message, options: WriteOptions) -> Vec<u8> {
    let body = options.lines(&escaped(body, options.kind));
    let mut header = header.clone();
    if matches!(options.kind, Kind::Mboxcl | Kind::Mboxcl2) {
        header.extend(format!("Content-Length: {}\n", body.len()).into_bytes());
    }
    header.push(b'\n');
    let message = [options.lines(&header), body].concat();
    let (prefix, suffix) = match options.kind {
        Kind::Mmdf => ("\x01\x01\x01\x01\n".into(), "\x01\x01\x01\x01\n"),
        Kind::Rnews => (format!("#! rnews {}\n", message.len()), ""),
        Kind::Listserv => (format!("{}\n", "=".repeat(73)), "\n"),
        Kind::Rn => ("Article 1 of a.b:\nPath: a!b\n".into(), ""),
        Kind::Babyl => ("\x1F\x0C\n0, unseen,,\n*** EOOH ***\n".into(), "\n"),
        Kind::Mbx => (
            format!(
                "30-Jan-1995 09:12:04 +0000,{};000000000001-00000001\n",
                message.len()
            ),
            "",
        ),
        Kind::Dbox => {
            let front = format!("\x01\x02N          {:016X}\n", message.len());
            return [front.as_bytes(), &message, b"\n\x01\x03\nR2f0cb6e4\n\n"].concat();
        }
        // The kind is recognised by the status line.
        Kind::Nntp if options.is_kind_given => (String::new(), ".\n"),
        Kind::Nntp => ("220 1 <1@a.example> article\n".into(), ".\n"),
        _ => (
            "From jane@a.example Mon Jan 30 09:12:04 1995\n".into(),
            "\n",
        ),
    };
    let around = [prefix.as_bytes(), suffix.as_bytes()].map(|around| options.lines(around));
    [&around[0][..], &message, &around[1]].concat()
}

/// Quotes the lines of a body that the kind of archive requires to be quoted.
fn escaped(body: &[u8], kind: Kind) -> Vec<u8> {
    let lines = body.split_inclusive(|&byte| byte == b'\n');
    let lines = lines.map(|line| {
        let quotes = line.iter().take_while(|&&byte| byte == b'>').count();
        let mark: &[u8] = match kind {
            Kind::Mboxo | Kind::Mboxcl if line.starts_with(b"From ") => b">",
            Kind::Mboxrd if line[quotes..].starts_with(b"From ") => b">",
            Kind::Nntp if line.starts_with(b".") => b".",
            _ => b"",
        };
        [mark, line].concat()
    });
    lines.collect::<Vec<_>>().concat()
}

fn has_line(text: &[u8], head: &[u8]) -> bool {
    let mut lines = text.split(|&byte| byte == b'\n');
    lines.any(|line| line.starts_with(head))
}
