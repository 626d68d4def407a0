//! The help after the flags, shared by `--help` and the manual pages: examples, notes, exit statuses and
//! environment variables.
//!
//! The texts are in the folder `help`, separated by empty lines. An example is a shell command after `$ `, whose
//! further lines are indented by two spaces, and a line that says what it does; the tests run it in `corpus/demo`. Any
//! other paragraph is a note.

use std::fmt::Write;

/// The start of the note about exit statuses, which is the last one.
pub(crate) const EXIT_STATUS: &str = "Exit status: ";

/// The help of a command other than its flags.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page(&'static str);

/// An example command.
#[derive(Debug)]
pub(crate) struct Example {
    /// The shell command. Lines after the first are indented by two spaces.
    pub(crate) command: String,
    /// What the command does: one sentence.
    pub(crate) purpose: &'static str,
}

pub(super) const MAIN: Page = Page(include_str!("help/urlsift.txt"));
pub(super) const LIST: Page = Page(include_str!("help/list.txt"));
pub(super) const GREP: Page = Page(include_str!("help/grep.txt"));
pub(super) const CHECK: Page = Page(include_str!("help/check.txt"));
pub(super) const INFO: Page = Page(include_str!("help/info.txt"));
pub(super) const SPLIT: Page = Page(include_str!("help/split.txt"));
pub(super) const HARVEST: Page = Page(include_str!("help/harvest.txt"));
pub(super) const PICK: Page = Page(include_str!("help/pick.txt"));

/// All pages, by the name of the program or command.
pub(crate) const PAGES: &[(&str, Page)] = &[
    ("urlsift", MAIN),
    ("list", LIST),
    ("grep", GREP),
    ("check", CHECK),
    ("info", INFO),
    ("split", SPLIT),
    ("harvest", HARVEST),
    ("pick", PICK),
];

impl Page {
    /// Returns the page of the program or of a command, by name.
    pub(crate) fn of(name: &str) -> Option<Self> {
        let found = PAGES.iter().find(|(known, _)| *known == name);
        found.map(|(_, page)| *page)
    }

    /// Returns the examples, in order.
    pub(crate) fn examples(self) -> Vec<Example> {
        let examples = self.paragraphs().into_iter().filter_map(|lines| {
            let (purpose, command) = lines.split_last()?;
            let command = command.join("\n").strip_prefix("$ ")?.to_owned();
            Some(Example { command, purpose })
        });
        examples.collect()
    }

    /// Returns the notes, each on one line.
    pub(crate) fn notes(self) -> Vec<String> {
        let is_note = |lines: &Vec<&str>| lines.iter().all(|line| !line.starts_with("$ "));
        let paragraphs = self.paragraphs().into_iter().filter(is_note);
        paragraphs.map(|lines| lines.join(" ")).collect()
    }

    /// Returns the lines of each paragraph.
    fn paragraphs(self) -> Vec<Vec<&'static str>> {
        let lines: Vec<_> = self.0.lines().collect();
        lines
            .split(|line| line.is_empty())
            .map(<[_]>::to_vec)
            .collect()
    }
}

/// Returns the text after the flags in `-h`.
pub(super) fn short(command: &str) -> String {
    format!("See `{command} --help` for all flags, examples and exit statuses.")
}

/// Returns the text after the flags of a command in `--help`.
pub(super) fn long(page: Page) -> String {
    let mut text = String::from("Examples:\n");
    for Example { command, purpose } in page.examples() {
        let command = command.replace('\n', "\n  ");
        // Writing to a string does not fail.
        let _ = writeln!(text, "  {command}\n      {purpose}");
    }
    add_notes(&mut text, page);
    text.trim_end().to_owned()
}

/// Returns the text after the commands in `--help`, with one line per example.
pub(super) fn overview(page: Page) -> String {
    let mut text = String::from("Examples:\n");
    for Example { command, purpose } in page.examples() {
        let _ = writeln!(text, "  {command:40} {purpose}");
    }
    add_notes(&mut text, page);
    text.push_str("See `urlsift help <COMMAND>` for the flags of a command.");
    text
}

fn add_notes(text: &mut String, page: Page) {
    for note in page.notes() {
        let _ = writeln!(text, "\n{note}");
    }
}
