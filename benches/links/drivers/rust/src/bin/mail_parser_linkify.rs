//! mail-parser, and linkify on the header fields and texts that it decodes. Reads the paths of messages.

use std::{
    fs,
    io::{self, BufRead, BufWriter, Write},
};

use linkify::{LinkFinder, LinkKind};
use mail_parser::{Message, MessageParser, PartType, decoders::html::html_to_text};
use serde_json::json;

fn main() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    // Fields that it does not know are texts, too, such as `X-Title`.
    let parser = MessageParser::new()
        .with_mime_headers()
        .with_date_headers()
        .default_header_text();
    for (number, path) in io::stdin().lock().lines().enumerate() {
        let data = fs::read(path?)?;
        let mut texts = Vec::new();
        // The parser takes the line of an mbox for a header field.
        let start = if data.starts_with(b"From ") {
            data.iter()
                .position(|&byte| byte == b'\n')
                .map_or(0, |at| at + 1)
        } else {
            0
        };
        match parser.parse(&data[start..]) {
            Some(message) if data.starts_with(b"From") => add_texts(&message, &mut texts),
            _ => texts.push(String::from_utf8_lossy(&data).into_owned()),
        }
        let found: Vec<_> = texts.iter().flat_map(|text| links(text)).collect();
        writeln!(out, "{}", json!({"id": number, "found": found}))?;
    }
    out.flush()
}

fn links(text: &str) -> Vec<Vec<String>> {
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]);
    finder
        .links(text)
        .map(|link| vec![link.as_str().to_owned()])
        .collect()
}

fn add_texts(message: &Message<'_>, texts: &mut Vec<String>) {
    for header in message.headers() {
        let raw = &message.raw_message[header.offset_start as usize..header.offset_end as usize];
        let value = header.value().as_text().map(str::to_owned);
        texts.push(value.unwrap_or_else(|| String::from_utf8_lossy(raw).into_owned()));
    }
    for part in &message.parts {
        match &part.body {
            PartType::Text(text) => texts.push(text.clone().into_owned()),
            PartType::Html(html) => texts.push(html_to_text(html)),
            PartType::Message(inner) => add_texts(inner, texts),
            _ => {}
        }
    }
}
