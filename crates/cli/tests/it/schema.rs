//! Asserts that `docs/json.schema.json` describes all JSON output, and nothing more.

mod changes;
mod definition;
mod enumerations;
mod samples;

use std::{collections::BTreeSet, fs, path::Path};

use serde_json::Value;
use urlsift_tests::{cases, real, verdicts};

use crate::support::{rows::command_rows, run, run_in, run_with};
use definition::Schema;

/// Returns the progress objects on standard error of a run with `--progress=json`.
fn progress(args: &[&str], dir: &Path) -> Vec<Value> {
    let output = run_in(dir, args);
    let lines = output.err().lines();
    lines
        .map(|line| serde_json::from_str(line).expect("JSON on every line"))
        .collect()
}

#[test]
fn corpus_output_conforms_to_the_schema() {
    let schema = Schema::read();
    let corpus = cases::corpus();
    let corpus = corpus.to_str().expect("a path in UTF-8");
    for args in [
        &["list", "--json", "--rejected", "--stats", "--conforms=none"][..],
        &[
            "list",
            "--json",
            "--rejected",
            "--stats",
            "--conforms=none",
            "--text",
        ],
        &[
            "grep",
            "",
            "--json",
            "--rejected",
            "--stats",
            "--range=100:",
        ],
    ] {
        let output = run(&[args, &[corpus]].concat());
        schema.assert_kinds(&output.json(), &["link", "reject", "summary"]);
    }
    // Some members are corrupt and reported as such.
    let output = run(&["info", "--json", corpus]);
    schema.assert_kinds(&output.json(), &["file", "container"]);
    let output = run(&["split", "--size=1K", corpus]);
    schema.assert_kinds(&output.json(), &["range"]);
    let output = run(&["split", "--pack=1K", corpus]);
    schema.assert_kinds(&output.json(), &["job"]);
    let lines = progress(&["list", "-q", "--progress=json", corpus], Path::new("."));
    schema.assert_kinds(&lines, &["progress"]);

    let mut urls = run(&["list", "-I", "--conforms=none", corpus]).stdout;
    for case in verdicts::url_cases() {
        urls.extend(case.url);
        urls.push(b'\n');
    }
    let output = run_with(&["check", "--json"], &urls);
    schema.assert_kinds(&output.json(), &["judgement"]);
    let output = run_with(&["check", "--json", "--base=http://a.example/b"], &urls);
    schema.assert_kinds(&output.json(), &["judgement"]);
}

#[test]
fn output_with_any_flag_conforms_to_the_schema() {
    let schema = Schema::read();
    let demo = cases::corpus().join("demo");
    let mut seen = 0;
    for command in ["list", "grep", "check", "info", "split"] {
        for row in command_rows(command) {
            // These describe the program.
            if matches!(row.long.as_deref(), Some("--help" | "--version")) {
                continue;
            }
            for flag in row.sample_args() {
                let args: &[&str] = match command {
                    // The last output mode flag wins.
                    "grep" => &["grep", &flag, "--json", "--stats", "-e", "example", "."],
                    "list" => &["list", &flag, "--json", "--stats", "."],
                    "check" => &["check", "--json", &flag, "http://a.example/?q", "x"],
                    "info" => &["info", "--json", &flag, "."],
                    _ => &["split", &flag, "."],
                };
                let output = run_in(&demo, args);
                if output.err().contains("For more information, try") {
                    // The flag conflicts with JSON output.
                    continue;
                }
                let errors = output.err().lines().filter(|line| line.starts_with('{'));
                let objects = output.out().lines().chain(errors);
                for object in objects {
                    let object = serde_json::from_str(object).expect("JSON on every line");
                    schema.kind_of(&object);
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 1000, "{seen}");
}

#[test]
fn output_for_real_archives_conforms_to_the_schema() {
    let Some(archives) = real::archives() else {
        return;
    };
    let schema = Schema::read();
    let archives = archives.to_str().expect("a path in UTF-8");
    let flags = ["--json", "--rejected", "--stats", "--conforms=none"];
    let output = run(&[&["list"], &flags[..], &[archives]].concat());
    let objects = output.json();
    schema.assert_kinds(&objects, &["link", "reject", "summary"]);
    let urls: BTreeSet<_> = objects
        .iter()
        .filter_map(|link| link["url"].as_str())
        .collect();
    let urls: Vec<_> = urls.into_iter().filter(|url| !url.contains('\n')).collect();
    let output = run_with(&["check", "--json"], urls.join("\n").as_bytes());
    schema.assert_kinds(&output.json(), &["judgement"]);
    let output = run(&["info", "--json", archives]);
    assert!(
        output
            .json()
            .iter()
            .any(|object| schema.kind_of(object) == "file")
    );
}

#[test]
fn every_field_has_a_description() {
    let schema = Schema::read();
    let all = schema.fields();
    let definitions = schema
        .definitions()
        .map(|(name, part)| (name.clone(), part));
    for (name, part) in all.into_iter().chain(definitions) {
        let description = part["description"].as_str().unwrap_or_default();
        assert!(!description.is_empty(), "{name}");
    }
}

#[test]
fn every_field_is_documented() {
    let schema = Schema::read();
    let path = cases::corpus().join("../docs/JSON.md");
    let document = fs::read_to_string(path).expect("a readable file");
    assert!(document.contains("](json.schema.json)"));
    let all = schema.fields();
    for (name, _) in all {
        let field = name.rsplit('.').next().unwrap_or_default();
        // Base64 fields are documented once for all strings.
        if !field.ends_with("_base64") {
            assert!(document.contains(&format!("`{field}`")), "{name}");
        }
    }
}
