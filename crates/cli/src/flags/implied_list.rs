//! The command `list` where no command is named: `urlsift PATH...`.

use std::{
    ffi::{OsStr, OsString},
    fs,
};

use clap::{Arg, Command, Subcommand};

use super::args;

/// Inserts `list` after the name of the program if the command line names no command. The first argument that is no
/// flag of `list` is then a path, unless there is no such file and `is_similar` says that it looks like the name of a
/// command; or a flag that `list` does not have, which is an error of `list`. Flags alone are those of `list`, which
/// reads standard input.
pub(super) fn with_implied_list(
    mut args: Vec<OsString>,
    list: impl FnOnce() -> Command,
    is_similar: impl FnOnce(&OsStr) -> bool,
) -> Vec<OsString> {
    let given = args.get(1..).unwrap_or_default();
    let is_implied = match FirstArgument::of(given, list) {
        FirstArgument::Path(path) => exists(path) || !is_similar(path),
        FirstArgument::UnknownFlag(flag) => !is_of_program(flag),
        FirstArgument::OnlyFlags => !given.iter().any(|flag| is_of_program(flag)),
        FirstArgument::Command | FirstArgument::Nothing => false,
    };
    if is_implied {
        args.insert(1, "list".into());
    }
    args
}

/// Returns whether a flag belongs to the program, without a command.
fn is_of_program(flag: &OsStr) -> bool {
    let name = flag.to_str().and_then(|flag| flag.split('=').next());
    name.is_some_and(|name| ["-h", "--help", "-V", "--version", "--generate"].contains(&name))
}

/// The first argument of a command line that is not a flag of `list`.
#[derive(Clone, Copy, Debug)]
enum FirstArgument<'a> {
    /// An argument that is neither a flag nor the value of one, and does not name a command.
    Path(&'a OsStr),
    /// The name of a command.
    Command,
    /// A flag that `list` does not have.
    UnknownFlag(&'a OsStr),
    /// There are only flags of `list`.
    OnlyFlags,
    /// There are no arguments.
    Nothing,
}

impl<'a> FirstArgument<'a> {
    /// Returns what comes first. `args` are the arguments after the name of the program.
    fn of(args: &'a [OsString], list: impl FnOnce() -> Command) -> Self {
        match args.first() {
            None => return Self::Nothing,
            Some(first) if !is_flag(first) => return Self::named(first),
            Some(_) => {}
        }
        // Only now: it takes longer than to read the command line.
        let mut list = list();
        list.build();
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            if !is_flag(arg) {
                return Self::named(arg);
            }
            if arg == "--" {
                return args.next().map_or(Self::OnlyFlags, |path| Self::Path(path));
            }
            match arg.to_str().and_then(|flag| takes_next(&list, flag)) {
                None => return Self::UnknownFlag(arg),
                Some(true) if args.next().is_none() => return Self::OnlyFlags,
                Some(_) => {}
            }
        }
        Self::OnlyFlags
    }

    fn named(name: &'a OsStr) -> Self {
        if is_command(name) {
            Self::Command
        } else {
            Self::Path(name)
        }
    }
}

/// Returns whether the value of a flag, or of the last one of several short flags, is the next argument. `None` if the
/// flag is unknown.
fn takes_next(list: &Command, flag: &str) -> Option<bool> {
    if let Some(long) = flag.strip_prefix("--") {
        let (name, value) = long
            .split_once('=')
            .map_or((long, None), |(name, value)| (name, Some(value)));
        let mut known = list.get_arguments();
        let arg = known.find(|arg| {
            let mut aliases = arg.get_all_aliases().into_iter().flatten();
            arg.get_long() == Some(name) || aliases.any(|alias| alias == name)
        })?;
        return Some(value.is_none() && needs_value(arg));
    }
    let mut letters = flag.strip_prefix('-')?.chars();
    while let Some(letter) = letters.next() {
        let mut known = list.get_arguments();
        let arg = known.find(|arg| {
            let mut aliases = arg.get_all_short_aliases().into_iter().flatten();
            arg.get_short() == Some(letter) || aliases.any(|alias| alias == letter)
        })?;
        if arg.get_action().takes_values() {
            // The other letters are the value of this flag.
            return Some(letters.as_str().is_empty() && needs_value(arg));
        }
    }
    Some(false)
}

/// Returns whether a flag is followed by a value, as another argument if not in the same one.
fn needs_value(arg: &Arg) -> bool {
    let least = arg.get_num_args().map_or(0, |range| range.min_values());
    arg.get_action().takes_values() && least > 0 && !arg.is_require_equals_set()
}

fn is_flag(arg: &OsStr) -> bool {
    arg.as_encoded_bytes().starts_with(b"-") && arg != "-"
}

fn is_command(name: &OsStr) -> bool {
    name.to_str()
        .is_some_and(|name| name == "help" || args::Command::has_subcommand(name))
}

fn exists(path: &OsStr) -> bool {
    path == "-" || fs::symlink_metadata(path).is_ok()
}
