//! The size of a batch.

use arrow_array::builder::{ListBuilder, StringBuilder};

/// The number of rows at which a batch is full.
const FULL_ROWS: usize = 1 << 16;

/// The number of bytes in one column at which a batch is full. A column can hold less than 2^31 bytes.
const FULL_BYTES: usize = 1 << 26;

/// Returns whether a batch is full. `texts` and `lists` are the columns that can grow largest.
pub(super) fn is_full<const TEXTS: usize, const LISTS: usize>(
    rows: usize,
    texts: [&StringBuilder; TEXTS],
    lists: [&ListBuilder<StringBuilder>; LISTS],
) -> bool {
    let lists = lists.map(ListBuilder::values_ref);
    let mut columns = texts.into_iter().chain(lists);
    rows >= FULL_ROWS || columns.any(|column| column.values_slice().len() >= FULL_BYTES)
}
