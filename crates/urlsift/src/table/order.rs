//! The columns of fields, in their order.
//!
//! A table of links has the columns of the first release in its order, which differs from that of JSON. All others
//! follow in the order of JSON, so that a new field needs no entry here.

use super::column::{Column, ColumnType::String, concat, required};
use crate::Field;

/// The fields whose columns come first in a table of links. The path has its own place in each table.
const FIRST: &[Field] = &[
    Field::Offset,
    Field::End,
    Field::Url,
    Field::Raw,
    Field::Delimiter,
    Field::Element,
    Field::Attribute,
    Field::Text,
    Field::Scheme,
    Field::Host,
    Field::HostAscii,
    Field::Port,
    Field::Conforms,
    Field::Best,
    Field::Problems,
    Field::Warnings,
    Field::Breaks,
    Field::Spaced,
    Field::QuoteDepth,
    Field::Pieces,
    Field::Joins,
    Field::Readings,
    Field::Also,
    Field::Base,
    Field::Resolved,
    Field::Target,
];

/// The fields with columns in a table of links.
pub(super) const LINK_FIELDS: [Field; count(false)] = fields(FIRST, false);

/// The fields with columns in the table `messages`.
pub(super) const METADATA_FIELDS: [Field; count(true)] = fields(&[], true);

/// The columns of [`LINK_FIELDS`].
pub(super) const LINK_COLUMNS: [Column; column_count(&LINK_FIELDS)] =
    concat(&columns(&LINK_FIELDS));

/// The columns of [`METADATA_FIELDS`].
pub(super) const METADATA_COLUMNS: [Column; column_count(&METADATA_FIELDS)] =
    concat(&columns(&METADATA_FIELDS));

/// The columns of [`METADATA_FIELDS`] in a table of links, without those of exact bytes.
pub(super) const METADATA_COLUMNS_OF_LINKS: [Column; METADATA_FIELDS.len()] = {
    let mut columns = [required("", String); METADATA_FIELDS.len()];
    let mut index = 0;
    while index < columns.len() {
        let field = METADATA_FIELDS[index];
        columns[index] = Column {
            name: field.name_in_links(),
            ..field.columns()[0]
        };
        index += 1;
    }
    columns
};

/// Returns whether a field has columns: in the table `messages` if it is of metadata, otherwise in a table of links.
const fn has_columns(field: Field, is_of_metadata: bool) -> bool {
    let is_path = matches!(field, Field::Path);
    !is_path && !field.columns().is_empty() && field.is_of_metadata() == is_of_metadata
}

/// Returns the number of fields that [have columns](has_columns).
const fn count(is_of_metadata: bool) -> usize {
    let (mut index, mut count) = (0, 0);
    while index < Field::ALL.len() {
        count += has_columns(Field::ALL[index], is_of_metadata) as usize;
        index += 1;
    }
    count
}

/// Returns the fields that [have columns](has_columns), beginning with some of them.
const fn fields<const N: usize>(first: &[Field], is_of_metadata: bool) -> [Field; N] {
    let mut fields = [Field::Path; N];
    let (front, rest) = fields.split_at_mut(first.len());
    front.copy_from_slice(first);
    let (mut index, mut len) = (0, 0);
    while index < Field::ALL.len() {
        let field = Field::ALL[index];
        if has_columns(field, is_of_metadata) && !contains(first, field) {
            rest[len] = field;
            len += 1;
        }
        index += 1;
    }
    fields
}

const fn contains(fields: &[Field], field: Field) -> bool {
    let mut index = 0;
    while index < fields.len() {
        if fields[index] as u8 == field as u8 {
            return true;
        }
        index += 1;
    }
    false
}

const fn column_count(fields: &[Field]) -> usize {
    let (mut index, mut count) = (0, 0);
    while index < fields.len() {
        count += fields[index].columns().len();
        index += 1;
    }
    count
}

/// Returns the columns of each field.
const fn columns<const N: usize>(fields: &[Field; N]) -> [&'static [Column]; N] {
    let mut columns: [&[Column]; N] = [&[]; N];
    let mut index = 0;
    while index < N {
        columns[index] = fields[index].columns();
        index += 1;
    }
    columns
}
