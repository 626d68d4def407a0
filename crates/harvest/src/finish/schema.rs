//! SQL for `DuckDB` and `SQLite`: the tables, and views of them.

use std::fmt::Write;

use urlsift::table::{Column, ColumnType, TABLES, Table};

use crate::{
    dataset::Manifest,
    options::{Format, Options},
};

/// Removes the views of an earlier run, which may need columns that do not exist any more.
const DROP_VIEWS: &str = "\
DROP VIEW IF EXISTS links_once;
DROP VIEW IF EXISTS links_settled;
DROP VIEW IF EXISTS links_wide;
DROP VIEW IF EXISTS messages_once;
DROP VIEW IF EXISTS messages_dated;

";

/// Returns the name of a column in quotation marks, because some names are keywords.
fn quoted(name: &str) -> String {
    format!("\"{name}\"")
}

/// Returns the columns of a table that are not left out.
fn columns<'o>(
    table: &'o Table,
    options: &'o Options,
) -> impl Iterator<Item = &'static Column> + 'o {
    let columns = table.columns.iter();
    columns.filter(|column| !options.leaves_out(column.name))
}

/// Returns the type of a column in `DuckDB`.
fn duckdb_type(column_type: ColumnType) -> &'static str {
    match column_type {
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
    }
}

/// Returns the schema for `DuckDB`, which reads the files in place.
pub(crate) fn duckdb(manifest: &Manifest, options: &Options) -> String {
    let mut sql = String::from(
        "-- Views of the tables, for DuckDB. Run it in the directory of the data set:\n\
         --     duckdb -init schema.duckdb.sql\n\
         -- In another directory, name that of the data set first: SET file_search_path = '...';\n\
         -- The names offset, start, end and from are keywords: write \"offset\", or use start_offset and end_offset of the\n\
         -- views links_wide, links_once and links_settled.\n\n",
    );
    sql.push_str(DROP_VIEWS);
    for table in TABLES {
        let _ = writeln!(sql, "CREATE OR REPLACE VIEW {} AS", table.name);
        sql.push_str(&duckdb_select(table, manifest, options));
        sql.push_str(";\n\n");
    }
    sql.push_str(&views(options, &Dialect::DUCKDB));
    sql
}

fn duckdb_select(table: &Table, manifest: &Manifest, options: &Options) -> String {
    let files = manifest
        .files(table.name)
        .iter()
        .filter(|file| file.rows > 0);
    let files: Vec<_> = files.map(|file| format!("    '{}'", file.file)).collect();
    if files.is_empty() {
        let nulls = columns(table, options).map(|column| {
            let sql_type = duckdb_type(column.column_type);
            format!("NULL::{sql_type} AS {}", quoted(column.name))
        });
        let nulls: Vec<_> = nulls.collect();
        return format!("SELECT {} WHERE false", nulls.join(", "));
    }
    let files = files.join(",\n");
    match options.format {
        #[cfg(feature = "parquet")]
        Format::Parquet => format!("SELECT * FROM read_parquet([\n{files}\n])"),
        Format::Jsonl => {
            // Lists and numbers are read directly, bytes are converted from text.
            let types = columns(table, options).map(|column| {
                let sql_type = match column.column_type {
                    ColumnType::Binary | ColumnType::Hash => "VARCHAR",
                    other => duckdb_type(other),
                };
                format!("'{}': '{}'", column.name, sql_type)
            });
            let types: Vec<_> = types.collect();
            format!(
                "SELECT {} FROM read_json([\n{files}\n], format='newline_delimited', maximum_object_size=1073741824, \
                 columns={{{}}})",
                duckdb_values(table, options, Lists::Native),
                types.join(", ")
            )
        }
        Format::Csv => {
            let types = columns(table, options).map(|column| {
                let sql_type = match column.column_type {
                    ColumnType::Binary | ColumnType::Hash => "VARCHAR",
                    other if other.is_list() => "VARCHAR",
                    other => duckdb_type(other),
                };
                format!("'{}': '{}'", column.name, sql_type)
            });
            let types: Vec<_> = types.collect();
            format!(
                "SELECT {} FROM read_csv([\n{files}\n], header=true, delim=',', quote='\"', escape='\"', \
                 allow_quoted_nulls=false, max_line_size=1073741824, parallel=false, columns={{{}}})",
                duckdb_values(table, options, Lists::AsText),
                types.join(", ")
            )
        }
    }
}

/// How a text format represents lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lists {
    /// In a form that `DuckDB` reads as lists.
    Native,
    /// As a JSON text.
    AsText,
}

/// Returns the values of the columns of a text format in `DuckDB`.
fn duckdb_values(table: &Table, options: &Options, lists: Lists) -> String {
    let values = columns(table, options).map(|column| {
        let name = quoted(column.name);
        match column.column_type {
            ColumnType::Binary => format!("from_base64({name}) AS {name}"),
            ColumnType::Hash => format!("unhex({name}) AS {name}"),
            list if list.is_list() && lists == Lists::AsText => {
                format!(
                    "CAST(CAST({name} AS JSON) AS {}) AS {name}",
                    duckdb_type(list)
                )
            }
            _ => name,
        }
    });
    values.collect::<Vec<_>>().join(", ")
}

/// Returns the schema for `SQLite`, and the commands that load the files where `SQLite` can read them.
pub(crate) fn sqlite(manifest: &Manifest, options: &Options) -> String {
    let mut sql = String::from(
        "-- Tables, and views of them, for SQLite. Run it in the directory of the data set:\n\
         --     sqlite3 links.db < schema.sqlite.sql\n",
    );
    #[cfg(feature = "parquet")]
    if options.format == Format::Parquet {
        sql.push_str(
            "-- SQLite does not read Parquet. DuckDB fills the tables:\n\
             --     duckdb -init schema.duckdb.sql -c \"INSTALL sqlite; LOAD sqlite;\n\
             --         ATTACH 'links.db' AS target (TYPE sqlite);\n\
             --         INSERT INTO target.urls SELECT * FROM urls;\"\n\
             -- Of the other tables, cast lists to text: CAST(CAST(pieces AS JSON) AS VARCHAR).\n",
        );
    }
    sql.push('\n');
    sql.push_str(DROP_VIEWS);
    for table in TABLES {
        let _ = writeln!(sql, "DROP TABLE IF EXISTS {};", table.name);
        let definitions = columns(table, options).map(|column| {
            let sql_type = match column.column_type {
                ColumnType::Binary => "BLOB",
                ColumnType::Bool | ColumnType::Int32 | ColumnType::Int64 => "INTEGER",
                _ => "TEXT",
            };
            format!("    {} {sql_type}", quoted(column.name))
        });
        let definitions: Vec<_> = definitions.collect();
        let _ = writeln!(
            sql,
            "CREATE TABLE {} (\n{}\n);\n",
            table.name,
            definitions.join(",\n")
        );
    }
    match options.format {
        #[cfg(feature = "parquet")]
        Format::Parquet => {}
        Format::Csv => load_csv(&mut sql, manifest, options),
        Format::Jsonl => load_jsonl(&mut sql, manifest, options),
    }
    sql.push_str(&views(options, &Dialect::SQLITE));
    sql
}

fn load_csv(sql: &mut String, manifest: &Manifest, options: &Options) {
    for table in TABLES {
        for file in manifest
            .files(table.name)
            .iter()
            .filter(|file| file.rows > 0)
        {
            let _ = writeln!(sql, ".import --csv --skip 1 {} {}", file.file, table.name);
        }
        // SQLite reads a null as an empty text.
        let nullable = columns(table, options).filter(|column| column.is_nullable);
        for name in nullable.map(|column| quoted(column.name)) {
            let _ = writeln!(
                sql,
                "UPDATE {} SET {name} = NULL WHERE {name} = '';",
                table.name
            );
        }
    }
    sql.push('\n');
}

fn load_jsonl(sql: &mut String, manifest: &Manifest, options: &Options) {
    sql.push_str(
        "CREATE TEMP TABLE json_lines (line TEXT);\n.mode ascii\n.separator \"\\037\" \"\\n\"\n",
    );
    for table in TABLES {
        let mut has_rows = false;
        for file in manifest
            .files(table.name)
            .iter()
            .filter(|file| file.rows > 0)
        {
            let _ = writeln!(sql, ".import {} json_lines", file.file);
            has_rows = true;
        }
        if !has_rows {
            continue;
        }
        let values = columns(table, options).map(|column| format!("line ->> '$.{}'", column.name));
        let values: Vec<_> = values.collect();
        let _ = writeln!(
            sql,
            "INSERT INTO {} SELECT {} FROM json_lines;\nDELETE FROM json_lines;",
            table.name,
            values.join(", ")
        );
    }
    sql.push_str(".mode list\n\n");
}

/// The expressions that differ between the dialects of SQL.
struct Dialect {
    /// The latest date that is plausible, given the newest one.
    latest: &'static str,
    /// The first date that is plausible.
    earliest: &'static str,
    /// The condition that the hash of a body is not known.
    has_no_hash: &'static str,
    /// The condition that a link has a reading.
    has_reading: &'static str,
}

impl Dialect {
    const DUCKDB: Self = Self {
        latest: "newest + INTERVAL 365 DAY",
        earliest: "TIMESTAMPTZ '1970-01-02 00:00:00+00'",
        has_no_hash: "body_hash = unhex('00000000000000000000000000000000')",
        has_reading: "list_contains(list_concat(links.readings, links.also), settled.reading)",
    };

    const SQLITE: Self = Self {
        latest: "strftime('%Y-%m-%dT%H:%M:%SZ', newest, '+365 days')",
        earliest: "'1970-01-02T00:00:00Z'",
        // From Parquet, `DuckDB` inserts bytes.
        has_no_hash: "body_hash IN ('00000000000000000000000000000000', x'00000000000000000000000000000000')",
        has_reading: "settled.reading IN (SELECT value FROM json_each(links.readings) \
                      UNION ALL SELECT value FROM json_each(links.also))",
    };
}

/// Returns all columns of links, and again those whose names are keywords.
fn link_columns(options: &Options) -> String {
    let mut columns = String::from("links.*, links.\"offset\" AS start_offset");
    if !options.leaves_out("end") {
        columns.push_str(", links.\"end\" AS end_offset");
    }
    columns
}

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

/// Returns the view of links with columns of their messages. `links` are the columns of links.
fn links_wide(options: &Options, links: &str) -> String {
    let of_message = OF_MESSAGE.iter().filter(|name| !options.leaves_out(name));
    let of_message: Vec<_> = of_message
        .map(|name| format!(",\n    messages.{} AS message_{name}", quoted(name)))
        .collect();
    let of_message = of_message.concat();
    format!(
        "-- Each link with the date, the author, the subject and the list of its message; nulls outside messages.\n\
         CREATE VIEW links_wide AS\n\
         SELECT {links}{of_message}\n\
         FROM links LEFT JOIN messages ON messages.shard = links.shard AND messages.input = links.input\n    \
         AND messages.path = links.path AND messages.member = links.member\n    \
         AND messages.\"offset\" = links.message_offset;\n\n"
    )
}

/// Returns the views whose columns are not left out.
fn views(options: &Options, dialect: &Dialect) -> String {
    let links = link_columns(options);
    let mut sql = links_wide(options, &links);
    if !["id", "body_hash"]
        .iter()
        .any(|name| options.leaves_out(name))
    {
        let _ = write!(
            sql,
            "-- Each message once: the first of those with the same Message-ID and body. Messages without a Message-ID,\n\
             -- and those in pages of archives, whose bodies have no hash, are all kept.\n\
             CREATE VIEW messages_once AS\n\
             SELECT * FROM (\n    SELECT *, row_number() OVER (\n        \
             PARTITION BY id, body_hash, CASE WHEN {0} THEN path END,\n            \
             CASE WHEN {0} THEN member END, CASE WHEN {0} THEN \"offset\" END\n        \
             ORDER BY path, member, \"offset\"\n    ) AS copy FROM messages\n) AS copies WHERE copy = 1;\n\n\
             -- The links of these messages, and those outside messages.\n\
             CREATE VIEW links_once AS\n\
             SELECT {1} FROM links LEFT JOIN messages_once ON messages_once.shard = links.shard\n    \
             AND messages_once.input = links.input AND messages_once.path = links.path\n    \
             AND messages_once.member = links.member AND messages_once.\"offset\" = links.message_offset\n\
             WHERE links.message_offset IS NULL OR messages_once.copy = 1;\n\n",
            format_args!("id IS NULL OR {}", dialect.has_no_hash),
            links
        );
    }
    if !["readings", "also"]
        .iter()
        .any(|name| options.leaves_out(name))
    {
        let _ = write!(
            sql,
            "-- The links with their URLs as evidence has settled them. A link may have several readings for which there is\n\
             -- evidence: a whole URL elsewhere counts more than a host, and a longer URL more than a shorter one.\n\
             CREATE VIEW links_settled AS\n\
             SELECT {}, coalesce(evidence.settled, links.url) AS settled, evidence.resolved_by\n\
             FROM links LEFT JOIN (\n    \
             SELECT links.shard, links.input, links.path, links.member, links.\"offset\", links.url,\n        \
             settled.settled, settled.resolved_by, row_number() OVER (\n            \
             PARTITION BY links.shard, links.input, links.path, links.member, links.\"offset\", links.url\n            \
             ORDER BY settled.resolved_by LIKE 'host:%', length(settled.settled) DESC, settled.reading\n        \
             ) AS place\n    \
             FROM links JOIN settled ON settled.url = links.url AND {}\n\
             ) AS evidence ON evidence.place = 1 AND evidence.shard = links.shard AND evidence.input = links.input\n    \
             AND evidence.path = links.path AND evidence.member = links.member\n    \
             AND evidence.\"offset\" = links.\"offset\" AND evidence.url = links.url;\n\n",
            links, dialect.has_reading
        );
    }
    if !["date", "received", "path"]
        .iter()
        .any(|name| options.leaves_out(name))
    {
        let _ = write!(
            sql,
            "-- Whether the date of a message is plausible: from 1970-01-02 to a year after the newest `received` of its\n\
             -- input. If there is none, to a year after the 98th percentile of the dates of its input.\n\
             CREATE VIEW messages_dated AS\n\
             WITH dates AS (\n    \
             SELECT inputs.path AS input_path, received, date,\n        \
             row_number() OVER (PARTITION BY inputs.path ORDER BY date NULLS LAST) AS date_rank,\n        \
             count(date) OVER (PARTITION BY inputs.path) AS date_count\n    \
             FROM messages JOIN inputs ON inputs.shard = messages.shard AND inputs.input = messages.input\n\
             ), newest_dates AS (\n    \
             SELECT input_path, coalesce(max(received),\n        \
             min(CASE WHEN date_rank * 100 >= date_count * 98 THEN date END)) AS newest\n    \
             FROM dates GROUP BY input_path\n\
             )\n\
             SELECT messages.*, date >= {} AND date <= {} AS date_is_plausible\n\
             FROM messages JOIN inputs ON inputs.shard = messages.shard AND inputs.input = messages.input\n    \
             JOIN newest_dates ON input_path = inputs.path;\n",
            dialect.earliest, dialect.latest
        );
    }
    sql
}
