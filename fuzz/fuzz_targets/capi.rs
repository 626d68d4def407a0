//! Fuzzes the functions of the C library.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| urlsift_capi::exercise(data));
