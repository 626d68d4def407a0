//! Writing rows.

use urlsift_rfc1738::Problem;

use super::column::{Column, ColumnType};

/// Receives the values of a row, one call for each column of the table, in order.
///
/// The caller must not write `None` to a column without nulls; the rows of this crate do not, unless the column is not
/// [wanted](Self::wants).
pub trait RowWriter {
    /// Writes a string.
    fn string(&mut self, value: Option<&str>);

    /// Writes bytes.
    fn binary(&mut self, value: Option<&[u8]>);

    /// Writes a hash.
    fn hash(&mut self, value: [u8; 16]);

    /// Writes a truth value.
    fn bool(&mut self, value: bool);

    /// Writes an integer of 32 or 64 bits, whichever the column has.
    fn int(&mut self, value: Option<i64>);

    /// Writes milliseconds since 1970-01-01T00:00:00Z.
    fn timestamp(&mut self, value: Option<i64>);

    /// Writes a list of strings.
    fn strings(&mut self, items: impl IntoIterator<Item = impl AsRef<str>>);

    /// Writes a list of integers.
    fn int64s(&mut self, items: impl IntoIterator<Item = i64>);

    /// Writes a list of problems.
    fn problems(&mut self, problems: &[Problem]);

    /// Returns whether the value of one of the next `count` columns is used. If not, any values may be written.
    fn wants(&self, _count: usize) -> bool {
        true
    }
}

/// Writes a text that may not be UTF-8 to two columns: lossily to the first, and exactly to the second if the text is
/// not UTF-8.
pub(super) fn write_text(text: &[u8], row: &mut impl RowWriter) {
    let exact = write_lossy(text, row);
    row.binary(exact);
}

/// Writes a text. Returns it if it is not UTF-8, so that it is written lossily.
pub(super) fn write_lossy<'t>(text: &'t [u8], row: &mut impl RowWriter) -> Option<&'t [u8]> {
    if let Ok(text) = str::from_utf8(text) {
        row.string(Some(text));
        return None;
    }
    row.string(Some(&String::from_utf8_lossy(text)));
    Some(text)
}

/// Writes nothing to some columns: null, an empty list, or zeros.
pub(super) fn write_none(columns: &[Column], row: &mut impl RowWriter) {
    for column in columns {
        match column.column_type {
            ColumnType::String => row.string(None),
            ColumnType::Binary => row.binary(None),
            ColumnType::Hash => row.hash([0; 16]),
            ColumnType::Bool => row.bool(false),
            ColumnType::Int32 | ColumnType::Int64 => row.int(None),
            ColumnType::Timestamp => row.timestamp(None),
            ColumnType::Strings => row.strings([""; 0]),
            ColumnType::Int64s => row.int64s([]),
            ColumnType::Problems => row.problems(&[]),
        }
    }
}
