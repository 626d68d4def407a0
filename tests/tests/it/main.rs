//! Runs every case of the corpus on every code path, and checks properties that hold for any text.

mod archive_cases;
mod archive_ranges;
mod archives;
mod archiving;
mod attributes;
mod corpus;
mod differential;
mod file_ranges;
mod fuzz_inputs;
mod judging;
mod large_archive_ranges;
mod ledger;
mod linkify;
mod locations;
mod manifests;
mod packed;
mod parts;
mod prefiltering;
mod properties;
mod skipping;
mod slices;
mod support;
mod texts;
mod threads;
mod undelimited;
mod verdicts;
