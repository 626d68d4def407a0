//! The errors of `urlsift FLAGS... PATH...`, where no command is named.

use std::{
    ffi::{OsStr, OsString},
    fs,
};

use clap::{
    Command, Error,
    error::{ContextKind, ErrorKind},
};
use urlsift::escaped;
use urlsift_search::SystemReason;

use super::{
    advice::{set_tip, with_advice},
    attached_values::detached_value,
    implied_list::{FirstArgument, exists, is_flag},
};

/// Replaces the error for an unknown command or flag by one that says what is wrong, if `list` was meant. `args` are
/// the arguments after the name of the program.
pub(super) fn for_implied_list(
    error: Error,
    args: &[OsString],
    cli: impl Fn() -> Command,
    list: impl FnOnce() -> Command,
) -> Error {
    let is_unknown = matches!(
        error.kind(),
        ErrorKind::InvalidSubcommand | ErrorKind::UnknownArgument
    );
    if !is_unknown {
        return error;
    }
    match FirstArgument::of(args, list) {
        // `list` was implied, and the error is one of `list`.
        FirstArgument::Path(path) if exists(path) => error,
        FirstArgument::Path(path) => {
            let mut known = cli();
            known.build();
            let list = known.find_subcommand_mut("list");
            if let Some(error) = list.and_then(|list| detached_value(args, list, |_| true)) {
                return error;
            }
            if looks_like_path(path) || !is_similar(path, cli()) {
                missing_path(path, cli())
            } else if args.first().is_some_and(|first| first != path) {
                with_tip(error, FLAGS_FOLLOW)
            } else {
                error
            }
        }
        // Flags come first.
        FirstArgument::Command if args.first().is_some_and(|first| is_flag(first)) => {
            with_tip(error, FLAGS_FOLLOW)
        }
        FirstArgument::Command => error,
        FirstArgument::UnknownFlag => unknown_flag(error, args, cli()),
        FirstArgument::Nothing => with_tip(error, "a path must follow, or '-' for standard input"),
    }
}

const FLAGS_FOLLOW: &str = "the flags of a command follow its name";

/// Returns the error for a first path that does not exist.
fn missing_path(path: &OsStr, mut cli: Command) -> Error {
    let reason = fs::symlink_metadata(path).err();
    let reason = reason.map_or_else(String::new, |reason| SystemReason(&reason).to_string());
    let commands: Vec<_> = cli.get_subcommands().map(Command::get_name).collect();
    let message = format!(
        "{}: {reason}\n\n  tip: without a command, the first argument is a path that exists; the commands are {}",
        // Before clap formats the message: it drops escape sequences.
        escaped(path.as_encoded_bytes()),
        commands.join(", ")
    );
    cli.error(ErrorKind::InvalidSubcommand, message)
}

/// Returns the error of `list` for a flag that it does not have, unless the first flag is misspelled and not one of
/// `list`.
fn unknown_flag(error: Error, args: &[OsString], cli: Command) -> Error {
    if error.get(ContextKind::SuggestedArg).is_some() {
        return error;
    }
    let named = ["urlsift", "list"].map(OsString::from);
    match cli.try_get_matches_from(named.iter().chain(args)) {
        Err(of_list) if of_list.kind() == ErrorKind::UnknownArgument => {
            with_advice(of_list, "list")
        }
        _ => error,
    }
}

fn with_tip(mut error: Error, tip: &'static str) -> Error {
    // Existing advice is more specific.
    if error.get(ContextKind::Suggested).is_none() {
        set_tip(&mut error, tip);
    }
    error
}

/// Returns whether an argument has characters that no command has but most paths have.
fn looks_like_path(arg: &OsStr) -> bool {
    let mut bytes = arg.as_encoded_bytes().iter();
    bytes.any(|byte| matches!(byte, b'.' | b'/'))
}

/// Returns whether a name is similar to the name of a command, so that it may be misspelled.
fn is_similar(name: &OsStr, cli: Command) -> bool {
    let parsed = cli.try_get_matches_from([OsStr::new("urlsift"), name]);
    parsed.is_err_and(|error| error.get(ContextKind::SuggestedSubcommand).is_some())
}
