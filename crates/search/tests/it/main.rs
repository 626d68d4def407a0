//! Integration tests of the library.

mod driver;
mod limits;
mod packed_files;
mod packed_streams;
mod pages;
mod searcher;
mod settle;
mod shrinking;
mod unread_members;
