//! Prints the cases for the tests of the npm package as JSON: the cases of `corpus/scan` and `corpus/undelimited` that
//! are UTF-8; the cases of `corpus/archive`, each read as one message; the texts of `corpus/clients`, with the URLs
//! that are found; and the hostile texts and pages. All but the hostile ones have the links that `urlsift list --json`
//! prints, without `--all` in `corpus/scan` and with it elsewhere, and the advice on each link.

use std::{
    io::{self, Write},
    ops::ControlFlow,
};

use serde_json::{Value, json};
use urlsift::{Config, Delimiter, Kind, Link, ReadOptions, Sifter, Sink, Skip};
use urlsift_tests::{
    archive, cases,
    clients::{self, ClientText, Hostile},
};

struct Collect(Vec<Value>);

impl Sink for Collect {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let json = link.to_json_line();
        let mut json: Value = serde_json::from_slice(&json).expect("valid JSON");
        let (advice, reason) = link.advice();
        json["advice"] = json!({ "advice": advice.name(), "reason": reason });
        self.0.push(json);
        ControlFlow::Continue(())
    }
}

/// Returns the links of a source, with line numbers.
fn links(source: &[u8], kind: Kind, config: Config) -> Vec<Value> {
    let mut collect = Collect(Vec::new());
    let options = ReadOptions::new().kind(Some(kind));
    let mut sifter = Sifter::with(config).reading(options).positions(true);
    // Reading a slice does not fail.
    let _ = sifter.sift_slice(source, &mut collect);
    collect.0
}

fn text(case: &cases::Case) -> Option<Value> {
    let text = str::from_utf8(&case.text).ok()?;
    Some(json!({
        "name": case.name,
        "text": text,
        "max_len": case.max_len,
        "schemes": case.schemes,
        "kinds": if case.undelimited { "all" } else { "delimited" },
        "www": case.www,
        "links": links(&case.text, Kind::Text, case.config()),
    }))
}

fn message(case: &archive::Case) -> Value {
    let config = Config::new()
        .max_len(case.max_len)
        .delimiters(Delimiter::ALL);
    // A character for each byte.
    let file: String = case.file.iter().copied().map(char::from).collect();
    json!({
        "name": case.name,
        "file": file,
        "max_len": case.max_len,
        "links": links(&case.file, Kind::Message, config),
    })
}

fn client(text: &ClientText) -> Value {
    let config = Config::new().delimiters(Delimiter::ALL);
    json!({
        "name": text.name,
        "text": text.text,
        "found": text.found(),
        "links": links(text.text.as_bytes(), Kind::Text, config),
    })
}

fn main() -> io::Result<()> {
    let texts = cases::scan().into_iter().chain(cases::undelimited());
    let texts: Vec<_> = texts.filter_map(|case| text(&case)).collect();
    let attributes = archive::attribute_cases();
    let messages: Vec<_> = archive::cases()
        .iter()
        .chain(&attributes)
        .map(message)
        .collect();
    let clients: Vec<_> = clients::texts().iter().map(client).collect();
    let Hostile {
        texts: hostile,
        pages,
    } = clients::hostile();
    let cases = json!({
        "texts": texts,
        "messages": messages,
        "clients": clients,
        "hostile": { "texts": hostile, "pages": pages },
    });
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, &cases)?;
    out.flush()
}
