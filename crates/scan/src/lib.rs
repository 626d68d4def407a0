//! Finds the *delimited* URLs of running text, `<URL:...>` and `<scheme:...>`, and rejoins what
//! line breaks, quoting and gateways did to them, as RFC 1738's appendix asks.
//!
//! - [`Scanner`] is the machine: it is fed a text in chunks of any size and gives the same
//!   candidates whatever their sizes, in bounded memory.
//! - [`Scan`] and [`candidates`] run it over a text that is wholly in memory.
//! - [`Prefilter`] is what can open a candidate, for readers that can pass over what cannot.
//! - [`Candidate`] is what it finds: the URL put together, its pieces in the text, what stood
//!   between them, and what is doubtful about it.
//! - [`Offsets`] converts byte offsets into those of programs that count UTF-16 or characters.
//!
//! ```
//! let text = b"> It is in <URL:http://ds.internic.\n> net/instructions/overview.html#WARNING>.";
//! let found = urlsift_scan::candidates(text).next().unwrap();
//! assert_eq!(found.url(), b"http://ds.internic.net/instructions/overview.html#WARNING");
//! assert_eq!(found.quote_depth(), 1);
//! for piece in found.pieces() {
//!     println!("underline {}", String::from_utf8_lossy(&text[piece.range()]));
//! }
//! ```
//!
//! Nothing is said of whether a candidate is a valid URL. All offsets are 0-based and count bytes.
//! The crate is `no_std` with `alloc`, does no I/O, has no unsafe code, and never panics whatever
//! the text holds (where a `usize` has 32 bits: unless a line inside a candidate is longer than
//! 4 GiB).

#![no_std]

extern crate alloc;

mod assemble;
mod attempt;
mod candidate;
mod class;
mod config;
mod head;
mod offsets;
mod opening;
mod prefilter;
mod quote_prefix;
mod scan;
mod scanner;
mod scheme;
mod span;
mod uneven_quoting;
mod view;

pub use candidate::{
    Candidate, Delimiter, Dropped, HyphenPolicy, Join, Reason, Rejected, Warning, Warnings,
};
pub use config::Config;
pub use offsets::Offsets;
pub use prefilter::Prefilter;
pub use scan::{Found, Scan, candidates};
pub use scanner::{Event, Scanner};
pub use scheme::InvalidScheme;
pub use span::{Position, Span};
