//! Fuzzes the unpacker with raw files, and with input that is compressed or put in a container first.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| urlsift_tests::fuzzing::compressed(data));
