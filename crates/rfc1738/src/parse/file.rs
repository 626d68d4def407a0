//! file, §3.10.

use super::Parser;
use crate::{
    Code, Rule,
    class::Class,
    parts::{Login, Specific},
};

impl Parser<'_, '_> {
    /// `fileurl = "file://" [ host | "localhost" ] "/" fpath`
    pub(super) fn fileurl(&mut self) {
        match self.peek() {
            None | Some(b'/') => self.parts.login = Some(Login::default()),
            Some(_) => self.hostport(Rule::Fileurl, b"/"),
        }
        if let Some(port) = self.parts.login.and_then(|login| login.port) {
            let span = self.at - port.len() - 1..self.at;
            self.problem(Code::PortNotAllowed, Rule::Fileurl, span);
        }
        if !self.take(b'/') {
            self.missing(Code::MissingPath, Rule::Fileurl);
            return;
        }
        // `fpath = fsegment *[ "/" fsegment ]`
        let path = self.chars(Class::FPATH, Rule::Fsegment, b"");
        self.parts.specific = Specific::File(path);
    }
}
