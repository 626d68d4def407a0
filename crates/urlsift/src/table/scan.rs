//! The table of a scan, with a row for each link.

use super::{
    column::{Table, concat},
    field::{write_fields, write_value},
    order::{LINK_COLUMNS, LINK_FIELDS, METADATA_COLUMNS_OF_LINKS, METADATA_FIELDS},
    row::RowWriter,
};
use crate::{
    Field,
    field_source::{FieldSource, Values},
};

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
pub struct ScanRow<'r, 'p, 'l, S> {
    /// The values of the link.
    pub values: &'r Values<'p, 'l, S>,
}

impl<'p, 'l: 'p, S: FieldSource<'l>> ScanRow<'_, 'p, 'l, S> {
    /// Writes the values of the row. The header of the message is read only if a value of it is wanted.
    pub fn write(&self, row: &mut impl RowWriter) {
        write_fields(self.values, &[Field::Path], row);
        write_fields(self.values, &LINK_FIELDS, row);
        let wants_metadata = row.wants(METADATA_FIELDS.len());
        let metadata = wants_metadata
            .then(|| self.values.source().metadata())
            .flatten();
        for field in METADATA_FIELDS {
            let value = metadata.and_then(|metadata| field.in_metadata(metadata));
            write_value(value, &field.columns()[..1], row);
        }
    }
}
