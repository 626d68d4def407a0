//! Finds the URLs in running text that have no angle brackets: after `URL:`, in quotation marks (RFC 3986,
//! appendix C), or bare.
//!
//! - [`Finder`] is a resumable state machine. It takes a text in chunks of any size and returns what a
//!   [`Scanner`](urlsift_scan::Scanner) finds together with the URLs without brackets, so that each byte belongs
//!   to one of them at most.
//! - [`LineScanner`] finds only those without brackets, and all of them, even if they overlap.
//! - [`Refanger`] restores defanged URLs, such as `hxxp://a[.]example`, before a text is searched.
//! - [`Triggers`] finds the short strings of which every such URL contains one, so that a reader can skip other text.
//! - [`attribute_urls`] returns the URLs in the value of an HTML attribute, [`shown_urls`] those that the text of a
//!   link shows.
//!
//! Where a bare URL begins is decided by the table of schemes, where it ends by Unicode properties: no list of words or
//! of punctuation has to be complete. `docs/LIMITS.md` has the rules in a table with examples.
//!
//! ```
//! use urlsift_scan::{Config, OwnedEvent};
//! use urlsift_undelimited::Finder;
//!
//! let mut finder = Finder::new(Config::new().undelimited(true), |_| true);
//! finder.push(b"See http://a.example/b, <http://c.example/>");
//! finder.finish();
//! let mut urls = Vec::new();
//! while let Some(OwnedEvent::Candidate(found)) = finder.pop() {
//!     urls.push(String::from_utf8_lossy(found.url()).into_owned());
//! }
//! assert_eq!(urls, ["http://a.example/b", "http://c.example/"]);
//! ```
//!
//! All offsets are 0-based and count bytes. Memory is bounded, whatever the text holds: at most 64 KiB of an unfinished
//! line are buffered, or four times the maximum length of a candidate. The time is linear.

mod at_sign;
mod attribute;
mod bare;
mod begin;
mod blocks;
mod chars;
mod end;
mod finder;
mod found;
mod host;
mod join;
mod layout;
mod line;
mod line_scanner;
mod pending_quote;
mod quote;
mod refang;
mod shown_host;
mod token;
mod trigger;
mod trigger_block;
mod wrap;
mod www;

pub use attribute::attribute_urls;
pub use finder::Finder;
pub use line_scanner::LineScanner;
pub use refang::Refanger;
pub use shown_host::shown_urls;
pub use trigger::Triggers;
