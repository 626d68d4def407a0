//! The commands and their flags.

use std::{ffi::OsString, path::PathBuf};

use clap::{ArgMatches, Args, FromArgMatches, Parser, Subcommand, error::Result};

use super::{
    check::Check,
    compatibility::CompatibilityFlags,
    display::DisplayFlags,
    filters::FilterFlags,
    generate::{self, Document},
    harvest::Harvest,
    info::Info,
    input::InputFlags,
    matching::MatchFlags,
    output::OutputFlags,
    pick::Pick,
    reading::ReadFlags,
    recognition::RecognitionFlags,
    records::RecordFlags,
    sandbox::SandboxFlags,
    split::Split,
    values,
};
use crate::flags::help::{self, CHECK, GREP, HARVEST, INFO, LIST, MAIN, PICK, SPLIT};

/// Find URLs in mail, news and text: in angle brackets or, with --all, everywhere
///
/// Finds URLs in angle brackets, as recommended by RFC 1738, and rejoins those that were broken by line
/// wrapping, quoting or mail gateways. Reports the position of each URL in its file.
#[derive(Debug, Parser)]
#[command(
    name = "urlsift",
    bin_name = "urlsift",
    version,
    propagate_version = true,
    override_usage = "urlsift <COMMAND>\n       urlsift [OPTIONS] <PATH>...\n       urlsift --generate <WHAT>",
    arg_required_else_help = true,
    args_conflicts_with_subcommands = true,
    after_help = "Without a command, `urlsift PATH...` is `urlsift list PATH...`, with its flags.\n\
                  See `urlsift <COMMAND> -h` for flags and `urlsift --help` for examples.",
    after_long_help = help::overview(MAIN),
    max_term_width = 100
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// Print a manual page or a shell completion script
    ///
    /// The values are man, man-list, man-grep, man-check, man-info, man-split, man-harvest, man-pick,
    /// complete-bash, complete-zsh, complete-fish and complete-elvish.
    #[arg(
        long,
        value_name = "WHAT",
        value_parser = generate::document(),
        hide_possible_values = true,
    )]
    pub(crate) generate: Option<Document>,
}

impl Cli {
    /// Creates the command line of a command.
    pub(crate) const fn of(command: Command) -> Self {
        Self {
            command: Some(command),
            generate: None,
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Print URLs
    #[command(
        after_help = help::short("urlsift list"),
        after_long_help = help::long(LIST),
        args_override_self = true
    )]
    List(List),
    /// Print URLs that match a pattern
    #[command(
        after_help = help::short("urlsift grep"),
        after_long_help = help::long(GREP),
        args_override_self = true
    )]
    Grep(Grep),
    /// Validate and explain URLs
    #[command(
        after_help = help::short("urlsift check"),
        after_long_help = help::long(CHECK),
        args_override_self = true
    )]
    Check(Check),
    /// Print statistics about mail and news archives
    #[command(
        after_help = help::short("urlsift info"),
        after_long_help = help::long(INFO),
        args_override_self = true
    )]
    Info(Info),
    /// Print byte ranges of archives for parallel jobs
    #[command(
        after_help = help::short("urlsift split"),
        after_long_help = help::long(SPLIT),
        args_override_self = true
    )]
    Split(Split),
    /// Make a data set of links, for batch jobs
    #[command(
        after_help = help::short("urlsift harvest"),
        after_long_help = help::long(HARVEST),
        override_usage = "urlsift harvest [OPTIONS] --output <DIR> [PATH]...\n       urlsift harvest <run|finish|report|diff|prune> <DIR>...",
        args_override_self = true
    )]
    Harvest(Box<Harvest>),
    /// Choose links on the terminal: open, copy or print them
    #[command(
        after_help = help::short("urlsift pick"),
        after_long_help = help::long(PICK),
        args_override_self = true
    )]
    Pick(Pick),
}

/// One of the commands: how clap knows its flags, and how their values are read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NamedCommand {
    name: &'static str,
    add_flags: fn(clap::Command) -> clap::Command,
    read: fn(&mut ArgMatches) -> Result<Command>,
}

/// Returns the rows of [`NamedCommand::ALL`]: variants of [`Command`], their flags and names.
macro_rules! named_commands {
    ($($variant:ident($flags:ty) = $name:literal,)*) => {
        &[$(NamedCommand {
            name: $name,
            add_flags: <$flags>::augment_args,
            read: |matches| <$flags>::from_arg_matches_mut(matches).map(Command::$variant),
        },)*]
    };
}

impl NamedCommand {
    /// All commands. A test compares them with the commands of [`Cli`].
    const ALL: &'static [Self] = named_commands! {
        List(List) = "list",
        Grep(Grep) = "grep",
        Check(Check) = "check",
        Info(Info) = "info",
        Split(Split) = "split",
        Harvest(Box<Harvest>) = "harvest",
        Pick(Pick) = "pick",
    };

    /// Returns the command with this name.
    pub(crate) fn of(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|command| command.name == name)
    }

    /// Returns clap's command: its flags, without the help after them.
    pub(crate) fn flags(self) -> clap::Command {
        (self.add_flags)(clap::Command::new(self.name)).args_override_self(true)
    }

    /// Reads the values of the flags.
    ///
    /// # Errors
    ///
    /// Returns an error if a value is missing.
    pub(crate) fn read(self, matches: &mut ArgMatches) -> Result<Command> {
        (self.read)(matches)
    }
}

#[derive(Args, Debug)]
pub(crate) struct List {
    /// Files and directories to read; `-` or none: standard input
    #[arg(value_name = "PATH", value_parser = values::path())]
    pub(crate) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) search: SearchFlags,
}

#[derive(Args, Debug)]
pub(crate) struct Grep {
    /// The pattern to search for: a regular expression
    #[arg(value_name = "PATTERN", required_unless_present_any = ["regexp", "pattern_files"])]
    pub(crate) pattern: Option<OsString>,

    /// Files and directories to read; `-` or none: standard input
    #[arg(value_name = "PATH", value_parser = values::path())]
    pub(crate) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) matching: MatchFlags,
    #[command(flatten)]
    pub(crate) search: SearchFlags,
}

/// The flags that `list` and `grep` share.
#[derive(Args, Debug)]
pub(crate) struct SearchFlags {
    #[command(flatten)]
    pub(crate) input: InputFlags,
    #[command(flatten)]
    pub(crate) sandbox: SandboxFlags,
    #[command(flatten)]
    pub(crate) reading: ReadFlags,
    #[command(flatten)]
    pub(crate) recognition: RecognitionFlags,
    #[command(flatten)]
    pub(crate) filters: FilterFlags,
    #[command(flatten)]
    pub(crate) output: OutputFlags,
    #[command(flatten)]
    pub(crate) records: RecordFlags,
    #[command(flatten)]
    pub(crate) display: DisplayFlags,
    #[command(flatten)]
    pub(crate) compatibility: CompatibilityFlags,
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use clap::{CommandFactory, Parser};
    use urlsift_search::{Split, Unpacker};

    use super::{
        Cli, Command, CompatibilityFlags, DisplayFlags, InputFlags, List, NamedCommand,
        OutputFlags, RecordFlags, SandboxFlags,
    };

    #[test]
    fn command_is_valid() {
        Cli::command().debug_assert();
    }

    #[test]
    fn named_commands_are_those_of_the_command_line() {
        let cli = Cli::command();
        let all = NamedCommand::ALL.iter().map(|command| command.name);
        let known = cli.get_subcommands().map(clap::Command::get_name);
        assert_eq!(all.collect::<Vec<_>>(), known.collect::<Vec<_>>());
        for command in cli.get_subcommands() {
            let name = command.get_name();
            let flags = NamedCommand::of(name).expect("a command").flags();
            let args = |command: &clap::Command| {
                format!("{:#?}", command.get_arguments().collect::<Vec<_>>())
            };
            assert_eq!(args(&flags), args(command), "{name}");
            let groups = |command: &clap::Command| {
                format!("{:#?}", command.get_groups().collect::<Vec<_>>())
            };
            assert_eq!(groups(&flags), groups(command), "{name}");
            assert!(
                command.is_args_override_self() && flags.is_args_override_self(),
                "{name}"
            );
        }
    }

    #[test]
    fn defaults_are_those_of_the_command_line() {
        let parsed = Cli::parse_from(["urlsift", "list"]).command;
        let Some(Command::List(List { search, .. })) = parsed else {
            panic!("not list");
        };
        let groups: [(&dyn Debug, &dyn Debug); 6] = [
            (&search.input, &InputFlags::default()),
            (&search.sandbox, &SandboxFlags::default()),
            (&search.output, &OutputFlags::default()),
            (&search.records, &RecordFlags::default()),
            (&search.display, &DisplayFlags::default()),
            (&search.compatibility, &CompatibilityFlags::default()),
        ];
        for (parsed, default) in groups {
            assert_eq!(format!("{parsed:?}"), format!("{default:?}"));
        }
    }

    #[test]
    fn default_sizes_are_those_of_the_libraries() {
        let parsed = |args: &[&str]| {
            let args = ["urlsift"].iter().chain(args);
            Cli::parse_from(args).command.expect("a command")
        };
        let Command::List(list) = parsed(&["list"]) else {
            panic!("not list");
        };
        let unpack = list.search.reading.texts.unpack;
        assert_eq!(unpack.max_window, Unpacker::DEFAULT_MAX_WINDOW);
        assert_eq!(unpack.max_temp, Unpacker::DEFAULT_MAX_TEMP);
        let Command::Split(split) = parsed(&["split", "a"]) else {
            panic!("not split");
        };
        assert_eq!(split.size, Split::DEFAULT_SIZE);
        let Command::Harvest(harvest) = parsed(&["harvest", "-o", "a", "b"]) else {
            panic!("not harvest");
        };
        assert_eq!(harvest.shard_size, Split::DEFAULT_SIZE);
    }
}
