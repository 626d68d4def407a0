//! Compares bare URLs with those that the crate linkify finds in the decoded texts of real mail: they are the same,
//! but for what belongs to a stronger kind, or to a bare URL that begins earlier.

use std::{collections::BTreeMap, mem, ops::ControlFlow};

use linkify::{LinkFinder, LinkKind};
use urlsift::{
    Candidate, Config, Delimiter, Link, Rejected, Sifter, Sink, Skip, archive::TextUnit,
};
use urlsift_tests::real::{archives, name_in, texts};

/// The number of links that must be compared.
const MIN_LINKS: usize = 30_000;

/// The maximum length in bytes of a line that is not scanned in windows.
const MAX_LINE: usize = 64 << 10;

/// Collects the texts of a file, and compares what is found in each.
struct Comparison {
    finder: LinkFinder,
    text: Vec<u8>,
    found: Vec<Candidate>,
    too_long: Vec<u64>,
    file: String,
    /// The number of links by what became of them.
    counts: BTreeMap<&'static str, usize>,
    unexplained: Vec<String>,
}

impl Comparison {
    fn end_text(&mut self) {
        let text = mem::take(&mut self.text);
        let found = mem::take(&mut self.found);
        let too_long = mem::take(&mut self.too_long);
        let mut expected = 0;
        let mut start = 0;
        for line in text.split(|&byte| byte == b'\n') {
            let mut at = start;
            for chunk in line.utf8_chunks() {
                if line.len() > MAX_LINE {
                    continue;
                }
                for link in self.finder.links(chunk.valid()) {
                    let span = ((at + link.start()) as u64, (at + link.end()) as u64);
                    let outcome = outcome(span, &found, &too_long);
                    expected += usize::from(outcome == Some("bare"));
                    *self
                        .counts
                        .entry(outcome.unwrap_or("unexplained"))
                        .or_default() += 1;
                    if outcome.is_none() {
                        let url = link.as_str();
                        self.unexplained
                            .push(format!("{}: missing {url}", self.file));
                    }
                }
                at += chunk.valid().len() + chunk.invalid().len();
            }
            start += line.len() + 1;
        }
        let bare = found
            .iter()
            .filter(|found| found.delimiter() == Delimiter::Bare);
        let (with_slashes, others): (Vec<_>, Vec<_>) =
            bare.partition(|bare| has_slashes(bare.url()));
        *self.counts.entry("known scheme without //").or_default() += others.len();
        let has_long_line = text
            .split(|&byte| byte == b'\n')
            .any(|line| line.len() > MAX_LINE);
        if with_slashes.len() != expected && !has_long_line {
            self.unexplained.push(format!(
                "{}: {} bare URLs, {expected} of linkify",
                self.file,
                with_slashes.len()
            ));
        }
    }
}

/// Returns what became of a link of linkify; `None` if it is missing.
fn outcome(span: (u64, u64), found: &[Candidate], too_long: &[u64]) -> Option<&'static str> {
    let of = |found: &Candidate| (found.span().start(), found.span().end());
    // Spans that cover others are few, and near.
    let next = found.partition_point(|found| found.span().start() < span.1);
    let mut near = found[..next].iter().rev().take(100);
    if near
        .clone()
        .any(|found| found.delimiter() == Delimiter::Bare && of(found) == span)
    {
        return Some("bare");
    }
    if too_long.contains(&span.0) {
        return Some("too long");
    }
    let covering = near.find(|found| found.span().end() > span.0)?;
    match covering.delimiter() {
        Delimiter::Bare if covering.span().start() >= span.0 => None,
        kind => Some(kind.name_of_cover()),
    }
}

trait Cover {
    fn name_of_cover(self) -> &'static str;
}

impl Cover for Delimiter {
    fn name_of_cover(self) -> &'static str {
        match self {
            Self::Url => "in url",
            Self::Angle => "in angle",
            Self::Prefix => "in prefix",
            Self::Quote => "in quote",
            Self::Bare => "in an earlier bare URL",
            _ => "in another kind",
        }
    }
}

/// Returns whether a URL has `//` after its scheme.
fn has_slashes(url: &[u8]) -> bool {
    let colon = url.iter().position(|&byte| byte == b':');
    colon.is_some_and(|colon| url[colon..].starts_with(b"://"))
}

impl Sink for Comparison {
    fn begin_text(&mut self, _: &TextUnit<'_>) {
        self.end_text();
    }

    fn text(&mut self, decoded: &[u8]) {
        self.text.extend_from_slice(decoded);
    }

    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        self.found.push(link.candidate().clone());
        ControlFlow::Continue(())
    }

    fn rejected(&mut self, rejected: &Rejected<'_>) -> ControlFlow<Skip> {
        let rejection = rejected.rejection();
        if !rejection.delimiter.is_delimited() {
            self.too_long.push(rejection.start);
        }
        ControlFlow::Continue(())
    }
}

#[test]
fn bare_urls_of_real_mail_are_those_of_linkify() {
    let Some(archives) = archives() else {
        return;
    };
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]);
    let mut sifter = Sifter::with(Config::new().undelimited(true));
    let mut comparison = Comparison {
        finder,
        text: Vec::new(),
        found: Vec::new(),
        too_long: Vec::new(),
        file: String::new(),
        counts: BTreeMap::new(),
        unexplained: Vec::new(),
    };
    for (path, file) in texts(&archives) {
        comparison.file = name_in(&archives, &path);
        let _ = sifter.sift(&file[..], &mut comparison);
        comparison.end_text();
    }
    assert!(
        comparison.unexplained.is_empty(),
        "{:#?}",
        comparison.unexplained
    );
    let total: usize = comparison.counts.values().sum();
    assert!(total > MIN_LINKS, "{:?}", comparison.counts);
    #[expect(clippy::print_stderr, reason = "figures, shown with --nocapture")]
    {
        eprintln!("{:#?}", comparison.counts);
    }
}
