//! The ways to write one text into an archive.
//!
//! A writer chooses line breaks, a transfer encoding, the multipart structure and the kind of the archive. None of
//! these changes the URLs of the text.

use base64::{Engine, prelude::BASE64_STANDARD};
use urlsift::Kind;

use crate::{choices::Choices, mailboxes};

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
pub(crate) const DECOYS: [&str; 2] = [
    "<http://decoy.example/before> and <http://decoy.example/cut\n",
    "off> <http://decoy.example/after>\n",
];

/// The boundary of all multiparts.
const BOUNDARY: &str = "=_boundary";

impl WriteOptions {
    /// Returns the kind to give to the reader, if any.
    pub(crate) fn given_kind(self) -> Option<Kind> {
        // These kinds are never recognised, or only from more fields than the file has.
        let must = matches!(self.kind, Kind::Mboxrd | Kind::Mboxcl | Kind::Mboxcl2);
        (must || self.is_kind_given).then_some(self.kind)
    }

    /// Converts the line breaks of a text to the line breaks of the file.
    pub(crate) fn lines(self, text: &[u8]) -> Vec<u8> {
        let lines = text.split_inclusive(|&byte| byte == b'\n');
        let lines = lines.map(|line| match line {
            [line @ .., b'\n'] if self.crlf => [line, b"\r\n"].concat(),
            _ => line.to_vec(),
        });
        lines.collect::<Vec<_>>().concat()
    }
}

/// Returns the complete file.
pub(crate) fn file(text: &str, options: &mut WriteOptions, choices: &mut Choices) -> Vec<u8> {
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
pub(crate) type Message = (Vec<u8>, Vec<u8>);

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
pub(crate) fn leaf(text: &str, options: WriteOptions, choices: &mut Choices) -> Message {
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

/// Converts the line breaks of a text, independently of the file's.
fn with_any_line_breaks(text: &str, choices: &mut Choices) -> Vec<u8> {
    let line_break = ["\n", "\r\n"][choices.below(2)];
    text.replace('\n', line_break).into_bytes()
}

pub(crate) fn in_multipart(content: &[u8], body: &[u8]) -> Message {
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

pub(crate) fn in_message(content: &[u8], body: &[u8]) -> Message {
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
    let characters = BASE64_STANDARD.encode(text).into_bytes();
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
    if options.kind == Kind::Dbox {
        let front = format!("\x01\x02N          {:016X}\n", message.len());
        return [front.as_bytes(), &message, b"\n\x01\x03\nR2f0cb6e4\n\n"].concat();
    }
    let (mut prefix, suffix) = mailboxes::around(options.kind, message.len());
    // This kind is recognised by the status line.
    if options.kind == Kind::Nntp && options.is_kind_given {
        prefix.clear();
    }
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
