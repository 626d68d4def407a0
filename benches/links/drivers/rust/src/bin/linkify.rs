//! linkify, on texts: one JSON object a line. Offsets count bytes.

use std::io::{self, BufRead, BufWriter, Write};

use linkify::{LinkFinder, LinkKind};
use serde_json::{Value, json};

fn main() -> io::Result<()> {
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]);
    let mut out = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let document: Value = serde_json::from_str(&line?)?;
        let text = document["text"].as_str().unwrap_or_default();
        let found: Vec<_> = finder
            .links(text)
            .map(|link| json!([link.as_str(), link.start(), link.end()]))
            .collect();
        writeln!(out, "{}", json!({"id": document["id"], "found": found}))?;
    }
    out.flush()
}
