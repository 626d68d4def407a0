//! The formats of tables have the same rows.

use std::{collections::HashMap, fmt::Write as _, fs, path::Path};

use serde_json::{Map, Value, json};
use urlsift_harvest::{Format, Harvest, Manifest, Options};

use urlsift_tests::{directories::files, effort};

use crate::data::{inputs, make, options, rows};

fn made(root: &Path, input: &Path, options: &Options) -> Manifest {
    make(&Harvest::new(root), input, options).expect("a data set")
}

const TABLES: [&str; 6] = ["links", "messages", "wide", "inputs", "errors", "urls"];

#[test]
fn every_table_has_rows() {
    let dir = inputs();
    let out = dir.path().join("out");
    let manifest = made(&out, &dir.path().join("in"), &options(Format::Jsonl));
    for (table, expected) in [("links", 594), ("messages", 92), ("errors", 1)] {
        assert!(manifest.rows(table) >= expected.min(1), "{table}");
    }
    // Every message has seven links, one of them in its header.
    let links = rows(&out, &manifest, "links");
    let in_messages = links
        .iter()
        .filter(|row| row.get("message_offset").is_some());
    assert_eq!(in_messages.count() as u64, 7 * manifest.rows("messages"));
    let errors = rows(&out, &manifest, "errors");
    assert_eq!(errors[0]["code"], "truncated");
    let inputs = rows(&out, &manifest, "inputs");
    let damaged = inputs.iter().find(|row| row["complete"] == false);
    let damaged = damaged.expect("an incomplete input");
    assert!(
        damaged["path"]
            .as_str()
            .is_some_and(|path| path.ends_with("damaged.gz"))
    );
    assert_eq!(damaged["packing"], serde_json::json!(["gzip"]));
    assert_eq!(damaged["kind"], "mboxo");
    let tar = inputs
        .iter()
        .find(|row| row["packing"] == serde_json::json!(["tar"]));
    assert!(tar.expect("a container").get("kind").is_none());
    // Two members have one path.
    let members = links.iter().filter(|row| {
        row["path"]
            .as_str()
            .is_some_and(|path| path.ends_with("!m"))
    });
    let members: Vec<_> = members
        .map(|row| (row["member"].clone(), row["url"].clone()))
        .collect();
    let expected = [(0, "http://tar.example/1"), (1, "http://tar.example/2")];
    assert_eq!(
        members,
        expected.map(|(member, url)| (member.into(), url.into()))
    );
    let message = &rows(&out, &manifest, "messages")[0];
    assert_eq!(message["list_id"], "links.b.example");
    assert_eq!(
        message["references"],
        serde_json::json!(["<0@b.example>", "<1@b.example>"])
    );
    assert!(
        message["received"]
            .as_str()
            .is_some_and(|date| date.ends_with("T13:00:00Z"))
    );
    assert_eq!(message["body_hash"].as_str().map(str::len), Some(32));
}

/// Each link has a row, with the columns of its message under their own names and the key of its URL.
#[test]
fn wide_has_the_links_with_their_messages() {
    let dir = inputs();
    let out = dir.path().join("out");
    let input = dir.path().join("in");
    let manifest = made(&out, &input, &options(Format::Jsonl));
    let mut messages = HashMap::new();
    for mut row in rows(&out, &manifest, "messages") {
        let fields = row.as_object_mut().expect("an object");
        fields.remove("body_hash");
        let mut take = |name: &str| fields.remove(name).unwrap_or_default().to_string();
        let place = ["shard", "input", "path", "member", "offset"].map(&mut take);
        messages.insert(place, row);
    }
    let found = rows(&out, &manifest, "wide");
    let links = rows(&out, &manifest, "links");
    assert_eq!(found.len(), links.len());
    for (mut expected, mut wide) in links.into_iter().zip(found) {
        let mut get = |name: &str| expected.get(name).cloned().unwrap_or_default().to_string();
        let place = ["shard", "input", "path", "member", "message_offset"].map(&mut get);
        let fields = expected.as_object_mut().expect("an object");
        let message = messages.get(&place);
        assert_eq!(message.is_some(), fields.contains_key("message_offset"));
        let lists = ["newsgroups", "references"].map(|name| (name.to_owned(), json!([])));
        let message = message.and_then(Value::as_object).cloned();
        for (name, value) in message.unwrap_or_else(|| Map::from_iter(lists)) {
            fields.insert(format!("message_{name}"), value);
        }
        let wide_fields = wide.as_object_mut().expect("an object");
        let key = wide_fields.remove("url_key").expect("a key");
        if expected["url"] == "http://d.example/~7" {
            assert_eq!(key, "http://d.example/~7");
        }
        assert_eq!(wide, expected);
    }
    let options = Options {
        wide: false,
        ..options(Format::Jsonl)
    };
    let out = dir.path().join("narrow");
    let manifest = made(&out, &input, &options);
    assert_eq!(manifest.rows("wide"), 0);
    assert!(!out.join("wide").exists());
    for schema in ["schema.duckdb.sql", "schema.sqlite.sql"] {
        let sql = fs::read_to_string(out.join(schema)).expect("a schema");
        assert!(sql.contains("LEFT JOIN messages ON"), "{schema}");
    }
}

/// Reads comma-separated values: `None` for a value without quotation marks that is empty.
fn csv(text: &str) -> Vec<Vec<Option<String>>> {
    let mut rows = Vec::new();
    let mut row = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let value;
        if let Some(quoted) = rest.strip_prefix('"') {
            let mut end = 0;
            let mut text = String::new();
            loop {
                let len = quoted[end..].find('"').expect("a closing mark");
                text.push_str(&quoted[end..end + len]);
                end += len + 1;
                if !quoted[end..].starts_with('"') {
                    break;
                }
                text.push('"');
                end += 1;
            }
            rest = &quoted[end..];
            value = Some(text);
        } else {
            let len = rest.find([',', '\r']).expect("an end");
            value = Some(rest[..len].to_owned()).filter(|value| !value.is_empty());
            rest = &rest[len..];
        }
        row.push(value);
        if let Some(after) = rest.strip_prefix(',') {
            rest = after;
        } else {
            rest = rest.strip_prefix("\r\n").expect("the end of a row");
            rows.push(std::mem::take(&mut row));
        }
    }
    rows
}

#[test]
fn csv_has_the_rows_of_json() {
    let dir = inputs();
    let input = dir.path().join("in");
    let (json_out, csv_out) = (dir.path().join("json"), dir.path().join("csv"));
    let json = made(&json_out, &input, &options(Format::Jsonl));
    let comma = made(&csv_out, &input, &options(Format::Csv));
    for table in TABLES {
        let mut expected = rows(&json_out, &json, table);
        let mut found = Vec::new();
        for file in comma.files(table) {
            let text = fs::read_to_string(csv_out.join(&file.file)).expect("a table");
            let mut lines = csv(&text).into_iter();
            let names: Vec<_> = lines
                .next()
                .expect("a header")
                .into_iter()
                .flatten()
                .collect();
            for line in lines {
                assert_eq!(line.len(), names.len());
                let values = names.iter().zip(line).filter_map(|(name, value)| {
                    let value = value?;
                    let parsed =
                        || serde_json::from_str(&value).unwrap_or_else(|_| value.clone().into());
                    // Texts may look like numbers.
                    let value = match expected[found.len()].get(name) {
                        Some(Value::String(_)) => value.clone().into(),
                        _ => parsed(),
                    };
                    Some((name.clone(), value))
                });
                found.push(Value::Object(values.collect::<Map<_, _>>()));
            }
        }
        // The keys of shards depend on the format.
        for row in expected.iter_mut().chain(&mut found) {
            row.as_object_mut().expect("an object").remove("shard");
        }
        assert_eq!(found, expected, "{table}");
    }
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_has_the_rows_of_json() {
    use base64::{Engine, engine::general_purpose::STANDARD};
    use parquet::{
        file::reader::{FileReader, SerializedFileReader},
        record::Field,
    };

    fn value(field: &Field, name: &str) -> Option<Value> {
        Some(match field {
            Field::Null => return None,
            Field::Bool(value) => (*value).into(),
            Field::Int(value) => (*value).into(),
            Field::Long(value) => (*value).into(),
            Field::Str(value) => value.clone().into(),
            Field::TimestampMillis(value) => urlsift::rfc3339(value / 1000)?.into(),
            Field::Bytes(bytes) if name.ends_with("hash") => {
                let hex = bytes.data().iter().map(|byte| format!("{byte:02x}"));
                hex.collect::<String>().into()
            }
            Field::Bytes(bytes) => STANDARD.encode(bytes.data()).into(),
            Field::ListInternal(list) => {
                let items = list.elements().iter();
                items.filter_map(|item| value(item, "")).collect()
            }
            Field::Group(row) => fields(row.get_column_iter()),
            other => panic!("{other:?}"),
        })
    }

    fn fields<'r>(columns: impl Iterator<Item = (&'r String, &'r Field)>) -> Value {
        let values = columns.filter_map(|(name, field)| Some((name.clone(), value(field, name)?)));
        Value::Object(values.collect())
    }

    let dir = inputs();
    let input = dir.path().join("in");
    let (json_out, out) = (dir.path().join("json"), dir.path().join("out"));
    let json = made(&json_out, &input, &options(Format::Jsonl));
    let manifest = made(&out, &input, &options(Format::Parquet));
    for table in TABLES {
        let mut expected = rows(&json_out, &json, table);
        let mut found = Vec::new();
        for file in manifest.files(table) {
            let source = fs::File::open(out.join(&file.file)).expect("a table");
            let reader = SerializedFileReader::new(source).expect("Parquet");
            let before = found.len();
            for row in reader.get_row_iter(None).expect("rows") {
                found.push(fields(row.expect("a row").get_column_iter()));
            }
            assert_eq!((found.len() - before) as u64, file.rows);
        }
        for row in expected.iter_mut().chain(&mut found) {
            row.as_object_mut().expect("an object").remove("shard");
        }
        assert_eq!(found, expected, "{table}");
    }
}

/// A reader that looks for one URL or one domain skips the row groups without it.
#[cfg(feature = "parquet")]
#[test]
fn wide_has_large_groups_with_filters() {
    use parquet::file::{
        properties::ReaderProperties,
        reader::{FileReader, SerializedFileReader},
        serialized_reader::ReadOptionsBuilder,
    };

    let dir = tempfile::tempdir().expect("a temporary directory");
    let input = dir.path().join("in.txt");
    let mut text = String::new();
    let (rows, groups) = if effort::is_full() {
        (150_000, 2)
    } else {
        (5000, 1)
    };
    for number in 0..rows {
        writeln!(text, "<http://{number}.a{}.example/>", number % 7).expect("a string");
    }
    fs::write(&input, text).expect("a file");
    let out = dir.path().join("out");
    let options = Options {
        format: Format::Parquet,
        // These would take most of the time.
        without: [
            "raw",
            "pieces",
            "host",
            "host_ascii",
            "problems",
            "joins",
            "readings",
            "also",
        ]
        .map(str::to_owned)
        .to_vec(),
        ..Options::default()
    };
    let manifest = made(&out, &input, &options);
    let [file] = manifest.files("wide") else {
        panic!("{:?}", manifest.files("wide"));
    };
    let properties = ReaderProperties::builder().set_read_bloom_filter(true);
    let options = ReadOptionsBuilder::new().with_reader_properties(properties.build());
    let source = fs::File::open(out.join(&file.file)).expect("a table");
    let reader = SerializedFileReader::new_with_options(source, options.build()).expect("Parquet");
    let first = reader.metadata().row_group(0);
    assert_eq!(first.num_rows(), rows.min(1 << 17));
    assert_eq!(reader.num_row_groups(), groups);
    for index in 0..groups {
        let group = reader.get_row_group(index).expect("a group");
        for column in 0..group.num_columns() {
            let metadata = group.metadata().column(column);
            let name = metadata.column_path().string();
            let filter = group.get_column_bloom_filter(column);
            let (has, lacks) = match &*name {
                "url_key" => (
                    ["http://7.a0.example/", "http://149999.a3.example/"],
                    "http://7.a1.example/",
                ),
                "domain" => (["a0.example", "a6.example"], "a7.example"),
                _ => {
                    assert!(filter.is_none(), "{name}");
                    continue;
                }
            };
            let filter = filter.expect("a filter");
            assert!(metadata.statistics().is_some(), "{name}");
            assert!(!filter.check(&lacks), "{name}");
            let is_key = name == "url_key";
            assert!(filter.check(&has[if is_key { index } else { 0 }]), "{name}");
            assert!(!is_key || !filter.check(&has[1 - index]), "{name}");
        }
    }
}

#[test]
fn columns_can_be_left_out() {
    let dir = inputs();
    let out = dir.path().join("out");
    let options = Options {
        without: ["from", "subject", "raw"].map(str::to_owned).to_vec(),
        ..options(Format::Jsonl)
    };
    let manifest = made(&out, &dir.path().join("in"), &options);
    for (table, names) in [
        ("messages", &["from", "subject", "from_bytes"][..]),
        ("links", &["raw"]),
        ("wide", &["message_from", "message_subject", "raw"]),
    ] {
        for row in rows(&out, &manifest, table) {
            assert!(names.iter().all(|name| row.get(name).is_none()), "{row}");
        }
    }
    let all = files(&out);
    let text = all.values().map(|bytes| String::from_utf8_lossy(bytes));
    let tables = all.keys().zip(text);
    for (path, text) in tables {
        let is_table = path
            .extension()
            .is_some_and(|extension| extension == "jsonl");
        assert!(!is_table || !text.contains("caf\u{e9} "), "{path:?}");
    }
    for format in Format::ALL {
        let out = dir.path().join(format.name());
        let options = Options {
            format: *format,
            ..options.clone()
        };
        assert_eq!(
            made(&out, &dir.path().join("in"), &options).rows("links"),
            manifest.rows("links")
        );
    }
}
