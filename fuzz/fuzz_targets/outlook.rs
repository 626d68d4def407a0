//! Fuzzes the readers of Outlook files with damaged files, RTF and header sections.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| urlsift_tests::fuzzing::outlook(data));
