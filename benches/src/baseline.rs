//! The baselines that run in process.

use std::{
    io::{self, BufRead, BufReader, Read},
    ops::ControlFlow,
};

use linkify::{LinkFinder, LinkKind};
use mail_parser::MessageParser;
use memchr::{memchr, memchr_iter, memmem};
use urlsift::{
    ReadOptions,
    archive::{Markup, Origin, Rest, Visitor, Walker},
    prefilter,
};
use urlsift_scan::Config;

/// Bytes read per block.
pub const BLOCK: usize = 256 << 10;

/// Returns the number of links with a scheme that linkify finds in the lines of a file, as they are.
///
/// # Errors
///
/// Returns read errors.
pub fn find_links(bytes: impl Read) -> io::Result<u64> {
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]);
    let mut reader = BufReader::with_capacity(BLOCK, bytes);
    let (mut line, mut total) = (Vec::new(), 0);
    while reader.read_until(b'\n', &mut line)? > 0 {
        total += finder.links(&String::from_utf8_lossy(&line)).count() as u64;
        line.clear();
    }
    Ok(total)
}

/// Counts the bytes of decoded text, and the values of attributes.
#[derive(Default)]
struct Decoded {
    bytes: u64,
    values: u64,
}

impl Visitor for Decoded {
    fn wants_all_messages(&self) -> bool {
        false
    }

    fn text(&mut self, bytes: &[u8], _: &Origin<'_>) -> ControlFlow<()> {
        self.bytes += bytes.len() as u64;
        ControlFlow::Continue(())
    }

    fn markup(&mut self, _: u64, markup: &Markup<'_>) -> ControlFlow<()> {
        self.values += u64::from(matches!(markup, Markup::Value(_)));
        ControlFlow::Continue(())
    }
}

/// Decodes what `--all` decodes, and reads the attributes of its HTML, but searches nothing. Returns the bytes of the
/// texts, and the number of attributes that contain URLs.
///
/// # Errors
///
/// If reading fails.
pub fn decode(mut from: impl Read) -> io::Result<(u64, u64)> {
    let config = Config::new().undelimited(true);
    let options = ReadOptions::new()
        .prefilter(Some(prefilter(&config)))
        .attributes(Some(Config::DEFAULT_MAX_LEN));
    let (mut walker, mut decoded) = (Walker::new(options), Decoded::default());
    let mut buffer = Vec::new();
    loop {
        // Without a copy, as the bytes that the reader has not used yet are few.
        let len = from.by_ref().take(BLOCK as u64).read_to_end(&mut buffer)?;
        let rest = Rest::of(len == 0);
        // The visitor does not break.
        let used = walker.push(&buffer, rest, &mut decoded);
        buffer.drain(..used.continue_value().unwrap_or_default());
        if len == 0 {
            return Ok((decoded.bytes, decoded.values));
        }
    }
}

/// Returns the number of occurrences of `byte`.
#[must_use]
pub fn count(byte: u8, bytes: &[u8]) -> u64 {
    memchr_iter(byte, bytes).count() as u64
}

/// Reads to the end and returns the number of occurrences of `byte`: the minimum work of any search.
///
/// # Errors
///
/// If reading fails.
pub fn read_and_count(byte: u8, mut from: impl Read) -> io::Result<u64> {
    let (mut block, mut total) = (vec![0; BLOCK], 0);
    loop {
        match from.read(&mut block)? {
            0 => return Ok(total),
            len => total += count(byte, &block[..len]),
        }
    }
}

/// Parses every message of an mbox with mail-parser, which also decodes the texts. Returns the
/// number of messages and the bytes of their texts. A message begins at every `From ` line.
///
/// # Errors
///
/// If reading fails.
pub fn parse_mail(from: impl Read) -> io::Result<(u64, u64)> {
    let (mut messages, mut bytes) = (0, 0);
    each_message(from, |message| {
        messages += 1;
        let texts = message
            .text_bodies()
            .filter_map(|part| part.text_contents());
        bytes += texts.map(|text| text.len() as u64).sum::<u64>();
    })?;
    Ok((messages, bytes))
}

/// Parses every message of an mbox with mail-parser. A message begins at every `From ` line.
///
/// # Errors
///
/// If reading fails.
pub(crate) fn each_message(
    mut from: impl Read,
    mut read: impl FnMut(&mail_parser::Message<'_>),
) -> io::Result<()> {
    let mut parse = |raw: &[u8]| {
        let body = match memchr(b'\n', raw) {
            Some(end) if raw.starts_with(b"From ") => &raw[end + 1..],
            _ => raw,
        };
        if let Some(message) = MessageParser::default().parse(body) {
            read(&message);
        }
    };
    let boundary = memmem::Finder::new(b"\nFrom ");
    let (mut block, mut buffer, mut searched) = (vec![0; BLOCK], Vec::new(), 0);
    loop {
        let len = from.read(&mut block)?;
        if len == 0 {
            parse(&buffer);
            return Ok(());
        }
        buffer.extend_from_slice(&block[..len]);
        let mut start = 0;
        while let Some(at) = boundary.find(&buffer[searched..]) {
            let end = searched + at + 1;
            parse(&buffer[start..end]);
            (start, searched) = (end, end);
        }
        buffer.drain(..start);
        // A boundary may be split between two blocks.
        searched = buffer.len().saturating_sub(boundary.needle().len() - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail;

    #[test]
    fn bytes_are_counted_across_blocks() {
        let text = b"<a".repeat(BLOCK);
        assert_eq!(
            read_and_count(b'<', &text[..]).expect("a slice"),
            BLOCK as u64
        );
    }

    #[test]
    fn links_are_found_line_by_line() {
        let text =
            b"see http://a.example/\nb\xe9 www.c.example (http://d.example/, x://e)\nhttp://f";
        assert_eq!(find_links(&text[..]).expect("a slice"), 4);
    }

    #[test]
    fn texts_and_attributes_are_decoded() {
        let message = "From a Thu Jan  1 00:00:00 1970\nContent-Type: text/html\n\n<a href='http://b/'>c</a>\n\n";
        let mbox = message.repeat(10_000);
        let (bytes, values) = decode(mbox.as_bytes()).expect("a slice");
        assert_eq!(values, 10_000);
        assert!(bytes >= 10_000);
    }

    #[test]
    fn every_message_is_parsed() {
        let message = "From a@b.example\nSubject: x\nContent-Transfer-Encoding: base64\n\nYWJj\n\n";
        let mbox = message.repeat(10_000);
        assert_eq!(
            parse_mail(mbox.as_bytes()).expect("a slice"),
            (10_000, 30_000)
        );
        for text in mail::all().expect("the corpus") {
            let mbox = text.bytes(3 * BLOCK);
            let expected = memmem::find_iter(&mbox, "\n\nFrom ").count() as u64 + 1;
            assert_eq!(
                parse_mail(&mbox[..]).expect("a slice").0,
                expected,
                "{}",
                text.name()
            );
        }
    }
}
