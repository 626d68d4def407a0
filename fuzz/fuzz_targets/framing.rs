//! Fuzzes the framing of a text made of tokens, one per byte: cut at every byte, and in small chunks.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| urlsift_tests::fuzzing::framing(data));
