//! Counts the URLs of a shard, sorted, for the table of all URLs.

mod builder;
mod entry;
mod number;

pub(crate) use builder::{Occurrence, TallyBuilder, YEAR};
pub(crate) use entry::{Counts, Entry, Resolved, Sub};

use std::{
    fs::File,
    io::{self, BufReader},
    path::Path,
};

use urlsift_sort::ReadRun;

/// Opens the file of a number of sorted entries.
pub(crate) fn read(path: &Path, entries: u64) -> io::Result<ReadRun<Entry>> {
    let decoder = zstd::Decoder::new(File::open(path)?)?;
    Ok(ReadRun::new(
        BufReader::with_capacity(64 << 10, decoder),
        entries,
    ))
}
