//! The table of URLs, from the sorted counts of all shards.
//!
//! The merged entries are written to a temporary file and read twice. Where a URL with a hyphen at a line break occurs
//! elsewhere in one piece, that evidence is found in the first pass, at the place of the reading in the order of URLs,
//! and needed in the second, at the place of the URL. A set of all unbroken URLs would do it in one pass, with memory
//! that grows with the data set.

use std::{iter::Peekable, path::Path};

use urlsift_record::table::{URLS, UrlRow};
use urlsift_search::{Verdict, rfc1738::Encoded};
use urlsift_sort::{Merge, Runs};

use crate::{
    dataset::DataFile,
    error::Error,
    figures::{Figure, InputDate, PlausibleDates},
    options::Options,
    storage::Workspace,
    table::TableWriter,
    tally::{Counts, Entry, Fact, Resolved, merge, sort_error},
};

/// The maximum memory of the resolved readings that are not in a temporary file, in bytes.
const MAX_BYTES: usize = 16 << 20;

/// Writes the table of URLs. Also returns the number of messages whose date is not plausible.
pub(super) fn write_urls(
    root: &Path,
    options: &Options,
    tallies: &[DataFile],
    workspace: &Workspace,
) -> Result<(DataFile, u64), Error> {
    let name = format!("urls.{}", options.format);
    let mut table = TableWriter::new(&URLS, options, workspace.create(&name)?)?;
    let (entries, resolved) = resolve(merge(root, tallies, |_| true)?)?;
    let implausible = write_rows(entries, resolved, &mut table)?;
    let rows = table.rows();
    let written = table.finish()?;
    let file = format!("urls-{}.{}", written.digest, options.format);
    workspace.publish(&written, &file)?;
    let file = DataFile {
        file,
        rows,
        size: written.size,
        digest: written.digest,
    };
    Ok((file, implausible))
}

/// Finds the readings that occur elsewhere in one piece. Also returns the entries, which have to be read again.
fn resolve(merged: Merge<Entry>) -> Result<(Merge<Entry>, Merge<Resolved>), Error> {
    let mut entries = Runs::new(());
    let mut resolved = Runs::new(());
    let mut buffer: Vec<Resolved> = Vec::new();
    let mut bytes = 0;
    // The last URL that occurs in one piece.
    let mut unbroken: Box<[u8]> = Box::default();
    let mut error = None;
    let pushed = entries.try_push(merged.inspect(|entry| {
        let Ok(Entry { url, fact }) = entry else {
            return;
        };
        match fact {
            Fact::Counts(counts) if counts.unbroken > 0 => unbroken.clone_from(url),
            Fact::ReadingOf(index, of) if unbroken == *url => {
                bytes += of.len() + url.len() + size_of::<Resolved>();
                buffer.push(Resolved {
                    url: of.clone(),
                    index: *index,
                    reading: url.clone(),
                });
                if bytes >= MAX_BYTES {
                    bytes = 0;
                    error = push_sorted(&mut resolved, &mut buffer)
                        .err()
                        .or(error.take());
                }
            }
            _ => {}
        }
    }));
    pushed.map_err(sort_error)?;
    if let Some(error) = error {
        return Err(error);
    }
    push_sorted(&mut resolved, &mut buffer)?;
    let entries = entries.merge().map_err(sort_error)?;
    let resolved = resolved.merge().map_err(sort_error)?;
    Ok((entries, resolved))
}

fn push_sorted(runs: &mut Runs<Resolved>, buffer: &mut Vec<Resolved>) -> Result<(), Error> {
    buffer.sort_by(|one, other| one.url.cmp(&other.url).then(one.index.cmp(&other.index)));
    // Of the readings of a URL, the first one remains.
    buffer.dedup_by(|later, first| later.url == first.url);
    runs.push(buffer.drain(..)).map_err(sort_error)
}

/// Writes the rows of all URLs. Returns the number of messages whose date is not plausible.
fn write_rows(
    entries: Merge<Entry>,
    resolved: Merge<Resolved>,
    table: &mut TableWriter,
) -> Result<u64, Error> {
    let mut resolved = resolved.peekable();
    let mut implausible = 0;
    let mut plausible = PlausibleDates::default();
    let mut current: Option<(Box<[u8]>, Counts)> = None;
    for entry in entries {
        let Entry { url, fact } = entry.map_err(sort_error)?;
        match fact {
            Fact::Figure(Figure::Received, newest, amounts) => {
                if let Some(newest) = InputDate::of_name(&newest) {
                    plausible.add(newest, amounts.messages);
                }
            }
            Fact::Figure(Figure::Date, date, amounts) => {
                let date = InputDate::of_name(&date);
                if !date.is_some_and(|date| plausible.judge(date, amounts.messages)) {
                    implausible += amounts.messages;
                }
            }
            Fact::Date(date) => {
                if let Some((_, counts)) = &mut current
                    && plausible.contains(date)
                {
                    let InputDate { date, .. } = date;
                    let (first, last) = counts.seen.unwrap_or((date, date));
                    counts.seen = Some((first.min(date), last.max(date)));
                }
            }
            Fact::Counts(counts) => {
                if let Some((url, counts)) = current.replace((url, counts)) {
                    write_row(&url, &counts, &mut resolved, table)?;
                }
            }
            Fact::Figure(..) | Fact::ReadingOf(..) => {}
        }
    }
    if let Some((url, counts)) = current {
        write_row(&url, &counts, &mut resolved, table)?;
    }
    Ok(implausible)
}

fn write_row(
    url: &[u8],
    counts: &Counts,
    resolved: &mut Peekable<Merge<Resolved>>,
    table: &mut TableWriter,
) -> Result<(), Error> {
    let mut duplicate = None;
    while let Some(next) = resolved.peek() {
        match next {
            Ok(next) if *next.url > *url => break,
            Ok(next) if *next.url == *url => duplicate = Some(next.reading.clone()),
            _ => {}
        }
        if let Some(Err(error)) = resolved.next() {
            return Err(sort_error(error));
        }
    }
    let is_broken = counts.count > counts.unbroken;
    let is_unbroken = counts.unbroken > 0;
    // If both readings occur elsewhere, there is no evidence for either.
    let (best, resolved_by) = match (&duplicate, is_broken, is_unbroken) {
        (None, true, true) => (url, Some("twin:kept")),
        (Some(reading), _, false) => (&**reading, Some("twin:dropped")),
        _ => (counts.best.as_deref().unwrap_or(url), None),
    };
    let verdict = Verdict::of(url);
    let parts = verdict.parts();
    let scheme = parts.scheme().map(str::to_ascii_lowercase);
    let row = UrlRow {
        url,
        scheme: scheme.as_deref(),
        host: parts.host().map(Encoded::as_bytes),
        count: counts.count,
        messages: counts.messages,
        files: counts.files,
        seen: counts.seen,
        best,
        resolved_by,
    };
    table.write_row(|writer| row.write(writer))
}
