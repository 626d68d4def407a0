//! Tests for `harvest`. The tests of the library end it at each effect on the file system; these kill the process.

use std::{fs, path::Path, process::Stdio, thread, time::Duration};

use serde_json::{Value, json};
use urlsift_tables::commands;
use urlsift_tests::{cases, directories::files, effort, packing::stream::Stream};

use crate::support::{Outcome, dir_with, run_in, urlsift};

pub(crate) fn harvest(dir: &Path, args: &[&str]) -> Outcome {
    run_in(dir, &[&["harvest"], args].concat())
}

/// Returns the rows of a table in JSON lines, in the order of the manifest.
pub(crate) fn rows(root: &Path, table: &str) -> Vec<Value> {
    let manifest = fs::read_to_string(root.join("manifest.json")).expect("a manifest");
    let manifest: Value = serde_json::from_str(&manifest).expect("JSON");
    let files = manifest["tables"][table].as_array().expect("files");
    let mut rows = Vec::new();
    for file in files {
        let file = file["file"].as_str().expect("a name");
        let text = fs::read_to_string(root.join(file)).expect("a table");
        rows.extend(
            text.lines()
                .map(|line| serde_json::from_str::<Value>(line).expect("JSON")),
        );
    }
    rows
}

/// Returns the columns that the table of `docs/JSON.md` maps a link to, except the columns of its message.
fn mapped(link: &Value) -> Value {
    let mut row = json!({"readings": [], "also": [], "warnings": [], "joins": [], "pieces": []});
    for (name, value) in link.as_object().expect("a link") {
        let value = match &**name {
            "line" | "column" | "problems_left_out" | "readings_base64" | "base_base64"
            | "resolved_base64" | "target_base64" | "target_scheme" | "target_host"
            | "target_host_ascii" | "target_domain" | "rewriter" | "condition" | "shown"
            | "shown_by" => continue,
            "message" => {
                row["message_offset"] = value["offset"].clone();
                for name in ["part", "type", "header"] {
                    if let Some(value) = value.get(name) {
                        row[name] = value.clone();
                    }
                }
                if let Some(bytes) = value.get("header_base64") {
                    row["header_bytes"] = bytes.clone();
                }
                continue;
            }
            "joins" => {
                let joins = value.as_array().expect("a list").iter().map(|join| {
                    let dropped = join["dropped"].as_array().expect("a list");
                    let dropped: Vec<_> = dropped.iter().filter_map(Value::as_str).collect();
                    let hyphen = if join["hyphen"] == true { "-" } else { "" };
                    format!("{hyphen}{}:{}", join["url_at"], dropped.join("+"))
                });
                joins.collect()
            }
            "pieces" => {
                let pieces = value.as_array().expect("a list").iter();
                pieces
                    .flat_map(|piece| piece.as_array().expect("a range").clone())
                    .collect()
            }
            "also" => {
                let guesses = value.as_array().expect("a list").iter().map(|guess| {
                    let why = guess["why"].as_str().unwrap_or_default();
                    format!("{why}:{}", guess["url"].as_str().unwrap_or_default())
                });
                guesses.collect()
            }
            "port" if value.as_u64() > Some(i64::MAX as u64) => continue,
            _ => value.clone(),
        };
        let name = name
            .strip_suffix("_base64")
            .map_or(name.clone(), |name| format!("{name}_bytes"));
        row[name] = value;
    }
    row
}

/// Asserts that the tables have what `list --json` prints.
#[track_caller]
fn assert_equals_list(dir: &Path, flags: &[&str], input: &str) {
    let root = dir.join("out");
    let args = [
        &["--format=jsonl", "--shard-size=100K", "-oout", input],
        flags,
    ]
    .concat();
    let ended = harvest(dir, &args);
    assert_eq!((ended.out(), ended.status), ("", 0), "{}", ended.err());
    let list = ["list", "--json", "--conforms=none", input];
    let links = run_in(dir, &[&list, flags].concat()).json();
    assert!(links.len() >= 4, "{}", links.len());
    let mut found = rows(&root, "links");
    for row in &mut found {
        let fields = row.as_object_mut().expect("a row");
        for name in ["shard", "input", "member"] {
            fields.remove(name);
        }
    }
    let expected: Vec<_> = links.iter().map(mapped).collect();
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found, expected);
    }
    // Messages, in the order of their ends, which is the order of their links.
    let mut messages: Vec<Value> = Vec::new();
    for link in &links {
        let Some(message) = link.get("message") else {
            continue;
        };
        let mut row = json!({"path": link["path"], "newsgroups": []});
        for name in ["offset", "id", "date", "from", "subject", "newsgroups"] {
            if let Some(value) = message.get(name) {
                row[name] = value.clone();
            }
        }
        if messages.last() != Some(&row) {
            messages.push(row);
        }
    }
    let mut found = rows(&root, "messages");
    for row in &mut found {
        let fields = row.as_object_mut().expect("a row");
        for name in [
            "shard",
            "input",
            "member",
            "received",
            "list_id",
            "references",
            "body_hash",
            "path_bytes",
        ] {
            fields.remove(name);
        }
    }
    assert_eq!(found.len(), messages.len());
    for (found, expected) in found.iter().zip(&messages) {
        assert_eq!(found, expected);
    }
    fs::remove_dir_all(root).expect("a data set");
}

#[test]
fn tables_have_what_list_prints() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let demo = cases::corpus().join("demo");
    let demo = demo.to_str().expect("a path in UTF-8");
    for flags in [
        &[][..],
        &["--all", "--unwrap"],
        &["--in=headers"],
        &["--base=http://b.example/c"],
    ] {
        assert_equals_list(dir.path(), flags, demo);
    }
}

/// Returns a directory with a mailbox and a compressed one.
pub(crate) fn mail() -> tempfile::TempDir {
    let message = |number: usize| {
        format!(
            "From a@b Mon Jan 30 09:12:04 1995\nFrom: a@b\nSubject: {number}\n\n<http://a.example/{number}>\n\n"
        )
    };
    let mbox: String = (0..400).map(message).collect();
    let gzip = Stream::Gzip.pack(mbox.as_bytes());
    dir_with(&[
        ("in/a.mbox", mbox.as_bytes()),
        ("in/b.gz", &gzip),
        ("in/c", b"<http://c.example/>"),
    ])
}

/// Options of a data set of several shards in JSON lines.
pub(crate) const SMALL: [&str; 3] = ["--format=jsonl", "--shard-size=2K", "-oout"];

#[test]
fn a_killed_process_leaves_nothing_that_matters() {
    let dir = mail();
    let root = dir.path().join("out");
    let args = [&SMALL[..], &["in"]].concat();
    assert_eq!(harvest(dir.path(), &args).status, 0);
    let expected = files(&root);
    let mut killed = 0;
    let mut processes = 0;
    for round in effort::sample(0..20_u64, 4, 0) {
        fs::remove_dir_all(&root).expect("a data set");
        for attempt in 0..3 {
            let mut command = urlsift();
            command.current_dir(dir.path()).arg("harvest").args(&args);
            let mut process = command.stdout(Stdio::null()).spawn().expect("a process");
            // Any moment will do; these differ.
            thread::sleep(Duration::from_millis((round * 7 + attempt * 13) % 90));
            process.kill().expect("a signal");
            let status = process.wait().expect("a status");
            killed += usize::from(status.code().is_none());
            processes += 1;
        }
        let ended = harvest(dir.path(), &args);
        assert_eq!((ended.err(), ended.status), ("", 0));
        assert!(files(&root) == expected, "round {round}");
    }
    assert!(killed > processes / 6, "{killed} of {processes}");
}

#[test]
fn steps_together_are_one_harvest() {
    let dir = mail();
    let all = [&SMALL[..], &["in"]].concat();
    assert_eq!(harvest(dir.path(), &all).status, 0);
    let expected = files(&dir.path().join("out"));
    fs::remove_dir_all(dir.path().join("out")).expect("a data set");

    let planned = harvest(dir.path(), &[&["plan"], &all[..]].concat());
    assert_eq!((planned.err(), planned.status), ("", 0));
    let digest = planned.out().trim_end();
    assert_eq!(digest.len(), 32);
    let unfinished = harvest(dir.path(), &["finish", "-oout"]);
    assert_eq!(unfinished.status, 2);
    unfinished.says("--partial");
    let mut processes: Vec<_> = (1..=8)
        .map(|part| {
            let mut command = urlsift();
            command.current_dir(dir.path());
            command.args(["harvest", "run", "-oout", "--plan", digest]);
            command.args(["--only", &format!("{part}/8")]);
            command.spawn().expect("a process")
        })
        .collect();
    for process in &mut processes {
        assert!(process.wait().expect("a status").success());
    }
    harvest(dir.path(), &["finish", "-oout"]).gives(0, "");
    harvest(dir.path(), &["report", "-oout"]).gives(0, "");
    assert!(files(&dir.path().join("out")) == expected);
    harvest(dir.path(), &["prune", "-oout"]).gives(0, "");
    assert!(files(&dir.path().join("out")) == expected);
}

#[test]
fn damage_is_data_and_failures_are_not() {
    let dir = mail();
    let gzip = fs::read(dir.path().join("in/b.gz")).expect("a file");
    fs::write(dir.path().join("in/b.gz"), &gzip[..gzip.len() / 2]).expect("written");
    let args = [&SMALL[..], &["in"]].concat();
    let ended = harvest(dir.path(), &args);
    assert_eq!((ended.err(), ended.status), ("", 0));
    let errors = rows(&dir.path().join("out"), "errors");
    assert_eq!((errors.len(), &errors[0]["code"]), (1, &json!("truncated")));
    // A missing file of a list is named, and the others are read.
    fs::write(dir.path().join("list"), "missing\n").expect("written");
    let missing = [&args[..], &["--files-from=list"]].concat();
    let ended = harvest(dir.path(), &missing);
    assert_eq!(ended.status, 2);
    // Once, although both the plan and the run find it.
    let lines: Vec<_> = ended.err().lines().collect();
    let [first, _open] = lines[..] else {
        panic!("{lines:#?}");
    };
    assert!(first.starts_with("urlsift: missing: "), "{first}");
    // A run of its own reports it, too.
    let run = harvest(dir.path(), &["run", "-oout"]);
    run.gives_errors("", &["missing"]);
    let partial = harvest(dir.path(), &[&missing[..], &["--partial"]].concat());
    assert_eq!(partial.status, 2);
    partial.says("1 of ");
    assert!(rows(&dir.path().join("out"), "links").len() > 400);
}

#[test]
fn flags_that_select_are_those_of_list() {
    let page = b"<!doctype html><a href='x.html'>hxxp://h.example/</a> www.example.com http://bare.example/";
    let dir = dir_with(&[
        ("in/page.html", &page[..]),
        (
            "in/m",
            b"From: a@b\nSubject: x\nX-A: <http://h.example/>\n\n<http://b.example/> <foo:bar>\n\
              http://w.example/-\nx\n",
        ),
        ("in/z.gz", &Stream::Gzip.pack(b"<http://z.example/>")),
        ("paths", b"in\0"),
    ]);
    for args in commands!("harvest.toml", "flags_that_select_are_those_of_list") {
        let made = run_in(&dir, &[args, &["--format=jsonl"]].concat());
        assert_eq!(made.status, 0, "{args:?}: {}", made.err());
        let list = ["list", "--json", "--conforms=none"];
        let expected = run_in(&dir, &[&list, &args[2..]].concat()).json();
        let urls =
            |rows: &[Value]| -> Vec<Value> { rows.iter().map(|row| row["url"].clone()).collect() };
        let found = rows(&dir.path().join("x"), "links");
        assert_eq!(urls(&found), urls(&expected), "{args:?}");
        fs::remove_dir_all(dir.path().join("x")).expect("a data set");
    }
}

#[test]
fn progress_counts_shards_and_bytes() {
    let dir = mail();
    let objects = |args: &[&str]| {
        let ended = harvest(dir.path(), &[&["--progress=json", "-oout"], args].concat());
        assert_eq!((ended.out().lines().count() <= 1, ended.status), (true, 0));
        let lines = ended.err().lines().filter(|line| line.starts_with('{'));
        let objects = lines.map(|line| {
            let mut line: Value = serde_json::from_str(line).expect("JSON");
            line["harvest"].take()
        });
        (objects.collect::<Vec<_>>(), ended.err().to_owned())
    };
    let last = |args: &[&str]| objects(args).0.pop().expect("the last object");
    let planned = last(&["plan", "--shard-size=2K", "in"]);
    assert_eq!(
        (&planned["step"], &planned["files"]),
        (&json!("plan"), &json!(3))
    );
    let plan = fs::read_to_string(dir.path().join("out/plan.json")).expect("a plan");
    let plan: Value = serde_json::from_str(&plan).expect("JSON");
    let plan = format!(
        "out/plans/{}.json",
        plan["plan"].as_str().expect("a digest")
    );
    let plan = fs::read_to_string(dir.path().join(plan)).expect("a plan");
    let plan: Value = serde_json::from_str(&plan).expect("JSON");
    let shards = plan["shards"].as_array().expect("shards");
    let bytes = |shard: &Value| {
        let inputs = shard["inputs"].as_array().expect("inputs").iter();
        inputs
            .map(|input| input["fingerprint"]["len"].as_u64().expect("a length"))
            .sum::<u64>()
    };
    assert!(shards.len() >= 4, "{}", shards.len());
    // A part has the totals of its shards.
    let half = shards.iter().step_by(2);
    let run = last(&["run", "--only=1/2"]);
    assert_eq!(run["step"], "run");
    for (name, value) in [
        ("shards", half.len() as u64),
        ("total_shards", half.len() as u64),
        ("bytes", half.clone().map(bytes).sum()),
        ("total", half.clone().map(bytes).sum()),
    ] {
        assert_eq!(run[name], value, "{name}");
    }
    let run = last(&["run"]);
    assert_eq!(run["bytes"], shards.iter().map(bytes).sum::<u64>());
    assert_eq!(run["shards"], shards.len());
    // The totals follow the last object.
    let (finished, err) = objects(&["finish", "--stats"]);
    assert_eq!(finished.last().expect("an object")["step"], "finish");
    assert!(err.trim_end().ends_with(" s"), "{err}");
    let links = rows_in_manifest(&dir.path().join("out"), "links");
    assert_eq!(run["links"], links);
    assert!(run["links"].as_u64() > Some(10));
    let quiet = harvest(dir.path(), &["run", "-oout", "--progress=never"]);
    assert_eq!((quiet.err(), quiet.status), ("", 0));
}

/// Returns the number of rows of a table.
fn rows_in_manifest(root: &Path, table: &str) -> u64 {
    let manifest = fs::read_to_string(root.join("manifest.json")).expect("a manifest");
    let manifest: Value = serde_json::from_str(&manifest).expect("JSON");
    let files = manifest["tables"][table].as_array().expect("files").iter();
    files
        .map(|file| file["rows"].as_u64().expect("a number"))
        .sum()
}

#[test]
fn unfinished_data_set_has_a_way_on() {
    let dir = mail();
    harvest(dir.path(), &["plan", "in", "-o", "out"]);
    let finished = harvest(dir.path(), &["finish", "out"]);
    assert_eq!(finished.status, 2);
    finished.says("repeat `urlsift harvest run`");
    let reported = harvest(dir.path(), &["report", "out"]);
    assert_eq!(reported.status, 2);
    reported.says("repeat the command");
}

#[test]
fn data_set_of_no_files_has_a_note() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    fs::create_dir(dir.path().join("in")).expect("a directory");
    let ended = harvest(dir.path(), &["in", "-o", "out"]);
    assert_eq!(ended.status, 0, "{}", ended.err());
    ended.says("there are no files to read");
}
