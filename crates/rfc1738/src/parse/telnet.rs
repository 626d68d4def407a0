//! telnet, §3.8.

use super::Parser;
use crate::{Code, Rule};

impl Parser<'_, '_> {
    /// `telneturl = "telnet://" login [ "/" ]`
    pub(super) fn telneturl(&mut self) {
        self.login(b"/");
        if self.take(b'/') && !self.rest().is_empty() {
            let span = self.at..self.text.len();
            self.problem(Code::PathNotAllowed, Rule::Telneturl, span);
        }
    }
}
