//! Finds the URLs in running text: in angle brackets, `<URL:...>` and `<scheme:...>`, as RFC 1738's appendix
//! recommends; in quotation marks (RFC 3986, appendix C); after `URL:`; and bare. Those split by line breaks, quoting
//! or gateways are rejoined.
//!
//! - [`Scanner`] takes a text in chunks of any size, which do not affect what is found, and uses bounded memory.
//! - [`find()`] and [`candidates`] search a text that is in memory as a whole.
//! - [`OpeningPrefilter`] and [`Triggers`] let a reader skip texts in which nothing can be found.
//! - [`Candidate`] is what is found: the rejoined URL, its pieces in the text, what was dropped between them, and
//!   warnings.
//! - [`Refanger`] restores defanged URLs, such as `hxxp://a[.]example`, before a text is searched.
//! - [`attribute_urls`] returns the URLs in the value of an HTML attribute, [`shown_urls`] those that the text of a
//!   link shows.
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
//! The crate does not check whether a candidate is a valid URL. All offsets are 0-based and count bytes. There is no
//! I/O and no unsafe code. No text makes it panic.

#![forbid(unsafe_code)]

mod attribute;
mod blocks;
mod bracket;
mod build;
mod candidate;
mod config;
mod hits;
mod line;
mod piece;
mod precedence;
mod refang;
mod scanner;
mod search;
mod second_guess;
mod shown_host;
mod substring;
mod text;
mod typeset;

pub use attribute::attribute_urls;
pub use bracket::{prefilter::OpeningPrefilter, scheme::InvalidScheme};
pub use build::Event;
pub use candidate::{
    Candidate, CandidateWarning, CandidateWarnings, Delimiter, Dropped, Hyphen, HyphenPolicy, Join,
    Position, Reason, Rejection, Repair, Sign, Span,
};
pub use config::Config;
pub use line::{LinkTerm, Triggers, opening_bracket};
pub use refang::{Refanger, mark_of_form};
pub use scanner::{Scanner, candidates, find};
pub use second_guess::SecondGuess;
pub use shown_host::shown_urls;
