//! The flags of the steps of `harvest`. clap knows one command with the flags of all steps, because the name of a step
//! is optional and the first of the paths.

use std::ffi::OsString;

use clap::{
    Arg, ArgMatches, Args, Command,
    error::{ErrorKind, Result},
    parser::ValueSource,
};

use super::args::HarvestSearchFlags;
use crate::options::HarvestStep;

/// Returns whether a step has a flag.
fn has(step: HarvestStep, id: &str) -> bool {
    use HarvestStep::{All, Diff, Finish, Plan, Prune, Run};

    match id {
        "paths" | "sandbox" | "help" | "version" => true,
        "output" => step != Diff,
        "json" | "html" => step == Diff,
        "plan" => matches!(step, Run | Finish),
        "only" => step == Run,
        "threads" => matches!(step, All | Run),
        "partial" => matches!(step, All | Finish),
        "stats" => matches!(step, All | Plan | Run | Finish | Prune),
        "progress" => step.has_progress(),
        // The other steps use the options of the plan.
        _ => step.reads(),
    }
}

/// Returns whether a step accepts a flag, so that a script can give the same flags to several steps: those that change
/// no result, and the options of the plan, which are compared with the plan.
fn accepts(step: HarvestStep, id: &str) -> bool {
    let is_harmless = matches!(id, "threads" | "progress" | "stats");
    let uses_plan = matches!(step, HarvestStep::Run | HarvestStep::Finish);
    has(step, id) || is_harmless || (uses_plan && is_option_of_plan(id))
}

/// Returns whether a flag is one of the options that a plan stores.
fn is_option_of_plan(id: &str) -> bool {
    let is_id = |arg: &Arg| arg.get_id() == id;
    let selects = || HarvestSearchFlags::augment_args(Command::new("harvest"));
    matches!(id, "format" | "without_fields" | "no_wide" | "shard_size")
        || selects().get_arguments().any(is_id)
}

/// Shows only the flags of the step that the command line names in the help of `harvest`.
pub(super) fn with_named_step(cli: Command, args: &[OsString]) -> Command {
    let named = match args {
        [_, command, step, ..] if command == "harvest" => {
            step.to_str().and_then(HarvestStep::named)
        }
        _ => None,
    };
    let Some(step) = named else {
        return cli;
    };
    let name = step.name();
    let (usage, value, paths) = if step.reads() {
        let usage = format!("urlsift harvest {name} [OPTIONS] --output <DIR> [PATH]...");
        (usage, "PATH", "Files and directories to read")
    } else if step == HarvestStep::Diff {
        let usage = format!("urlsift harvest {name} [OPTIONS] <OLD> <NEW>");
        (
            usage,
            "DIR",
            "Two data sets, or manifests in their directories",
        )
    } else {
        let usage = format!("urlsift harvest {name} [OPTIONS] <DIR>");
        (usage, "DIR", "The directory of the data set")
    };
    cli.mut_subcommand("harvest", |command| {
        let command = command.override_usage(usage).mut_args(|arg| {
            let is_hidden = !arg.is_positional() && !has(step, arg.get_id().as_str());
            let is_hidden = is_hidden || arg.is_hide_set();
            arg.hide(is_hidden)
        });
        command.mut_arg("paths", |arg| arg.value_name(value).help(paths))
    })
}

/// Checks that a step was given only flags that it accepts.
///
/// # Errors
///
/// Returns an error that names a flag of other steps.
pub(super) fn check(matches: &ArgMatches, cli: impl FnOnce() -> Command) -> Result<()> {
    // clap may know only the command that is named.
    let Some(("harvest", given)) = matches.subcommand() else {
        return Ok(());
    };
    let first = given
        .get_raw("paths")
        .and_then(|mut paths| paths.next()?.to_str());
    let step = first
        .and_then(HarvestStep::named)
        .unwrap_or(HarvestStep::All);
    let is_foreign =
        |id: &&str| given.value_source(id) == Some(ValueSource::CommandLine) && !accepts(step, id);
    let mut foreign = given.ids().map(clap::Id::as_str).filter(is_foreign);
    let Some(first) = foreign.next() else {
        return Ok(());
    };
    let mut cli = cli();
    cli.build();
    let Some(command) = cli.find_subcommand_mut("harvest") else {
        return Ok(());
    };
    // The names of groups of flags are ids, too.
    let mut ids = [first].into_iter().chain(foreign);
    let arg = ids.find_map(|id| {
        let mut args = command.get_arguments();
        args.find(|arg| arg.get_id() == id)
    });
    let Some(arg) = arg.cloned() else {
        return Ok(());
    };
    let message = format!("the argument '{arg}' cannot be used with {}", called(step));
    Err(command.error(ErrorKind::ArgumentConflict, message))
}

/// Returns what a step is called in messages.
fn called(step: HarvestStep) -> String {
    match step {
        HarvestStep::All => "'harvest' without a step".to_owned(),
        step => format!("'harvest {}'", step.name()),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::{HarvestStep, has};
    use crate::flags::args::Cli;

    /// The flags that do not belong to the plan.
    const NAMED: [&str; 11] = [
        "paths", "output", "sandbox", "plan", "only", "threads", "partial", "stats", "progress",
        "json", "html",
    ];

    #[test]
    fn flags_exist_and_have_a_step() {
        let cli = Cli::command();
        let command = cli.find_subcommand("harvest").expect("a command");
        for id in NAMED {
            assert!(
                command.get_arguments().any(|arg| arg.get_id() == id),
                "{id}"
            );
            assert!(
                has(HarvestStep::Run, id) || matches!(id, "partial" | "json" | "html"),
                "{id}"
            );
        }
        for arg in command.get_arguments() {
            let id = arg.get_id().as_str();
            let is_of_plan = has(HarvestStep::All, id) && has(HarvestStep::Plan, id);
            assert_eq!(
                is_of_plan && !has(HarvestStep::Run, id),
                !NAMED.contains(&id),
                "{id}"
            );
        }
    }
}
