//! The table `inputs`, with a row for each file, or range of a file, that was read.

use super::{
    column::{
        ColumnType::{Binary, Bool, Hash, Int32, Int64, String, Strings},
        Table, nullable, required,
    },
    number::int64,
    row::{RowWriter, write_text},
};

/// The table `inputs`, with a row for each file, or range of a file, that was read.
pub const INPUTS: Table = Table {
    name: "inputs",
    columns: &[
        required("shard", String),
        required("input", Int32),
        required("path", String),
        nullable("path_bytes", Binary),
        required("start", Int64),
        nullable("end", Int64),
        required("packing", Strings),
        nullable("kind", String),
        required("messages", Int64),
        required("parts", Int64),
        required("links", Int64),
        required("complete", Bool),
        required("size", Int64),
        required("hash", Hash),
    ],
};

/// A row of [`INPUTS`].
#[derive(Clone, Copy, Debug)]
pub struct InputRow<'r> {
    /// The name of the job that produced the row.
    pub shard: &'r str,
    /// The index of the input in the shard.
    pub input: i32,
    /// The path of the file.
    pub path: &'r [u8],
    /// The offset of the first byte of the range.
    pub start: u64,
    /// The offset after the last byte of the range; `None` for a whole file that is compressed.
    pub end: Option<u64>,
    /// The formats in which the file is compressed, the outermost first.
    pub packing: &'r [&'static str],
    /// The kind of the file, if it was recognised and is not a container.
    pub kind: Option<&'static str>,
    /// The number of messages.
    pub messages: u64,
    /// The number of parts of the messages.
    pub parts: u64,
    /// The number of links.
    pub links: u64,
    /// Whether everything was read: whether the input has no row in the table of errors.
    pub complete: bool,
    /// The number of bytes in the file, compressed.
    pub size: u64,
    /// A hash of these bytes.
    pub hash: [u8; 16],
}

impl InputRow<'_> {
    /// Writes the values of the row.
    pub fn write(&self, row: &mut impl RowWriter) {
        row.string(Some(self.shard));
        row.int(Some(self.input.into()));
        write_text(self.path, row);
        row.int(Some(int64(self.start)));
        row.int(self.end.map(int64));
        row.strings(self.packing);
        row.string(self.kind);
        row.int(Some(int64(self.messages)));
        row.int(Some(int64(self.parts)));
        row.int(Some(int64(self.links)));
        row.bool(self.complete);
        row.int(Some(int64(self.size)));
        row.hash(self.hash);
    }
}
