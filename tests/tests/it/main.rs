//! Runs every case of the corpus over every path, and the properties that hold for all texts.

mod archive_cases;
mod archives;
mod archiving;
mod corpus;
mod differential;
mod found_inputs;
mod judging;
mod ledger;
mod packed;
mod parts_of_archives;
mod parts_of_large_archives;
mod places;
mod prefiltering;
mod properties;
mod ranges_of_files;
mod single_parts;
mod skipping;
mod slices;
mod texts;
mod threads;
mod verdicts;
