//! Integration tests of the library.

mod bounds;
mod context;
mod driver;
mod examples;
mod features;
mod sifter;
