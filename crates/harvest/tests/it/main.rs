//! Integration tests of the library.

mod data;
mod diff;
mod formats;
mod hashes;
mod incremental;
mod interruption;
mod objects;
mod options;
mod ownership;
mod report;
mod schema;
mod settled;
mod urls;
