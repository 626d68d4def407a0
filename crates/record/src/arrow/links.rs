//! Batches of the table `links`.

use std::sync::{Arc, LazyLock};

use arrow_array::RecordBatch;
use arrow_schema::{SchemaRef, TimeUnit};

use super::{batch::Batch, schema::Layout};
use crate::{
    Link,
    table::{LINKS, LinkRow},
};

/// Returns the schema of the table `links`, which has a row for each link.
#[must_use]
pub fn links_schema() -> SchemaRef {
    static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| Arc::new(layout().schema()));
    Arc::clone(&SCHEMA)
}

/// Builds batches of the table `links`.
///
/// ```
/// # use std::sync::Arc;
/// use urlsift_record::{Link, LinkBatchBuilder};
///
/// let text = b"<http://a.example/> and <URL:ftp://b.example/>";
/// let mut builder = LinkBatchBuilder::new("a1b2");
/// for candidate in urlsift_scan::candidates(text) {
///     builder.append(&Link::new(candidate, Arc::from(*b"a.txt"), |span| span), 0, 0);
/// }
/// let batch = builder.finish();
/// assert_eq!(batch.num_rows(), 2);
/// assert!(batch.column_by_name("host_ascii").is_some());
/// ```
#[derive(Debug)]
pub struct LinkBatchBuilder {
    shard: String,
    batch: Batch,
}

impl LinkBatchBuilder {
    /// Creates a builder. `shard` names the job whose results the rows are, as in the column `shard`.
    #[must_use]
    pub fn new(shard: impl Into<String>) -> Self {
        Self {
            shard: shard.into(),
            batch: Batch::new(layout()),
        }
    }

    /// Appends the row of a link. `input` is the index of its input in the shard. `member` is the index of the member
    /// among those of the input with the same path, or 0.
    ///
    /// # Panics
    ///
    /// Panics if a column would exceed 2 GiB. [`is_full`](Self::is_full) returns `true` long before.
    pub fn append(&mut self, link: &Link, input: i32, member: i32) {
        let row = LinkRow {
            shard: &self.shard,
            input,
            member,
            link,
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
        self.batch.finish(links_schema())
    }
}

fn layout() -> Layout {
    Layout::new(&LINKS, TimeUnit::Millisecond, None)
}
