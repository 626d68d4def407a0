//! The flags in `--help`, which has one line for most of them; `-h` has fewer flags, and the manual pages more text.
//!
//! The first paragraph of a flag's documentation is in all three. A second one that is a single sentence is also in
//! `--help`. All others are only in the manual pages, and in `docs/FLAGS.md`, which is made from them.

use std::ffi::OsStr;

use clap::{Arg, Command};

/// Returns whether a command line asks for `--help`.
pub(super) fn asks_for_full_help(args: &[impl AsRef<OsStr>]) -> bool {
    let is_command = args.get(1).is_some_and(|first| first.as_ref() == "help");
    is_command || args.iter().any(|arg| arg.as_ref() == "--help")
}

/// Gives the flags of a command the text and the layout of `--help`: a command all of whose help is of the kind that
/// clap calls short: it has two columns, and no empty lines between flags.
pub(super) fn with_full_help(command: Command) -> Command {
    let end = command.get_after_long_help().cloned();
    command
        .mut_args(|arg| {
            let text = shown(&arg);
            let arg = arg.hide_short_help(false).long_help(None::<&str>);
            match text {
                Some(text) => arg.help(text),
                None => arg,
            }
        })
        .after_help(end.unwrap_or_default())
        .after_long_help(None::<&str>)
}

/// Returns what `--help` says about a flag.
fn shown(arg: &Arg) -> Option<String> {
    let text = arg.get_long_help()?.to_string();
    let mut paragraphs = text.split("\n\n");
    let first = paragraphs.next()?;
    let second = paragraphs.next().filter(|text| !text.contains(". "));
    Some(match second {
        Some(second) if first.ends_with('.') => format!("{first} {second}"),
        Some(second) => format!("{first}. {second}"),
        None => first.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use clap::{Arg, CommandFactory};

    use super::{shown, with_full_help};
    use crate::flags::args::Cli;

    #[test]
    fn a_second_sentence_is_shown_and_no_third_one() {
        let of = |text: &'static str| shown(&Arg::new("a").long_help(text)).expect("a text");
        assert_eq!(of("Print it"), "Print it");
        assert_eq!(of("Print it\n\nAll of it."), "Print it. All of it.");
        assert_eq!(of("One, two, ...\n\nAll."), "One, two, ... All.");
        assert_eq!(of("Print it\n\nOne. Two."), "Print it");
        assert_eq!(of("Print it\n\nOne.\n\nTwo."), "Print it. One.");
    }

    #[test]
    fn flags_have_at_most_two_sentences() {
        for command in Cli::command().get_subcommands() {
            for arg in with_full_help(command.clone()).get_arguments() {
                let text = arg.get_help().map(ToString::to_string).unwrap_or_default();
                let sentences = text.replace("...", "").matches(". ").count() + 1;
                assert!(sentences <= 2, "{}: {text}", command.get_name());
            }
        }
    }
}
