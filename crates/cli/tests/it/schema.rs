//! Asserts that `docs/json.schema.json` describes all JSON output, and nothing more.

use std::{
    collections::BTreeSet,
    ffi::{OsStr, OsString},
    fs,
    path::Path,
    ptr,
};

use crate::support::{
    RFC_EXAMPLE, dir_with, rows::command_rows, run, run_command, run_in, run_with, urlsift,
};
use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::{Map, Value, json};
use urlsift_search::{
    CandidateWarning, Conformance, Delimiter, Error, Format, Kind, Reason, Repair,
    rfc1738::{Code, Rule, UrlWarning},
};
use urlsift_tests::{cases, real, verdicts};

/// The kinds of object, each with a field that no other kind has.
const OBJECTS: [(&str, &str); 12] = [
    ("hit", "raw"),
    ("reject", "rejected"),
    ("error", "error"),
    ("summary", "summary"),
    ("progress", "progress"),
    ("harvest", "harvest"),
    ("tally", "count"),
    ("file", "messages"),
    ("container", "members"),
    ("range", "start"),
    ("job", "ranges"),
    ("judgement", "explain"),
];

/// What can be counted.
const TALLIES: [&str; 9] = [
    "--tally",
    "--tally=host",
    "--tally=scheme",
    "--tally=year",
    "--tally=month",
    "--tally=from",
    "--tally=newsgroup",
    "--tally=conforms",
    "--tally=kind",
];

struct Schema {
    text: Value,
    schemas: Schemas,
    any: SchemaIndex,
    each: [SchemaIndex; 12],
}

impl Schema {
    fn read() -> Self {
        let path = cases::corpus().join("../docs/json.schema.json");
        let text = fs::read_to_string(path).expect("a readable file");
        let text: Value = serde_json::from_str(&text).expect("JSON");
        let name = "http://schema.example/json.schema.json";
        let mut compiler = Compiler::new();
        compiler
            .add_resource(name, text.clone())
            .expect("a JSON Schema");
        let mut schemas = Schemas::new();
        let mut compile = |pointer: &str| {
            let pointer = format!("{name}{pointer}");
            compiler
                .compile(&pointer, &mut schemas)
                .expect("a valid schema")
        };
        let any = compile("");
        let each = OBJECTS.map(|(name, _)| compile(&format!("#/$defs/{name}")));
        Self {
            text,
            schemas,
            any,
            each,
        }
    }

    fn accepts(&self, object: &Value) -> bool {
        self.schemas.validate(object, self.any).is_ok()
    }

    /// Returns the kind of an object, as its unique field shows, after validating it.
    #[track_caller]
    fn kind_of(&self, object: &Value) -> &'static str {
        let found = OBJECTS.iter().zip(&self.each);
        let mut found = found.filter(|((_, field), _)| object.get(field).is_some());
        let (&(name, _), &index) = found.next().expect("a field unique to a kind");
        if let Err(error) = self.schemas.validate(object, index) {
            panic!("{error}\n{object}");
        }
        name
    }

    /// Asserts that every object is of one of these kinds and that each kind occurs.
    #[track_caller]
    fn assert_kinds(&self, objects: &[Value], names: &[&str]) {
        let found: BTreeSet<_> = objects.iter().map(|object| self.kind_of(object)).collect();
        assert_eq!(found, names.iter().copied().collect());
    }

    fn definition(&self, name: &str) -> &Value {
        let definition = &self.text["$defs"][name];
        assert!(definition.is_object(), "{name}");
        definition
    }

    fn definitions(&self) -> impl Iterator<Item = (&String, &Value)> {
        let definitions = self.text["$defs"].as_object().expect("definitions");
        definitions.iter()
    }

    /// Returns the schema of each field, with its path.
    fn fields(&self) -> Vec<(String, &Value)> {
        let mut all = Vec::new();
        for (name, definition) in self.definitions() {
            add_fields(definition, name, &mut all);
        }
        all
    }

    /// Returns a subschema, with its reference resolved.
    fn resolve<'s>(&'s self, part: &'s Value) -> &'s Value {
        match part.get("$ref").and_then(Value::as_str) {
            Some(pointer) => {
                let name = pointer.strip_prefix("#/$defs/").expect("a definition");
                self.definition(name)
            }
            None => part,
        }
    }
}

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
        schema.assert_kinds(&output.json(), &["hit", "reject", "summary"]);
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
    schema.assert_kinds(&objects, &["hit", "reject", "summary"]);
    let urls: BTreeSet<_> = objects
        .iter()
        .filter_map(|hit| hit["url"].as_str())
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

/// URLs that together have every part, with and without invalid UTF-8.
const URLS: &[&[u8]] = &[
    b"ftp://us:pa@ho:21/cw/na;type=i#fr",
    b"ftp://u\xff:p\xff@h\xff:\xff/c\xff/n\xff;type=\xff#f\xff",
    b"ftp://u%ff:p%ff@h%ff:%ff/c%ff/n%ff;type=%ff#f%ff",
    b"http://ho:80/pa?se",
    b"http://ho/p\xff?s\xff",
    b"http://ho/p%ff?s%ff",
    b"gopher://ho/1se%09se%09go",
    b"gopher://ho/\xffs\xff%09s\xff%09g\xff",
    b"gopher://ho/%ffs%ff%09s%ff%09g%ff",
    b"mailto:a@b",
    b"mailto:\xff",
    b"mailto:%ff",
    b"news:a.b",
    b"news:a\xff",
    b"news:a%ff",
    b"news:a@b",
    b"news:\xff@b",
    b"news:%ff@b",
    b"nntp://ho/a.b/1",
    b"nntp://ho/\xff/\xff",
    b"nntp://ho/%ff/%ff",
    b"wais://ho/da/ty/pa",
    b"wais://ho/d\xff/t\xff/p\xff",
    b"wais://ho/d%ff/t%ff/p%ff",
    b"prospero://ho/na;fi=va;no",
    b"prospero://ho/na;f%41=va;no",
    b"prospero://ho/n\xff;f\xff=v\xff",
    b"prospero://ho/n%ff;f%ff=v%ff",
    b"x-a://ho/ur",
    b"x-a://ho/u\xff",
    b"x-a://ho/u%ff",
    b"x-a:sc",
    b"x-a:s\xff",
    b"x-a:s%ff",
    b"re",
    b"re\xff",
];

/// Returns objects with omitted or truncated fields. Their lists are shortened to a few items.
fn truncated_objects() -> Vec<Value> {
    // More problems and more client steps than the report's limit.
    let url = &format!("prospero://a/x{}", ";".repeat(2000));
    let mut objects = run_with(&["check", "--json"], url.as_bytes()).json();
    let long = format!(
        "From a@b Sat Jan 01 00:00:00 1995\nFrom: {}\n\n<{url}>\n",
        "a".repeat(5000)
    );
    let list = ["list", "--json", "--conforms=none"];
    objects.extend(run_with(&list, long.as_bytes()).json());
    for object in &mut objects {
        for list in ["/problems", "/explain", "/parts/fields"] {
            if let Some(Value::Array(items)) = object.pointer_mut(list) {
                items.truncate(3);
            }
        }
    }
    objects
}

/// Hits with every field.
const HIT: &[u8] = b"see <http://h\xff/x-\n\xff> <http://a.example:80/?q> <x\xff> <URL:a> <http://a.example/x-\ny/%7e> \
        <http://h-\n.example/> <http://a.example/\xc3\xa9> <http://a.example/~b>\n\
        <http://a.example/\xff|c d=3D.> <mailto:a at\nb.c> <mailto:a at\n b.c>\n";

/// Copies files to names that are not UTF-8, which are returned.
#[cfg(unix)]
fn copies_with_names_of_any_bytes(dir: &Path) -> Vec<OsString> {
    use std::os::unix::ffi::OsStrExt;

    let names = [
        (&b"\xff"[..], "message"),
        (b"r\xff", "rejects"),
        (b"\xff.tar.gz", "a.tar.gz"),
    ];
    let copy = |(name, from): (&[u8], &str)| {
        let name = OsStr::from_bytes(name);
        fs::copy(dir.join(from), dir.join(name)).expect("a name of any bytes");
        name.to_owned()
    };
    names.map(copy).to_vec()
}

/// Returns objects that together have every field.
fn samples() -> Vec<Value> {
    let rejects = b"<URL:> <http:<URL:<http://a.example/too-long-for-that> <URL:\n\n\n| <URL:\n|\n<URL:\0\n<URL:";
    let message = b"From a@b Sat Jan 01 00:00:00 1995\nFrom: a\nSubject: s\nMessage-ID: <i>\n\
        Date: Sun, 1 Jan 1995 00:00:00 +0000\nNewsgroups: a.b\nX-A: <http://a/>\n\n<http://b/>\n";
    let tar = urlsift_tests::packing::tar::Tar::new()
        .file("m", b"<http://a/>")
        .finish();
    let msg = urlsift_tests::outlook::small_msg();
    let dir = dir_with(&[
        ("hit", HIT),
        ("message", message),
        ("rejects", rejects),
        ("a.msg", &msg),
        ("a.tar", &tar),
        (
            "a.tar.gz",
            &urlsift_tests::packing::stream::Stream::Gzip.pack(&tar),
        ),
    ]);
    let dir = dir.path();
    let mut paths = ["hit", "message", "rejects", "a.msg", "a.tar", "a.tar.gz"]
        .map(OsString::from)
        .to_vec();
    #[cfg(unix)]
    paths.extend(copies_with_names_of_any_bytes(dir));
    let output = |args: &[&str], stdin: &[u8]| {
        // One of the files is binary.
        let flag = (args[0] == "list").then_some("-a");
        let mut command = urlsift();
        command.current_dir(dir).args(args).args(flag).args(&paths);
        let output = run_command(&mut command, stdin);
        let progress = output.err().lines().filter(|line| line.starts_with('{'));
        let lines = output.out().lines().chain(progress);
        let objects = lines.map(|line| serde_json::from_str(line).expect("JSON on every line"));
        objects.collect::<Vec<Value>>()
    };
    let list = [
        "list",
        "--json",
        "--conforms=none",
        "--rejected",
        "--progress=json",
    ];
    let counted = [
        "list",
        "--json",
        "--stats",
        "--conforms=none",
        "--max-len=30",
    ];
    let hidden = ["list", "--json", "--stats", "--conforms=rfc1738"];
    let mut samples = Vec::new();
    samples.extend(output(&list, b""));
    samples.extend(output(
        &["list", "--json", "--conforms=none", "--base=http://a/"],
        b"",
    ));
    samples.extend(output(&counted, b""));
    samples.extend(output(&hidden, b""));
    let repeated = ["list", "--json", "--stats", "--unique"];
    samples.extend(output(&repeated, b""));
    for tally in TALLIES {
        samples.extend(output(&["list", "--json", "--conforms=none", tally], b""));
    }
    samples.extend(output(&["info", "--json"], b""));
    samples.extend(output(&["split"], b""));
    samples.extend(output(&["split", "--pack=1K"], b""));
    samples.extend(run_with(&["split", "--pack=1K"], b"").json());
    samples.extend(harvest_samples(dir));
    samples.extend(error_samples(dir, message));
    let range = ["list", "--json", "--rejected", "--range=0:9"];
    samples.extend(output(&range, b""));
    // Messages without headers.
    let as_message = ["list", "--json", "--as=message"];
    samples.extend(run_with(&as_message, b"\n<http://a.example/>").json());
    samples.extend(run_with(&["list", "--json", "--stats"], b"").json());
    let wrapped = b"<https://www.google.com/url?q=http://a/%FF>";
    samples.extend(run_with(&["list", "--json", "--unwrap"], wrapped).json());
    let page = b"<html><a href='http://a.example/'>b.example</a><img src='http://c.example/'>";
    samples.extend(run_with(&["list", "--json", "--all"], page).json());
    // The length of a pipe is unknown, and without files there is no path.
    let pipe = run_with(&["list", "--progress=json"], b"");
    let empty = dir.join("empty");
    fs::create_dir(&empty).expect("a directory");
    let nothing = run_in(&empty, &["list", "--progress=json", "."]);
    for output in [&pipe, &nothing] {
        let lines = output.err().lines().filter(|line| line.starts_with('{'));
        samples.extend(lines.map(|line| serde_json::from_str::<Value>(line).expect("JSON")));
    }
    let check = run_with(&["check", "--json"], &URLS.join(&b'\n'));
    samples.extend(check.json());
    #[cfg(unix)]
    samples.extend(samples_with_invalid_base());
    samples
}

/// Returns the progress objects of each step of a harvest.
fn harvest_samples(dir: &Path) -> Vec<Value> {
    let mut samples = Vec::new();
    for step in ["plan", "run", "finish"] {
        let inputs: &[&str] = if step == "plan" { &["rejects"] } else { &[] };
        let args = ["harvest", step, "--progress=json", "-odata"];
        samples.extend(progress(&[&args, inputs].concat(), dir));
    }
    samples
}

/// Returns the objects of errors.
fn error_samples(dir: &Path, message: &[u8]) -> Vec<Value> {
    let gzip = urlsift_tests::packing::stream::Stream::Gzip.pack(message);
    fs::write(dir.join("cut.gz"), &gzip[..gzip.len() - 9]).expect("a writable directory");
    let mut samples = run_in(dir, &["list", "--json", "--json-errors", "cut.gz"]).json();
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let mut command = urlsift();
        command.args(["split", "--json-errors"]);
        let command = command.arg(OsStr::from_bytes(b"missing\xff"));
        samples.extend(run_command(command, b"").json());
    }
    samples
}

/// Returns outputs with a base that is not UTF-8.
#[cfg(unix)]
fn samples_with_invalid_base() -> Vec<Value> {
    use std::os::unix::ffi::OsStrExt;

    let base = OsStr::from_bytes(b"--base=http://a/\xff/");
    let mut check = urlsift();
    let output = run_command(check.args(["check", "--json", "re"]).arg(base), b"");
    let mut samples = output.json();
    let mut list = urlsift();
    list.args(["list", "--json", "--conforms=relative"])
        .arg(base);
    samples.extend(run_command(&mut list, b"<URL:re>").json());
    samples
}

/// Walks an object alongside its schema. Calls `visit` with the subschema and the path of each field and of
/// each list element.
fn walk<'s>(
    schema: &'s Schema,
    part: &'s Value,
    value: &Value,
    pointer: &str,
    visit: &mut dyn FnMut(&'s Value, &str),
) {
    let part = schema.resolve(part);
    visit(part, pointer);
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let part = &part["properties"][name];
                walk(schema, part, value, &format!("{pointer}/{name}"), visit);
            }
        }
        Value::Array(elements) => {
            for (index, value) in elements.iter().enumerate() {
                let first = &part["prefixItems"][index];
                let part = if first.is_null() {
                    &part["items"]
                } else {
                    first
                };
                // An element of a list with alternatives has no own subschema.
                if part.is_object() {
                    walk(schema, part, value, &format!("{pointer}/{index}"), visit);
                }
            }
        }
        _ => {}
    }
}

/// Adds every field of a subschema, with its path.
fn add_fields<'s>(part: &'s Value, pointer: &str, all: &mut Vec<(String, &'s Value)>) {
    // Definitions are visited separately.
    if part.get("$ref").is_some() {
        return;
    }
    for (name, part) in part["properties"].as_object().into_iter().flatten() {
        let pointer = format!("{pointer}.{name}");
        add_fields(part, &pointer, all);
        all.push((pointer, part));
    }
    if part["items"].is_object() {
        add_fields(&part["items"], pointer, all);
    }
}

/// Returns values that violate a subschema.
fn invalid_values(part: &Value) -> Vec<Value> {
    let mut values = vec![Value::Null];
    let is_enum = part.get("enum").is_some();
    match part["type"].as_str() {
        Some("string") => values.extend([json!(1), json!(["a"]), json!({})]),
        Some("integer") => values.extend([json!("1"), json!(-1), json!(1.5), json!([1])]),
        Some("number") => values.extend([json!("1"), json!(-1), json!([1])]),
        Some("boolean") => values.extend([json!("true"), json!(0)]),
        Some("array") => values.extend([json!("a"), json!({}), json!([null])]),
        Some("object") => values.extend([json!("a"), json!([]), json!({"nonsense": 1})]),
        None if is_enum => values.extend([json!("nonsense"), json!(1)]),
        None if part.get("oneOf").is_some() => {
            values.extend([json!("at"), json!([]), json!(["x"])]);
        }
        _ => panic!("no type: {part}"),
    }
    if part.get("pattern").is_some() {
        // No pattern matches this.
        values.push(json!("A B\u{7}:="));
    }
    values
}

/// Returns a copy of an object with another value at `pointer`.
fn with(object: &Value, pointer: &str, value: Value) -> Value {
    let mut changed = object.clone();
    *changed.pointer_mut(pointer).expect("a valid pointer") = value;
    changed
}

/// Returns a copy of an object without the field at `pointer`.
fn without(object: &Value, pointer: &str) -> Value {
    let (parent, name) = pointer.rsplit_once('/').expect("a field");
    let mut changed = object.clone();
    let parent = changed.pointer_mut(parent).and_then(Value::as_object_mut);
    parent
        .and_then(|fields: &mut Map<_, _>| fields.remove(name))
        .expect("the field");
    changed
}

#[test]
#[cfg(unix)]
fn schema_rejects_invalid_values_in_any_field() {
    let schema = Schema::read();
    let mut visited: BTreeSet<*const Value> = BTreeSet::new();
    // The fields common to all objects of a kind.
    let mut always: Vec<(&Value, BTreeSet<&String>)> = Vec::new();
    let mut refused = 0;
    let samples = [samples(), truncated_objects()].concat();
    for sample in &samples {
        let name = schema.kind_of(sample);
        assert!(schema.accepts(sample), "not exactly one kind: {sample}");
        let mut pointers = Vec::new();
        let definition = schema.definition(name);
        walk(&schema, definition, sample, "", &mut |part, pointer| {
            pointers.push((part, pointer.to_owned()));
        });
        for (part, pointer) in pointers {
            for value in invalid_values(part) {
                let changed = with(sample, &pointer, value);
                assert!(!schema.accepts(&changed), "{name}{pointer}: {changed}");
                refused += 1;
            }
            let Some(fields) = sample.pointer(&pointer).and_then(Value::as_object) else {
                continue;
            };
            let names: BTreeSet<_> = fields.keys().collect();
            match always.iter_mut().find(|(known, _)| ptr::eq(*known, part)) {
                Some((_, common)) => common.retain(|name| names.contains(name)),
                None => always.push((part, names)),
            }
            let mut more = fields.clone();
            more.insert("nonsense".into(), json!(1));
            let changed = with(sample, &pointer, Value::Object(more));
            assert!(!schema.accepts(&changed), "{name}{pointer}: {changed}");
            for field in fields.keys() {
                visited.insert(&raw const part["properties"][field]);
                let is_required = part["required"]
                    .as_array()
                    .is_some_and(|required| required.contains(&json!(field)));
                if is_required {
                    let changed = without(sample, &format!("{pointer}/{field}"));
                    assert!(!schema.accepts(&changed), "{name}{pointer}: {changed}");
                }
            }
        }
    }
    for (part, always) in always {
        let required = part.get("required").and_then(Value::as_array);
        let required = required.into_iter().flatten();
        let required: BTreeSet<_> = required.filter_map(Value::as_str).collect();
        let mut always: BTreeSet<_> = always.into_iter().map(String::as_str).collect();
        if ptr::eq(part, schema.definition("file")) {
            // A failing disk may yield too little data to detect a kind.
            always.remove("kind");
        }
        assert_eq!(required, always, "{}", part["description"]);
    }
    let all = schema.fields();
    assert!(all.len() > 150, "{}", all.len());
    let unmet = all
        .iter()
        .filter(|(_, part)| !visited.contains(&&raw const **part));
    let unmet: Vec<_> = unmet.map(|(name, _)| name).collect();
    let nothing: [&String; 0] = [];
    assert_eq!(unmet, nothing);
    assert!(refused > 1000, "{refused}");
}

#[test]
fn dependent_fields_occur_together() {
    let schema = Schema::read();
    let hit = &run_with(&["list", "--json"], RFC_EXAMPLE.as_bytes()).json()[0];
    assert_eq!(schema.kind_of(hit), "hit");
    let range = json!({"path": "a", "start": 0});
    assert_eq!(schema.kind_of(&range), "range");
    let refuses = |changed: Value| assert!(!schema.accepts(&changed), "{changed}");
    let plus = |object: &Value, more: Value| {
        let mut object = object.as_object().expect("an object").clone();
        object.extend(more.as_object().expect("an object").clone());
        Value::Object(object)
    };
    assert!(schema.accepts(&plus(&range, json!({"end": 1, "path_base64": "/w=="}))));
    refuses(plus(&range, json!({"path_base64": "/w="})));
    refuses(without(hit, "/line"));
    refuses(without(hit, "/column"));
    refuses(plus(hit, json!({"base": "http://a/"})));
    refuses(plus(hit, json!({"best": 1})));
    refuses(plus(hit, json!({"host_base64": "/w==", "host": null})));
    refuses(plus(hit, json!({"readings": ["a"]})));
    refuses(plus(hit, json!({"conforms": "rfc3986"})));
    refuses(plus(hit, json!({"quote_depth": 65})));
    refuses(plus(hit, json!({"line": 0})));
    refuses(plus(hit, json!({"pieces": [[1]]})));
    refuses(plus(hit, json!({"pieces": [[1, 2, 3]]})));
    refuses(plus(hit, json!({"pieces": []})));
    refuses(plus(hit, json!({"warnings": ["spaced", "spaced"]})));
    let message = json!({"offset": 0, "header": "A", "type": "text/plain"});
    refuses(plus(hit, json!({"message": message})));
    assert!(schema.accepts(&plus(hit, json!({"message": without(&message, "/type")}))));
    refuses(json!({}));
    refuses(json!([]));
    refuses(json!(null));
}

/// Returns the names of all values.
fn names<T: Copy>(all: &[T], name: impl Fn(T) -> &'static str) -> BTreeSet<String> {
    all.iter().map(|&one| name(one).to_owned()).collect()
}

#[test]
fn schema_enumerations_match_the_libraries() {
    let schema = Schema::read();
    let codes = |pointer: &str| -> BTreeSet<String> {
        let codes = schema.text["$defs"].pointer(pointer).expect(pointer);
        let codes = codes.as_array().expect(pointer).iter();
        codes
            .map(|code| code.as_str().expect(pointer).to_owned())
            .collect()
    };
    let candidate_codes = names(CandidateWarning::ALL, CandidateWarning::code);
    let url_codes = names(UrlWarning::ALL, UrlWarning::code);
    assert_eq!(
        codes("/judgement/properties/warnings/items/enum"),
        url_codes
    );
    let both = &candidate_codes | &url_codes;
    assert_eq!(codes("/hit/properties/warnings/items/enum"), both);
    assert_eq!(
        codes("/problem/properties/code/enum"),
        names(Code::ALL, Code::name)
    );
    assert_eq!(
        codes("/problem/properties/rule/enum"),
        names(Rule::ALL, Rule::name)
    );
    assert_eq!(
        codes("/level/enum"),
        names(Conformance::ALL, Conformance::name)
    );
    assert_eq!(
        codes("/delimiter/enum"),
        names(Delimiter::ALL, Delimiter::name)
    );
    assert_eq!(codes("/reason/enum"), names(Reason::ALL, Reason::code));
    let error_codes = Error::CODES.iter().map(|&code| code.to_owned()).collect();
    assert_eq!(
        codes("/error/properties/error/properties/code/enum"),
        error_codes
    );
    assert_eq!(
        codes("/guess/properties/why/enum"),
        names(Repair::ALL, Repair::name)
    );
    assert_eq!(
        codes("/file/properties/kind/enum"),
        names(Kind::ALL, Kind::name)
    );
    assert_eq!(
        codes("/packing/items/enum"),
        names(Format::ALL, Format::name)
    );
    for (list, enumeration) in [
        ("urls_by_conformance", "level"),
        ("hidden_by_conformance", "level"),
        ("rejected_by_reason", "reason"),
    ] {
        let summary = &schema.text["$defs"]["summary"]["properties"]["summary"];
        let counts = &summary["properties"][list]["properties"];
        let counts: BTreeSet<_> = counts.as_object().expect(list).keys().cloned().collect();
        let mut all = codes(&format!("/{enumeration}/enum"));
        if list == "hidden_by_conformance" {
            // A URL that conforms to it is never hidden.
            assert!(all.remove("rfc1738"));
        }
        assert_eq!(counts, all);
    }
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
