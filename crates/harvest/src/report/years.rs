//! The links of each year.

use std::collections::BTreeMap;

use crate::figures::year;

/// The maximum number of columns of the histogram.
const MAX_COLUMNS: i64 = 48;

/// The numbers of years that a column may have.
const STEPS: [i64; 10] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/// Counts links by the date of their message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Years {
    /// The number of links of each year. There are at most 8030 years: those from 1970 to 9999.
    links: BTreeMap<i64, u64>,
    /// The number of links in messages with a date that is not plausible.
    pub(super) implausible: u64,
    /// The number of links in messages without a date.
    pub(super) undated: u64,
}

/// A column of the histogram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct YearColumn {
    /// The first year.
    pub(super) first: i64,
    /// The last year.
    pub(super) last: i64,
    pub(super) links: u64,
}

impl YearColumn {
    /// Returns the year, or the first and the last one.
    pub(super) fn years(&self) -> String {
        let Self { first, last, .. } = self;
        if first == last {
            first.to_string()
        } else {
            format!("{first}–{last}")
        }
    }
}

impl Years {
    /// Counts links in messages by the name of their year, which is empty if the messages have no date.
    pub(super) fn add_year(&mut self, name: &[u8], links: u64) {
        match str::from_utf8(name).ok().and_then(|name| name.parse().ok()) {
            Some(year) => *self.links.entry(year).or_default() += links,
            None => self.undated += links,
        }
    }

    /// Counts links in messages by their date, in seconds since 1970, if it is plausible.
    pub(super) fn add_date(&mut self, date: Option<i64>, links: u64) {
        match date.and_then(year) {
            Some(year) => *self.links.entry(year).or_default() += links,
            None => self.implausible += links,
        }
    }

    /// Returns the number of links with a year.
    pub(super) fn dated(&self) -> u64 {
        self.links.values().sum()
    }

    /// Returns the first and the last year.
    pub(super) fn span(&self) -> Option<(i64, i64)> {
        let (first, _) = self.links.first_key_value()?;
        let (last, _) = self.links.last_key_value()?;
        Some((*first, *last))
    }

    /// Returns the first and the last year, without those at either end that have at most one link of 200 together: a
    /// few messages, mostly spam, have a date that is plausible and wrong.
    pub(super) fn period(&self) -> Option<(i64, i64)> {
        let few = self.dated() / 200;
        let first_beyond = |years: &mut dyn Iterator<Item = (&i64, &u64)>| {
            let mut sum = 0;
            let mut years = years.skip_while(|(_, links)| {
                sum += **links;
                sum <= few
            });
            years.next().map(|(year, _)| *year)
        };
        let first = first_beyond(&mut self.links.iter())?;
        Some((first, first_beyond(&mut self.links.iter().rev())?))
    }

    /// Returns the columns from the first to the last year, including those without links. Each covers as many years
    /// as are needed to have at most [`MAX_COLUMNS`].
    pub(super) fn columns(&self) -> Vec<YearColumn> {
        let Some((first, last)) = self.span() else {
            return Vec::new();
        };
        let fits = |step: &i64| last.div_euclid(*step) - first.div_euclid(*step) < MAX_COLUMNS;
        let step = STEPS.into_iter().find(fits).unwrap_or(1000);
        let columns = first.div_euclid(step)..=last.div_euclid(step);
        let column = |number: i64| {
            let (first, last) = (number * step, number * step + step - 1);
            YearColumn {
                first,
                last,
                links: self.links.range(first..=last).map(|(_, links)| links).sum(),
            }
        };
        columns.map(column).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{YearColumn, Years};

    #[test]
    fn columns_have_as_many_years_as_needed() {
        for (first, last, expected) in [
            (1995, 1995, (1, 1995, 1995)),
            (1980, 2027, (48, 1980, 1980)),
            (1980, 2028, (25, 1980, 1981)),
            (1970, 9999, (41, 1800, 1999)),
        ] {
            let mut years = Years::default();
            years.links.insert(first, 2);
            years.links.insert(last, 3);
            let columns = years.columns();
            let YearColumn { first, last, .. } = columns[0];
            assert_eq!((columns.len(), first, last), expected);
            let links: u64 = columns.iter().map(|column| column.links).sum();
            assert_eq!(links, years.dated());
            let is_next = |pair: &[YearColumn]| pair[1].first == pair[0].last + 1;
            assert!(columns.windows(2).all(is_next));
        }
        assert!(Years::default().columns().is_empty());
    }

    #[test]
    fn dates_that_are_not_plausible_have_no_column() {
        let mut years = Years::default();
        for date in [None, None, Some(i64::MAX), Some(86_400), Some(791_553_600)] {
            years.add_date(date, 1);
        }
        years.add_year(b"", 1);
        years.add_year(b"1995", 2);
        assert_eq!((years.undated, years.implausible), (1, 3));
        assert_eq!(years.span(), Some((1970, 1995)));
        assert_eq!(years.period(), Some((1970, 1995)));
        assert_eq!(years.dated(), 4);
        assert_eq!(years.links[&1995], 3);
        years.add_year(b"1996", 595);
        years.add_year(b"2038", 2);
        assert_eq!(years.period(), Some((1995, 1996)));
        // Years have four digits.
        let mut years = Years::default();
        years.add_date(Some(253_402_300_799), 1);
        years.add_date(Some(253_402_300_800), 1);
        assert_eq!((years.span(), years.implausible), (Some((9999, 9999)), 1));
    }
}
