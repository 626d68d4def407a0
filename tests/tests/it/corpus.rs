//! Every case of the corpus, over every path that a text can take.

use std::fs;

use urlsift_scan::{Config, Scanner};
use urlsift_tests::{
    cases::{self, Case},
    marked::{self, Marked},
    oracle::{self, Sifted},
    paths,
    properties::Escaped,
};

/// Texts longer than this are not cut at every byte, but at this many places.
const MOST_CUTS: usize = 800;

#[test]
fn every_case_is_found_whole() {
    for case in cases::scan() {
        check(&case, "whole", &paths::whole(&case.config(), &case.text));
    }
}

#[test]
fn every_case_agrees_with_the_slow_implementation() {
    for case in cases::scan() {
        let schemes: Vec<&str> = case.schemes.iter().map(String::as_str).collect();
        check(
            &case,
            "oracle",
            &oracle::sift(&case.text, case.max_len, &schemes),
        );
    }
}

#[test]
fn every_case_is_found_in_chunks_of_any_size() {
    for case in cases::scan() {
        // One scanner for all: it must come clean out of each text.
        let mut scanner = Scanner::new(case.config());
        for size in [1, 2, 3, 5, 7, 13, 64] {
            let found = paths::chunks(&mut scanner, case.text.chunks(size));
            check(&case, &format!("chunks of {size}"), &found);
        }
        let step = case.text.len() / MOST_CUTS + 1;
        for cut in (0..=case.text.len()).step_by(step) {
            let (head, tail) = case.text.split_at(cut);
            let found = paths::chunks(&mut scanner, [head, tail]);
            check(&case, &format!("cut at {cut}"), &found);
        }
    }
}

#[test]
fn every_case_is_found_by_the_sifter_with_its_line_and_column() {
    for case in cases::scan() {
        check(&case, "slice", &paths::slice(&case.config(), &case.text));
        for (block, read) in [(1, 1), (2, 9), (16, 7), (1 << 16, 1 << 16)] {
            let path = format!("blocks of {block}, reads of {read}");
            let found = paths::reader(&case.config(), &case.text, block, read);
            check(&case, &path, &found);
            let found = paths::searcher(&case.config(), &case.text, block, read);
            check(&case, &format!("searcher, {path}"), &found);
        }
    }
}

#[track_caller]
fn check(case: &Case, path: &str, found: &Sifted) {
    let places = marked::mark(&case.text, &found.found);
    assert_eq!(
        *found,
        case.expected,
        "{}, {path}: {}\n  {:?}\n  {places}",
        case.name,
        case.why,
        Escaped(&case.text),
    );
}

#[test]
fn prose_is_marked_where_it_should_be() {
    for path in cases::files("prose", "marked") {
        let source = fs::read_to_string(&path).expect("a readable file");
        let expected = Marked::parse(&source).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        assert!(!expected.hits.is_empty(), "{path:?} expects nothing");
        let found = paths::whole(&Config::new(), &expected.text);
        assert_eq!(
            marked::mark(&expected.text, &found.found),
            source,
            "{path:?}"
        );
        let bytewise = paths::reader(&Config::new(), &expected.text, 1, 1);
        assert_eq!(bytewise, found, "{path:?}");
        let slice = paths::slice(&Config::new(), &expected.text);
        assert_eq!(slice, found, "{path:?}");
        assert_eq!(
            marked::places(&expected.text, &found).hits,
            expected.hits,
            "{path:?}"
        );
    }
}
