//! The commands of an ftp session, §3.2.

use super::Steps;
use crate::{Encoded, Parts};

pub(super) fn explain(steps: &mut Steps, parts: &Parts<'_>) -> Option<()> {
    steps.connect(parts)?;
    login(steps, parts);
    let Some(name) = parts.name() else {
        steps.say("No path is given: stay in the directory that the login leads to.");
        return None;
    };
    let mut is_said = false;
    for cwd in parts.cwds() {
        steps.send("CWD ", cwd);
        if cwd.is_empty() && !is_said {
            is_said = true;
            steps.say("The argument is null. To begin at `/`, a URL has `%2F`.");
        }
    }
    let ftptype = parts.ftptype();
    match ftptype.map(Encoded::as_bytes) {
        Some(b"d" | b"D") => {
            steps.send("NLST ", name);
            steps.say("The answer is the listing of a directory.");
        }
        _ if name.is_empty() => steps.say("No name is given: list the directory, or stay in it."),
        Some(b"a" | b"A" | b"i" | b"I") => {
            steps.send("TYPE ", ftptype?);
            steps.send("RETR ", name);
        }
        other => {
            steps.say(match other {
                None => "No type is given: guess from the name whether to send TYPE A or TYPE I.",
                Some(_) => "The type is none of ftp: guess whether to send TYPE A or TYPE I.",
            });
            steps.send("RETR ", name);
        }
    }
    None
}

/// §3.2.1
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
