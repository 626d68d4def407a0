//! The URLs of a text do not depend on how it is written into an archive, and the results for any file are
//! consistent.

use proptest::prelude::*;
use urlsift::Kind;
use urlsift_tests::{
    archiving,
    choices::Choices,
    writing::{Encoding, Wrapping, WriteOptions},
};

use crate::support::config;

/// Tokens of a text.
const TEXT: &[&str] = &[
    "<http://a.example/x>",
    "<URL:http://a.example/",
    "<http://b.example/long-",
    "<mailto:jane@a.example>",
    "<ftp://ftp.a.example/",
    "wrapped>",
    "path/",
    "?a=b&c=3D",
    ">",
    "<",
    "\n",
    "\n",
    "\n\n",
    "\n> ",
    "\n>> ",
    "\n| ",
    "\n    ",
    " ",
    "\t",
    " \n",
    "\nFrom ",
    "\n\nFrom ben@b.example Tue Jan 31 10:00:00 1995\n",
    "\n>From ",
    "\n.",
    "\n..",
    "\n.\n",
    "\n--",
    "\n-- \n",
    "é",
    "漢字",
    "=",
    "=3D",
    "=3C",
    "&lt;",
    "+ADw-",
    "word",
    "and some more words of a longer line, ",
    "Subject: x\n",
];

/// Tokens of a file.
const FILE: &[&[u8]] = &[
    b"From ben@b.example Tue Jan 31 10:00:00 1995\n",
    b"\n\nFrom ben@b.example Tue Jan 31 10:00:00 1995\r\n",
    b"\n>From ",
    b"\nFrom ",
    b"Subject: x\n",
    b"From: a@b.example\n",
    b"Content-Length: 40\n",
    b"Content-Length: 170\n",
    b"Content-Type: multipart/mixed; boundary=b\n\n--b\n",
    b"Content-Type: multipart/digest; boundary=b\n\n--b\n",
    b"Content-Type: message/rfc822\n\n",
    b"Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\n",
    b"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nU3ViamVjdDogPGh0dHA6Ly9hLz4KCjxodHRwOi8vYi8",
    b"Content-Type: text/html; charset=utf-16\n",
    b"Content-Type: text/html\n",
    b"Content-Type: text/plain; format=flowed\n",
    b"Content-Type: text/plain; charset=iso-2022-jp\n",
    b"Content-Type: text/plain; charset=utf-7\n",
    b"Content-Type: text/plain; charset=x-nowhere\n\n",
    b"+ADw-http://a.example/+AOQ-+AD4",
    b"Subject: =?utf-7?Q?+ADw-http://a.example/+AD4-?=\n",
    b"PGh0 dHA6Ly9hLmV4YW1w\tbGUvMT4",
    b"\n>From b <i\n>From a",
    b"Content-Type: image/png\n",
    b"Content-Transfer-Encoding: base64\n\n",
    b"Content-Transfer-Encoding: quoted-printable\n\n",
    b"Content-Transfer-Encoding: x-uuencode\n\n",
    b"\n--b\n",
    b"\n--b--\n",
    b"\n#! rnews 20\n",
    b"#! rnews 200\n",
    b"\x01\x01\x01\x01\n",
    b"220 1 <1@a.example>\r\n",
    b"\r\n.\r\n",
    b"\n..",
    b"\n",
    b"\r\n",
    b"\r",
    b" ",
    b">",
    b"> ",
    b"PGh0dHA6Ly9hLmV4YW1wbGUvMT4",
    b"Jmx0O2h0dHA6Ly9hLyZndDs=",
    b"=\n",
    b"<http://a.example/",
    b"<http://a.example/1>",
    b"&lt;http://a.example/&gt;",
    b"=26lt;http://a.example/=26gt;",
    b"=3Chttp://a.example/=3E",
    b"<\0h\0t\0t\0p\0:\0/\0/\0a\0/\0>\0",
    b"Subject: =?utf-8?Q?=3Chttp://a.example/=3E?= =?utf-8?B?PGh0dHA6Ly9hLz4=?=\n",
    b"\nbegin 644 a.txt\n",
    b"\nbegin 644 a.zip\n",
    b"5/&AT='`Z+R]A+F5X86UP;&4O,3X*\n",
    b"`\nend\n",
    b"\n=ybegin line=128 size=1 name=a\n",
    b"\n=yend\n",
    b"\x1b$B",
    b"\x1b(B",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\xe9",
    b"<a href=\"",
    b"<!--",
    b"<html><h1>",
    b"<!-- id=\"1@a\" -->",
    b"<!-- body=\"start\" -->",
    b"<!-- body=\"end\" -->",
    b"<!--X-From-R13: @NMbcn -->",
    b"<!--X-MsgBody-->",
    b"<!--X-Body-of-Message-End-->",
    b"<!--beginarticle-->",
    b"<!--endarticle-->",
    b"\nArticle 1 of a.b:\nPath: a!b\n",
    b"Article: 1 of a.b\n",
    b"-->",
    b"<pre>",
    b"&\0l\0t\0;\0h\0t\0t\0p\0:\0/\0/\0a\0/\0&\0g\0t\0;\0",
    b"Content-Type: text/html\n\n\xe9 &lt;http://a.example/&gt;",
    b"Content-Type: text/html; charset=utf-16\n\n",
    b"Content-Transfer-Encoding: x-uuencode\nContent-Type: text/html\n\n",
];

fn text() -> impl Strategy<Value = String> {
    let tokens = prop::collection::vec(prop::sample::select(TEXT), 0..40);
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
    let tokens = prop::collection::vec(prop::sample::select(FILE), 0..30);
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
