//! The command `list` where no command is named: `urlsift PATH...`.

use std::{
    ffi::{OsStr, OsString},
    fs,
};

use clap::Subcommand;

use super::args::Command;

/// The flags of the program itself.
const OF_PROGRAM: [&str; 5] = ["-h", "--help", "-V", "--version", "--generate"];

/// Inserts `list` after the name of the program if the command line names no command: its first word does not, and no
/// flag before it belongs to the program. A word that is no file, and of which `is_similar` says that it looks like the
/// name of a command, is a misspelled command.
///
/// The value of a flag may be taken for the first word. That matters only if it is the name of a command.
pub(super) fn with_implied_list(
    mut args: Vec<OsString>,
    is_similar: impl FnOnce(&OsStr) -> bool,
) -> Vec<OsString> {
    let given = args.get(1..).unwrap_or_default();
    let is_word = |arg: &OsString| arg == "-" || !arg.as_encoded_bytes().starts_with(b"-");
    let at = given.iter().position(|arg| arg == "--" || is_word(arg));
    let flags = &given[..at.unwrap_or(given.len())];
    let is_implied = match at.map(|at| &given[at]) {
        _ if flags.iter().any(is_of_program) => false,
        Some(word) if word == "--" => true,
        Some(word) => !is_command(word) && (exists(word) || !is_similar(word)),
        None => !given.is_empty(),
    };
    if is_implied {
        args.insert(1, "list".into());
    }
    args
}

fn is_of_program(flag: &OsString) -> bool {
    let name = flag.to_str().and_then(|flag| flag.split('=').next());
    name.is_some_and(|name| OF_PROGRAM.contains(&name))
}

fn is_command(word: &OsStr) -> bool {
    let name = word.to_str();
    name.is_some_and(|name| name == "help" || Command::has_subcommand(name))
}

fn exists(path: &OsStr) -> bool {
    path == "-" || fs::symlink_metadata(path).is_ok()
}
