//! mail-parser, linkify and html5gum: the program that an engineer writes with them.
//!
//! mail-parser decodes, linkify finds URLs in header fields and texts, and html5gum reads HTML: its text is searched,
//! the attributes that are URLs are taken as they are. Reads the paths of messages, or with `--mbox` a mailbox, and
//! then prints only the links.

use std::{
    env, fs,
    io::{self, BufRead, BufWriter, Write},
};

use html5gum::{Token, Tokenizer};
use linkify::{LinkFinder, LinkKind};
use mail_parser::{Message, MessageParser, PartType, mailbox::mbox::MessageIterator};
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
        }
    }

    fn file(&self, data: &[u8], is_message: bool) -> Vec<String> {
        let mut found = Vec::new();
        match self.parser.parse(data) {
            Some(message) if is_message => self.message(&message, &mut found),
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
