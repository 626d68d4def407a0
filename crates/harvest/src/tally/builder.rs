//! Counts the URLs of a shard.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    io::{self, Write},
    mem,
};

use urlsift_record::{Link, Message};
use urlsift_sort::{Encode, Runs};

use super::entry::{Counts, Entry, Sub};
use crate::{
    disk::{DiskFile, Written},
    error::Error,
};

/// The memory of the entries of a shard, in bytes; more are sorted in temporary files.
const MAX_BYTES: usize = 16 << 20;

/// The memory of an entry besides its texts.
const ENTRY: usize = 256;

/// Seconds in a year of 365 days.
pub(crate) const YEAR: i64 = 365 * 24 * 60 * 60;

/// An occurrence of a URL.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Occurrence<'l> {
    pub(crate) link: &'l Link,
    /// Hashes of the file, and of the message in it.
    pub(crate) file: u64,
    pub(crate) message: Option<u64>,
}

/// A reading, its URL, and its index.
type ReadingOf = (Box<[u8]>, Box<[u8]>, u32);

/// Counts the URLs of a shard, and writes the counts to a file, sorted.
#[derive(Debug)]
pub(crate) struct TallyBuilder {
    file: DiskFile,
    counts: HashMap<Box<[u8]>, Counts>,
    dates: BTreeMap<(Box<[u8]>, i64), u64>,
    readings: BTreeSet<ReadingOf>,
    /// The memory that these take, about.
    bytes: usize,
    runs: Runs<Entry>,
    newest_received: Option<i64>,
}

impl TallyBuilder {
    pub(crate) fn new(file: DiskFile) -> Self {
        Self {
            file,
            counts: HashMap::new(),
            dates: BTreeMap::new(),
            readings: BTreeSet::new(),
            bytes: 0,
            runs: Runs::new(()),
            newest_received: None,
        }
    }

    /// Returns the newest date at which a message was received.
    pub(crate) fn newest_received(&self) -> Option<i64> {
        self.newest_received
    }

    /// Counts an occurrence.
    pub(crate) fn add(&mut self, occurrence: &Occurrence<'_>) -> io::Result<()> {
        let link = occurrence.link;
        let url = link.url_bytes();
        let date = self.date_of(link.message());
        let has_readings = link.reading_count() > 1;
        let message = occurrence.message.map_or(0, |hash| hash.max(1));
        let counts = Counts {
            count: 1,
            unbroken: u64::from(!has_readings),
            messages: u64::from(message != 0),
            files: 1,
            edge_files: [occurrence.file; 2],
            edge_messages: [message; 2],
            seen: match date {
                Some((date, true)) => Some((date, date)),
                _ => None,
            },
            best: best(link),
        };
        if let Some(before) = self.counts.get_mut(url) {
            before.absorb(counts);
        } else {
            self.bytes += url.len() + ENTRY;
            self.counts.insert(url.into(), counts);
        }
        if let Some((date, false)) = date {
            self.add_date(url, date);
        }
        if has_readings {
            for (index, reading) in link.readings().enumerate().skip(1) {
                let claim = (Box::from(&*reading), Box::from(url), index as u32);
                if self.readings.insert(claim) {
                    self.bytes += reading.len() + url.len() + ENTRY;
                }
            }
        }
        if self.bytes >= MAX_BYTES {
            let entries = self.take_sorted();
            self.runs.push(entries)?;
        }
        Ok(())
    }

    /// Counts a message with links.
    pub(crate) fn add_message(&mut self, message: &Message) {
        match self.date_of(Some(message)) {
            Some((date, false)) => self.add_date(b"", date),
            None => {
                // A date before 1970 is never plausible.
                if let Some(date) = message.metadata().date() {
                    self.add_date(b"", date);
                }
            }
            Some(_) => {}
        }
    }

    /// Returns the date of a message from 1970 on, and whether it is certain to be at most a year after the newest date
    /// at which a message was received.
    fn date_of(&mut self, message: Option<&Message>) -> Option<(i64, bool)> {
        let metadata = message?.metadata();
        self.newest_received = self.newest_received.max(metadata.received());
        let date = metadata.date().filter(|&date| date >= 0)?;
        let newest = self.newest_received;
        Some((
            date,
            newest.is_some_and(|newest| date <= newest.saturating_add(YEAR)),
        ))
    }

    fn add_date(&mut self, url: &[u8], date: i64) {
        let messages = self.dates.entry((url.into(), date)).or_insert_with(|| {
            self.bytes += url.len() + ENTRY;
            0
        });
        *messages += 1;
    }

    /// Removes all entries and returns them in order.
    fn take_sorted(&mut self) -> Vec<Entry> {
        self.bytes = 0;
        let counts = mem::take(&mut self.counts).into_iter();
        let mut entries: Vec<_> = counts
            .map(|(url, counts)| Entry {
                url,
                sub: Sub::Counts(counts),
            })
            .collect();
        let dates = mem::take(&mut self.dates).into_iter();
        entries.extend(dates.map(|((url, date), messages)| Entry {
            url,
            sub: Sub::Date(date, messages),
        }));
        let readings = mem::take(&mut self.readings).into_iter();
        entries.extend(readings.map(|(url, of, index)| Entry {
            url,
            sub: Sub::ReadingOf(index, of),
        }));
        entries.sort_by(|one, other| urlsift_sort::Record::compare(one, other, ()));
        entries
    }

    /// Writes the entries, and makes the file durable. Also returns their number.
    pub(crate) fn finish(mut self) -> Result<(u64, Written), Error> {
        let path = self.file.path().to_owned();
        let write = || {
            let entries = self.take_sorted();
            let runs = mem::replace(&mut self.runs, Runs::new(()));
            let mut encoder = zstd::Encoder::new(self.file, 1)?;
            let count = if runs.is_empty() {
                write_all(&mut encoder, entries.into_iter().map(Ok))?
            } else {
                let mut runs = runs;
                runs.push(entries)?;
                write_all(&mut encoder, runs.merge()?)?
            };
            Ok((count, encoder.finish()?.finish()?))
        };
        write().map_err(Error::io(&path))
    }
}

fn write_all(
    out: &mut impl Write,
    entries: impl Iterator<Item = io::Result<Entry>>,
) -> io::Result<u64> {
    let mut count = 0;
    for entry in entries {
        entry?.encode(out)?;
        count += 1;
    }
    Ok(count)
}

/// Returns the reading of a link that satisfies the strictest standard, if it is not the first one.
fn best(link: &Link) -> Option<Box<[u8]>> {
    let index = link.best()?;
    let reading = link.readings().nth(index)?;
    Some(Box::from(&*reading))
}
