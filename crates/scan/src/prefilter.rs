//! What can open a candidate, as far as a look at each byte shows it.
//!
//! The tables are made of the questions that `opening.rs` asks of single bytes, and of nothing else.

use crate::class::{is_blank, is_next_line_mark, is_scheme, is_scheme_start, is_slash, is_ws};

/// What can open a candidate, as far as a look at each byte shows it: for a reader that can pass over
/// texts, or need not decode them, where a [`Scanner`](crate::Scanner) would find nothing.
///
/// It is an automaton over the bytes after a `<`, given as tables so that the reader can combine them
/// with what it knows of its texts. It accepts all that a scanner with its [`Config`](crate::Config)
/// opens, schemes of the caller's own included, and a little more.
///
/// ```
/// let prefilter = urlsift_scan::Config::new().prefilter();
/// assert_eq!(prefilter.may_open(b"http:"), Some(true));
/// assert_eq!(prefilter.may_open(b"jane@a.example>"), Some(false));
/// // More bytes are needed.
/// assert_eq!(prefilter.may_open(b"htt"), None);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Prefilter {
    transitions: &'static [[u8; 256]],
    across_blank_line: &'static [bool; 256],
}

impl Prefilter {
    /// In place of a state: a candidate may be opened.
    pub const ACCEPT: u8 = 0xfe;

    /// In place of a state: no candidate is opened.
    pub const REJECT: u8 = 0xff;

    /// That of every configuration so far: the name of an added scheme is one that RFC 3986 allows.
    pub(crate) const ANY_SCHEME: Self = Self {
        transitions: &TRANSITIONS,
        across_blank_line: &ACROSS_BLANK_LINE,
    };

    /// Returns the automaton: for each state, and each byte that is read in it, the next state,
    /// [`ACCEPT`](Self::ACCEPT) or [`REJECT`](Self::REJECT). It starts after a `<`, in the first state.
    #[must_use]
    pub const fn transitions(&self) -> &'static [[u8; 256]] {
        self.transitions
    }

    /// Returns for each byte whether an opening begun before an empty line may depend on it, if it is
    /// the first byte after that. All else that follows an empty line can be scanned on its own.
    #[must_use]
    pub const fn across_blank_line(&self) -> &'static [bool; 256] {
        self.across_blank_line
    }

    /// Returns whether a `<` with these bytes after it may open a candidate; `None` if that depends on
    /// bytes to come.
    #[must_use]
    pub fn may_open(&self, after: &[u8]) -> Option<bool> {
        let mut state = 0;
        for &byte in after {
            state = self.transitions[usize::from(state)][usize::from(byte)];
            match state {
                Self::ACCEPT => return Some(true),
                Self::REJECT => return Some(false),
                _ => {}
            }
        }
        None
    }
}

/// After `<`, among its blanks.
const START: u8 = 0;
/// After those and a CR, which is only of use in front of an LF.
const LINE_BREAK: u8 = 1;
/// At the start of the next line, among quote marks and blanks.
const NEXT_LINE: u8 = 2;
/// In a name.
const NAME: u8 = 3;
/// After a name that may be the first part of a broken scheme, among blanks.
const BROKEN: u8 = 4;

const TRANSITIONS: [[u8; 256]; 5] = {
    let mut table = [[Prefilter::REJECT; 256]; 5];
    let mut index = 0;
    while index < 256 {
        let byte = index as u8;
        if is_blank(byte) {
            table[START as usize][index] = START;
            table[NEXT_LINE as usize][index] = NEXT_LINE;
            table[NAME as usize][index] = BROKEN;
            table[BROKEN as usize][index] = BROKEN;
        }
        if is_next_line_mark(byte) {
            table[NEXT_LINE as usize][index] = NEXT_LINE;
        }
        if is_scheme_start(byte) {
            table[START as usize][index] = NAME;
            table[NEXT_LINE as usize][index] = NAME;
        }
        if is_scheme(byte) {
            table[NAME as usize][index] = NAME;
        }
        index += 1;
    }
    table[NAME as usize][b':' as usize] = Prefilter::ACCEPT;
    table[START as usize][b'\r' as usize] = LINE_BREAK;
    table[START as usize][b'\n' as usize] = NEXT_LINE;
    table[LINE_BREAK as usize][b'\n' as usize] = NEXT_LINE;
    // The rest of the name stands after quote marks, which depend on the line of the `<`.
    table[NAME as usize][b'\r' as usize] = BROKEN;
    table[NAME as usize][b'\n' as usize] = Prefilter::ACCEPT;
    table[BROKEN as usize][b'\r' as usize] = BROKEN;
    table[BROKEN as usize][b'\n' as usize] = Prefilter::ACCEPT;
    table
};

/// An empty line ends every opening but that of `file:`, which waits for a slash.
const ACROSS_BLANK_LINE: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = is_ws(byte as u8) || is_slash(byte as u8);
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::Prefilter;

    #[test]
    fn what_follows_decides() {
        let may_open = |after: &str| Prefilter::ANY_SCHEME.may_open(after.as_bytes());
        for after in [
            "http:",
            " \tURL:",
            "x-mine:1",
            "\n> : | http:",
            "\r\nhttp:",
            "htt\n",
            "htt \t\r\n",
        ] {
            assert_eq!(may_open(after), Some(true), "{after:?}");
        }
        for after in [
            "a@b", "1:", ":", "=", "/p", "!--", "a b", "\n\n", "\r ", "\r\n@", "\u{b}a:", "> ",
        ] {
            assert_eq!(may_open(after), Some(false), "{after:?}");
        }
        for after in ["", " ", "\r", "\n", "\n> ", "a", "a ", "\na+.-"] {
            assert_eq!(may_open(after), None, "{after:?}");
        }
    }

    #[test]
    fn every_state_is_one() {
        let states = Prefilter::ANY_SCHEME.transitions();
        let ends = [Prefilter::ACCEPT, Prefilter::REJECT];
        for &next in states.as_flattened() {
            assert!(usize::from(next) < states.len() || ends.contains(&next));
        }
    }
}
