//! The tables and their Arrow form.

mod documented;

use std::sync::Arc;

use arrow_array::{
    Array,
    cast::AsArray,
    types::{Int32Type, Int64Type, TimestampMillisecondType},
};
use arrow_schema::DataType;
use urlsift::{
    BatchBuilder, Link, Message, Metadata, Section,
    table::{LINKS, MESSAGES, MessageRow, URLS, UrlRow},
};

use crate::support::{append, batch, column, int32, int64, link, list, owned, strings};

#[test]
fn a_row_has_what_a_rewriter_has_wrapped() {
    let text = b"<https://www.google.com/url?q=http%3A%2F%2Fa.example%2F>";
    let batch = batch(&[link(text), link(text).with_unwrapping(true)]);
    let expected = owned(&[None, Some("http://a.example/")]);
    assert_eq!(strings(&batch, "target"), expected);
}

/// Returns a broken link, one in a header, and a repaired one.
fn links() -> [Link<'static>; 3] {
    let message = Message::new(40, Arc::default()).with_index(1);
    [
        link(b"> <HTTP://a-\n> .Example:080/\xff~b [c]>")
            .with_message(message.clone())
            .with_section(Section::part(&[1, 2], "text/plain")),
        link(b"<URL:../x>")
            .with_base(&b"http://h/a/b"[..])
            .with_message(message)
            .with_section(Section::header(b"X-\xe9")),
        link(b"<mailto:a at b.c>").with_unwrapping(true),
    ]
}

#[test]
fn a_row_has_what_the_link_has() {
    let batch = batch(&links());
    assert_eq!(batch.num_rows(), 3);
    assert_eq!(batch.schema(), BatchBuilder::new(&LINKS).schema());
    assert_eq!(strings(&batch, "shard")[0].as_deref(), Some("a1b2"));
    assert_eq!(int32(&batch, "input", 0), Some(3));
    assert_eq!(int32(&batch, "member", 2), Some(1));
    for (name, expected) in [
        (
            "url",
            [
                Some("HTTP://a-.Example:080/\u{fffd}~b"),
                Some("../x"),
                Some("mailto:a@b.c"),
            ],
        ),
        ("delimiter", [Some("angle"), Some("url"), Some("angle")]),
        ("scheme", [Some("http"), None, Some("mailto")]),
        ("host", [Some("a-.Example"), None, None]),
        ("host_ascii", [Some("a-.example"), None, None]),
        ("domain", [Some("a-.example"), None, None]),
        (
            "conforms",
            [Some("whatwg"), Some("relative"), Some("rfc1738")],
        ),
        ("base", [None, Some("http://h/a/b"), None]),
        ("resolved", [None, Some("http://h/x"), None]),
        ("part", [Some("1.2"), None, None]),
        ("type", [Some("text/plain"), None, None]),
        ("header", [None, Some("X-\u{fffd}"), None]),
        ("element", [None; 3]),
        ("target", [None; 3]),
    ] {
        assert_eq!(strings(&batch, name), owned(&expected), "{name}");
    }
    let exact = column(&batch, "url_bytes").as_binary::<i32>();
    assert_eq!(exact.value(0), b"HTTP://a-.Example:080/\xff~b");
    assert_eq!((exact.is_null(1), exact.is_null(2)), (true, true));
    let exact = column(&batch, "header_bytes").as_binary::<i32>();
    assert_eq!(exact.value(1), b"X-\xe9");
    assert_eq!(
        [0, 1, 2].map(|row| int64(&batch, "port", row)),
        [Some(80), None, None]
    );
    assert_eq!(int64(&batch, "offset", 0), Some(102));
    let offsets = [0, 1, 2].map(|row| int64(&batch, "message_offset", row));
    assert_eq!(offsets, [Some(40), Some(40), None]);
    assert_eq!(list(&batch, "joins", 0), ["-9:break+leader"]);
    assert_eq!(list(&batch, "joins", 2), ["8:at"]);
    assert!(list(&batch, "joins", 1).is_empty());
    assert_eq!(list(&batch, "warnings", 0), ["trailing-text"]);
    let readings = [
        "HTTP://a-.Example:080/\u{fffd}~b",
        "HTTP://a.Example:080/\u{fffd}~b",
    ];
    assert_eq!(list(&batch, "readings", 0), readings);
    assert!(list(&batch, "readings", 1).is_empty() && list(&batch, "also", 0).is_empty());
}

#[test]
fn a_row_has_the_pieces_and_the_problems_of_the_link() {
    let links = links();
    let batch = batch(&links);
    let pieces = column(&batch, "pieces").as_list::<i32>().value(0);
    let pieces = pieces.as_primitive::<Int64Type>();
    let spans = links[0]
        .pieces()
        .flat_map(|piece| [piece.start(), piece.end()]);
    assert!(
        pieces
            .values()
            .iter()
            .copied()
            .eq(spans.map(u64::cast_signed))
    );
    let problems = column(&batch, "problems").as_list::<i32>();
    assert_eq!([0, 1, 2].map(|row| problems.value(row).len()), [3, 1, 0]);
    let problems = problems.value(0);
    let problems = problems.as_struct();
    let codes = problems
        .column_by_name("code")
        .expect("a field")
        .as_string::<i32>();
    assert_eq!(codes.value(0), "label-hyphen");
    let starts = problems.column_by_name("start").expect("a field");
    assert_eq!(starts.as_primitive::<Int32Type>().value(0), 8);
}

#[test]
fn the_best_reading_has_an_index() {
    let links = [
        link(b"<http://a-\n.example/>"),
        link(b"<http://a.example/>"),
    ];
    let batch = batch(&links);
    assert_eq!(
        [0, 1].map(|row| int32(&batch, "best", row)),
        [Some(1), None]
    );
}

#[test]
fn a_message_has_what_its_header_says() {
    let metadata = Metadata::of(
        b"Message-ID: <1@a>\nDate: 31 Jan 1995 12:00:00 GMT\nReceived: by a; 31 Jan 1995 12:00:01 GMT\n\
        From: a@b\nSubject: URLs\nNewsgroups: a.b\nList-Id: l.a\nReferences: <0@a> <00@a>\n",
    );
    let mut builder = BatchBuilder::new(&MESSAGES);
    let messages = [
        (b"a\xff", Message::new(7, Arc::new(metadata)), [9; 16]),
        (b"a.", Message::new(8, Arc::default()), [8; 16]),
    ];
    for (path, message, body_hash) in &messages {
        let row = MessageRow {
            shard: "s",
            input: 1,
            path: *path,
            member: 2,
            message,
            body_hash: *body_hash,
        };
        row.write(&mut builder);
        builder.end_row();
    }
    assert_eq!(
        (builder.len(), builder.is_empty(), builder.is_full()),
        (2, false, false)
    );
    let batch = builder.finish();
    assert!(builder.is_empty());
    assert_eq!(batch.schema(), BatchBuilder::new(&MESSAGES).schema());
    for (name, expected) in [
        ("path", [Some("a\u{fffd}"), Some("a.")]),
        ("id", [Some("<1@a>"), None]),
        ("from", [Some("a@b"), None]),
        ("subject", [Some("URLs"), None]),
        ("list_id", [Some("l.a"), None]),
    ] {
        assert_eq!(strings(&batch, name), owned(&expected), "{name}");
    }
    assert_eq!(
        column(&batch, "path_bytes").as_binary::<i32>().value(0),
        b"a\xff"
    );
    let dates = column(&batch, "date").as_primitive::<TimestampMillisecondType>();
    assert_eq!((dates.value(0), dates.is_null(1)), (791_553_600_000, true));
    let dates = column(&batch, "received").as_primitive::<TimestampMillisecondType>();
    assert_eq!((dates.value(0), dates.is_null(1)), (791_553_601_000, true));
    assert_eq!(list(&batch, "newsgroups", 0), ["a.b"]);
    assert_eq!(list(&batch, "references", 0), ["<0@a>", "<00@a>"]);
    assert!(list(&batch, "references", 1).is_empty());
    let hashes = column(&batch, "body_hash").as_fixed_size_binary();
    assert_eq!(hashes.value(0), [9; 16]);
    assert_eq!(hashes.value(1), [8; 16]);
}

#[test]
fn a_time_that_has_no_milliseconds_is_null() {
    let mut builder = BatchBuilder::new(&URLS);
    let row = UrlRow {
        url: b"a",
        scheme: None,
        host: Some(b"h\xff"),
        count: 1,
        messages: 0,
        files: 1,
        seen: Some((7, i64::MAX)),
        best: b"a",
        resolved_by: None,
        domain: None,
        url_key: "a",
    };
    row.write(&mut builder);
    builder.end_row();
    let batch = builder.finish();
    let seen = column(&batch, "first_seen").as_primitive::<TimestampMillisecondType>();
    assert_eq!(seen.value(0), 7000);
    assert!(column(&batch, "last_seen").is_null(0));
}

#[test]
fn batches_follow_each_other() {
    let mut builder = BatchBuilder::new(&LINKS);
    assert_eq!(builder.finish().num_rows(), 0);
    let link = link(b"<http://a.example/>");
    while !builder.is_full() {
        append(&mut builder, &link);
    }
    assert_eq!(builder.len(), 1 << 16);
    assert_eq!(builder.finish().num_rows(), 1 << 16);
    append(&mut builder, &link);
    let batch = builder.finish();
    assert_eq!(int64(&batch, "end", 0), Some(119));
}

#[test]
fn types_are_those_of_the_contract() {
    let data_type = |name: &str| {
        let schema = BatchBuilder::new(&LINKS).schema();
        let field = schema.field_with_name(name).expect("a column");
        (field.data_type().clone(), field.is_nullable())
    };
    assert_eq!(data_type("shard"), (DataType::Utf8, false));
    assert_eq!(data_type("input"), (DataType::Int32, false));
    assert_eq!(data_type("offset"), (DataType::Int64, false));
    assert_eq!(data_type("url_bytes"), (DataType::Binary, true));
    assert_eq!(data_type("port"), (DataType::Int64, true));
    assert_eq!(data_type("spaced"), (DataType::Boolean, false));
    assert_eq!(data_type("best"), (DataType::Int32, true));
    let schema = BatchBuilder::new(&MESSAGES).schema();
    let hash = schema.field_with_name("body_hash").expect("a column");
    assert_eq!(hash.data_type(), &DataType::FixedSizeBinary(16));
}
