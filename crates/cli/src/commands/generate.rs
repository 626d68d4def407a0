//! `--generate`: manual pages and shell completions.

use std::io;

use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::{
    Man,
    roff::{Roff, bold, roman},
};

use crate::{
    flags::{
        Cli, Document,
        help::{EXIT_STATUS, PAGES, Page},
    },
    term::{exit::Exit, output::Output, streams::Streams},
};

/// The environment variables, the pages that have them, and what they do.
#[rustfmt::skip]
const VARIABLES: &[(&str, &str, &str)] = &[
    ("URLSIFT_OPTS", "urlsift list grep",
     "Default flags for list and grep, quoted as in a shell. Flags on the command line override them."),
    ("BROWSER", "pick", "The commands with which pick opens links, unless --open is given."),
    ("NO_COLOR", "urlsift list grep check info pick",
     "If set and not empty, disables colours unless --color=always is given."),
    ("TERM", "urlsift list grep check info pick",
     "If dumb, disables colours, the progress line and the picker. The picker also needs it to be set, except on \
      Windows."),
    ("TMPDIR", "urlsift list grep info harvest pick",
     "The directory for temporary files; /tmp by default. The files have no names and are deleted when the program \
      exits."),
];

/// Prints a document.
pub(crate) fn run(document: Document, streams: &Streams) -> Exit {
    let mut output = Output::new(streams);
    let printed = match document {
        Document::Man(name) => manual(name).map_err(Into::into),
        Document::Completions(shell) => Ok(completions(shell)),
    };
    let printed = printed
        .and_then(|text| output.print(&text))
        .and_then(|()| output.flush());
    Exit::Selected.or_error(output.has_failed(printed))
}

/// Returns the completion script of a shell.
fn completions(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "urlsift", &mut script);
    script
}

/// Returns the manual page of the program or of a command.
fn manual(name: &str) -> io::Result<Vec<u8>> {
    let mut cli = Cli::command().disable_help_subcommand(true);
    cli.build();
    let source = format!("urlsift {}", cli.get_version().unwrap_or_default());
    let command = cli.find_subcommand(name).unwrap_or(&cli).clone();
    let has_commands = command.has_subcommands();
    let page = Page::of(name);
    let man = Man::new(described(command, page));
    let title = man.get_filename();
    let title = title.trim_end_matches(".1").to_uppercase();
    let man = man
        .title(title)
        // An empty macro argument must be quoted.
        .date("\"\"")
        .source(source)
        .manual("User Commands");

    let mut text = Vec::new();
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    if has_commands {
        man.render_subcommands_section(&mut text)?;
    }
    man.render_options_section(&mut text)?;
    let mut rest = Roff::new();
    if let Some(page) = page {
        examples(&mut rest, page);
        statuses(&mut rest, page);
        environment(&mut rest, name);
    }
    see_also(&mut rest, name);
    rest.to_writer(&mut text)?;
    Ok(tidy(&String::from_utf8_lossy(&text)).into_bytes())
}

/// Returns a command with the usage of its help, and with the notes of its page as its description.
fn described(mut command: Command, page: Option<Page>) -> Command {
    let usage = command.render_usage().to_string();
    let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage).to_owned();
    let about = command.get_long_about().or_else(|| command.get_about());
    let mut about = about.map(ToString::to_string).unwrap_or_default();
    if !about.ends_with('.') {
        about.push('.');
    }
    for note in page.map(Page::notes).unwrap_or_default() {
        if !note.starts_with(EXIT_STATUS) {
            about.push_str("\n\n");
            about.push_str(&note);
        }
    }
    command
        .override_usage(usage)
        .long_about(about)
        .subcommand_help_heading("COMMANDS")
}

fn examples(roff: &mut Roff, page: Page) {
    roff.control("SH", ["EXAMPLES"]);
    for example in page.examples() {
        roff.control("PP", []);
        roff.text([roman(example.purpose)]);
        roff.control("PP", []);
        roff.control("RS", ["4"]);
        roff.control("nf", []);
        for line in example.command.lines() {
            roff.text([roman(line)]);
        }
        roff.control("fi", []);
        roff.control("RE", []);
    }
}

fn statuses(roff: &mut Roff, page: Page) {
    roff.control("SH", ["EXIT STATUS"]);
    for note in page.notes() {
        if let Some(statuses) = note.strip_prefix(EXIT_STATUS) {
            roff.text([roman(statuses)]);
        }
    }
    roff.control("PP", []);
    roff.text([roman("130 or 143 if SIGINT or SIGTERM ended the program.")]);
}

fn environment(roff: &mut Roff, page: &str) {
    let has = |row: &&(_, &str, _)| row.1.split(' ').any(|name| name == page);
    let variables: Vec<_> = VARIABLES.iter().filter(has).collect();
    if !variables.is_empty() {
        roff.control("SH", ["ENVIRONMENT"]);
    }
    for (name, _, meaning) in variables {
        roff.control("TP", []);
        roff.text([bold(*name)]);
        roff.text([roman(*meaning)]);
    }
}

fn see_also(roff: &mut Roff, name: &str) {
    roff.control("SH", ["SEE ALSO"]);
    let others = PAGES.iter().filter(|(other, _)| *other != name);
    let mut names: Vec<_> = others
        .map(|(other, _)| match *other {
            "urlsift" => other.to_string(),
            command => format!("urlsift-{command}"),
        })
        .collect();
    names.extend(["grep", "jq"].map(str::to_owned));
    let last = names.len() - 1;
    for (index, name) in names.into_iter().enumerate() {
        let suffix = if index < last { "(1)," } else { "(1)" };
        roff.text([bold(name), roman(suffix)]);
    }
}

/// Merges the definitions at the start of each section, and replaces empty lines, which are not valid in roff, and
/// ASCII characters of examples, which roff may replace with typographic ones.
fn tidy(text: &str) -> String {
    let definition = Roff::new().render();
    let text = text.replace(&definition, "");
    let mut tidied = definition;
    for line in text.lines() {
        let line = match line {
            "" => ".sp".to_owned(),
            line => line
                .replace('~', r"\(ti")
                .replace('^', r"\(ha")
                .replace('`', r"\(ga"),
        };
        tidied.push_str(&line);
        tidied.push('\n');
    }
    tidied
}
