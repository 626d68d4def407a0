//! Batches of the table `messages`.

use std::sync::{Arc, LazyLock};

use arrow_array::RecordBatch;
use arrow_schema::{SchemaRef, TimeUnit};

use super::{batch::Batch, schema::Layout};
use crate::{
    Message,
    table::{MESSAGES, MessageRow},
};

/// Returns the schema of the table `messages`, which has a row for each message with links.
#[must_use]
pub fn messages_schema() -> SchemaRef {
    static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| Arc::new(layout().schema()));
    Arc::clone(&SCHEMA)
}

/// Builds batches of the table `messages`.
///
/// ```
/// # use std::sync::Arc;
/// use urlsift_record::{Message, MessageBatchBuilder, MessageMetadata};
///
/// let metadata = MessageMetadata::new().with_subject("URLs").with_date(791_553_600);
/// let message = Message::new(1000, Arc::new(metadata));
/// let mut builder = MessageBatchBuilder::new("a1b2");
/// builder.append(&message, b"a.mbox", 0, 0, [0x5a; 16]);
/// assert_eq!(builder.finish().num_rows(), 1);
/// ```
#[derive(Debug)]
pub struct MessageBatchBuilder {
    shard: String,
    batch: Batch,
}

impl MessageBatchBuilder {
    /// Creates a builder. `shard` names the job whose results the rows are, as in the column `shard`.
    #[must_use]
    pub fn new(shard: impl Into<String>) -> Self {
        Self {
            shard: shard.into(),
            batch: Batch::new(layout()),
        }
    }

    /// Appends the row of a message. `path` is the name of its source, `input` the index of the input in the shard,
    /// `member` the index of the member among those of the input with the same path (or 0), and `body_hash` a hash of
    /// the body.
    ///
    /// # Panics
    ///
    /// Panics if a column would exceed 2 GiB. [`is_full`](Self::is_full) returns `true` long before.
    pub fn append(
        &mut self,
        message: &Message,
        path: &[u8],
        input: i32,
        member: i32,
        body_hash: [u8; 16],
    ) {
        let row = MessageRow {
            shard: &self.shard,
            input,
            path,
            member,
            message,
            body_hash,
        };
        row.write(&mut self.batch);
        self.batch.end_row();
    }

    /// Returns the number of rows.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.batch.rows()
    }

    /// Returns whether there are no rows.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns whether the batch is full: 65,536 rows, or about 64 MiB.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.batch.is_full()
    }

    /// Returns the batch of the rows so far and starts a new one.
    #[must_use]
    pub fn finish(&mut self) -> RecordBatch {
        self.batch.finish(messages_schema())
    }
}

fn layout() -> Layout {
    Layout::new(&MESSAGES, TimeUnit::Millisecond, None)
}
