//! Counts the URLs of a shard, sorted, for the table of all URLs.

mod builder;
mod entry;
mod number;
mod sorting;

pub(crate) use builder::{Occurrence, TallyBuilder};
pub(crate) use entry::{Counts, Entry, Resolved, Sub};
pub(crate) use sorting::sort_error;

use std::{fs::File, io::BufReader, path::Path};

use urlsift_sort::ReadRun;

use crate::error::Error;

/// Opens a file of `entries` sorted entries. [`sort_error`] converts an error of an entry to one that names the file.
pub(crate) fn read(path: &Path, entries: u64) -> Result<ReadRun<Entry>, Error> {
    let decoder = File::open(path).and_then(zstd::Decoder::new);
    let decoder = decoder.map_err(Error::io(path))?;
    let source = BufReader::with_capacity(64 << 10, decoder);
    let owned = path.to_owned();
    Ok(ReadRun::new(source, entries).map_err(move |error| sorting::of_file(&owned, error)))
}
