//! The sorted entries of a tally.

use std::cmp::Ordering;

use borsh::{BorshDeserialize, BorshSerialize};
use urlsift_settle::{Claim, ResolvedBy, sort::Record};

use crate::figures::{Amounts, Figure, InputDate};

/// An entry: something that is known about a URL or a host, or about all that was read.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(crate) struct Entry {
    /// The URL, or the host; empty for figures, which are therefore the first entries.
    pub(crate) url: Box<[u8]>,
    pub(crate) fact: Fact,
}

/// The kinds of entries, those with one URL in this order.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(crate) enum Fact {
    /// The counts of a name, for the report.
    Figure(Figure, Box<[u8]>, Amounts),
    Counts(Counts),
    /// The date of a message with the URL that is not certain to be plausible. Links with
    /// several readings do not count.
    Date(InputDate),
    /// The counts of those links with the URL whose readings have this hash.
    DoubtCounts(u128, Counts),
    /// The date of a message with such a link, that is not certain to be plausible.
    DoubtDate(u128, InputDate),
    /// The host is the host of a URL that stands in one piece.
    Host,
    /// The URL, or the host, belongs to a reading of another URL.
    Claim(Claim),
    /// What settled links change in the counts of the URL. It is not in the tally of a shard.
    Settled(Settlement),
}

impl Fact {
    /// Compares two facts about the same URL. Those that are combined are equal.
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Figure(one, name, _), Self::Figure(other, other_name, _)) => {
                one.cmp(other).then_with(|| name.cmp(other_name))
            }
            (Self::Date(one), Self::Date(other)) => one.cmp(other),
            (Self::DoubtDate(one, date), Self::DoubtDate(other, other_date)) => {
                one.cmp(other).then(date.cmp(other_date))
            }
            (Self::Claim(one), Self::Claim(other)) => one.cmp(other),
            (one, other) => one.rank().cmp(&other.rank()),
        }
    }

    /// Returns the order of the kinds. The facts of a doubt follow one another.
    const fn rank(&self) -> (u8, u128, u8) {
        match self {
            Self::Figure(..) => (0, 0, 0),
            Self::Counts(_) => (1, 0, 0),
            Self::Date(_) => (2, 0, 0),
            Self::DoubtCounts(doubt, _) => (3, *doubt, 0),
            Self::DoubtDate(doubt, _) => (3, *doubt, 1),
            Self::Host => (4, 0, 0),
            Self::Claim(_) => (5, 0, 0),
            Self::Settled(_) => (6, 0, 0),
        }
    }
}

/// A hash of a file or of a message.
pub(super) type Hash = [u8; 8];

/// The counts of a URL in a contiguous part of the inputs.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(crate) struct Counts {
    pub(crate) count: u64,
    /// The number of occurrences in one piece, with only one reading.
    pub(crate) unbroken: u64,
    pub(crate) messages: u64,
    pub(crate) files: u64,
    /// Hashes of the first and the last file.
    pub(crate) first_file: Hash,
    pub(crate) last_file: Hash,
    /// Hashes of the messages of the first and the last occurrence; zeros without a message.
    pub(crate) first_message: Hash,
    pub(crate) last_message: Hash,
    /// The first and the last date that is certainly plausible, in seconds since 1970. Where links are counted whatever
    /// their readings, this is the count of the links with only one reading.
    pub(crate) seen: Option<(i64, i64)>,
    /// The reading that satisfies the strictest standard; empty if it is the URL itself.
    pub(crate) best: Box<[u8]>,
}

impl Counts {
    /// Adds the counts of the part of the inputs that follows.
    pub(crate) fn absorb(&mut self, later: Self) {
        let is_same_file = self.last_file == later.first_file;
        let message = self.last_message;
        let is_same_message = message != Hash::default() && message == later.first_message;
        self.count += later.count;
        self.unbroken += later.unbroken;
        self.files += later.files - u64::from(is_same_file);
        self.messages += later.messages - u64::from(is_same_message);
        self.last_file = later.last_file;
        self.last_message = later.last_message;
        self.seen = union(self.seen, later.seen);
        if self.best.is_empty() {
            self.best = later.best;
        }
    }
}

/// Returns the range that contains two ranges.
pub(crate) fn union(one: Option<(i64, i64)>, other: Option<(i64, i64)>) -> Option<(i64, i64)> {
    match (one, other) {
        (Some((first, last)), Some((other_first, other_last))) => {
            Some((first.min(other_first), last.max(other_last)))
        }
        (one, other) => one.or(other),
    }
}

/// What settled links change in the counts of a URL: they are counted for the URL as which they are settled, and not
/// for their first reading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(crate) struct Settlement {
    pub(crate) count: i64,
    pub(crate) messages: i64,
    pub(crate) files: i64,
    /// The first and the last date that is certainly plausible, in seconds since 1970.
    pub(crate) seen: Option<(i64, i64)>,
    /// The evidence; the first in order if there are several.
    pub(crate) resolved_by: Option<ResolvedBy>,
}

impl Settlement {
    /// Returns the change if links are counted for another URL.
    pub(crate) const fn adding(counts: &Counts) -> Self {
        Self {
            count: counts.count.cast_signed(),
            messages: counts.messages.cast_signed(),
            files: counts.files.cast_signed(),
            seen: counts.seen,
            resolved_by: None,
        }
    }

    /// Returns the change for the first reading of these links.
    pub(crate) const fn removing(counts: &Counts) -> Self {
        let added = Self::adding(counts);
        Self {
            count: -added.count,
            messages: -added.messages,
            files: -added.files,
            seen: None,
            resolved_by: None,
        }
    }

    pub(crate) fn absorb(&mut self, other: Self) {
        self.count += other.count;
        self.messages += other.messages;
        self.files += other.files;
        self.seen = union(self.seen, other.seen);
        self.resolved_by = match (self.resolved_by, other.resolved_by) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
    }
}

impl Record for Entry {
    type Order = ();

    fn compare(&self, other: &Self, (): ()) -> Ordering {
        let by_url = self.url.cmp(&other.url);
        by_url.then_with(|| self.fact.compare(&other.fact))
    }

    fn absorb(&mut self, equal: Self) {
        match (&mut self.fact, equal.fact) {
            (Fact::Figure(.., amounts), Fact::Figure(.., more)) => *amounts += more,
            (
                Fact::Counts(counts) | Fact::DoubtCounts(_, counts),
                Fact::Counts(later) | Fact::DoubtCounts(_, later),
            ) => counts.absorb(later),
            (Fact::Settled(settlement), Fact::Settled(other)) => settlement.absorb(other),
            // The same date, host or claim.
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use borsh::{BorshDeserialize, BorshSerialize};
    use urlsift_settle::{Claim, Evidence, Reading, ResolvedBy, sort::Runs};

    use super::{Amounts, Counts, Entry, Fact, Figure, InputDate, Settlement};

    const DATE: InputDate = InputDate {
        input: u64::MAX,
        date: -5,
    };

    pub(super) fn counts(file: u64, message: u64) -> Counts {
        Counts {
            count: 1,
            unbroken: 1,
            messages: u64::from(message != 0),
            files: 1,
            first_file: file.to_le_bytes(),
            last_file: file.to_le_bytes(),
            first_message: message.to_le_bytes(),
            last_message: message.to_le_bytes(),
            seen: None,
            best: Box::default(),
        }
    }

    #[test]
    fn entries_are_read_as_written() {
        let mut full = counts(u64::MAX, 7);
        full.seen = Some((-1, 791_553_600));
        full.best = Box::from(*b"b");
        let amounts = Amounts {
            count: 1,
            messages: 0,
            files: u64::MAX,
            bytes: 300,
        };
        for fact in [
            Fact::Figure(Figure::ErrorFile, Box::from(*b"a/b"), amounts),
            Fact::Counts(counts(1, 0)),
            Fact::Counts(full),
            Fact::Date(DATE),
            Fact::DoubtCounts(1 << 100, counts(1, 2)),
            Fact::DoubtDate(3, DATE),
            Fact::Host,
            Fact::Claim(Claim {
                key: Box::from(*b"http://ab/"),
                of: Box::from(*b"http://a-b/"),
                doubt: 9,
                index: 1,
                resolved_by: ResolvedBy {
                    evidence: Evidence::Twin,
                    reading: Reading::Dropped,
                },
                entry: Box::from(*b"http://ab/"),
                prefix: 0,
            }),
            Fact::Settled(Settlement {
                resolved_by: Some(ResolvedBy::ALL[17]),
                ..Settlement::removing(&counts(1, 2))
            }),
            Fact::Settled(Settlement::adding(&counts(1, 2))),
        ] {
            let entry = Entry {
                url: Box::from(*b"http://a/\0\xff"),
                fact,
            };
            let mut out = Vec::new();
            entry.serialize(&mut out).expect("a vector");
            assert_eq!(Entry::try_from_slice(&out).expect("an entry"), entry);
            for len in 0..out.len() {
                assert!(Entry::try_from_slice(&out[..len]).is_err());
            }
        }
    }

    #[test]
    fn equal_figures_are_added() {
        let figure = |figure, name: &str, count| Entry {
            url: Box::default(),
            fact: Fact::Figure(
                figure,
                Box::from(name.as_bytes()),
                Amounts {
                    count,
                    ..Amounts::ONE
                },
            ),
        };
        let url = Entry {
            url: Box::default(),
            fact: Fact::Counts(counts(1, 0)),
        };
        let mut runs: Runs<Entry> = Runs::new(());
        for run in [
            [
                figure(Figure::Host, "a", 1),
                figure(Figure::Host, "b", 2),
                figure(Figure::File, "a", 4),
            ],
            [
                figure(Figure::Host, "", 1),
                figure(Figure::Host, "b", 8),
                url.clone(),
            ],
        ] {
            runs.push(run).expect("a temporary file");
        }
        let merged: Result<Vec<Entry>, _> = runs.merge().expect("the files").collect();
        let expected = [
            figure(Figure::Host, "", 1),
            figure(Figure::Host, "a", 1),
            figure(Figure::Host, "b", 10),
            figure(Figure::File, "a", 4),
            url,
        ];
        assert_eq!(merged.expect("entries"), expected);
    }

    #[test]
    fn files_and_messages_that_continue_count_once() {
        let mut all = counts(1, 10);
        for (file, message, expected) in [
            (1, 10, (1, 1)),
            (1, 11, (2, 1)),
            (2, 12, (3, 2)),
            (3, 0, (3, 3)),
            (3, 0, (3, 3)),
        ] {
            all.absorb(counts(file, message));
            assert_eq!((all.messages, all.files), expected);
        }
        assert_eq!(all.count, 6);
    }
}
