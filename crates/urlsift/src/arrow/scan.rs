//! Batches of the tables of a scan.

use std::sync::LazyLock;

use arrow_schema::TimeUnit;

use super::{batch::BatchBuilder, column_error::ColumnError, schema::Layout};
use crate::table::{ColumnType, ERRORS, SCAN, Table};

/// The columns of the errors of a scan.
const ERROR_COLUMNS: &[&str] = &["path", "path_bytes", "offset", "code", "text"];

/// The string columns of a scan whose values are repeated in many rows: those of a file, a part or a message, and those
/// with few different values.
const REPEATED_COLUMNS: &[&str] = &[
    "path",
    "delimiter",
    "element",
    "attribute",
    "scheme",
    "host",
    "host_ascii",
    "conforms",
    "base",
    "part",
    "type",
    "header",
    "message_from",
    "message_subject",
    "message_list_id",
];

/// The columns of a scan that a link of a text has, which is in no file, no page and no message.
static TEXT_COLUMNS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let names = SCAN.columns.iter().map(|column| column.name);
    let is_in_text = |name: &&str| {
        let field = name.strip_suffix("_bytes").unwrap_or(name);
        let others = [
            "path",
            "element",
            "attribute",
            "text",
            "part",
            "type",
            "header",
        ];
        !others.contains(&field) && !name.starts_with("message_")
    };
    names.filter(is_in_text).collect()
});

/// Which string columns have dictionaries, so that each batch contains each different value once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Dictionaries<'n> {
    /// None.
    #[default]
    Nowhere,
    /// Those whose values are repeated in many rows, such as `path` and `host`, but no lists: not all libraries read
    /// lists of dictionaries.
    Repeated,
    /// Those with these names, if the batches have them.
    Named(&'n [&'n str]),
}

/// The tables of a scan. Times are in microseconds.
impl BatchBuilder {
    /// Creates a builder of the columns of the table [`SCAN`] with these names, in this order, or of all. Strings in
    /// dictionaries have the type `Dictionary(Int32, Utf8)`, in lists the type `List(Dictionary(Int32, Utf8))`. Each
    /// batch has dictionaries that do not depend on other batches.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no column with one of the names, or if a column that should have a dictionary has
    /// no strings.
    ///
    /// ```
    /// use urlsift::{BatchBuilder, Dictionaries, table::ScanRow};
    ///
    /// let source = urlsift::text("<http://a.example/> and <URL:ftp://b.example/>");
    /// let mut builder = BatchBuilder::of_scan(Some(&["host", "url"]), Dictionaries::Nowhere)?;
    /// for link in source.links() {
    ///     ScanRow { link: &link.fields() }.write(&mut builder);
    ///     builder.end_row();
    /// }
    /// let batch = builder.finish();
    /// assert_eq!((batch.num_rows(), batch.schema().field(0).name().as_str()), (2, "host"));
    /// # Ok::<_, urlsift::ColumnError>(())
    /// ```
    pub fn of_scan(
        columns: Option<&[&str]>,
        dictionaries: Dictionaries<'_>,
    ) -> Result<Self, ColumnError> {
        let order = columns.map(|columns| indices(&SCAN, columns)).transpose()?;
        let dictionaries = match dictionaries {
            Dictionaries::Nowhere => &[],
            Dictionaries::Repeated => REPEATED_COLUMNS,
            Dictionaries::Named(names) => names,
        };
        let dictionaries = indices(&SCAN, dictionaries)?;
        for &index in &dictionaries {
            let column = &SCAN.columns[index];
            if !matches!(column.column_type, ColumnType::String | ColumnType::Strings) {
                return Err(ColumnError::NoStrings(column.name));
            }
        }
        let mut layout = Layout::new(&SCAN, TimeUnit::Microsecond, order);
        layout.dictionaries = dictionaries;
        Ok(Self::of(layout))
    }

    /// Creates a builder of columns that the links of a text have: those of a scan without those of files, parts and
    /// messages.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such column with one of the names.
    pub fn of_text(columns: Option<&[&str]>) -> Result<Self, ColumnError> {
        let columns = columns.unwrap_or(&TEXT_COLUMNS);
        match columns.iter().find(|name| !TEXT_COLUMNS.contains(name)) {
            Some(name) => Err(ColumnError::Unknown((*name).to_owned())),
            None => Self::of_scan(Some(columns), Dictionaries::Nowhere),
        }
    }

    /// Creates a builder of the errors of a scan: the columns `path`, `path_bytes`, `offset`, `code` and `text` of the
    /// table [`ERRORS`].
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "the table has the columns")]
    pub fn of_errors() -> Self {
        let order = indices(&ERRORS, ERROR_COLUMNS).expect("the columns of the table");
        Self::of(Layout::new(&ERRORS, TimeUnit::Microsecond, Some(order)))
    }
}

/// Returns the indices of columns.
fn indices(table: &Table, columns: &[&str]) -> Result<Vec<usize>, ColumnError> {
    let index = |name: &&str| {
        let index = table.columns.iter().position(|column| column.name == *name);
        index.ok_or_else(|| ColumnError::Unknown((*name).to_owned()))
    };
    columns.iter().map(index).collect()
}
