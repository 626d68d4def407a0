//! Compares bare URLs with those that the crate linkify finds in the decoded texts of real mail. Each difference
//! belongs to a named rule; one that does not is a fault.

use std::{collections::BTreeMap, mem, ops::ControlFlow, ops::Range};

use linkify::{LinkFinder, LinkKind};
use urlsift::{
    Candidate, Config, Delimiter, Reason, Rejected, Sifter, Sink, Skip, archive::TextUnit,
};
use urlsift_tests::real::{archives, name_in, texts};

/// The number of links that must be compared.
const MIN_LINKS: usize = 30_000;

/// The maximum length in bytes of a line that is not scanned in windows.
const MAX_LINE: usize = 64 << 10;

/// The number of differences of each rule that are shown with `--nocapture`.
const SAMPLES: usize = 20;

/// The rule of a difference that none explains.
const UNEXPLAINED: &str = "unexplained";

/// How a link of linkify relates to the links that urlsift finds in a text: the name of a rule.
type Rule = &'static str;

/// A link of urlsift, by offsets in its text.
struct Link {
    delimiter: Delimiter,
    span: Range<usize>,
    url: Range<usize>,
}

impl Link {
    fn of(candidate: &Candidate) -> Self {
        let pieces = candidate.pieces();
        let first = pieces.first().map_or(0, |piece| piece.range().start);
        let last = pieces.last().map_or(0, |piece| piece.range().end);
        Self {
            delimiter: candidate.delimiter(),
            span: candidate.span().range(),
            url: first..last,
        }
    }

    fn is_bare(&self) -> bool {
        self.delimiter == Delimiter::Bare
    }
}

/// Collects the texts of a file, and compares what is found in each.
struct Comparison {
    finder: LinkFinder,
    text: Vec<u8>,
    found: Vec<Link>,
    too_long: Vec<usize>,
    file: String,
    /// The number of links by rule.
    counts: BTreeMap<Rule, usize>,
    samples: BTreeMap<Rule, Vec<String>>,
}

impl Comparison {
    fn end_text(&mut self) {
        let text = mem::take(&mut self.text);
        let found = mem::take(&mut self.found);
        let too_long = mem::take(&mut self.too_long);
        let each_line = text.split(|&byte| byte == b'\n');
        if each_line.clone().any(|line| line.len() > MAX_LINE) {
            return;
        }
        let mut links = Vec::new();
        let mut start = 0;
        for line in each_line {
            let mut at = start;
            for chunk in line.utf8_chunks() {
                let in_chunk = self.finder.links(chunk.valid());
                links.extend(in_chunk.map(|link| at + link.start()..at + link.end()));
                at += chunk.valid().len() + chunk.invalid().len();
            }
            start += line.len() + 1;
        }
        for link in &links {
            let near = near(&found, link, |link| &link.span);
            let rule = if too_long.contains(&link.start) {
                "too-long"
            } else {
                rule_of_link(&text, link, near)
            };
            self.count(rule, &text, link, near);
        }
        for link in found.iter().filter(|link| link.is_bare()) {
            if near(&links, &link.url, |link| link).is_empty() {
                let rule = rule_of_extra(&text, link);
                self.count(rule, &text, &link.url, &[]);
            }
        }
    }

    fn count(&mut self, rule: Rule, text: &[u8], link: &Range<usize>, near: &[Link]) {
        *self.counts.entry(rule).or_default() += 1;
        let samples = self.samples.entry(rule).or_default();
        if rule == "same" || rule != UNEXPLAINED && samples.len() >= SAMPLES {
            return;
        }
        let show = |range: Range<usize>| text[range].escape_ascii().to_string();
        let around = link.start.saturating_sub(12)..text.len().min(link.end + 12);
        let near = near.iter().map(|link| show(link.url.clone()));
        samples.push(format!(
            "{}: {} -> {:?} in {}",
            self.file,
            show(link.clone()),
            near.collect::<Vec<_>>(),
            show(around)
        ));
    }
}

/// Returns those of several ranges that overlap a range. They are in order and rarely overlap.
fn near<'t, T>(all: &'t [T], range: &Range<usize>, of: impl Fn(&T) -> &Range<usize>) -> &'t [T] {
    let end = all.partition_point(|one| of(one).start < range.end);
    let overlapping = all[..end].iter().rev();
    let count = overlapping
        .take_while(|one| of(one).end > range.start)
        .count();
    &all[end - count..end]
}

/// Returns the rule that explains what became of a link of linkify, given the links of urlsift that overlap it.
fn rule_of_link(text: &[u8], link: &Range<usize>, near: &[Link]) -> Rule {
    let Some(first) = near.first() else {
        return rule_of_missing(&text[link.clone()]);
    };
    // Punctuation before what ends the URL is no part of it, either.
    let next = &text[first.url.end..];
    let is_punctuation = |byte: &&u8| b"?!.,:;*'".contains(byte);
    let next = &next[next.iter().take_while(is_punctuation).count()..];
    if first.is_bare() && first.url == *link {
        "same"
    } else if !first.is_bare() && first.span.start <= link.start {
        "in-stronger-kind"
    } else if first.url.start < link.start {
        rule_of_longer(&text[first.url.start..link.start], first.is_bare())
    } else if first.url.start > link.start {
        "glued-word"
    } else if first.url.end > link.end {
        rule_of_longer(&text[link.end..first.url.end], true)
    } else if near.len() > 1 && !near[1].is_bare() && near[1].span.start == first.url.end {
        "cut-before-stronger-kind"
    } else {
        rule_of_shorter(text, link, first, next)
    }
}

/// Returns the rule by which linkify's link is none.
fn rule_of_missing(link: &[u8]) -> Rule {
    let colon = link.iter().position(|&byte| byte == b':').unwrap_or(0);
    let host = link.get(colon + 3..).unwrap_or_default();
    let host = host.split(|byte| b"/?#".contains(byte)).next();
    let last = host.and_then(|host| host.rsplit(|&byte| byte == b'.').next());
    match last {
        Some(last) if last.first().is_some_and(u8::is_ascii_digit) => "number-as-host",
        Some([]) => "empty-authority",
        _ => UNEXPLAINED,
    }
}

/// Returns the rule by which ours has more bytes than linkify's link, after or before it.
fn rule_of_longer(more: &[u8], is_bare: bool) -> Rule {
    match more.first() {
        _ if !is_bare => "in-stronger-kind",
        _ if str::from_utf8(more).is_err() => "invalid-bytes",
        Some(b'#' | b'?' | b':' | b'.' | b'_' | b'-' | b'/') => "host",
        Some(b'%' | b'@') => "login",
        _ if more.starts_with(b" at ") => "at-sign",
        _ if more.contains(&b':') => "known-scheme-before",
        _ => UNEXPLAINED,
    }
}

/// Returns the rule by which ours has fewer bytes than linkify's link. `next` follows ours.
fn rule_of_shorter(text: &[u8], link: &Range<usize>, ours: &Link, next: &[u8]) -> Rule {
    let marks = |byte: &u8| b"_*~=|".contains(byte);
    let before = ours.url.start.checked_sub(1).map(|before| &text[before]);
    let is_emphasis = before.is_some_and(|before| {
        let rest = &text[ours.url.end..link.end];
        marks(before) && rest.last() == Some(before)
    });
    let valid = next.utf8_chunks().next();
    let char = valid.and_then(|chunk| chunk.valid().chars().next());
    let has_path = text[ours.url.clone()].split(|&byte| byte == b'/').count() > 3;
    match char {
        _ if is_emphasis => "emphasis",
        Some('&') => "entity",
        Some('[' | '(') => "url[url]",
        Some(char) if char.is_whitespace() => "white-space",
        Some(
            '\u{200b}'
            | '\u{2060}'
            | '\u{feff}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{202a}'..='\u{202e}',
        ) => "invisible",
        Some(char) if char.is_control() => "control",
        Some('–' | '—' | '‐'..='―') => "dash",
        Some(char) if !char.is_ascii() && !char.is_alphanumeric() => "punctuation",
        Some(_) if has_scheme(next) => "glued-scheme",
        _ if !has_path => "host",
        _ => UNEXPLAINED,
    }
}

/// Returns whether a text begins with scheme characters and `://`.
fn has_scheme(text: &[u8]) -> bool {
    let name = text
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte))
        .count();
    text[name..].starts_with(b"://")
}

/// Returns the rule by which a bare URL is one that linkify does not find.
fn rule_of_extra(text: &[u8], link: &Link) -> Rule {
    let url = &text[link.url.clone()];
    let colon = url.iter().position(|&byte| byte == b':').unwrap_or(0);
    let Some(rest) = url[colon..].strip_prefix(b"://") else {
        return "known-scheme";
    };
    let authority = rest.split(|byte| b"/?#".contains(byte)).next();
    let authority = authority.unwrap_or_default();
    let before = link.url.start.checked_sub(1).map(|before| text[before]);
    if str::from_utf8(authority).is_err() {
        "invalid-bytes"
    } else if authority.is_empty() {
        "empty-authority"
    } else if before.is_some_and(|byte| byte.is_ascii_digit() || b"@+-.".contains(&byte)) {
        "glued-word"
    } else if authority.contains(&b'@') {
        "login"
    } else {
        // linkify refuses the name, or what follows it.
        "host"
    }
}

impl Sink for Comparison {
    fn begin_text(&mut self, _: &TextUnit<'_>) {
        self.end_text();
    }

    fn text(&mut self, decoded: &[u8]) {
        self.text.extend_from_slice(decoded);
    }

    fn link(&mut self, link: &urlsift::Link<'_>) -> ControlFlow<Skip> {
        self.found.push(Link::of(link.candidate()));
        ControlFlow::Continue(())
    }

    fn rejected(&mut self, rejected: &Rejected<'_>) -> ControlFlow<Skip> {
        let rejection = rejected.rejection();
        if !rejection.delimiter.is_delimited() && rejection.reason == Reason::TooLong {
            self.too_long.extend(usize::try_from(rejection.start));
        }
        ControlFlow::Continue(())
    }
}

#[test]
fn bare_urls_of_real_mail_differ_from_those_of_linkify_by_rules() {
    let Some(archives) = archives() else {
        return;
    };
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]);
    let mut sifter = Sifter::with(Config::new().undelimited(true).rejoin(false));
    let mut comparison = Comparison {
        finder,
        text: Vec::new(),
        found: Vec::new(),
        too_long: Vec::new(),
        file: String::new(),
        counts: BTreeMap::new(),
        samples: BTreeMap::new(),
    };
    for (path, file) in texts(&archives) {
        comparison.file = name_in(&archives, &path);
        let _ = sifter.sift(&file[..], &mut comparison);
        comparison.end_text();
    }
    #[expect(clippy::print_stderr, reason = "figures, shown with --nocapture")]
    for (rule, samples) in &comparison.samples {
        eprintln!("{rule}: {}", comparison.counts[rule]);
        for sample in samples {
            eprintln!("    {sample}");
        }
    }
    let unexplained = comparison.samples.get(UNEXPLAINED);
    assert!(unexplained.is_none(), "{unexplained:#?}");
    let total: usize = comparison.counts.values().sum();
    assert!(total > MIN_LINKS, "{:?}", comparison.counts);
}
