//! The histogram of years. Positions are in percent of the area for the columns.

use super::{
    number::{hundredths_percent, share, ticks},
    years::YearColumn,
};

/// The maximum number of columns that have their numbers above them.
const NUMBERED: usize = 34;

/// A histogram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Histogram {
    pub(super) ticks: Vec<Tick>,
    pub(super) columns: Vec<Column>,
    /// The distance between columns.
    pub(super) pitch: String,
    /// The width of a column: four fifths of its share, or less if there are few.
    pub(super) width: String,
    /// Whether columns have their numbers above them.
    pub(super) is_numbered: bool,
}

/// A tick of the vertical axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tick {
    pub(super) value: u64,
    pub(super) y: String,
}

/// A column of the histogram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Column {
    /// Its year, or its first and its last year.
    pub(super) years: String,
    pub(super) links: u64,
    /// The year that is shown below it.
    pub(super) label: Option<i64>,
    /// Where its share of the width begins.
    pub(super) start: String,
    pub(super) left: String,
    pub(super) middle: String,
    pub(super) top: String,
    pub(super) height: String,
}

impl Histogram {
    pub(super) fn new(columns: &[YearColumn]) -> Self {
        let greatest = columns.iter().map(|column| column.links).max();
        let ticks = ticks(greatest.unwrap_or_default());
        let end = ticks.last().copied().unwrap_or(1);
        let len = columns.len().max(1) as u64;
        // In hundredths of a percent.
        let width = (8000 / len).min(1000);
        let every = label_interval(columns);
        let column = |(index, column): (usize, &YearColumn)| {
            let YearColumn { first, last, links } = *column;
            let index = index as u64;
            let is_labelled = first.rem_euclid(every) < last - first + 1 || columns.len() == 1;
            Column {
                years: if first == last {
                    first.to_string()
                } else {
                    format!("{first}–{last}")
                },
                links,
                label: is_labelled.then_some(first),
                start: share(index, len),
                left: hundredths_percent((index * 2 + 1) * 5000 / len - width / 2),
                middle: share(index * 2 + 1, len * 2),
                top: share(end - links, end),
                height: share(links, end),
            }
        };
        Self {
            columns: columns.iter().enumerate().map(column).collect(),
            pitch: share(1, len),
            width: hundredths_percent(width),
            is_numbered: columns.len() <= NUMBERED,
            ticks: ticks
                .into_iter()
                .map(|value| Tick {
                    value,
                    y: share(end - value, end),
                })
                .collect(),
        }
    }
}

/// Returns the number of years between labels, such that at most about eight labels fit next to each other.
fn label_interval(columns: &[YearColumn]) -> i64 {
    let (Some(first), Some(last)) = (columns.first(), columns.last()) else {
        return 1;
    };
    let span = last.last - first.first + 1;
    let mut intervals = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].into_iter();
    let step = first.last - first.first + 1;
    let fits = |interval: &i64| *interval >= step && span <= 8 * interval;
    intervals.find(fits).unwrap_or(2000)
}

#[cfg(test)]
mod tests {
    use super::{Histogram, YearColumn};

    fn histogram(first: i64, len: i64, step: i64) -> Histogram {
        let column = |index: i64| YearColumn {
            first: first + index * step,
            last: first + index * step + step - 1,
            links: index.unsigned_abs() * 10,
        };
        Histogram::new(&(0..len).map(column).collect::<Vec<_>>())
    }

    #[test]
    fn few_columns_have_labels() {
        for (first, len, step) in [
            (1995, 1, 1),
            (1990, 8, 1),
            (1990, 9, 1),
            (1980, 48, 1),
            (1980, 40, 2),
            (1800, 41, 200),
        ] {
            let columns = histogram(first, len, step).columns.into_iter();
            let labels = columns.filter(|column| column.label.is_some()).count();
            assert!((1..=9).contains(&labels), "{first} {len} {step}: {labels}");
        }
    }

    #[test]
    fn columns_reach_their_values() {
        // The axis ends at 40, the greatest value.
        let histogram = histogram(1990, 5, 1);
        assert_eq!((&*histogram.pitch, &*histogram.width), ("20.00%", "10.00%"));
        for (index, left, top, height) in [
            (4, "85.00%", "0.00%", "100.00%"),
            (2, "45.00%", "50.00%", "50.00%"),
            (0, "5.00%", "100.00%", "0.00%"),
        ] {
            let column = &histogram.columns[index];
            let found = (&*column.left, &*column.top, &*column.height);
            assert_eq!(found, (left, top, height));
        }
        let years = YearColumn {
            first: 1800,
            last: 1999,
            links: 1,
        };
        assert_eq!(Histogram::new(&[years]).columns[0].years, "1800–1999");
    }
}
