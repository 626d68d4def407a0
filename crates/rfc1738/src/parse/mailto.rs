//! mailto, §3.5.

use super::{Parser, Schemepart};
use crate::{Code, Rule, class::Class, parts::Specific};

impl<'a> Parser<'a> {
    /// `mailtourl = "mailto:" encoded822addr`
    pub(super) fn mailtourl(&mut self) -> Schemepart<'a> {
        // `encoded822addr = 1*xchar`
        if self.rest().is_empty() {
            self.missing(Code::MissingAddress, Rule::Encoded822addr);
        }
        let addr_spec = self.chars(Class::XCHAR, Rule::Encoded822addr, b"");
        (None, Specific::Mailto(addr_spec))
    }
}
