//! Sorted counts of a shard: its figures, for the report, and its URLs, for the table of all URLs.
//!
//! Each shard counts its own URLs, so that finishing a data set merges sorted files: in bounded memory, in the order of
//! URLs, and without the tables. The alternative, to sort the rows of all links when finishing, reads and sorts many
//! times as much. The price is a file a shard, of a fifth to a quarter of the size of its links as Parquet.

mod builder;
mod entry;

pub(crate) use builder::{Occurrence, TallyBuilder};
pub(crate) use entry::{Counts, Entry, Fact, Settlement, union};

use std::{fs::File, io, path::Path};

use urlsift_settle::sort::{Merge, ReadRun, Runs};

use crate::{dataset::DataFile, error::Error, observer::Stop};

/// The number of files that are merged at a time.
const MERGED: usize = 16;

/// Merges the tallies of all shards: of each, the entries from the first one on that are wanted.
///
/// All but the last files go through temporary ones, so that few are open. The tallies of a small data set are read
/// once.
pub(crate) fn merge(
    root: &Path,
    tallies: &[DataFile],
    is_wanted: impl Fn(&Entry) -> bool,
    stop: &Stop,
) -> Result<impl Iterator<Item = io::Result<Entry>>, Error> {
    let is_wanted = move |entry: &io::Result<Entry>| entry.as_ref().map_or(true, &is_wanted);
    let (first, last) = tallies.split_at(tallies.len().saturating_sub(MERGED));
    let mut runs = Runs::new(()).check(stop.of_merges());
    for files in first.chunks(MERGED) {
        let mut merge = Merge::new(());
        push_all(&mut merge, root, files, stop)?;
        let wanted = merge.take_while(&is_wanted);
        runs.try_push(wanted).map_err(Error::of_sort)?;
    }
    let mut merge = runs.merge().map_err(Error::of_sort)?;
    push_all(&mut merge, root, last, stop)?;
    Ok(merge.take_while(is_wanted))
}

fn push_all(
    merge: &mut Merge<Entry>,
    root: &Path,
    files: &[DataFile],
    stop: &Stop,
) -> Result<(), Error> {
    for file in files {
        let entries = read(&root.join(&file.file), file.rows, stop)?;
        merge.push(entries).map_err(Error::of_sort)?;
    }
    Ok(())
}

/// Opens a file of `entries` sorted entries. [`Error::of_sort`] converts an error of an entry to one that names the
/// file.
fn read(path: &Path, entries: u64, stop: &Stop) -> Result<ReadRun<Entry>, Error> {
    let file = File::open(path).map(|file| stop.of_merges().reader(file));
    let decoder = file.and_then(zstd::Decoder::new);
    let decoder = decoder.map_err(Error::io(path))?;
    let owned = path.to_owned();
    Ok(ReadRun::new(decoder, entries).map_err(move |error| Error::into_sort(&owned, error)))
}
