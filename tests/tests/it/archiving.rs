//! The URLs of a text do not depend on how it is written into an archive, and the results for any file are
//! consistent.

use proptest::prelude::*;
use std::sync::LazyLock;
use urlsift::Kind;
use urlsift_tables::{bytes, lines};
use urlsift_tests::{
    archiving,
    choices::Choices,
    writing::{Encoding, Wrapping, WriteOptions},
};

use crate::support::config;

/// Tokens of a text.
static TEXT: LazyLock<Vec<&str>> = LazyLock::new(|| lines!("archiving.toml", "text"));

/// Tokens of a file.
static FILE: LazyLock<Vec<&[u8]>> = LazyLock::new(|| bytes!("archiving.toml", "file"));

fn text() -> impl Strategy<Value = String> {
    let tokens = prop::collection::vec(prop::sample::select(&TEXT[..]), 0..40);
    tokens.prop_map(|tokens| tokens.concat())
}

fn kind() -> impl Strategy<Value = Kind> {
    prop::sample::select(Kind::ALL)
}

fn options() -> impl Strategy<Value = WriteOptions> {
    let encoding = prop::sample::select(vec![
        Encoding::EightBit,
        Encoding::QuotedPrintable,
        Encoding::Base64,
        Encoding::Uuencode,
    ]);
    let wrapping = prop::sample::select(vec![
        Wrapping::Alone,
        Wrapping::Multipart,
        Wrapping::Message,
        Wrapping::Both,
    ]);
    let with_messages = Kind::ALL.iter().filter(|kind| !kind.has_no_messages());
    let kind = prop::sample::select(with_messages.copied().collect::<Vec<_>>());
    let flags = (any::<bool>(), any::<bool>(), 0..4_u8);
    (flags, encoding, wrapping, kind).prop_map(
        |((crlf, is_kind_given, html), encoding, wrapping, kind)| WriteOptions {
            crlf,
            encoding,
            html: html == 0,
            wrapping,
            kind,
            is_kind_given,
        },
    )
}

fn choices() -> impl Strategy<Value = Choices> {
    prop::collection::vec(any::<u8>(), 1..40).prop_map(|bytes| Choices::new(&bytes))
}

/// Generates a file of tokens, or of random bytes.
fn any_file() -> impl Strategy<Value = Vec<u8>> {
    let tokens = prop::collection::vec(prop::sample::select(&FILE[..]), 0..30);
    prop_oneof![
        9 => tokens.prop_map(|tokens| tokens.concat()),
        1 => prop::collection::vec(any::<u8>(), 0..200),
    ]
}

proptest! {
    #![proptest_config(config(5))]

    #[test]
    fn urls_do_not_depend_on_how_a_text_is_written(text in text(), options in options(), mut choices in choices()) {
        archiving::urls_do_not_depend_on_options(&text, options, &mut choices);
    }

    #[test]
    fn a_part_alone_gives_the_same_results(
        text in text(),
        options in options(),
        after in prop::sample::select(vec!["", "\n"]),
        mut choices in choices(),
    ) {
        archiving::a_part_alone_gives_the_same_results(&text, options, after, &mut choices);
    }

    #[test]
    fn any_part_is_sifted_consistently(
        header in any_file(),
        body in any_file(),
        mut choices in choices(),
    ) {
        archiving::any_part_is_sifted_consistently(&header, &body, &mut choices);
    }

    #[test]
    fn any_file_is_sifted_consistently(
        file in any_file(),
        kind in prop::option::of(kind()),
        mut choices in choices(),
    ) {
        archiving::any_file_is_sifted_consistently(&file, kind, &mut choices);
    }
}

/// What looks like the start of a message in ASCII is none in a file in UTF-16.
#[test]
fn a_file_in_utf16_has_no_boundaries_in_ascii() {
    let file = b"&\0l\0t\0;\0\n\n\nFrom ben@b.example Tue Jan 31 10:00:00 1995\nA: b\n\n<http://a.example/";
    for kind in [
        None,
        Some(Kind::Mboxrd),
        Some(Kind::Mboxcl2),
        Some(Kind::Message),
    ] {
        for bytes in [&[][..], &[7], &[1, 200, 3]] {
            archiving::any_file_is_sifted_consistently(file, kind, &mut Choices::new(bytes));
        }
    }
}
