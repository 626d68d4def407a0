//! Advice for flags that this program does not have, and for flags that cannot be combined.
//!
//! clap words its errors itself, and suggests what is spelled alike. It cannot know what a flag of another program
//! does: most of the flags here belong to grep and ripgrep, and users type them by habit. A row of a table suffices for
//! one more. Not worth doing: to accept such flags where that would change nothing, which would hide that others with
//! the same letters change much.

use std::{ffi::OsStr, slice};

use clap::{
    Args, Command, CommandFactory, Error,
    builder::StyledStr,
    error::{ContextKind, ContextValue, ErrorKind},
};

use super::{
    args::{Cli, FilterFlags, MatchFlags},
    implied_list::exists,
};

/// The names of flags, the commands for which the advice holds, all if none is named, and the advice. The flags of
/// `grep` alone concern patterns.
type Row = (&'static str, &'static str, &'static str);

const FOREIGN: &[Row] = &[
    (
        "-P --perl-regexp --pcre2",
        "grep",
        "leave it out: patterns have the syntax of Rust's regex crate, which is close to Perl's, without look-around and \
         back-references; `urlsift list FILE | grep -P PATTERN` has these",
    ),
    (
        "-G --basic-regexp",
        "grep",
        "patterns are extended regular expressions; use -F for a literal string",
    ),
    ("-y", "grep", "use -i"),
    (
        "--no-ignore-case --no-smart-case",
        "grep",
        "use --case-sensitive",
    ),
    (
        "--no-color --no-colour",
        "list grep check info pick",
        "use --color never",
    ),
    (
        "--no-color --no-colour --color --colour",
        "split harvest",
        "leave it out: the output has no colours",
    ),
    (
        "--sandbox",
        "pick",
        "leave it out: pick runs programs, and has no sandbox",
    ),
    (
        "-1 -2 -3 -4 -5 -6 -7 -8 -9",
        "",
        "use -C with the number of lines, such as -C 2",
    ),
    ("--date --year", "", "use --since and --until"),
    ("--after", "", "use --since, or --after-context"),
    ("--before", "", "use --until, or --before-context"),
    ("--no-messages", "", "use `2>/dev/null`"),
    (
        "-b --byte-offset",
        "",
        "use --json, or --format '{offset}:{url}'",
    ),
    ("-Z", "", "use -0"),
    (
        "-u --hidden --no-ignore --unrestricted",
        "",
        "leave it out: hidden and ignored files are always searched",
    ),
    ("-g --glob --iglob", "", "use --include, or --exclude"),
    (
        "--exclude-dir",
        "",
        "use --exclude with a glob that ends in a slash: --exclude 'old/'",
    ),
    ("--exclude-from", "", "repeat --exclude"),
    (
        "-t",
        "",
        "use --as for the kind of a file, --type for the media type of a part, or --include '*.mbox'",
    ),
    (
        "-d --directories",
        "",
        "leave it out: directories are searched",
    ),
    (
        "-D --devices",
        "",
        "leave it out: devices are read if they are named",
    ),
    ("-T --initial-tab", "", "use --tsv"),
    (
        "-U --binary --multiline",
        "",
        "leave it out: URLs are rejoined across lines",
    ),
    ("--vimgrep", "", "use -H -n --column"),
    ("--replace", "", "use --format, or pipe the URLs to sed"),
    ("--label", "", "use --format, with the name in the template"),
    (
        "--search-zip",
        "",
        "leave it out: compressed files are always unpacked",
    ),
    (
        "--sort",
        "",
        "leave it out: files are always searched in the order of their paths",
    ),
    ("--files", "", "use -l, or -L"),
];

const NO_FILTERS: &str = "harvest has no filters; select rows in the tables";

/// The flags that `--range` excludes, each with the flag that undoes it. Their names do not say why.
const RANGE_CONFLICTS: [(&str, &str); 2] = [("--line-number", "-N"), ("--column", "--no-column")];

/// Returns the advice for a flag that concerns patterns, for a command without them.
fn no_patterns(command: &str) -> &'static str {
    match command {
        "list" => "`list` has no pattern; use `urlsift grep PATTERN`",
        "harvest" => NO_FILTERS,
        _ => "only `urlsift grep PATTERN` has patterns",
    }
}

/// Adds advice to the error for a flag that a command does not have, or that cannot be combined with another one.
pub(super) fn with_advice(mut error: Error, command: &str) -> Error {
    match error.kind() {
        ErrorKind::UnknownArgument => unknown_flag(error, command),
        ErrorKind::ArgumentConflict => {
            if let Some(tip) = range_conflict(&error) {
                set_tip(&mut error, tip);
            }
            error
        }
        _ => error,
    }
}

/// Replaces the tips of an error.
pub(super) fn set_tip(error: &mut Error, tip: impl Into<StyledStr>) {
    let tips = ContextValue::StyledStrs(vec![tip.into()]);
    error.insert(ContextKind::Suggested, tips);
}

fn unknown_flag(mut error: Error, command: &str) -> Error {
    let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidArg) else {
        return error;
    };
    let is_path = exists(OsStr::new(given));
    let name = given.split(['=', ' ']).next().unwrap_or_default();
    if let Some(advice) = advice(name, command) {
        set_tip(&mut error, advice);
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

fn advice(name: &str, command: &str) -> Option<&'static str> {
    let named = |&&(names, ..): &&Row| names.split(' ').any(|known| known == name);
    let mut rows = FOREIGN.iter().filter(named);
    let concerns_patterns =
        || rows.clone().any(|row| row.1 == "grep") || has_flag::<MatchFlags>(name);
    if command != "grep" && concerns_patterns() {
        return Some(no_patterns(command));
    }
    if command == "harvest" && has_flag::<FilterFlags>(name) {
        return Some(NO_FILTERS);
    }
    let found = rows.find(|(_, commands, _)| {
        commands.is_empty() || commands.split(' ').any(|known| known == command)
    });
    found.map(|(.., advice)| *advice)
}

/// Returns why `--range` excludes a flag, if the error is about such a conflict.
fn range_conflict(error: &Error) -> Option<String> {
    let kinds = [ContextKind::InvalidArg, ContextKind::PriorArg];
    let values = kinds.iter().filter_map(|kind| error.get(*kind));
    let flags = values.flat_map(|value| match value {
        ContextValue::String(flag) => slice::from_ref(flag),
        ContextValue::Strings(flags) => flags,
        _ => &[],
    });
    // Without the names of their values.
    let names: Vec<_> = flags
        .filter_map(|flag| flag.split([' ', '=']).next())
        .collect();
    let is_excluded = |(flag, _): &&(&str, _)| names.contains(flag);
    let (flag, opposite) = RANGE_CONFLICTS.iter().find(is_excluded)?;
    names.contains(&"--range").then(|| {
        format!(
            "what precedes a range is not read, so that its line numbers are unknown; {opposite} undoes {flag}"
        )
    })
}

/// Removes the tip to pass an unknown flag as a value. It is of use only for a path of this name.
pub(super) fn without_value_tip(mut error: Error) -> Error {
    if let Some(ContextValue::StyledStrs(mut tips)) = error.remove(ContextKind::Suggested) {
        tips.retain(|tip| !tip.to_string().starts_with("to pass '"));
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

    use super::FOREIGN;
    use crate::flags::args::Cli;

    #[test]
    fn foreign_flags_are_not_ours() {
        let cli = Cli::command();
        let grep = cli.find_subcommand("grep").expect("a command");
        let mut seen = BTreeSet::new();
        let of_grep = FOREIGN
            .iter()
            .filter(|(_, commands, _)| matches!(*commands, "" | "grep"));
        for name in of_grep.flat_map(|(names, ..)| names.split(' ')) {
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
