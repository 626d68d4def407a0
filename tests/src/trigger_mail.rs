//! Properties of the triggers: a reader of archives that skips texts without one misses no URL without angle
//! brackets, however the URL is encoded and wherever the bytes are cut.

use std::{fmt::Write, mem, ops::ControlFlow};

use base64::{Engine, prelude::BASE64_STANDARD};
use urlsift::{
    Kind, ReadOptions,
    archive::{NextBytes, Origin, Rest, SearchFrom, TextUnit, Visitor, Walker},
    prefilter,
};
use urlsift_scan::{Config, Refanger, Scanner, Triggers};

use crate::{
    paths, prefiltering,
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
    for archive in messages(text, cut) {
        skipping_loses_nothing(&archive, cut, &config);
    }
}

/// Checks the same of the links in angle brackets, in more forms of an ASCII text, with schemes that the caller adds.
///
/// # Panics
///
/// If a link is missing or differs.
pub fn no_link_in_brackets_is_lost(text: &str, max_len: usize) {
    skipping_loses_nothing(&bodies(text), max_len, &prefiltering::config(max_len));
}

/// Checks that what is skipped has no link. A number chooses the chunks in which the archive is read, too.
fn skipping_loses_nothing(archive: &[u8], number: usize, config: &Config) {
    let expected = found_in(config, None, archive, archive.len());
    for size in [archive.len(), [1 + number % 40, BUFFERED][number % 2]] {
        let found = found_in(config, Some(config), archive, size);
        assert_eq!(
            found,
            expected,
            "chunks of {size} of {:?}",
            Escaped(archive)
        );
    }
}

/// The size of chunks after which the next one is in memory already, so that the walker may wait for the rest of a
/// part.
const BUFFERED: usize = 101;

/// Returns the URLs in an mbox, which is read in chunks of this size, by kind.
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
        scanner: Scanner::new(config.clone()).judge(paths::is_url),
        triggers: config.wants_undelimited().then(|| Triggers::new(config)),
        config: config.clone(),
        refangs: config.wants_refanging(),
        text: Vec::new(),
        found: Vec::new(),
    };
    let (mut start, mut end) = (0, 0);
    while end < mbox.len() {
        end = mbox.len().min(end + size);
        let rest = Rest::of(end == mbox.len());
        if size == BUFFERED {
            let next = if end < mbox.len() {
                NextBytes::Buffered
            } else {
                NextBytes::Unknown
            };
            walker.set_next_bytes(next);
        }
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
    for (name, encode) in [("q", quoted as fn(&str) -> String), ("b", base64)] {
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
    add(&typed("text/plain", "base64"), &base64(text));
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
    add(&typed("message/rfc822", "base64"), &base64(&nested));
    let multipart = format!("--b\n\n{head}\n--b\nSubject: {}\n\na\n--b--", folded(tail));
    add(&typed("multipart/mixed; boundary=b", "7bit"), &multipart);
    messages.into_iter().map(String::into_bytes).collect()
}

/// Returns an mbox with an ASCII text in header fields, as a plain body and as HTML with references for its `<`; each
/// body also in forms of quoted-printable.
fn bodies(text: &str) -> Vec<u8> {
    let mut mbox = String::new();
    let mut add = |header: &str, body: &str| {
        let _ = write!(
            mbox,
            "From a Thu Jan  1 00:00:00 1970\n{header}\n\n{body}\n\n"
        );
    };
    let codes = quoted(text);
    let (name, rest) = codes.split_at(codes.len() / 6 * 3);
    let word = |codes: &str| format!("=?utf-8?q?{codes}?=");
    for value in [
        text.replace('\n', "\n "),
        format!("{} {}", word(name), word(rest)),
        format!("<{}", word(&codes)),
    ] {
        add(&format!("Subject: {value}"), "a");
    }
    let pages = [
        text.to_owned(),
        text.replace('<', "&lt;"),
        text.replace('<', "&LT"),
        format!("<pre>{}", text.replace('<', "&#x3c")),
        format!("<p>a</p><textarea>{text}"),
        format!("<p><!-- - -->{}", text.replace('<', "<<b></b>")),
    ];
    for (media, body) in [
        ("plain", &pages[..1]),
        ("plain; charset=euc-jp", &pages[..1]),
        ("plain; format=flowed", &pages[..1]),
        ("html", &pages),
        ("html; charset=gbk", &pages),
    ]
    .into_iter()
    .flat_map(|(media, bodies)| bodies.iter().map(move |body| (media, body)))
    {
        let header = format!("Subject: a\nContent-Type: text/{media}");
        add(&header, body);
        let header = format!("{header}\nContent-Transfer-Encoding: quoted-printable");
        for (is_quoted, after) in QUOTED {
            let code = |char: char| {
                if char == '=' || is_quoted(char) {
                    format!("={:02x}{after}", u32::from(char))
                } else {
                    format!("{char}{after}")
                }
            };
            add(&header, &body.chars().map(code).collect::<String>());
        }
    }
    mbox.into_bytes()
}

/// Which characters are encoded in a form of quoted-printable.
type IsEncoded = fn(char) -> bool;

/// The forms of quoted-printable, each with the soft line break after each character.
const QUOTED: [(IsEncoded, &str); 7] = [
    (|_| false, ""),
    (|_| false, "=\n"),
    (|_| true, "= \r\n"),
    (|char| char == '<', ""),
    (|char| char == '&', ""),
    (|char| char.is_ascii_alphabetic(), ""),
    (|char| ":#; ".contains(char), ""),
];

/// Encodes every byte as quoted-printable.
fn quoted(text: &str) -> String {
    let codes = text.bytes().map(|byte| format!("={byte:02X}"));
    codes.collect::<Vec<_>>().concat()
}

fn base64(text: &str) -> String {
    BASE64_STANDARD.encode(text)
}

/// Returns a text as UTF-16, big-endian, in base64.
fn utf16(text: &str) -> String {
    let units = text.encode_utf16().flat_map(u16::to_be_bytes);
    BASE64_STANDARD.encode(units.collect::<Vec<_>>())
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
        let code = BASE64_STANDARD.encode(bytes);
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
    /// What the URLs without angle brackets contain, if they are wanted.
    triggers: Option<Triggers>,
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
        let triggers = self.triggers.as_ref();
        let trigger = triggers.and_then(|triggers| triggers.find(bytes));
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
