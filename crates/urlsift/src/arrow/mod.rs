//! The Arrow forms of the tables.

mod batch;
mod blank;
mod builder;
mod column_error;
mod scan;
mod schema;

pub use batch::BatchBuilder;
pub use column_error::ColumnError;
pub use scan::Dictionaries;
