//! Flags whose value follows only after `=`, such as `--tally=host`, where it was written as another argument.

use std::ffi::{OsStr, OsString};

use clap::{
    ArgMatches, Command,
    error::{Error, ErrorKind, Result},
    parser::ValueSource,
};

use super::implied_list::exists;

/// The flags. Their value is optional, and without `=`, the next argument is a path.
const FLAGS: [&str; 2] = ["tally", "unique"];

/// Checks how the flags are written. `args` is the command line with the name of its command, and `matches` what it
/// means.
///
/// # Errors
///
/// Returns an error if a value of such a flag follows it as an argument and is no file, or if `--tally` is given with
/// several values: only the last one would take effect.
pub(super) fn check(
    args: &[OsString],
    matches: &ArgMatches,
    cli: impl FnOnce() -> Command,
) -> Result<()> {
    let Some((name, flags)) = matches.subcommand() else {
        return Ok(());
    };
    let is_given = |id: &&str| {
        let is_known = flags.try_contains_id(id).is_ok();
        is_known && flags.value_source(id) == Some(ValueSource::CommandLine)
    };
    if !FLAGS.iter().any(is_given) {
        return Ok(());
    }
    let end = args.iter().position(|arg| arg == "--");
    let args = args.get(..end.unwrap_or(args.len())).unwrap_or_default();
    let tally = values(args, "--tally=");
    // The pattern of `grep` may be such a word.
    let paths: Vec<_> = flags.get_raw("paths").into_iter().flatten().collect();
    let is_path = |arg: &OsStr| paths.contains(&arg);
    let may_be_detached = || {
        let mut pairs = args.iter().zip(args.iter().skip(1));
        pairs.any(|(flag, next)| {
            let is_bare = flag.to_str().and_then(id_of).is_some();
            is_bare && is_path(next) && !exists(next)
        })
    };
    if tally.len() < 2 && !may_be_detached() {
        return Ok(());
    }
    // Only now: it takes longer than to read the command line.
    let mut cli = cli();
    cli.build();
    let Some(command) = cli.find_subcommand_mut(name) else {
        return Ok(());
    };
    if let Some(error) = detached_value(args, command, is_path) {
        return Err(error);
    }
    if let [first, .., last] = tally[..]
        && first != last
    {
        let message = format!(
            "the argument '--tally=<WHAT>' cannot be used with several values: '{first}' and '{last}'\n\n  \
             tip: '--tally={first},{last}' counts both together"
        );
        return Err(command.error(ErrorKind::ArgumentConflict, message));
    }
    Ok(())
}

/// Returns an error if a value of such a flag follows it as an argument and is no file. `args` are the arguments of a
/// command, and `is_path` returns whether one of them is a path.
pub(super) fn detached_value(
    args: &[OsString],
    command: &mut Command,
    is_path: impl Fn(&OsStr) -> bool,
) -> Option<Error> {
    let (flag, value) = args.windows(2).find_map(|pair| {
        let [flag, next] = pair else { return None };
        let (flag, value) = (flag.to_str()?, next.to_str()?);
        let id = id_of(flag)?;
        let arg = command.get_arguments().find(|arg| arg.get_id() == id)?;
        let values = arg.get_possible_values();
        let is_known = |value: &str| values.iter().any(|known| known.matches(value, false));
        let is_value = value.split(',').all(is_known);
        (is_value && is_path(next) && !exists(next)).then_some((flag, value))
    })?;
    let message = format!(
        "{value}: No such file\n\n  tip: the value of '{flag}' follows after '=': '{flag}={value}'"
    );
    Some(command.error(ErrorKind::ValueValidation, message))
}

/// Returns the id of such a flag without a value.
fn id_of(flag: &str) -> Option<&'static str> {
    let name = flag.strip_prefix("--")?;
    FLAGS.into_iter().find(|id| *id == name)
}

/// Returns what follows a prefix in the arguments that begin with it.
fn values<'a>(args: &'a [OsString], prefix: &str) -> Vec<&'a str> {
    let args = args.iter().filter_map(|arg| OsStr::to_str(arg));
    args.filter_map(|arg| arg.strip_prefix(prefix)).collect()
}
