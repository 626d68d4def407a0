//! The table of names in all interfaces, `docs/embedding/NAMES.md`: each public name of the sources is in it, and each
//! name in it is in the sources.

use std::{collections::BTreeSet, env, fmt::Write as _, fs, path::Path};

use regex::Regex;
use serde::Deserialize;

/// The interfaces, in the order of the columns.
const INTERFACES: [&str; 5] = ["Rust", "C", "Python", "JavaScript", "command"];

#[derive(Deserialize)]
struct Names {
    columns: Vec<String>,
    functions: Vec<Vec<String>>,
    options: Vec<Vec<String>>,
    attributes: Vec<Vec<String>>,
}

type Set = BTreeSet<String>;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn source(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn names() -> Names {
    toml::from_str(include_str!("names.toml")).expect("names.toml")
}

/// Returns the first group of each match of a pattern.
fn captured(text: &str, pattern: &str) -> Set {
    let regex = Regex::new(pattern).expect("a pattern");
    let captures = regex.captures_iter(text);
    let found: Set = captures.map(|found| found[1].to_owned()).collect();
    assert!(!found.is_empty(), "{pattern}");
    found
}

/// Returns the part of a text from a pattern to the next match of another one.
fn part<'t>(text: &'t str, from: &str, to: &str) -> &'t str {
    let start = text.find(from).unwrap_or_else(|| panic!("{from}"));
    let rest = &text[start..];
    &rest[..rest.find(to).unwrap_or(rest.len())]
}

/// Returns the names in a column of some rows.
fn cells(rows: &[Vec<String>], column: usize) -> Set {
    let cells = rows.iter().flat_map(|row| row[column].split(", "));
    let listed = cells.filter(|name| !name.is_empty());
    listed.map(str::to_owned).collect()
}

fn assert_all(what: &str, public: &Set, listed: &Set) {
    let missing: Vec<_> = public.difference(listed).collect();
    assert!(missing.is_empty(), "{what}: not in names.toml: {missing:?}");
}

fn assert_same(what: &str, public: &Set, listed: &Set) {
    assert_all(what, public, listed);
    let gone: Vec<_> = listed.difference(public).collect();
    assert!(gone.is_empty(), "{what}: in names.toml, but gone: {gone:?}");
}

fn joined<const N: usize>(sets: [Set; N]) -> Set {
    sets.into_iter().flatten().collect()
}

#[test]
fn names_of_c() {
    let names = names();
    let header = source("crates/capi/include/urlsift.h");
    let functions = captured(&header, r"(?m)^[a-z][\w *]*\b(urlsift_\w+)\(");
    let listed = joined([cells(&names.functions, 2), cells(&names.options, 2)]);
    let is_function = |name: &String| name.starts_with("urlsift_");
    assert_same(
        "C",
        &functions,
        &listed
            .iter()
            .filter(|name| is_function(name))
            .cloned()
            .collect(),
    );
    let constants = captured(&header, r"(?m)^#define (URLSIFT_\w+) \d");
    for name in listed.iter().filter(|name| !is_function(name)) {
        assert!(constants.contains(name), "{name}");
    }
    let link = header.rsplit_once("} urlsift_link;").expect("a struct").0;
    let link = link.rsplit_once("typedef struct {").expect("a struct").1;
    assert_same(
        "C",
        &captured(link, r"(?m)^  \w.*?\*?(\w+);$"),
        &cells(&names.attributes, 2),
    );
}

#[test]
fn names_of_javascript() {
    let names = names();
    let [small, large] = ["urlsift", "message"].map(|name| source(&format!("js/src/{name}.d.ts")));
    let functions = |text: &str| captured(text, r"(?m)^export function (\w+)");
    let listed: Set = cells(&names.functions, 4)
        .into_iter()
        .filter(|name| !name.starts_with("Link"))
        .collect();
    assert_same(
        "JavaScript",
        &joined([functions(&small), functions(&large)]),
        &listed,
    );
    let members = |text: &str, name: &str| {
        captured(
            part(text, &format!("interface {name} "), "\n}\n"),
            r"(?m)^  (\w+)\??[:(]",
        )
    };
    let options = [
        "FindOptions",
        "SpansOptions",
        "LinkifyTextOptions",
        "LinkifyOptions",
        "LinkifyAsyncOptions",
    ];
    let options = options.map(|name| members(&small, name));
    let options = joined([joined(options), members(&large, "FindOptions")]);
    assert_same("JavaScript", &options, &cells(&names.options, 4));
    let link = joined(["Link", "Span"].map(|name| members(&small, name)));
    let link = joined([link, members(&large, "LinkInMessage")]);
    let listed: Set = cells(&names.attributes, 4)
        .into_iter()
        .filter(|name| !name.ends_with("()"))
        .collect();
    assert_same("JavaScript", &link, &listed);
    // They are the names of Python, as JavaScript writes them.
    for row in names
        .options
        .iter()
        .filter(|row| !row[3].is_empty() && !row[4].is_empty())
    {
        let mut words = row[3].split('_');
        let first = words.next().unwrap_or_default().to_owned();
        let expected = words.fold(first, |name, word| {
            name + &word[..1].to_uppercase() + &word[1..]
        });
        assert_eq!(row[4], expected);
    }
}

#[test]
fn names_of_python() {
    let names = names();
    let all = source("crates/python/python/urlsift/__init__.py");
    let public = captured(part(&all, "__all__ = [", "]"), r#"    "(\w+)""#);
    let listed: Set = cells(&names.functions, 3)
        .into_iter()
        .filter(|name| !name.contains('.'))
        .collect();
    assert_same("Python", &public, &listed);
    let stubs = source("crates/python/python/urlsift/_urlsift.pyi");
    let options = captured(&stubs, r"(?m)^    (\w+): .* = .*,$");
    let listed = cells(&names.options, 3);
    // The filters have the names of their flags.
    let flags = source("docs/FLAGS.md");
    let is_flag = |name: &String| {
        let flag = name.trim_end_matches('_').replace('_', "-");
        flags.contains(&format!("`--{flag}"))
    };
    let options = options.into_iter();
    let options = options.filter(|name| listed.contains(name) || !is_flag(name));
    assert_same("Python", &options.collect(), &listed);
    let link = part(&stubs, "\nclass Link:", "\n@final");
    assert_same(
        "Python",
        &captured(link, r"def ([a-z]\w+)\("),
        &cells(&names.attributes, 3),
    );
}

#[test]
fn names_of_rust() {
    let names = names();
    let methods = |path: &str| captured(&source(path), r"(?m)^    pub (?:const )?fn (\w+)");
    let is_setter = |name: &String| {
        ["with_", "wants_", "new", "rebase", "into_"]
            .iter()
            .any(|start| name.starts_with(start))
    };
    let link: Set = methods("crates/urlsift/src/link.rs")
        .into_iter()
        .filter(|name| !is_setter(name))
        .collect();
    assert_all("Rust", &link, &cells(&names.attributes, 1));
    let getters = [
        "wanted_base",
        "length_limit",
        "added_schemes",
        "knows",
        "opens",
        "prefilter",
    ];
    let config = methods("crates/scan/src/config.rs").into_iter();
    let config = config.filter(|name| !is_setter(name) && !getters.contains(&&**name));
    assert_all(
        "Rust",
        &config.map(|name| format!("Config::{name}")).collect(),
        &cells(&names.options, 1),
    );
    let sources = [
        "link",
        "source",
        "unwrapping",
        "decoded_text",
        "lib",
        "differing_hosts",
    ]
    .map(|name| source(&format!("crates/urlsift/src/{name}.rs")));
    let sources = sources.concat() + &source("crates/scan/src/config.rs");
    for name in
        joined([&names.functions, &names.options, &names.attributes].map(|rows| cells(rows, 1)))
    {
        let name = name.rsplit("::").next().unwrap_or_default();
        assert!(
            Regex::new(&format!(r"\b{name}\b"))
                .expect("a pattern")
                .is_match(&sources),
            "{name}"
        );
    }
}

#[test]
fn names_of_the_command() {
    let names = names();
    let page = source("docs/FLAGS.md");
    for name in cells(&names.options, 5) {
        let flag = name.rsplit(' ').next().unwrap_or_default();
        assert!(page.contains(&format!("`{flag}")), "{flag}");
    }
    let fields = urlsift::Field::ALL
        .iter()
        .map(|field| field.name().to_owned());
    let fields: Set = fields
        .filter(|name| !name.starts_with("message."))
        .collect();
    assert_same("JSON", &fields, &cells(&names.attributes, 5));
}

/// Returns a table of Markdown.
fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let mut page = format!("| {} |\n|{}\n", head.join(" | "), "---|".repeat(head.len()));
    for row in rows {
        let code = |(index, cell): (usize, &String)| match cell.as_str() {
            "" => String::new(),
            _ if (1..=5).contains(&index) => format!("`{}`", cell.replace(", ", "`, `")),
            _ => cell.clone(),
        };
        let cells: Vec<_> = row.iter().enumerate().map(code).collect();
        let _ = writeln!(page, "| {} |", cells.join(" | "));
    }
    page
}

/// `URLSIFT_BLESS=1` writes the page instead.
#[test]
fn the_page_of_names() {
    let names = names();
    assert_eq!(names.columns.len(), INTERFACES.len() + 1);
    let head = |first, last: Option<&'static str>| -> Vec<&str> {
        [first].into_iter().chain(INTERFACES).chain(last).collect()
    };
    let mut json = head("attribute", None);
    json[5] = "JSON";
    let page = format!(
        "# Names in each language\n\nThis page is generated from `tests/tests/it/names.toml`: `URLSIFT_BLESS=1 cargo \
         test -p urlsift-tests --test it names`\nwrites it. The filters of `scan` in Python are the flags of the \
         command: see [All flags](../FLAGS.md).\n\n## Functions\n\n{}\n## Options\n\n{}\n## Attributes of a \
         link\n\nThose of its message are in [JSON](../JSON.md).\n\n{}",
        table(&head("what", None), &names.functions),
        table(&head("option", Some("default")), &names.options),
        table(&json, &names.attributes),
    );
    let path = root().join("docs/embedding/NAMES.md");
    if env::var_os("URLSIFT_BLESS").is_some() {
        fs::write(&path, &page).expect("a page that can be written");
    }
    assert!(source("docs/embedding/NAMES.md") == page, "the page is old");
}
