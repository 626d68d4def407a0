//! What a client does with a link.

use urlsift::{Advice, LinkWarning};

use crate::answer::Answer;

/// Returns the advice on a link, and the reason, which is empty for `open`: each a line, without numbers.
///
/// `words` are the scheme of the link, which is empty if it has none, and the codes of its warnings, with a space
/// between words.
#[must_use]
pub fn advice(words: &[u8]) -> Answer {
    let words = String::from_utf8_lossy(words);
    let (scheme, codes) = words.split_once(' ').unwrap_or((&words, ""));
    let warnings = codes.split(' ').filter_map(LinkWarning::from_code);
    let (advice, reason) = Advice::of(Some(scheme).filter(|name| !name.is_empty()), warnings);
    Answer {
        numbers: Vec::new(),
        text: [advice.name(), reason].join("\n").into_bytes(),
    }
}
