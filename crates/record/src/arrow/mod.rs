//! The Arrow forms of the tables.

mod batch;
mod builder;
mod links;
mod messages;
mod scan;
mod schema;

pub use links::{LinkBatchBuilder, links_schema};
pub use messages::{MessageBatchBuilder, messages_schema};
pub use scan::{ErrorBatchBuilder, ScanBatchBuilder, UnknownColumn};
