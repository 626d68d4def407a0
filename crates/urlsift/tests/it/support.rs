//! Links, and the values of batches.

use std::sync::Arc;

use arrow_array::{
    Array, ArrayRef, RecordBatch,
    cast::AsArray,
    types::{Int32Type, Int64Type},
};
use urlsift::{
    BatchBuilder, Link,
    table::{LINKS, LinkRow},
};
use urlsift_scan::Span;

pub(crate) fn link(text: &[u8]) -> Link<'static> {
    let candidate = urlsift_scan::candidates(text).next().expect("a candidate");
    Link::new(candidate, Arc::from(*b"a.mbox"), |span| {
        Span::new(span.start() + 100, span.end() + 100)
    })
}

pub(crate) fn batch<'l>(links: impl IntoIterator<Item = &'l Link<'l>>) -> RecordBatch {
    let mut builder = BatchBuilder::new(&LINKS);
    for link in links {
        append(&mut builder, link);
    }
    builder.finish()
}

pub(crate) fn append(builder: &mut BatchBuilder, link: &Link<'_>) {
    let row = LinkRow {
        shard: "a1b2",
        input: 3,
        member: 1,
        link: &link.fields(),
    };
    row.write(builder);
    builder.end_row();
}

pub(crate) fn column<'b>(batch: &'b RecordBatch, name: &str) -> &'b ArrayRef {
    batch.column_by_name(name).expect("a column")
}

pub(crate) fn strings(batch: &RecordBatch, name: &str) -> Vec<Option<String>> {
    let values = column(batch, name).as_string::<i32>().iter();
    values.map(|value| value.map(str::to_owned)).collect()
}

pub(crate) fn list(batch: &RecordBatch, name: &str, row: usize) -> Vec<String> {
    let items = column(batch, name).as_list::<i32>().value(row);
    let items = items.as_string::<i32>().iter();
    items.flatten().map(str::to_owned).collect()
}

pub(crate) fn int64(batch: &RecordBatch, name: &str, row: usize) -> Option<i64> {
    let values = column(batch, name).as_primitive::<Int64Type>();
    values.is_valid(row).then(|| values.value(row))
}

pub(crate) fn int32(batch: &RecordBatch, name: &str, row: usize) -> Option<i32> {
    let values = column(batch, name).as_primitive::<Int32Type>();
    values.is_valid(row).then(|| values.value(row))
}

pub(crate) fn owned(values: &[Option<&str>]) -> Vec<Option<String>> {
    values
        .iter()
        .map(|value| value.map(str::to_owned))
        .collect()
}
