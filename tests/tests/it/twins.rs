//! Bare URLs in real mail that are cut at the end of their line, though the whole URL stands unbroken elsewhere in the
//! same archive.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    ops::ControlFlow,
};

use urlsift::{
    ReadOptions,
    archive::{Origin, Rest, TextUnit, Visitor, Walker},
};
use urlsift_scan::{Candidate, Config, Delimiter};
use urlsift_tests::{
    paths,
    real::{archives, texts},
};

/// The texts of a file, decoded.
#[derive(Default)]
struct Texts(Vec<Vec<u8>>);

impl Visitor for Texts {
    fn begin(&mut self, _: &TextUnit<'_>) -> ControlFlow<()> {
        self.0.push(Vec::new());
        ControlFlow::Continue(())
    }

    fn text(&mut self, bytes: &[u8], _: &Origin<'_>) -> ControlFlow<()> {
        if let Some(text) = self.0.last_mut() {
            text.extend_from_slice(bytes);
        }
        ControlFlow::Continue(())
    }
}

fn decoded(file: &[u8]) -> Vec<Vec<u8>> {
    let mut texts = Texts::default();
    let walked = Walker::new(ReadOptions::new()).push(file, Rest::Nothing, &mut texts);
    assert!(walked.is_continue(), "the visitor never breaks");
    texts.0
}

fn candidates(text: &[u8], rejoins: bool) -> Vec<Candidate> {
    paths::candidates(&Config::new().rejoin(rejoins), text)
}

/// Returns a URL that ends its line with the first word of the next line.
fn with_next_word(text: &[u8], found: &Candidate) -> Option<Vec<u8>> {
    let rest = &text[found.span().range().end..];
    let mut lines = rest.split(|&byte| byte == b'\n');
    if !lines.next()?.trim_ascii().is_empty() {
        return None;
    }
    let next = lines.next()?;
    let mut next = next.trim_ascii_start();
    // Without its quote prefix.
    while let Some(mark) = next.iter().position(|byte| !byte.is_ascii_alphabetic())
        && mark <= 4
        && (next[mark] == b'>' || mark == 0 && matches!(next[0], b'|' | b':'))
    {
        next = next[mark + 1..].trim_ascii_start();
    }
    let word = next.split(u8::is_ascii_whitespace).next()?;
    let end = word
        .iter()
        .rposition(|byte| !b".,;:!?)>]'\"".contains(byte))?;
    Some([found.url(), &word[..=end]].concat())
}

/// The number of places in an archive.
#[derive(Debug, Default)]
struct Counts {
    bare: usize,
    /// Bare URLs that are cut though the whole one stands elsewhere, without joins and with them.
    cut_before: usize,
    cut_after: usize,
    joins: usize,
    /// Joins whose whole URL stands elsewhere, and joins of which only the part on the line does.
    confirmed: usize,
    contradicted: usize,
}

#[test]
#[ignore = "prints figures of all archives; takes minutes without --release"]
fn whole_urls_elsewhere_show_what_is_cut() {
    let Some(archives) = archives() else {
        return;
    };
    let mut cut = (0, 0);
    for archive in fs::read_dir(archives).expect("a readable directory") {
        let archive = archive.expect("a readable directory").path();
        if !archive.is_dir() {
            continue;
        }
        let files: Vec<_> = texts(&archive)
            .flat_map(|(_, file)| decoded(&file))
            .collect();
        let mut whole = BTreeSet::new();
        for text in &files {
            for found in candidates(text, false) {
                if with_next_word(text, &found).is_none() && found.joins().is_empty() {
                    whole.insert(found.url().to_vec());
                }
            }
        }
        let mut counts = Counts::default();
        for text in &files {
            let joined: BTreeMap<_, _> = candidates(text, true)
                .into_iter()
                .map(|found| (found.pieces()[0].start(), found))
                .collect();
            for found in candidates(text, false) {
                if found.delimiter() != Delimiter::Bare {
                    continue;
                }
                counts.bare += 1;
                let joined = joined.get(&found.pieces()[0].start());
                let joined = joined.filter(|joined| joined.breaks() > 0);
                if let Some(joined) = joined {
                    counts.joins += 1;
                    if whole.contains(joined.url()) {
                        counts.confirmed += 1;
                    } else if whole.contains(found.url()) {
                        counts.contradicted += 1;
                    }
                }
                let next = with_next_word(text, &found);
                if next.is_some_and(|next| whole.contains(&next)) {
                    counts.cut_before += 1;
                    counts.cut_after += usize::from(joined.is_none());
                }
            }
        }
        cut = (cut.0 + counts.cut_before, cut.1 + counts.cut_after);
        #[expect(clippy::print_stderr, reason = "figures, shown with --nocapture")]
        {
            eprintln!("{}: {counts:?}", archive.display());
        }
    }
    let (before, after) = cut;
    assert!(before > 0, "no URL is cut");
    assert!(after * 2 <= before, "{after} of {before} are still cut");
}
