//! The line breaks that gateways put into long lines.
//!
//! A mail server that sends a line of more than 998 bytes must cut it (RFC 5321 §4.5.3.1.6). Sendmail writes `!`, a
//! line break and a space after 989 bytes, and Postfix a line break and a space after 998. A line of exactly this
//! length, before one that begins with a space, is rare otherwise; to undo only cuts inside links and tags would need
//! to know where they are.

use memchr::{memchr, memrchr};

use super::{
    carried::{Carried, TextDecoder},
    output::Output,
};

/// The number of bytes in a line before the `!` of Sendmail.
const BEFORE_MARK: usize = 989;

/// The length of a line that Postfix cuts.
const CUT: usize = 998;

/// Joins the lines that a gateway has cut. Lines of any other length stay as they are.
///
/// Holds back at most three bytes: a `!` and a line break.
pub(crate) type LongLines = Carried<CutLines>;

#[derive(Debug, Default)]
pub(crate) struct CutLines {
    /// The number of bytes of the current line so far.
    column: usize,
}

impl CutLines {
    /// Reads some of `input`, which is not empty. Returns the number of bytes that are passed on: 0 if a gateway may
    /// have written the next one.
    fn plain_len(&mut self, input: &[u8]) -> usize {
        let may_be_cut = match self.column {
            BEFORE_MARK => input[0] == b'!',
            CUT => matches!(input[0], b'\r' | b'\n'),
            _ => false,
        };
        if may_be_cut {
            return 0;
        }
        let stops = [BEFORE_MARK, CUT, usize::MAX];
        let next_stop = stops.into_iter().find(|&stop| self.column < stop);
        let next_stop = next_stop.unwrap_or(usize::MAX);
        // The first byte is known to be passed on.
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
}

/// Returns the length of a `!` and a line break, or of the start of these, with which a text begins, and whether a
/// space after it shows that the line was cut; `None` if the text ends before.
fn cut_mark(text: &[u8]) -> (usize, Option<bool>) {
    let mut len = 0;
    for byte in [b'!', b'\r', b'\n'] {
        len += usize::from(text.get(len) == Some(&byte));
    }
    let is_cut = |next: &u8| text[..len].ends_with(b"\n") && *next == b' ';
    (len, text.get(len).map(is_cut))
}

impl TextDecoder for CutLines {
    const MAX_LEFT: usize = 3;

    fn read(&mut self, text: &[u8], at: u64, at_end: bool, out: &mut Output) -> usize {
        let mut used = 0;
        while used < text.len() {
            let (rest, at) = (&text[used..], at + used as u64);
            let plain = self.plain_len(rest);
            if plain > 0 {
                out.verbatim(&rest[..plain], at);
                used += plain;
                continue;
            }
            let (len, is_cut) = cut_mark(rest);
            match is_cut {
                None if !at_end => break,
                Some(true) => {
                    self.column = 1;
                    used += len + 1;
                }
                None | Some(false) => {
                    out.verbatim(&rest[..len], at);
                    let ends_line = rest[..len].ends_with(b"\n");
                    self.column = if ends_line { 0 } else { self.column + len };
                    used += len;
                }
            }
        }
        used
    }

    fn passes(&mut self, input: &[u8]) -> bool {
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
