//! Advice for flags that this program does not have.
//!
//! clap words its errors itself, and suggests what is spelled alike. It cannot know what a flag of another program
//! does: users type those of grep, ripgrep, cut and jq by habit, and guess others. A row of a table suffices for one
//! more. Where no row and no close spelling fits, there is no tip: a wrong one costs more than none. Not worth doing:
//! to accept such flags where that would change nothing, which would hide that others with the same letters change
//! much.

use clap::{
    Args, Command, Error,
    builder::StyledStr,
    error::{ContextKind, ContextValue, ErrorKind},
};

use super::args::{FilterFlags, MatchFlags};

/// The names of flags, and the advice.
#[rustfmt::skip]
const FOREIGN: &[(&str, &str)] = &[
    (
        "-P --perl-regexp --pcre2",
        "leave it out: patterns have the syntax of Rust's regex crate, which is close to Perl's, without look-around \
         and back-references; `urlsift list FILE | grep -P PATTERN` has these",
    ),
    ("-G --basic-regexp", "patterns are extended regular expressions; use -F for a literal string"),
    ("-1 -2 -3 -4 -5 -6 -7 -8 -9", "use -C with the number of lines, such as -C 2"),
    ("-b --byte-offset", "use --json, or --format '{offset}:{url}'"),
    ("-u --hidden --no-ignore --unrestricted", "leave it out: hidden and ignored files are always searched"),
    ("-g --glob --iglob", "use --include, or --exclude"),
    ("--exclude-dir", "use --exclude with a glob that ends in a slash: --exclude 'old/'"),
    ("-t", "use --as for the kind of a file, --type for the media type of a part, or --include '*.mbox'"),
    ("--ext --extension --file-type", "use --include '*.mbox'"),
    ("--date --year --after --before --newer", "use --since and --until"),
    ("--vimgrep", "use -H -n --column"),
    ("-U --multiline --multiline-dotall", "leave it out: URLs are found across line breaks"),
    ("--search-zip --decompress --unzip", "leave it out: compressed files are always read"),
    ("--max-depth --depth", "use --exclude with a glob, or `find -maxdepth N -print0 | urlsift list --files-from -`"),
    ("--replace --trim --max-columns --passthru", "use --format, such as --format '{host} {url}'"),
    ("--sort --reverse --order", "pipe to sort(1): the order is that of the input"),
    ("-d --delim --separator --output-delimiter", "use --csv, --tsv or --format"),
    ("-D --debug --verbose", "use --stats, or --rejected for what was not taken"),
    ("--count-matches", "use -c, which counts URLs"),
    ("-p --pretty", "use --heading -n --color always, or --json with `jq .`"),
    ("--raw-output", "leave it out: `list` prints URLs as they are; --json has their fields"),
    ("--sender --author", "use --from REGEX"),
    ("--to --cc --recipient", "use --header 'To:REGEX'"),
    ("--title", "use --subject for messages; {text} in --format is the text of a link"),
    ("--body --no-headers --skip-headers", "use --in body"),
    ("--headers --header-only --headers-only", "use --in headers"),
    ("--jobs --parallel --workers --cores", "use -j NUM"),
    ("--dedupe --dedup --deduplicate --distinct --uniq", "use --unique"),
    ("--count-by --group-by --group --histogram --frequency", "use --tally=WHAT, such as --tally=host"),
    (
        "--top --head --first",
        "pipe to head(1): --tally prints the most frequent first; -m NUM limits the URLs of a file",
    ),
    ("--limit --max --max-results", "use -m NUM, which limits the URLs of a file"),
    (
        "--out --output --outfile --output-file",
        "redirect standard output: `urlsift list FILE >OUT`; `urlsift harvest` makes a data set",
    ),
    ("--markdown --md --stix --misp --ioc --iocs", "use --export, such as --export markdown"),
    ("--html", "HTML is always read; --format makes any output"),
    ("--pdf", "pipe its text: `pdftotext FILE - | urlsift --all`"),
    ("--jsonl --ndjson --jsonlines", "use --json, which prints one object a line"),
    ("--yaml --xml", "use --json, --csv or --format"),
    ("--email --emails --mail --mails", "use --addresses"),
    ("--link --links --url --urls --only-urls", "leave it out: URLs are what is printed"),
    ("--bare --undelimited --everything --all-links", "use --all"),
    ("--filter --match --pattern --grep --search", "use `urlsift grep PATTERN`"),
    ("--decode --no-quoted-printable --base64", "leave it out: texts are always decoded; --text reads a file as it is"),
    (
        "--redirects --expand --resolve --safelinks",
        "use --unwrap, which reads the target in a rewriter's URL; nothing is fetched",
    ),
    ("--check --validate --valid --strict", "use --conforms LEVEL, or `urlsift check URL`"),
    ("--open --browser --interactive", "use `urlsift pick`"),
];

/// Replaces what clap suggests for a flag that a command does not have, and for a value that is none of those listed.
/// clap takes for similar what has few letters in common, and suggests to pass the flag as a value.
pub(super) fn with_advice(mut error: Error, command: &str) -> Error {
    match error.kind() {
        ErrorKind::UnknownArgument => advise_on_flag(&mut error, command),
        ErrorKind::InvalidValue => {
            let of = |kind| string(&error, kind);
            let both = of(ContextKind::InvalidValue).zip(of(ContextKind::SuggestedValue));
            let is_right = both.is_some_and(|(value, similar)| is_misspelled(value, similar));
            error.remove(if is_right {
                ContextKind::ValidValue
            } else {
                ContextKind::SuggestedValue
            });
        }
        _ => (),
    }
    error
}

fn advise_on_flag(error: &mut Error, command: &str) {
    let given = string(error, ContextKind::InvalidArg).unwrap_or_default();
    let name = given.split(['=', ' ']).next().unwrap_or_default();
    let similar = string(error, ContextKind::SuggestedArg);
    let similar = similar.filter(|flag| is_misspelled(name, flag));
    let tip = match (advice(name, command), similar) {
        (Some(advice), _) => Some(StyledStr::from(advice)),
        (None, Some(flag)) => Some(format!("a similar flag exists: {flag}").into()),
        (None, None) => flag_of_another_command(error),
    };
    error.remove(ContextKind::SuggestedArg);
    error.remove(ContextKind::Suggested);
    if let Some(tip) = tip {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
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

fn string(error: &Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text),
        _ => None,
    }
}

/// Returns whether a word is a flag or a value with a typing mistake in at most every fourth letter, or its beginning.
fn is_misspelled(word: &str, known: &str) -> bool {
    let mistakes = strsim::damerau_levenshtein(word, known);
    let letters = word.trim_start_matches('-').len();
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
