//! The figures of the report: counts by name, gathered while the rows of a shard are written.
//!
//! They are entries of the shard's tally. So they are committed with it, and merged as the counts of URLs are, by an
//! external sort. The alternative is to read the tables back: that takes a reader for each of their formats, a join of
//! links with messages, and nearly as long as writing them. The price of counting early is that a figure that is not
//! counted cannot be had from a data set, so that a new one changes the version of data sets.

mod damage;
mod links;

use std::{collections::HashMap, mem, ops::AddAssign};

use urlsift_record::{
    rfc3339,
    table::{ErrorRow, InputRow},
};

pub(crate) use self::{damage::KINDS, links::LinkFigures};

/// The approximate memory of a name in addition to its bytes: its entry in the table, its allocation, and its entry when
/// they are sorted.
const OVERHEAD: usize = 256;

/// What is counted by name. Under the empty name are those without one, unless it is said otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Figure {
    /// Links by host, as in `host_ascii`.
    Host,
    /// Links by scheme.
    Scheme,
    /// Links by the strictest standard that they satisfy.
    Standard,
    /// Links by kind of delimiter.
    Delimiter,
    /// Links by warning, without those about damage.
    Warning,
    /// Links by the reason of a second guess.
    Guess,
    /// Links by kind of damage; under the empty name, all damaged links.
    Damage,
    /// Joins by kind of damage; under the empty name, all joins.
    Join,
    /// Links and messages by year, if their date is certain to be plausible; under the empty name, those without a date.
    Year,
    /// Links and messages by the exact date, as the eight bytes of [`i64::to_be_bytes`], if it depends on later messages
    /// whether the date is plausible, or it has no year.
    Date,
    /// Links outside messages, under the empty name.
    Outside,
    /// Inputs by kind.
    Kind,
    /// Inputs by packing.
    Packing,
    /// Inputs by folder.
    Folder,
    /// Inputs by path.
    File,
    /// Inputs that are not complete, under the empty name.
    Incomplete,
    /// Damaged places by the code of the error.
    ErrorCode,
    /// Damaged places by path.
    ErrorFile,
}

impl Figure {
    /// All figures, in order.
    pub(crate) const ALL: [Self; 18] = [
        Self::Host,
        Self::Scheme,
        Self::Standard,
        Self::Delimiter,
        Self::Warning,
        Self::Guess,
        Self::Damage,
        Self::Join,
        Self::Year,
        Self::Date,
        Self::Outside,
        Self::Kind,
        Self::Packing,
        Self::Folder,
        Self::File,
        Self::Incomplete,
        Self::ErrorCode,
        Self::ErrorFile,
    ];
}

/// The counts of a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Amounts {
    /// The number of links, or of other items that are counted.
    pub(crate) count: u64,
    pub(crate) messages: u64,
    pub(crate) files: u64,
    pub(crate) bytes: u64,
}

impl Amounts {
    /// One item.
    pub(crate) const ONE: Self = Self {
        count: 1,
        messages: 0,
        files: 0,
        bytes: 0,
    };
}

impl AddAssign for Amounts {
    fn add_assign(&mut self, other: Self) {
        self.count = self.count.saturating_add(other.count);
        self.messages = self.messages.saturating_add(other.messages);
        self.files = self.files.saturating_add(other.files);
        self.bytes = self.bytes.saturating_add(other.bytes);
    }
}

/// The figures of a shard, or of a part of it.
#[derive(Debug, Default)]
pub(crate) struct FigureCounts {
    /// The counts of each figure by name.
    counts: [HashMap<Box<[u8]>, Amounts>; Figure::ALL.len()],
    bytes: usize,
}

impl FigureCounts {
    /// Returns the approximate memory in bytes.
    pub(crate) const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Adds to the counts of a name.
    pub(crate) fn add(&mut self, figure: Figure, name: &[u8], amounts: Amounts) {
        let counts = &mut self.counts[figure as usize];
        if let Some(counted) = counts.get_mut(name) {
            *counted += amounts;
            return;
        }
        self.bytes += name.len() + OVERHEAD;
        counts.insert(name.into(), amounts);
    }

    /// Counts an input.
    pub(crate) fn add_input(&mut self, row: &InputRow<'_>) {
        let path = String::from_utf8_lossy(row.path);
        let path = path.as_bytes();
        // A file counts with the first of its ranges.
        let is_first = row.start == 0;
        let amounts = Amounts {
            count: row.links,
            messages: row.messages,
            files: u64::from(is_first),
            bytes: if is_first { row.size } else { 0 },
        };
        self.add(
            Figure::Kind,
            row.kind.unwrap_or_default().as_bytes(),
            amounts,
        );
        self.add(Figure::Packing, row.packing.join(" > ").as_bytes(), amounts);
        self.add(Figure::Folder, folder(path), amounts);
        self.add(Figure::File, path, amounts);
        if !row.complete {
            self.add(Figure::Incomplete, b"", Amounts::ONE);
        }
    }

    /// Counts a link outside messages.
    pub(crate) fn add_outside(&mut self) {
        self.add(Figure::Outside, b"", Amounts::ONE);
    }

    /// Counts a damaged place.
    pub(crate) fn add_error(&mut self, row: &ErrorRow<'_>) {
        let path = String::from_utf8_lossy(row.path);
        self.add(Figure::ErrorCode, row.code.as_bytes(), Amounts::ONE);
        self.add(Figure::ErrorFile, path.as_bytes(), Amounts::ONE);
    }

    /// Counts a message with links by its date, in seconds since 1970. `is_certain`: whether the date is plausible
    /// whatever later messages are.
    pub(crate) fn add_message(&mut self, date: Option<i64>, is_certain: bool, links: u64) {
        let amounts = Amounts {
            count: links,
            messages: 1,
            ..Amounts::default()
        };
        let Some(date) = date else {
            return self.add(Figure::Year, b"", amounts);
        };
        match year(date).filter(|_| is_certain) {
            Some(year) => self.add(Figure::Year, year.to_string().as_bytes(), amounts),
            None => self.add(Figure::Date, &date.to_be_bytes(), amounts),
        }
    }

    /// Removes all counts and returns them in the order of figures and names.
    pub(crate) fn take_sorted(&mut self) -> Vec<(Figure, Box<[u8]>, Amounts)> {
        self.bytes = 0;
        let mut sorted = Vec::new();
        for (figure, counts) in Figure::ALL.into_iter().zip(&mut self.counts) {
            let start = sorted.len();
            let counts = mem::take(counts).into_iter();
            sorted.extend(counts.map(|(name, amounts)| (figure, name, amounts)));
            sorted[start..].sort_unstable_by(|(_, one, _), (_, other, _)| one.cmp(other));
        }
        sorted
    }
}

/// Returns the folder of a file, with a slash at its end; empty if it has none.
pub(crate) fn folder(path: &[u8]) -> &[u8] {
    let end = path.iter().rposition(|&byte| byte == b'/');
    end.map_or(&[], |slash| &path[..=slash])
}

/// Returns the date that is the name of a [`Figure::Date`].
pub(crate) fn date_of_name(name: &[u8]) -> Option<i64> {
    name.try_into().ok().map(i64::from_be_bytes)
}

/// Returns the year of a date in seconds since 1970; `None` after 9999.
pub(crate) fn year(date: i64) -> Option<i64> {
    rfc3339(date)?.get(..4)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{Amounts, Figure, FigureCounts, folder};

    #[test]
    fn figures_are_in_order() {
        for (index, figure) in Figure::ALL.into_iter().enumerate() {
            assert_eq!(figure as usize, index);
        }
        let mut counts = FigureCounts::default();
        for (figure, name) in [
            (Figure::File, "b"),
            (Figure::Scheme, "http"),
            (Figure::File, "a"),
            (Figure::File, "b"),
        ] {
            counts.add(figure, name.as_bytes(), Amounts::ONE);
        }
        let sorted = counts.take_sorted();
        let sorted: Vec<_> = sorted
            .iter()
            .map(|(figure, name, amounts)| (*figure, &**name, amounts.count))
            .collect();
        let expected: [(_, &[u8], _); 3] = [
            (Figure::Scheme, b"http", 1),
            (Figure::File, b"a", 1),
            (Figure::File, b"b", 2),
        ];
        assert_eq!(sorted, expected);
        assert_eq!((counts.bytes(), counts.take_sorted()), (0, Vec::new()));
    }

    #[test]
    fn folders_end_with_a_slash() {
        for (path, expected) in [
            ("", ""),
            ("a", ""),
            ("a/b", "a/"),
            ("/a", "/"),
            ("a/b/c.mbox", "a/b/"),
        ] {
            assert_eq!(folder(path.as_bytes()), expected.as_bytes());
        }
    }

    #[test]
    fn only_certain_dates_have_a_year() {
        let mut counts = FigureCounts::default();
        for (date, is_certain) in [
            (None, false),
            (Some(791_553_600), true),
            (Some(791_553_601), true),
            (Some(791_553_600), false),
            (Some(-1), false),
            (Some(i64::MAX), true),
        ] {
            counts.add_message(date, is_certain, 3);
        }
        let amounts = |messages| Amounts {
            count: 3 * messages,
            messages,
            ..Amounts::default()
        };
        let date = |date: i64| Box::from(date.to_be_bytes());
        let expected: [(_, Box<[u8]>, _); 5] = [
            (Figure::Year, Box::default(), amounts(1)),
            (Figure::Year, Box::from(*b"1995"), amounts(2)),
            (Figure::Date, date(791_553_600), amounts(1)),
            (Figure::Date, date(i64::MAX), amounts(1)),
            (Figure::Date, date(-1), amounts(1)),
        ];
        assert_eq!(counts.take_sorted(), expected);
    }
}
