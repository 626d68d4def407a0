//! Tables and their columns.

/// A table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// The name, such as `links`.
    pub name: &'static str,
    /// The columns, in order.
    pub columns: &'static [Column],
}

impl Table {
    /// Returns the column with a name.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<&'static Column> {
        self.columns.iter().find(|column| column.name == name)
    }
}

/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The name.
    pub name: &'static str,
    /// The type of its values.
    pub column_type: ColumnType,
    /// Whether a value may be null. Lists are never null, and have no nulls.
    pub is_nullable: bool,
}

/// The type of the values of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColumnType {
    /// Text in UTF-8.
    String,
    /// Bytes: the exact text if the column before this one is lossy, otherwise null.
    Binary,
    /// A hash of 16 bytes.
    Hash,
    /// A truth value.
    Bool,
    /// A signed integer of 32 bits.
    Int32,
    /// A signed integer of 64 bits.
    Int64,
    /// Milliseconds since 1970-01-01T00:00:00Z.
    Timestamp,
    /// A list of strings.
    Strings,
    /// A list of signed integers of 64 bits.
    Int64s,
    /// A list of structs: `code` (string), `start` and `end` (32 bits), `rule` (string).
    Problems,
}

impl ColumnType {
    /// Returns whether the values are lists.
    #[must_use]
    pub const fn is_list(self) -> bool {
        matches!(self, Self::Strings | Self::Int64s | Self::Problems)
    }
}

/// Creates a column without nulls.
pub(crate) const fn required(name: &'static str, column_type: ColumnType) -> Column {
    Column {
        name,
        column_type,
        is_nullable: false,
    }
}

/// Creates a column that may have nulls.
pub(crate) const fn nullable(name: &'static str, column_type: ColumnType) -> Column {
    Column {
        name,
        column_type,
        is_nullable: true,
    }
}

/// Returns the columns of all parts, in order.
///
/// # Panics
///
/// Panics, at compile time, if there are not `N`.
pub(crate) const fn concat<const N: usize>(parts: &[&[Column]]) -> [Column; N] {
    let mut columns = [required("", ColumnType::String); N];
    let (mut part, mut len) = (0, 0);
    while part < parts.len() {
        let (_, rest) = columns.split_at_mut(len);
        let (into, _) = rest.split_at_mut(parts[part].len());
        into.copy_from_slice(parts[part]);
        len += parts[part].len();
        part += 1;
    }
    assert!(len == N, "the number of columns");
    columns
}
