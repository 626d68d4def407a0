//! Fuzzes the scanner with raw text.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| urlsift_tests::fuzzing::bytes(data));
