//! The flags that `-h` shows; `--help` shows all of them.

use clap::Command;

/// The flags of each command in its short help, which fits one screen. Commands with few flags show all of them.
const SHORT_HELP: [(&str, &str); 4] = [
    (
        "list",
        "include exclude read_as texts all conforms scheme host from since json line_number messages \
         count quiet max_count context csv unique tally",
    ),
    (
        "grep",
        "regexp fixed_strings ignore_case smart_case word_regexp invert_match all scheme host from since \
         json line_number with_filename count files_with_matches quiet context",
    ),
    (
        "harvest",
        "output format without_fields plan only stats threads all include exclude",
    ),
    (
        "pick",
        "open open_scheme print print_all color read_as texts no_html conforms base scheme host from \
         subject since",
    ),
];

/// Hides the flags of a command that its `-h` does not show.
pub(super) fn with_short_help(command: Command) -> Command {
    let shown = SHORT_HELP
        .iter()
        .find(|(name, _)| *name == command.get_name());
    let Some((_, shown)) = shown else {
        return command;
    };
    command.mut_args(|arg| {
        let is_shown = shown.split(' ').any(|id| arg.get_id() == id);
        let is_hidden = !arg.is_positional() && !is_shown;
        arg.hide_short_help(is_hidden)
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::SHORT_HELP;
    use crate::flags::args::Cli;

    #[test]
    fn flags_exist() {
        let cli = Cli::command();
        for (name, shown) in SHORT_HELP {
            let command = cli.find_subcommand(name).expect("a command");
            for id in shown.split(' ') {
                let mut args = command.get_arguments();
                assert!(args.any(|arg| arg.get_id() == id), "{name} {id}");
            }
        }
    }
}
