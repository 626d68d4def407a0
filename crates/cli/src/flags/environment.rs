//! Default flags from the environment variable `URLSIFT_OPTS`.

use std::{
    env::{self, VarError},
    ffi::{OsStr, OsString},
};

use clap::{
    ArgMatches, Args, Command, CommandFactory, Error, FromArgMatches,
    error::{ContextKind, ErrorKind, Result},
};

use super::{
    advice::with_advice,
    args::{Cli, MatchFlags},
    full_help::{asks_for_full_help, with_full_help},
    harvest_steps::{self, with_named_step},
    implied_list::with_implied_list,
    named_command::NamedMatches,
    opposites::with_opposites,
    short_help::with_short_help,
    version,
};
use crate::term::streams::Streams;

/// The name of the variable.
const NAME: &str = "URLSIFT_OPTS";

/// The commands that read the variable. They share nearly all flags.
const SEARCHES: [&str; 2] = ["list", "grep"];

/// Parses the command line. The words of `URLSIFT_OPTS`, split as by a shell, are inserted before the flags of
/// `list` and `grep`, which override them. `list` ignores flags in the variable that only `grep` has.
///
/// # Errors
///
/// Returns an error if the command line or the variable is invalid, or if help is requested.
pub(super) fn parse(args: Vec<OsString>, streams: &Streams) -> Result<Cli> {
    if args.len() < 2 && !streams.stdin_is_terminal() {
        // The help would not say why nothing is read.
        return Err(strict(&args).error(
            ErrorKind::MissingSubcommand,
            "to read standard input, write `urlsift -`",
        ));
    }
    let args = with_implied_list(args, is_similar);
    let command = args.get(1).and_then(|name| name.to_str());
    let command = command.unwrap_or_default().to_owned();
    matches(&args).map_err(|error| with_advice(error, &command))
}

fn matches(args: &[OsString]) -> Result<Cli> {
    let search = SEARCHES
        .into_iter()
        .find(|name| args.get(1).is_some_and(|arg| arg == name));
    let words = search.map_or(Ok(None), |_| words())?;
    if words.is_none()
        && let Some(named) = NamedMatches::of(args)
    {
        harvest_steps::check(&named.matches, || strict(args))?;
        if let Some(command) = named.values() {
            return Ok(Cli::of(command));
        }
    }
    let mut matches = match (search, words) {
        (Some(search), Some(words)) => parse_with_words(search, words, args.to_vec())?,
        _ => with_named_step(strict(args), args).try_get_matches_from(args)?,
    };
    harvest_steps::check(&matches, || strict(args))?;
    Cli::from_arg_matches_mut(&mut matches)
}

/// Returns whether a word is similar to the name of a command, so that it may be misspelled. Most paths have characters
/// that no command has.
fn is_similar(word: &OsStr) -> bool {
    let mut bytes = word.as_encoded_bytes().iter();
    if bytes.any(|byte| matches!(byte, b'.' | b'/')) {
        return false;
    }
    let args = [OsStr::new("urlsift"), word];
    let parsed = strict(&args).try_get_matches_from(args);
    parsed.is_err_and(|error| error.get(ContextKind::SuggestedSubcommand).is_some())
}

/// Returns the documented command line, with the opposites of switches, for arguments.
fn strict(args: &[impl AsRef<OsStr>]) -> Command {
    let cli = Cli::command().version(version::detailed());
    if asks_for_full_help(args) {
        cli.mut_subcommands(|command| command.defer(|command| with_full_help(completed(command))))
    } else {
        cli.mut_subcommands(completed_when_used)
    }
}

/// Returns the same command line, except that `list` has the flags of `grep`.
fn lenient() -> Command {
    let cli = Cli::command().mut_subcommand("list", MatchFlags::augment_args);
    cli.mut_subcommands(completed_when_used)
}

/// Completes only the command that is used, to save time.
fn completed_when_used(command: Command) -> Command {
    command.defer(completed)
}

fn completed(command: Command) -> Command {
    with_opposites(with_short_help(command))
}

/// Returns the words of the variable, if it has any.
fn words() -> Result<Option<Vec<String>>> {
    let text = match env::var(NAME) {
        Ok(text) => text,
        Err(VarError::NotPresent) => return Ok(None),
        Err(VarError::NotUnicode(_)) => return Err(invalid("the value is not valid UTF-8")),
    };
    match shlex::split(&text) {
        Some(words) if words.is_empty() => Ok(None),
        Some(words) => Ok(Some(words)),
        None => Err(invalid("unclosed quotation mark or trailing backslash")),
    }
}

fn parse_with_words(
    search: &str,
    words: Vec<String>,
    mut args: Vec<OsString>,
) -> Result<ArgMatches> {
    // Errors of the command line alone are reported as such. What is missing may be in the variable, such as a pattern.
    let alone = strict(&args).try_get_matches_from(&args);
    let is_missing = |error: &Error| error.kind() == ErrorKind::MissingRequiredArgument;
    if alone.as_ref().is_err_and(|error| !is_missing(error)) {
        return alone;
    }
    check(search, &words)?;
    args.splice(2..2, words.into_iter().map(OsString::from));
    let both = lenient().try_get_matches_from(args);
    both.map_err(|error| alone.err().unwrap_or_else(|| in_variable(&error)))
}

/// Checks that the words are flags of a command, and nothing else.
fn check(search: &str, words: &[String]) -> Result<()> {
    if words.iter().any(|word| word == "--") {
        return Err(invalid(
            "'--' is not allowed: flags after it would be paths",
        ));
    }
    // Without a pattern, `grep` would report that it is missing.
    let front = ["urlsift", search, "--regexp="].map(String::from);
    let parsed = lenient().try_get_matches_from(front.iter().chain(words));
    // Flags of `grep` are allowed with each command.
    let matches = parsed.map_err(|error| in_variable(&with_advice(error, "grep")))?;
    let Some((_, matches)) = matches.subcommand() else {
        return Ok(());
    };
    for name in ["pattern", "paths"] {
        let values = matches.try_get_raw(name).ok().flatten();
        if let Some(value) = values.and_then(|mut values| values.next()) {
            return Err(invalid(&format!("'{}' is not a flag", value.display())));
        }
    }
    Ok(())
}

/// Converts an error about the words of the variable to one that names the variable.
fn in_variable(error: &Error) -> Error {
    if !error.use_stderr() {
        return invalid("help and version flags are not allowed");
    }
    let text = error.to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    // The usage describes the command line, not the variable.
    invalid(text.split("\n\nUsage:").next().unwrap_or(text))
}

fn invalid(reason: &str) -> Error {
    let reason = reason.trim_end();
    Error::raw(ErrorKind::InvalidValue, format!("{NAME}: {reason}\n"))
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use clap::FromArgMatches;
    use urlsift_tables::lines;

    use super::{NamedMatches, strict};
    use crate::flags::args::Cli;

    fn words(line: &str) -> Vec<OsString> {
        let words = ["urlsift"].into_iter().chain(line.split(' '));
        words.map(OsString::from).collect()
    }

    #[test]
    fn flags_of_the_named_command_have_the_same_values() {
        for line in lines!("environment.toml", "flags_named_command") {
            let args = words(line);
            let all = strict(&args).try_get_matches_from(&args);
            let all = all.and_then(|mut matches| Cli::from_arg_matches_mut(&mut matches));
            let named = NamedMatches::of(&args).and_then(NamedMatches::values);
            let text = |cli: &Cli| format!("{cli:?}");
            assert_eq!(
                named.map(Cli::of).as_ref().map(text),
                all.ok().as_ref().map(text),
                "{line}"
            );
        }
    }

    #[test]
    fn all_commands_are_needed_for_help_and_errors() {
        for line in lines!("environment.toml", "all_commands_needed") {
            assert!(NamedMatches::of(&words(line)).is_none(), "{line}");
        }
    }
}
