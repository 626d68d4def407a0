//! ftp, §3.2.

use super::Parser;
use crate::{Code, Rule, class::Class, parts::Specific};

impl<'a> Parser<'a, '_> {
    /// `ftpurl = "ftp://" login [ "/" fpath [ ";type=" ftptype ]]`
    pub(super) fn ftpurl(&mut self) {
        self.login(b"/");
        if !self.take(b'/') {
            return;
        }
        let start = self.at;
        let end = loop {
            // `fpath = fsegment *[ "/" fsegment ]`
            self.chars(Class::FPATH, Rule::Fsegment, b";");
            if self.at == self.text.len() || self.is_at_type() {
                break self.at;
            }
            self.stray(b';', Rule::Fsegment);
        };
        let ftptype = (end < self.text.len()).then(|| self.ftptype());
        let fpath = &self.text[start..end];
        self.parts.specific = Specific::Ftp { fpath, ftptype };
    }

    /// Whether `;type=` comes here, and is the last thing in the URL.
    fn is_at_type(&self) -> bool {
        let ftptype = self.rest().strip_prefix(b";type=");
        ftptype.is_some_and(|ftptype| !ftptype.iter().any(|byte| matches!(byte, b';' | b'/')))
    }

    /// `ftptype = "A" | "I" | "D" | "a" | "i" | "d"`, and `;type=` in front of it.
    fn ftptype(&mut self) -> &'a [u8] {
        let span = self.at + b";type=".len()..self.text.len();
        self.at = span.end;
        let ftptype = &self.text[span.clone()];
        if !matches!(ftptype, b"A" | b"I" | b"D" | b"a" | b"i" | b"d") {
            self.problem(Code::BadType, Rule::Ftptype, span);
        }
        ftptype
    }
}
