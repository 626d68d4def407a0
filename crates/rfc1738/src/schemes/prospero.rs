//! prospero, §3.11.

use alloc::format;

use crate::{
    class::Class,
    parser::Parser,
    parts::{Parts, SchemeSpecific},
    problem::Code,
    rule::Rule,
    steps::{Steps, quoted},
};

impl Parser<'_, '_> {
    /// `prosperourl = "prospero://" hostport "/" ppath *[ fieldspec ]`
    pub(crate) fn prosperourl(&mut self) {
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
        self.parts.scheme_specific = SchemeSpecific::Prospero { hsoname, fields };
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

/// Explains a prospero URL (§3.11).
pub(crate) fn explain(steps: &mut Steps, parts: &Parts<'_>) {
    if !steps.connect(parts) {
        return;
    }
    let Some(hsoname) = parts.hsoname().map(quoted) else {
        return;
    };
    steps.say(format!(
        "Ask its Prospero directory server how to get the object {hsoname}."
    ));
    for (name, value) in parts.fields() {
        let name = quoted(name);
        steps.say(match value {
            Some(value) => format!("The field {name} identifies it: {}.", quoted(value)),
            None => format!("The field {name} has no value."),
        });
    }
}
