//! The help after the flags, shared by `--help` and the manual pages: examples, notes, exit statuses and
//! environment variables.
//!
//! The texts are in the folder `help`, separated by empty lines. An example is a shell command after `$ `, whose
//! further lines are indented by two spaces, and a line that says what it does; the tests run it in `corpus/demo`. Any
//! other paragraph is a note.

use std::fmt::Write;

/// The help of a command other than its flags.
#[derive(Debug)]
pub(crate) struct Page {
    /// Examples and notes.
    text: &'static str,
    /// Exit statuses and their conditions.
    pub(crate) statuses: &'static [(u8, &'static str)],
    pub(crate) variables: &'static [Variable],
}

/// An example command.
#[derive(Debug)]
pub(crate) struct Example {
    /// The shell command. Lines after the first are indented by two spaces.
    pub(crate) command: String,
    /// What the command does: one sentence.
    pub(crate) purpose: &'static str,
}

/// An environment variable.
#[derive(Debug)]
pub(crate) struct Variable {
    pub(crate) name: &'static str,
    pub(crate) meaning: &'static str,
}

impl Page {
    /// Returns the page of the program or of a command, by name.
    pub(crate) fn of(name: &str) -> Option<&'static Self> {
        let found = PAGES.iter().find(|(known, _)| *known == name);
        found.map(|(_, page)| *page)
    }

    /// Returns the examples, in order.
    pub(crate) fn examples(&self) -> Vec<Example> {
        let examples = self.paragraphs().into_iter().filter_map(|lines| {
            let (purpose, command) = lines.split_last()?;
            let command = command.join("\n").strip_prefix("$ ")?.to_owned();
            Some(Example { command, purpose })
        });
        examples.collect()
    }

    /// Returns the notes, each on one line.
    pub(crate) fn notes(&self) -> Vec<String> {
        let is_note = |lines: &Vec<&str>| lines.iter().all(|line| !line.starts_with("$ "));
        let paragraphs = self.paragraphs().into_iter().filter(is_note);
        paragraphs.map(|lines| lines.join(" ")).collect()
    }

    /// Returns the lines of each paragraph.
    fn paragraphs(&self) -> Vec<Vec<&'static str>> {
        let lines: Vec<_> = self.text.lines().collect();
        lines
            .split(|line| line.is_empty())
            .map(<[_]>::to_vec)
            .collect()
    }
}

/// All pages, by the name of the program or command.
pub(crate) const PAGES: &[(&str, &Page)] = &[
    ("urlsift", &MAIN),
    ("list", &LIST),
    ("grep", &GREP),
    ("check", &CHECK),
    ("info", &INFO),
    ("split", &SPLIT),
    ("harvest", &HARVEST),
    ("pick", &PICK),
];

/// Returns the text after the flags in `-h`.
pub(super) fn short(command: &str) -> String {
    format!("See `{command} --help` for all flags, examples and exit statuses.")
}

/// Returns the text after the flags of a command in `--help`.
pub(super) fn long(page: &Page) -> String {
    let mut text = String::from("Examples:\n");
    for Example { command, purpose } in page.examples() {
        let command = command.replace('\n', "\n  ");
        // Writing to a string does not fail.
        let _ = writeln!(text, "  {command}\n      {purpose}");
    }
    add_notes(&mut text, page);
    text
}

/// Returns the text after the commands in `--help`, with one line per example.
pub(super) fn overview(page: &Page) -> String {
    let mut text = String::from("Examples:\n");
    for Example { command, purpose } in page.examples() {
        let _ = writeln!(text, "  {command:40} {purpose}");
    }
    add_notes(&mut text, page);
    text.push_str("\nSee `urlsift help <COMMAND>` for the flags of a command.");
    text
}

fn add_notes(text: &mut String, page: &Page) {
    for note in page.notes() {
        let _ = writeln!(text, "\n{note}");
    }
    let statuses = page.statuses.iter();
    let statuses: Vec<_> = statuses
        .map(|(status, condition)| format!("{status} {condition}"))
        .collect();
    let _ = write!(text, "\nExit status: {}.", statuses.join(", "));
}

pub(super) const MAIN: Page = Page {
    text: include_str!("help/urlsift.txt"),
    statuses: SEARCH,
    variables: &[OPTS, NO_COLOR, TERM, TMPDIR],
};

pub(super) const LIST: Page = Page {
    text: include_str!("help/list.txt"),
    statuses: SEARCH,
    variables: &[OPTS, NO_COLOR, TERM, TMPDIR],
};

pub(super) const GREP: Page = Page {
    text: include_str!("help/grep.txt"),
    statuses: SEARCH,
    variables: &[OPTS, NO_COLOR, TERM, TMPDIR],
};

pub(super) const CHECK: Page = Page {
    text: include_str!("help/check.txt"),
    statuses: &[
        (0, "if every URL conforms"),
        (1, "if a URL does not conform"),
        (2, "if an error occurred"),
    ],
    variables: &[NO_COLOR, TERM],
};

pub(super) const INFO: Page = Page {
    text: include_str!("help/info.txt"),
    statuses: &[(0, "if everything was read"), (2, "if an error occurred")],
    variables: &[NO_COLOR, TERM, TMPDIR],
};

pub(super) const SPLIT: Page = Page {
    text: include_str!("help/split.txt"),
    statuses: &[(0, "if everything was read"), (2, "if an error occurred")],
    variables: &[],
};

pub(super) const HARVEST: Page = Page {
    text: include_str!("help/harvest.txt"),
    statuses: &[
        (0, "if everything was read"),
        (2, "if a file could not be read, or an error occurred"),
    ],
    variables: &[TMPDIR],
};

pub(super) const PICK: Page = Page {
    text: include_str!("help/pick.txt"),
    statuses: &[
        (
            0,
            "if links were shown (with --print: if links were printed)",
        ),
        (1, "if there were no links"),
        (2, "if an error occurred"),
    ],
    variables: &[BROWSER, NO_COLOR, TERM, TMPDIR],
};

const SEARCH: &[(u8, &str)] = &[
    (0, "if a URL was selected"),
    (1, "if no URL was selected"),
    (
        2,
        "if an error occurred (with -q, only if no URL was selected)",
    ),
];

const OPTS: Variable = Variable {
    name: "URLSIFT_OPTS",
    meaning: "Default flags for list and grep, quoted as in a shell. Flags on the command line override them.",
};

const BROWSER: Variable = Variable {
    name: "BROWSER",
    meaning: "The commands with which pick opens links, unless --open is given.",
};

const NO_COLOR: Variable = Variable {
    name: "NO_COLOR",
    meaning: "If set and not empty, disables colours unless --color=always is given.",
};

const TERM: Variable = Variable {
    name: "TERM",
    meaning: "If dumb, disables colours, the progress line and the picker. The picker also needs it to be set, except on Windows.",
};

const TMPDIR: Variable = Variable {
    name: "TMPDIR",
    meaning: "The directory for temporary files; /tmp by default. The files have no names and are deleted when \
              the program exits.",
};
