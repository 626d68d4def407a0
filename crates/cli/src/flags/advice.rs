//! Advice for flags that this program does not have.
//!
//! clap words its errors itself, and suggests what is spelled alike. It cannot know what a flag of another program
//! does: users type the flags of grep, ripgrep, cut and jq by habit. A row of a table suffices for one more. Not worth
//! doing: to accept such flags where that would change nothing, which would hide that others with the same letters
//! change much.

use clap::{
    Args, Command, Error,
    builder::StyledStr,
    error::{ContextKind, ContextValue, ErrorKind},
};

use super::args::{FilterFlags, MatchFlags};

/// The commonest flags of grep, ripgrep and other programs that urlsift does not have, and what to use instead.
#[rustfmt::skip]
const FOREIGN: &[(&str, &str)] = &[
    (
        "-P --perl-regexp --pcre2",
        "leave it out: patterns are close to Perl's, without look-around; `urlsift list FILE | grep -P PATTERN` has it",
    ),
    ("-G --basic-regexp", "patterns are extended regular expressions; use -F for a literal string"),
    ("-1 -2 -3 -4 -5 -6 -7 -8 -9", "use -C with the number of lines, such as -C 2"),
    ("-b --byte-offset", "use --json, or --format '{offset}:{url}'"),
    ("-u --hidden --no-ignore", "leave it out: hidden and ignored files are always searched"),
    ("-g --glob --iglob", "use --include, or --exclude"),
    ("--exclude-dir", "use --exclude with a glob that ends in a slash: --exclude 'old/'"),
    ("--date --year --after --before", "use --since and --until"),
    ("--vimgrep", "use -H -n --column"),
    ("-d --delim --separator", "use --csv, --tsv or --format"),
    ("--sender --author", "use --from REGEX"),
    ("--body --no-headers", "use --in body"),
    ("--dedupe --dedup --distinct --uniq", "use --unique"),
    ("--count-by --group-by --histogram", "use --tally=WHAT, such as --tally=host"),
    ("--top --head --limit", "pipe to head(1), or use -m NUM, which limits the URLs of a file"),
    ("--html", "HTML is always read; --format makes any output"),
];

/// Adds advice to an error about a flag that a command does not have, in place of clap's advice how to pass it as
/// a value.
pub(super) fn with_advice(mut error: Error, command: &str) -> Error {
    if error.kind() != ErrorKind::UnknownArgument {
        return error;
    }
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.as_str(),
        _ => "",
    };
    let given = text(ContextKind::InvalidArg);
    let name = given.split(['=', ' ']).next().unwrap_or_default();
    let is_similar = is_misspelled(name, text(ContextKind::SuggestedArg));
    let advice = advice(name, command);
    let tip = match advice {
        Some(advice) => Some(StyledStr::from(advice)),
        None => flag_of_another_command(&error),
    };
    error.remove(ContextKind::Suggested);
    if advice.is_some() || !is_similar {
        error.remove(ContextKind::SuggestedArg);
    }
    if let Some(tip) = tip {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    error
}

/// Returns what clap says if another command has the flag.
fn flag_of_another_command(error: &Error) -> Option<StyledStr> {
    let ContextValue::StyledStrs(tips) = error.get(ContextKind::Suggested)? else {
        return None;
    };
    let mut tips = tips.iter();
    tips.find(|tip| tip.to_string().ends_with(" exists"))
        .cloned()
}

/// Returns whether a word may be a misspelled or shortened form of another one: clap also suggests what is less alike.
fn is_misspelled(word: &str, known: &str) -> bool {
    let letters = word.trim_start_matches('-').len();
    let mistakes = strsim::damerau_levenshtein(word, known);
    mistakes <= (letters / 4).max(1) || letters >= 3 && known.starts_with(word)
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
