//! Advice for flags that this program does not have.
//!
//! clap words its errors itself, and suggests what is spelled alike. It cannot know what a flag of another program
//! does: users type the flags of grep, ripgrep, cut and jq by habit, and guess others. A row of a table suffices for
//! one more. Where no row and no close spelling fits, there is no tip: a wrong one costs more than none. Not worth
//! doing: to accept such flags where that would change nothing, which would hide that others with the same letters
//! change much.

use clap::{
    Arg, Args, Command, Error,
    builder::StyledStr,
    error::{ContextKind, ContextValue, ErrorKind},
};

use super::args::{FilterFlags, MatchFlags, NamedCommand};
use crate::report::record::guessed_name;

/// The commonest flags of grep, ripgrep and other programs that urlsift does not have, and of those that users guess,
/// and what to use instead. The advice is for the commands that have the flags in it.
#[rustfmt::skip]
const FOREIGN: &[(&str, &str)] = &[
    (
        "-P --perl-regexp --pcre2",
        "leave it out: patterns are close to Perl's, without look-around; `urlsift list FILE | grep -P PATTERN` has it",
    ),
    ("-G --basic-regexp", "patterns are extended regular expressions; use -F for a literal string"),
    ("-1 -2 -3 -4 -5 -6 -7 -8 -9", "use -C with the number of lines, such as -C 2"),
    ("-b --byte-offset", "use --json, or --format '{offset}:{url}'"),
    ("-u --hidden --no-ignore --unrestricted", "leave it out: hidden and ignored files are always searched"),
    ("-g --glob --iglob --ext --extension", "use --include, or --exclude, such as --include '*.mbox'"),
    ("-t", "use --as for the kind of a file, or --type for the media type of a part"),
    ("--exclude-dir", "use --exclude with a glob that ends in a slash: --exclude 'old/'"),
    ("--max-depth --depth", "list the files: `find -maxdepth 2 -type f | urlsift list --files-from -`"),
    ("--date --year --after --before --newer", "use --since and --until"),
    ("--vimgrep", "use -H -n --column"),
    ("-U --multiline", "leave it out: URLs are found across line breaks"),
    ("--search-zip --decompress --unzip", "leave it out: compressed files are always read"),
    ("--sort --reverse --order", "pipe to sort(1): the order is that of the input"),
    ("-d --delim --separator --output-delimiter --replace", "use --csv, --tsv or --format"),
    ("-p --pretty", "use --heading -n, or --json with `jq .`"),
    ("-D --debug --verbose", "use --stats, or --rejected for what was not taken"),
    ("--sender --author", "use --from REGEX"),
    ("--to --cc --recipient", "use --header 'To:REGEX'"),
    ("--title", "use --subject for messages; {text} in --format is the text of a link"),
    ("--body --bodies --body-only --no-headers --exclude-headers", "use --in body"),
    ("--headers", "use --in headers"),
    ("--jobs --parallel --workers", "use -j NUM"),
    ("--dedupe --dedup --distinct --uniq --no-dup --no-duplicates", "use --unique"),
    ("--count-by --group-by --group --histogram --freq --frequency", "use --tally=WHAT, such as --tally=host"),
    ("--hosts --domains", "use --tally=host, or --tally=domain"),
    ("--columns --field", "use --fields, such as --fields url,date"),
    ("--top --head", "pipe to head(1): --tally prints the most frequent first; -m NUM limits the URLs of a file"),
    ("--limit --max", "use -m NUM, which limits the URLs of a file"),
    ("--out --output --outfile", "redirect standard output: >FILE; `urlsift harvest` makes a data set"),
    ("--markdown --md --stix --misp --iocs", "use --export, such as --export markdown"),
    ("--jsonl --ndjson", "use --json, which prints one object a line"),
    ("--xml --yaml", "use --json, --csv or --format"),
    ("--pdf", "convert it first: `pdftotext FILE - | urlsift --all`"),
    ("--html", "HTML is always read; `urlsift check --message FILE --html PAGE` makes a page"),
    ("--phishing --phish --mismatch --text-differs", "use --warn text-differs, or --warn hosts"),
    ("--report --summary", "use `urlsift info`, --stats, or `urlsift check --message FILE`"),
    ("--case-insensitive --ignorecase -y", "use -i"),
    ("--email --emails", "use --addresses"),
    ("--url --urls --links --raw-output", "leave it out: URLs are what is printed; --format prints other fields"),
    ("--bare --everything", "use --all"),
    ("--redirects --expand --resolve --safelinks", "use --unwrap; nothing is fetched"),
    ("--pattern --match", "use `urlsift grep PATTERN`"),
    ("--open --browser --interactive", "use `urlsift pick`"),
];

/// Replaces what clap suggests: for a flag that a command does not have, the advice or a flag that is spelled alike,
/// and not how to pass it as a value; for a value that is none of those listed, the one that is spelled alike, or else
/// the list.
pub(super) fn with_advice(mut error: Error, command: &str) -> Error {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.as_str(),
        _ => "",
    };
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let given = text(ContextKind::InvalidArg);
            let name = given.split(['=', ' ']).next().unwrap_or_default();
            let is_similar = is_misspelled(name, text(ContextKind::SuggestedArg));
            let advice = advice(name, command);
            let tip = match advice {
                Some(advice) => Some(StyledStr::from(advice)),
                None if is_similar => None,
                None => flag_of_another_command(&error),
            };
            error.remove(ContextKind::Suggested);
            if advice.is_some() || !is_similar {
                error.remove(ContextKind::SuggestedArg);
            }
            if let Some(tip) = tip {
                error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
            }
        }
        ErrorKind::InvalidValue => {
            let (given, similar) = (
                text(ContextKind::InvalidValue),
                text(ContextKind::SuggestedValue),
            );
            let guessed = guessed_name(given).filter(|name| has_value(&error, name));
            let left_out = if guessed.is_some() || is_misspelled(given, similar) {
                ContextKind::ValidValue
            } else {
                ContextKind::SuggestedValue
            };
            if let Some(name) = guessed {
                error.insert(
                    ContextKind::SuggestedValue,
                    ContextValue::String(name.into()),
                );
            }
            error.remove(left_out);
        }
        ErrorKind::InvalidSubcommand => {
            let given = text(ContextKind::InvalidSubcommand).to_owned();
            if let Some(ContextValue::Strings(mut similar)) =
                error.remove(ContextKind::SuggestedSubcommand)
            {
                similar.retain(|known| is_misspelled(&given, known));
                error.insert(
                    ContextKind::SuggestedSubcommand,
                    ContextValue::Strings(similar),
                );
            }
        }
        _ => {}
    }
    error
}

/// Returns whether a value is one of those that clap lists.
fn has_value(error: &Error, value: &str) -> bool {
    let Some(ContextValue::Strings(values)) = error.get(ContextKind::ValidValue) else {
        return false;
    };
    values.iter().any(|known| known == value)
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
    !known.is_empty()
        && (mistakes <= (letters / 4).max(1) || letters >= 3 && known.starts_with(word))
}

fn advice(name: &str, command: &str) -> Option<&'static str> {
    // In other programs, `-s` is not about patterns.
    let concerns_patterns =
        matches!(name, "-P" | "-G") || name != "-s" && has_flag::<MatchFlags>(name);
    match command {
        "harvest" if concerns_patterns || has_flag::<FilterFlags>(name) => {
            Some("harvest has no filters; select rows in the tables")
        }
        "list" if concerns_patterns => Some("`list` has no pattern; use `urlsift grep PATTERN`"),
        _ => {
            let mut rows = FOREIGN.iter();
            let found = rows.find(|(names, _)| names.split(' ').any(|known| known == name));
            let flags = NamedCommand::of(command)?.flags();
            found.map(|(_, advice)| *advice).filter(|advice| {
                let own = advice.split('`').next().unwrap_or_default();
                let mut words = own.split([' ', ',', ';', ':', '=']);
                words.all(|word| {
                    !word.starts_with('-') || flags.get_arguments().any(|arg| is_flag(arg, word))
                })
            })
        }
    }
}

/// Returns whether a flag is one of a group.
fn has_flag<T: Args>(name: &str) -> bool {
    let flags = T::augment_args(Command::new("any"));
    flags.get_arguments().any(|arg| is_flag(arg, name))
}

fn is_flag(arg: &Arg, name: &str) -> bool {
    let (long, short) = (name.strip_prefix("--"), name.strip_prefix('-'));
    let letter = arg.get_short().map(String::from);
    long.is_some() && arg.get_long() == long || letter.is_some() && letter.as_deref() == short
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use super::{FOREIGN, advice};
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
            assert!(
                advice(name, "grep").is_some(),
                "{name}: a flag of the advice is not there"
            );
        }
        assert_eq!(advice("--top", "info"), None);
    }
}
