//! Integration tests of the library.

mod driver;
mod packed_files;
mod packed_streams;
mod pages;
mod searcher;
mod shrinking;
