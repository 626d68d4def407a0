//! A terminal, and what it gets.

use std::path::Path;
use std::process::Command;

use super::{Outcome, dir_with, outcome, skip};

/// What terminals say of themselves; that of the one who runs the tests does not matter.
const OF_TERMINALS: [&str; 6] = [
    "COLORTERM",
    "DOMTERM",
    "KONSOLE_VERSION",
    "TERM_PROGRAM",
    "VTE_VERSION",
    "WT_SESSION",
];

/// What a terminal shows, with its own line ends; none where there is no `script`. The run has to
/// select something.
#[track_caller]
pub(crate) fn on_terminal(
    files: &[(&str, &[u8])],
    args: &str,
    env: &[(&str, &str)],
) -> Option<Vec<u8>> {
    let dir = dir_with(files);
    let shown = on_terminal_in(dir.path(), &format!("\"$URLSIFT\" {args}"), env)?;
    assert_eq!(
        shown.status,
        0,
        "{}",
        String::from_utf8_lossy(&shown.stdout)
    );
    Some(shown.stdout)
}

/// What a terminal shows of a line of the shell in a directory, in which `$URLSIFT` is the program.
pub(crate) fn on_terminal_in(dir: &Path, line: &str, env: &[(&str, &str)]) -> Option<Outcome> {
    let version = Command::new("script").arg("--version").output();
    if !version.is_ok_and(|version| version.stdout.starts_with(b"script from util-linux")) {
        skip("no script of util-linux to make a terminal with");
        return None;
    }
    let mut command = Command::new("script");
    command
        .args(["-q", "-e", "-c", line, "/dev/null"])
        .current_dir(dir)
        .env("URLSIFT", env!("CARGO_BIN_EXE_urlsift"))
        .env_remove("NO_COLOR")
        .env("TERM", "xterm")
        .env("SHELL", "/bin/sh");
    for name in OF_TERMINALS {
        command.env_remove(name);
    }
    command.envs(env.iter().copied());
    Some(outcome(&mut command, b""))
}

/// Text without colours; everything else that is a control stays.
pub(crate) fn uncoloured(text: &[u8]) -> String {
    let colour = regex::bytes::Regex::new(r"\x1b\[[0-9;]*m").expect("a regex");
    String::from_utf8(colour.replace_all(text, &b""[..]).into_owned()).expect("UTF-8")
}
