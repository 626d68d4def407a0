//! A prefilter for the openings of candidates.
//!
//! The tables are built from the byte classes that the opening rules use.

use crate::text::class::{
    is_blank, is_next_line_mark, is_scheme, is_scheme_start, is_slash, is_ws,
};

/// A prefilter for the openings of candidates. A reader can skip a text, or need not decode it, if the
/// prefilter shows that a [`Scanner`](crate::Scanner) would find nothing in it.
///
/// The prefilter is an automaton over the bytes after a `<`. Its tables are public, so that a reader can
/// combine them with rules for its own kinds of text. The automaton accepts every opening of the
/// scanner's [`Config`](crate::Config), added schemes included, and some strings that open nothing.
///
/// ```
/// let prefilter = urlsift_scan::Config::new().prefilter();
/// assert_eq!(prefilter.may_open(b"http:"), Some(true));
/// assert_eq!(prefilter.may_open(b"jane@a.example>"), Some(false));
/// // More bytes are needed.
/// assert_eq!(prefilter.may_open(b"htt"), None);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OpeningPrefilter {
    transitions: &'static [[u8; 256]],
    across_blank_line: &'static [bool; 256],
}

impl OpeningPrefilter {
    /// The entry of [`transitions`](Self::transitions) for the result that a candidate may be opened.
    pub const ACCEPT: u8 = 0xfe;

    /// The entry of [`transitions`](Self::transitions) for the result that no candidate is opened.
    pub const REJECT: u8 = 0xff;

    /// The prefilter for every configuration, since it accepts every scheme that RFC 3986 allows.
    pub(crate) const ANY_SCHEME: Self = Self {
        transitions: &TRANSITIONS,
        across_blank_line: &ACROSS_BLANK_LINE,
    };

    /// The prefilter for texts that are refanged before they are scanned. Defanged forms may begin with any byte.
    pub(crate) const REFANGED: Self = Self {
        transitions: &REFANGED_TRANSITIONS,
        across_blank_line: &ACROSS_BLANK_LINE,
    };

    /// Returns the transitions: for each state and each byte, the next state, [`ACCEPT`](Self::ACCEPT) or
    /// [`REJECT`](Self::REJECT). The automaton starts after a `<`, in state 0.
    #[must_use]
    pub const fn transitions(&self) -> &'static [[u8; 256]] {
        self.transitions
    }

    /// Returns, for each byte, whether an opening that is interrupted by an empty line can continue with this byte. A
    /// text that begins after an empty line with any other byte can be scanned separately.
    #[must_use]
    pub const fn across_blank_line(&self) -> &'static [bool; 256] {
        self.across_blank_line
    }

    /// Returns whether a `<` followed by these bytes may open a candidate; `None` if that depends on further bytes.
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

/// After `<`, in spaces and tabs.
const START: u8 = 0;
/// After `<`, spaces, tabs and a CR, which must be part of a CRLF.
const LINE_BREAK: u8 = 1;
/// At the start of the next line, in a quote prefix, spaces and tabs.
const NEXT_LINE: u8 = 2;
/// In a name.
const NAME: u8 = 3;
/// In spaces and tabs after a name that may be the first part of a broken scheme.
const BROKEN: u8 = 4;

const TRANSITIONS: [[u8; 256]; 5] = {
    let mut table = [[OpeningPrefilter::REJECT; 256]; 5];
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
    table[NAME as usize][b':' as usize] = OpeningPrefilter::ACCEPT;
    table[START as usize][b'\r' as usize] = LINE_BREAK;
    table[START as usize][b'\n' as usize] = NEXT_LINE;
    table[LINE_BREAK as usize][b'\n' as usize] = NEXT_LINE;
    // The rest of the name follows a quote prefix, which depends on the line of the `<`.
    table[NAME as usize][b'\r' as usize] = BROKEN;
    table[NAME as usize][b'\n' as usize] = OpeningPrefilter::ACCEPT;
    table[BROKEN as usize][b'\r' as usize] = BROKEN;
    table[BROKEN as usize][b'\n' as usize] = OpeningPrefilter::ACCEPT;
    table
};

/// Accepts what [`TRANSITIONS`] rejects, too, but for an empty line.
const REFANGED_TRANSITIONS: [[u8; 256]; 5] = {
    let mut table = [[OpeningPrefilter::ACCEPT; 256]; 5];
    let mut index = 0;
    while index < 256 {
        if is_ws(index as u8) {
            let mut state = 0;
            while state < table.len() {
                table[state][index] = TRANSITIONS[state][index];
                state += 1;
            }
        }
        index += 1;
    }
    table
};

/// An empty line ends every opening, except `file:` before its slash.
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
    use super::OpeningPrefilter;

    #[test]
    fn the_bytes_after_the_bracket_decide() {
        let may_open = |after: &str| OpeningPrefilter::ANY_SCHEME.may_open(after.as_bytes());
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
    fn defanged_forms_may_open_a_candidate() {
        for after in ["hxxp[:]//", "1[.]2", " a\\.b", "\n> [:]"] {
            let may_open = OpeningPrefilter::REFANGED.may_open(after.as_bytes());
            assert_eq!(may_open, Some(true), "{after:?}");
        }
        assert_eq!(OpeningPrefilter::REFANGED.may_open(b"\n\na"), Some(false));
    }

    #[test]
    fn every_transition_leads_to_a_state() {
        let ends = [OpeningPrefilter::ACCEPT, OpeningPrefilter::REJECT];
        for prefilter in [OpeningPrefilter::ANY_SCHEME, OpeningPrefilter::REFANGED] {
            let states = prefilter.transitions();
            for &next in states.as_flattened() {
                assert!(usize::from(next) < states.len() || ends.contains(&next));
            }
        }
    }
}
