//! The table `messages`, with a row for each message with links.

use super::{
    column::{
        ColumnType::{Hash, Int32, Int64, String},
        Table, concat, required,
    },
    field::write_value,
    number::int64,
    order::{METADATA_COLUMNS, METADATA_FIELDS},
    row::{RowWriter, write_text},
};
use crate::{Field, Message};

/// The table `messages`, with a row for each message with links.
pub const MESSAGES: Table = Table {
    name: "messages",
    columns: &concat::<{ 7 + METADATA_COLUMNS.len() }>(&[
        &[required("shard", String), required("input", Int32)],
        Field::Path.columns(),
        &[required("member", Int32), required("offset", Int64)],
        &METADATA_COLUMNS,
        &[required("body_hash", Hash)],
    ]),
};

/// A row of [`MESSAGES`].
#[derive(Clone, Copy, Debug)]
pub struct MessageRow<'r> {
    /// The name of the job that produced the row.
    pub shard: &'r str,
    /// The index of the input in the shard.
    pub input: i32,
    /// The name of the source.
    pub path: &'r [u8],
    /// The index of the member among those of the input with the same path, or 0.
    pub member: i32,
    /// The message.
    pub message: &'r Message<'r>,
    /// A hash of the body; zeros if it is not known.
    pub body_hash: [u8; 16],
}

impl MessageRow<'_> {
    /// Writes the values of the row.
    pub fn write(&self, row: &mut impl RowWriter) {
        let metadata = self.message.metadata();
        row.string(Some(self.shard));
        row.int(Some(self.input.into()));
        write_text(self.path, row);
        row.int(Some(self.member.into()));
        row.int(Some(int64(self.message.offset())));
        for field in METADATA_FIELDS {
            write_value(field.in_metadata(metadata), field.columns(), row);
        }
        row.hash(self.body_hash);
    }
}
