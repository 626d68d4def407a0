//! Arrays without values: all of their rows are null, empty or zero.
//!
//! In most batches, most columns have no values. Their arrays share one buffer of zeros, so they take no memory of
//! their own.

use std::sync::{Arc, LazyLock};

use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, BooleanArray, GenericByteArray, ListArray, PrimitiveArray,
    types::ByteArrayType,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::FieldRef;

/// The maximum number of rows of arrays that share the buffer.
const SHARED_ROWS: usize = 1 << 16;

/// Returns a buffer of zeros for the values, null bits or offsets of a number of rows. There is one more offset than
/// rows.
fn zeros(rows: usize) -> Buffer {
    static ZEROS: LazyLock<Buffer> =
        LazyLock::new(|| Buffer::from_vec(vec![0_u64; SHARED_ROWS + 1]));
    if rows <= SHARED_ROWS {
        Buffer::clone(&ZEROS)
    } else {
        Buffer::from_vec(vec![0_u64; rows + 1])
    }
}

fn nulls(rows: usize) -> NullBuffer {
    NullBuffer::new(BooleanBuffer::new(zeros(rows), 0, rows))
}

fn offsets(rows: usize) -> OffsetBuffer<i32> {
    OffsetBuffer::new(ScalarBuffer::new(zeros(rows), 0, rows + 1))
}

/// Returns an array of texts that are null.
pub(super) fn bytes<T: ByteArrayType<Offset = i32>>(rows: usize) -> ArrayRef {
    let values = Buffer::default();
    Arc::new(GenericByteArray::<T>::new(
        offsets(rows),
        values,
        Some(nulls(rows)),
    ))
}

/// Returns an array of numbers that are null, or 0.
pub(super) fn numbers<T: ArrowPrimitiveType>(rows: usize, is_nullable: bool) -> PrimitiveArray<T> {
    let nulls = is_nullable.then(|| nulls(rows));
    PrimitiveArray::new(ScalarBuffer::new(zeros(rows), 0, rows), nulls)
}

/// Returns an array of truth values that are false.
pub(super) fn bools(rows: usize) -> ArrayRef {
    Arc::new(BooleanArray::new(
        BooleanBuffer::new(zeros(rows), 0, rows),
        None,
    ))
}

/// Returns an array of lists that are empty. `items` is an empty array of the type of the items.
pub(super) fn lists(rows: usize, item: FieldRef, items: ArrayRef) -> ArrayRef {
    debug_assert!(items.is_empty());
    Arc::new(ListArray::new(item, offsets(rows), items, None))
}
