//! The table `messages`.

use std::sync::{Arc, LazyLock};

use arrow_array::{
    RecordBatch,
    builder::{
        BinaryBuilder, Int32Builder, Int64Builder, ListBuilder, StringBuilder,
        TimestampMillisecondBuilder,
    },
};
use arrow_schema::SchemaRef;

use super::{
    column::{HashBuilder, append_strings, append_text},
    limits,
    number::int64,
    table::table,
};
use crate::Message;

table! {
    struct Messages {
        shard "shard": StringBuilder;
        input "input": Int32Builder;
        path "path": StringBuilder;
        path_bytes "path_bytes": BinaryBuilder, null;
        member "member": Int32Builder;
        offset "offset": Int64Builder;
        id "id": StringBuilder, null;
        id_bytes "id_bytes": BinaryBuilder, null;
        date "date": TimestampMillisecondBuilder, null;
        received "received": TimestampMillisecondBuilder, null;
        from "from": StringBuilder, null;
        from_bytes "from_bytes": BinaryBuilder, null;
        subject "subject": StringBuilder, null;
        subject_bytes "subject_bytes": BinaryBuilder, null;
        newsgroups "newsgroups": ListBuilder<StringBuilder>;
        list_id "list_id": StringBuilder, null;
        references "references": ListBuilder<StringBuilder>;
        body_hash "body_hash": HashBuilder;
    }
}

/// Returns the schema of the table `messages`, which has a row for each message with links.
#[must_use]
pub fn messages_schema() -> SchemaRef {
    static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| Arc::new(Messages::schema()));
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
    columns: Messages,
    rows: usize,
}

impl MessageBatchBuilder {
    /// Creates a builder. `shard` names the job whose results the rows are, as in the column `shard`.
    #[must_use]
    pub fn new(shard: impl Into<String>) -> Self {
        Self {
            shard: shard.into(),
            columns: Messages::new(),
            rows: 0,
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
        let metadata = message.metadata();
        let columns = &mut self.columns;
        columns.shard.append_value(&self.shard);
        columns.input.append_value(input);
        append_text(&mut columns.path, &mut columns.path_bytes, Some(path));
        columns.member.append_value(member);
        columns.offset.append_value(int64(message.offset()));
        // Header values are decoded, and UTF-8.
        let id = metadata.id().map(str::as_bytes);
        append_text(&mut columns.id, &mut columns.id_bytes, id);
        columns
            .date
            .append_option(metadata.date().and_then(milliseconds));
        columns
            .received
            .append_option(metadata.received().and_then(milliseconds));
        let from = metadata.printed_from().map(str::as_bytes);
        append_text(&mut columns.from, &mut columns.from_bytes, from);
        let subject = metadata.printed_subject().map(str::as_bytes);
        append_text(&mut columns.subject, &mut columns.subject_bytes, subject);
        append_strings(&mut columns.newsgroups, metadata.newsgroups());
        columns.list_id.append_option(metadata.list_id());
        append_strings(&mut columns.references, metadata.references());
        columns.body_hash.append_value(body_hash);
        self.rows += 1;
    }

    /// Returns the number of rows.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.rows
    }

    /// Returns whether there are no rows.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Returns whether the batch is full: 65,536 rows, or about 64 MiB in one column.
    #[must_use]
    pub fn is_full(&self) -> bool {
        let columns = &self.columns;
        let texts = [&columns.path, &columns.id, &columns.from, &columns.subject];
        limits::is_full(self.rows, texts, [&columns.newsgroups, &columns.references])
    }

    /// Returns the batch of the rows so far and starts a new one.
    ///
    /// # Panics
    ///
    /// Never panics: all columns have the same number of rows.
    #[must_use]
    pub fn finish(&mut self) -> RecordBatch {
        self.rows = 0;
        RecordBatch::try_new(messages_schema(), self.columns.finish())
            .expect("every column has its type and a value for each row")
    }
}

/// Returns seconds as milliseconds.
fn milliseconds(seconds: i64) -> Option<i64> {
    seconds.checked_mul(1000)
}
