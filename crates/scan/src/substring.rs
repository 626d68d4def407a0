//! Finds short words in short texts.
//!
//! `memchr::memmem` would do it, but it would take 3 kB of the WebAssembly module, and prepares each search.

use memchr::memchr_iter;

/// Returns the places of a word in a text, in order. None of them overlaps another.
pub(crate) fn find_iter<'t>(text: &'t [u8], word: &'t [u8]) -> impl Iterator<Item = usize> + 't {
    let mut end = 0;
    memchr_iter(word[0], text).filter(move |&at| {
        let is_found = at >= end && text[at..].starts_with(word);
        if is_found {
            end = at + word.len();
        }
        is_found
    })
}

/// Returns the first place of a word in a text.
pub(crate) fn find(text: &[u8], word: &[u8]) -> Option<usize> {
    find_iter(text, word).next()
}

/// Returns a text with another word in place of each occurrence of a word.
pub(crate) fn replace(text: &[u8], word: &[u8], by: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut copied = 0;
    for at in find_iter(text, word) {
        out.extend_from_slice(&text[copied..at]);
        out.extend_from_slice(by);
        copied = at + word.len();
    }
    out.extend_from_slice(&text[copied..]);
    out
}

#[cfg(test)]
mod tests {
    use memchr::memmem;

    use super::{find, find_iter, replace};

    /// Returns all texts of two letters of a length.
    fn texts(len: u32) -> impl Iterator<Item = String> {
        let letter = |bits: u32, at| if bits >> at & 1 == 0 { 'a' } else { 'b' };
        (0..1 << len).map(move |bits| (0..len).map(|at| letter(bits, at)).collect())
    }

    #[test]
    fn places_are_those_of_memmem() {
        for word in (1..4).flat_map(texts) {
            for text in (0..9).flat_map(texts) {
                let (text_bytes, word_bytes) = (text.as_bytes(), word.as_bytes());
                let places: Vec<_> = memmem::find_iter(text_bytes, word_bytes).collect();
                assert_eq!(find(text_bytes, word_bytes), places.first().copied());
                let found: Vec<_> = find_iter(text_bytes, word_bytes).collect();
                assert_eq!(found, places, "{word} in {text}");
                let replaced = replace(text_bytes, word_bytes, b"c");
                assert_eq!(replaced, text.replace(&word, "c").into_bytes());
            }
        }
    }
}
