//! Charts, with tables below them.

use std::cmp::Reverse;

use super::{
    number::{grouped, size},
    top::Top,
};
use crate::figures::Amounts;

/// The maximum number of bars of most charts.
const BARS: usize = 10;

/// A row of a chart and of the table below it.
#[derive(Clone, Debug)]
pub(super) struct Row<'n> {
    /// The label of a code, or of the items without a name.
    pub(super) label: Option<&'static str>,
    /// The code, or a text from an archive.
    pub(super) text: &'n [u8],
    /// Whether the text is the rest of a path, after the folder that all paths have in common.
    pub(super) is_below: bool,
    /// The value of the bar.
    pub(super) count: u64,
    /// The values of further columns of the table.
    pub(super) more: Vec<String>,
}

/// A chart, and the table below it.
#[derive(Clone, Debug)]
pub(super) struct Chart<'n> {
    /// The heading of the names, such as `Host`.
    pub(super) name: &'static str,
    /// The heading of the counts, such as `Links`.
    pub(super) count: &'static str,
    /// The headings of further columns.
    pub(super) more: &'static [&'static str],
    pub(super) rows: Vec<Row<'n>>,
    /// The number of rows that have a bar.
    pub(super) bars: usize,
    /// The sum of which the shares are.
    pub(super) sum: u64,
}

impl<'n> Chart<'n> {
    /// Creates a chart of links.
    pub(super) fn new(name: &'static str, rows: Vec<Row<'n>>, sum: u64) -> Self {
        Self {
            name,
            count: "Links",
            more: &[],
            bars: BARS,
            sum,
            rows,
        }
    }

    /// Creates a chart of names as they are in the tables.
    pub(super) fn named(name: &'static str, top: &'n Top, sum: u64) -> Self {
        let rows = top.rows.iter();
        let rows = rows.map(|(code, amounts)| Row::new(code, amounts.count));
        Self::new(name, rows.collect(), sum)
    }

    /// Creates a chart of inputs with their messages, files and sizes. Those without a name have a label.
    pub(super) fn of_inputs(
        name: &'static str,
        top: &'n Top,
        unnamed: &'static str,
        sum: u64,
    ) -> Self {
        let row = |name, amounts: &Amounts| Row {
            more: vec![
                grouped(amounts.messages),
                grouped(amounts.files),
                size(amounts.bytes),
            ],
            ..Row::new(name, amounts.count)
        };
        let mut rows: Vec<_> = top.rows.iter().map(|(name, of)| row(name, of)).collect();
        if top.unnamed != Amounts::default() {
            rows.push(Row {
                label: Some(unnamed),
                ..row(b"", &top.unnamed)
            });
        }
        Self {
            more: &["Messages", "Files", "Size"],
            ..Self::new(name, rows, sum)
        }
    }

    /// Sorts the rows by falling count.
    pub(super) fn sorted(mut self) -> Self {
        self.rows.sort_by_key(|row| Reverse(row.count));
        self
    }

    /// Shows paths without the folder that they have in common.
    pub(super) fn below(mut self, common: &[u8]) -> Self {
        for row in &mut self.rows {
            if let Some(rest) = row.text.strip_prefix(common)
                && !common.is_empty()
                && !rest.is_empty()
            {
                (row.text, row.is_below) = (rest, true);
            }
        }
        self
    }
}

impl<'n> Row<'n> {
    /// Creates the row of a text from an archive.
    pub(super) const fn new(text: &'n [u8], count: u64) -> Self {
        Self {
            label: None,
            text,
            is_below: false,
            count,
            more: Vec::new(),
        }
    }
}
