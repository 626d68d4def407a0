//! The figures of a shard while it is written.

use std::{collections::HashMap, fmt::Write, mem, sync::Arc};

use urlsift::{
    rfc1738::registered_domain,
    rfc3339,
    table::{ErrorRow, InputRow},
};

use super::{
    figure::{Amounts, Figure},
    plausible::InputDate,
};

/// The approximate memory of a name in addition to its bytes: its entry in the table, its allocation, and its entry
/// when they are sorted.
const OVERHEAD: usize = 256;

/// The figures of a shard, or of a part of it.
#[derive(Debug, Default)]
pub(crate) struct FigureCounts {
    counts: [NameCounts; Figure::ALL.len()],
    bytes: usize,
    /// The name that is being made.
    name: String,
}

/// The counts of a figure by name.
#[derive(Debug, Default)]
struct NameCounts {
    counts: Vec<(Arc<[u8]>, Amounts)>,
    indices: HashMap<Arc<[u8]>, usize>,
    /// The index of the name that was counted last, which is often the next one, too.
    last: usize,
}

impl NameCounts {
    /// Adds to the counts of a name. Returns whether the name is new.
    fn add(&mut self, name: &[u8], amounts: Amounts) -> bool {
        if let Some((last, counted)) = self.counts.get_mut(self.last)
            && **last == *name
        {
            *counted += amounts;
            return false;
        }
        if let Some(&index) = self.indices.get(name) {
            self.last = index;
            self.counts[index].1 += amounts;
            return false;
        }
        self.last = self.counts.len();
        let name: Arc<[u8]> = name.into();
        self.indices.insert(Arc::clone(&name), self.last);
        self.counts.push((name, amounts));
        true
    }
}

impl FigureCounts {
    /// Returns the approximate memory in bytes.
    pub(crate) const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Adds to the counts of a name.
    pub(crate) fn add(&mut self, figure: Figure, name: &[u8], amounts: Amounts) {
        if self.counts[figure as usize].add(name, amounts) {
            self.bytes += name.len() + OVERHEAD;
        }
    }

    /// Counts a link by its year and host, of which [`take_sorted`](Self::take_sorted) makes the domain.
    pub(crate) fn add_host_of_year(&mut self, year: i64, host: &str) {
        let mut name = mem::take(&mut self.name);
        name.clear();
        // A text takes all.
        let _ = write!(name, "{year} {host}");
        self.add(Figure::YearDomain, name.as_bytes(), Amounts::ONE);
        self.name = name;
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

    /// Counts a message with links by its date. `is_certain`: whether the date is plausible whatever other messages
    /// are.
    pub(crate) fn add_message(&mut self, date: Option<InputDate>, is_certain: bool, links: u64) {
        let amounts = Amounts {
            count: links,
            messages: 1,
            ..Amounts::default()
        };
        let Some(date) = date else {
            return self.add(Figure::Year, b"", amounts);
        };
        match year(date.date).filter(|_| is_certain) {
            Some(year) => self.add(Figure::Year, year.to_string().as_bytes(), amounts),
            None => self.add(Figure::Date, &date.to_name(), amounts),
        }
    }

    /// Counts domains: of each host once, which is faster than of each link. The hosts of each year are replaced.
    fn count_domains(&mut self) {
        let by_year = mem::take(&mut self.counts[Figure::YearDomain as usize]).counts;
        for (name, amounts) in by_year {
            let name = str::from_utf8(&name).unwrap_or_default();
            let (year, host) = name.split_once(' ').unwrap_or_default();
            if let Some(domain) = registered_domain(host) {
                let name = format!("{year} {domain}");
                self.add(Figure::YearDomain, name.as_bytes(), amounts);
            }
        }
        let hosts = mem::take(&mut self.counts[Figure::Host as usize].counts);
        for (host, amounts) in &hosts {
            let domain = str::from_utf8(host).ok().and_then(registered_domain);
            self.add(
                Figure::Domain,
                domain.unwrap_or_default().as_bytes(),
                *amounts,
            );
        }
        self.counts[Figure::Host as usize].counts = hosts;
    }

    /// Removes all counts and returns them in the order of figures and names.
    pub(crate) fn take_sorted(&mut self) -> Vec<(Figure, Box<[u8]>, Amounts)> {
        self.count_domains();
        self.bytes = 0;
        let mut sorted: Vec<(Figure, Box<[u8]>, Amounts)> = Vec::new();
        for (figure, counts) in Figure::ALL.into_iter().zip(&mut self.counts) {
            let start = sorted.len();
            let counts = mem::take(counts).counts.into_iter();
            sorted.extend(counts.map(|(name, amounts)| (figure, Box::from(&*name), amounts)));
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

/// Returns the year of a date in seconds since 1970; `None` after 9999.
pub(crate) fn year(date: i64) -> Option<i64> {
    rfc3339(date)?.get(..4)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{Amounts, Figure, FigureCounts, InputDate, folder};

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
    fn hosts_of_a_year_become_domains() {
        let mut counts = FigureCounts::default();
        for (year, host) in [
            (1995, "www.a.example"),
            (1996, "a.example"),
            (1995, "b.a.example"),
            (1995, "[::1]"),
        ] {
            counts.add_host_of_year(year, host);
        }
        let sorted = counts.take_sorted();
        let found = sorted.iter().map(|(figure, name, amounts)| {
            let name = str::from_utf8(name).expect("a text");
            (*figure, name, amounts.count)
        });
        assert!(found.eq([
            (Figure::YearDomain, "1995 a.example", 2),
            (Figure::YearDomain, "1996 a.example", 1),
        ]));
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
            let date = date.map(|date| InputDate { input: 7, date });
            counts.add_message(date, is_certain, 3);
        }
        let amounts = |messages| Amounts {
            count: 3 * messages,
            messages,
            ..Amounts::default()
        };
        let date = |date: i64| Box::from(InputDate { input: 7, date }.to_name());
        let expected: [(_, Box<[u8]>, _); 5] = [
            (Figure::Year, Box::default(), amounts(1)),
            (Figure::Year, Box::from(*b"1995"), amounts(2)),
            (Figure::Date, date(-1), amounts(1)),
            (Figure::Date, date(791_553_600), amounts(1)),
            (Figure::Date, date(i64::MAX), amounts(1)),
        ];
        assert_eq!(counts.take_sorted(), expected);
    }
}
