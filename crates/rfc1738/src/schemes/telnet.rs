//! telnet, §3.8.

use alloc::{format, vec::Vec};

use crate::{
    encoded::Encoded,
    parser::Parser,
    parts::Parts,
    problem::Code,
    rule::Rule,
    steps::{Steps, quoted},
};

impl Parser<'_, '_> {
    /// `telneturl = "telnet://" login [ "/" ]`
    pub(crate) fn telneturl(&mut self) {
        self.login(b"/");
        if self.take(b'/') && !self.rest().is_empty() {
            let span = self.at..self.text.len();
            self.problem(Code::PathNotAllowed, Rule::Telneturl, span);
        }
    }
}

/// Explains a telnet URL (§3.8): user and password "are advisory only".
pub(crate) fn explain(steps: &mut Steps, parts: &Parts<'_>) {
    if !steps.connect(parts) {
        return;
    }
    steps.say("Open an interactive session for the user.");
    match (parts.user(), parts.password()) {
        (Some(user), Some(password)) => steps.say(format!(
            "Tell the user to log in as {} with the password {}.",
            quoted(user),
            quoted(password)
        )),
        (Some(user), None) => steps.say(format!("Tell the user to log in as {}.", quoted(user))),
        (None, _) => {}
    }
    let advised = [parts.user(), parts.password()].into_iter().flatten();
    let advised: Vec<_> = advised.map(Encoded::decode).collect();
    steps.warn_of_line_break(&advised.concat());
}
