//! The line breaks that gateways put into long lines.
//!
//! A mail server that sends a line of more than 998 bytes must cut it (RFC 5321 §4.5.3.1.6). Sendmail writes `!`, a
//! line break and a space after 989 bytes, and Postfix a line break and a space after 998. A line of exactly this
//! length, before one that begins with a space, is rare otherwise; to undo only cuts inside links and tags would need
//! to know where they are.

use std::mem;

use memchr::{memchr, memrchr};

use super::{decoder::Decoder, output::Output};

/// The number of bytes in a line before the `!` of Sendmail.
const BEFORE_MARK: usize = 989;

/// The length of a line that Postfix cuts.
const CUT: usize = 998;

/// Joins the lines that a gateway has cut. Lines of any other length stay as they are.
///
/// Holds back at most three bytes: a `!` and a line break.
#[derive(Debug, Default)]
pub(crate) struct LongLines {
    /// The number of bytes of the current line so far.
    column: usize,
    /// What a gateway may have written.
    held: Vec<u8>,
    /// The offset of the first byte held back.
    at: u64,
}

impl LongLines {
    /// Reads some of `input`, which is not empty, if no byte is held back. Returns the number of bytes that are passed
    /// on: 0 if the next one is held back.
    fn plain_len(&mut self, input: &[u8]) -> usize {
        let is_held = match self.column {
            BEFORE_MARK => input[0] == b'!',
            CUT => matches!(input[0], b'\r' | b'\n'),
            _ => false,
        };
        if is_held {
            return 0;
        }
        let stops = [BEFORE_MARK, CUT, usize::MAX];
        let next_stop = stops.into_iter().find(|&stop| self.column < stop);
        let next_stop = next_stop.unwrap_or(usize::MAX);
        // The first byte is known not to be held back.
        let near = &input[..input.len().min((next_stop - self.column).max(1))];
        let last = if next_stop == usize::MAX || self.column >= BEFORE_MARK {
            memchr(b'\n', near)
        } else {
            memrchr(b'\n', near)
        };
        if let Some(lf) = last {
            self.column = 0;
            lf + 1
        } else {
            self.column += near.len();
            near.len()
        }
    }

    /// Returns whether a byte continues what is held back; `None` if it shows that the line was cut.
    fn continues(&self, byte: u8) -> Option<bool> {
        match (self.held.as_slice(), byte) {
            ([.., b'\n'], b' ') => None,
            ([] | [b'!'], b'\r' | b'\n') | ([.., b'\r'], b'\n') | ([], b'!') => Some(true),
            _ => Some(false),
        }
    }

    fn release_held(&mut self, out: &mut Output) {
        let held = mem::take(&mut self.held);
        self.column = if held.ends_with(b"\n") {
            0
        } else {
            self.column + held.len()
        };
        out.verbatim(&held, self.at);
    }
}

impl Decoder for LongLines {
    fn decode(&mut self, input: &[u8], at: u64, out: &mut Output) {
        let mut taken = 0;
        while let Some(&byte) = input.get(taken) {
            let (rest, start) = (&input[taken..], at + taken as u64);
            if self.held.is_empty() {
                let plain = self.plain_len(rest);
                out.verbatim(&rest[..plain], start);
                taken += plain;
                if plain > 0 {
                    continue;
                }
                self.at = start;
            }
            match self.continues(byte) {
                Some(true) => self.held.push(byte),
                Some(false) => {
                    self.release_held(out);
                    continue;
                }
                None => {
                    self.held.clear();
                    self.column = 1;
                }
            }
            taken += 1;
        }
    }

    fn finish(&mut self, _: u64, out: &mut Output) {
        self.release_held(out);
    }

    fn passes(&mut self, input: &[u8]) -> bool {
        if !self.held.is_empty() {
            return false;
        }
        let before = self.column;
        let mut taken = 0;
        while taken < input.len() {
            let plain = self.plain_len(&input[taken..]);
            if plain == 0 {
                self.column = before;
                return false;
            }
            taken += plain;
        }
        true
    }

    fn restart(&mut self) -> bool {
        *self = Self::default();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::{BEFORE_MARK, CUT, LongLines};
    use crate::decode::testing::check;

    #[test]
    fn lines_that_a_gateway_cut_are_joined() {
        let line = |len: usize| "a".repeat(len);
        let (sendmail, postfix) = (line(BEFORE_MARK), line(CUT));
        let mut cases = vec![("a!\n b\n".to_owned(), "a!\n b\n".to_owned())];
        for line_break in ["\n", "\r\n"] {
            let cut = format!("{sendmail}!{line_break} b\nc");
            cases.push((cut, format!("{sendmail}b\nc")));
            let cut = format!("x\n{postfix}{line_break} b");
            cases.push((cut, format!("x\n{postfix}b")));
            // Twice, with the space in the second line.
            let second = line(BEFORE_MARK - 1);
            let cut = format!("{sendmail}!{line_break} {second}!{line_break} b");
            cases.push((cut, format!("{sendmail}{second}b")));
            for text in [
                format!("{sendmail}!{line_break}b"),
                format!("{sendmail}{line_break} b"),
                format!("a{postfix}{line_break} b"),
                format!("{postfix}!{line_break} b"),
                format!("{postfix}{line_break}"),
                format!("{sendmail}!"),
                format!("{sendmail}!!{line_break} b"),
            ] {
                cases.push((text.clone(), text));
            }
        }
        for (input, text) in cases {
            check(LongLines::default, &[(&input, &text)]);
        }
    }
}
