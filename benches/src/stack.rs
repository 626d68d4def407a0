//! The program that an engineer writes in an afternoon, out of the best-known crates.
//!
//! mail-parser decodes messages, linkify finds URLs in header fields and texts, and html5gum reads HTML: linkify
//! searches its text, and the attributes with URLs are taken as they are. There are no places, joins or verdicts.

use std::io::{self, Read, Write};

use html5gum::{Token, Tokenizer};
use linkify::{LinkFinder, LinkKind};
use mail_parser::PartType;

use crate::baseline::each_message;

/// The attributes that are URLs.
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

/// Writes the links of an mbox, one in each line. Returns their number.
///
/// # Errors
///
/// If reading or writing fails.
pub fn write_links(from: impl Read, out: &mut impl Write) -> io::Result<u64> {
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]);
    let mut found = Found {
        out,
        count: 0,
        result: Ok(()),
    };
    let mut shown = String::new();
    each_message(from, |message| {
        for (_, value) in message.headers_raw() {
            finder
                .links(value)
                .for_each(|link| found.add(link.as_str().as_bytes()));
        }
        for part in &message.parts {
            match &part.body {
                PartType::Text(text) => {
                    finder
                        .links(text)
                        .for_each(|link| found.add(link.as_str().as_bytes()));
                }
                PartType::Html(page) => {
                    shown.clear();
                    read_page(page, &mut shown, &mut found);
                    finder
                        .links(&shown)
                        .for_each(|link| found.add(link.as_str().as_bytes()));
                }
                _ => {}
            }
        }
    })?;
    found.result.map(|()| found.count)
}

/// Adds the URLs in the attributes of a page, and appends its text.
fn read_page(page: &str, shown: &mut String, found: &mut Found<'_, impl Write>) {
    for token in Tokenizer::new(page) {
        match token {
            Ok(Token::StartTag(tag)) => {
                for name in ATTRIBUTES {
                    if let Some(url) = tag.attributes.get(name) {
                        found.add(url);
                    }
                }
            }
            Ok(Token::String(text)) => shown.push_str(&String::from_utf8_lossy(&text)),
            Ok(_) | Err(_) => {}
        }
    }
}

struct Found<'o, W> {
    out: &'o mut W,
    count: u64,
    /// The first error of writing.
    result: io::Result<()>,
}

impl<W: Write> Found<'_, W> {
    fn add(&mut self, url: &[u8]) {
        self.count += 1;
        if self.result.is_ok() {
            self.result = self
                .out
                .write_all(url)
                .and_then(|()| self.out.write_all(b"\n"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::write_links;

    #[test]
    fn links_of_headers_texts_and_pages_are_written() {
        let mbox = "From a Thu Jan  1 00:00:00 1970\nX-Url: http://a.example/\n\nsee http://b.example/ now\n\n\
            From a Thu Jan  1 00:00:00 1970\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n\
            <a href=3D'http://c.example/?d&amp;e'>http://f.example/</a>\n";
        let mut out = Vec::new();
        let count = write_links(mbox.as_bytes(), &mut out).expect("a slice");
        let expected =
            "http://a.example/\nhttp://b.example/\nhttp://c.example/?d&e\nhttp://f.example/\n";
        assert_eq!(
            (String::from_utf8(out).as_deref(), count),
            (Ok(expected), 4)
        );
    }
}
