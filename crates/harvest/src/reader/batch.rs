//! Rows of a table, column by column.

use urlsift_record::table::{ColumnType, Table};

/// Some columns of consecutive rows of a table.
#[derive(Debug)]
pub(crate) struct Batch {
    rows: usize,
    columns: Vec<BatchColumn>,
}

/// The values of a column: for each row a list of texts or numbers. A value that is not a list is stored as a list of
/// one item, and a null as an empty list.
#[derive(Debug)]
pub(super) struct BatchColumn {
    name: &'static str,
    column_type: ColumnType,
    /// The texts, one after another.
    texts: Vec<u8>,
    /// The end of each text in `texts`.
    text_ends: Vec<usize>,
    numbers: Vec<i64>,
    /// The number of items up to the end of each row.
    row_ends: Vec<usize>,
}

impl Batch {
    /// Creates an empty batch of those columns of a table that have one of these names.
    pub(crate) fn new(table: &Table, names: &[&str]) -> Self {
        let columns = table.columns.iter();
        let columns = columns.filter(|column| names.contains(&column.name));
        Self {
            rows: 0,
            columns: columns
                .map(|column| BatchColumn {
                    name: column.name,
                    column_type: column.column_type,
                    texts: Vec::new(),
                    text_ends: Vec::new(),
                    numbers: Vec::new(),
                    row_ends: Vec::new(),
                })
                .collect(),
        }
    }

    /// Returns the index of the column with a name, if it is in the batch.
    pub(crate) fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }

    /// Returns the number of rows.
    pub(crate) const fn rows(&self) -> usize {
        self.rows
    }

    /// Returns a text; `None` for a null or if the column is not in the batch.
    pub(crate) fn text(&self, column: Option<usize>, row: usize) -> Option<&[u8]> {
        self.texts(column, row).next()
    }

    /// Returns the texts of a list.
    pub(crate) fn texts(&self, column: Option<usize>, row: usize) -> impl Iterator<Item = &[u8]> {
        let column = column.and_then(|index| self.columns.get(index));
        let items = column.map(|column| (column, column.items(row)));
        items.into_iter().flat_map(|(column, items)| {
            items.filter_map(|item| {
                let start = item.checked_sub(1).map_or(0, |last| column.text_ends[last]);
                column.texts.get(start..*column.text_ends.get(item)?)
            })
        })
    }

    /// Returns a number, a truth value as 0 or 1, or a date in seconds since 1970; `None` for a null or if the column
    /// is not in the batch.
    pub(crate) fn number(&self, column: Option<usize>, row: usize) -> Option<i64> {
        let column = self.columns.get(column?)?;
        column.numbers.get(column.items(row).next()?).copied()
    }

    /// Removes all rows.
    pub(super) fn clear(&mut self) {
        self.rows = 0;
        for column in &mut self.columns {
            column.texts.clear();
            column.text_ends.clear();
            column.numbers.clear();
            column.row_ends.clear();
        }
    }

    /// Returns the columns, to add values.
    pub(super) fn columns(&mut self) -> &mut [BatchColumn] {
        &mut self.columns
    }

    /// Ends a row of all columns.
    pub(super) fn end_row(&mut self) {
        self.rows += 1;
        for column in &mut self.columns {
            column.end_row();
        }
    }

    /// Sets the number of rows, each of which has been ended in every column.
    #[cfg(feature = "parquet")]
    pub(super) fn set_rows(&mut self, rows: usize) {
        self.rows = rows;
    }
}

impl BatchColumn {
    pub(super) const fn name(&self) -> &'static str {
        self.name
    }

    pub(super) const fn column_type(&self) -> ColumnType {
        self.column_type
    }

    /// Adds an item to the row that has not ended.
    pub(super) fn push_text(&mut self, text: &[u8]) {
        self.texts.extend_from_slice(text);
        self.text_ends.push(self.texts.len());
    }

    /// Adds an item to the row that has not ended.
    pub(super) fn push_number(&mut self, number: i64) {
        self.numbers.push(number);
    }

    pub(super) fn end_row(&mut self) {
        let items = self.text_ends.len() + self.numbers.len();
        self.row_ends.push(items);
    }

    /// Returns the indices of the items of a row.
    fn items(&self, row: usize) -> std::ops::Range<usize> {
        let end = self.row_ends.get(row).copied().unwrap_or_default();
        let last = row.checked_sub(1).and_then(|last| self.row_ends.get(last));
        last.copied().unwrap_or_default()..end
    }
}
