//! mail-parser, linkify and html5gum: the program that an engineer writes with them.
//!
//! mail-parser decodes, linkify finds URLs in header fields and texts, and html5gum reads HTML: its text is searched,
//! the attributes that are URLs are taken as they are. With `--unquoted`, flowed text is put together, and quote
//! prefixes and line breaks in brackets are removed, as `bench/texts.py` does it for libraries. Reads the paths of
//! messages, or with `--mbox` a mailbox, and then prints only the links.

use std::{
    env, fs,
    io::{self, BufRead, BufWriter, Write},
};

use html5gum::{Token, Tokenizer};
use linkify::{LinkFinder, LinkKind};
use mail_parser::{
    Message, MessageParser, MessagePart, MimeHeaders, PartType, mailbox::mbox::MessageIterator,
};
use serde_json::json;

const ATTRIBUTES: [&[u8]; 8] = [
    b"href",
    b"src",
    b"action",
    b"background",
    b"cite",
    b"longdesc",
    b"data",
    b"poster",
];

fn main() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let search = Search::new();
    if let Some(path) = env::args_os().skip_while(|arg| arg != "--mbox").nth(1) {
        for message in MessageIterator::new(io::BufReader::new(fs::File::open(path)?)) {
            let message = message.map_err(|_| io::Error::other("no mailbox"))?;
            for url in search.file(message.contents(), true) {
                writeln!(out, "{url}")?;
            }
        }
    } else {
        for (number, path) in io::stdin().lock().lines().enumerate() {
            let data = fs::read(path?)?;
            // The parser takes the line of an mbox for a header field.
            let is_message = data.starts_with(b"From");
            let start = if data.starts_with(b"From ") {
                data.iter()
                    .position(|&byte| byte == b'\n')
                    .map_or(0, |at| at + 1)
            } else {
                0
            };
            let found: Vec<_> = search
                .file(&data[start..], is_message)
                .into_iter()
                .map(|url| vec![url])
                .collect();
            writeln!(out, "{}", json!({"id": number, "found": found}))?;
        }
    }
    out.flush()
}

struct Search {
    finder: LinkFinder,
    parser: MessageParser,
    is_unquoted: bool,
}

impl Search {
    fn new() -> Self {
        let mut finder = LinkFinder::new();
        finder.kinds(&[LinkKind::Url]);
        Self {
            finder,
            // Fields that it does not know are texts, too, such as `X-Title`.
            parser: MessageParser::new()
                .with_mime_headers()
                .with_date_headers()
                .default_header_text(),
            is_unquoted: env::args_os().any(|arg| arg == "--unquoted"),
        }
    }

    fn file(&self, data: &[u8], is_message: bool) -> Vec<String> {
        let mut found = Vec::new();
        match self.parser.parse(data) {
            Some(message) if is_message => self.message(&message, &mut found),
            _ if self.is_unquoted => {
                self.text(&unquoted(&String::from_utf8_lossy(data)), &mut found);
            }
            _ => self.text(&String::from_utf8_lossy(data), &mut found),
        }
        found
    }

    fn message(&self, message: &Message<'_>, found: &mut Vec<String>) {
        for header in message.headers() {
            let raw =
                &message.raw_message[header.offset_start as usize..header.offset_end as usize];
            match header.value().as_text() {
                Some(value) => self.text(value, found),
                None => self.text(&String::from_utf8_lossy(raw), found),
            }
        }
        for part in &message.parts {
            match &part.body {
                PartType::Text(text) if self.is_unquoted => {
                    self.text(&unquoted(&unflowed(part, text)), found);
                }
                PartType::Text(text) => self.text(text, found),
                PartType::Html(page) => self.page(page, found),
                PartType::Message(inner) => self.message(inner, found),
                _ => {}
            }
        }
    }

    fn page(&self, page: &str, found: &mut Vec<String>) {
        let mut shown = String::new();
        for Ok(token) in Tokenizer::new(page) {
            match token {
                Token::StartTag(tag) => {
                    for name in ATTRIBUTES {
                        if let Some(url) = tag.attributes.get(name) {
                            found.push(String::from_utf8_lossy(url).into_owned());
                        }
                    }
                    shown.push('\n');
                }
                Token::String(text) => shown.push_str(&String::from_utf8_lossy(&text)),
                _ => {}
            }
        }
        self.text(&shown, found);
    }

    fn text(&self, text: &str, found: &mut Vec<String>) {
        found.extend(self.finder.links(text).map(|link| link.as_str().to_owned()));
    }
}

/// Returns flowed text with each paragraph in one line, without quote prefixes (RFC 3676, section 4); others as they
/// are.
fn unflowed(part: &MessagePart<'_>, text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let has = |name, value| {
        part.content_type()
            .and_then(|kind| kind.attribute(name))
            .is_some_and(|found| found.eq_ignore_ascii_case(value))
    };
    if !has("format", "flowed") {
        return text;
    }
    let (mut lines, mut open_depth) = (Vec::<String>::new(), None);
    for line in text.split('\n') {
        let content = line.trim_start_matches('>');
        let depth = line.len() - content.len();
        let content = content.strip_prefix(' ').unwrap_or(content);
        let is_open = content.ends_with(' ') && content != "-- ";
        let content = if is_open && has("delsp", "yes") {
            &content[..content.len() - 1]
        } else {
            content
        };
        match lines.last_mut() {
            Some(last) if open_depth == Some(depth) => last.push_str(content),
            _ => lines.push(content.to_owned()),
        }
        open_depth = is_open.then_some(depth);
    }
    lines.join("\n")
}

/// Returns a text without quote prefixes, and without white space in `<scheme:...>`.
fn unquoted(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(without_prefix).collect();
    let text = lines.join("\n");
    let (mut out, mut rest) = (String::new(), text.as_str());
    while let Some((before, after)) = rest.split_once('<') {
        out.push_str(before);
        out.push('<');
        rest = after;
        if let Some((inner, after)) = rest.split_once('>')
            && !inner.contains('<')
            && is_url(inner)
        {
            out.extend(inner.split_whitespace());
            out.push('>');
            rest = after;
        }
    }
    out + rest
}

fn is_url(inner: &str) -> bool {
    let inner = match inner.get(..4) {
        Some(label) if label.eq_ignore_ascii_case("URL:") => inner[4..].trim_start(),
        _ => inner.trim_start(),
    };
    inner.split_once(':').is_some_and(|(scheme, rest)| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"+.-".contains(&byte))
            && !rest.is_empty()
    })
}

/// Returns a line without what mailers put before quoted lines: `>`, `|`, `:`, and the initials of Supercite.
fn without_prefix(line: &str) -> &str {
    let mut rest = line;
    loop {
        let text = rest.trim_start_matches([' ', '\t']);
        let initials = text.bytes().take_while(u8::is_ascii_uppercase).count();
        let mark = if text.starts_with(['>', '|', ':']) {
            1
        } else if (2..=3).contains(&initials) && text[initials..].starts_with('>') {
            initials + 1
        } else {
            break;
        };
        rest = &text[mark..];
    }
    if rest.len() == line.len() {
        line
    } else {
        rest.strip_prefix(' ').unwrap_or(rest)
    }
}
