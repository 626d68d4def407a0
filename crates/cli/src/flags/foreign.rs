//! Flags of grep and ripgrep that this program does not have, and what to do instead.

use clap::{
    Error,
    builder::StyledStr,
    error::{ContextKind, ContextValue, ErrorKind},
};

/// Flags, each with advice.
const FOREIGN: &[(&[&str], &str)] = &[
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

/// Adds advice to the error for a flag of grep or ripgrep that this program does not have.
pub(super) fn with_advice(mut error: Error) -> Error {
    if error.kind() != ErrorKind::UnknownArgument {
        return error;
    }
    let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidArg) else {
        return error;
    };
    let name = given.split(['=', ' ']).next().unwrap_or_default();
    let known = FOREIGN.iter().find(|(names, _)| names.contains(&name));
    if let Some((_, advice)) = known {
        let tip = StyledStr::from(*advice);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
        // They would be a guess.
        error.remove(ContextKind::SuggestedArg);
    }
    error
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
        for name in FOREIGN.iter().flat_map(|(names, _)| *names) {
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
