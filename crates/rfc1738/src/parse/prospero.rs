//! prospero, §3.11.

use super::Parser;
use crate::{Code, Rule, class::Class, parts::Specific};

impl Parser<'_, '_> {
    /// `prosperourl = "prospero://" hostport "/" ppath *[ fieldspec ]`
    pub(super) fn prosperourl(&mut self) {
        self.hostport(Rule::Prosperourl, b"/");
        if !self.take(b'/') {
            self.missing(Code::MissingPath, Rule::Prosperourl);
            return;
        }
        // `ppath = psegment *[ "/" psegment ]`
        let hsoname = self.chars(Class::PPATH, Rule::Ppath, b";");
        let fields = self.rest();
        while self.peek() == Some(b';') {
            self.fieldspec();
        }
        self.parts.specific = Specific::Prospero { hsoname, fields };
    }

    /// `fieldspec = ";" fieldname "=" fieldvalue`
    fn fieldspec(&mut self) {
        let start = self.at;
        self.at += 1;
        self.chars(Class::FIELD, Rule::Fieldname, b"=;");
        if self.take(b'=') {
            self.chars(Class::FIELD, Rule::Fieldvalue, b";");
        } else {
            self.problem(Code::MissingValue, Rule::Fieldspec, start..self.at);
        }
    }
}
