//! Packed files, as they come or made of what comes.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| urlsift_tests::fuzzing::packed(data));
