//! ISO-2022-JP in text that declares no charset, as old Japanese mail and news are.
//!
//! All of its bytes are ASCII, so that no byte asks for a guess; but its escape sequences occur in no other text.

use memchr::memchr_iter;

/// The sequences that begin JIS C 6226-1978 and JIS X 0208 (RFC 1468).
const SEQUENCES: [&[u8]; 2] = [b"\x1b$@", b"\x1b$B"];

/// The length of a sequence.
const LEN: usize = 3;

/// The start of a sequence that is held back, at most two bytes.
#[derive(Debug, Default)]
pub(super) struct EscapeStart {
    held: Vec<u8>,
    at: u64,
}

/// Where a sequence is in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Escape {
    None,
    /// At this index.
    At(usize),
    /// The text may end in the start of one, at this index.
    Incomplete(usize),
}

/// Finds the first sequence, if only ASCII precedes it.
pub(super) fn find_escape(text: &[u8]) -> Escape {
    let mut ascii = 0;
    for at in memchr_iter(0x1b, text) {
        if !text[ascii..at].is_ascii() {
            return Escape::None;
        }
        ascii = at;
        let rest = &text[at..];
        if SEQUENCES.iter().any(|sequence| rest.starts_with(sequence)) {
            return Escape::At(at);
        }
        if rest.len() < LEN && SEQUENCES.iter().any(|sequence| sequence.starts_with(rest)) {
            return Escape::Incomplete(at);
        }
    }
    Escape::None
}

impl EscapeStart {
    pub(super) fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.held.clear();
    }

    /// Holds back the start of a sequence at the offset `at`.
    pub(super) fn hold(&mut self, start: &[u8], at: u64) {
        self.held.extend_from_slice(start);
        self.at = at;
    }

    /// Takes the start of a sequence, and its offset.
    pub(super) fn take(&mut self) -> (Vec<u8>, u64) {
        (std::mem::take(&mut self.held), self.at)
    }

    /// Returns the bytes held back, and the bytes of `input` that may belong to the same sequence.
    pub(super) fn with(&self, input: &[u8]) -> Vec<u8> {
        let more = (LEN - self.held.len()).min(input.len());
        [&self.held, &input[..more]].concat()
    }
}
