//! Properties of validation, on texts inside and just outside the grammar.

use proptest::prelude::*;
use urlsift_tests::{
    grammar::{choices::Choices, generator},
    judging,
};

use crate::support::config;

/// Generates a text from random choices.
fn generated_by(generator: fn(&mut Choices<'_>) -> Vec<u8>) -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..400)
        .prop_map(move |bytes| generator(&mut Choices::new(&bytes)))
}

/// Generates a text that conforms, or nearly.
fn text() -> impl Strategy<Value = Vec<u8>> {
    generated_by(generator::text)
}

/// Generates a scheme followed by random structural tokens, farther from the grammar than mutations are.
fn random_tokens() -> impl Strategy<Value = Vec<u8>> {
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
    #![proptest_config(config(2))]

    #[test]
    fn the_validator_agrees_with_the_recogniser(text in text()) {
        judging::agrees_with_the_recogniser(&text);
    }

    #[test]
    fn parts_rebuild_the_url(text in text()) {
        judging::parts_give_the_url(&text);
        judging::parts_match_their_productions(&text);
    }

    #[test]
    fn spans_are_valid(text in text()) {
        judging::spans_are_valid(&text);
    }

    #[test]
    fn later_standards_differ_as_expected(text in generated_by(generator::url)) {
        judging::agrees_with_fluent_uri(&text);
    }

    #[test]
    fn hosts_are_those_of_browsers(
        url in "[ \t]?(https?|ws|ftp|file|gopher|x-y):[/\\\\]{0,3}[ab1.@:\\\\/?#\t\u{fc}\u{ad}%-]{0,12}(@b[/\\\\])?",
    ) {
        judging::hosts_are_those_of_browsers(url.as_bytes());
    }

    #[test]
    fn every_property_holds_for_random_tokens(text in random_tokens()) {
        judging::every_property_holds(&text);
    }

    #[test]
    fn every_property_holds_for_random_bytes(text in prop::collection::vec(any::<u8>(), 0..200)) {
        judging::every_property_holds(&text);
        judging::resolving_keeps_a_scheme(&text, &text);
    }

    #[test]
    fn references_resolve(base in text(), reference in generated_by(generator::reference)) {
        judging::resolving_keeps_a_scheme(&base, &reference);
    }

    #[test]
    fn random_tokens_resolve(base in random_tokens(), reference in random_tokens()) {
        judging::resolving_keeps_a_scheme(&base, &reference);
    }

    #[test]
    fn random_bytes_resolve(
        base in prop::collection::vec(any::<u8>(), 0..60),
        reference in prop::collection::vec(any::<u8>(), 0..60),
    ) {
        // Random bytes seldom begin with a scheme.
        judging::resolving_keeps_a_scheme(&[b"x:", &base[..]].concat(), &reference);
    }
}
