//! The Arrow forms of the tables.

mod batch;
mod blank;
mod builder;
mod column_error;
mod links;
mod messages;
mod scan;
mod schema;

pub use column_error::ColumnError;
pub use links::{LinkBatchBuilder, links_schema};
pub use messages::{MessageBatchBuilder, messages_schema};
pub use scan::{Dictionaries, ErrorBatchBuilder, ScanBatchBuilder};
