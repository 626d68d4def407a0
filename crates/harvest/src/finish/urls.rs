//! The table of URLs, from the sorted and settled counts of all shards, and the table of implausible dates.

use std::collections::HashMap;

use urlsift::{
    format::url_key,
    table::{IMPLAUSIBLE, ImplausibleRow, URLS, UrlRow},
};
use urlsift_search::{Verdict, rfc1738::Encoded};
use urlsift_settle::{ResolvedBy, sort::Merge};

use super::{
    final_table::{self, FinalTable},
    seeds::SeedSorter,
};
use crate::{
    error::Error,
    figures::{Amounts, Figure, InputDate, PlausibleDates},
    plan::Plan,
    report::top::Top,
    run::path_hash,
    storage::Workspace,
    table::TableWriter,
    tally::{Counts, Entry, Fact, Settlement, union},
};

/// The tables that were written.
pub(super) struct UrlTables {
    pub(super) urls: FinalTable,
    pub(super) implausible: FinalTable,
    /// The number of messages whose date is not plausible.
    pub(super) implausible_dates: u64,
    /// The most frequent URLs, with the numbers of their links.
    pub(super) frequent: Vec<(String, u64)>,
}

/// The number of these.
const FREQUENT: usize = 50;

/// Writes the tables.
pub(super) fn write_urls(
    entries: Merge<Entry>,
    plan: &Plan,
    workspace: &Workspace,
    seeds: &mut SeedSorter,
) -> Result<UrlTables, Error> {
    let options = plan.options();
    let mut urls = final_table::create(&URLS, options, workspace)?;
    let mut dates = ImplausibleDates::new(plan, workspace)?;
    let mut plausible = PlausibleDates::default();
    let mut current = Url::default();
    let mut top = Top::default();
    for entry in entries {
        let Entry { url, fact } = entry.map_err(Error::of_sort)?;
        match fact {
            // Figures come first, and of these the newest dates before the others.
            Fact::Figure(Figure::Received, newest, amounts) => {
                if let Some(newest) = InputDate::of_name(&newest) {
                    plausible.add(newest, amounts.messages);
                }
            }
            Fact::Figure(Figure::Date, date, amounts) => {
                if let Some(date) = InputDate::of_name(&date)
                    && !plausible.judge(date, amounts.messages)
                {
                    dates.add(date, amounts.messages)?;
                }
            }
            Fact::Figure(..) => {}
            fact => {
                if url != current.text {
                    current.write(&mut urls, seeds, &mut top)?;
                    current = Url {
                        text: url,
                        ..Url::default()
                    };
                }
                current.add(fact, &plausible);
            }
        }
    }
    current.write(&mut urls, seeds, &mut top)?;
    Ok(UrlTables {
        urls: FinalTable::new(urls, &URLS, options)?,
        implausible: FinalTable::new(dates.table, &IMPLAUSIBLE, options)?,
        implausible_dates: dates.messages,
        frequent: top
            .rows
            .iter()
            .map(|(url, of)| (String::from_utf8_lossy(url).into_owned(), of.count))
            .collect(),
    })
}

/// Writes the dates that are not plausible.
struct ImplausibleDates {
    table: TableWriter,
    /// The paths of the inputs, by their hashes. Empty if the table has no dates.
    paths: HashMap<u64, Vec<u8>>,
    messages: u64,
}

impl ImplausibleDates {
    fn new(plan: &Plan, workspace: &Workspace) -> Result<Self, Error> {
        let options = plan.options();
        let inputs = plan.shards().iter().flat_map(|shard| &shard.inputs);
        let inputs = inputs.filter(|_| !options.leaves_out("date"));
        let paths = inputs.map(|input| {
            let path = input.path.bytes();
            (path_hash(&path), path)
        });
        Ok(Self {
            table: final_table::create(&IMPLAUSIBLE, options, workspace)?,
            paths: paths.collect(),
            messages: 0,
        })
    }

    /// Adds a date of a number of messages.
    fn add(&mut self, date: InputDate, messages: u64) -> Result<(), Error> {
        self.messages += messages;
        let Some(path) = self.paths.get(&date.input) else {
            return Ok(());
        };
        let date = date.date;
        let row = ImplausibleRow { path, date };
        self.table.write_row(|writer| row.write(writer))
    }
}

/// What is known about a URL.
#[derive(Default)]
struct Url {
    text: Box<[u8]>,
    /// The counts of links with this first reading; `None` if there are none.
    counts: Option<Counts>,
    settlement: Settlement,
    seen: Option<(i64, i64)>,
}

impl Url {
    fn add(&mut self, fact: Fact, plausible: &PlausibleDates) {
        match fact {
            Fact::Date(date) => {
                if plausible.contains(date) {
                    self.seen = union(self.seen, Some((date.date, date.date)));
                }
            }
            Fact::Counts(counts) => {
                self.seen = union(self.seen, counts.seen);
                self.counts = Some(counts);
            }
            Fact::Settled(settlement) => {
                self.seen = union(self.seen, settlement.seen);
                self.settlement = settlement;
            }
            // The first is for the report; the others are settled already.
            Fact::Figure(..)
            | Fact::DoubtCounts(..)
            | Fact::DoubtDate(..)
            | Fact::Host
            | Fact::Claim(_) => {}
        }
    }

    /// Writes the row, and counts the URL, unless all links with this first reading are settled as others.
    fn write(
        &self,
        table: &mut TableWriter,
        seeds: &mut SeedSorter,
        top: &mut Top,
    ) -> Result<(), Error> {
        let sum = |of: fn(&Counts) -> u64, change: i64| {
            let count = self.counts.as_ref().map_or(0, of);
            count.saturating_add_signed(change)
        };
        let Settlement {
            count,
            messages,
            files,
            resolved_by,
            ..
        } = self.settlement;
        let count = sum(|counts| counts.count, count);
        if count == 0 {
            return Ok(());
        }
        let amounts = Amounts {
            count,
            ..Amounts::default()
        };
        top.add(self.text.clone(), amounts, FREQUENT);
        let verdict = Verdict::of(&self.text);
        let parts = verdict.parts();
        let scheme = parts.scheme().map(str::to_ascii_lowercase);
        let best = self.counts.as_ref().map(|counts| &*counts.best);
        let best = best.filter(|best| !best.is_empty() && resolved_by.is_none());
        let domain = parts.domain();
        let row = UrlRow {
            url: &self.text,
            scheme: scheme.as_deref(),
            host: parts.host().map(Encoded::as_bytes),
            count,
            messages: sum(|counts| counts.messages, messages),
            // One with several of the links that moved away was subtracted several times.
            files: sum(|counts| counts.files, files).max(1),
            seen: self.seen,
            best: best.unwrap_or(&self.text),
            resolved_by: resolved_by.map(ResolvedBy::name),
            domain: domain.as_deref(),
            url_key: &url_key(&self.text),
        };
        seeds.add(&row, verdict.conformance())?;
        table.write_row(|writer| row.write(writer))
    }
}
