//! What may stand behind `cargo bench -p urlsift-benches --`.

use std::{num::NonZeroUsize, path::PathBuf};

use crate::Error;

/// The flags of the `command` bench.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// Cargo passes `--bench` when it was asked to measure, and not when it was asked to test.
    pub bench: bool,
    /// One small run of everything, to see that it works.
    pub quick: bool,
    /// Only the tables of the goals.
    pub goals: bool,
    /// Only the input or the run of this name.
    pub only: Option<String>,
    /// How often everything is measured.
    pub runs: Option<NonZeroUsize>,
    /// Where the tables are written as Markdown.
    pub save: Option<PathBuf>,
    /// What the saved tables give as their date.
    pub date: Option<String>,
    /// The command to measure, instead of the one that is built here.
    pub urlsift: Option<PathBuf>,
    /// Where ripgrep is, if not on the `PATH`.
    pub ripgrep: Option<PathBuf>,
    /// A program that is one more limit: with `ltpos` and a file behind it, it finds every `<`.
    pub limits: Option<PathBuf>,
    /// A folder of small files, of which two threads' gain is measured, too.
    pub folder: Option<PathBuf>,
}

/// The flags that only the `command` bench knows.
const OF_COMMAND: [&str; 8] = [
    "--only",
    "--runs",
    "--save",
    "--date",
    "--urlsift",
    "--ripgrep",
    "--limits",
    "--folder",
];

impl Flags {
    /// Reads the arguments behind the program's name.
    ///
    /// # Errors
    ///
    /// If one is unknown, or its value is missing or makes no sense.
    pub fn parse(args: impl IntoIterator<Item = String>) -> Result<Self, Error> {
        let mut flags = Self::default();
        let mut args = args.into_iter();
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or_else(|| format!("{arg} needs a value"));
            match arg.as_str() {
                "--bench" => flags.bench = true,
                "--quick" => flags.quick = true,
                "goals" => flags.goals = true,
                "--only" => flags.only = Some(value()?),
                "--runs" => flags.runs = Some(value()?.parse()?),
                "--save" => flags.save = Some(value()?.into()),
                "--date" => flags.date = Some(value()?),
                "--urlsift" => flags.urlsift = Some(value()?.into()),
                "--ripgrep" => flags.ripgrep = Some(value()?.into()),
                "--limits" => flags.limits = Some(value()?.into()),
                "--folder" => flags.folder = Some(value()?.into()),
                _ => {
                    let known = OF_COMMAND.join(", ");
                    return Err(format!("unknown: {arg}; there are goals, --quick, {known}").into());
                }
            }
        }
        Ok(flags)
    }

    /// Whether something of this name is to be measured.
    #[must_use]
    pub fn wants(&self, name: &str) -> bool {
        self.only.as_deref().is_none_or(|only| only == name)
    }

    /// Whether something of this name is to be measured, or something that is made of it, whose name has
    /// an ending more.
    #[must_use]
    pub fn wants_any_of(&self, name: &str) -> bool {
        let rest = self
            .only
            .as_deref()
            .map_or(Some(""), |only| only.strip_prefix(name));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    }

    /// How often to measure what is measured `usual` times unless something else is asked for.
    #[must_use]
    pub fn times(&self, usual: usize) -> usize {
        match self.runs {
            Some(runs) => runs.get(),
            None if self.quick => 1,
            None => usual,
        }
    }
}

/// What a bench that [divan](https://docs.rs/divan) runs is to do: Cargo gives the flags of the `command`
/// bench to the others, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Run everything once, to see that it works.
    Try,
    /// Measure, by divan's own flags.
    Measure,
    /// Do nothing: it is the other bench that was meant.
    StandBack,
}

impl Turn {
    /// Looks for the flags of the other bench among the program's arguments.
    #[must_use]
    pub fn of(args: impl IntoIterator<Item = String>) -> Self {
        let mut turn = Self::Measure;
        for arg in args {
            match arg.as_str() {
                "--quick" => return Self::Try,
                "goals" => turn = Self::StandBack,
                flag if OF_COMMAND.contains(&flag) => turn = Self::StandBack,
                _ => {}
            }
        }
        turn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Flags, Error> {
        Flags::parse(line.split_whitespace().map(String::from))
    }

    #[test]
    fn flags_are_read() {
        let flags = parse("--quick --only dense.txt --runs 3 --save a.md --bench").expect("flags");
        assert!(flags.bench && flags.quick);
        assert!(flags.wants("dense.txt") && !flags.wants("sparse.txt"));
        assert_eq!((flags.times(9), flags.save), (3, Some("a.md".into())));
        assert!(!flags.goals && parse("goals").expect("flags").goals);
        for flag in OF_COMMAND {
            parse(&format!("{flag} 7")).expect(flag);
        }
    }

    #[test]
    fn what_is_packed_needs_what_is_packed_in_it() {
        let flags = parse("--only mime.mbox.tar.gz").expect("flags");
        assert!(!flags.wants("mime.mbox") && flags.wants_any_of("mime.mbox"));
        assert!(!flags.wants_any_of("mail.mbox"));
        let flags = parse("--only mime.mbox").expect("flags");
        assert!(flags.wants_any_of("mime.mbox") && !flags.wants_any_of("mime.mbox.gz"));
        assert!(Flags::default().wants_any_of("mime.mbox"));
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for line in ["--fast", "--only", "--runs 0", "--runs some"] {
            assert!(parse(line).is_err(), "{line}");
        }
    }

    #[test]
    fn a_quick_run_measures_once() {
        assert_eq!(Flags::default().times(9), 9);
        assert_eq!(parse("--quick").expect("flags").times(9), 1);
    }

    #[test]
    fn other_benches_stand_back_for_flags_that_are_not_theirs() {
        let turn = |line: &str| Turn::of(line.split_whitespace().map(String::from));
        assert_eq!(turn("judge --bench"), Turn::Measure);
        assert_eq!(turn("judge --bench verdict --test"), Turn::Measure);
        assert_eq!(turn("judge --runs 3 --bench"), Turn::StandBack);
        assert_eq!(turn("judge --bench goals"), Turn::StandBack);
        assert_eq!(turn("judge --runs 3 --quick"), Turn::Try);
    }
}
