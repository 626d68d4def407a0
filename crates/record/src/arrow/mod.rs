//! The Arrow forms: tables whose columns `docs/JSON.md` describes.

mod column;
mod links;
mod messages;

use urlsift_scan::Span;

pub use links::{LinkBatchBuilder, links_schema};
pub use messages::{MessageBatchBuilder, messages_schema};

/// A batch that has as many rows is large enough.
const FULL_ROWS: usize = 1 << 16;

/// A batch with as many bytes in one column is large enough. A column holds less than 2^31.
const FULL_BYTES: usize = 1 << 26;

/// Defines the columns of a table and the builders of their arrays: name, builder, and `null` for those that may be
/// null.
macro_rules! table {
    (struct $table:ident { $($column:ident $name:literal: $builder:ty $(, $null:ident)?;)* }) => {
        /// The builders of the columns, in their order.
        #[derive(Debug)]
        struct $table {
            $($column: $builder,)*
        }

        impl $table {
            fn new() -> Self {
                Self {
                    $($column: <$builder as $crate::arrow::column::Column>::new(),)*
                }
            }

            fn schema() -> arrow_schema::Schema {
                arrow_schema::Schema::new(vec![
                    $(arrow_schema::Field::new(
                        $name,
                        <$builder as $crate::arrow::column::Column>::data_type(),
                        false $(|| stringify!($null) == "null")?,
                    ),)*
                ])
            }

            /// Returns the arrays, and empties the builders.
            fn finish(&mut self) -> Vec<arrow_array::ArrayRef> {
                vec![$($crate::arrow::column::Column::finish(&mut self.$column),)*]
            }
        }
    };
}

use table;

/// Returns a number of bytes as Arrow's tables have it. No file is longer than 2^63 bytes.
fn int64(number: u64) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}

/// Returns a small number as Arrow's tables have it: a count, or an offset in a candidate.
fn int32(number: usize) -> i32 {
    number.try_into().unwrap_or(i32::MAX)
}

/// Returns the bounds of a range.
fn bounds(span: Span) -> [i64; 2] {
    [span.start(), span.end()].map(int64)
}
