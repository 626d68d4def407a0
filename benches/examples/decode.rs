//! Decodes the texts of an archive and reads the attributes of its HTML, as `list --all` does, but searches nothing.

use std::{
    env,
    fs::File,
    io::{self, Write},
};

use urlsift_benches::baseline;

fn main() -> io::Result<()> {
    let path = env::args_os()
        .nth(1)
        .ok_or_else(|| io::Error::other("usage: decode FILE"))?;
    let (bytes, values) = baseline::decode(File::open(path)?)?;
    writeln!(io::stdout(), "{bytes} bytes, {values} attributes")
}
