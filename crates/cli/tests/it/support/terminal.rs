//! Runs commands on a terminal made by `script`.

use std::path::Path;
use std::process::Command;

use super::{Outcome, dir_with, run_command, skip, with_default_signals};

/// Variables by which terminals identify themselves. Unset, so that the results do not depend on the user's
/// terminal.
const TERMINAL_VARIABLES: [&str; 6] = [
    "COLORTERM",
    "DOMTERM",
    "KONSOLE_VERSION",
    "TERM_PROGRAM",
    "VTE_VERSION",
    "WT_SESSION",
];

/// Runs the program on a terminal. Returns the output with the terminal's line endings, or `None` without
/// `script`. Panics unless the program selects something.
#[track_caller]
pub(crate) fn run_on_terminal(
    files: &[(&str, &[u8])],
    args: &str,
    env: &[(&str, &str)],
) -> Option<Vec<u8>> {
    let dir = dir_with(files);
    let shown = run_shell_on_terminal(dir.path(), &format!("\"$URLSIFT\" {args}"), env)?;
    assert_eq!(
        shown.status,
        0,
        "{}",
        String::from_utf8_lossy(&shown.stdout)
    );
    Some(shown.stdout)
}

/// Runs a shell line on a terminal. `$URLSIFT` is the program.
pub(crate) fn run_shell_on_terminal(
    dir: &Path,
    line: &str,
    env: &[(&str, &str)],
) -> Option<Outcome> {
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
    for name in TERMINAL_VARIABLES {
        command.env_remove(name);
    }
    command.envs(env.iter().copied());
    Some(run_command(&mut with_default_signals(&command), b""))
}

/// Removes color sequences. Other control characters remain.
pub(crate) fn strip_colors(text: &[u8]) -> String {
    let color = regex::bytes::Regex::new(r"\x1b\[[0-9;]*m").expect("a regex");
    String::from_utf8(color.replace_all(text, &b""[..]).into_owned()).expect("UTF-8")
}
