//! Batches of a scan.

use std::sync::Arc;

use arrow_array::{
    Array, StringArray,
    cast::AsArray,
    types::{Int32Type, TimestampMicrosecondType},
};
use arrow_schema::DataType;
use urlsift::{
    BatchBuilder, Dictionaries, Link, Message, Metadata, Section,
    table::{LINKS, MESSAGES, SCAN, ScanRow},
};

use crate::support::{batch, column, link, owned, strings};

fn append(builder: &mut BatchBuilder, link: &Link<'_>) {
    let link = &link.fields();
    ScanRow { link }.write(builder);
    builder.end_row();
}

#[test]
fn a_scan_has_the_columns_of_links_and_of_their_messages() {
    let metadata = Metadata::of(b"Subject: x\nDate: 31 Jan 1995 12:00:00 GMT\n");
    let message = Message::new(7, Arc::new(metadata));
    let links = [
        link(b"<URL:http://b\xfc.example/~a-\n  b.>"),
        link(b"<http://a.example:81/>").with_message(message),
    ];
    let of_links = batch(&links);
    let mut builder = BatchBuilder::of_scan(None, Dictionaries::Nowhere).expect("all columns");
    for link in &links {
        append(&mut builder, link);
    }
    let scanned = builder.finish();
    let names: Vec<_> = SCAN.columns.iter().map(|column| column.name).collect();
    let kept = LINKS.columns.iter().filter(|column| {
        // What depends on the data set.
        !["shard", "input", "member"].contains(&column.name)
    });
    let kept: Vec<_> = kept.map(|column| column.name).collect();
    assert_eq!(names[..kept.len()], kept);
    for name in &kept {
        assert_eq!(column(&scanned, name), column(&of_links, name), "{name}");
    }
    for name in &names[kept.len()..] {
        let name = name.strip_prefix("message_").expect("a column of messages");
        assert!(MESSAGES.column(name).is_some(), "{name}");
    }
    assert_eq!(
        strings(&scanned, "message_subject"),
        owned(&[None, Some("x")])
    );
    let dates = column(&scanned, "message_date").as_primitive::<TimestampMicrosecondType>();
    assert!(dates.iter().eq([None, Some(791_553_600_000_000)]));
    // Any columns, in any order, have the same values.
    for chosen in [
        &["url", "conforms"][..],
        &["host_bytes", "url"],
        &["port"],
        &[],
    ] {
        let mut builder =
            BatchBuilder::of_scan(Some(chosen), Dictionaries::Nowhere).expect("columns");
        for link in &links {
            append(&mut builder, link);
        }
        let batch = builder.finish();
        assert_eq!((batch.num_rows(), batch.num_columns()), (2, chosen.len()));
        for (index, name) in chosen.iter().enumerate() {
            assert_eq!(batch.column(index), column(&of_links, name), "{name}");
        }
    }
    let unknown = BatchBuilder::of_scan(Some(&["url", "shard"]), Dictionaries::Nowhere)
        .expect_err("no column");
    assert_eq!(unknown.to_string(), "there is no column 'shard'");
}

#[test]
fn strings_may_be_in_dictionaries() {
    let metadata = Metadata::of(b"Newsgroups: a.b,c.d\nSubject: x\n");
    let message = Message::new(7, Arc::new(metadata));
    let links = [
        link(b"<mailto:a@b.c>"),
        link(b"<http://a.example/>").with_message(message.clone()),
        link(b"<http://b.example/>"),
        link(b"<http://a.example/~b>").with_message(message),
    ];
    let rows = |mut builder: BatchBuilder| {
        for link in &links {
            append(&mut builder, link);
        }
        builder.finish()
    };
    let plain = rows(BatchBuilder::of_scan(None, Dictionaries::Nowhere).expect("all columns"));
    let named = Dictionaries::Named(&["url", "message_newsgroups"]);
    for dictionaries in [Dictionaries::Repeated, named] {
        let builder = BatchBuilder::of_scan(None, dictionaries);
        let found = rows(builder.expect("columns"));
        let mut count = 0;
        for (index, field) in found.schema().fields().iter().enumerate() {
            let (found, plain) = (found.column(index), plain.column(index));
            match (field.data_type(), found.as_list_opt::<i32>()) {
                (DataType::Dictionary(..), _) => {
                    count += 1;
                    let keys = found.as_dictionary::<Int32Type>();
                    let values = keys.downcast_dict::<StringArray>().expect("strings");
                    assert!(values.into_iter().eq(plain.as_string::<i32>()), "{field}");
                }
                (DataType::List(item), Some(found))
                    if matches!(item.data_type(), DataType::Dictionary(..)) =>
                {
                    count += 1;
                    let keys = found.values().as_dictionary::<Int32Type>();
                    let values = keys.downcast_dict::<StringArray>().expect("strings");
                    let plain = plain.as_list::<i32>();
                    assert!(values.into_iter().eq(plain.values().as_string::<i32>()));
                    assert_eq!(found.offsets(), plain.offsets(), "{field}");
                }
                _ => assert_eq!(found, plain, "{field}"),
            }
        }
        assert_eq!(count, if dictionaries == named { 2 } else { 15 });
    }
    let hosts = Dictionaries::Named(&["host"]);
    let mut builder = BatchBuilder::of_scan(Some(&["host", "url"]), hosts).expect("columns");
    // Dictionaries do not depend on the batches before.
    for _ in 0..2 {
        for link in &links {
            append(&mut builder, link);
        }
        let batch = builder.finish();
        let hosts = batch.column(0).as_dictionary::<Int32Type>();
        let keys: Vec<_> = hosts.keys().iter().collect();
        assert_eq!(keys, [None, Some(0), Some(1), Some(0)]);
        assert_eq!(hosts.values().len(), 2);
        assert_eq!(batch.column(1), column(&plain, "url"));
    }
    let error = |names: &[&str]| {
        let named = Dictionaries::Named(names);
        let error = BatchBuilder::of_scan(None, named).expect_err("no dictionary");
        error.to_string()
    };
    assert_eq!(error(&["path", "hosts"]), "there is no column 'hosts'");
    assert_eq!(error(&["offset"]), "the column 'offset' has no strings");
}

#[test]
fn a_batch_may_have_more_rows_than_a_full_one() {
    let mut builder = BatchBuilder::of_scan(None, Dictionaries::Nowhere).expect("all columns");
    let link = link(b"<mailto:a@b.c>");
    while !builder.is_full() {
        append(&mut builder, &link);
    }
    append(&mut builder, &link);
    let batch = builder.finish();
    assert_eq!(batch.num_rows(), (1 << 16) + 1);
    assert_eq!(batch.slice(1 << 16, 1), batch.slice(0, 1));
}

#[test]
fn rows_without_values_are_filled_in() {
    let with_all = link(b"> <HTTP://a-\n> .Example:080/\xff~b [c]>")
        .with_base(&b"http://h/"[..])
        .with_section(Section::part(&[1, 2], "text/plain"));
    let without = link(b"<mailto:a@b.c>");
    let builder = || BatchBuilder::of_scan(None, Dictionaries::Nowhere).expect("all columns");
    let one = |link: &Link<'_>| {
        let mut builder = builder();
        append(&mut builder, link);
        builder.finish()
    };
    let (with_all, without) = ([&with_all; 3], [&without; 70]);
    for order in [
        [&with_all[..], &without, &with_all],
        [&without, &with_all, &without],
        [&without, &without, &with_all[..1]],
    ] {
        let mut builder = builder();
        let links: Vec<_> = order.concat();
        for link in &links {
            append(&mut builder, link);
        }
        let batch = builder.finish();
        for (row, link) in links.iter().enumerate() {
            assert_eq!(batch.slice(row, 1), one(link), "{row}");
        }
    }
}

#[test]
fn a_text_has_the_columns_that_need_no_file() {
    let names = |builder: BatchBuilder| -> Vec<String> {
        let schema = builder.schema();
        let fields = schema.fields().iter();
        fields.map(|field| field.name().clone()).collect()
    };
    let all = names(BatchBuilder::of_text(None).expect("columns"));
    // Those of a link without a file, a page and a message.
    let others = [
        "path",
        "element",
        "attribute",
        "text",
        "part",
        "type",
        "header",
    ];
    let is_other = |name: &str| {
        let name = name.strip_suffix("_bytes").unwrap_or(name);
        others.contains(&name) || name.starts_with("message_")
    };
    let expected = SCAN.columns.iter().map(|column| column.name);
    let expected: Vec<_> = expected.filter(|name| !is_other(name)).collect();
    assert_eq!(all, expected);
    let chosen = BatchBuilder::of_text(Some(&["url", "offset"]));
    assert_eq!(names(chosen.expect("columns")), ["url", "offset"]);
    let error = BatchBuilder::of_text(Some(&["url", "path"])).expect_err("no column");
    assert_eq!(error.to_string(), "there is no column 'path'");
}
