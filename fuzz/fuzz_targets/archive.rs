//! Archives as they come, any byte in them.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| urlsift_tests::fuzzing::archive(data));
