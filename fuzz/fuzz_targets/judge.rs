//! Fuzzes URL validation with raw input.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| urlsift_tests::fuzzing::judge(data));
