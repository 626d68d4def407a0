//! Whitespace and obfuscated at-signs: the bytes of a reading.

use super::{
    bytes::{is_beside_at, is_ws},
    leaders::Dropped,
};

/// What a list archiver made of `@`.
pub(super) const AT: &[u8] = b" at ";

/// One byte of the URL.
#[derive(Clone, Copy)]
pub(super) struct UrlByte {
    pub(super) value: u8,
    /// Where it stands in the text.
    pub(super) at: usize,
    /// One past that; behind all of ` at ` for a restored `@`.
    pub(super) end: usize,
}

impl UrlByte {
    pub(super) fn is_restored_at(self) -> bool {
        self.end - self.at == AT.len()
    }
}

/// A byte of the URL at `i`, or a restored `@`; `None` at *ws*.
pub(super) fn url_byte(text: &[u8], i: usize) -> Option<UrlByte> {
    let restored = text[i..].starts_with(AT)
        && i > 0
        && is_beside_at(text[i - 1])
        && text.get(i + AT.len()).is_some_and(|&b| is_beside_at(b));
    if restored {
        Some(UrlByte {
            value: b'@',
            at: i,
            end: i + AT.len(),
        })
    } else if is_ws(text[i]) {
        None
    } else {
        Some(UrlByte {
            value: text[i],
            at: i,
            end: i + 1,
        })
    }
}

/// What is inside the brackets, with all *ws* and all quote leaders dropped.
#[derive(Default)]
pub(super) struct ReadOptions {
    pub(super) bytes: Vec<UrlByte>,
    /// From the start of a line to one past its dropped marks and the blanks right behind them.
    pub(super) leaders: Vec<(usize, usize)>,
}

impl ReadOptions {
    /// What was dropped between the bytes number `i` and `i + 1`.
    pub(super) fn gap(&self, i: usize) -> (usize, usize) {
        (self.bytes[i].end, self.bytes[i + 1].at)
    }

    /// The numbers of the bytes behind which something was dropped, with more of the URL after it.
    pub(super) fn gaps(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.bytes.len().saturating_sub(1)).filter(|&i| {
            let (from, to) = self.gap(i);
            from < to
        })
    }

    pub(super) fn gap_has_break(&self, text: &[u8], i: usize) -> bool {
        let (from, to) = self.gap(i);
        text[from..to].contains(&b'\n')
    }

    /// Whether *ws* without an LF stands between two bytes.
    pub(super) fn is_spaced(&self, text: &[u8]) -> bool {
        self.gaps().any(|i| !self.gap_has_break(text, i))
    }

    pub(super) fn drop_leader(&mut self, line: usize, dropped: &Dropped) {
        if dropped.any {
            self.leaders.push((line, dropped.end));
        }
    }
}
