//! The table `messages`, with a row for each message with links.

use super::{
    column::{
        ColumnType::{Binary, Hash, Int32, Int64, String, Strings, Timestamp},
        Table, nullable, required,
    },
    number::{int64, milliseconds},
    row::RowWriter,
};
use crate::Message;

/// The table `messages`, with a row for each message with links.
pub const MESSAGES: Table = Table {
    name: "messages",
    columns: &[
        required("shard", String),
        required("input", Int32),
        required("path", String),
        nullable("path_bytes", Binary),
        required("member", Int32),
        required("offset", Int64),
        nullable("id", String),
        nullable("id_bytes", Binary),
        nullable("date", Timestamp),
        nullable("received", Timestamp),
        nullable("from", String),
        nullable("from_bytes", Binary),
        nullable("subject", String),
        nullable("subject_bytes", Binary),
        required("newsgroups", Strings),
        nullable("list_id", String),
        required("references", Strings),
        required("body_hash", Hash),
    ],
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
    pub message: &'r Message,
    /// A hash of the body; zeros if it is not known.
    pub body_hash: [u8; 16],
}

impl MessageRow<'_> {
    /// Writes the values of the row.
    pub fn write(&self, row: &mut impl RowWriter) {
        let metadata = self.message.metadata();
        row.string(Some(self.shard));
        row.int32(Some(self.input));
        row.text(Some(self.path));
        row.int32(Some(self.member));
        row.int64(Some(int64(self.message.offset())));
        // Header values are decoded, and UTF-8.
        row.text(metadata.id().map(str::as_bytes));
        row.timestamp(metadata.date().and_then(milliseconds));
        row.timestamp(metadata.received().and_then(milliseconds));
        row.text(metadata.printed_from().map(str::as_bytes));
        row.text(metadata.printed_subject().map(str::as_bytes));
        row.strings(metadata.newsgroups());
        row.string(metadata.list_id());
        row.strings(metadata.references());
        row.hash(self.body_hash);
    }
}
