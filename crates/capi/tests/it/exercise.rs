//! Every function with any bytes.

use std::fs;

use proptest::prelude::*;
use urlsift_capi::exercise;
use urlsift_tests::{cases, tokens};

/// The inputs that fuzzing has found and that are worth keeping.
#[test]
fn fuzz_inputs_pass() {
    let mut count = 0;
    for entry in fs::read_dir(cases::corpus().join("fuzz/capi")).expect("the inputs") {
        let input = fs::read(entry.expect("an input").path()).expect("an input");
        exercise(&input);
        count += 1;
    }
    assert!(count > 0);
}

#[test]
fn texts_of_the_corpus_pass() {
    for case in cases::undelimited() {
        for chosen in [
            *b"\xff\x00\x00\x05",
            *b"\x3e\x08\x00\x10",
            *b"\x3e\x17\xa0\xff",
        ] {
            exercise(&[&chosen[..], &case.text].concat());
        }
    }
}

proptest! {
    #[test]
    fn tokens_pass(chosen: [u8; 4], tokens in proptest::collection::vec(any::<u8>(), 0..80)) {
        exercise(&[&chosen[..], &tokens::from_bytes(&tokens)].concat());
    }

    #[test]
    fn bytes_pass(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        exercise(&bytes);
    }
}
