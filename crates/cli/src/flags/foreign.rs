//! Flags that this program or a command does not have, most of them those of grep and ripgrep, and what to do instead.

use std::ffi::OsStr;

use clap::{
    Args, Command, CommandFactory, Error,
    builder::StyledStr,
    error::{ContextKind, ContextValue, ErrorKind},
};

use super::{
    args::{Cli, FilterFlags, MatchFlags},
    implied_list::exists,
};

/// Flags that concern patterns, each with advice.
const OF_PATTERNS: &[(&[&str], &str)] = &[
    (
        &["-P", "--perl-regexp", "--pcre2"],
        "leave it out: patterns have the syntax of Rust's regex crate, which is close to Perl's, without look-around and \
         back-references; `urlsift list FILE | grep -P PATTERN` has these",
    ),
    (
        &["-G", "--basic-regexp"],
        "patterns are extended regular expressions; use -F for a literal string",
    ),
    (&["-y"], "use -i"),
    (
        &["--no-ignore-case", "--no-smart-case"],
        "use --case-sensitive",
    ),
];

/// Returns the advice for a flag that concerns patterns, for a command without them.
fn no_patterns(command: &str) -> &'static str {
    match command {
        "list" => "`list` has no pattern; use `urlsift grep PATTERN`",
        "harvest" => NO_FILTERS,
        _ => "only `urlsift grep PATTERN` has patterns",
    }
}

const NO_FILTERS: &str = "harvest has no filters; select rows in the tables";

/// Flags that concern only some commands: their names, the commands, and the advice.
const OF_COMMANDS: &[(&[&str], &[&str], &str)] = &[
    (
        &["--no-color", "--no-colour"],
        &["list", "grep", "check", "info", "pick"],
        "use --color never",
    ),
    (
        &["--no-color", "--no-colour", "--color", "--colour"],
        &["split", "harvest"],
        "leave it out: the output has no colours",
    ),
    (
        &["--sandbox"],
        &["pick"],
        "leave it out: pick runs programs, and has no sandbox",
    ),
];

/// Flags, each with advice.
const FOREIGN: &[(&[&str], &str)] = &[
    (
        &["-1", "-2", "-3", "-4", "-5", "-6", "-7", "-8", "-9"],
        "use -C with the number of lines, such as -C 2",
    ),
    (&["--date", "--year"], "use --since and --until"),
    (&["--after"], "use --since, or --after-context"),
    (&["--before"], "use --until, or --before-context"),
    (&["--no-messages"], "use `2>/dev/null`"),
    (
        &["-b", "--byte-offset"],
        "use --json, or --format '{offset}:{url}'",
    ),
    (&["-Z"], "use -0"),
    (
        &["-u", "--hidden", "--no-ignore", "--unrestricted"],
        "leave it out: hidden and ignored files are always searched",
    ),
    (&["-g", "--glob", "--iglob"], "use --include, or --exclude"),
    (
        &["--exclude-dir"],
        "use --exclude with a glob that ends in a slash: --exclude 'old/'",
    ),
    (&["--exclude-from"], "repeat --exclude"),
    (
        &["-t"],
        "use --as for the kind of a file, --type for the media type of a part, or --include '*.mbox'",
    ),
    (
        &["-d", "--directories"],
        "leave it out: directories are searched",
    ),
    (
        &["-D", "--devices"],
        "leave it out: devices are read if they are named",
    ),
    (&["-T", "--initial-tab"], "use --tsv"),
    (
        &["-U", "--binary", "--multiline"],
        "leave it out: URLs are rejoined across lines",
    ),
    (&["--vimgrep"], "use -H -n --column"),
    (&["--replace"], "use --format, or pipe the URLs to sed"),
    (&["--label"], "use --format, with the name in the template"),
    (
        &["--search-zip"],
        "leave it out: compressed files are always unpacked",
    ),
    (
        &["--sort"],
        "leave it out: files are always searched in the order of their paths",
    ),
    (&["--files"], "use -l, or -L"),
];

/// Adds advice to the error for a flag that this program does not have, or that only commands with patterns have.
/// `command` is the name of the command.
pub(super) fn with_advice(mut error: Error, command: &str) -> Error {
    if error.kind() != ErrorKind::UnknownArgument {
        return error;
    }
    let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidArg) else {
        return error;
    };
    let name = given.split(['=', ' ']).next().unwrap_or_default();
    let has_patterns = command == "grep";
    let advice = |known: &[(&[&str], &'static str)]| {
        let found = known.iter().find(|(names, _)| names.contains(&name));
        found.map(|(_, advice)| *advice)
    };
    let of_command = OF_COMMANDS
        .iter()
        .find(|(names, commands, _)| names.contains(&name) && commands.contains(&command));
    let advice = match advice(OF_PATTERNS) {
        Some(advice) if has_patterns => Some(advice),
        Some(_) => Some(no_patterns(command)),
        None if !has_patterns && has_flag::<MatchFlags>(name) => Some(no_patterns(command)),
        None if command == "harvest" && has_flag::<FilterFlags>(name) => Some(NO_FILTERS),
        None => of_command
            .map(|(_, _, advice)| *advice)
            .or_else(|| advice(FOREIGN)),
    };
    let is_path = exists(OsStr::new(given));
    if let Some(advice) = advice {
        let tip = StyledStr::from(advice);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
        // They would be a guess.
        if error.remove(ContextKind::SuggestedArg).is_some() {
            let mut cli = Cli::command();
            cli.build();
            if let Some(command) = cli.find_subcommand_mut(command) {
                let usage = ContextValue::StyledStr(command.render_usage());
                error.insert(ContextKind::Usage, usage);
            }
        }
    }
    if is_path {
        error
    } else {
        without_value_tip(error)
    }
}

/// Removes the tip to pass an unknown flag as a value. It is of use only for a path of this name.
pub(super) fn without_value_tip(mut error: Error) -> Error {
    if let Some(ContextValue::StyledStrs(tips)) = error.remove(ContextKind::Suggested) {
        let is_kept = |tip: &StyledStr| !tip.to_string().starts_with("to pass '");
        let tips: Vec<_> = tips.into_iter().filter(is_kept).collect();
        if !tips.is_empty() {
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
        }
    }
    error
}

/// Returns whether a flag is one of a group.
fn has_flag<T: Args>(name: &str) -> bool {
    let flags = T::augment_args(Command::new("any"));
    let (long, short) = (name.strip_prefix("--"), name.strip_prefix('-'));
    flags.get_arguments().any(|arg| {
        let letter = arg.get_short().map(String::from);
        long.is_some() && arg.get_long() == long || letter.is_some() && letter.as_deref() == short
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use super::{FOREIGN, OF_PATTERNS};
    use crate::flags::args::Cli;

    #[test]
    fn foreign_flags_are_not_ours() {
        let cli = Cli::command();
        let grep = cli.find_subcommand("grep").expect("a command");
        let mut seen = BTreeSet::new();
        for name in FOREIGN
            .iter()
            .chain(OF_PATTERNS)
            .flat_map(|(names, _)| *names)
        {
            assert!(seen.insert(name), "{name}");
            let is_ours = grep.get_arguments().any(|arg| {
                let mut aliases = arg.get_all_aliases().into_iter().flatten();
                let short = arg.get_short().map(|short| format!("-{short}"));
                let long = name.strip_prefix("--");
                short.as_deref() == Some(name)
                    || long.is_some_and(|long| {
                        arg.get_long() == Some(long) || aliases.any(|alias| alias == long)
                    })
            });
            assert!(!is_ours, "{name}");
        }
    }
}
