//! **`--refang`.** Defanged forms are replaced before a text is searched; offsets are those in the original text.
//!
//! The forms are those of the scanner, whose own tests say what each stands for; where something comes from, and what
//! is found, is told apart here.

use urlsift_scan::Refanger;

use super::{Found, Rejected, Sifted, also::also};

/// A text after the replacements.
pub(super) struct Refanged {
    pub(super) text: Vec<u8>,
    /// The range of the original text for each byte, and whether it was replaced.
    sources: Vec<(usize, usize, bool)>,
    /// The length of the original text.
    len: usize,
}

impl Refanged {
    pub(super) fn of(original: &[u8]) -> Self {
        let mut refanger = Refanger::new();
        let mut text = Vec::new();
        refanger.push(original, &mut text);
        refanger.finish(&mut text);
        let starts = 0..=text.len() as u64;
        let starts: Vec<_> = starts
            .map(|at| refanger.start_in_text(at) as usize)
            .collect();
        let mut sources = Vec::new();
        for (at, &start) in starts[..text.len()].iter().enumerate() {
            let end = starts[at..].iter().find(|&&other| other > start);
            let end = end.copied().unwrap_or(original.len());
            let is_copied = original[start..end] == text[at..=at] && starts[at + 1] == end;
            // A scheme that is implied comes from nowhere.
            let is_inserted = end - start == 1 && !is_copied;
            let end = if is_inserted { start } else { end };
            sources.push((start, end, !is_copied));
        }
        Self {
            text,
            sources,
            len: original.len(),
        }
    }

    /// Returns what was found in the result, with the offsets of the original text.
    pub(super) fn restore(&self, original: &[u8], sifted: Sifted) -> Sifted {
        let found = sifted.found.into_iter();
        let rejected = sifted.rejected.into_iter();
        Sifted {
            found: found
                .map(|found| self.restore_found(original, found))
                .collect(),
            rejected: rejected
                .map(|rejected| Rejected {
                    start: self.start(rejected.start),
                    at: self.end(rejected.at),
                    ..rejected
                })
                .collect(),
        }
    }

    fn restore_found(&self, original: &[u8], found: Found) -> Found {
        let inside = &self.sources[found.span.0..found.span.1];
        let is_refanged = inside.iter().any(|source| source.2);
        let range = |(from, to): (usize, usize)| (self.start(from), self.end(to));
        let mut restored = Found {
            span: range(found.span),
            pieces: found.pieces.iter().copied().map(range).collect(),
            ..found
        };
        restored.warnings.extend(is_refanged.then_some("refanged"));
        restored.also = also(original, &restored);
        restored
    }

    fn start(&self, at: usize) -> usize {
        self.sources.get(at).map_or(self.len, |source| source.0)
    }

    fn end(&self, at: usize) -> usize {
        at.checked_sub(1).map_or(0, |last| self.sources[last].1)
    }
}
