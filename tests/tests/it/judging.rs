//! Properties that hold for every text that is judged, on texts from the grammar and around it.

use proptest::prelude::*;
use urlsift_tests::{
    grammar::{choices::Choices, generator},
    judging,
};

/// A text that the generator makes of random choices.
fn made_by(generator: fn(&mut Choices<'_>) -> Vec<u8>) -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..400)
        .prop_map(move |bytes| generator(&mut Choices::new(&bytes)))
}

/// A text that conforms, or is near one that does.
fn text() -> impl Strategy<Value = Vec<u8>> {
    made_by(generator::text)
}

/// What the productions hang on, in any order behind a scheme: farther from the grammar than mutations
/// get.
fn soup() -> impl Strategy<Value = Vec<u8>> {
    #[rustfmt::skip]
    const STARTS: &[&str] = &[
        "", "http://", "FTP://", "gopher://h", "mailto:", "news:", "nntp://h/", "telnet://", "wais://h/",
        "file://", "prospero://h/", "https://", "x-a:", "1:",
    ];
    #[rustfmt::skip]
    const TOKENS: &[&str] = &[
        "//", "//h", "a.b", "/", "/", "/", "?", "?", "#", ":", ":", "@", "@", ";", "=", "&", ";type=a", ";type=",
        ";a=", "%41", "%2f", "%09", "%0d%0a", "%", "%4", "a", "b", "1", "80", "1.2.3.4", "256.0.0.1", ".", "..",
        "-", "+", "*", "_", "~", " ", "[::1]", "\u{e9}", "\0", "localhost", "http:",
    ];
    let start = prop::sample::select(STARTS);
    let tokens = prop::collection::vec(prop::sample::select(TOKENS), 0..12);
    (start, tokens).prop_map(|(start, tokens)| [start, &tokens.concat()].concat().into_bytes())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_validator_agrees_with_the_recogniser(text in text()) {
        judging::agrees_with_the_recogniser(&text);
    }

    #[test]
    fn parts_give_the_url(text in text()) {
        judging::parts_give_the_url(&text);
        judging::parts_match_their_productions(&text);
    }

    #[test]
    fn places_are_sound(text in text()) {
        judging::places_are_sound(&text);
    }

    #[test]
    fn later_standards_differ_as_expected(text in made_by(generator::url)) {
        judging::agrees_with_fluent_uri(&text);
    }

    #[test]
    fn everything_holds_for_soups(text in soup()) {
        judging::every_property_holds(&text);
    }

    #[test]
    fn any_bytes_will_do(text in prop::collection::vec(any::<u8>(), 0..200)) {
        judging::every_property_holds(&text);
        judging::resolving_keeps_a_scheme(&text, &text);
    }

    #[test]
    fn references_resolve(base in text(), reference in made_by(generator::reference)) {
        judging::resolving_keeps_a_scheme(&base, &reference);
    }

    #[test]
    fn whatever_is_resolved_against_whatever(base in soup(), reference in soup()) {
        judging::resolving_keeps_a_scheme(&base, &reference);
    }

    #[test]
    fn any_bytes_resolve(
        base in prop::collection::vec(any::<u8>(), 0..60),
        reference in prop::collection::vec(any::<u8>(), 0..60),
    ) {
        // Few random bytes begin with a scheme.
        judging::resolving_keeps_a_scheme(&[b"x:", &base[..]].concat(), &reference);
    }
}
