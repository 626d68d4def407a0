//! Judges URLs by RFC 1738: all of its grammar (§5), production by production, and says what is
//! wrong, where, and by which rule.
//!
//! - [`Url`] is a URL that conforms. It is made by parsing alone, and its [`Parts`] are slices of the
//!   text, under the names of the RFC's prose, as they are written and decoded.
//! - [`Judgement`] is what is to be said of any text: its parts as far as they can be read, each
//!   [`Problem`] with its place, and what is [doubtful](Warning) though it conforms (§6).
//! - [`conforms`] says yes or no, and takes nothing apart that it need not.
//! - [`Verdict`] adds the later standards: its [`Conformance`] is the strictest of RFC 1738, RFC 3986,
//!   the WHATWG URL standard and RFC 1808 that a string satisfies.
//! - [`explain()`] says what a client does with a URL: the commands of an ftp session (§3.2.2), the
//!   line that is sent to a gopher server (§3.4), and so on.
//! - [`Base`] resolves relative references, as RFC 1808 has it.
//!
//! ```
//! use urlsift_rfc1738::{Code, Judgement, Url};
//!
//! let url = Url::parse(b"ftp://info.cern.ch/pub/www/doc;type=d")?;
//! assert_eq!(url.parts().name().unwrap().as_bytes(), b"doc");
//!
//! let judgement = Judgement::of(b"http://www.cern.ch:8o/a b");
//! let problems: Vec<_> = judgement.problems().iter().map(|p| (p.code(), p.span())).collect();
//! assert_eq!(
//!     problems,
//!     [(Code::PortCharacter, 20..21), (Code::UnsafeCharacter, 23..24)]
//! );
//! # Ok::<(), urlsift_rfc1738::Problem>(())
//! ```
//!
//! The grammar is that of the RFC by the letter: no `~` in a path, no search without a path, no user
//! in an http URL. Schemes may be written in any case (§2.1), and a fragment may follow the URL.
//! Offsets are 0-based and count bytes. The crate is `no_std` with `alloc` and has no
//! unsafe code. fluent-uri and url decide about the later standards. Whatever the text holds, nothing panics, and all takes time in proportion to its
//! length.

#![no_std]

extern crate alloc;

mod addr_spec;
mod class;
mod encoded;
mod fast_path;
mod login;
mod parse;
mod parser;
mod parts;
mod problem;
mod relative;
mod rule;
mod schemes;
mod steps;
mod url;
mod verdict;
mod warning;

pub use encoded::Encoded;
pub use parts::{Cwds, Fields, Part, PartValue, Parts};
pub use problem::{Code, Problem};
pub use relative::{Base, InvalidBase, is_relative};
pub use rule::Rule;
pub use schemes::explain;
pub use steps::Step;
pub use url::{Judgement, Url, conforms};
pub use urlsift_scheme::Scheme;
pub use verdict::{Conformance, Verdict};
pub use warning::{Warning, Warnings};
