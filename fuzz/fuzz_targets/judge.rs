//! Texts that are judged, any byte in them.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| urlsift_tests::fuzzing::judge(data));
