//! Parses the rows of `--help`.

use regex::Regex;

use super::run;

/// A flag as listed in a row of the help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// The short name, with its hyphen.
    pub(crate) short: Option<String>,
    /// The long name, with its hyphens.
    pub(crate) long: Option<String>,
    /// The placeholder of the value, if the flag takes one.
    pub(crate) value: Option<String>,
}

impl Row {
    /// Returns the names of the flag.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.short
            .as_deref()
            .into_iter()
            .chain(self.long.as_deref())
    }

    /// Returns the flag as a command-line argument under each name, with a sample value if it takes one.
    pub(crate) fn sample_args(&self) -> impl Iterator<Item = String> {
        self.names().map(|name| match &self.value {
            None => name.to_owned(),
            Some(_) if name.starts_with("--") => format!("{name}={}", self.sample_value()),
            Some(_) => format!("{name}{}", self.sample_value()),
        })
    }

    /// Returns a valid value for the placeholder.
    fn sample_value(&self) -> &str {
        match self.value.as_deref() {
            Some("KIND") => "text",
            Some("LEVEL") => "relative",
            Some("TEXTS") => "body",
            Some("KINDS") => "url",
            Some("URL") => "http://base.example/",
            Some("HOW") if self.long.as_deref() == Some("--progress") => "json",
            Some("HOW") => "both",
            Some("WHEN") => "always",
            Some("START:END") => "0:9",
            Some("NAME:REGEX") => "Subject:a",
            Some("DATE") => "1996",
            Some("TYPES") => "text/*",
            Some("CODES") => "unclosed",
            Some("WHAT") => "host",
            Some("LABEL") => "utf-8",
            _ => "1",
        }
    }
}

/// Parses the rows of a help text.
pub(crate) fn rows(help: &str) -> Vec<Row> {
    let row = r"(?m)^ {2,6}(-\w)?(?:, )?(--[\w-]+)?(?: ?\[?=?<([^>]+)>\]?)?(?: {2}.*)?$";
    let row = Regex::new(row).expect("a regex");
    let found = row.captures_iter(help).map(|found| {
        let text = |group| found.get(group).map(|text| text.as_str().to_owned());
        Row {
            short: text(1),
            long: text(2),
            value: text(3),
        }
    });
    found.filter(|row| row.names().next().is_some()).collect()
}

/// Returns the rows of a command's help.
pub(crate) fn command_rows(command: &str) -> Vec<Row> {
    rows(run(&[command, "--help"]).out())
}

/// Returns the names of all commands.
pub(crate) fn commands() -> Vec<String> {
    let output = run(&["--help"]);
    let (_, commands) = output.out().split_once("\nCommands:\n").expect("commands");
    let (commands, _) = commands
        .split_once("\n\n")
        .expect("the text after the commands");
    let names = commands
        .lines()
        .filter_map(|line| line.split_whitespace().next());
    names
        .filter(|&name| name != "help")
        .map(str::to_owned)
        .collect()
}
