//! What may be passed over holds nothing: neither for the scanner's prefilter by itself, nor for the reader
//! of archives that is given it.

use std::ops::ControlFlow;

use urlsift::{
    Kind, ReadOptions,
    archive::{Origin, Rest, TextUnit, Visitor, Walker},
    prefilter,
};
use urlsift_scan::Config;

use crate::{
    oracle::Sifted,
    paths,
    properties::{self, Escaped},
};

/// A scheme of the caller's own with more bytes than an unknown one may have.
pub const LONG_SCHEME: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaax-foo";

fn config(max_len: usize) -> Config {
    let config = properties::config(max_len);
    config.scheme(LONG_SCHEME).expect("a valid scheme")
}

/// How files are read for a scanner with the default configuration: as what they are by their content,
/// without what holds nothing for it.
#[must_use]
pub fn reading() -> ReadOptions {
    ReadOptions::new().prefilter(Some(prefilter(&Config::new())))
}

/// The prefilter accepts what follows each `<` that the scanner opens, cut anywhere.
///
/// # Panics
///
/// If it does not.
pub fn what_opens_is_accepted(text: &[u8], max_len: usize) {
    let config = config(max_len);
    let Sifted { found, rejected } = paths::whole(&config, text);
    let found = found.iter().map(|found| found.span.0);
    for start in found.chain(rejected.iter().map(|rejected| rejected.start)) {
        let after = &text[start + 1..];
        for len in 0..=after.len().min(100) {
            let may_open = config.prefilter().may_open(&after[..len]);
            assert_ne!(may_open, Some(false), "{:?}", Escaped(&after[..len]));
        }
    }
}

/// What follows an empty line is scanned alike on its own, unless it begins with a byte that the prefilter
/// names.
///
/// # Panics
///
/// If it is not.
pub fn an_empty_line_parts_texts(before: &[u8], behind: &[u8], max_len: usize) {
    let config = config(max_len);
    let Some(&first) = behind.first() else {
        return;
    };
    if config.prefilter().across_blank_line()[usize::from(first)] {
        return;
    }
    let before = [before, b"\n\n"].concat();
    let whole = paths::whole(&config, &[&before, behind].concat());
    let parts = [&before[..], behind].map(|part| paths::whole(&config, part));
    let found = whole.found.iter().map(|found| &found.readings);
    let in_parts = parts.iter().flat_map(|part| &part.found);
    assert!(
        found.eq(in_parts.map(|found| &found.readings)),
        "{:?} and {:?}",
        Escaped(&before),
        Escaped(behind)
    );
}

/// A reader of archives that is given the prefilter leaves out nothing that the scanner finds: in a
/// header field, a plain text and a page.
///
/// # Panics
///
/// If it does.
pub fn no_hit_is_left_out(text: &[u8], max_len: usize) {
    let config = config(max_len);
    let mbox = mbox(text);
    let [all, prefiltered] = [None, Some(prefilter(&config))].map(|prefilter| {
        let reading = ReadOptions::new()
            .kind(Some(Kind::Mboxrd))
            .prefilter(prefilter);
        let mut hits = Hits {
            config: &config,
            text: Vec::new(),
            found: Vec::new(),
        };
        let pushed = Walker::new(reading).push(&mbox, Rest::Nothing, &mut hits);
        assert_eq!(pushed, ControlFlow::Continue(mbox.len()));
        hits.found
    });
    assert_eq!(prefiltered, all, "{:?}", Escaped(text));
}

/// A text as the body of a message, in a header field, as it is and encoded, and as a page, as it is
/// and with its `<` as references.
fn mbox(text: &[u8]) -> Vec<u8> {
    let replaced = |byte: u8, by: &[u8]| {
        let parts: Vec<_> = text.split(|&other| other == byte).collect();
        parts.join(by)
    };
    let codes: Vec<_> = text.iter().map(|byte| format!("={byte:02X}")).collect();
    let encoded = codes.concat();
    let word = |encoded: &str| format!("=?utf-8?q?{encoded}?=");
    let (name, rest) = encoded.split_at(encoded.len() / 6 * 3);
    let mut mbox = Vec::new();
    for (header, body) in [
        (String::new(), text.to_vec()),
        (
            String::from_utf8_lossy(&replaced(b'\n', b"\n ")).into_owned(),
            b"a".to_vec(),
        ),
        (format!("{} {}", word(name), word(rest)), b"a".to_vec()),
        (format!("<{}", word(&encoded)), b"a".to_vec()),
        ("a\nContent-Type: text/html".to_owned(), text.to_vec()),
        (
            "a\nContent-Type: text/html".to_owned(),
            replaced(b'<', b"&lt;"),
        ),
        (
            "a\nContent-Type: text/html".to_owned(),
            [b"<pre>", &replaced(b'<', b"&#x3c")[..]].concat(),
        ),
    ] {
        mbox.extend_from_slice(b"From a Thu Jan  1 00:00:00 1970\nSubject: ");
        mbox.extend_from_slice(header.as_bytes());
        mbox.extend_from_slice(b"\n\n");
        mbox.extend_from_slice(&body);
        mbox.extend_from_slice(b"\n\n");
    }
    mbox
}

/// The URLs of each text.
struct Hits<'c> {
    config: &'c Config,
    text: Vec<u8>,
    found: Vec<Vec<Vec<u8>>>,
}

impl Visitor for Hits<'_> {
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

    fn end(&mut self, _: &Origin<'_>) -> ControlFlow<()> {
        let found = paths::whole(self.config, &self.text).found;
        self.found
            .extend(found.into_iter().map(|found| found.readings));
        ControlFlow::Continue(())
    }
}
