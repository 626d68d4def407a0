//! Settles doubtful URLs by evidence: which of the readings of a link stands unbroken elsewhere.
//!
//! A link whose URL was broken, or damaged in another way, has several [readings](Reading): the first one, those
//! without a hyphen at a line break, and guesses at what the URL was. The text around it does not say which is right.
//! Other links do: a reading that another text has in one piece was certainly not made up by a line break.
//!
//! 1. [`Testimony::of`] says what a link contributes: a URL that [stands whole](Testimony::Whole), or a
//!    [`Doubt`], whose readings [claim](Doubt::claims) to stand elsewhere.
//! 2. The caller sorts URLs and claims of all texts, in whatever form it keeps them, and passes them to a [`Resolver`]
//!    in the order of their keys.
//! 3. [`Decisions`] yields the right claim of each doubt for which there is evidence.
//!
//! A caller that keeps nothing else of the links leaves the second step to a [`Gatherer`].
//!
//! ```
//! use urlsift_settle::{Resolver, Testimony};
//!
//! let text = b"<http://a.example/post-\ning.html>, also at http://a.example/posting.html";
//! let broken = urlsift_scan::candidates(text).next().unwrap();
//! let Testimony::Doubted(doubt) = Testimony::of(&broken, broken.second_guesses(false)) else {
//!     panic!("its hyphen is doubtful");
//! };
//! let mut claims: Vec<_> = doubt.claims().collect();
//! claims.sort_unstable();
//! let mut resolver = Resolver::new();
//! // The order of the keys: `http://a.example/post-ing.html`, `http://a.example/posting.html`.
//! for claim in claims {
//!     if claim.key.ends_with(b"posting.html") {
//!         resolver.whole(&claim.key);
//!     }
//!     resolver.claim(&claim)?;
//! }
//! let decision = resolver.finish()?.next().unwrap()?;
//! assert_eq!(decision.resolved_by.name(), "twin:dropped");
//! assert_eq!(decision.url(), b"http://a.example/posting.html");
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # The choice
//!
//! A set of all unbroken URLs would do the same in one pass, with memory that grows with the texts. Here a URL and the
//! claims to it meet because they are sorted by the same key, on disk if need be ([`sort`]). The price is that a
//! link can only be settled after everything has been read.

#![forbid(unsafe_code)]

mod claim;
mod decision;
mod doubt;
mod gatherer;
mod reading;
mod resolver;
pub mod sort;

pub use claim::{Claim, host, host_of};
pub use decision::Decisions;
pub use doubt::{Doubt, Testimony};
pub use gatherer::Gatherer;
pub use reading::{Evidence, Reading, ResolvedBy};
pub use resolver::Resolver;
