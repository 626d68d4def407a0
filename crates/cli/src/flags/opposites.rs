//! The opposite of each switch: what an alias or the environment has said can be taken back.

use std::collections::HashSet;

use clap::{Arg, ArgAction, Command};

/// Switches whose opposite is called otherwise.
const NAMED: [&str; 5] = [
    "case-sensitive",
    "ignore-case",
    "no-filename",
    "smart-case",
    "with-filename",
];

/// Gives each switch `--NAME` of a command an opposite `--no-NAME`, and each `--no-NAME` one that is
/// called `--NAME`, unless there is one. Of a switch and its opposite the last one counts. They have no
/// rows in the help, which would be twice as long.
pub(super) fn with_opposites(command: Command) -> Command {
    let known: HashSet<_> = command.get_arguments().filter_map(Arg::get_long).collect();
    let switches = command.get_arguments().filter(|arg| {
        let is_switch = matches!(arg.get_action(), ArgAction::SetTrue);
        is_switch && arg.get_long().is_some_and(|name| !NAMED.contains(&name))
    });
    let opposites = switches.filter_map(|switch| {
        let name = switch.get_long()?;
        let opposite = match name.strip_prefix("no-") {
            Some(name) => name.to_owned(),
            None => format!("no-{name}"),
        };
        let is_new = !known.contains(&*opposite);
        is_new.then(|| {
            Arg::new(opposite.clone())
                .long(opposite)
                .action(ArgAction::SetTrue)
                .overrides_with(switch.get_id())
                .hide(true)
        })
    });
    let opposites: Vec<_> = opposites.collect();
    command.args(opposites)
}
