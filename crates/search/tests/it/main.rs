//! Integration tests of the library.

mod compressed_files;
mod driver;
mod limits;
mod pages;
mod searcher;
mod settle;
mod shrinking;
mod unread_members;
