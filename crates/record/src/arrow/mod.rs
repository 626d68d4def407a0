//! The Arrow tables. `docs/JSON.md` describes their columns.

mod column;
mod limits;
mod links;
mod messages;
mod number;
mod table;

pub use links::{LinkBatchBuilder, links_schema};
pub use messages::{MessageBatchBuilder, messages_schema};
