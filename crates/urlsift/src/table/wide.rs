//! The table `wide`, with a row for each link and its message.

use super::{
    LINKS, LinkRow,
    column::{Column, ColumnType::String, Table, concat, nullable},
    field::write_value,
    order::METADATA_COLUMNS_OF_LINKS,
    row::RowWriter,
    scan::write_metadata,
};
use crate::Field;

/// The table `wide`, with a row for each link: the columns of [`LINKS`], those of its message in
/// [`MESSAGES`](super::MESSAGES) with `message_` in front of their names, and the key of its URL.
pub const WIDE: Table = Table {
    name: "wide",
    columns: &concat::<{ LINKS.columns.len() + METADATA_COLUMNS_OF_LINKS.len() + 1 }>(&[
        LINKS.columns,
        &METADATA_COLUMNS_OF_LINKS,
        &URL_KEY,
    ]),
};

const URL_KEY: [Column; 1] = [nullable("url_key", String)];

impl LinkRow<'_, '_, '_> {
    /// Writes the values of the row of [`WIDE`].
    pub fn write_wide(&self, row: &mut impl RowWriter) {
        self.write(row);
        write_metadata(self.link, row);
        write_value(self.link.get(Field::UrlKey), &URL_KEY, row);
    }
}
