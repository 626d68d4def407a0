//! The Arrow forms: tables whose columns `docs/JSON.md` describes.

mod column;
mod links;
mod messages;
mod number;
mod table;

pub use links::{LinkBatchBuilder, links_schema};
pub use messages::{MessageBatchBuilder, messages_schema};
