//! Prints the cases of `corpus/scan` that are UTF-8 as an array of JSON, each with the links that `urlsift list --json`
//! prints. The tests of the npm package compare its links with these.

use std::{
    io::{self, Write},
    ops::ControlFlow,
    sync::Arc,
};

use serde_json::{Value, json};
use urlsift::{Kind, Link, ReadOptions, Sifter, Sink, Skip, record};
use urlsift_tests::cases;

struct Collect(Vec<record::Link>);

impl Sink for Collect {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        self.0.push(link.to_record(Arc::from([])));
        ControlFlow::Continue(())
    }
}

fn main() -> io::Result<()> {
    let mut all = Vec::new();
    for case in cases::scan() {
        let Ok(text) = str::from_utf8(&case.text) else {
            continue;
        };
        let mut collect = Collect(Vec::new());
        let options = ReadOptions::new().kind(Some(Kind::Text));
        let mut sifter = Sifter::with(case.config()).reading(options);
        // Reading a slice does not fail.
        let _ = sifter.sift_slice(&case.text, &mut collect);
                all.push(json!({
            "name": case.name,
            "text": text,
            "max_len": case.max_len,
            "schemes": case.schemes,
            "links": collect.0,
        }));
    }
    serde_json::to_writer(io::stdout().lock(), &all)?;
    io::stdout().flush()
}
