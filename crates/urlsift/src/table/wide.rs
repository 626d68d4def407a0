//! The table `wide`, with a row for each link and its message.

use super::{
    LINKS, LinkRow,
    column::{Column, ColumnType::String, Table, concat, nullable},
    order::METADATA_COLUMNS_OF_LINKS,
    row::RowWriter,
    scan::write_metadata,
};
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
    /// Writes the values of the row of [`WIDE`]. `url_key` is the [key](crate::Link::url_key) of the link.
    pub fn write_wide(&self, url_key: &str, row: &mut impl RowWriter) {
        self.write(row);
        write_metadata(self.link, row);
        row.string(Some(url_key));
    }
}
