//! Tests of the decoder.

use super::{Base64, MAX_LINE_HEAD};
use crate::decode::testing::{self, Decoded};

fn decode(input: &[u8]) -> Decoded {
    testing::decode(Base64::default, input)
}

fn check(cases: &[(&str, &str)]) {
    testing::check(Base64::default, cases);
}

#[test]
fn quanta_are_decoded() {
    // 111110 111110 111111 111111
    assert_eq!(decode(b"++//AAAA").bytes, b"\xFB\xEF\xFF\0\0\0");
}

#[test]
fn data_after_text_may_have_white_space() {
    // Not with a word that is not a whole quantum.
    let decoded = decode(b"PGE+PA==\nyours\nto be or\n");
    assert!(decoded.bytes.ends_with(b"\n\nto be or\n"));
}

#[test]
fn the_first_bytes_of_a_line_decide() {
    let long = "PGE+".repeat(MAX_LINE_HEAD / 4);
    let decoded = "<a>".repeat(MAX_LINE_HEAD / 4);
    let short = &long[1..];
    check(&[
        (&format!("{long}PG E+<\n"), &format!("{decoded}<a>")),
        (&format!("{short}<PGE+\n"), &format!("{short}<PGE+\n")),
        (&format!("<{long}\nPGE+"), &format!("<{long}\n\n\n<a>")),
        (&format!("PGE+\n{long}<"), &format!("<a>{decoded}")),
        (&format!("{long}\na b"), &format!("{decoded}\n\na b")),
    ]);
}

#[test]
fn a_blank_at_the_end_of_the_head_is_not_inside_the_line() {
    let head = "PGE+".repeat(MAX_LINE_HEAD / 4 - 1);
    let decoded = "<a>".repeat(MAX_LINE_HEAD / 4 - 1);
    check(&[
        (&format!("{head}    PGI+"), &format!("{decoded}<b>")),
        (&format!("{head}   PGI+"), &format!("{head}   PGI+")),
    ]);
}

#[test]
fn each_byte_maps_to_its_source() {
    let decoded = decode(b"PGE+\nP GI+.\n");
    // White space and other bytes outside the alphabet in a line make it text. The empty line before it stands for the
    // line break.
    assert_eq!(decoded.bytes, b"<a>\n\nP GI+.\n");
    let ranges = [(0, 2), (1, 3), (2, 4), (4, 5), (4, 5), (5, 6)];
    assert_eq!(decoded.ranges[..6], ranges);

    let decoded = decode(b"P GE+PGI+\nP A = =");
    assert_eq!(decoded.bytes, b"<a><b><");
    let ranges = [(0, 3), (2, 4), (3, 5), (5, 7), (6, 8), (7, 9), (10, 13)];
    assert_eq!(decoded.ranges, ranges);

    let decoded = decode(b"a b\n-PG\nE+");
    assert_eq!(decoded.bytes, b"a b\n\n\n<a>");
    let ranges = [(3, 4), (3, 4), (3, 4), (5, 7), (6, 9), (8, 10)];
    assert_eq!(decoded.ranges[3..], ranges);
}

#[test]
fn every_division_gives_the_same_output() {
    testing::decode_all(Base64::default, b"PGE+\n", b"P>= \n-", 4);
    testing::decode_all(Base64::default, b"PGI+\nP G", b"P= \n", 5);
}
