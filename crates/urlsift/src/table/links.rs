//! The table `links`, with a row for each link.

use super::{
    column::{
        ColumnType::{Int32, String},
        Table, concat, required,
    },
    field::write_fields,
    order::{LINK_COLUMNS, LINK_FIELDS},
    row::RowWriter,
};
use crate::{Field, fields::Fields};

/// The table `links`, with a row for each link.
pub const LINKS: Table = Table {
    name: "links",
    columns: &concat::<{ 5 + LINK_COLUMNS.len() }>(&[
        &[required("shard", String), required("input", Int32)],
        Field::Path.columns(),
        &[required("member", Int32)],
        &LINK_COLUMNS,
    ]),
};

/// A row of [`LINKS`].
#[derive(Clone, Copy, Debug)]
pub struct LinkRow<'r, 'f, 'u> {
    /// The name of the job that produced the row.
    pub shard: &'r str,
    /// The index of the input in the shard.
    pub input: i32,
    /// The index of the member among those of the input with the same path, or 0.
    pub member: i32,
    /// The fields of the link.
    pub link: &'r Fields<'f, 'u>,
}

impl LinkRow<'_, '_, '_> {
    /// Writes the values of the row.
    pub fn write(&self, row: &mut impl RowWriter) {
        row.string(Some(self.shard));
        row.int(Some(self.input.into()));
        write_fields(self.link, &[Field::Path], row);
        row.int(Some(self.member.into()));
        write_fields(self.link, &LINK_FIELDS, row);
    }
}
