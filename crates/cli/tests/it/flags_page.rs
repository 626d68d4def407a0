//! `docs/FLAGS.md` has every flag with the text of the manual pages. `URLSIFT_BLESS=1` writes it.

use std::{collections::BTreeSet, env, fmt::Write, fs};

use crate::support::{console::root, run};

/// The text before the flags.
const START: &str = "\
# All flags

Every flag of every command, with the text of the manual pages: `urlsift --generate man-list` prints the page of `list`.
`urlsift list -h` is a screen of the common flags, and `urlsift list --help` has all of them in short.

Flags that take no value can be undone with `--no-NAME`, for instance `--no-follow`. A few have a named opposite
instead: `--case-sensitive` undoes `--ignore-case`.

This page is generated: `URLSIFT_BLESS=1 cargo test -p urlsift-cli --test it flags_page` writes it.
";

/// The commands, each with the title of its section.
const COMMANDS: [(&str, &str); 7] = [
    ("list", "list and grep"),
    ("grep", "grep"),
    ("check", "check"),
    ("info", "info"),
    ("split", "split"),
    ("harvest", "harvest"),
    ("pick", "pick"),
];

/// A flag in a manual page.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Flag {
    /// Its names, and the placeholder of its value.
    names: String,
    /// What it does.
    paragraphs: Vec<String>,
}

/// Returns the flags of a command, section by section.
fn sections(command: &str) -> Vec<(String, Vec<Flag>)> {
    let page = run(&["--generate", &format!("man-{command}")]);
    let page = unescaped(page.out());
    let options = page.split_once(".SH OPTIONS\n").expect("options").1;
    let options = options.split_once(".SH EXAMPLES\n").expect("examples").0;
    let sections = format!("OPTIONS\n{}", without_lists(options));
    let sections = sections.split(".SH ").map(|section| {
        let (title, flags) = section.split_once('\n').expect("a title");
        let flags = flags.split(".TP\n").filter(|flag| flag.starts_with('-'));
        let flags = flags.map(|flag| {
            let (names, text) = flag.split_once('\n').expect("a text");
            let paragraphs = text.trim_end().split("\n.sp\n").map(str::to_owned);
            Flag {
                names: names.to_owned(),
                paragraphs: paragraphs.collect(),
            }
        });
        (capitalised(title.trim_matches('"')), flags.collect())
    });
    sections.collect()
}

/// Returns text without the escapes of roff.
pub(crate) fn unescaped(text: &str) -> String {
    let escapes = [
        ("\\fB", ""),
        ("\\fI", ""),
        ("\\fR", ""),
        ("\\*(Aq", "'"),
        ("\\(ga", "`"),
        ("\\(ti", "~"),
        ("\\(ha", "^"),
        ("\\-", "-"),
        ("\\&", ""),
        ("\\\\", "\\"),
    ];
    let mut text = text.to_owned();
    for (escape, char) in escapes {
        text = text.replace(escape, char);
    }
    text
}

/// Returns the flags with each list of possible values as a sentence.
fn without_lists(options: &str) -> String {
    options
        .replace("\n.br\n.sp\n.br\n", "\n.sp\n")
        .replace("\n.RS 14\n.IP \\(bu 2\n", " ")
        .replace("\n.IP \\(bu 2\n", ", ")
        .replace("\n.RE\n", ".\n")
}

fn capitalised(title: &str) -> String {
    let (first, rest) = title.split_at(1);
    first.to_owned() + &rest.to_lowercase()
}

/// Returns a paragraph as Markdown: flags are code, and nothing else is markup.
fn markdown(text: &str) -> String {
    let mut is_code = false;
    let words = text.split_whitespace().map(|word| {
        let was_code = is_code;
        is_code ^= word.matches('`').count() % 2 == 1;
        let name = word.trim_end_matches([',', '.', ':', ';', ')']);
        let is_flag = !was_code
            && name.len() > 1
            && name.starts_with('-')
            && name
                .trim_start_matches('-')
                .starts_with(char::is_alphanumeric);
        if is_flag {
            return format!("`{name}`{}", &word[name.len()..]);
        }
        word.to_owned()
    });
    let mut is_code = false;
    let mut shown = String::new();
    for char in words.collect::<Vec<_>>().join(" ").chars() {
        is_code ^= char == '`';
        if !is_code && matches!(char, '<' | '*' | '\\' | '[' | ']' | '~') {
            shown.push('\\');
        }
        shown.push(char);
    }
    shown
}

/// Adds a paragraph, wrapped at 120 columns.
fn add_wrapped(page: &mut String, first: &str, text: &str) {
    let mut line = first.to_owned();
    for word in text.split(' ') {
        if line.len() + word.len() + 1 > 120 {
            let _ = writeln!(page, "{}", line.trim_end());
            "  ".clone_into(&mut line);
        }
        if !line.ends_with(' ') {
            line.push(' ');
        }
        line.push_str(word);
    }
    let _ = writeln!(page, "{}", line.trim_end());
}

fn page() -> String {
    let mut page = START.to_owned();
    let mut known = BTreeSet::new();
    for (command, title) in COMMANDS {
        let _ = writeln!(page, "\n## {title}");
        let mut shared = Vec::new();
        for (section, flags) in sections(command) {
            let (own, others): (Vec<_>, Vec<_>) = flags
                .into_iter()
                .partition(|flag| known.insert(flag.clone()));
            shared.extend(others);
            // The flags that every command has.
            let own: Vec<_> = own
                .into_iter()
                .filter(|flag| !flag.names.contains("--help") && !flag.names.contains("--version"))
                .collect();
            if own.is_empty() {
                continue;
            }
            let _ = writeln!(page, "\n### {section} ({title})\n");
            for flag in own {
                let names = flag.names.split(", ").map(|name| format!("`{name}`"));
                let names = names.collect::<Vec<_>>().join(", ");
                let first = format!("- {names}: ");
                let texts: Vec<_> = flag.paragraphs.iter().map(|text| markdown(text)).collect();
                let (summary, rest) = texts.split_first().expect("a summary");
                let end = if summary.ends_with('.') { "" } else { "." };
                let text = format!("{summary}{end} {}", rest.join(" "));
                add_wrapped(&mut page, &first, text.trim_end());
            }
        }
        if command != "list" && !shared.is_empty() && command != "grep" {
            let names = shared.iter().filter_map(|flag| {
                let mut names = flag.names.split([' ', '[']);
                names.rfind(|name| name.starts_with("--"))
            });
            let names: Vec<_> = names
                .filter(|name| *name != "--version")
                .map(|name| format!("`{name}`"))
                .collect();
            page.push('\n');
            let text = format!("These flags are described above: {}.", names.join(", "));
            let mut wrapped = String::new();
            add_wrapped(&mut wrapped, "", &text);
            page.push_str(&wrapped.replace("\n  ", "\n"));
        }
    }
    page
}

#[test]
fn every_flag_is_on_the_page() {
    let path = root().join("docs/FLAGS.md");
    let page = page();
    if env::var_os("URLSIFT_BLESS").is_some() {
        fs::write(&path, &page).expect("a writable page");
    }
    let found = fs::read_to_string(&path).expect("a readable page");
    assert!(
        found == page,
        "docs/FLAGS.md is old: URLSIFT_BLESS=1 cargo test -p urlsift-cli --test it flags_page"
    );
    assert!(page.matches("\n- `").count() > 100);
}
