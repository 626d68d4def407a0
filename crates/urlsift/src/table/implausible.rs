//! The table `implausible`, with a row for each date of an input that is not plausible.

use super::{
    column::{ColumnType::Timestamp, Table, concat, nullable},
    number::milliseconds,
    row::{RowWriter, write_text},
};
use crate::Field;

/// The table `implausible`, with a row for each date of messages with links that is not plausible in their input.
pub const IMPLAUSIBLE: Table = Table {
    name: "implausible",
    columns: &concat::<3>(&[Field::Path.columns(), &[nullable("date", Timestamp)]]),
};

/// A row of [`IMPLAUSIBLE`].
#[derive(Clone, Copy, Debug)]
pub struct ImplausibleRow<'r> {
    /// The path of the input.
    pub path: &'r [u8],
    /// The date, in seconds since 1970.
    pub date: i64,
}

impl ImplausibleRow<'_> {
    /// Writes the values of the row.
    pub fn write(&self, row: &mut impl RowWriter) {
        write_text(self.path, row);
        row.timestamp(milliseconds(self.date));
    }
}
