//! linkify, on texts separated by NUL: one JSON object for each, or with `--urls` only the URLs. Offsets count bytes.
//! With `--names` it also finds the names of hosts, and e-mail addresses.

use std::{
    env,
    io::{self, BufWriter, Read, Write},
};

use linkify::{LinkFinder, LinkKind};
use serde_json::json;

fn main() -> io::Result<()> {
    let mut finder = LinkFinder::new();
    if env::args().any(|arg| arg == "--names") {
        finder.url_must_have_scheme(false);
    } else {
        finder.kinds(&[LinkKind::Url]);
    }
    let mut input = String::new();
    io::stdin().lock().read_to_string(&mut input)?;
    let mut out = BufWriter::new(io::stdout().lock());
    let is_plain = env::args().any(|arg| arg == "--urls");
    for (number, text) in input.split('\0').enumerate() {
        if is_plain {
            for link in finder.links(text) {
                writeln!(out, "{}", link.as_str())?;
            }
            continue;
        }
        let found: Vec<_> = finder
            .links(text)
            .map(|link| json!([link.as_str(), link.start(), link.end()]))
            .collect();
        writeln!(out, "{}", json!({"id": number, "found": found}))?;
    }
    out.flush()
}
