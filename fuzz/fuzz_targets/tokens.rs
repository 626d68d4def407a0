//! Texts made of the tokens that the rules are about: each byte names one.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| urlsift_tests::fuzzing::tokens(data));
