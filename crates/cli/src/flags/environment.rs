//! The flags that the environment gives: `URLSIFT_OPTS`.

use std::{
    env::{self, VarError},
    ffi::OsString,
};

use clap::{
    ArgMatches, Args, Command, CommandFactory, Error, FromArgMatches, error::ErrorKind,
    error::Result,
};

use super::{
    args::{Cli, Matching},
    opposites::with_opposites,
};

/// The variable.
const NAME: &str = "URLSIFT_OPTS";

/// The commands that take flags from it: they have nearly the same.
const SEARCHES: [&str; 2] = ["list", "grep"];

/// Parses the command line. The words of `URLSIFT_OPTS`, as a shell tells them apart, stand in front of
/// the flags of `list` and `grep`, which override them. `list` passes over those that only `grep` has.
///
/// # Errors
///
/// A wrong command line, or one of `--help`, as clap words them; of the variable with its name.
pub(crate) fn parse() -> Result<Cli> {
    let given: Vec<_> = env::args_os().collect();
    let search = SEARCHES
        .into_iter()
        .find(|name| given.get(1).is_some_and(|first| first == name));
    let mut matches = match search {
        None => strict().try_get_matches_from(given)?,
        Some(search) => match words()? {
            None => strict().try_get_matches_from(given)?,
            Some(words) => with_words(search, words, given)?,
        },
    };
    Cli::from_arg_matches_mut(&mut matches)
}

/// The command line as it is told by the help, and the opposites of switches.
fn strict() -> Command {
    Cli::command().mut_subcommands(with_opposites)
}

/// The same, where `list` has the flags of `grep`.
fn lenient() -> Command {
    let cli = Cli::command().mut_subcommand("list", Matching::augment_args);
    cli.mut_subcommands(with_opposites)
}

/// The words of the variable, if it has any.
fn words() -> Result<Option<Vec<String>>> {
    let text = match env::var(NAME) {
        Ok(text) => text,
        Err(VarError::NotPresent) => return Ok(None),
        Err(VarError::NotUnicode(_)) => return Err(wrong("it is not UTF-8")),
    };
    match shlex::split(&text) {
        Some(words) if words.is_empty() => Ok(None),
        Some(words) => Ok(Some(words)),
        None => Err(wrong(
            "a quotation mark or a backslash has nothing behind it",
        )),
    }
}

fn with_words(search: &str, words: Vec<String>, mut given: Vec<OsString>) -> Result<ArgMatches> {
    // What is wrong without the variable has nothing to do with it; but `grep` may lack a pattern.
    let alone = strict().try_get_matches_from(&given);
    let is_told = |error: &Error| search == "list" || !error.use_stderr();
    if alone.as_ref().is_err_and(is_told) {
        return alone;
    }
    check(search, &words)?;
    given.splice(2..2, words.into_iter().map(OsString::from));
    match (lenient().try_get_matches_from(given), alone) {
        (Ok(matches), _) => Ok(matches),
        (Err(_), Err(error)) => Err(error),
        (Err(error), Ok(_)) => Err(of_variable(&error)),
    }
}

/// Whether the words are flags of a command, and nothing else.
fn check(search: &str, words: &[String]) -> Result<()> {
    if words.iter().any(|word| word == "--") {
        return Err(wrong("'--' would take the meaning of all flags"));
    }
    // So that `grep` does not ask for a pattern.
    let front = ["urlsift", search, "--regexp="].map(String::from);
    let parsed = lenient().try_get_matches_from(front.iter().chain(words));
    let matches = parsed.map_err(|error| of_variable(&error))?;
    let Some((_, matches)) = matches.subcommand() else {
        return Ok(());
    };
    for name in ["pattern", "paths"] {
        let values = matches.try_get_raw(name).ok().flatten();
        if let Some(value) = values.and_then(|mut values| values.next()) {
            return Err(wrong(&format!("'{}' is no flag", value.display())));
        }
    }
    Ok(())
}

/// An error in the words of the variable, which has to be said.
fn of_variable(error: &Error) -> Error {
    if !error.use_stderr() {
        return wrong("it cannot ask for help");
    }
    let text = error.to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    // The usage is that of the whole command line.
    wrong(text.split("\n\nUsage:").next().unwrap_or(text))
}

fn wrong(what: &str) -> Error {
    let what = what.trim_end();
    Error::raw(ErrorKind::InvalidValue, format!("in {NAME}: {what}\n"))
}
