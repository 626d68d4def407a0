//! The table `settled`, with a row for each doubtful URL for whose readings there is evidence.

use super::{
    column::{
        ColumnType::{Int32, String},
        Table, required,
    },
    row::RowWriter,
};

/// The table `settled`, with a row for each reading of a URL that decides how links are settled.
pub const SETTLED: Table = Table {
    name: "settled",
    columns: &[
        required("url", String),
        required("reading", String),
        required("settled", String),
        required("resolved_by", String),
        required("rank", Int32),
    ],
};

/// A row of [`SETTLED`].
#[derive(Clone, Copy, Debug)]
pub struct SettledRow<'r> {
    /// The first reading.
    pub url: &'r [u8],
    /// Another reading, as the column `readings` or `also` of a link lists it. Links that have it are settled so.
    pub reading: &'r [u8],
    /// The URL as which they are settled.
    pub settled: &'r [u8],
    /// What this URL is, and the evidence for it.
    pub resolved_by: &'static str,
    /// The place among the rows of the URL, from 0: the first whose reading a link has holds.
    pub rank: i32,
}

impl SettledRow<'_> {
    /// Writes the values of the row.
    pub fn write(&self, row: &mut impl RowWriter) {
        for text in [self.url, self.reading, self.settled] {
            row.string(Some(&std::string::String::from_utf8_lossy(text)));
        }
        row.string(Some(self.resolved_by));
        row.int(Some(self.rank.into()));
    }
}
