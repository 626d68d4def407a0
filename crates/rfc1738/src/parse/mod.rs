//! The grammar of RFC 1738 §5: one function for each production that does more than name a class
//! of characters.
//!
//! A function takes what its production would take, and goes on behind what does not fit: structure
//! first (a host ends at a `/`, whatever it holds), then the characters of each part. So a text is
//! taken apart from left to right, and each problem is told where it is met.

mod file;
mod ftp;
mod generic;
mod gopher;
mod http;
mod login;
mod mailto;
mod news;
mod prospero;
mod telnet;
mod wais;

use core::ops::Range;

use crate::{
    Code, Parts, Problem, Rule, Scheme,
    class::{Class, octet},
    problem::Problems,
};

pub(crate) use login::{behind_plain_host, is_common, is_hostnumber};

/// Takes a text apart, into parts and problems that are still empty.
pub(crate) fn parse<'a>(text: &'a [u8], parts: &mut Parts<'a>, problems: &mut Problems) {
    Parser::new(text, parts, problems).url();
    // No class has `#`, so that there is none in a text without problems, and most have none.
    // Otherwise the first one ends the URL, whatever comes behind it.
    if !problems.as_slice().is_empty() {
        if let Some(end) = text.iter().position(|&byte| byte == b'#') {
            *parts = Parts::default();
            problems.truncate(0);
            let mut parser = Parser::new(&text[..end], parts, problems);
            parser.url();
            parser.text = text;
            parser.at = end + 1;
            parser.parts.fragment = Some(parser.fragment());
        }
        problems.sort();
    }
}

/// A place in a text, and what was read before it.
struct Parser<'a, 'o> {
    text: &'a [u8],
    at: usize,
    parts: &'o mut Parts<'a>,
    problems: &'o mut Problems,
}

impl<'a, 'o> Parser<'a, 'o> {
    fn new(text: &'a [u8], parts: &'o mut Parts<'a>, problems: &'o mut Problems) -> Self {
        Self {
            text,
            at: 0,
            parts,
            problems,
        }
    }

    /// `url = httpurl | ftpurl | newsurl | nntpurl | telneturl | gopherurl | waisurl | mailtourl |
    /// fileurl | prosperourl | otherurl`
    fn url(&mut self) {
        if !self.scheme() {
            return;
        }
        // The productions that have a host are called behind the `//`.
        let kind = self.parts.kind;
        match kind {
            Scheme::News => self.newsurl(),
            Scheme::Mailto => self.mailtourl(),
            Scheme::Other => self.otherurl(),
            _ if !self.slashes(kind.rule()) => self.schemepart(),
            Scheme::Http => self.httpurl(),
            Scheme::Ftp => self.ftpurl(),
            Scheme::Nntp => self.nntpurl(),
            Scheme::Telnet => self.telneturl(),
            Scheme::Gopher => self.gopherurl(),
            Scheme::Wais => self.waisurl(),
            Scheme::File => self.fileurl(),
            Scheme::Prospero => self.prosperourl(),
        }
    }

    /// `scheme = 1*[ lowalpha | digit | "+" | "-" | "." ]`, and the colon behind it.
    fn scheme(&mut self) -> bool {
        let (kind, len) = Scheme::at_start_of(self.text).unwrap_or_else(|| {
            // A scheme is short; what is longer is told apart at the first byte that is none.
            let colon = self.text.iter().take(8).position(|&byte| byte == b':');
            let len = Class::SCHEME.run(&self.text[..colon.unwrap_or(self.text.len())]);
            (Scheme::of(&self.text[..len]), len)
        });
        if len == 0 || self.text.get(len) != Some(&b':') {
            self.no_scheme(len);
            return false;
        }
        self.parts.scheme = Some(&self.text[..len]);
        self.parts.kind = kind;
        self.at = len + 1;
        true
    }

    #[cold]
    fn no_scheme(&mut self, len: usize) {
        let mut behind = self.text[len..].iter();
        let is_meant = match behind.find(|&byte| matches!(byte, b':' | b'/' | b'?')) {
            Some(b':') => self.text[0] != b':',
            _ => false,
        };
        if !is_meant {
            self.problem(Code::NoScheme, Rule::Scheme, 0..len);
            return;
        }
        while self.peek() != Some(b':') {
            self.at += Class::SCHEME.run(self.rest());
            if self.peek() != Some(b':') {
                self.problem(Code::SchemeCharacter, Rule::Scheme, self.at..self.at + 1);
                self.at += 1;
            }
        }
    }

    /// `fragment = *( uchar | reserved )` (RFC 1808 §2.2)
    fn fragment(&mut self) -> &'a [u8] {
        self.chars(Class::XCHAR, Rule::Fragment, b"")
    }

    /// The `//` that begins every production with a host in it.
    fn slashes(&mut self, rule: Rule) -> bool {
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
    fn chars(&mut self, class: Class, rule: Rule, ends: &[u8]) -> &'a [u8] {
        self.chars_until(class, rule, |rest| ends.contains(&rest[0]))
    }

    /// Characters of a class, and escapes, up to the end or to where `is_end` holds. It is asked of
    /// the text from each byte on that is not of the class.
    fn chars_until(
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
    fn escape(&mut self, rule: Rule) {
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
    fn stray(&mut self, byte: u8, rule: Rule) {
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
    fn only(&mut self, class: Class, end: Option<u8>, code: Code, rule: Rule) -> &'a [u8] {
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
    fn within<T>(&mut self, end: usize, work: impl FnOnce(&mut Self) -> T) -> T {
        let text = self.text;
        self.text = &text[..end];
        let done = work(self);
        self.text = text;
        done
    }

    fn rest(&self) -> &'a [u8] {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    /// Where the next of some bytes stands, or the end.
    fn position(&self, any: &[u8]) -> usize {
        let found = self.rest().iter().position(|byte| any.contains(byte));
        found.map_or(self.text.len(), |found| self.at + found)
    }

    #[cold]
    fn problem(&mut self, code: Code, rule: Rule, span: Range<usize>) {
        self.problems.push(Problem::new(code, rule, span));
    }

    /// Something that should be here is not.
    #[cold]
    fn missing(&mut self, code: Code, rule: Rule) {
        self.problem(code, rule, self.at..self.at);
    }
}
