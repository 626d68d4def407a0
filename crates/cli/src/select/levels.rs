//! Remembers how recent URLs conform.
//!
//! The same few URLs stand in most messages of a mailing list, in signatures and footers. To compare one with its copy
//! takes a tenth of the instructions of a verdict. Each slot of a small table holds the last URL whose hash leads to
//! it, so that neither the memory nor the time depends on how many URLs there are.

use std::fmt;

use urlsift_search::Conformance;

/// The number of URLs that are remembered: a power of two.
const SLOTS: usize = 128;

/// The maximum length of a URL that is remembered, in bytes.
const MAX_LEN: usize = 256;

/// The minimum length.
const MIN_LEN: usize = size_of::<u64>();

/// The levels of recent URLs.
pub(crate) struct RecentLevels {
    /// Empty until the first URL arrives.
    slots: Vec<(Vec<u8>, Conformance)>,
}

impl RecentLevels {
    pub(crate) const fn new() -> Self {
        Self { slots: Vec::new() }
    }

    /// Returns [`Conformance::of`] a URL.
    pub(crate) fn of(&mut self, url: &[u8]) -> Conformance {
        if !(MIN_LEN..=MAX_LEN).contains(&url.len()) {
            return Conformance::of(url);
        }
        if self.slots.is_empty() {
            self.slots.resize(SLOTS, (Vec::new(), Conformance::None));
        }
        let (known, level) = &mut self.slots[slot(url)];
        if known != url {
            *level = Conformance::of(url);
            known.clear();
            known.extend_from_slice(url);
        }
        *level
    }
}

/// Returns the slot of a URL of at least [`MIN_LEN`] bytes.
fn slot(url: &[u8]) -> usize {
    let (words, _) = url.as_chunks();
    let last = url.last_chunk().copied().unwrap_or_default();
    let words = words.iter().copied().chain([last]);
    let hash = words.fold(url.len() as u64, |hash: u64, word: [u8; MIN_LEN]| {
        (hash.rotate_left(5) ^ u64::from_le_bytes(word)).wrapping_mul(0x517c_c1b7_2722_0a95)
    });
    (hash >> 32) as usize % SLOTS
}

impl fmt::Debug for RecentLevels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecentLevels").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::{Conformance, MAX_LEN, RecentLevels, SLOTS, slot};

    #[test]
    fn levels_are_those_of_each_url() {
        let mut levels = RecentLevels::new();
        let urls = [
            "http://a.example/",
            "http://a.example/~b",
            "http://a b/",
            "x",
            "",
            "mailto:a@b.example",
        ];
        let long = format!("http://a.example/{}", "b".repeat(MAX_LEN));
        for _ in 0..3 {
            for url in urls.into_iter().chain([&*long]) {
                assert_eq!(
                    levels.of(url.as_bytes()),
                    Conformance::of(url.as_bytes()),
                    "{url}"
                );
            }
        }
    }

    #[test]
    fn a_url_in_the_slot_of_another_replaces_it() {
        let url = |number: usize, end| format!("http://{number}.example/{end}").into_bytes();
        let wanted = slot(&url(0, ""));
        let other = (1..100 * SLOTS).map(|number| url(number, " "));
        let other = other.into_iter().find(|other| slot(other) == wanted);
        let other = other.expect("a URL in the same slot");
        let mut levels = RecentLevels::new();
        for _ in 0..3 {
            assert_eq!(levels.of(&url(0, "")), Conformance::Rfc1738);
            assert_eq!(levels.of(&other), Conformance::of(&other));
            assert_ne!(levels.of(&other), Conformance::Rfc1738);
        }
    }
}
