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

/// Returns the fields of JSON: those of a link, or those of its message, with their names there.
fn json_fields(of_message: bool) -> impl Iterator<Item = (&'static str, Field)> {
    let fields = Field::ALL.iter().filter(|field| field.is_in_json());
    let fields = fields.filter(move |field| field.is_of_message() == of_message);
    fields.map(|&field| (field.name().trim_start_matches("message."), field))
}

#[test]
fn the_page_has_every_field_with_its_description() {
    let page = read("docs/JSON.md");
    let mut expected = page.clone();
    let tables = [
        ("\n## A link\n", false),
        ("\n### The message of a link\n", true),
    ];
    for (heading, of_message) in tables {
        let section = expected.find(heading).expect("the section");
        let rows = "|---|---|\n";
        let start = section + expected[section..].find(rows).expect("a table") + rows.len();
        let end = start + expected[start..].find("\n\n").expect("its end") + 1;
        let rows = json_fields(of_message)
            .map(|(name, field)| format!("| `{name}` | {} |\n", field.description()));
        expected.replace_range(start..end, &rows.collect::<String>());
    }
    if std::env::var_os("URLSIFT_BLESS").is_some() {
        std::fs::write(path("docs/JSON.md"), &expected).expect("a file");
    }
    assert!(
        page == expected,
        "docs/JSON.md is old: run this test with URLSIFT_BLESS=1"
    );
}

/// Returns the path of a file of the repository.
fn path(name: &str) -> String {
    format!("{}/../../{name}", env!("CARGO_MANIFEST_DIR"))
}

fn read(name: &str) -> String {
    std::fs::read_to_string(path(name)).expect("a readable file")
}

#[test]
fn the_schema_has_every_field_with_its_description() {
    let schema = read("docs/json.schema.json");
    let schema: serde_json::Value = serde_json::from_str(&schema).expect("JSON");
    for (object, of_message) in [("link", false), ("message", true)] {
        let properties = &schema["$defs"][object]["properties"];
        for (name, field) in json_fields(of_message) {
            let description = &properties[name]["description"];
            assert_eq!(description, field.description(), "{object}: {name}");
        }
    }
}

/// The fields that only the command has: a link in Python is not settled by the evidence of others.
const OF_COMMAND: [&str; 2] = ["settled", "resolved_by"];

#[test]
fn python_has_every_field() {
    let getters = read("crates/python/src/link.rs");
    let types = read("crates/python/python/urlsift/_types.py");
    for (name, _) in json_fields(true) {
        assert!(
            types.contains(&format!("        \"{name}\": ")),
            "_types.py: {name}"
        );
    }
    let types = read("crates/python/python/urlsift/_urlsift.pyi");
    let (_, class) = types.split_once("\nclass Link:\n").expect("the class");
    let (class, _) = class.split_once("\nclass ").expect("the next class");
    for (name, _) in json_fields(false).filter(|(name, _)| !OF_COMMAND.contains(name)) {
        // JSON keeps an older name.
        let name = if name == "delimiter" { "kind" } else { name };
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
