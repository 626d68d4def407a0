//! news, §3.6, and nntp, §3.7.

use super::Parser;
use crate::{Code, Rule, class::Class, parts::Specific};

impl<'a> Parser<'a, '_> {
    /// `newsurl = "news:" grouppart`, `grouppart = "*" | group | article`
    pub(super) fn newsurl(&mut self) {
        let rest = self.rest();
        // "A message identifier may be distinguished from a news group name by the presence of the
        // commercial at" (§3.6).
        if rest.contains(&b'@') {
            self.parts.specific = Specific::Article(self.article());
            return;
        }
        if rest == b"*" {
            self.at += 1;
        } else if rest.is_empty() {
            self.missing(Code::MissingGroup, Rule::Grouppart);
        } else {
            self.group(None);
        }
        let (group, digits) = (rest, None);
        self.parts.specific = Specific::Group { group, digits };
    }

    /// `group = alpha *[ alpha | digit | "-" | "." | "+" | "_" ]`, up to the end or to `end`.
    fn group(&mut self, end: Option<u8>) -> &'a [u8] {
        let start = self.at;
        match self.peek() {
            next if next.is_none() || next == end => self.missing(Code::MissingGroup, Rule::Group),
            Some(byte) if byte.is_ascii_alphabetic() => {}
            _ => {
                self.problem(Code::GroupStart, Rule::Group, start..start + 1);
                self.at += 1;
            }
        }
        self.only(Class::GROUP, end, Code::GroupCharacter, Rule::Group);
        &self.text[start..self.at]
    }

    /// `article = 1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host`
    fn article(&mut self) -> &'a [u8] {
        let start = self.at;
        // As in a login, the last one is meant if there are several.
        let len = self.rest().iter().rposition(|&byte| byte == b'@');
        let at_sign = start + len.unwrap_or(0);
        if at_sign == start {
            self.missing(Code::MissingArticle, Rule::Article);
        }
        self.within(at_sign, |parser| {
            parser.chars(Class::ARTICLE, Rule::Article, b"")
        });
        self.host(at_sign + 1..self.text.len());
        self.at = self.text.len();
        &self.text[start..]
    }

    /// `nntpurl = "nntp://" hostport "/" group [ "/" digits ]`
    pub(super) fn nntpurl(&mut self) {
        self.hostport(Rule::Nntpurl, b"/");
        if !self.take(b'/') {
            self.missing(Code::MissingPath, Rule::Nntpurl);
            return;
        }
        let group = self.group(Some(b'/'));
        let digits = self.take(b'/').then(|| self.digits());
        self.parts.specific = Specific::Group { group, digits };
    }

    /// `digits = 1*digit`
    fn digits(&mut self) -> &'a [u8] {
        if self.rest().is_empty() {
            self.missing(Code::MissingNumber, Rule::Digits);
        }
        self.only(Class::DIGIT, None, Code::NumberCharacter, Rule::Digits)
    }
}
