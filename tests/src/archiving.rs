//! The ways in which one text can be written into an archive, and what holds for all archives.
//!
//! Whoever writes a text into a file may choose its line breaks, its transfer encoding, what it is a
//! part of, and the kind of the archive. None of that changes the URLs in it.

use std::fmt;

use urlsift::{Kind, Position, ReadOptions, Sifter};
use urlsift_scan::Config;

use crate::{
    archive::{
        found::{self, Cut, Found, Sifted, position},
        walked,
    },
    paths, prefiltering,
    properties::Escaped,
};

/// Choices, one after the other; each writer takes as many as it needs. They begin anew when they
/// are used up.
#[derive(Clone)]
pub struct Choices {
    bytes: Vec<u8>,
    next: usize,
}

impl Choices {
    /// From the bytes given; without any all choices are 0.
    #[must_use]
    pub fn new(bytes: &[u8]) -> Self {
        Self {
            bytes: bytes.to_vec(),
            next: 0,
        }
    }

    /// One of `below`, which is at least 1.
    fn below(&mut self, below: usize) -> usize {
        let Some(byte) = self.bytes.get(self.next % self.bytes.len().max(1)) else {
            return 0;
        };
        self.next += 1;
        // Spread, so that a second round is not like the first.
        let turn = self.next / self.bytes.len();
        (usize::from(*byte) + turn * 31) % below
    }

    fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == many - 1
    }
}

impl fmt::Debug for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // In one line, and as it is given.
        write!(f, "Choices::new({:?})", Escaped(&self.bytes))
    }
}

/// How a text is written into a file.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// Whether lines end in CRLF.
    pub crlf: bool,
    /// The transfer encoding.
    pub encoding: Encoding,
    /// Whether the text is written in HTML.
    pub html: bool,
    /// What the text is a part of.
    pub wrapping: Wrapping,
    /// The archive.
    pub kind: Kind,
    /// Whether the reader is told the kind, where it can be recognised.
    pub is_told: bool,
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

/// What a text is a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrapping {
    /// It is the body of the message.
    Alone,
    /// It is the second part of a multipart.
    Multipart,
    /// It is the body of a message inside of a message.
    Message,
    /// It is the body of a message that is a part of a multipart.
    Both,
}

/// The text of the messages before and behind.
const DECOYS: [&str; 2] = [
    "<http://decoy.example/before> and <http://decoy.example/cut\n",
    "off> <http://decoy.example/behind>\n",
];

/// The boundary of all multiparts.
const BOUNDARY: &str = "=_boundary";

/// Checks that a text has the same URLs however it is written. Its lines end in LF, and it is UTF-8.
///
/// # Panics
///
/// If not.
pub fn every_way_has_the_same_urls(text: &str, mut way: Way, choices: &mut Choices) {
    // An end that nothing behind it can change.
    let text = format!("{text}\n\nbye.\n");
    let file = file(&text, &mut way, choices);
    let expected: Vec<_> = match way.kind {
        Kind::Message => in_message_at(0, &text).collect(),
        _ => in_message_at(0, DECOYS[0])
            .chain(in_message_at(1, &text))
            .chain(in_message_at(2, DECOYS[1]))
            .collect(),
    };
    let reading = prefiltering::reading().kind(way.told());
    let sifted = sift_every_way(&file, &reading, choices);
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
        "{way:?}\n  of {text:?}\n  in {:?}\n  found {}\n  not   {}",
        Escaped(&file),
        shown(&found),
        shown(&expected)
    );
    every_place_is_sound(&file, &sifted);
}

/// Checks on any bytes that what is told of them makes sense, and does not depend on how they come.
///
/// # Panics
///
/// If not.
pub fn any_file_is_sound(file: &[u8], kind: Option<Kind>, choices: &mut Choices) {
    let reading = prefiltering::reading().kind(kind);
    let sifted = sift_every_way(file, &reading, choices);
    every_place_is_sound(file, &sifted);
    let walked = walked::walk(file, &reading, 0);
    assert_eq!(walked.kinds.len(), 1, "{walked:?} of {:?}", Escaped(file));
    let mut behind = 0;
    for (index, message) in walked.messages.iter().enumerate() {
        let is_sound = message.index == index as u64
            && (index == 0 || message.offset > behind)
            && message.offset <= message.header_offset
            && message.header_offset <= file.len() as u64;
        assert!(is_sound, "{message:?}, {kind:?}, {:?}", Escaped(file));
        behind = message.offset;
    }
    let at_a_time = choices.below(9) + 1;
    let in_steps = walked::walk(file, &reading, at_a_time);
    assert!(
        in_steps == walked,
        "walked {at_a_time} bytes at a time, {kind:?}: {in_steps:?}\n  whole: {walked:?}\n  {:?}",
        Escaped(file)
    );
}

/// Sifts a file whole, in blocks, and cut in two, and gives what all of these found.
fn sift_every_way(file: &[u8], reading: &ReadOptions, choices: &mut Choices) -> Sifted {
    let new = || Sifter::new().reading(reading.clone()).positions(true);
    let mut sifter = new();
    let whole = found::sift(&mut sifter, file);
    let (head, tail) =
        file.split_at((choices.below(256) << 8 | choices.below(256)) % (file.len() + 1));
    let in_two = Cut {
        head,
        tail,
        at_a_time: usize::MAX,
    };
    let block = [1, 2, 3, 5, 7, 16, 64, 1000][choices.below(8)];
    let at_a_time = choices.below(block) + 1;
    let in_blocks = Cut {
        head: b"",
        tail: file,
        at_a_time,
    };
    let others = [
        ("slice".into(), found::sift_slice(&mut sifter, file)),
        (
            format!("cut at {}", head.len()),
            found::sift(&mut sifter, in_two),
        ),
        (
            format!("blocks of {block}, reads of {at_a_time}"),
            found::sift(&mut new().block_size(block), in_blocks),
        ),
    ];
    for (path, other) in others {
        assert!(
            other == whole,
            "{path}, {reading:?}\n  in {:?}\n{}",
            Escaped(file),
            difference(&other, &whole)
        );
    }
    whole
}

/// What was first found otherwise than in the whole file.
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

/// Checks that a part on its own, as `way` writes it, gives what it gives in its message, and places it
/// from the first byte of its body on. `after` follows the last line of its header.
///
/// # Panics
///
/// If not.
pub fn a_part_is_the_same_on_its_own(text: &str, way: Way, after: &str, choices: &mut Choices) {
    const OUTER: &str = "=_outer";
    let (header, body) = leaf(text, way, choices);
    let (header, body) = match way.wrapping {
        Wrapping::Alone => (header, body),
        Wrapping::Multipart => in_multipart(&header, &body),
        Wrapping::Message => in_message(&header, &body),
        Wrapping::Both => {
            let (header, body) = in_message(&header, &body);
            in_multipart(&header, &body)
        }
    };
    let (header, body) = (way.lines(&header), way.lines(&body));
    let before = format!(
        "Subject: <http://decoy.example/>\nMIME-Version: 1.0\n\
         Content-Type: multipart/mixed; boundary=\"{OUTER}\"\n\n\
         <http://decoy.example/preamble>\n--{OUTER}\n\n<http://decoy.example/cut\n--{OUTER}\n"
    );
    let before = [
        &way.lines(before.as_bytes())[..],
        &header,
        &way.lines(b"\n"),
    ]
    .concat();
    let behind = way.lines(format!("\n--{OUTER}--\n<http://decoy.example/behind>\n").as_bytes());
    let message = [&before[..], &body, &behind].concat();
    let reading = ReadOptions::new().kind(Some(Kind::Message));
    let new = || Sifter::new().positions(true);
    let whole = found::sift(&mut new().reading(reading), &message[..]);
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
            let place = (moved(found.span), pieces, position);
            (found.scanned.clone(), place, media_type)
        })
        .collect();
    let rejected = whole
        .rejected
        .iter()
        .filter(|(_, span, _)| is_in_body(*span));
    let rejected: Vec<_> = rejected
        .map(|(scanned, span, at)| (scanned.clone(), moved(*span), moved_position(*at)))
        .collect();
    let end = [&way.lines(after.as_bytes())[..], after.as_bytes()];
    // One sifter for all: it must come clean out of each part.
    let mut sifter = new();
    for block in [3, 1 << 20] {
        sifter = sifter.block_size(block);
        for end in end {
            let header = [&header[..], end].concat();
            let alone = found::sift_part(&mut sifter, &header, &body);
            let about = || {
                format!(
                    "{way:?}, blocks of {block}\n  of {:?}\n  header {:?}",
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
                    let place = (found.span, found.pieces.clone(), found.position);
                    (found.scanned.clone(), place, media_type)
                })
                .collect();
            assert_eq!(found, expected, "{}", about());
            assert_eq!(alone.rejected, rejected, "{}", about());
            assert_eq!(alone.stats.bytes, body.len() as u64, "{}", about());
            assert_eq!(alone.stats.messages, 1, "{}", about());
            // It is read as before afterwards.
            let again = found::sift(&mut sifter, &message[..]);
            assert_eq!(again.found, whole.found, "{}", about());
        }
    }
}

/// Checks that whatever a part on its own has as its header, what is told of it stands in its body, and
/// does not depend on blocks.
///
/// # Panics
///
/// If not.
pub fn any_part_is_sound(header: &[u8], body: &[u8], choices: &mut Choices) {
    let mut sifter = Sifter::new().positions(true);
    let part = found::sift_part(&mut sifter, header, body);
    every_place_is_sound(body, &part);
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

fn every_place_is_sound(file: &[u8], sifted: &Sifted) {
    let mut behind = 0;
    for found in &sifted.found {
        let about = || format!("{found:?}\n  in {:?}", Escaped(file));
        let (start, end) = found.span;
        assert!(
            behind <= start && start < end && end <= file.len(),
            "{}",
            about()
        );
        behind = start;
        assert_eq!(found.position, Some(position(file, start)), "{}", about());
        assert!(pieces_are_sound(found), "{}", about());
    }
    for (_, (start, end), at) in &sifted.rejected {
        assert!(start <= end && *end <= file.len(), "{:?}", Escaped(file));
        assert_eq!(*at, Some(position(file, *start)), "{:?}", Escaped(file));
    }
}

/// Whether the pieces are there, inside of the hit, and in their order.
fn pieces_are_sound(found: &Found) -> bool {
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

/// The number of the message, and the readings, of a hit.
type Placed = (Option<u64>, Vec<Vec<u8>>);

/// What is found in a text, as that of the message of this number.
fn in_message_at(index: u64, text: &str) -> impl Iterator<Item = Placed> {
    let found = paths::whole(&Config::new(), text.as_bytes()).found;
    let found = found.into_iter();
    found.map(move |found| (Some(index), found.readings))
}

fn shown(all: &[Placed]) -> String {
    let all = all.iter();
    let all = all.map(|(index, readings)| format!("{index:?} {:?}", Escaped(&readings[0])));
    all.collect::<Vec<_>>().join(", ")
}

impl Way {
    /// The kind, if the reader needs to be told it, or is.
    fn told(self) -> Option<Kind> {
        // These are never recognised, or only if more is said in the file.
        let must = matches!(self.kind, Kind::Mboxrd | Kind::Mboxcl | Kind::Mboxcl2);
        (must || self.is_told).then_some(self.kind)
    }

    /// The text with the line breaks of the file.
    fn lines(self, text: &[u8]) -> Vec<u8> {
        let lines = text.split_inclusive(|&byte| byte == b'\n');
        let lines = lines.map(|line| match line {
            [line @ .., b'\n'] if self.crlf => [line, b"\r\n"].concat(),
            _ => line.to_vec(),
        });
        lines.collect::<Vec<_>>().concat()
    }
}

/// The whole file.
fn file(text: &str, way: &mut Way, choices: &mut Choices) -> Vec<u8> {
    let message = message(text, *way, choices);
    // This kind cannot tell a line that had a `>` from one that got it.
    if matches!(way.kind, Kind::Mboxo | Kind::Mboxcl) && has_line(&message.1, b">From ") {
        way.kind = Kind::Mboxrd;
    }
    if way.kind == Kind::Message {
        return way.lines(&[&message.0[..], b"\n", &message.1].concat());
    }
    let decoy = |text: &str| {
        let header = "From: ben@b.example\nSubject: decoy\nDate: Tue, 31 Jan 1995 10:00:00 +0000\n";
        (header.into(), text.into())
    };
    let messages = [decoy(DECOYS[0]), message, decoy(DECOYS[1])];
    let framed = messages.iter().map(|message| frame(message, *way));
    framed.collect::<Vec<_>>().concat()
}

/// A header, without the empty line, and a body. Lines end in LF.
type Message = (Vec<u8>, Vec<u8>);

/// The message that holds a text.
fn message(text: &str, way: Way, choices: &mut Choices) -> Message {
    let (content, body) = leaf(text, way, choices);
    let (content, body) = match way.wrapping {
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

/// The fields that tell what a text is, and the text.
fn leaf(text: &str, way: Way, choices: &mut Choices) -> Message {
    let (text, subtype) = if way.html {
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        let text = text.replace('>', "&gt;");
        (format!("<html><pre>\n{text}</pre></html>\n"), "html")
    } else {
        (text.to_string(), "plain")
    };
    let encoding = match way.encoding {
        Encoding::EightBit => "8bit",
        Encoding::QuotedPrintable => "quoted-printable",
        Encoding::Base64 => "base64",
        Encoding::Uuencode => "x-uuencode",
    };
    let content = format!(
        "Content-Type: text/{subtype}; charset=utf-8\nContent-Transfer-Encoding: {encoding}\n"
    );
    let body = match way.encoding {
        Encoding::EightBit => text.into_bytes(),
        Encoding::QuotedPrintable => quoted_printable(text.as_bytes(), choices),
        Encoding::Base64 => base64(&own_lines(&text, choices), choices),
        Encoding::Uuencode => uuencode(&own_lines(&text, choices), choices),
    };
    (content.into_bytes(), body)
}

/// The text with line breaks that need not be those of the file.
fn own_lines(text: &str, choices: &mut Choices) -> Vec<u8> {
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

/// RFC 2045 §6.7, with more escapes and soft breaks than there need be.
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

/// RFC 2045 §6.8, in lines of any length up to 76.
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

/// POSIX.1, in lines of any length.
fn uuencode(text: &[u8], choices: &mut Choices) -> Vec<u8> {
    let nought = [b'`', b' '][choices.below(2)];
    let character = |six: u8| if six == 0 { nought } else { six + b' ' };
    let mut encoded = b"begin 644 text.txt\n".to_vec();
    let mut rest = text;
    while !rest.is_empty() {
        let len = rest.len().min(choices.below(45) + 1);
        let (line, behind) = rest.split_at(len);
        encoded.extend(u8::try_from(len).map(character));
        encoded.extend(line.chunks(3).flat_map(sextets).map(character));
        encoded.push(b'\n');
        rest = behind;
    }
    encoded.extend_from_slice(b"`\nend\n");
    encoded
}

/// Up to three bytes as four times six bits.
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

/// Puts a message among others.
fn frame((header, body): &Message, way: Way) -> Vec<u8> {
    let body = way.lines(&escaped(body, way.kind));
    let mut header = header.clone();
    if matches!(way.kind, Kind::Mboxcl | Kind::Mboxcl2) {
        header.extend(format!("Content-Length: {}\n", body.len()).into_bytes());
    }
    header.push(b'\n');
    let message = [way.lines(&header), body].concat();
    let (before, behind) = match way.kind {
        Kind::Mmdf => ("\x01\x01\x01\x01\n".into(), "\x01\x01\x01\x01\n"),
        Kind::Rnews => (format!("#! rnews {}\n", message.len()), ""),
        // The status line is what it is recognised by.
        Kind::Nntp if way.is_told => (String::new(), ".\n"),
        Kind::Nntp => ("220 1 <1@a.example> article\n".into(), ".\n"),
        _ => (
            "From jane@a.example Mon Jan 30 09:12:04 1995\n".into(),
            "\n",
        ),
    };
    let around = [before.as_bytes(), behind.as_bytes()].map(|around| way.lines(around));
    [&around[0][..], &message, &around[1]].concat()
}

/// The lines of a body with what the archive puts in front of some.
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
