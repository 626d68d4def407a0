//! The table `errors`, with a row for each place of an input that is damaged.

use super::{
    column::{
        ColumnType::{Binary, Int32, Int64, String},
        Table, nullable, required,
    },
    number::int64,
    row::{RowWriter, write_text},
};

/// The table `errors`, with a row for each place of an input that is damaged.
pub const ERRORS: Table = Table {
    name: "errors",
    columns: &[
        required("shard", String),
        required("input", Int32),
        required("path", String),
        nullable("path_bytes", Binary),
        required("member", Int32),
        nullable("offset", Int64),
        required("code", String),
        required("text", String),
    ],
};

/// A row of [`ERRORS`].
#[derive(Clone, Copy, Debug)]
pub struct ErrorRow<'r> {
    /// The name of the job that produced the row.
    pub shard: &'r str,
    /// The index of the input in the shard.
    pub input: i32,
    /// The path of the file, or of the member of a container.
    pub path: &'r [u8],
    /// The index of the member among those of the input with the same path, or 0.
    pub member: i32,
    /// The number of bytes of the file that were read before the error, if it could be opened.
    pub offset: Option<u64>,
    /// The stable code of the error.
    pub code: &'r str,
    /// The error as a human-readable text.
    pub text: &'r str,
}

impl ErrorRow<'_> {
    /// Writes the values of the row.
    pub fn write(&self, row: &mut impl RowWriter) {
        row.string(Some(self.shard));
        row.int(Some(self.input.into()));
        write_text(self.path, row);
        row.int(Some(self.member.into()));
        row.int(self.offset.map(int64));
        row.string(Some(self.code));
        row.string(Some(self.text));
    }
}
