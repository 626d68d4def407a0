//! The table of a scan, with a row for each link.

use super::{
    column::{Table, concat},
    field::{write_fields, write_value},
    order::{LINK_COLUMNS, LINK_FIELDS, METADATA_COLUMNS_OF_LINKS, METADATA_FIELDS},
    row::RowWriter,
};
use crate::{Field, fields::Fields};

/// The table of a scan, with a row for each link: the columns of [`LINKS`](super::LINKS) that do not depend on a data
/// set, and those of its message in [`MESSAGES`](super::MESSAGES) with `message_` in front of their names.
pub const SCAN: Table = Table {
    name: "scan",
    columns: &concat::<{ 2 + LINK_COLUMNS.len() + METADATA_COLUMNS_OF_LINKS.len() }>(&[
        Field::Path.columns(),
        &LINK_COLUMNS,
        &METADATA_COLUMNS_OF_LINKS,
    ]),
};

/// A row of [`SCAN`].
#[derive(Clone, Copy, Debug)]
pub struct ScanRow<'r, 'f, 'u> {
    /// The fields of the link.
    pub link: &'r Fields<'f, 'u>,
}

impl ScanRow<'_, '_, '_> {
    /// Writes the values of the row. The header of the message is read only if a value of it is wanted.
    pub fn write(&self, row: &mut impl RowWriter) {
        write_fields(self.link, &[Field::Path], row);
        write_fields(self.link, &LINK_FIELDS, row);
        write_metadata(self.link, row);
    }
}

/// Writes the values of the message of a link to [`METADATA_COLUMNS_OF_LINKS`].
pub(super) fn write_metadata(link: &Fields<'_, '_>, row: &mut impl RowWriter) {
    for field in METADATA_FIELDS {
        let value = row.wants(1).then(|| link.get(field)).flatten();
        write_value(value, &field.columns()[..1], row);
    }
}
