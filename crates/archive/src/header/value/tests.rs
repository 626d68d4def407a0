use std::ops::Range;

use encoding_rs::WINDOWS_1251;
use urlsift_tables::{bytes, cases, lines};

use super::{Output, decode_to_string, decode_value};

/// An output byte and its source range.
type MappedByte = (u8, Range<u64>);

/// The offset of the value in the input.
const AT: u64 = 1000;

/// Returns text that is its own source, from the offset `at` in the value on.
fn same(text: &str, at: u64) -> Vec<MappedByte> {
    (at..)
        .zip(text.bytes())
        .map(|(at, byte)| (byte, at..at + 1))
        .collect()
}

/// Returns a character decoded from a range of the value.
fn one(text: &str, source: Range<u64>) -> Vec<MappedByte> {
    text.bytes().map(|byte| (byte, source.clone())).collect()
}

fn decoded(raw: &[u8]) -> Vec<MappedByte> {
    // Previous output is kept.
    let mut out = Output::default();
    out.verbatim(b"Subject: ", AT - 9);
    decode_value(raw, AT, &mut out);
    let map = out.map();
    let ranges = (0..).map(|at| map.start(at)..map.end(at + 1));
    let all: Vec<MappedByte> = out.bytes().iter().copied().zip(ranges).collect();
    let value = all[9..].iter().cloned();
    value
        .map(|(byte, source)| (byte, source.start - AT..source.end - AT))
        .collect()
}

fn assert_decodes(raw: &str, expected: &[Vec<MappedByte>]) {
    assert_eq!(decoded(raw.as_bytes()), expected.concat(), "{raw:?}");
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
    assert_decodes("", &[]);
    assert_decodes(
        "see <http://a.exa\r\n mple/> x",
        &[same("see <http://a.exa", 0), same(" mple/> x", 19)],
    );
    assert_decodes(
        "a\n\tb\r\n\n c",
        &[same("a", 0), same("\tb\r\n", 2), same(" c", 7)],
    );
    // These are not folds.
    assert_decodes("a\nb\r\nc\rd\r e\n", &[same("a\nb\r\nc\rd\r e\n", 0)]);
}

#[test]
fn each_byte_maps_to_its_encoded_characters() {
    assert_decodes(
        "=?utf-8?Q?=3Chttp://a.example/=3E?=",
        &[
            one("<", 10..13),
            same("http://a.example/", 13),
            one(">", 30..33),
        ],
    );
    assert_decodes(
        "=?utf-8?B?PGh0dHA6?=.",
        &[
            one("<", 10..12),
            one("h", 11..13),
            one("t", 12..14),
            one("t", 14..16),
            one("p", 15..17),
            one(":", 16..18),
            same(".", 20),
        ],
    );
    // A character outside the alphabet may be inside a byte.
    assert_decodes("=?utf-8?b?Y*W=?=", &[one("a", 10..13)]);
    // UTF-16 with a byte order mark: FE FF, 00 3C, 00 62.
    assert_decodes(
        "=?utf-16?B?/v8APABi?=",
        &[one("<", 13..17), one("b", 16..19)],
    );
    // A byte that should have been encoded is decoded with the charset all the same.
    assert_eq!(
        decoded(b"=?koi8-r?Q?=F0_\xd2?="),
        [
            one("\u{41f}", 11..14),
            one(" ", 14..15),
            one("\u{440}", 15..16)
        ]
        .concat(),
    );
}

#[test]
fn white_space_between_words_is_dropped() {
    assert_decodes(
        "=?utf-8?Q?=3Chttp://a?=\r\n =?utf-8?Q?.example/=3E?=",
        &[
            one("<", 10..13),
            same("http://a", 13),
            same(".example/", 36),
            one(">", 45..48),
        ],
    );
}

#[test]
fn a_character_may_continue_in_the_next_word() {
    // Each byte of a UTF-8 character has its own source.
    let mapped = decoded(b"=?utf-8?Q?=D0?=\r\n =?UTF-8*ru?q?=9F<?=");
    assert_eq!(mapped, [(0xD0, 10..13), (0x9F, 31..34), (b'<', 34..35)]);
    assert_decodes(
        "=?big5?Q?=A4?= =?big5?Q?=A4<?=",
        &[one("\u{4e2d}", 9..27), same("<", 27)],
    );
    assert_decodes(
        "=?iso-2022-jp?Q?=1B$B$?= =?iso-2022-jp?Q?=22=1B(B<?=",
        &[one("\u{3042}", 21..44), same("<", 49)],
    );
    // Not in a word with another charset.
    assert_decodes(
        "=?big5?Q?=A4?= =?gbk?Q?<?=",
        &[one("\u{fffd}", 9..12), same("<", 23)],
    );
}

#[test]
fn a_word_that_begins_with_an_escape_sequence_is_decoded_by_itself() {
    assert_decodes(
        "=?ISO-2022-JP?B?GyRCJCIbKEI=?= =?iso-2022-jp?B?GyRCJCQbKEI=?=",
        &[one("\u{3042}", 20..23), one("\u{3044}", 51..54)],
    );
}

#[test]
fn encoded_words_may_contain_invalid_characters() {
    let long = "x".repeat(5000);
    assert_eq!(read(&format!("=?utf-8?Q?{long}?=")), long);
}

#[test]
fn invalid_encoded_words_are_kept() {
    for raw in lines!("tests.toml", "invalid_encoded_words_are_kept") {
        assert_decodes(raw, &[same(raw, 0)]);
    }
    assert_decodes(
        "=?utf-8?q?broken =?utf-8?q?whole?=",
        &[same("=?utf-8?q?broken ", 0), same("whole", 27)],
    );
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
    assert_decodes(
        "=?x-unknown?Q?caf=E9?=",
        &[same("caf", 14), one("\u{e9}", 17..20)],
    );
    assert_decodes("=??Q?=3Ca?=", &[one("<", 5..8), same("a", 8)]);
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
