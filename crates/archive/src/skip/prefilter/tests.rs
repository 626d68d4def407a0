use urlsift_tables::{bytes, flags, lines};

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
    let something = bytes!("tests.toml", "addresses_and_identifiers_open_nothing");
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
    for raw in lines!("tests.toml", "triggers_encoded_words") {
        assert!(may_be(raw), "{raw}");
    }
}

#[test]
fn a_message_is_checked_at_every_offset() {
    let something = lines!("tests.toml", "a_message_is_checked_at_every_offset_1");
    let nothing = lines!("tests.toml", "a_message_is_checked_at_every_offset_2");
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
    for (text, may_be) in flags!("tests.toml", "texts_quoted_printable") {
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
