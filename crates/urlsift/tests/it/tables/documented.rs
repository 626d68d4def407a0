//! The columns in `docs/tables.json`, which `URLSIFT_BLESS=1` writes, and what `docs/JSON.md` says of them.

use urlsift::table::{Column, ColumnType, LINKS, MESSAGES, TABLES};

const DOCS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/");

fn read(name: &str) -> String {
    std::fs::read_to_string([DOCS, name].concat()).expect("a readable file")
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
    let may_be_null = column.is_nullable && !column.column_type.is_list();
    [name, if may_be_null { "" } else { " not null" }].concat()
}

#[test]
fn every_column_is_documented_with_its_type() {
    let tables = TABLES.iter().map(|table| {
        let columns = table.columns.iter();
        let columns =
            columns.map(|column| format!("    \"{}\": \"{}\"", column.name, type_name(column)));
        let columns: Vec<_> = columns.collect();
        format!("  \"{}\": {{\n{}\n  }}", table.name, columns.join(",\n"))
    });
    let tables: Vec<_> = tables.collect();
    let expected = format!("{{\n{}\n}}\n", tables.join(",\n"));
    if std::env::var_os("URLSIFT_BLESS").is_some() {
        std::fs::write([DOCS, "tables.json"].concat(), &expected).expect("a file");
    }
    assert_eq!(
        read("tables.json"),
        expected,
        "docs/tables.json is old: run this test with URLSIFT_BLESS=1"
    );
}

#[test]
fn every_field_has_a_column_or_none_by_name() {
    let schema = read("json.schema.json");
    let schema: serde_json::Value = serde_json::from_str(&schema).expect("JSON");
    let fields = |object: &str| -> Vec<String> {
        let properties = &schema["$defs"][object]["properties"];
        let properties = properties.as_object().expect("an object");
        properties.keys().cloned().collect()
    };
    let docs = read("JSON.md");
    let (_, section) = docs
        .split_once("\n### Its columns in tables\n")
        .expect("the section");
    let section = section.split("\n#").next().unwrap_or_default();
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
