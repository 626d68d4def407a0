//! `docs/json.schema.json`: all JSON that the program prints is what it says, and nothing else is.

use std::{
    collections::BTreeSet,
    ffi::{OsStr, OsString},
    fs,
    path::Path,
    ptr,
};

use crate::support::{
    RFC_EXAMPLE, dir_with, outcome, rows::rows_of, run, run_in, run_with, urlsift,
};
use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::{Map, Value, json};
use urlsift_search::{
    Conformance, Delimiter, Format, Kind, Reason, Warning,
    rfc1738::{self, Code, Rule},
};
use urlsift_tests::{cases, real, verdicts};

/// What a line may be, each with a field that no other object has.
const OBJECTS: [(&str, &str); 9] = [
    ("hit", "raw"),
    ("reject", "rejected"),
    ("summary", "summary"),
    ("progress", "progress"),
    ("tally", "count"),
    ("file", "messages"),
    ("container", "members"),
    ("range", "start"),
    ("judgement", "explain"),
];

struct Schema {
    text: Value,
    schemas: Schemas,
    any: SchemaIndex,
    each: [SchemaIndex; 9],
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
        let mut compile = |place: &str| {
            let place = format!("{name}{place}");
            compiler
                .compile(&place, &mut schemas)
                .expect("a schema that holds for itself")
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

    /// What an object is, by the field that no other has; it has to be that.
    #[track_caller]
    fn name_of(&self, object: &Value) -> &'static str {
        let found = OBJECTS.iter().zip(&self.each);
        let mut found = found.filter(|((_, field), _)| object.get(field).is_some());
        let (&(name, _), &index) = found.next().expect("a field that tells");
        if let Err(error) = self.schemas.validate(object, index) {
            panic!("{error}\n{object}");
        }
        name
    }

    /// Every object is of one of these, and there is one of each.
    #[track_caller]
    fn takes(&self, objects: &[Value], names: &[&str]) {
        let found: BTreeSet<_> = objects.iter().map(|object| self.name_of(object)).collect();
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

    /// What is said of each field, with its place.
    fn fields(&self) -> Vec<(String, &Value)> {
        let mut all = Vec::new();
        for (name, definition) in self.definitions() {
            add_fields(definition, name, &mut all);
        }
        all
    }

    /// A part of the schema, or what it refers to.
    fn resolve<'s>(&'s self, part: &'s Value) -> &'s Value {
        match part.get("$ref").and_then(Value::as_str) {
            Some(place) => {
                let name = place.strip_prefix("#/$defs/").expect("a definition");
                self.definition(name)
            }
            None => part,
        }
    }
}

/// What stands on standard error of `--progress=json`.
fn progress(args: &[&str], dir: &Path) -> Vec<Value> {
    let told = run_in(dir, args);
    let lines = told.err().lines();
    lines
        .map(|line| serde_json::from_str(line).expect("JSON on every line"))
        .collect()
}

#[test]
fn everything_printed_of_the_corpus_is_in_the_schema() {
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
        let told = run(&[args, &[corpus]].concat());
        schema.takes(&told.json(), &["hit", "reject", "summary"]);
    }
    // Some of what was found is damaged, and that is told.
    let told = run(&["info", "--json", corpus]);
    schema.takes(&told.json(), &["file", "container"]);
    let told = run(&["split", "--size=1K", corpus]);
    schema.takes(&told.json(), &["range"]);
    let lines = progress(&["list", "-q", "--progress=json", corpus], Path::new("."));
    schema.takes(&lines, &["progress"]);

    let mut urls = run(&["list", "-I", "--conforms=none", corpus]).stdout;
    for case in verdicts::judged() {
        urls.extend(case.url);
        urls.push(b'\n');
    }
    let told = run_with(&["check", "--json"], &urls);
    schema.takes(&told.json(), &["judgement"]);
    let told = run_with(&["check", "--json", "--base=http://a.example/b"], &urls);
    schema.takes(&told.json(), &["judgement"]);
}

#[test]
fn everything_printed_with_any_flag_is_in_the_schema() {
    let schema = Schema::read();
    let demo = cases::corpus().join("demo");
    let mut seen = 0;
    for command in ["list", "grep", "check", "info", "split"] {
        for row in rows_of(command) {
            // These tell of the program.
            if matches!(row.long.as_deref(), Some("--help" | "--version")) {
                continue;
            }
            for flag in row.given() {
                let args: &[&str] = match command {
                    // The last one of those counts that say what is printed.
                    "grep" => &["grep", &flag, "--json", "--stats", "-e", "example", "."],
                    "list" => &["list", &flag, "--json", "--stats", "."],
                    "check" => &["check", "--json", &flag, "http://a.example/?q", "x"],
                    "info" => &["info", "--json", &flag, "."],
                    _ => &["split", &flag, "."],
                };
                let told = run_in(&demo, args);
                if told.err().starts_with("error: ") {
                    // It goes with no JSON.
                    continue;
                }
                let errors = told.err().lines().filter(|line| line.starts_with('{'));
                let objects = told.out().lines().chain(errors);
                for object in objects {
                    let object = serde_json::from_str(object).expect("JSON on every line");
                    schema.name_of(&object);
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 1000, "{seen}");
}

#[test]
fn everything_printed_of_real_archives_is_in_the_schema() {
    let Some(archives) = real::archives() else {
        return;
    };
    let schema = Schema::read();
    let archives = archives.to_str().expect("a path in UTF-8");
    let flags = ["--json", "--rejected", "--stats", "--conforms=none"];
    let told = run(&[&["list"], &flags[..], &[archives]].concat());
    let objects = told.json();
    schema.takes(&objects, &["hit", "reject", "summary"]);
    let urls: BTreeSet<_> = objects
        .iter()
        .filter_map(|hit| hit["url"].as_str())
        .collect();
    let urls: Vec<_> = urls.into_iter().filter(|url| !url.contains('\n')).collect();
    let told = run_with(&["check", "--json"], urls.join("\n").as_bytes());
    schema.takes(&told.json(), &["judgement"]);
    let told = run(&["info", "--json", archives]);
    assert!(
        told.json()
            .iter()
            .any(|object| schema.name_of(object) == "file")
    );
}

/// URLs that have every part between them, as they are and with bytes that are not UTF-8.
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

/// Objects that have every field between them.
fn samples() -> Vec<Value> {
    let hit = b"see <http://h\xff/x-\n\xff> <http://a.example:80/?q> <x\xff> <URL:a> <http://a.example/x-\ny/%7e> \
        <http://h-\n.example/> <http://a.example/\xc3\xa9> <http://a.example/~b>\n";
    let rejects = b"<URL:> <http:<URL:<http://a.example/too-long-for-that> <URL:\n\n\n| <URL:\n|\n<URL:\0\n<URL:";
    let message = b"From a@b Sat Jan 01 00:00:00 1995\nFrom: a\nSubject: s\nMessage-ID: <i>\n\
        Date: Sun, 1 Jan 1995 00:00:00 +0000\nNewsgroups: a.b\nX-A: <http://a/>\n\n<http://b/>\n";
    let tar = urlsift_tests::packing::tar::Tar::new()
        .file("m", b"<http://a/>")
        .finish();
    let dir = dir_with(&[
        ("hit", &hit[..]),
        ("message", message),
        ("rejects", rejects),
        ("a.tar", &tar),
        (
            "a.tar.gz",
            &urlsift_tests::packing::stream::Stream::Gzip.pack(&tar),
        ),
    ]);
    let dir = dir.path();
    let mut paths = ["hit", "message", "rejects", "a.tar", "a.tar.gz"]
        .map(OsString::from)
        .to_vec();
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        for (name, from) in [
            (&b"\xff"[..], "message"),
            (b"r\xff", "rejects"),
            (b"\xff.tar.gz", "a.tar.gz"),
        ] {
            let name = OsStr::from_bytes(name);
            fs::copy(dir.join(from), dir.join(name)).expect("a name of any bytes");
            paths.push(name.to_owned());
        }
    }
    let told = |args: &[&str], stdin: &[u8]| {
        let told = outcome(urlsift().current_dir(dir).args(args).args(&paths), stdin);
        let progress = told.err().lines().filter(|line| line.starts_with('{'));
        let lines = told.out().lines().chain(progress);
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
    samples.extend(told(&list, b""));
    samples.extend(told(
        &["list", "--json", "--conforms=none", "--base=http://a/"],
        b"",
    ));
    samples.extend(told(&counted, b""));
    samples.extend(told(&hidden, b""));
    let repeated = ["list", "--json", "--stats", "--unique"];
    samples.extend(told(&repeated, b""));
    for tally in ["--tally", "--tally=host"] {
        samples.extend(told(&["list", "--json", "--conforms=none", tally], b""));
    }
    samples.extend(told(&["info", "--json"], b""));
    samples.extend(told(&["split"], b""));
    let range = ["list", "--json", "--rejected", "--range=0:9"];
    samples.extend(told(&range, b""));
    // Messages that say nothing of themselves.
    let as_message = ["list", "--json", "--as=message"];
    samples.extend(run_with(&as_message, b"\n<http://a.example/>").json());
    samples.extend(run_with(&["list", "--json", "--stats"], b"").json());
    // How long a pipe is is not known, and there is no path where there are no files.
    let pipe = run_with(&["list", "--progress=json"], b"");
    let empty = dir.join("empty");
    fs::create_dir(&empty).expect("a directory");
    let nothing = run_in(&empty, &["list", "--progress=json", "."]);
    for told in [&pipe, &nothing] {
        let lines = told.err().lines().filter(|line| line.starts_with('{'));
        samples.extend(lines.map(|line| serde_json::from_str::<Value>(line).expect("JSON")));
    }
    let check = run_with(&["check", "--json"], &URLS.join(&b'\n'));
    samples.extend(check.json());
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let base = OsStr::from_bytes(b"--base=http://a/\xff/");
        let mut check = urlsift();
        let told = outcome(check.args(["check", "--json", "re"]).arg(base), b"");
        samples.extend(told.json());
        let mut list = urlsift();
        list.args(["list", "--json", "--conforms=relative"])
            .arg(base);
        samples.extend(outcome(&mut list, b"<URL:re>").json());
    }
    samples
}

/// Goes through an object and what the schema says of it, and tells of each field, and of each
/// element of a list, where it is and what is said of it.
fn walk<'s>(
    schema: &'s Schema,
    part: &'s Value,
    value: &Value,
    place: &str,
    tell: &mut dyn FnMut(&'s Value, &str),
) {
    let part = schema.resolve(part);
    tell(part, place);
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let part = &part["properties"][name];
                walk(schema, part, value, &format!("{place}/{name}"), tell);
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
                // What may be one of several lists has no element of its own.
                if part.is_object() {
                    walk(schema, part, value, &format!("{place}/{index}"), tell);
                }
            }
        }
        _ => {}
    }
}

/// Adds every field of a part of the schema, with its place.
fn add_fields<'s>(part: &'s Value, place: &str, all: &mut Vec<(String, &'s Value)>) {
    // Those that are defined are gone through where they are.
    if part.get("$ref").is_some() {
        return;
    }
    for (name, part) in part["properties"].as_object().into_iter().flatten() {
        let place = format!("{place}.{name}");
        add_fields(part, &place, all);
        all.push((place, part));
    }
    if part["items"].is_object() {
        add_fields(&part["items"], place, all);
    }
}

/// Values that are wrong where a part of the schema says what is right.
fn wrong(part: &Value) -> Vec<Value> {
    let mut wrong = vec![Value::Null];
    let is_enum = part.get("enum").is_some();
    match part["type"].as_str() {
        Some("string") => wrong.extend([json!(1), json!(["a"]), json!({})]),
        Some("integer") => wrong.extend([json!("1"), json!(-1), json!(1.5), json!([1])]),
        Some("number") => wrong.extend([json!("1"), json!(-1), json!([1])]),
        Some("boolean") => wrong.extend([json!("true"), json!(0)]),
        Some("array") => wrong.extend([json!("a"), json!({}), json!([null])]),
        Some("object") => wrong.extend([json!("a"), json!([]), json!({"nonsense": 1})]),
        None if is_enum => wrong.extend([json!("nonsense"), json!(1)]),
        None if part.get("oneOf").is_some() => wrong.extend([json!("at"), json!([]), json!(["x"])]),
        _ => panic!("nothing is said of its type: {part}"),
    }
    if part.get("pattern").is_some() {
        // None of the patterns takes this.
        wrong.push(json!("A B\u{7}:="));
    }
    wrong
}

/// An object with a value put elsewhere.
fn with(object: &Value, place: &str, value: Value) -> Value {
    let mut changed = object.clone();
    *changed.pointer_mut(place).expect("a place in it") = value;
    changed
}

/// An object without a field.
fn without(object: &Value, place: &str) -> Value {
    let (parent, name) = place.rsplit_once('/').expect("a field");
    let mut changed = object.clone();
    let parent = changed.pointer_mut(parent).and_then(Value::as_object_mut);
    parent
        .and_then(|fields: &mut Map<_, _>| fields.remove(name))
        .expect("the field");
    changed
}

#[test]
#[cfg(unix)]
fn schema_refuses_what_is_wrong_with_any_field() {
    let schema = Schema::read();
    let mut met: BTreeSet<*const Value> = BTreeSet::new();
    // The fields that each object of a kind has.
    let mut always: Vec<(&Value, BTreeSet<&String>)> = Vec::new();
    let mut refused = 0;
    let samples = samples();
    for sample in &samples {
        let name = schema.name_of(sample);
        assert!(schema.accepts(sample), "it is one thing only: {sample}");
        let mut places = Vec::new();
        let definition = schema.definition(name);
        walk(&schema, definition, sample, "", &mut |part, place| {
            places.push((part, place.to_owned()));
        });
        for (part, place) in places {
            for value in wrong(part) {
                let changed = with(sample, &place, value);
                assert!(!schema.accepts(&changed), "{name}{place}: {changed}");
                refused += 1;
            }
            let Some(fields) = sample.pointer(&place).and_then(Value::as_object) else {
                continue;
            };
            let names: BTreeSet<_> = fields.keys().collect();
            match always.iter_mut().find(|(known, _)| ptr::eq(*known, part)) {
                Some((_, common)) => common.retain(|name| names.contains(name)),
                None => always.push((part, names)),
            }
            let mut more = fields.clone();
            more.insert("nonsense".into(), json!(1));
            let changed = with(sample, &place, Value::Object(more));
            assert!(!schema.accepts(&changed), "{name}{place}: {changed}");
            for field in fields.keys() {
                met.insert(&raw const part["properties"][field]);
                let is_required = part["required"]
                    .as_array()
                    .is_some_and(|required| required.contains(&json!(field)));
                if is_required {
                    let changed = without(sample, &format!("{place}/{field}"));
                    assert!(!schema.accepts(&changed), "{name}{place}: {changed}");
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
            // Too little to tell is read of a disk that fails.
            always.remove("kind");
        }
        assert_eq!(required, always, "{}", part["description"]);
    }
    let all = schema.fields();
    assert!(all.len() > 150, "{}", all.len());
    let unmet = all
        .iter()
        .filter(|(_, part)| !met.contains(&&raw const **part));
    let unmet: Vec<_> = unmet.map(|(name, _)| name).collect();
    let nothing: [&String; 0] = [];
    assert_eq!(unmet, nothing);
    assert!(refused > 1000, "{refused}");
}

#[test]
fn what_goes_together_stands_together() {
    let schema = Schema::read();
    let hit = &run_with(&["list", "--json"], RFC_EXAMPLE.as_bytes()).json()[0];
    assert_eq!(schema.name_of(hit), "hit");
    let range = json!({"path": "a", "start": 0});
    assert_eq!(schema.name_of(&range), "range");
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

/// The names of all of something.
fn names<T: Copy>(all: &[T], name: impl Fn(T) -> &'static str) -> BTreeSet<String> {
    all.iter().map(|&one| name(one).to_owned()).collect()
}

#[test]
fn codes_of_the_schema_are_those_of_the_libraries() {
    let schema = Schema::read();
    let codes = |place: &str| -> BTreeSet<String> {
        let codes = schema.text["$defs"].pointer(place).expect(place);
        let codes = codes.as_array().expect(place).iter();
        codes
            .map(|code| code.as_str().expect(place).to_owned())
            .collect()
    };
    let of_text = names(Warning::ALL, Warning::code);
    let of_url = names(rfc1738::Warning::ALL, rfc1738::Warning::code);
    assert_eq!(codes("/judgement/properties/warnings/items/enum"), of_url);
    let both = &of_text | &of_url;
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
            // What conforms to it is never hidden.
            assert!(all.remove("rfc1738"));
        }
        assert_eq!(counts, all);
    }
}

#[test]
fn every_field_is_described() {
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
fn every_field_is_in_the_document() {
    let schema = Schema::read();
    let path = cases::corpus().join("../docs/JSON.md");
    let document = fs::read_to_string(path).expect("a readable file");
    assert!(document.contains("](json.schema.json)"));
    let all = schema.fields();
    for (name, _) in all {
        let field = name.rsplit('.').next().unwrap_or_default();
        // That they stand beside what is not UTF-8 is told once.
        if !field.ends_with("_base64") {
            assert!(document.contains(&format!("`{field}`")), "{name}");
        }
    }
}
