//! Properties of the triggers: a reader of archives that skips texts without one misses no URL without angle
//! brackets, however the URL is encoded and wherever the bytes are cut.

use std::{mem, ops::ControlFlow};

use urlsift::{
    Kind, ReadOptions,
    archive::{Origin, Rest, SearchFrom, TextUnit, Visitor, Walker},
    prefilter,
};
use urlsift_scan::{Config, Refanger, Scanner, Triggers};

use crate::{
    paths,
    properties::{self, Escaped},
};

/// Checks that a reader of archives with the triggers passes on every URL that one without them finds: in a body
/// and in header fields, each in several encodings. The text is split at `cut` in forms of two pieces. `www` and
/// `refang` say whether names without a scheme, and defanged URLs, are wanted.
///
/// # Panics
///
/// If a URL is missing or differs.
pub fn no_url_is_lost(text: &str, cut: usize, www: bool, refang: bool) {
    let config = properties::config(Config::DEFAULT_MAX_LEN);
    let config = config.undelimited(true).www(www).refang(refang);
    let config = config.names(www).names_in_headers(www);
    for message in messages(text, cut) {
        let expected = found_in(&config, None, &message, message.len());
        for size in [message.len(), 1 + cut % 40] {
            let found = found_in(&config, Some(&config), &message, size);
            let context = || format!("chunks of {size} of {:?}", Escaped(&message));
            assert_eq!(found, expected, "{}", context());
        }
    }
}

/// Returns the URLs in an mbox with one message, which is read in chunks of this size, by kind.
fn found_in(
    config: &Config,
    prefiltered: Option<&Config>,
    mbox: &[u8],
    size: usize,
) -> Vec<(&'static str, Vec<u8>)> {
    let options = ReadOptions::new()
        .kind(Some(Kind::Mboxrd))
        .prefilter(prefiltered.map(prefilter));
    let mut walker = Walker::new(options);
    let mut urls = UrlVisitor {
        scanner: paths::scanner(config),
        triggers: Triggers::new(config),
        config: config.clone(),
        refangs: config.wants_refanging(),
        text: Vec::new(),
        found: Vec::new(),
    };
    let (mut start, mut end) = (0, 0);
    while end < mbox.len() {
        end = mbox.len().min(end + size);
        let rest = Rest::of(end == mbox.len());
        match walker.push(&mbox[start..end], rest, &mut urls) {
            ControlFlow::Continue(used) => start += used,
            ControlFlow::Break(()) => unreachable!("the visitor does not break"),
        }
    }
    assert_eq!(start, mbox.len(), "everything is read");
    urls.found
}

/// Returns archives of a message that has the text in one form, and of one without it.
fn messages(text: &str, cut: usize) -> Vec<Vec<u8>> {
    let cut = text.floor_char_boundary(cut % (text.len() + 1));
    let (head, tail) = text.split_at(cut);
    let mut messages = Vec::new();
    let mut add = |header: &str, body: &str| {
        // The text of a field has no line breaks but folds.
        messages.push(format!(
            "From a Thu Jan  1 00:00:00 1970\n{header}\n\n{body}\n\n\
             From b Thu Jan  1 00:00:00 1970\nSubject: b\n\nc\n"
        ));
    };
    let folded = |text: &str| text.replace('\n', "\n ");
    let field = |value: &str| format!("Subject: {value}");
    add("Subject: a", text);
    add(&field(&folded(text)), "a");
    for (name, encode) in [("q", quoted as fn(&str) -> String), ("b", encoded)] {
        let word = |text: &str| format!("=?utf-8?{name}?{}?=", encode(text));
        add(&field(&word(text)), "a");
        add(&field(&[word(head), word(tail)].join("\n ")), "a");
        add(&field(&[folded(head), word(tail)].concat()), "a");
        add(&field(&[word(head), folded(tail)].concat()), "a");
    }
    add(&field(&format!("=?utf-8?q?{}?=", plain_word(text))), "a");
    add(&field(&format!("=?utf-7?q?{}?=", utf7(text))), "a");
    let typed = |media: &str, encoding: &str| {
        format!("Content-Type: {media}\nContent-Transfer-Encoding: {encoding}")
    };
    add(
        &typed("text/plain; charset=utf-8", "quoted-printable"),
        &quoted(text),
    );
    let broken = [head, "=\n", tail].concat();
    add(&typed("text/plain", "quoted-printable"), &broken);
    add(&typed("text/plain", "base64"), &encoded(text));
    add(
        &typed("text/plain; charset=utf-16be", "base64"),
        &utf16(text),
    );
    add(&typed("text/plain; charset=utf-7", "7bit"), &utf7(text));
    add(
        &typed("text/plain; charset=hz-gb-2312", "7bit"),
        &text.replace('~', "~~"),
    );
    add(&typed("text/xml", "8bit"), &text.replace('&', "&amp;"));
    let eudora = format!("<x-html>{head}<b>{}</b>", tail.replace(':', "&#58;"));
    add(&typed("text/plain", "8bit"), &eudora);
    for (before, after) in [("", ""), ("<b>", "</b>"), ("<!-- -->", "")] {
        let page = [head, before, &tail.replace(':', "&#58;"), after].concat();
        add(&typed("text/html; charset=utf-8", "8bit"), &page);
    }
    let nested = format!("Subject: {}\n\n{tail}", folded(head));
    add(&typed("message/rfc822", "7bit"), &nested);
    add(&typed("message/rfc822", "base64"), &encoded(&nested));
    let multipart = format!("--b\n\n{head}\n--b\nSubject: {}\n\na\n--b--", folded(tail));
    add(&typed("multipart/mixed; boundary=b", "7bit"), &multipart);
    messages.into_iter().map(String::into_bytes).collect()
}

/// Encodes every byte as quoted-printable.
fn quoted(text: &str) -> String {
    let codes = text.bytes().map(|byte| format!("={byte:02X}"));
    codes.collect::<Vec<_>>().concat()
}

/// Returns a text as base64.
fn encoded(text: &str) -> String {
    base64(text.as_bytes())
}

/// Encodes bytes as base64.
pub(crate) fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let quantum = |bytes: &[u8]| {
        let bits = (0..3).fold(0, |bits, at| {
            bits << 8 | usize::from(bytes.get(at).copied().unwrap_or(0))
        });
        let character = |at: usize| {
            let is_padding = at > bytes.len();
            let code = ALPHABET[bits >> (18 - 6 * at) & 0x3f];
            char::from(if is_padding { b'=' } else { code })
        };
        (0..4).map(character).collect::<String>()
    };
    bytes.chunks(3).map(quantum).collect()
}

/// Returns a text as UTF-16, big-endian, in base64.
fn utf16(text: &str) -> String {
    let units = text.encode_utf16().flat_map(u16::to_be_bytes);
    base64(&units.collect::<Vec<_>>())
}

/// Returns a text as UTF-7, in which each character but letters is shifted.
fn utf7(text: &str) -> String {
    let shift = |char: char| {
        if char.is_ascii_alphanumeric() || matches!(char, ' ' | '\n') {
            return char.to_string();
        }
        let mut units = [0; 2];
        let units = char.encode_utf16(&mut units).iter();
        let bytes: Vec<_> = units.flat_map(|unit| unit.to_be_bytes()).collect();
        let code = base64(&bytes);
        format!("+{}-", code.trim_end_matches('='))
    };
    text.chars().map(shift).collect()
}

/// Returns the text of an encoded word with as little encoded as possible.
fn plain_word(text: &str) -> String {
    let encode = |byte: u8| match byte {
        b'=' | b'?' | b'_' | b'\n' | 0x80.. => format!("={byte:02X}"),
        b' ' => "_".to_owned(),
        _ => char::from(byte).to_string(),
    };
    text.bytes().map(encode).collect()
}

/// A visitor that collects the URLs of all kinds in each text.
struct UrlVisitor {
    scanner: Scanner,
    config: Config,
    /// What the URLs contain.
    triggers: Triggers,
    /// Whether defanged URLs are read.
    refangs: bool,
    text: Vec<u8>,
    found: Vec<(&'static str, Vec<u8>)>,
}

impl Visitor for UrlVisitor {
    fn wants_all_messages(&self) -> bool {
        false
    }

    fn begin(&mut self, _: &TextUnit<'_>) -> ControlFlow<()> {
        self.text.clear();
        ControlFlow::Continue(())
    }

    fn text(&mut self, bytes: &[u8], _: &Origin<'_>) -> ControlFlow<()> {
        self.text.extend_from_slice(bytes);
        ControlFlow::Continue(())
    }

    fn text_from(
        &mut self,
        bytes: &[u8],
        origin: &Origin<'_>,
        from: SearchFrom,
    ) -> ControlFlow<()> {
        let trigger = self.triggers.find(bytes);
        assert!(
            trigger.is_none_or(|first| first >= from.trigger)
                && paths::first_opener(&self.config, bytes) >= from.opener,
            "{:?}",
            Escaped(bytes)
        );
        self.text(bytes, origin)
    }

    fn end(&mut self, _: &Origin<'_>) -> ControlFlow<()> {
        if self.refangs {
            let mut refanger = Refanger::new();
            let text = mem::take(&mut self.text);
            refanger.push(&text, &mut self.text);
            refanger.finish(&mut self.text);
        }
        let found = paths::chunks(&mut self.scanner, [&self.text[..]]).found;
        let urls = found.into_iter();
        self.found
            .extend(urls.map(|mut found| (found.delimiter, found.readings.swap_remove(0))));
        ControlFlow::Continue(())
    }
}
