//! The opposite of each switch, which undoes a switch given by an alias or by the environment.

use std::{cell::LazyCell, collections::HashSet};

use clap::{Arg, ArgAction, Command};

/// Switches whose opposite has a name other than `--no-NAME`.
const NAMED: [&str; 5] = [
    "case-sensitive",
    "ignore-case",
    "no-filename",
    "smart-case",
    "with-filename",
];

/// Adds an opposite `--no-NAME` for each switch `--NAME`, unless it exists. The last one on the command line takes
/// effect. The opposites are hidden from the help, which would double in length. A switch `--no-NAME` has none: to who
/// guesses `--html`, it is not what undoes `--no-html`.
pub(super) fn with_opposites(command: Command) -> Command {
    with_some_opposites(command, |_| true)
}

/// Like [`with_opposites`], but adds only the opposites of switches for which `is_wanted` returns `true`.
pub(super) fn with_some_opposites(command: Command, is_wanted: impl Fn(&str) -> bool) -> Command {
    let longs = || command.get_arguments().filter_map(Arg::get_long);
    let known: LazyCell<HashSet<_>, _> = LazyCell::new(|| longs().collect());
    let switches = command.get_arguments().filter(|arg| {
        let is_switch = matches!(arg.get_action(), ArgAction::SetTrue);
        let has_opposite =
            |name: &str| !NAMED.contains(&name) && !name.starts_with("no-") && is_wanted(name);
        is_switch && arg.get_long().is_some_and(has_opposite)
    });
    let opposites = switches.filter_map(|switch| {
        let opposite = format!("no-{}", switch.get_long()?);
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
    drop(known);
    command.args(opposites)
}

/// Returns whether one of two names is the other one after `no-`.
pub(super) fn are_opposites(one: &str, other: &str) -> bool {
    one.strip_prefix("no-") == Some(other) || other.strip_prefix("no-") == Some(one)
}
