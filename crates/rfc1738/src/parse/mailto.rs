//! mailto, §3.5.

use super::Parser;
use crate::{Code, Rule, class::Class, parts::Specific};

impl Parser<'_, '_> {
    /// `mailtourl = "mailto:" encoded822addr`
    pub(super) fn mailtourl(&mut self) {
        // `encoded822addr = 1*xchar`
        if self.rest().is_empty() {
            self.missing(Code::MissingAddress, Rule::Encoded822addr);
        }
        let addr_spec = self.chars(Class::XCHAR, Rule::Encoded822addr, b"");
        self.parts.specific = Specific::Mailto(addr_spec);
    }
}
