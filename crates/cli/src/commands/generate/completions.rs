//! Shell completions: what clap generates, and what it does not know about the command line.
//!
//! It does not know that the value of some flags follows only after `=`, that `urlsift PATH...` is
//! `urlsift list PATH...`, and that `harvest` has steps. For an empty word, bash would offer only flags, although a
//! path is what most often follows. bash moreover splits words at `=`, so that its script would complete no
//! `--FLAG=VALUE`.

use std::collections::BTreeSet;

use clap::{Arg, Command, CommandFactory};
use clap_complete::Shell;

use crate::{flags::Cli, options::HarvestStep};

/// Returns the script of a shell.
pub(super) fn script(shell: Shell) -> String {
    let mut cli = Cli::command();
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut cli, "urlsift", &mut text);
    let text = String::from_utf8_lossy(&text).into_owned();
    let known = Known::of(&cli);
    match shell {
        Shell::Bash => bash(&text, &known),
        Shell::Zsh => zsh(&text, &known),
        Shell::Fish => fish(&text, &known),
        _ => text,
    }
}

/// The additions to the scripts of clap.
struct Known {
    /// The names of the commands, with `help`, which clap has added.
    commands: Vec<String>,
    steps: Vec<&'static str>,
    /// The long names of the flags whose value follows only after `=`.
    attached: BTreeSet<String>,
}

impl Known {
    fn of(cli: &Command) -> Self {
        let commands = cli.get_subcommands().map(Command::get_name);
        let attached = cli.get_subcommands().flat_map(Command::get_arguments);
        let attached = attached.filter(|arg| arg.is_require_equals_set());
        Self {
            commands: commands.map(str::to_owned).collect(),
            steps: HarvestStep::NAMED.iter().map(|(name, _)| *name).collect(),
            attached: attached
                .filter_map(Arg::get_long)
                .map(str::to_owned)
                .collect(),
        }
    }
}

fn bash(text: &str, known: &Known) -> String {
    let attached: Vec<_> = known
        .attached
        .iter()
        .map(|name| format!("--{name}"))
        .collect();
    let added = include_str!("completions.bash")
        .replace("@attached@", &attached.join(" | "))
        .replace("@commands@", &known.commands.join(" | "))
        .replace("@names@", &known.commands.join(r"\n"))
        .replace("@steps@", &known.steps.join(r"\n"));
    let text = text.replace("complete -F _urlsift ", "complete -F _urlsift_complete ");
    // The end registers the function.
    match text.rfind("\nif [[") {
        Some(at) => [&text[..=at], &added, &text[at + 1..]].concat(),
        None => text + &added,
    }
}

fn zsh(text: &str, known: &Known) -> String {
    let mut text = text.to_owned();
    for name in &known.attached {
        text = text.replace(&format!("--{name}=["), &format!("--{name}=-["));
    }
    // With two colons, flags after a path would not be completed, and commands would be offered as URLs.
    for name in ["paths", "urls"] {
        text = text.replace(&format!("'*::{name} -- "), &format!("'*:{name} -- "));
    }
    let paths = "plan, run, finish, report, diff or prune:";
    text = text.replace(
        &format!("{paths}_files"),
        &format!("{paths}_urlsift_harvest_paths"),
    );
    text = text.replace("\":: :_urlsift_commands\"", "\":: :_urlsift_first\"");
    let state = "    (urlsift)\n";
    let implied = format!(
        "{state}        if [[ $line[1] != ({}) ]]; then\n            words=($line[1] \"${{words[@]}}\")\n            \
         (( CURRENT += 1 ))\n            line[1]=list\n        fi\n",
        known.commands.join("|")
    );
    text = text.replacen(state, &implied, 1);
    let added = include_str!("completions.zsh").replace("@steps@", &known.steps.join(" "));
    let functions = "(( $+functions[_urlsift_commands] ))";
    text.replacen(functions, &(added + functions), 1)
}

/// What precedes the name of a command in the script for fish.
const FIRST_WORD: &str = "\"__fish_urlsift_needs_command\" -f -a ";

fn fish(text: &str, known: &Known) -> String {
    let is_attached = |line: &str| {
        let mut names = known.attached.iter();
        names.any(|name| line.contains(&format!(" -l {name} ")))
    };
    let lines = text.split_inclusive('\n').map(|line| match line {
        // Without -r, a value follows only after "=".
        line if is_attached(line) => line.replace(" -r -f -a ", " -f -a "),
        // With -f, files would not be completed: `urlsift PATH`.
        line if line.contains(FIRST_WORD) => {
            line.replace(FIRST_WORD, &FIRST_WORD.replace(" -f ", " "))
        }
        line => line.to_owned(),
    });
    let command = "    contains -- $cmd[1] $argv\n";
    let names = known.commands.join(" ");
    let implied = format!("    contains -- $cmd[1] {names}\n    or set cmd list\n{command}");
    let text = lines.collect::<String>().replacen(command, &implied, 1);
    text + &include_str!("completions.fish").replace("@steps@", &known.steps.join(" "))
}
