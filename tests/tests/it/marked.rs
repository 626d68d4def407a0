//! The marks in the texts of cases.

use urlsift_tables::lines;
use urlsift_tests::marked::{Marked, unescape};

#[test]
fn marks_are_removed() {
    let marked = Marked::parse_escaped(r"✗<b†⟦<«é\x41»\n«c»>⟧\(3*\t)").expect("valid marks");
    assert_eq!(marked.text, "<b<éA\nc>\t\t\t".as_bytes());
    assert_eq!(marked.links[0].span, (2, 9));
    assert_eq!(marked.links[0].pieces, [(3, 6), (7, 8)]);
    assert_eq!(marked.rejects, [(0, 2)]);
}

#[test]
fn links_may_share_a_byte() {
    let marked = Marked::parse_escaped("⟦P«Gh»⟦4⟧«8»P⟧g").expect("valid marks");
    let [first, second] = &marked.links[..] else {
        panic!("{marked:?}")
    };
    assert_eq!((first.span, &first.pieces[..]), ((0, 4), &[(1, 3)][..]));
    assert_eq!((second.span, &second.pieces[..]), ((3, 6), &[(4, 5)][..]));
}

#[test]
fn bad_marks_and_escapes_are_errors() {
    for bad in lines!("marked.toml", "bad_marks_and_escapes_are_errors") {
        assert!(Marked::parse_escaped(bad).is_err(), "{bad}");
    }
    assert_eq!(Marked::parse(r"\n").expect("valid marks").text, br"\n");
    assert_eq!(unescape(r"a\\b").expect("a valid escape"), br"a\b");
}
