//! SQL for `DuckDB` and `SQLite`: the tables, and views of them. The statements are templates.

use askama::Template;
use urlsift::table::{Column, ColumnType, TABLES, Table, WIDE};

use crate::{
    dataset::Manifest,
    options::{Format, Options},
};

/// The columns of messages in the view of links with their messages.
const OF_MESSAGE: [&str; 7] = [
    "id",
    "date",
    "received",
    "from",
    "subject",
    "newsgroups",
    "list_id",
];

/// The schema of a data set in a dialect of SQL.
#[derive(Template)]
#[template(path = "schema.sql", escape = "none")]
// The template asks each of them.
#[expect(clippy::struct_excessive_bools)]
struct Schema<'s> {
    /// Whether this is for `DuckDB`, which reads the files in place. `SQLite` loads those that it can read.
    is_duckdb: bool,
    format: &'static str,
    tables: Vec<SqlTable<'s>>,
    message_columns: Vec<&'static str>,
    /// Whether there is a table of links with their messages.
    has_wide: bool,
    /// Whether columns exist that views need.
    has_end: bool,
    has_copies: bool,
    has_readings: bool,
    has_dates: bool,
}

/// A table, with the columns that are not left out.
struct SqlTable<'s> {
    name: &'static str,
    /// The files with rows.
    files: Vec<&'s str>,
    columns: Vec<SqlColumn>,
}

struct SqlColumn {
    name: &'static str,
    is_nullable: bool,
    duckdb_type: &'static str,
    sqlite_type: &'static str,
    /// The type in a text format.
    file_type: &'static str,
    /// The value in `DuckDB`, from a text format.
    value: String,
}

/// Returns the schema for `DuckDB`.
pub(super) fn duckdb(manifest: &Manifest, options: &Options) -> String {
    schema(manifest, options, true)
}

/// Returns the schema for `SQLite`.
pub(super) fn sqlite(manifest: &Manifest, options: &Options) -> String {
    schema(manifest, options, false)
}

fn schema(manifest: &Manifest, options: &Options, is_duckdb: bool) -> String {
    let has = |name: &str| !options.leaves_out(name);
    // SQLite would store the links a second time.
    let has_wide = options.wide && is_duckdb;
    let tables = TABLES.into_iter();
    let tables = tables.filter(|table| table.name != WIDE.name || has_wide);
    let schema = Schema {
        is_duckdb,
        format: options.format.name(),
        tables: tables
            .map(|table| sql_table(table, manifest, options))
            .collect(),
        message_columns: OF_MESSAGE.into_iter().filter(|name| has(name)).collect(),
        has_wide,
        has_end: has("end"),
        has_copies: has("id") && has("body_hash"),
        has_readings: has("readings") && has("also"),
        has_dates: has("date"),
    };
    // Writing to a string does not fail.
    schema.render().unwrap_or_default()
}

fn sql_table<'s>(table: &Table, manifest: &'s Manifest, options: &Options) -> SqlTable<'s> {
    let files = manifest.files(table.name).iter();
    let files = files.filter(|file| file.rows > 0);
    let columns = table.columns.iter();
    let columns = columns.filter(|column| !options.leaves_out(column.name));
    SqlTable {
        name: table.name,
        files: files.map(|file| &*file.file).collect(),
        columns: columns
            .map(|column| sql_column(column, options.format))
            .collect(),
    }
}

fn sql_column(column: &Column, format: Format) -> SqlColumn {
    let Column {
        name,
        column_type,
        is_nullable,
    } = *column;
    let duckdb_type = match column_type {
        ColumnType::Binary | ColumnType::Hash => "BLOB",
        ColumnType::Bool => "BOOLEAN",
        ColumnType::Int32 => "INTEGER",
        ColumnType::Int64 => "BIGINT",
        ColumnType::Timestamp => "TIMESTAMPTZ",
        ColumnType::Strings => "VARCHAR[]",
        ColumnType::Int64s => "BIGINT[]",
        ColumnType::Problems => {
            "STRUCT(code VARCHAR, \"start\" INTEGER, \"end\" INTEGER, \"rule\" VARCHAR)[]"
        }
        _ => "VARCHAR",
    };
    let (file_type, value) = match column_type {
        ColumnType::Binary => ("VARCHAR", format!("from_base64(\"{name}\") AS \"{name}\"")),
        ColumnType::Hash => ("VARCHAR", format!("unhex(\"{name}\") AS \"{name}\"")),
        // A JSON text.
        list if list.is_list() && format == Format::Csv => (
            "VARCHAR",
            format!("CAST(CAST(\"{name}\" AS JSON) AS {duckdb_type}) AS \"{name}\""),
        ),
        _ => (duckdb_type, format!("\"{name}\"")),
    };
    SqlColumn {
        name,
        is_nullable,
        duckdb_type,
        sqlite_type: match column_type {
            ColumnType::Binary => "BLOB",
            ColumnType::Bool | ColumnType::Int32 | ColumnType::Int64 => "INTEGER",
            _ => "TEXT",
        },
        file_type,
        value,
    }
}
