//! Inputs and baselines for the benchmarks of urlsift.
//!
//! Every input is generated from a fixed seed with a known number of links. The benchmarks assert this
//! number on every pass, so that a fast wrong answer fails.
//!
//! - [`Text`]: a text of any size, by density ([`density`]), as mail ([`mail`]) or hostile ([`hostile`])
//! - [`urls`]: sets of URLs to validate
//! - [`baseline`]: counting a byte, linkify, and mail-parser; [`stack`]: a program made of several crates
//! - [`links`]: the number of links that the library finds

pub mod baseline;
pub mod density;
mod library;
pub mod mail;
mod random;
pub mod stack;
pub mod urls;

pub use library::links;
pub use urlsift_tests::{hostile, text::Text};

/// The error of a benchmark; any error ends the run.
pub type Error = Box<dyn std::error::Error + Send + Sync>;
