//! Defines tables.

/// Defines the columns of a table and the builders of their arrays: name, builder, and `null` for those that may be
/// null.
macro_rules! table {
    (struct $table:ident { $($column:ident $name:literal: $builder:ty $(, $null:ident)?;)* }) => {
        /// The builders of the columns, in order.
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

            /// Returns the arrays and resets the builders.
            fn finish(&mut self) -> Vec<arrow_array::ArrayRef> {
                vec![$($crate::arrow::column::Column::finish(&mut self.$column),)*]
            }
        }
    };
}

pub(super) use table;
