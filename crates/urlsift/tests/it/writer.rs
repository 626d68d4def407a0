//! The JSON of links, compared with a second description of it, by what links return.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Map, Value, json};
use urlsift::{
    Field, JsonFields, Link, Message, Metadata, Rejected, Section, is_unprintable, rfc3339,
    write_link_line, write_rejected_line,
};
use urlsift_rfc1738::Verdict;
use urlsift_scan::{Config, Event, Hyphen, Position, Span, find};

/// Adds a text, and its exact bytes if it is not UTF-8.
fn add_bytes(object: &mut Map<String, Value>, name: &str, bytes: &[u8]) {
    object.insert(name.into(), String::from_utf8_lossy(bytes).into());
    if str::from_utf8(bytes).is_err() {
        object.insert(format!("{name}_base64"), STANDARD.encode(bytes).into());
    }
}

/// Adds a value, if there is one.
fn add(object: &mut Map<String, Value>, name: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        object.insert(name.into(), value.into());
    }
}

fn add_place(object: &mut Map<String, Value>, path: &[u8], span: Span, position: Option<Position>) {
    add_bytes(object, "path", path);
    add(object, "offset", Some(span.start()));
    add(object, "end", Some(span.end()));
    add(object, "line", position.map(|position| position.line));
    add(object, "column", position.map(|position| position.column));
}

/// Returns the object of a link in `docs/JSON.md`.
fn expected(link: &Link<'_>) -> Value {
    let verdict = link.verdict();
    let mut object = Map::new();
    add_bytes(&mut object, "url", link.url_bytes());
    let readings: Vec<_> = link.readings().collect();
    if readings.len() > 1 {
        let lossy = readings
            .iter()
            .map(|reading| String::from_utf8_lossy(reading));
        object.insert("readings".into(), lossy.map(Value::from).collect());
        if readings
            .iter()
            .any(|reading| str::from_utf8(reading).is_err())
        {
            let exact = readings.iter().map(|reading| STANDARD.encode(reading));
            object.insert("readings_base64".into(), exact.map(Value::from).collect());
        }
    }
    let guesses = link.second_guesses().map(|guess| {
        let mut object = Map::new();
        add_bytes(&mut object, "url", &guess.url);
        add(&mut object, "why", Some(guess.repair.name()));
        Value::from(object)
    });
    let guesses: Vec<_> = guesses.collect();
    add(
        &mut object,
        "also",
        (!guesses.is_empty()).then_some(guesses),
    );
    add_bytes(&mut object, "raw", link.raw());
    add(&mut object, "delimiter", Some(link.kind().name()));
    if let Some(markup) = link.markup() {
        add(&mut object, "element", Some(markup.element()));
        add(&mut object, "attribute", Some(markup.attribute()));
        add(&mut object, "text", markup.text());
    }
    add(&mut object, "breaks", Some(link.breaks()));
    add(&mut object, "spaced", Some(link.spaced()));
    let joins = link.joins().iter().map(|join| {
        let dropped: Vec<_> = join.dropped.names().collect();
        let mut object = Map::new();
        add(&mut object, "url_at", Some(join.url_at));
        add(&mut object, "dropped", Some(dropped));
        add(&mut object, "hyphen", Some(join.hyphen.is_some()));
        let is_typeset = join.hyphen.is_some_and(Hyphen::is_typeset);
        add(&mut object, "typeset", is_typeset.then_some(true));
        Value::from(object)
    });
    object.insert("joins".into(), joins.collect());
    let pieces = link
        .pieces()
        .map(|piece| json!([piece.start(), piece.end()]));
    object.insert("pieces".into(), pieces.collect());
    add(&mut object, "quote_depth", Some(link.quote_depth()));
    add(&mut object, "conforms", Some(link.conformance().name()));
    add(&mut object, "best", link.best());
    add_problems(&mut object, &verdict);
    object.insert(
        "warnings".into(),
        link.warnings()
            .map(|warning| Value::from(warning.code()))
            .collect(),
    );
    add(&mut object, "scheme", link.scheme());
    if let Some(host) = link.host() {
        add_bytes(&mut object, "host", host);
    }
    add(&mut object, "host_ascii", link.host_ascii());
    add(&mut object, "domain", link.domain());
    add(&mut object, "port", link.port());
    add_place(&mut object, link.path(), link.span(), link.position());
    add(&mut object, "virtual", link.is_virtual().then_some(true));
    if let (Some(base), Some(resolved)) = (link.base(), link.resolved()) {
        add_bytes(&mut object, "base", base.text());
        add_bytes(&mut object, "resolved", &resolved);
    }
    if let Some(target) = link.target() {
        add_bytes(&mut object, "target", target);
    }
    add(
        &mut object,
        "message",
        link.message()
            .map(|message| expected_message(message, link)),
    );
    object.into()
}

fn add_problems(object: &mut Map<String, Value>, verdict: &Verdict<'_>) {
    let problems = verdict.problems().iter().map(|problem| {
        let (code, rule, span) = (problem.code(), problem.rule(), problem.span());
        json!({ "code": code.name(), "start": span.start, "end": span.end, "rule": rule.name() })
    });
    object.insert("problems".into(), problems.collect());
    let left_out = verdict.problems_left_out();
    add(
        object,
        "problems_left_out",
        (left_out > 0).then_some(left_out),
    );
}

fn expected_message(message: &Message<'_>, link: &Link<'_>) -> Value {
    const MAX: usize = 4096;
    let metadata = message.metadata();
    let mut object = Map::new();
    add(&mut object, "index", message.index());
    add(&mut object, "offset", Some(message.offset()));
    add(&mut object, "id", metadata.id());
    add(&mut object, "date", metadata.date().and_then(rfc3339));
    add(&mut object, "date_written", metadata.date_written());
    let mut truncated = Vec::new();
    for (name, value) in [("from", metadata.from()), ("subject", metadata.subject())] {
        let printed = value.map(|value| &value[..value.floor_char_boundary(MAX)]);
        truncated.extend((printed != value).then_some(name));
        add(&mut object, name, printed);
    }
    let newsgroups = metadata.newsgroups();
    add(
        &mut object,
        "newsgroups",
        (!newsgroups.is_empty()).then(|| newsgroups.to_vec()),
    );
    add(&mut object, "part", link.part());
    add(&mut object, "type", link.media_type());
    if let Some(header) = link.header().filter(|header| !header.is_empty()) {
        let printed = match str::from_utf8(header) {
            Ok(text) => &header[..text.floor_char_boundary(MAX)],
            Err(_) => &header[..header.len().min(MAX)],
        };
        truncated.extend((printed != header).then_some("header"));
        add_bytes(&mut object, "header", printed);
    }
    add(
        &mut object,
        "truncated",
        (!truncated.is_empty()).then_some(truncated),
    );
    object.into()
}

/// Returns the object of a rejected candidate in `docs/JSON.md`.
fn expected_rejected(rejected: &Rejected<'_>) -> Value {
    let mut object = Map::new();
    add(&mut object, "rejected", Some(rejected.reason().code()));
    add(&mut object, "delimiter", Some(rejected.delimiter().name()));
    add_place(
        &mut object,
        rejected.path(),
        rejected.span(),
        rejected.position(),
    );
    object.into()
}

/// Checks that a line is an object, and cannot control a terminal.
fn assert_line(line: &str, expected: &Value) {
    let text = line.strip_suffix('\n').expect("the end of the line");
    assert!(!text.chars().any(is_unprintable), "{line:?}");
    let found: Value = serde_json::from_str(text).expect("JSON");
    assert_eq!(&found, expected);
}

fn write_number(out: &mut Vec<u8>, _: Field, number: u64) {
    out.extend(number.to_string().bytes());
}

fn written(link: &Link<'_>, fields: JsonFields) -> String {
    // Lines before it stay as they are.
    let mut out = b"{}\n".to_vec();
    write_link_line(&mut out, &link.fields(), fields, write_number);
    let lines = String::from_utf8(out).expect("JSON is UTF-8");
    lines
        .strip_prefix("{}\n")
        .expect("the line before")
        .to_owned()
}

fn written_rejected(rejected: &Rejected<'_>) -> String {
    let mut out = Vec::new();
    write_rejected_line(&mut out, rejected, write_number);
    String::from_utf8(out).expect("JSON is UTF-8")
}

/// Where a candidate is.
#[derive(Clone, Debug, Default)]
struct Place {
    path: Vec<u8>,
    position: Option<(u64, u64)>,
    message: Option<Message<'static>>,
    section: Section,
    base: Option<Vec<u8>>,
}

/// Compares the JSON of every candidate of a text, and returns the number of candidates.
fn compare(text: &[u8], place: &Place) -> usize {
    let mut count = 0;
    let path: Arc<[u8]> = place.path.clone().into();
    let position = place
        .position
        .map(|(line, column)| Position { line, column });
    for event in find(text, &Config::default()) {
        count += 1;
        match event {
            Event::Candidate(candidate) => {
                let mut link = Link::new(candidate, Arc::clone(&path), |span| span)
                    .with_section(place.section.clone());
                if let Some(position) = position {
                    link = link.with_position(position);
                }
                if let Some(message) = &place.message {
                    link = link.with_message(message.clone());
                }
                if let Some(base) = &place.base {
                    link = link.with_base(base.as_slice());
                }
                let json = written(&link, JsonFields::ALL);
                assert_line(&json, &expected(&link));
                assert_eq!(json.as_bytes(), link.to_json_line());
                if json.len() < 2000 {
                    compare_fields(&link, &json);
                }
            }
            Event::Rejected(rejection) => {
                let rejected = Rejected::new(rejection, |span| span)
                    .with_path(Arc::clone(&path))
                    .with_position(position);
                let line = written_rejected(&rejected);
                assert_line(&line, &expected_rejected(&rejected));
            }
        }
    }
    count
}

/// Each field alone has the value that it has among all.
fn compare_fields(link: &Link<'_>, json: &str) {
    let all: Value = serde_json::from_str(json).expect("JSON");
    // Only a field that is named.
    let names = JsonFields::names().filter(|name| *name != "url_key");
    for name in names {
        let fields = JsonFields::named(name).expect("a field has this name");
        let selected = written(link, fields);
        let object: Value = serde_json::from_str(&selected).expect("JSON");
        let expected = match name.split_once('.') {
            None => all.get(name),
            Some((object, name)) => all.get(object).and_then(|message| message.get(name)),
        };
        let found = match name.split_once('.') {
            None => object.get(name),
            Some((object_name, name)) => object
                .get(object_name)
                .and_then(|message| message.get(name)),
        };
        assert_eq!(found, expected, "{name}");
        let is_own = |key: &str| {
            let first = name.split('.').next().unwrap_or_default();
            key.starts_with(first)
        };
        let object = object.as_object().expect("an object");
        assert!(object.keys().all(|key| is_own(key)), "{name}: {selected}");
    }
}

fn files(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, all);
        } else {
            all.push(path);
        }
    }
}

#[test]
fn the_json_of_the_corpus_is_the_documented_one() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut all = Vec::new();
    files(&corpus, &mut all);
    let header = [
        "Message-ID: <1@a.example>\nDate: Tue, 31 Jan 1995 07:00:00 -0500 (\u{202e})\nFrom: ",
        &"\u{e9} \"J\" \u{202e}".repeat(1000),
        "\nSubject: =?utf-8?B?",
        &STANDARD.encode(chars().collect::<String>()),
        "?=",
        &"a\\b\t\u{7f}".repeat(1000),
        "\nNewsgroups: a.b, \"\n",
    ];
    let metadata = Metadata::of(header.concat().as_bytes());
    let message = Message::new(7, Arc::new(metadata));
    let places = [
        Place::default(),
        Place {
            path: b"a\xff\n".to_vec(),
            position: Some((1, 20)),
            message: Some(message.clone().with_index(9)),
            section: Section::part(&[1, 2], "text/\u{e9}"),
            base: Some(b"http://h\xff/a/".to_vec()),
        },
        Place {
            path: (0..=0xff).collect(),
            position: Some((u64::MAX, 1)),
            message: Some(message),
            section: Section::header(&b"x\xff".repeat(5000)),
            base: Some(b"no base".to_vec()),
        },
    ];
    let mut texts: Vec<_> = all
        .iter()
        .map(|path| fs::read(path).expect("a readable file"))
        .collect();
    let unusual = (0..=0xff).map(|byte| vec![byte]);
    let unusual = unusual.chain(chars().map(|char| char.to_string().into_bytes()));
    texts.extend(unusual.map(|one| [b"<URL:http://a.example/", &one[..], b"x>"].concat()));
    let mut count = 0;
    for text in texts {
        for place in &places {
            count += compare(&text, place);
        }
    }
    assert!(count > 1000, "{count}");
}

/// The characters of a byte, and some that are not printed as they are.
fn chars() -> impl Iterator<Item = char> {
    let others = "\u{ad}\u{200b}\u{2028}\u{202e}\u{feff}\u{fffd}\u{e0041}\u{10ffff}";
    ('\0'..='\u{ff}').chain(others.chars())
}
