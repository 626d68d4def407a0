//! Prints the links of an mbox that mail-parser, linkify and html5gum find together.

use std::{
    env,
    fs::File,
    io::{self, BufWriter, Write},
};

use urlsift_benches::stack;

fn main() -> io::Result<()> {
    let path = env::args_os()
        .nth(1)
        .ok_or_else(|| io::Error::other("usage: stack FILE"))?;
    let mut out = BufWriter::new(io::stdout().lock());
    stack::write_links(File::open(path)?, &mut out)?;
    out.flush()
}
