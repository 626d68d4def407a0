//! The table of a scan, with a row for each link.

use super::{
    column::{
        Column,
        ColumnType::{Binary, String as Text, Strings, Timestamp},
        Table, concat, nullable, required,
    },
    links::{LINK_COLUMNS, write_link},
    number::milliseconds,
    row::RowWriter,
};
use crate::{FieldSource, MessageMetadata, Values};

/// The columns whose values are in the header of the message. They are decoded, and UTF-8.
const METADATA_COLUMNS: [Column; 8] = [
    nullable("message_id", Text),
    nullable("message_date", Timestamp),
    nullable("message_received", Timestamp),
    nullable("message_from", Text),
    nullable("message_subject", Text),
    required("message_newsgroups", Strings),
    nullable("message_list_id", Text),
    required("message_references", Strings),
];

/// The table of a scan, with a row for each link: the columns of [`LINKS`](super::LINKS) that do not depend on a data
/// set, and those of its message in [`MESSAGES`](super::MESSAGES) with `message_` in front of their names.
pub const SCAN: Table = Table {
    name: "scan",
    columns: &concat::<{ 2 + LINK_COLUMNS.len() + METADATA_COLUMNS.len() }>(&[
        &[required("path", Text), nullable("path_bytes", Binary)],
        &LINK_COLUMNS,
        &METADATA_COLUMNS,
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
        row.text(Some(self.values.path));
        write_link(self.values, row);
        let wants_metadata = row.wants_one_of(METADATA_COLUMNS.len());
        let metadata = wants_metadata
            .then(|| self.values.source.metadata())
            .flatten();
        row.string(metadata.and_then(MessageMetadata::id));
        row.timestamp(
            metadata
                .and_then(MessageMetadata::date)
                .and_then(milliseconds),
        );
        row.timestamp(
            metadata
                .and_then(MessageMetadata::received)
                .and_then(milliseconds),
        );
        row.string(metadata.and_then(MessageMetadata::printed_from));
        row.string(metadata.and_then(MessageMetadata::printed_subject));
        row.strings(metadata.map_or(&[][..], MessageMetadata::newsgroups));
        row.string(metadata.and_then(MessageMetadata::list_id));
        row.strings(metadata.map_or(&[][..], MessageMetadata::references));
    }
}
