//! The list of the columns in `docs/JSON.md`.

use std::collections::BTreeSet;

use urlsift::table::{Column, ColumnType, LINKS, MESSAGES, TABLES, WIDE};

/// Returns the section about the columns.
fn section() -> String {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/JSON.md");
    let docs = std::fs::read_to_string(docs).expect("a readable file");
    let (_, section) = docs
        .split_once("\n### Its columns in tables\n")
        .expect("the section");
    section.split("\n#").next().unwrap_or_default().to_owned()
}

/// Returns the type as it is documented.
fn type_name(column: &Column) -> String {
    let name = match column.column_type {
        ColumnType::String => "string",
        ColumnType::Binary => "bytes",
        ColumnType::Hash => "16 bytes",
        ColumnType::Bool => "bool",
        ColumnType::Int32 => "int32",
        ColumnType::Int64 => "int64",
        ColumnType::Timestamp => "timestamp",
        ColumnType::Strings => "strings",
        ColumnType::Int64s => "integers",
        ColumnType::Problems => "problems",
        other => panic!("{other:?} is not documented"),
    };
    let mark = if column.is_nullable || column.column_type.is_list() {
        ""
    } else {
        "*"
    };
    format!("`{}` {name}{mark}", column.name)
}

/// Returns whether a column of `wide` is neither one of `links` nor, with a prefix, one of `messages`.
fn is_only_in_wide(column: &Column) -> bool {
    let of_message = column.name.strip_prefix("message_");
    let of_message = of_message.and_then(|name| MESSAGES.column(name));
    let known = LINKS.column(column.name).or(of_message);
    known.is_none_or(|known| known.column_type != column.column_type)
}

#[test]
fn every_column_is_documented_with_its_type() {
    let section = section();
    let items = section.split("\n- `").skip(1);
    let documented: BTreeSet<_> = items
        .map(|item| {
            let item = item.split("\n\n").next().unwrap_or_default();
            let words = item.split_whitespace().collect::<Vec<_>>().join(" ");
            let (table, columns) = words.split_once("`: ").expect("a table and its columns");
            let columns: BTreeSet<_> = columns.split(", ").map(str::to_owned).collect();
            (table.to_owned(), columns)
        })
        .collect();
    let expected: BTreeSet<_> = TABLES
        .iter()
        .map(|table| {
            let is_its_own = |column: &&Column| table.name != WIDE.name || is_only_in_wide(column);
            let columns = table.columns.iter().filter(is_its_own);
            let columns: BTreeSet<_> = columns.map(type_name).collect();
            (table.name.to_owned(), columns)
        })
        .collect();
    assert_eq!(documented, expected);
}

#[test]
fn every_field_has_a_column_or_none_by_name() {
    let schema = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/json.schema.json");
    let schema = std::fs::read_to_string(schema).expect("a readable file");
    let schema: serde_json::Value = serde_json::from_str(&schema).expect("JSON");
    let fields = |object: &str| -> Vec<String> {
        let properties = &schema["$defs"][object]["properties"];
        let properties = properties.as_object().expect("an object");
        properties.keys().cloned().collect()
    };
    let section = section();
    for (object, prefix) in [("link", ""), ("message", "message.")] {
        for field in fields(object).into_iter().filter(|name| name != "message") {
            // The exact bytes of a text have a column of their own.
            let column = field.replace("_base64", "_bytes");
            let has_column = [LINKS, MESSAGES]
                .iter()
                .any(|table| table.column(&column).is_some());
            let is_named = section.contains(&format!("`{prefix}{field}`"));
            assert!(has_column || is_named, "{prefix}{field}");
        }
    }
}
