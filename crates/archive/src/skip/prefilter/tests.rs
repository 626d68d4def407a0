use super::testing::{names, names_and_triggers};
use crate::skip::header_check::{BLOCK, HeaderCheck, check_header, check_header_ahead};

fn may_be_in_header(raw: &[u8]) -> bool {
    super::may_be_in_header(&names(), raw)
}

fn may_be_in_message(message: &[u8]) -> bool {
    let check = check_header(&names(), message);
    let ahead = check_header_ahead(&names(), message);
    assert!(ahead == check || ahead == HeaderCheck::PlainUpToFromLine);
    check == HeaderCheck::Encoded || super::may_be_in_text(&names(), message)
}

fn first_non_ascii_in_candidate(text: &[u8], from: usize) -> Option<usize> {
    super::first_non_ascii_in_candidate(&names(), text, from)
}

#[test]
fn addresses_and_identifiers_open_nothing() {
    let nothing: [&[u8]; 6] = [
        b"From: <jane at a.example>",
        b"Message-ID: <20020107.12@a.example>",
        b"From: Jane <jane@a.example>, <a.b>",
        b"Subject: a < b? <3 <a b: <",
        b"To: <1:2@a.example>",
        b"Subject: =?utf-8?Q?caf=C3=A9?= =3C",
    ];
    for raw in nothing {
        assert!(!may_be_in_header(raw), "{}", raw.escape_ascii());
    }
    let something: [&[u8]; 10] = [
        b"List-Post: <mailto:a@b.example>",
        b"Subject: < \t\r\n URL:a>",
        b"Subject: <htt\r\n p://a.example>",
        b"Subject: =?utf-8?B?a?=",
        b"Subject: =?utf-8?Q?a=3chttp?=",
        b"Subject: =?utf-8?Q?a_<_http:?=",
        b"X: <a@b> <http:",
        b"X: <=?utf-8?Q?http://a?=>",
        b"X: <htt=?utf-8?Q?p://a?=>",
        b"X: <\n> http://a>",
    ];
    for raw in something {
        assert!(may_be_in_header(raw), "{}", raw.escape_ascii());
    }
}

#[test]
fn triggers_may_be_in_encoded_words_or_cross_them() {
    let may_be = |raw: &str| super::may_be_in_header(&names_and_triggers(), raw.as_bytes());
    for raw in [
        "Subject: =?utf-8?Q?b?= a: b",
        "Subject: =?utf-8?Q?caf=C3=A9?= c",
        "Subject: =?utf-8?Q?b=3D?=\n c",
        "X: a: b:c",
    ] {
        assert!(!may_be(raw), "{raw}");
    }
    for raw in [
        "Subject: a:b",
        "Subject: =?utf-8?Q?a:b?=",
        "Subject: =?utf-8?Q?=61=3ab?=",
        "Subject: =?utf-8?Q?c?= =?utf-8?B?YTpi?=",
        "Subject: =?utf-8?Q?a?=:b",
        "Subject: =?utf-8?Q?=61?=a:b",
        "Subject: a:=?utf-8?Q?b?=",
        "Subject: =?utf-7?Q?a+ADo-b?=",
    ] {
        assert!(may_be(raw), "{raw}");
    }
}

#[test]
fn a_message_is_checked_at_every_offset() {
    let something = [
        "\nContent-Type: a/b\n\n",
        "\ncOntent-Base:",
        "\r\nContent-Type: a/b\r\n\r\n",
        "\nX: =?utf-8?B?a?=\n\n",
        " =?utf-8?Q?=3chttp?=\n\n",
        "\n\n<http://a>",
        "\n\n=\n\r\n<URL:a>",
    ];
    let nothing = [
        "\nCc: a\nSender: b\nFrom: c d\n\n",
        "\nX-Content-Type: a/b\n\n",
        "\n\nContent-Type: a/b\n",
        "\r\n\r\nContent-Type: a/b\r\n",
        "\n\n=?utf-8?B?a?=",
        "\nX: =?utf-8?Q?=3d?= =\n ?\n\n",
        "\r\nX: Content-Type\r\n\r\n<a@b>",
    ];
    for (ends, may_be) in [(&something[..], true), (&nothing, false)] {
        for (end, len) in ends
            .iter()
            .flat_map(|end| (1..3 * BLOCK).map(move |len| (end, len)))
        {
            let message = ["a".repeat(len).as_str(), end, &" b".repeat(BLOCK)].concat();
            for message in [&message, &message[..len + end.len()]] {
                let context = message.escape_debug();
                assert_eq!(may_be_in_message(message.as_bytes()), may_be, "{context}");
            }
        }
    }
    for (message, may_be) in [
        ("Content-Type: a/b", true),
        ("\nContent-Type: a/b", false),
        ("", false),
    ] {
        assert_eq!(may_be_in_message(message.as_bytes()), may_be, "{message:?}");
    }
}

#[test]
fn a_header_is_checked_ahead_up_to_a_from_line() {
    let check = |text: &str| check_header_ahead(&names(), text.as_bytes());
    for len in 1..3 * BLOCK {
        let field = "a".repeat(len);
        for (end, result) in [
            ("\nFrom a\nContent-Type: b", HeaderCheck::PlainUpToFromLine),
            ("\nFrom: a b\n\nFrom c", HeaderCheck::Plain),
            ("\nFrom", HeaderCheck::Plain),
            ("\nContent-Type: a\nFrom b", HeaderCheck::Encoded),
        ] {
            assert_eq!(check(&format!("{field}{end}")), result, "{len}, {end:?}");
        }
    }
}

#[test]
fn texts_in_quoted_printable_may_open_where_an_equals_sign_may_matter() {
    for (text, may_be) in [
        ("<http:", true),
        ("a=3Ch=\nttp:", true),
        ("=3c=68", true),
        ("<=\n", true),
        ("< h=3a", true),
        ("<h=\nttp:", true),
        ("<\n=3E http:", true),
        ("=3D <jane=\n@a.example>", true),
        ("<jane@a.example=\n>", false),
        ("=3Cjane@a=3E =3D3C =3=\nChttp:", false),
        ("<1=3A <-=\n <", false),
        ("=3E <", false),
    ] {
        let found = super::may_be_in_quoted_printable(&names(), text.as_bytes());
        assert_eq!(found, may_be, "{text:?}");
    }
}

#[test]
fn bytes_outside_candidates_need_no_charset() {
    let first = |text: &[u8]| first_non_ascii_in_candidate(text, 0);
    assert_eq!(first(b"caf\xe9 <jane@a> caf\xe9 <http://a/>"), None);
    assert_eq!(first(b"<http://a/\xe9>"), Some(10));
    assert_eq!(first(b"<b\xe9> <http://a/\n> \xe9>"), Some(18));
    assert_eq!(first(b"<http://a/\n\n\xe9>"), None);
    assert_eq!(first(b"<http://a/\r\n\r\n\xe9>"), None);
    assert_eq!(first(b"<http://a/<\xe9>"), None);
    assert_eq!(
        first_non_ascii_in_candidate(b"<http://\xe9/<http://\xe9>", 9),
        Some(18)
    );
}
