//! Properties of the prefilter: neither the scanner nor a reader of archives misses a link because of it.

use std::ops::ControlFlow;

use urlsift::{
    Kind, ReadOptions,
    archive::{NextBytes, Origin, Rest, TextUnit, Visitor, Walker},
    prefilter,
};
use urlsift_scan::Config;

use crate::{
    oracle::Sifted,
    paths,
    properties::{self, Escaped},
};

/// A scheme added by the caller that is longer than an unknown scheme may be.
pub const LONG_SCHEME: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaax-foo";

fn config(max_len: usize) -> Config {
    let config = properties::config(max_len);
    config.scheme(LONG_SCHEME).expect("a valid scheme")
}

/// Returns options that recognise the kind of a file and skip what cannot contain a link for the default scanner
/// configuration.
#[must_use]
pub fn read_options() -> ReadOptions {
    ReadOptions::new().prefilter(Some(prefilter(&Config::new())))
}

/// Checks that the prefilter accepts the bytes after each `<` that the scanner opens, however few are available.
///
/// # Panics
///
/// If the prefilter rejects an opening.
pub fn openings_are_accepted(text: &[u8], max_len: usize) {
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

/// Checks that a text after an empty line is scanned as if it were alone, unless it begins with a byte in
/// `across_blank_line`.
///
/// # Panics
///
/// If the results differ.
pub fn a_blank_line_separates_texts(before: &[u8], after: &[u8], max_len: usize) {
    let config = config(max_len);
    let Some(&first) = after.first() else {
        return;
    };
    if config.prefilter().across_blank_line()[usize::from(first)] {
        return;
    }
    let before = [before, b"\n\n"].concat();
    let whole = paths::whole(&config, &[&before, after].concat());
    let parts = [&before[..], after].map(|part| paths::whole(&config, part));
    let found = whole.found.iter().map(|found| &found.readings);
    let in_parts = parts.iter().flat_map(|part| &part.found);
    assert!(
        found.eq(in_parts.map(|found| &found.readings)),
        "{:?} and {:?}",
        Escaped(&before),
        Escaped(after)
    );
}

/// Checks that a reader of archives with the prefilter passes on every link: in a header field, in plain text
/// and in HTML.
///
/// # Panics
///
/// If a link is missing.
pub fn prefilter_loses_no_link(text: &[u8], max_len: usize) {
    let config = config(max_len);
    let mbox = mbox(text);
    let links = |prefilter, steps: &[usize]| {
        let options = ReadOptions::new()
            .kind(Some(Kind::Mboxrd))
            .prefilter(prefilter);
        let mut links = HitVisitor {
            config: &config,
            text: Vec::new(),
            found: Vec::new(),
        };
        let mut walker = Walker::new(options);
        let mut used = 0;
        for &step in steps {
            // The walker may wait for the rest of a part.
            walker.set_next_bytes(NextBytes::Buffered);
            let pushed = walker.push(&mbox[used..step.max(used)], Rest::Coming, &mut links);
            assert!(pushed.is_continue());
            used += pushed.continue_value().unwrap_or_default();
        }
        walker.set_next_bytes(NextBytes::Unknown);
        let pushed = walker.push(&mbox[used..], Rest::Nothing, &mut links);
        assert_eq!(pushed, ControlFlow::Continue(mbox.len() - used));
        links.found
    };
    let all = links(None, &[]);
    let steps: Vec<_> = (0..mbox.len()).step_by(101).collect();
    for steps in [&[][..], &steps] {
        let prefiltered = links(Some(prefilter(&config)), steps);
        assert_eq!(prefiltered, all, "{:?}", Escaped(text));
    }
}

/// Returns an mbox with a text as a plain body, in header fields, raw and encoded, and as HTML, raw and with
/// character references for its `<`; each body also in quoted-printable, in several forms.
fn mbox(text: &[u8]) -> Vec<u8> {
    let replaced = |byte: u8, by: &[u8]| {
        let parts: Vec<_> = text.split(|&other| other == byte).collect();
        parts.join(by)
    };
    let codes: Vec<_> = text.iter().map(|byte| format!("={byte:02X}")).collect();
    let encoded = codes.concat();
    let word = |encoded: &str| format!("=?utf-8?q?{encoded}?=");
    let (name, rest) = encoded.split_at(encoded.len() / 6 * 3);
    let headers = [
        String::from_utf8_lossy(&replaced(b'\n', b"\n ")).into_owned(),
        format!("{} {}", word(name), word(rest)),
        format!("<{}", word(&encoded)),
    ];
    let html = [
        text.to_vec(),
        replaced(b'<', b"&lt;"),
        replaced(b'<', b"&LT"),
        [b"<pre>", &replaced(b'<', b"&#x3c")[..]].concat(),
        [b"<p>a</p><textarea>", text].concat(),
        [b"<p><!-- - -->", &replaced(b'<', b"<<b></b>")[..]].concat(),
    ];
    let mut mbox = Vec::new();
    let mut message = |header: &str, body: &[u8]| {
        mbox.extend_from_slice(b"From a Thu Jan  1 00:00:00 1970\nSubject: ");
        mbox.extend_from_slice(header.as_bytes());
        mbox.extend_from_slice(b"\n\n");
        mbox.extend_from_slice(body);
        mbox.extend_from_slice(b"\n\n");
    };
    for header in headers {
        message(&header, b"a");
    }
    message("", text);
    let plain = [
        "text/plain",
        "text/plain; charset=euc-jp",
        "text/plain; format=flowed",
    ];
    for (types, bodies) in [
        (&plain[..], std::slice::from_ref(&html[0])),
        (&["text/html", "text/html; charset=gbk"], &html),
    ] {
        for (media_type, body) in types
            .iter()
            .flat_map(|name| bodies.iter().map(move |body| (name, body)))
        {
            let header = format!("a\nContent-Type: {media_type}");
            message(&header, body);
            let header = format!("{header}\nContent-Transfer-Encoding: quoted-printable");
            for body in quoted_printable(body) {
                message(&header, &body);
            }
        }
    }
    mbox
}

/// Returns forms of a text in quoted-printable: with and without line breaks, with one byte or all bytes encoded.
fn quoted_printable(text: &[u8]) -> Vec<Vec<u8>> {
    let encode = |is_encoded: &dyn Fn(u8) -> bool, soft_break: &str| {
        let codes = text.iter().map(|&byte| {
            if byte == b'=' || is_encoded(byte) {
                format!("={byte:02x}{soft_break}").into_bytes()
            } else {
                [&[byte], soft_break.as_bytes()].concat()
            }
        });
        codes.collect::<Vec<_>>().concat()
    };
    vec![
        encode(&|_| false, ""),
        encode(&|_| false, "=\n"),
        encode(&|_| true, "= \r\n"),
        encode(&|byte| byte == b'<', ""),
        encode(&|byte| byte == b'&', ""),
        encode(&|byte| byte.is_ascii_alphabetic(), ""),
        encode(&|byte| matches!(byte, b':' | b'#' | b';' | b' '), ""),
    ]
}

/// A visitor that collects the readings of the links in each text unit.
struct HitVisitor<'c> {
    config: &'c Config,
    text: Vec<u8>,
    found: Vec<Vec<Vec<u8>>>,
}

impl Visitor for HitVisitor<'_> {
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
