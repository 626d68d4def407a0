//! The table of a scan, with a row for each link.

use super::{
    column::{
        ColumnType::{
            Binary, Bool, Int32, Int64, Int64s, Problems, String as Text, Strings, Timestamp,
        },
        Table, nullable, required,
    },
    links::write_link,
    number::milliseconds,
    row::RowWriter,
};
use crate::{FieldSource, MessageMetadata, Values};

/// The number of columns whose values are in the header of the message.
const METADATA_COLUMNS: usize = 8;

/// The table of a scan, with a row for each link: the columns of [`LINKS`](super::LINKS) that do not depend on a data
/// set, and those of its message in [`MESSAGES`](super::MESSAGES) with `message_` in front of their names.
pub const SCAN: Table = Table {
    name: "scan",
    columns: &[
        required("path", Text),
        nullable("path_bytes", Binary),
        required("offset", Int64),
        required("end", Int64),
        required("url", Text),
        nullable("url_bytes", Binary),
        required("raw", Text),
        nullable("raw_bytes", Binary),
        required("delimiter", Text),
        nullable("element", Text),
        nullable("attribute", Text),
        nullable("text", Text),
        nullable("scheme", Text),
        nullable("host", Text),
        nullable("host_bytes", Binary),
        nullable("host_ascii", Text),
        nullable("port", Int64),
        required("conforms", Text),
        nullable("best", Int32),
        required("problems", Problems),
        required("warnings", Strings),
        required("breaks", Int32),
        required("spaced", Bool),
        required("quote_depth", Int32),
        required("pieces", Int64s),
        required("joins", Strings),
        required("readings", Strings),
        required("also", Strings),
        nullable("base", Text),
        nullable("resolved", Text),
        nullable("target", Text),
        nullable("message_offset", Int64),
        nullable("part", Text),
        nullable("part_bytes", Binary),
        nullable("type", Text),
        nullable("header", Text),
        nullable("header_bytes", Binary),
        // Header values are decoded, and UTF-8.
        nullable("message_id", Text),
        nullable("message_date", Timestamp),
        nullable("message_received", Timestamp),
        nullable("message_from", Text),
        nullable("message_subject", Text),
        required("message_newsgroups", Strings),
        nullable("message_list_id", Text),
        required("message_references", Strings),
    ],
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
        let wants_metadata = row.wants_one_of(METADATA_COLUMNS);
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
