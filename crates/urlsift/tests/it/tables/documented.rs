//! The description of the columns in `docs/JSON.md`.

use std::collections::BTreeSet;

use urlsift::table::{Column, ColumnType, LINKS, MESSAGES, TABLES, WIDE};

/// A row of the table that maps fields to columns.
struct DocumentedRow {
    fields: Vec<String>,
    tables: Vec<String>,
    columns: Vec<String>,
    /// The type, and what follows it.
    column_type: String,
}

fn documented_rows() -> Vec<DocumentedRow> {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/JSON.md");
    let docs = std::fs::read_to_string(docs).expect("a readable file");
    let (_, section) = docs
        .split_once("\n### Its columns in tables\n")
        .expect("the section");
    let section = section.split("\n#").next().unwrap_or_default();
    let rows = section.lines().filter_map(|line| line.strip_prefix("| "));
    rows.skip(1)
        .map(|row| {
            let mut cells = row.split(" | ");
            let mut names = || -> Vec<String> {
                let cell = cells.next().expect("a cell");
                let names = cell.split(", ").filter(|&name| name != "-");
                names
                    .map(|name| name.trim_matches('`').to_owned())
                    .collect()
            };
            let (fields, tables, columns) = (names(), names(), names());
            DocumentedRow {
                fields,
                tables,
                columns,
                column_type: cells.next().expect("a cell").to_owned(),
            }
        })
        .collect()
}

/// Returns the type as it is documented. Exact bytes are documented with the lossy text.
fn type_name(column: &Column) -> String {
    let name = match column.column_type {
        ColumnType::String | ColumnType::Binary => "string",
        ColumnType::Hash => "16 bytes",
        ColumnType::Bool => "bool",
        ColumnType::Int32 => "int32",
        ColumnType::Int64 => "int64",
        ColumnType::Timestamp => "timestamp in milliseconds, UTC",
        ColumnType::Strings => "list of strings",
        ColumnType::Int64s => "list of int64",
        ColumnType::Problems => "list of structs",
        other => panic!("{other:?} is not documented"),
    };
    let mark = if column.is_nullable || column.column_type.is_list() {
        ""
    } else {
        "*"
    };
    format!("{name}{mark}")
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
    let mut expected = BTreeSet::new();
    for table in TABLES {
        let is_its_own = |column: &&Column| table.name != WIDE.name || is_only_in_wide(column);
        for column in table.columns.iter().filter(is_its_own) {
            expected.insert((table.name.to_owned(), column.name.to_owned()));
        }
    }
    let mut documented = BTreeSet::new();
    for row in documented_rows() {
        for table in &row.tables {
            for column in &row.columns {
                let is_new = documented.insert((table.clone(), column.clone()));
                assert!(is_new, "{table}.{column} twice");
            }
            let defined = TABLES.iter().find(|defined| defined.name == table);
            let column = defined.and_then(|defined| defined.column(&row.columns[0]));
            let column = column.unwrap_or_else(|| panic!("{table}.{}", row.columns[0]));
            let found = row.column_type.trim_end_matches(" |");
            let found = found.split([':', ';']).next().unwrap_or_default();
            let found = match found.split_once(", such as") {
                Some((found, _)) => found,
                None => found.trim_end_matches(", `WHY"),
            };
            assert_eq!(found, type_name(column), "{table}.{}", column.name);
        }
    }
    assert_eq!(documented, expected);
}

#[test]
fn every_field_has_a_column_or_none_by_name() {
    let schema = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/json.schema.json");
    let schema = std::fs::read_to_string(schema).expect("a readable file");
    let schema: serde_json::Value = serde_json::from_str(&schema).expect("JSON");
    let properties = |object: &str, prefix: &str| -> Vec<String> {
        let properties = &schema["$defs"][object]["properties"];
        let properties = properties.as_object().expect("an object");
        properties
            .keys()
            .map(|name| format!("{prefix}{name}"))
            .collect()
    };
    let mut fields = properties("link", "");
    fields.retain(|name| name != "message");
    fields.extend(properties("message", "message."));
    let rows = documented_rows();
    let mut documented: BTreeSet<String> = BTreeSet::new();
    for row in rows {
        for name in row.fields {
            // The exact bytes of a field are in an additional column.
            if row.columns.len() == 2 {
                documented.insert(format!("{name}_base64"));
            }
            documented.insert(name);
        }
    }
    for field in fields {
        assert!(documented.contains(&field), "{field}");
    }
}
