//! Fields by their names.

use std::{collections::HashSet, sync::Arc};

use urlsift::{Field, Link, Message, Metadata, Section};
use urlsift_scan::Position;
use urlsift_tables::{lines, rows};

fn link(text: &[u8]) -> Link<'static> {
    let candidate = urlsift_scan::candidates(text).next().expect("a candidate");
    Link::new(candidate, Arc::from(*b"a\xff.mbox"), |span| span)
}

fn value(link: &Link<'_>, name: &str) -> String {
    let field = Field::named(name).expect("a field has this name");
    // The previous content of the buffer does not matter.
    let mut buffer = b"before".to_vec();
    let fields = link.fields();
    let value = fields.get(field);
    let text = value.as_ref().map(|value| value.text(&mut buffer));
    assert_eq!(text.unwrap_or_default(), fields.text(field), "{name}");
    String::from_utf8_lossy(&fields.text(field)).into_owned()
}

#[test]
fn every_field_has_a_name_of_its_own() {
    let mut names = HashSet::new();
    for &field in Field::ALL {
        assert_eq!(Field::named(field.name()), Some(field));
        assert!(names.insert(field.name()));
    }
    assert!(Field::named("joins").is_some_and(|field| !field.is_text()));
    assert_eq!(Field::named("message"), None);
    assert_eq!(Field::named("URL"), None);
}

#[test]
fn values_are_exact() {
    let metadata = Metadata::of(
        b"Message-ID: <1@a.example>\nDate: Tue, 31 Jan 95 07:00 EST\nFrom: Jim <jim@a.example>\n\
        Subject: Re: URLs\nNewsgroups: a.b, c.d\n",
    );
    let link = link(b"> <HTTP://a-\n> .Example:080/\xff~b>")
        .with_position(Position { line: 9, column: 3 })
        .with_message(Message::new(7, Arc::new(metadata)).with_index(3))
        .with_section(Section::part(&[1, 2], "text/plain"));
    for (name, expected) in rows!("fields.toml", "values_are_exact") {
        assert_eq!(value(&link, name), expected, "{name}");
    }
    let url = b"HTTP://a-.Example:080/\xff~b";
    assert_eq!(*link.fields().text(Field::Url), *url);
    let readings = [&url[..], b" HTTP://a.Example:080/\xff~b"].concat();
    assert_eq!(*link.fields().text(Field::Readings), *readings);
    assert_eq!(*link.fields().text(Field::Path), *b"a\xff.mbox");
    let in_header = link.with_section(Section::header(b"X-Url"));
    assert_eq!(value(&in_header, "message.header"), "X-Url");
    assert_eq!(value(&in_header, "message.part"), "");
}

#[test]
fn missing_values_are_empty() {
    let link = link(b"<URL:x>");
    let filled = lines!("fields.toml", "missing_values_are_empty");
    for &field in Field::ALL.iter().filter(|field| field.is_text()) {
        let is_empty = link.fields().text(field).is_empty();
        assert_eq!(
            is_empty,
            !filled.contains(&field.name()),
            "{}",
            field.name()
        );
    }
    // A link outside messages has no fields of one.
    let link = link.with_section(Section::header(b"X-Url"));
    assert_eq!(value(&link, "message.header"), "");
}

#[test]
fn a_relative_reference_is_resolved() {
    let link = link(b"<URL:../x, y>").with_base(&b"http://h/a/b"[..]);
    assert_eq!(value(&link, "base"), "http://h/a/b");
    assert_eq!(value(&link, "resolved"), "http://h/x,y");
    assert_eq!(value(&link, "warnings"), "spaced");
}

#[test]
fn a_target_is_unwrapped_if_it_is_wanted() {
    let text = b"<https://www.google.com/url?q=http%3A%2F%2Fa.example%2F%FF>";
    assert_eq!(value(&link(text), "target"), "");
    let link = link(text).with_unwrapping(true);
    assert_eq!(
        &*link.fields().text(Field::Target),
        b"http://a.example/\xff"
    );
}

/// The names that `docs/JSON.md` gives to what a link and its message have.
#[test]
fn the_documentation_names_every_field() {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/JSON.md");
    let docs = std::fs::read_to_string(docs).expect("a readable file");
    let names = |heading: &str, prefix: &str| -> Vec<String> {
        let (_, section) = docs.split_once(heading).expect("the section");
        let section = section.split("\n#").next().unwrap_or_default();
        let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
        let cells = rows.filter_map(|row| row.split(" | ").next());
        let names = cells.flat_map(|cell| cell.split(", "));
        names
            .map(|name| format!("{prefix}{}", name.trim_matches('`')))
            .collect()
    };
    let mut documented = names("\n## A link\n", "");
    documented.retain(|name| !["problems_left_out", "message"].contains(&name.as_str()));
    documented.extend(names("\n### The message of a link\n", "message."));
    documented.retain(|name| name != "message.truncated");
    let known = Field::ALL.iter().filter(|field| field.is_in_json());
    let known: Vec<_> = known.map(|field| field.name()).collect();
    assert_eq!(documented, known);
}

/// The names of the fields of JSON: those of a link, or those of its message without `message.`.
fn json_names(of_message: bool) -> impl Iterator<Item = &'static str> {
    let fields = Field::ALL.iter().filter(|field| field.is_in_json());
    let fields = fields.filter(move |field| field.is_of_message() == of_message);
    fields.map(|field| field.name().trim_start_matches("message."))
}

fn read(path: &str) -> String {
    let path = format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("a readable file")
}

#[test]
fn the_schema_has_every_field() {
    let schema = read("docs/json.schema.json");
    let schema: serde_json::Value = serde_json::from_str(&schema).expect("JSON");
    for (object, of_message) in [("link", false), ("message", true)] {
        let properties = &schema["$defs"][object]["properties"];
        for name in json_names(of_message) {
            assert!(properties.get(name).is_some(), "{object}: {name}");
        }
    }
}

/// The fields that only the command has: a link in Python is not settled by the evidence of others.
const OF_COMMAND: [&str; 2] = ["settled", "resolved_by"];

#[test]
fn python_has_every_field() {
    let getters = read("crates/python/src/link.rs");
    let types = read("crates/python/python/urlsift/_types.py");
    for name in json_names(true) {
        assert!(
            types.contains(&format!("        \"{name}\": ")),
            "_types.py: {name}"
        );
    }
    let types = read("crates/python/python/urlsift/_urlsift.pyi");
    let (_, class) = types.split_once("\nclass Link:\n").expect("the class");
    let (class, _) = class.split_once("\nclass ").expect("the next class");
    for name in json_names(false).filter(|name| !OF_COMMAND.contains(name)) {
        let raw = if name == "virtual" { "r#" } else { "" };
        let rows = [format!("    fn {raw}{name}"), format!("\n    {name} = ")];
        let has_getter = rows.iter().any(|row| getters.contains(row));
        assert!(has_getter, "link.rs: {name}");
        assert!(
            class.contains(&format!("    def {name}(self)")),
            "_urlsift.pyi: {name}"
        );
    }
}
