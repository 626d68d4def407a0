//! Integration tests of the library.

mod driver;
mod packed_streams;
mod searcher;
