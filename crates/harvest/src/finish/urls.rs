//! The table of URLs, from the sorted and settled counts of all shards.

use urlsift::table::{URLS, UrlRow};
use urlsift_search::{Verdict, rfc1738::Encoded};
use urlsift_settle::ResolvedBy;
use urlsift_sort::Merge;

use super::final_table::{self, FinalTable};
use crate::{
    error::Error,
    figures::{Figure, InputDate, PlausibleDates},
    options::Options,
    storage::Workspace,
    table::TableWriter,
    tally::{Counts, Entry, Fact, Settlement, sort_error, union},
};

/// Writes the table of URLs. Also returns the number of messages whose date is not plausible.
pub(super) fn write_urls(
    entries: Merge<Entry>,
    options: &Options,
    workspace: &Workspace,
) -> Result<(FinalTable, u64), Error> {
    let mut table = final_table::create(&URLS, options, workspace)?;
    let mut plausible = PlausibleDates::default();
    let mut implausible = 0;
    let mut current = Url::default();
    for entry in entries {
        let Entry { url, fact } = entry.map_err(sort_error)?;
        match fact {
            // Figures come first, and of these the newest dates before the others.
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
            Fact::Figure(..) => {}
            fact => {
                if url != current.text {
                    current.write(&mut table)?;
                    current = Url {
                        text: url,
                        ..Url::default()
                    };
                }
                current.add(fact, &plausible);
            }
        }
    }
    current.write(&mut table)?;
    Ok((FinalTable::new(table, &URLS, options)?, implausible))
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

    /// Writes the row, unless all links with this first reading are settled as others.
    fn write(&self, table: &mut TableWriter) -> Result<(), Error> {
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
        let verdict = Verdict::of(&self.text);
        let parts = verdict.parts();
        let scheme = parts.scheme().map(str::to_ascii_lowercase);
        let best = self
            .counts
            .as_ref()
            .and_then(|counts| counts.best.as_deref());
        let row = UrlRow {
            url: &self.text,
            scheme: scheme.as_deref(),
            host: parts.host().map(Encoded::as_bytes),
            count,
            messages: sum(|counts| counts.messages, messages),
            // One with several of the links that moved away was subtracted several times.
            files: sum(|counts| counts.files, files).max(1),
            seen: self.seen,
            best: best.filter(|_| resolved_by.is_none()).unwrap_or(&self.text),
            resolved_by: resolved_by.map(ResolvedBy::name),
        };
        table.write_row(|writer| row.write(writer))
    }
}
