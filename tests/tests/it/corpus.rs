//! Every case of `corpus/scan` and `corpus/prose`, on every code path.

use std::fs;

use urlsift_scan::{Config, Scanner};
use urlsift_tests::{
    cases::{self, Case},
    marked::{self, Marked},
    oracle::{self, Sifted},
    paths,
    properties::Escaped,
};

use crate::support::{check_chunks, check_readers};

#[test]
fn every_case_is_found_in_a_complete_text() {
    for case in cases::scan() {
        check(&case, "whole", &paths::whole(&case.config(), &case.text));
    }
}

#[test]
fn every_case_agrees_with_the_oracle() {
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
    for (number, case) in cases::scan().into_iter().enumerate() {
        // One scanner for all chunkings: no state may remain from one text to the next.
        let mut scanner = Scanner::new(case.config());
        let find = |chunks: &mut dyn Iterator<Item = &[u8]>| paths::chunks(&mut scanner, chunks);
        check_chunks(&case, number, find, check);
    }
}

#[test]
fn every_case_is_found_by_the_sifter_with_its_line_and_column() {
    for (number, case) in cases::scan().into_iter().enumerate() {
        check_readers(&case, number, check);
    }
}

#[track_caller]
fn check(case: &Case, path: &str, found: &Sifted) {
    let marked = marked::mark(&case.text, &found.found);
    assert_eq!(
        *found,
        case.expected,
        "{}, {path}: {}\n  {:?}\n  {marked}",
        case.name,
        case.why,
        Escaped(&case.text),
    );
}

#[test]
fn prose_is_marked_as_expected() {
    for path in cases::files("prose", "marked") {
        let source = fs::read_to_string(&path).expect("a readable file");
        let expected = Marked::parse(&source).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        assert!(!expected.links.is_empty(), "{path:?} has no links");
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
            marked::offsets(&expected.text, &found).links,
            expected.links,
            "{path:?}"
        );
    }
}
