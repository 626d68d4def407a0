//! The decoded texts passed to a sink are those that the offsets of candidates refer to.

use std::{io::Read, ops::ControlFlow};

use urlsift::{
    Link, Rejected, Sifter, Sink, Skip,
    archive::{Kind, TextUnit, recognise},
};
use urlsift_scan::{Config, HyphenPolicy};
use urlsift_tests::{
    archive, cases,
    oracle::{self, Found},
    paths,
    properties::Escaped,
};

/// The text units and the results for each.
#[derive(Debug, Default, PartialEq, Eq)]
struct Texts(Vec<Text>);

#[derive(Debug, Default, PartialEq, Eq)]
struct Text {
    bytes: Vec<u8>,
    found: Vec<Found>,
    rejected: Vec<oracle::Rejected>,
}

impl Texts {
    fn of(sifter: &mut Sifter, file: impl Read) -> Self {
        let mut texts = Self::default();
        let _ = sifter.sift(file, &mut texts);
        texts
    }

    /// Removes the text units without an opened candidate: the reader may skip a message that has none.
    fn retain_opened(&mut self) {
        let is_opened = |text: &Text| !text.found.is_empty() || !text.rejected.is_empty();
        self.0.retain(is_opened);
    }

    fn last(&mut self) -> &mut Text {
        self.0.last_mut().expect("a text has begun")
    }
}

impl Sink for Texts {
    fn begin_text(&mut self, _: &TextUnit<'_>) {
        self.0.push(Text::default());
    }

    fn text(&mut self, decoded: &[u8]) {
        self.last().bytes.extend_from_slice(decoded);
    }

    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let (candidate, text) = (link.candidate(), self.last());
        // All bytes of the candidate precede it in the same text.
        let raw = text.bytes.get(candidate.span().range());
        assert_eq!(raw, Some(candidate.raw()), "{candidate:?}");
        assert_eq!(first_reading(&text.bytes, link), candidate.url());
        text.found.push(paths::to_oracle(candidate));
        ControlFlow::Continue(())
    }

    fn rejected(&mut self, rejected: &Rejected<'_>) -> ControlFlow<Skip> {
        let rejected = paths::to_oracle_rejected(rejected.rejection());
        let text = self.last();
        assert_eq!(text.bytes.get(rejected.start), Some(&b'<'));
        text.rejected.push(rejected);
        ControlFlow::Continue(())
    }
}

/// Returns the first reading, built from the pieces in the text.
fn first_reading(text: &[u8], link: &Link<'_>) -> Vec<u8> {
    let candidate = link.candidate();
    let mut url = Vec::new();
    for (index, piece) in candidate.pieces().iter().enumerate() {
        let join = index.checked_sub(1).map(|join| candidate.joins()[join]);
        let is_at = join.is_some_and(|join| join.dropped.is_at());
        url.extend(is_at.then_some(b'@'));
        url.extend_from_slice(&text[piece.range()]);
    }
    let first = candidate.readings(HyphenPolicy::Both).next();
    assert_eq!(first.as_deref(), Some(candidate.url()));
    url
}

/// Checks that the scanner finds in each text unit of a file what was reported, and that the units do not depend on
/// the size of the reads. Returns the number of links.
fn check(name: &str, file: &[u8], kind: Option<Kind>) -> usize {
    let options = urlsift::ReadOptions::new().kind(kind);
    let new = || Sifter::new().reading(options.clone());
    let mut whole = Texts::of(&mut new(), file);
    for text in &whole.0 {
        let expected = paths::whole(&Config::new(), &text.bytes);
        let about = || format!("{name}: {:?}", Escaped(&text.bytes));
        assert_eq!(text.found, expected.found, "{}", about());
        assert_eq!(text.rejected, expected.rejected, "{}", about());
    }
    whole.retain_opened();
    let mut sliced = Texts::default();
    let _ = new().sift_slice(file, &mut sliced);
    sliced.retain_opened();
    assert_eq!(sliced, whole, "{name}, in a slice");
    for block in [1, 3, 64, 1000] {
        if file.len() / block < 10_000 {
            let mut blocks = Texts::of(&mut new().block_size(block), file);
            blocks.retain_opened();
            assert_eq!(blocks, whole, "{name}, in blocks of {block}");
        }
    }
    // A sink with context lines gets the same texts.
    let mut with_lines = Texts::of(&mut new().context(2, 2), file);
    with_lines.retain_opened();
    assert_eq!(with_lines, whole, "{name}, with lines");
    whole.0.iter().map(|text| text.found.len()).sum()
}

#[test]
fn texts_of_every_case_contain_its_candidates() {
    let mut links = 0;
    for case in archive::cases() {
        let found = check(&case.name, &case.file, case.read_as);
        assert_eq!(found, case.links.len(), "{}", case.name);
        links += found;
    }
    assert!(links > 300, "{links}");
}

#[test]
fn texts_of_mailboxes_contain_their_candidates() {
    let mut links = 0;
    for path in cases::files("mail", "mbox") {
        let file = std::fs::read(&path).expect("a readable file");
        links += check(&path.display().to_string(), &file, recognise(&file, true));
    }
    assert!(links > 0);
}

#[test]
fn a_file_without_messages_is_one_text() {
    let text = "Grüße\r\n<http://a.exam\r\nple/>\r\n".repeat(20_000);
    let texts = Texts::of(&mut Sifter::new(), text.as_bytes());
    let [all] = &texts.0[..] else {
        panic!("{} texts", texts.0.len())
    };
    assert_eq!(all.bytes, text.as_bytes());
    assert_eq!(all.found.len(), 20_000);
}
