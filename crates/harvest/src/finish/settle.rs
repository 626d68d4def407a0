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
    cmp::{Ordering, Reverse},
    collections::BTreeMap,
    io,
    iter::Peekable,
};

use borsh::{BorshDeserialize, BorshSerialize};
use urlsift::table::{SETTLED, SettledRow};
use urlsift_settle::{
    Claim, Decisions, ResolvedBy, Resolver,
    sort::{Merge, Record, Sorter},
};

use super::final_table::{self, FinalTable};
use crate::{
    error::Error,
    observer::Stop,
    options::Options,
    storage::Workspace,
    tally::{Entry, Fact, Settlement},
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
    let (doubts, mut entries, decisions) = divide(merged, stop).map_err(Error::of_sort)?;
    let mut rows = sorter(stop);
    let links = count_settled(doubts, decisions, &mut entries, &mut rows);
    let links = links.map_err(Error::of_sort)?;
    let mut table = final_table::create(&SETTLED, options, workspace)?;
    let (mut url, mut rank) = (Box::default(), 0);
    for row in rows.merge().map_err(Error::of_sort)? {
        let row: Row = row.map_err(Error::of_sort)?;
        if row.url != url {
            (url, rank) = (row.url.clone(), 0);
        }
        let row = SettledRow {
            url: &row.url,
            reading: &row.reading,
            settled: &row.settled,
            resolved_by: row.resolved_by.name(),
            rank,
        };
        rank += 1;
        table.write_row(|writer| row.write(writer))?;
    }
    let names = links
        .into_iter()
        .map(|(by, links)| (by.name().to_owned(), links));
    Ok(Settled {
        entries: entries.merge().map_err(Error::of_sort)?,
        table: FinalTable::new(table, &SETTLED, options)?,
        links: names.collect(),
    })
}

/// Sets apart what is known about doubtful links, and decides about their readings.
fn divide(
    merged: impl Iterator<Item = io::Result<Entry>>,
    stop: &Stop,
) -> io::Result<(Merge<Entry>, Sorter<Entry>, Decisions)> {
    let mut doubts = sorter(stop);
    let mut resolver = Resolver::new().check(stop.of_merges());
    let mut entries = sorter(stop);
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
            Fact::Claim(claim) => resolver.claim(claim),
            Fact::DoubtCounts(..) | Fact::DoubtDate(..) => {
                push_fact(&mut doubts, url, fact.clone())
            }
            Fact::Figure(..) | Fact::Date(_) | Fact::Settled(_) => return true,
        };
        if failed.is_ok() {
            failed = done;
        }
        false
    });
    entries.push_sorted(others)?;
    failed?;
    Ok((doubts.merge()?, entries, resolver.finish()?))
}

/// Adds the counts of doubtful links to the URLs as which they are settled, and the rows of these. Returns the numbers
/// of links by the evidence.
fn count_settled(
    doubts: Merge<Entry>,
    decisions: Decisions,
    entries: &mut Sorter<Entry>,
    rows: &mut Sorter<Row>,
) -> io::Result<BTreeMap<ResolvedBy, u64>> {
    let mut links: BTreeMap<ResolvedBy, u64> = BTreeMap::new();
    let mut decisions = decisions.peekable();
    for entry in doubts {
        let Entry { url, fact } = entry?;
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
                let target = decision.map_or(&*url, Claim::url);
                if *target != *url {
                    change.absorb(Settlement::adding(&counts));
                    let removed = Fact::Settled(Settlement::removing(&counts));
                    push_fact(entries, &url, removed)?;
                }
                push_fact(entries, target, Fact::Settled(change))?;
            }
            Fact::DoubtDate(doubt, date) => {
                let decision = decision_of(&mut decisions, &url, doubt)?;
                let target = decision.map_or(&*url, Claim::url);
                push_fact(entries, target, Fact::Date(date))?;
            }
            _ => {}
        }
    }
    Ok(links)
}

/// Returns the decision about links with this first reading and these readings, if there is one. Decisions before it
/// are skipped.
fn decision_of<'d>(
    decisions: &'d mut Peekable<Decisions>,
    url: &[u8],
    doubt: u128,
) -> io::Result<Option<&'d Claim>> {
    let is_before = |decision: &Claim| (&*decision.of, decision.doubt).cmp(&(url, doubt)).is_lt();
    while let Some(skipped) =
        decisions.next_if(|decision| decision.as_ref().map_or(true, is_before))
    {
        skipped?;
    }
    let next = decisions.peek().and_then(|decision| decision.as_ref().ok());
    Ok(next.filter(|decision| *decision.of == *url && decision.doubt == doubt))
}

/// Returns a sorter that can be stopped.
fn sorter<R: Record<Order = ()>>(stop: &Stop) -> Sorter<R> {
    Sorter::new((), MAX_BYTES).check(stop.of_merges())
}

fn push_fact(sorter: &mut Sorter<Entry>, url: &[u8], fact: Fact) -> io::Result<()> {
    let size = size_of::<Entry>() + url.len();
    let url = Box::from(url);
    sorter.push(Entry { url, fact }, size)
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, BorshSerialize, BorshDeserialize)]
struct Row {
    url: Box<[u8]>,
    reading: Box<[u8]>,
    settled: Box<[u8]>,
    resolved_by: ResolvedBy,
}

impl Row {
    fn new(decision: &Claim) -> Self {
        Self {
            url: decision.of.clone(),
            reading: if decision.is_stump() {
                decision.of.clone()
            } else {
                decision.entry.clone()
            },
            settled: decision.url().into(),
            resolved_by: decision.resolved_by,
        }
    }

    /// Returns the approximate memory, in bytes.
    fn size(&self) -> usize {
        self.url.len() + self.reading.len() + self.settled.len() + size_of::<Self>()
    }
}

/// Links with different readings may lead to the same row. The rows of a URL are sorted by rank: a whole URL elsewhere
/// counts more than a host, and a longer URL more than a shorter one.
impl Record for Row {
    type Order = ();

    fn compare(&self, other: &Self, (): ()) -> Ordering {
        let rank = |row: &Self| (row.resolved_by.evidence, Reverse(row.settled.len()));
        let by_url = self.url.cmp(&other.url);
        let by_rank = by_url.then_with(|| rank(self).cmp(&rank(other)));
        by_rank.then_with(|| self.cmp(other))
    }

    fn absorb(&mut self, _: Self) {}
}
