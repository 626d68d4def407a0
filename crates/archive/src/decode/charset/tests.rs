mod guesses;
mod standard;

use encoding_rs::Encoding;
use urlsift_tables::{lists, rows, unescaped};

use super::{Charset, Decoder, Output};
use crate::decode::testing::{MappedByte, mapped, mapped_cells};

const RUSSIAN: &str = "\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442}, \u{432}\u{43e}\u{442}         \u{430}\u{434}\u{440}\u{435}\u{441} \u{43d}\u{43e}\u{432}\u{43e}\u{439}         \u{441}\u{442}\u{440}\u{430}\u{43d}\u{438}\u{446}\u{44b}: <http://a.example/> ";

/// Decodes chunks.
fn run(mut charset: Charset, chunks: &[&[u8]]) -> Vec<MappedByte> {
    let mut out = Output::default();
    let mut at = 0;
    for chunk in chunks {
        charset.decode(chunk, at, &mut out);
        at += chunk.len() as u64;
    }
    charset.finish(at, &mut out);
    mapped(&out)
}

fn bytes(mapped: &[MappedByte]) -> Vec<u8> {
    mapped.iter().map(|(byte, _)| *byte).collect()
}

/// Decodes `input` whole, byte by byte and divided at every position.
fn decoded(label: &str, input: &[u8]) -> Vec<MappedByte> {
    let new = || Charset::new(Some(label.as_bytes()));
    let whole = run(new(), &[input]);
    let single: Vec<&[u8]> = input.chunks(1).collect();
    let halves = (0..=input.len()).map(|at| <[_; 2]>::from(input.split_at(at)));
    let halves: Vec<[&[u8]; 2]> = halves.collect();
    let cuts = halves.iter().map(<[_; 2]>::as_slice);
    for chunks in cuts.chain([single.as_slice()]) {
        assert_eq!(run(new(), chunks), whole, "{label} {chunks:x?}");
    }
    whole
}

fn assert_decodes(label: &str, input: &[u8], expected: &[Vec<MappedByte>]) {
    assert_eq!(
        decoded(label, input),
        expected.concat(),
        "{label} {input:x?}"
    );
}

/// Checks the rows of a table: a label, bytes, and characters with their source.
fn check(table: Vec<(&str, &[&str])>) {
    for (label, cells) in table {
        let input = unescaped(cells[0]);
        assert_decodes(label, input, &[mapped_cells(&cells[1..])]);
    }
}

#[test]
fn each_byte_of_a_single_byte_charset_maps_to_its_source() {
    check(lists!("tests.toml", "each_byte_single"));
}

#[test]
fn gb18030_sequences_of_four_bytes_may_be_malformed() {
    check(lists!("tests.toml", "gb18030_sequences_four"));
}

#[test]
fn a_second_byte_may_look_like_ascii() {
    check(lists!("tests.toml", "second_byte_look"));
}

#[test]
fn an_unpaired_lead_byte_does_not_consume_an_opener() {
    check(lists!("tests.toml", "unpaired_lead_byte"));
}

#[test]
fn escape_sequences_are_not_part_of_adjacent_characters() {
    check(lists!("tests.toml", "escape_sequences_part"));
}

#[test]
fn invalid_escape_sequences_are_text() {
    check(lists!("tests.toml", "invalid_escape_sequences"));
}

#[test]
fn the_byte_order_mark_decides_the_order_of_utf_16() {
    check(lists!("tests.toml", "byte_order_mark"));
}

#[test]
fn malformed_utf_16_units_are_replaced_one_by_one() {
    check(lists!("tests.toml", "malformed_utf_16"));
}

#[test]
fn utf_8_is_unchanged() {
    let text = b"\xef\xbb\xbf<\xc3\xa9\xff\xc3<";
    for label in ["utf-8", "UTF8", " \"utf-8\" "] {
        let mapped = decoded(label, text);
        assert_eq!(bytes(&mapped), text);
        assert_eq!(mapped[8], (b'<', 8..9));
        assert!(
            Charset::new(Some(label.as_bytes())).is_identity(),
            "{label}"
        );
    }
    assert!(!Charset::new(None).is_identity());
}

#[test]
fn charset_names_seen_in_mail_are_known() {
    for (label, input, expected) in rows!("tests.toml", "charset_names_seen_in_mail") {
        assert_eq!(
            bytes(&decoded(label, unescaped(input))),
            expected.as_bytes(),
            "{label}"
        );
    }
    for (_, name) in super::label::ALIASES {
        assert!(Encoding::for_label_no_replacement(name).is_some());
    }
}

#[test]
fn passed_input_is_its_own_output() {
    for (label, before, input, passes) in rows!("tests.toml", "passed_input_is_its_own_output") {
        let mut charset = Charset::new(Some(label.as_bytes()));
        charset.decode(unescaped(before), 0, &mut Output::default());
        let found = charset.passes(unescaped(input)).to_string();
        assert_eq!(found, passes, "{label} {before} {input}");
    }
}
