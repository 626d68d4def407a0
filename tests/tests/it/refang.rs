//! Defanged URLs.

use std::{fs, ops::ControlFlow};

use proptest::prelude::*;
use serde::Deserialize;
use urlsift::{CandidateWarning, Config, Delimiter, Sifter, Sink, Skip, defang};
use urlsift_scan::Refanger;
use urlsift_tests::cases::corpus;

#[derive(Deserialize)]
struct Cases {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    text: String,
    link: Vec<Link>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Link {
    url: String,
    delimiter: String,
    #[serde(default = "yes")]
    refanged: bool,
}

fn yes() -> bool {
    true
}

/// What is found: its bytes in the source, the URL, the delimiter, whether it has the warning, and its line and column.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Found {
    start: u64,
    raw: Vec<u8>,
    url: Vec<u8>,
    delimiter: &'static str,
    is_refanged: bool,
    position: (u64, u64),
    pieces: Vec<(u64, u64)>,
}

#[derive(Default)]
struct Links(Vec<Found>);

impl Sink for Links {
    fn link(&mut self, link: &urlsift::Link<'_>) -> ControlFlow<Skip> {
        let candidate = link.candidate();
        let position = link.position().expect("positions are wanted");
        let pieces = link.pieces().map(|piece| (piece.start(), piece.end()));
        assert_eq!(link.span().len(), candidate.raw().len() as u64);
        self.0.push(Found {
            start: link.span().start(),
            raw: candidate.raw().to_vec(),
            url: candidate.url().to_vec(),
            delimiter: candidate.delimiter().name(),
            is_refanged: candidate.warnings().contains(CandidateWarning::Refanged),
            position: (position.line, position.column),
            pieces: pieces.collect(),
        });
        ControlFlow::Continue(())
    }
}

fn config(refang: bool, all: bool) -> Config {
    Config::new().refang(refang).undelimited(all)
}

/// Returns what is found in a text, however it is read.
#[track_caller]
fn sift(text: &[u8], config: &Config) -> Vec<Found> {
    let sifter = || Sifter::with(config.clone()).positions(true);
    let mut whole = Links::default();
    let _ = sifter().sift_slice(text, &mut whole);
    for size in [1, 2, 7] {
        let mut pieces = Links::default();
        let _ = sifter().block_size(size).sift(text, &mut pieces);
        assert_eq!(pieces.0, whole.0, "in blocks of {size}");
    }
    for found in &whole.0 {
        let start = found.start as usize;
        assert_eq!(found.raw, text[start..start + found.raw.len()], "{found:?}");
        let before = &text[..start];
        let line_start = before
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |at| at + 1);
        let line = before.split(|&byte| byte == b'\n').count();
        let position = (line as u64, (start - line_start) as u64 + 1);
        assert_eq!(found.position, position, "{found:?}");
    }
    whole.0
}

/// Returns a text without marks, and the ranges that are marked.
fn unmark(marked: &str) -> (String, Vec<(usize, usize)>) {
    let (mut text, mut spans, mut start) = (String::new(), Vec::new(), 0);
    for char in marked.chars() {
        match char {
            '⟦' => start = text.len(),
            '⟧' => spans.push((start, text.len())),
            _ => text.push(char),
        }
    }
    (text, spans)
}

#[test]
fn cases_are_read() {
    let path = corpus().join("refang/refang.toml");
    let cases = fs::read_to_string(path).expect("a readable file");
    let cases: Cases = toml::from_str(&cases).expect("valid cases");
    assert!(!cases.case.is_empty());
    for case in cases.case {
        let (text, spans) = unmark(&case.text);
        let found = sift(text.as_bytes(), &config(true, true));
        let shown: Vec<_> = found
            .iter()
            .map(|found| {
                let start = found.start as usize;
                let url = String::from_utf8_lossy(&found.url).into_owned();
                (
                    (start, start + found.raw.len()),
                    url,
                    found.delimiter,
                    found.is_refanged,
                )
            })
            .collect();
        assert_eq!(spans.len(), case.link.len(), "{}", case.name);
        let expected: Vec<_> = spans
            .iter()
            .zip(&case.link)
            .map(|(&span, link)| (span, link.url.clone(), &*link.delimiter, link.refanged))
            .collect();
        assert_eq!(shown, expected, "{}", case.name);
        // URLs without brackets are found only if they are wanted.
        let delimited = sift(text.as_bytes(), &config(true, false));
        let mut wanted = found.clone();
        let names = Delimiter::DELIMITED.iter().map(|kind| kind.name());
        let names: Vec<_> = names.collect();
        wanted.retain(|found| names.contains(&found.delimiter));
        assert_eq!(delimited, wanted, "{}", case.name);
    }
}

proptest! {
    #[test]
    fn texts_without_defanged_urls_are_read_as_usual(
        text in "(<http://a\\.b/|<URL:|>|> |\n|\"|[a-z:/.-]{1,5}| |xx|dot){0,40}",
    ) {
        let text = text.replace("xp", "x").replace("dot", "dt").replace(": /", ":/");
        for all in [false, true] {
            let found = sift(text.as_bytes(), &config(true, all));
            prop_assert_eq!(found, sift(text.as_bytes(), &config(false, all)));
        }
    }

    #[test]
    fn any_text_is_read_the_same_in_pieces(
        text in "(<hxxp://a\\[\\.\\]b/|<URL:fxp\\[://\\]|hxxps\\[:\\]//|\\[dot\\]|\\(\\.\\)|http://c|>|> |\n|\"|[a-z:/.-]{1,3}| |hx){0,30}",
    ) {
        for all in [false, true] {
            let _ = sift(text.as_bytes(), &config(true, all));
        }
    }

    #[test]
    fn what_is_defanged_is_read_again(
        url in "(https?|HTTP|ftp)://([a-z.]{1,6}(:[a-z.]{1,3})?@)?([a-z]{1,5}\\.){1,3}[a-z]{2,4}(:[0-9]{1,4})?(/[a-z.]{0,4}){0,3}|(JavaScript|data):[a-z./]{1,9}",
    ) {
        let text = format!("<URL:{}>", String::from_utf8_lossy(&defang(url.as_bytes())));
        let found = sift(text.as_bytes(), &config(true, false));
        prop_assert_eq!(found.len(), 1);
        prop_assert_eq!(&found[0].url, url.as_bytes());
        prop_assert!(found[0].is_refanged);
    }

    #[test]
    fn refanging_undoes_defanging(
        url in "(https?|hTTp|ftps?|gopher|x)?(://|:|:\\\\|:/)?([a-z]{1,3}|com|\\.|\\[\\.\\]|\\[\\.|\\.\\]|\\\\\\.|\\(\\.\\)|\\{dot\\}|\\[at\\]|@|/|,|\\?u=|hxxp|h00ps|fxp|http|://|\\[:\\]//|:\\[/\\]/|\\[:\\]|\\[/\\]|\\[\\[\\]|h\\[x\\]xp|mailto:|data:|:\\\\|[\\[\\](){}:<%&]|é){0,14}",
    ) {
        for url in [url.clone(), format!("mailto:{url}"), format!("http://{url}")] {
            let mut refanger = Refanger::new();
            let mut again = Vec::new();
            refanger.push(&defang(url.as_bytes()), &mut again);
            refanger.finish(&mut again);
            prop_assert_eq!(String::from_utf8_lossy(&again), url);
        }
    }
}
