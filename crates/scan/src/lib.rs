//! Finds the *delimited* URLs in running text, `<URL:...>` and `<scheme:...>`, and rejoins those split
//! by line breaks, quoting or gateways, as RFC 1738's appendix recommends.
//!
//! - [`Scanner`] is a resumable state machine. It takes a text in chunks of any size, which do not affect the
//!   candidates, and uses bounded memory.
//! - [`Scan`] and [`candidates`] scan a text that is in memory as a whole.
//! - [`OpeningPrefilter`] lets a reader skip texts in which no candidate can be opened.
//! - [`Candidate`] is a delimited URL: the rejoined URL, its pieces in the text, what was dropped
//!   between them, and warnings.
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
//! The crate does not check whether a candidate is a valid URL. All offsets are 0-based and count
//! bytes. The crate is `no_std` with `alloc`, does no I/O and has no unsafe code. No text makes it panic,
//! except that a 32-bit `usize` overflows if a line inside a candidate is longer than 4 GiB.

#![no_std]

extern crate alloc;

mod attempt;
mod candidate;
mod config;
mod opening;
mod scan;
mod scanner;
mod second_guess;
mod text;

pub use candidate::{
    Candidate, CandidateParts, CandidateWarning, CandidateWarnings, Delimiter, Dropped, Hyphen,
    HyphenPolicy, Join, Position, Reason, Rejection, Repair, Span,
};
pub use config::Config;
pub use opening::{InvalidScheme, OpeningPrefilter};
pub use scan::{OwnedEvent, Scan, candidates};
pub use scanner::{Event, Scanner};
pub use second_guess::SecondGuess;
pub use text::LinePrefix;
