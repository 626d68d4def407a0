//! The parser: a place in a text, and the steps that all productions are made of.
//!
//! A step takes what a production would take, and goes on after what does not fit: structure first
//! (a host ends at a `/`, whatever it holds), then the characters of each part. So a text is taken
//! apart from left to right, and each problem is reported where it is met.

use core::ops::Range;

use crate::{
    class::{Class, octet},
    parts::Parts,
    problem::{Code, Problem, Problems},
    rule::Rule,
};

/// A place in a text, and what was read before it.
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

    /// The `//` that begins every production with a host in it.
    pub(crate) fn slashes(&mut self, rule: Rule) -> bool {
        let are_there = self.rest().starts_with(b"//");
        if are_there {
            self.at += 2;
        } else {
            let slash = usize::from(self.peek() == Some(b'/'));
            self.problem(Code::MissingSlashes, rule, self.at..self.at + slash);
        }
        are_there
    }

    /// Characters of a class, and escapes, up to the end or to one of `ends`.
    pub(crate) fn chars(&mut self, class: Class, rule: Rule, ends: &[u8]) -> &'a [u8] {
        self.chars_until(class, rule, |rest| ends.contains(&rest[0]))
    }

    /// Characters of a class, and escapes, up to the end or to where `is_end` holds. It is asked of
    /// the text from each byte on that is not of the class.
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
                &[byte, ..] => self.stray(byte, rule),
            }
        }
        &self.text[start..self.at]
    }

    /// `escape = "%" hex hex`
    pub(crate) fn escape(&mut self, rule: Rule) {
        let behind = &self.text[self.at + 1..];
        if behind.first_chunk().copied().and_then(octet).is_some() {
            self.at += 3;
            return;
        }
        let digit = usize::from(behind.first().is_some_and(u8::is_ascii_hexdigit));
        let span = self.at..self.at + 1 + digit;
        self.at = span.end;
        self.problem(Code::BadEscape, rule, span);
    }

    /// A byte that cannot stand here.
    #[cold]
    pub(crate) fn stray(&mut self, byte: u8, rule: Rule) {
        let code = match byte {
            0x80.. => Code::NonAsciiCharacter,
            ..b' ' | 0x7f => Code::ControlCharacter,
            _ if Class::RESERVED.has(byte) => Code::ReservedCharacter,
            _ => Code::UnsafeCharacter,
        };
        self.problem(code, rule, self.at..self.at + 1);
        self.at += 1;
    }

    /// Bytes of a class up to the end or to `end`, and a problem for each other one.
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

    /// Does something as if the text ended at `end`, which is not before this place.
    pub(crate) fn within<T>(&mut self, end: usize, work: impl FnOnce(&mut Self) -> T) -> T {
        let text = self.text;
        self.text = &text[..end];
        let done = work(self);
        self.text = text;
        done
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

    /// Where the next of some bytes stands, or the end.
    pub(crate) fn position(&self, any: &[u8]) -> usize {
        let found = self.rest().iter().position(|byte| any.contains(byte));
        found.map_or(self.text.len(), |found| self.at + found)
    }

    #[cold]
    pub(crate) fn problem(&mut self, code: Code, rule: Rule, span: Range<usize>) {
        self.problems.push(Problem::new(code, rule, span));
    }

    /// Something that should be here is not.
    #[cold]
    pub(crate) fn missing(&mut self, code: Code, rule: Rule) {
        self.problem(code, rule, self.at..self.at);
    }
}
