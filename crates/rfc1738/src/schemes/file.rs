//! file, §3.10.

use alloc::format;

use crate::{
    class::Class,
    parser::Parser,
    parts::{Login, Parts, SchemeSpecific, Slice},
    problem::Code,
    rule::Rule,
    steps::{Steps, shown},
};

impl Parser<'_, '_> {
    /// `fileurl = "file://" [ host | "localhost" ] "/" fpath`
    pub(crate) fn fileurl(&mut self) {
        match self.peek() {
            // An empty host is a slice of the text, too.
            None | Some(b'/') => {
                self.parts.login = Some(Login {
                    host: Slice::of(self.text, self.at..self.at),
                    ..Login::default()
                });
            }
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
        self.parts.scheme_specific = SchemeSpecific::File(path);
    }
}

/// Explains a file URL (§3.10).
pub(crate) fn explain(steps: &mut Steps, parts: &Parts<'_>) {
    let (Some(path), Some(host)) = (parts.path(), parts.host()) else {
        return;
    };
    let path = shown(&path.decode());
    let is_here = host.is_empty() || host.as_bytes().eq_ignore_ascii_case(b"localhost");
    if is_here {
        steps.say(format!("Open the file `/{path}` on this machine."));
    } else {
        steps.say(format!(
            "The file `/{path}` is on {}; the URL does not say how to get it.",
            shown(host.as_bytes())
        ));
    }
}
