//! Advice for flags that this program does not have.
//!
//! clap words its errors itself, and suggests what is spelled alike. It cannot know what a flag of another program
//! does: most of the flags here belong to grep and ripgrep, and users type them by habit. A row of a table suffices for
//! one more. Not worth doing: to accept such flags where that would change nothing, which would hide that others with
//! the same letters change much.

use clap::{
    Args, Command, CommandFactory, Error,
    builder::StyledStr,
    error::{ContextKind, ContextValue, ErrorKind},
};

use super::args::{Cli, FilterFlags, MatchFlags};

/// The names of flags, and the advice.
const FOREIGN: &[(&str, &str)] = &[
    (
        "-P --perl-regexp --pcre2",
        "leave it out: patterns have the syntax of Rust's regex crate, which is close to Perl's, without look-around and \
         back-references; `urlsift list FILE | grep -P PATTERN` has these",
    ),
    (
        "-G --basic-regexp",
        "patterns are extended regular expressions; use -F for a literal string",
    ),
    (
        "-1 -2 -3 -4 -5 -6 -7 -8 -9",
        "use -C with the number of lines, such as -C 2",
    ),
    (
        "-b --byte-offset",
        "use --json, or --format '{offset}:{url}'",
    ),
    (
        "-u --hidden --no-ignore --unrestricted",
        "leave it out: hidden and ignored files are always searched",
    ),
    ("-g --glob --iglob", "use --include, or --exclude"),
    (
        "--exclude-dir",
        "use --exclude with a glob that ends in a slash: --exclude 'old/'",
    ),
    (
        "-t",
        "use --as for the kind of a file, --type for the media type of a part, or --include '*.mbox'",
    ),
    ("--date --year --after --before", "use --since and --until"),
    ("--vimgrep", "use -H -n --column"),
];

/// Adds advice to the error for a flag that a command does not have.
pub(super) fn with_advice(mut error: Error, command: &str) -> Error {
    if error.kind() == ErrorKind::UnknownArgument
        && let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidArg)
        && let Some(advice) = advice(given.split(['=', ' ']).next().unwrap_or_default(), command)
    {
        let tips = ContextValue::StyledStrs(vec![StyledStr::from(advice)]);
        error.insert(ContextKind::Suggested, tips);
        // What clap suggests, also as the usage, would be a guess.
        if error.remove(ContextKind::SuggestedArg).is_some() {
            let mut cli = Cli::command();
            cli.build();
            if let Some(command) = cli.find_subcommand_mut(command) {
                let usage = ContextValue::StyledStr(command.render_usage());
                error.insert(ContextKind::Usage, usage);
            }
        }
    }
    error
}

fn advice(name: &str, command: &str) -> Option<&'static str> {
    let mut rows = FOREIGN.iter();
    let found = rows.find(|(names, _)| names.split(' ').any(|known| known == name));
    let concerns_patterns = || matches!(name, "-P" | "-G") || has_flag::<MatchFlags>(name);
    match command {
        "harvest" if concerns_patterns() || has_flag::<FilterFlags>(name) => {
            Some("harvest has no filters; select rows in the tables")
        }
        "list" if concerns_patterns() => Some("`list` has no pattern; use `urlsift grep PATTERN`"),
        _ => found.map(|(_, advice)| *advice),
    }
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

    use super::FOREIGN;
    use crate::flags::args::Cli;

    #[test]
    fn foreign_flags_are_not_ours() {
        let cli = Cli::command();
        let grep = cli.find_subcommand("grep").expect("a command");
        let mut seen = BTreeSet::new();
        for name in FOREIGN.iter().flat_map(|(names, _)| names.split(' ')) {
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
