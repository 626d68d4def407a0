use encoding_rs::WINDOWS_1251;
use urlsift_tables::{bytes, cases, lines, lists, unescaped};

use super::{Output, decode_to_string, decode_value};
use crate::decode::testing::{MappedByte, mapped, mapped_cells, one, same};

/// The offset of the value in the input.
const AT: u64 = 1000;

fn decoded(raw: &[u8]) -> Vec<MappedByte> {
    // Previous output is kept.
    let mut out = Output::default();
    out.verbatim(b"Subject: ", AT - 9);
    decode_value(raw, AT, &mut out);
    let value = mapped(&out).into_iter().skip(9);
    value
        .map(|(byte, source)| (byte, source.start - AT..source.end - AT))
        .collect()
}

/// Checks the rows of a table: a value, and what it is decoded to.
fn check(table: Vec<(&str, &[&str])>) {
    for (raw, cells) in table {
        assert_eq!(decoded(unescaped(raw)), mapped_cells(cells), "{raw}");
    }
}

/// Returns the decoded text, without source ranges.
fn read(raw: &str) -> String {
    let mut out = Output::default();
    decode_value(raw.as_bytes(), 0, &mut out);
    String::from_utf8(out.bytes().to_vec()).expect("UTF-8")
}

#[test]
fn values_are_read() {
    for (rule, raw, expected) in cases!("tests.toml", "values") {
        assert_eq!(read(raw), expected, "{rule}: {raw:?}");
    }
}

#[test]
fn a_fold_is_a_line_break_before_white_space() {
    check(lists!("tests.toml", "fold_before_white_space"));
}

#[test]
fn each_byte_maps_to_its_encoded_characters() {
    check(lists!("tests.toml", "each_byte_maps"));
}

#[test]
fn white_space_between_words_is_dropped() {
    check(lists!("tests.toml", "white_space_between_words"));
}

#[test]
fn a_character_may_continue_in_the_next_word() {
    // Each byte of a UTF-8 character has its own source.
    let mapped = decoded(b"=?utf-8?Q?=D0?=\r\n =?UTF-8*ru?q?=9F<?=");
    assert_eq!(mapped, [(0xD0, 10..13), (0x9F, 31..34), (b'<', 34..35)]);
    check(lists!("tests.toml", "character_in_the_next_word"));
}

#[test]
fn a_word_that_begins_with_an_escape_sequence_is_decoded_by_itself() {
    check(lists!("tests.toml", "word_with_an_escape_sequence"));
}

#[test]
fn encoded_words_may_contain_invalid_characters() {
    let long = "x".repeat(5000);
    assert_eq!(read(&format!("=?utf-8?Q?{long}?=")), long);
}

#[test]
fn invalid_encoded_words_are_kept() {
    for raw in lines!("tests.toml", "invalid_encoded_words_are_kept") {
        assert_eq!(decoded(raw.as_bytes()), same(raw, 0), "{raw}");
    }
    check(lists!("tests.toml", "word_after_an_invalid_one"));
}

#[test]
fn undeclared_charsets_are_guessed() {
    let text = "\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442}, \u{43d}\u{43e}\u{432}\u{43e}\u{441}\u{442}\u{438}";
    let (raw, _, _) = WINDOWS_1251.encode(text);
    let russian = |at: u64| -> Vec<MappedByte> {
        let characters = (at..).zip(text.chars());
        characters
            .flat_map(|(at, char)| one(&char.to_string(), at..at + 1))
            .collect()
    };
    let len = raw.len() as u64;
    let value = [&raw, &b"\r\n <a>=?utf-8?q?=3C?= "[..], &raw].concat();
    let expected = [
        russian(0),
        same(" <a>", len + 2),
        one("<", len + 16..len + 19),
        same(" ", len + 21),
        russian(len + 22),
    ];
    assert_eq!(decoded(&value), expected.concat());
    // UTF-8 is kept, in encoded words too.
    let value = format!("{text}\n {text}=?utf-8?q?{text}?=");
    assert_eq!(read(&value), format!("{text} {text}{text}"));
    check(lists!("tests.toml", "undeclared_charsets"));
}

#[test]
fn a_value_is_decoded_to_a_trimmed_string() {
    assert_eq!(
        decode_to_string(b" =?koi8-r?B?8NLJ18XU?=\r\n "),
        "\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442}"
    );
    assert_eq!(decode_to_string(b"\t=?utf-8?Q?a=FF_?="), "a\u{fffd}");
    assert_eq!(decode_to_string(b""), "");
}

#[test]
fn a_plain_value_is_decoded_to_itself() {
    for raw in bytes!("tests.toml", "a_plain_value_is_decoded_to_itself") {
        let mut out = Output::default();
        decode_value(raw, AT, &mut out);
        let slowly = String::from_utf8_lossy(out.bytes()).trim().to_owned();
        assert_eq!(decode_to_string(raw), slowly, "{}", raw.escape_ascii());
    }
}

#[test]
fn every_sequence_of_special_bytes_is_decoded() {
    let alphabet = b"=?=?=?utf-8big5qQbB?QB_ \r\n\t<=3C\xe9\xa4";
    let mut state = 1_u64;
    for _ in 0..5_000 {
        let raw: Vec<u8> = (0..40)
            .map(|_| {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                alphabet[(state >> 33) as usize % alphabet.len()]
            })
            .collect();
        let raw = [b"=?big5?q?", &raw[..], b"?="].concat();
        for (_, source) in decoded(&raw) {
            assert!(
                source.start < source.end && source.end <= raw.len() as u64,
                "{raw:x?}"
            );
        }
    }
}
