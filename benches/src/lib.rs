//! Inputs for the benchmarks of urlsift, and the baselines it is measured against.
//!
//! Every input is made from a fixed seed, and the number of links in it is known. The benchmarks
//! assert it on every pass, so that a fast wrong answer fails.
//!
//! - [`Text`]: a text of any size, by density ([`density`]), as mail ([`mail`]) or hostile ([`hostile`])
//! - [`urls`]: sets of URLs to validate
//! - [`baseline`]: counting a byte, and mail-parser
//! - [`links`]: how many links the library finds

pub mod baseline;
pub mod density;
pub mod hostile;
mod library;
pub mod mail;
mod random;
mod text;
pub mod urls;

pub use library::links;
pub use text::Text;

/// The error of a benchmark; any error ends the run.
pub type Error = Box<dyn std::error::Error + Send + Sync>;
