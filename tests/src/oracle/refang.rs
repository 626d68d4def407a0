//! **`--refang`.** Defanged forms are replaced before a text is searched; offsets are those in the original text.

use super::{Found, Rejected, Sifted, also::also};

/// The defanged forms, in upper or lower case, and their replacements.
const FORMS: [(&str, &str); 14] = [
    ("hxxp://", "http://"),
    ("hxxp[:]//", "http://"),
    ("hxxp[://]", "http://"),
    ("hxxps://", "https://"),
    ("hxxps[:]//", "https://"),
    ("hxxps[://]", "https://"),
    ("fxp://", "ftp://"),
    ("fxp[:]//", "ftp://"),
    ("fxp[://]", "ftp://"),
    ("[.]", "."),
    ("(.)", "."),
    ("[dot]", "."),
    ("[:]//", "://"),
    ("[://]", "://"),
];

/// A text after the replacements.
pub(super) struct Refanged {
    pub(super) text: Vec<u8>,
    /// The range of the original text for each byte, and whether it was replaced.
    sources: Vec<(usize, usize, bool)>,
    /// The length of the original text.
    len: usize,
}

impl Refanged {
    pub(super) fn of(text: &[u8]) -> Self {
        let mut refanged = Self {
            text: Vec::new(),
            sources: Vec::new(),
            len: text.len(),
        };
        let mut at = 0;
        while at < text.len() {
            let (source, result) = match form(text, at) {
                Some((form, result)) => (form.len(), in_case_of(&text[at..], result)),
                None => (1, vec![text[at]]),
            };
            let is_replaced = source > 1;
            refanged
                .sources
                .extend(result.iter().map(|_| (at, at + source, is_replaced)));
            refanged.text.extend(result);
            at += source;
        }
        refanged
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

/// Returns the form at an index of a text. The name of a scheme is no part of a longer word.
fn form(text: &[u8], at: usize) -> Option<(&'static str, &'static str)> {
    let is_in_word = at > 0 && text[at - 1].is_ascii_alphanumeric();
    FORMS.into_iter().find(|(form, _)| {
        let here = text[at..].get(..form.len());
        let is_name = form.starts_with(|first: char| first.is_ascii_alphabetic());
        here.is_some_and(|here| here.eq_ignore_ascii_case(form.as_bytes()))
            && !(is_name && is_in_word)
    })
}

/// Writes the letters of `result` in the case that they have in the text.
fn in_case_of(text: &[u8], result: &str) -> Vec<u8> {
    let bytes = result.bytes().zip(text);
    bytes
        .map(|(byte, was)| {
            if was.is_ascii_uppercase() {
                byte.to_ascii_uppercase()
            } else {
                byte
            }
        })
        .collect()
}
