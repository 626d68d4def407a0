//! Settles doubtful readings by the evidence of the whole data set.
//!
//! The merged entries of all shards are read once. What is known about links with several readings is set apart; the
//! readings that stand elsewhere are found on the way ([`urlsift_settle`]). Both are then sorted by the first reading,
//! and where they meet, the counts of the links go to the URL as which they are settled. Everything that may be large
//! is in temporary files; each of four sorts needs at most 16 MiB of memory.
//!
//! Counts of messages and files go with their links, not the messages and files themselves. One that has several links
//! settled as the same URL, from different first readings, therefore counts for each of these. Exact numbers would need
//! the messages of every URL, several times as large as its counts.

use std::{
    cmp::Ordering,
    collections::BTreeMap,
    io::{self, BufRead, Write},
    iter::Peekable,
    mem,
};

use urlsift::table::{SETTLED, SettledRow};
use urlsift_settle::{Decision, Decisions, ResolvedBy, Resolver};
use urlsift_sort::{
    Encode, Merge, Record, Runs,
    number::{read, read_bytes, write, write_bytes},
};

use super::final_table::{self, FinalTable};
use crate::{
    error::Error,
    observer::Stop,
    options::Options,
    storage::Workspace,
    tally::{Entry, Fact, Settlement, sort_error},
};

/// The maximum memory of records that are not in a temporary file, in bytes, for each sort.
const MAX_BYTES: usize = 16 << 20;

/// What is settled.
pub(super) struct Settled {
    /// The entries for the table of URLs, in order.
    pub(super) entries: Merge<Entry>,
    /// The table of settled readings.
    pub(super) table: FinalTable,
    /// The numbers of links, by the evidence for their readings.
    pub(super) links: BTreeMap<String, u64>,
}

/// Settles the doubtful readings, and writes the table of them.
pub(super) fn settle(
    merged: impl Iterator<Item = io::Result<Entry>>,
    options: &Options,
    workspace: &Workspace,
    stop: &Stop,
) -> Result<Settled, Error> {
    let (doubts, mut entries, decisions) = divide(merged, stop)?;
    let mut rows = Sorter::new(stop);
    let mut links: BTreeMap<ResolvedBy, u64> = BTreeMap::new();
    let mut decisions = decisions.peekable();
    for entry in doubts.into_runs()?.merge().map_err(sort_error)? {
        let Entry { url, fact } = entry.map_err(sort_error)?;
        match fact {
            Fact::DoubtCounts(doubt, counts) => {
                let decision = decision_of(&mut decisions, &url, doubt)?;
                if let Some(decision) = decision {
                    *links.entry(decision.resolved_by).or_default() += counts.count;
                    let row = Row::new(decision);
                    let size = row.size();
                    rows.push(row, size)?;
                }
                let mut change = Settlement {
                    seen: counts.seen,
                    resolved_by: decision.map(|decision| decision.resolved_by),
                    ..Settlement::default()
                };
                let target = decision.map_or(&url, |decision| &decision.url);
                if *target != url {
                    change.absorb(Settlement::adding(&counts));
                    entries.push_fact(&url, Fact::Settled(Settlement::removing(&counts)))?;
                }
                entries.push_fact(target, Fact::Settled(change))?;
            }
            Fact::DoubtDate(doubt, date) => {
                let decision = decision_of(&mut decisions, &url, doubt)?;
                let target = decision.map_or(&url, |decision| &decision.url);
                entries.push_fact(target, Fact::Date(date))?;
            }
            _ => {}
        }
    }
    let mut table = final_table::create(&SETTLED, options, workspace)?;
    for row in rows.into_runs()?.merge().map_err(sort_error)? {
        let row = row.map_err(sort_error)?;
        let row = SettledRow {
            url: &row.url,
            reading: &row.reading,
            settled: &row.settled,
            resolved_by: row.resolved_by.name(),
        };
        table.write_row(|writer| row.write(writer))?;
    }
    let names = links
        .into_iter()
        .map(|(by, links)| (by.name().to_owned(), links));
    Ok(Settled {
        entries: entries.into_runs()?.merge().map_err(sort_error)?,
        table: FinalTable::new(table, &SETTLED, options)?,
        links: names.collect(),
    })
}

/// Sets apart what is known about doubtful links, and decides about their readings.
fn divide(
    merged: impl Iterator<Item = io::Result<Entry>>,
    stop: &Stop,
) -> Result<(Sorter<Entry>, Sorter<Entry>, Decisions), Error> {
    let mut doubts = Sorter::new(stop);
    let mut resolver = Resolver::new().check(stop.of_merges());
    let mut entries = Sorter::new(stop);
    let mut failed = Ok(());
    let others = merged.filter(|entry| {
        let Ok(Entry { url, fact }) = entry else {
            return true;
        };
        let done = match fact {
            Fact::Counts(counts) => {
                if counts.unbroken > 0 {
                    resolver.whole(url);
                }
                return true;
            }
            Fact::Host => {
                resolver.host(url);
                Ok(())
            }
            Fact::Claim(claim) => resolver.claim(claim).map_err(sort_error),
            Fact::DoubtCounts(..) | Fact::DoubtDate(..) => doubts.push_fact(url, fact.clone()),
            Fact::Figure(..) | Fact::Date(_) | Fact::Settled(_) => return true,
        };
        if failed.is_ok() {
            failed = done;
        }
        false
    });
    entries.runs.try_push(others).map_err(sort_error)?;
    failed?;
    Ok((doubts, entries, resolver.finish().map_err(sort_error)?))
}

/// Returns the decision about links with this first reading and these readings, if there is one. Decisions before it
/// are skipped.
fn decision_of<'d>(
    decisions: &'d mut Peekable<Decisions>,
    url: &[u8],
    doubt: u128,
) -> Result<Option<&'d Decision>, Error> {
    let is_before =
        |decision: &Decision| (&*decision.of, decision.doubt).cmp(&(url, doubt)).is_lt();
    while let Some(skipped) =
        decisions.next_if(|decision| decision.as_ref().map_or(true, is_before))
    {
        skipped.map_err(sort_error)?;
    }
    let next = decisions.peek().and_then(|decision| decision.as_ref().ok());
    Ok(next.filter(|decision| *decision.of == *url && decision.doubt == doubt))
}

/// Sorts records, the recent ones in memory.
struct Sorter<R: Record<Order = ()>> {
    recent: Vec<R>,
    bytes: usize,
    runs: Runs<R>,
}

impl<R: Record<Order = ()>> Sorter<R> {
    fn new(stop: &Stop) -> Self {
        Self {
            recent: Vec::new(),
            bytes: 0,
            runs: Runs::new(()).check(stop.of_merges()),
        }
    }

    /// Adds a record that takes this memory in bytes.
    fn push(&mut self, record: R, size: usize) -> Result<(), Error> {
        self.bytes += size;
        self.recent.push(record);
        if self.bytes < MAX_BYTES {
            return Ok(());
        }
        self.spill()
    }

    fn spill(&mut self) -> Result<(), Error> {
        self.bytes = 0;
        let mut recent = mem::take(&mut self.recent);
        recent.sort_by(|one, other| one.compare(other, ()));
        let mut combined: Vec<R> = Vec::with_capacity(recent.len());
        for record in recent {
            match combined.last_mut() {
                Some(last) if last.compare(&record, ()).is_eq() => last.absorb(record),
                _ => combined.push(record),
            }
        }
        self.runs.push(combined).map_err(sort_error)
    }

    fn into_runs(mut self) -> Result<Runs<R>, Error> {
        self.spill()?;
        Ok(self.runs)
    }
}

impl Sorter<Entry> {
    fn push_fact(&mut self, url: &[u8], fact: Fact) -> Result<(), Error> {
        let url = Box::from(url);
        let size = size_of::<Entry>() + <[u8]>::len(&url);
        self.push(Entry { url, fact }, size)
    }
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    url: Box<[u8]>,
    reading: Box<[u8]>,
    settled: Box<[u8]>,
    resolved_by: ResolvedBy,
}

impl Row {
    fn new(decision: &Decision) -> Self {
        Self {
            url: decision.of.clone(),
            reading: decision.entry.clone(),
            settled: decision.url.clone(),
            resolved_by: decision.resolved_by,
        }
    }

    /// Returns the approximate memory, in bytes.
    fn size(&self) -> usize {
        self.url.len() + self.reading.len() + self.settled.len() + size_of::<Self>()
    }
}

impl Encode for Row {
    fn encode(&self, out: &mut impl Write) -> io::Result<()> {
        for text in [&self.url, &self.reading, &self.settled] {
            write_bytes(out, text)?;
        }
        write(out, self.resolved_by.index() as u64)
    }
}

/// Links with different readings may lead to the same row.
impl Record for Row {
    type Order = ();

    fn decode(source: &mut impl BufRead) -> io::Result<Self> {
        let url = read_bytes(source)?;
        let reading = read_bytes(source)?;
        let settled = read_bytes(source)?;
        let resolved_by = ResolvedBy::ALL.get(read(source)? as usize).copied();
        Ok(Self {
            url,
            reading,
            settled,
            resolved_by: resolved_by.ok_or(io::ErrorKind::InvalidData)?,
        })
    }

    fn compare(&self, other: &Self, (): ()) -> Ordering {
        self.cmp(other)
    }

    fn absorb(&mut self, _: Self) {}
}
