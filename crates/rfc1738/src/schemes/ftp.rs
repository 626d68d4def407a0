//! ftp, §3.2.

use super::web;
use crate::{
    class::Class,
    parser::Parser,
    parts::{Parts, SchemeSpecific},
    problem::Code,
    rule::Rule,
    steps::Steps,
};

impl<'a> Parser<'a, '_> {
    /// `ftpurl = "ftp://" login [ "/" fpath [ ";type=" ftptype ]]`
    pub(crate) fn ftpurl(&mut self) {
        self.login(b"/");
        if !self.take(b'/') {
            return;
        }
        let start = self.at;
        let end = loop {
            // `fpath = fsegment *[ "/" fsegment ]`
            self.chars(Class::FPATH, Rule::Fsegment, b";");
            if self.at == self.text.len() || self.is_at_type() {
                break self.at;
            }
            self.invalid_byte(b';', Rule::Fsegment);
        };
        let ftptype = (end < self.text.len()).then(|| self.ftptype());
        let fpath = &self.text[start..end];
        self.parts.scheme_specific = SchemeSpecific::Ftp { fpath, ftptype };
    }

    /// Returns whether a `;type=` at the end of the URL is next.
    fn is_at_type(&self) -> bool {
        let ftptype = self.rest().strip_prefix(b";type=");
        ftptype.is_some_and(|ftptype| !ftptype.iter().any(|byte| matches!(byte, b';' | b'/')))
    }

    /// `ftptype = "A" | "I" | "D" | "a" | "i" | "d"`, and `;type=` before it.
    fn ftptype(&mut self) -> &'a [u8] {
        let span = self.at + b";type=".len()..self.text.len();
        self.at = span.end;
        let ftptype = &self.text[span.clone()];
        if !matches!(ftptype, b"A" | b"I" | b"D" | b"a" | b"i" | b"d") {
            self.problem(Code::BadType, Rule::Ftptype, span);
        }
        ftptype
    }
}

/// Explains an ftp URL (§3.2): the commands of a session. The host is the one that a browser looks up.
pub(crate) fn explain(steps: &mut Steps, parts: &Parts<'_>) {
    if !web::connect(steps, parts) {
        return;
    }
    login(steps, parts);
    let Some(name) = parts.name() else {
        steps.say("No path is given: stay in the initial directory of the login.");
        return;
    };
    let mut is_noted = false;
    for cwd in parts.cwds() {
        steps.send("CWD ", cwd);
        if cwd.is_empty() && !is_noted {
            is_noted = true;
            steps.say("The argument is null. A URL that begins at `/` has `%2F`.");
        }
    }
    let ftptype = parts.ftptype();
    match ftptype.map(|ftptype| (ftptype, ftptype.as_bytes())) {
        Some((_, b"d" | b"D")) => {
            steps.send("NLST ", name);
            steps.say("The answer is the listing of a directory.");
        }
        _ if name.is_empty() => steps.say("No name is given: list the directory, or stay in it."),
        Some((ftptype, b"a" | b"A" | b"i" | b"I")) => {
            steps.send("TYPE ", ftptype);
            steps.send("RETR ", name);
        }
        other => {
            steps.say(match other {
                None => "No type is given: guess from the name whether to send TYPE A or TYPE I.",
                Some(_) => "The type is not an ftp type: guess whether to send TYPE A or TYPE I.",
            });
            steps.send("RETR ", name);
        }
    }
}

/// Adds the commands that log in (§3.2.1).
fn login(steps: &mut Steps, parts: &Parts<'_>) {
    match (parts.user(), parts.password()) {
        (Some(user), Some(password)) => {
            steps.send("USER ", user);
            steps.send("PASS ", password);
        }
        (Some(user), None) => {
            steps.send("USER ", user);
            steps.say("If the server asks for a password, ask the user for it.");
        }
        (None, _) => {
            steps.send_raw(b"USER anonymous".to_vec());
            steps.say("If the server asks for a password, send your e-mail address.");
        }
    }
}
