//! The error for `urlsift PATH...` if the first path does not exist.

use std::{
    ffi::{OsStr, OsString},
    fs,
};

use clap::{
    Command, Error,
    error::{ContextKind, ErrorKind},
};
use urlsift_record::escaped;
use urlsift_search::SystemReason;

use super::implied_list::{exists, first_path};

/// Replaces the error for an unknown command or flag if what is missing is the first path: it is not similar to the name
/// of a command, and looks like a path or is followed by one. `args` are the arguments after the name of the program.
pub(super) fn with_missing_path(
    error: Error,
    args: &[OsString],
    cli: impl Fn() -> Command,
    list: impl FnOnce() -> Command,
) -> Error {
    let is_unknown = matches!(
        error.kind(),
        ErrorKind::InvalidSubcommand | ErrorKind::UnknownArgument
    );
    let Some(path) = first_path(args, list).filter(|_| is_unknown) else {
        return error;
    };
    let Err(reason) = fs::symlink_metadata(path) else {
        return error;
    };
    let is_before_path = || args.iter().any(|arg| exists(arg));
    if !(looks_like_path(path) || is_before_path() && !is_similar(path, cli())) {
        return error;
    }
    let mut cli = cli();
    let commands: Vec<_> = cli.get_subcommands().map(Command::get_name).collect();
    let message = format!(
        "{}: {}\n\n  tip: without a command, the first argument is a path that exists; the commands are {}",
        // Before clap formats the message: it drops escape sequences.
        escaped(path.as_encoded_bytes()),
        SystemReason(&reason),
        commands.join(", ")
    );
    cli.error(ErrorKind::InvalidSubcommand, message)
}

/// Returns whether an argument has characters that no command has but most paths have.
fn looks_like_path(arg: &OsStr) -> bool {
    let mut bytes = arg.as_encoded_bytes().iter();
    bytes.any(|byte| matches!(byte, b'.' | b'/'))
}

/// Returns whether a name is similar to that of a command, so that it may be misspelled.
fn is_similar(name: &OsStr, cli: Command) -> bool {
    let parsed = cli.try_get_matches_from([OsStr::new("urlsift"), name]);
    parsed.is_err_and(|error| error.get(ContextKind::SuggestedSubcommand).is_some())
}
