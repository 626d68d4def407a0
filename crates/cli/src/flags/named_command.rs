//! Reads a command line with the flags of one command.
//!
//! clap takes longer to make the commands, with their flags and help, than to read a command line. Here it makes only
//! the command that is named, and only those [opposites](super::opposites) that are used. A command line that this
//! refuses is read again with all commands: only they have the help, the suggestions and the usage that an error needs.

use std::{ffi::OsString, mem::ManuallyDrop};

use clap::{ArgMatches, Command};

use super::{
    args::{self, NamedCommand},
    opposites::{are_opposites, with_some_opposites},
};

/// A command line that has been read.
pub(super) struct NamedMatches {
    command: NamedCommand,
    /// Not dropped: that would take time, and the memory is little.
    pub(super) matches: ManuallyDrop<ArgMatches>,
}

impl NamedMatches {
    /// Reads a command line whose first argument names a command. Returns `None` if it names none, if the command line
    /// is invalid, and if it requests help.
    pub(super) fn of(args: &[OsString]) -> Option<Self> {
        let command = NamedCommand::of(args.get(1)?.to_str()?)?;
        let longs = args
            .iter()
            .filter_map(|arg| arg.to_str()?.strip_prefix("--"));
        let longs: Vec<_> = longs.collect();
        let is_undone = |switch: &str| longs.iter().any(|long| are_opposites(long, switch));
        let flags = with_some_opposites(command.flags(), is_undone);
        let cli = Command::new("urlsift")
            // Only its presence matters.
            .version("")
            .propagate_version(true)
            .disable_help_subcommand(true)
            .subcommand(flags);
        // Not dropped, either.
        let matches = ManuallyDrop::new(cli).try_get_matches_from_mut(args).ok()?;
        let matches = ManuallyDrop::new(matches);
        Some(Self { command, matches })
    }

    /// Returns the values of the flags. `None` if one of them is invalid.
    pub(super) fn values(mut self) -> Option<args::Command> {
        let (_, matches) = self.matches.remove_subcommand()?;
        self.command.read(&mut ManuallyDrop::new(matches)).ok()
    }
}
