//! telnet, §3.8.

use super::{Parser, Schemepart};
use crate::{Code, Rule, parts::Specific};

impl<'a> Parser<'a> {
    /// `telneturl = "telnet://" login [ "/" ]`
    pub(super) fn telneturl(&mut self) -> Schemepart<'a> {
        let login = self.login(b"/");
        if self.take(b'/') && !self.rest().is_empty() {
            let span = self.at..self.text.len();
            self.problem(Code::PathNotAllowed, Rule::Telneturl, span);
        }
        (Some(login), Specific::Nothing)
    }
}
