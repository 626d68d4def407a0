//! file, §3.10.

use super::{Parser, Schemepart};
use crate::{
    Code, Rule,
    class::Class,
    parts::{Login, Specific},
};

impl<'a> Parser<'a> {
    /// `fileurl = "file://" [ host | "localhost" ] "/" fpath`
    pub(super) fn fileurl(&mut self) -> Schemepart<'a> {
        let login = match self.peek() {
            None | Some(b'/') => Login::default(),
            Some(_) => self.hostport(Rule::Fileurl, b"/"),
        };
        if let Some(port) = login.port {
            let span = self.at - port.len() - 1..self.at;
            self.problem(Code::PortNotAllowed, Rule::Fileurl, span);
        }
        if !self.take(b'/') {
            self.missing(Code::MissingPath, Rule::Fileurl);
            return (Some(login), Specific::Nothing);
        }
        // `fpath = fsegment *[ "/" fsegment ]`
        let path = self.chars(Class::FPATH, Rule::Fsegment, b"");
        (Some(login), Specific::File(path))
    }
}
