//! The parser: a position in a text, and the methods from which all productions are built.
//!
//! A method parses part of a production and continues after anything that does not match: first the
//! structure (a host ends at a `/`, with any bytes before it), then the characters of each part. So a text
//! is parsed from left to right, and each problem is reported at its position.
//!
//! The parser is written by hand and does not stop at the first problem, so that `check` can explain all of them, and
//! filters get the parts of a URL that does not conform. A parser that only matches the grammar would be shorter, but
//! could say no more than where it stopped. The price is a second set of rules, for the structure of texts that have
//! none by the grammar; `conformance/differences.toml` lists them.
//!
//! Not worth doing: guesses at what was meant. A URL without its `//` is not split into parts, and nothing is inserted
//! or corrected: each correction would be right for some texts and hide the problem in others.

use core::ops::Range;

use crate::{
    class::{Class, octet},
    parts::Parts,
    problem::{Code, Problem, Problems},
    rule::Rule,
};

/// A position in a text, and the parts and problems before it.
pub(crate) struct Parser<'a, 'o> {
    pub(crate) text: &'a [u8],
    pub(crate) at: usize,
    pub(crate) parts: &'o mut Parts<'a>,
    pub(crate) problems: &'o mut Problems,
}

impl<'a, 'o> Parser<'a, 'o> {
    pub(crate) fn new(
        text: &'a [u8],
        parts: &'o mut Parts<'a>,
        problems: &'o mut Problems,
    ) -> Self {
        Self {
            text,
            at: 0,
            parts,
            problems,
        }
    }

    /// Parses the `//` of a production with a host. Returns whether it is there.
    pub(crate) fn slashes(&mut self, rule: Rule) -> bool {
        let has_slashes = self.rest().starts_with(b"//");
        if has_slashes {
            self.at += 2;
        } else {
            let slash = usize::from(self.peek() == Some(b'/'));
            self.problem(Code::MissingSlashes, rule, self.at..self.at + slash);
        }
        has_slashes
    }

    /// Parses characters of a class and escapes, up to the end of the text or one of `ends`.
    pub(crate) fn chars(&mut self, class: Class, rule: Rule, ends: &[u8]) -> &'a [u8] {
        self.chars_until(class, rule, |rest| ends.contains(&rest[0]))
    }

    /// Parses characters of a class and escapes, up to the end of the text or to where `is_end` holds.
    /// `is_end` is called with the rest of the text at each byte outside the class.
    pub(crate) fn chars_until(
        &mut self,
        class: Class,
        rule: Rule,
        is_end: impl Fn(&[u8]) -> bool,
    ) -> &'a [u8] {
        let start = self.at;
        loop {
            self.at += class.run(self.rest());
            match self.rest() {
                [] => break,
                rest if is_end(rest) => break,
                [b'%', ..] => self.escape(rule),
                &[byte, ..] => self.invalid_byte(byte, rule),
            }
        }
        &self.text[start..self.at]
    }

    /// `escape = "%" hex hex`
    pub(crate) fn escape(&mut self, rule: Rule) {
        let rest = &self.text[self.at + 1..];
        if rest.first_chunk().copied().and_then(octet).is_some() {
            self.at += 3;
            return;
        }
        let digit = usize::from(rest.first().is_some_and(u8::is_ascii_hexdigit));
        let span = self.at..self.at + 1 + digit;
        self.at = span.end;
        self.problem(Code::BadEscape, rule, span);
    }

    /// Skips a byte that is not allowed here, with a problem.
    #[cold]
    pub(crate) fn invalid_byte(&mut self, byte: u8, rule: Rule) {
        let code = match byte {
            0x80.. => Code::NonAsciiCharacter,
            ..b' ' | 0x7f => Code::ControlCharacter,
            _ if Class::RESERVED.has(byte) => Code::ReservedCharacter,
            _ => Code::UnsafeCharacter,
        };
        self.problem(code, rule, self.at..self.at + 1);
        self.at += 1;
    }

    /// Parses bytes of a class, up to the end of the text or to `end`, with a problem for each other byte.
    pub(crate) fn only(
        &mut self,
        class: Class,
        end: Option<u8>,
        code: Code,
        rule: Rule,
    ) -> &'a [u8] {
        let start = self.at;
        loop {
            self.at += class.run(self.rest());
            if self.at == self.text.len() || self.peek() == end {
                return &self.text[start..self.at];
            }
            self.problem(code, rule, self.at..self.at + 1);
            self.at += 1;
        }
    }

    /// Calls `parse` as if the text ended at `end`, which is not before the current position.
    pub(crate) fn within<T>(&mut self, end: usize, parse: impl FnOnce(&mut Self) -> T) -> T {
        let text = self.text;
        self.text = &text[..end];
        let result = parse(self);
        self.text = text;
        result
    }

    pub(crate) fn rest(&self) -> &'a [u8] {
        &self.text[self.at..]
    }

    pub(crate) fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    pub(crate) fn take(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    /// Returns the position of the next byte in `any`, or of the end of the text.
    pub(crate) fn position(&self, any: &[u8]) -> usize {
        let found = self.rest().iter().position(|byte| any.contains(byte));
        found.map_or(self.text.len(), |found| self.at + found)
    }

    #[cold]
    pub(crate) fn problem(&mut self, code: Code, rule: Rule, span: Range<usize>) {
        self.problems.push(Problem::new(code, rule, span));
    }

    /// Reports that something is missing at the current position.
    #[cold]
    pub(crate) fn missing(&mut self, code: Code, rule: Rule) {
        self.problem(code, rule, self.at..self.at);
    }
}
