//! mailto, §3.5.

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
    /// `mailtourl = "mailto:" encoded822addr`
    pub(crate) fn mailtourl(&mut self) {
        // `encoded822addr = 1*xchar`
        if self.rest().is_empty() {
            self.missing(Code::MissingAddress, Rule::Encoded822addr);
        }
        let addr_spec = self.chars(Class::XCHAR, Rule::Encoded822addr, b"");
        self.parts.scheme_specific = SchemeSpecific::Mailto(addr_spec);
    }
}

/// Explains a mailto URL (§3.5).
pub(crate) fn explain(steps: &mut Steps, parts: &Parts<'_>) {
    let Some(address) = parts.addr_spec().filter(|part| !part.is_empty()) else {
        return;
    };
    steps.say(format!(
        "Write a message to {}. There is nothing to retrieve.",
        quoted(address)
    ));
}
