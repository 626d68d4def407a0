//! The rows of `--help`.

use regex::Regex;

use super::run;

/// A flag as its row has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// With the hyphen.
    pub(crate) short: Option<String>,
    /// With the hyphens.
    pub(crate) long: Option<String>,
    /// What stands for its value, if it takes one.
    pub(crate) value: Option<String>,
}

impl Row {
    /// Its names.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.short
            .as_deref()
            .into_iter()
            .chain(self.long.as_deref())
    }

    /// As it is given, by each of its names, with a value if it takes one.
    pub(crate) fn given(&self) -> impl Iterator<Item = String> {
        self.names().map(|name| match &self.value {
            None => name.to_owned(),
            Some(_) if name.starts_with("--") => format!("{name}={}", self.a_value()),
            Some(_) => format!("{name}{}", self.a_value()),
        })
    }

    /// A value that it takes, by what stands for it.
    fn a_value(&self) -> &str {
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

/// The rows of a help text.
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

/// The rows of a command.
pub(crate) fn rows_of(command: &str) -> Vec<Row> {
    rows(run(&[command, "--help"]).out())
}

/// The names of all commands.
pub(crate) fn commands() -> Vec<String> {
    let told = run(&["--help"]);
    let (_, commands) = told.out().split_once("\nCommands:\n").expect("commands");
    let (commands, _) = commands.split_once("\n\n").expect("what comes behind them");
    let names = commands
        .lines()
        .filter_map(|line| line.split_whitespace().next());
    names
        .filter(|&name| name != "help")
        .map(str::to_owned)
        .collect()
}
