//! The table of names in all interfaces, `docs/embedding/NAMES.md`: each public name of the sources is in it, and each
//! name in it is in the sources.

use std::{collections::BTreeSet, env, fmt::Write as _, fs, path::Path};

use regex::Regex;
use serde::Deserialize;
use urlsift::{Advice, Conformance, Delimiter, LinkWarning};

/// The interfaces, in the order of the columns.
const INTERFACES: [&str; 5] = ["Rust", "C", "Python", "JavaScript", "command"];

#[derive(Deserialize)]
struct Names {
    columns: Vec<String>,
    functions: Vec<Vec<String>>,
    options: Vec<Vec<String>>,
    attributes: Vec<Vec<String>>,
    verdict: Vec<Vec<String>>,
    texts: Vec<Vec<String>>,
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

fn without(names: Set, mut is_left_out: impl FnMut(&str) -> bool) -> Set {
    names
        .into_iter()
        .filter(|name| !is_left_out(name))
        .collect()
}

/// Returns names as members of a type.
fn qualified(of: &str, separator: &str, names: &Set) -> Set {
    let names = names.iter();
    names.map(|name| format!("{of}{separator}{name}")).collect()
}

/// Returns the names of constants that are made of the values of other languages.
fn constants_of_values() -> Set {
    let constant = |prefix: &str, value: &str| {
        let value = value.to_uppercase().replace('-', "_");
        format!("URLSIFT_{prefix}{value}")
    };
    let kinds = [Delimiter::ALL, &[Delimiter::Name, Delimiter::Address]].concat();
    let levels = Conformance::ALL.iter().map(|level| level.name());
    let values = kinds.iter().map(|kind| kind.name()).chain(levels);
    let warnings = LinkWarning::all().map(|warning| constant("WARN_", warning.code()));
    let advice = Advice::ALL
        .into_iter()
        .map(|advice| constant("ADVICE_", advice.name()));
    values
        .map(|value| constant("", value))
        .chain(warnings)
        .chain(advice)
        .collect()
}

#[test]
fn names_of_c() {
    let names = names();
    let header = source("crates/capi/include/urlsift.h");
    let functions = captured(&header, r"(?m)^[a-z][\w *]*\b(urlsift_\w+)\(");
    let constants = captured(&header, r"(?m)^#define (URLSIFT_\w+) \d");
    let listed = joined([cells(&names.functions, 2), cells(&names.options, 2)]);
    assert_same(
        "C",
        &joined([functions, constants]),
        &joined([listed, constants_of_values()]),
    );
    for (name, rows) in [("link", &names.attributes), ("verdict", &names.verdict)] {
        let fields = header
            .rsplit_once(&format!("}} urlsift_{name};"))
            .expect("a struct")
            .0;
        let fields = fields.rsplit_once("typedef struct {").expect("a struct").1;
        assert_same(
            name,
            &captured(fields, r"(?m)^  \w.*?\*?(\w+);$"),
            &cells(rows, 2),
        );
    }
}

#[test]
fn names_of_javascript() {
    let names = names();
    let [small, large] = ["urlsift", "message"].map(|name| source(&format!("js/src/{name}.d.ts")));
    let functions = |text: &str| captured(text, r"(?m)^export function (\w+)");
    let is_type = |name: &str| name.starts_with(char::is_uppercase);
    let listed = without(cells(&names.functions, 4), is_type);
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
    let is_call = |name: &str| name.ends_with("()");
    let listed = without(cells(&names.attributes, 4), is_call);
    assert_same("JavaScript", &link, &listed);
    assert_same(
        "Verdict",
        &members(&small, "Verdict"),
        &without(cells(&names.verdict, 4), is_call),
    );
    assert_same(
        "MessageText",
        &members(&large, "MessageText"),
        &cells(&names.texts, 4),
    );
    let others = ["Advice", "LinkInDocument", "Problem", "TextSpan"];
    let others = others.map(|name| qualified(name, ".", &members(&small, name)));
    let listed = without(cells(&names.functions, 4), |name| {
        !is_type(name) || name.starts_with("Link.")
    });
    assert_same(
        "JavaScript",
        &joined(others),
        &without(listed, |name| name == "Link"),
    );
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
    let members = |class: &str| {
        let class = part(&stubs, &format!("\nclass {class}:"), "\n@final");
        captured(class, r"(?m)^    def ([a-z]\w+)\(")
    };
    assert_same("Link", &members("Link"), &cells(&names.attributes, 3));
    assert_same("Verdict", &members("Verdict"), &cells(&names.verdict, 3));
    assert_same(
        "DecodedText",
        &members("DecodedText"),
        &cells(&names.texts, 3),
    );
    let others = ["ArrowScan", "Scan", "ScanError", "Split"];
    let others = others.map(|name| qualified(name, ".", &members(name)));
    let listed = without(cells(&names.functions, 3), |name| {
        !name.contains('.')
            || ["Link.", "Verdict.", "DecodedText."]
                .iter()
                .any(|of| name.starts_with(of))
    });
    assert_same("Python", &joined(others), &listed);
}

#[test]
fn names_of_rust() {
    let names = names();
    let methods = |path: &str| captured(&source(path), r"(?m)^    pub (?:const )?fn (\w+)");
    let is_setter = |name: &str| {
        let starts = ["with_", "wants_", "new", "rebase", "into_"];
        starts.iter().any(|start| name.starts_with(start))
    };
    let path = |name: &str| format!("crates/urlsift/src/{name}.rs");
    let link = ["link", "unwrapping"].map(|name| methods(&path(name)));
    let listed = cells(&names.attributes, 1);
    assert_same(
        "Link",
        &without(joined(link), is_setter),
        &without(listed, |name| name == "differing_hosts"),
    );
    assert_same(
        "DecodedText",
        &methods(&path("decoded_text")),
        &cells(&names.texts, 1),
    );
    let verdict = source("crates/rfc1738/src/verdict.rs");
    let verdict = part(&verdict, "impl<'a> Verdict<'a>", "\n}\n");
    let verdict = captured(verdict, r"(?m)^    pub (?:const )?fn (\w+)");
    assert_same("Verdict", &verdict, &cells(&names.verdict, 1));

    let text = source(&path("lib"));
    let exported = text.split("\npub use ").skip(1).flat_map(|list| {
        let list = list.split(';').next().unwrap_or_default();
        let list = list.rsplit(" as ").next().unwrap_or_default();
        let words = list
            .split(['{', '}', ',', ' ', '\n'])
            .filter(|word| !word.is_empty());
        // The path before a list.
        let words = words.filter(|word| !word.ends_with(':'));
        let words = words.map(|word| word.rsplit("::").next().unwrap_or_default().to_owned());
        words.collect::<Vec<_>>()
    });
    let exported: Set = exported
        .chain(captured(&text, r"(?m)^pub mod (\w+);"))
        .collect();
    let listed = joined([&names.functions, &names.options].map(|rows| cells(rows, 1)));
    let types = without(listed.clone(), |name| name.contains("::"));
    assert_same("Rust", &exported, &types);

    let getters = [
        "wanted_base",
        "length_limit",
        "added_schemes",
        "knows",
        "opens",
        "prefilter",
    ];
    let is_no_option = |name: &str| is_setter(name) || getters.contains(&name);
    let config = without(methods("crates/scan/src/config.rs"), is_no_option);
    let own = |name: &str| ["new", "links", "config", "named"].contains(&name);
    let sources = without(methods(&path("source")), own);
    let members = joined([
        qualified("Config", "::", &config),
        qualified("Source", "::", &sources),
    ]);
    assert_same(
        "Rust",
        &members,
        &without(listed, |name| {
            !name.contains("::") || name.starts_with("Link::")
        }),
    );
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
    let checked = source("docs/JSON.md");
    let checked = part(&checked, "## A checked URL", "\nThe `parts` have");
    let listed = checked.lines().filter(|line| line.starts_with("- "));
    let listed: Vec<_> = listed.filter_map(|line| line.split(": ").next()).collect();
    assert_same(
        "JSON",
        &captured(&listed.join("\n"), r"`(\w+)`"),
        &cells(&names.verdict, 5),
    );
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
         link\n\nThose of its message are in [JSON](../JSON.md).\n\n{}\n## The verdict on a URL\n\n{}\n## A text that \
         is shown\n\n{}\nConstants of C have the names of values: `URLSIFT_ANGLE`, `URLSIFT_WHATWG`,\n\
         `URLSIFT_WARN_LOGIN_IN_WEB_URL`, `URLSIFT_ADVICE_ASK`.\n",
        table(&head("what", None), &names.functions),
        table(&head("option", Some("default")), &names.options),
        table(&json, &names.attributes),
        table(&json, &names.verdict),
        table(&json[..5], &names.texts),
    );
    let path = root().join("docs/embedding/NAMES.md");
    if env::var_os("URLSIFT_BLESS").is_some() {
        fs::write(&path, &page).expect("a page that can be written");
    }
    assert!(source("docs/embedding/NAMES.md") == page, "the page is old");
}
