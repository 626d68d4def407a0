//! Fuzzes the scanner with text made of tokens, one per byte.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| urlsift_tests::fuzzing::tokens(data));
