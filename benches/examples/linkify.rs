//! Prints the URLs that the linkify crate finds in a file, for `benches/compare`.

use std::{
    env, fs,
    io::{self, BufWriter, Write},
};

use linkify::{LinkFinder, LinkKind};

fn main() -> io::Result<()> {
    let path = env::args_os()
        .nth(1)
        .ok_or_else(|| io::Error::other("usage: linkify FILE"))?;
    let text = fs::read(path)?;
    let text = String::from_utf8_lossy(&text);
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]);
    let mut out = BufWriter::new(io::stdout().lock());
    for link in finder.links(&text) {
        writeln!(out, "{}", link.as_str())?;
    }
    out.flush()
}
