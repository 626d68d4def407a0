//! Validates URLs against the grammar of RFC 1738 (§5), and reports each problem with its position and
//! production.
//!
//! - [`Url`] is a URL that conforms. Its [`Parts`] are slices of the text, under the names that the RFC
//!   uses, as written or decoded.
//! - [`Validation`] is the result of validating any text: its parts as far as they can be parsed, each
//!   [`Problem`] with its position, and [warnings](UrlWarning) (§6).
//! - [`conforms`] is a faster check that returns only yes or no.
//! - [`Verdict`] adds later standards: its [`Conformance`] is the strictest of RFC 1738, RFC 3986, the
//!   WHATWG URL standard and RFC 1808 that a string satisfies.
//! - [`explain()`] returns what a client does with a URL, such as the commands of an ftp session (§3.2.2), the
//!   request line for a gopher server (§3.4), or what a browser asks for.
//! - [`Base`] resolves relative references (RFC 1808).
//!
//! ```
//! use urlsift_rfc1738::{Code, Url, Validation};
//!
//! let url = Url::parse(b"ftp://info.cern.ch/pub/www/doc;type=d")?;
//! assert_eq!(url.parts().name().unwrap().as_bytes(), b"doc");
//!
//! let validation = Validation::of(b"http://www.cern.ch:8o/a b");
//! let problems: Vec<_> = validation.problems().iter().map(|p| (p.code(), p.span())).collect();
//! assert_eq!(
//!     problems,
//!     [(Code::PortCharacter, 20..21), (Code::UnsafeCharacter, 23..24)]
//! );
//! # Ok::<(), urlsift_rfc1738::Problem>(())
//! ```
//!
//! The grammar is applied literally: no `~` in a path, no search without a path, no user in an http URL.
//! Schemes may be in any case (§2.1), and a fragment may follow the URL.
//!
//! # Features
//!
//! - `whatwg` (default): the WHATWG URL standard, by the crate `url`. It decides [`Conformance::Whatwg`], how a browser
//!   reads a host, and the warnings `mixed-script-host`, `numeric-host` and `invalid-host`. Without it, the only
//!   dependency is the table of schemes, and a URL that only browsers accept is [`Relative`](Conformance::Relative) or
//!   [`None`](Conformance::None).
//! - `domain`: the registered domain of a host, by the Public Suffix List, which is compiled in and takes 0.7 MB.
//!
//! Offsets are 0-based and count bytes. The crate is `no_std` with `alloc` and has no unsafe code. No text
//! makes it panic, and the running time is linear in the length of the text.

#![forbid(unsafe_code)]
#![no_std]

extern crate alloc;

mod addr_spec;
mod class;
mod encoded;
mod fast_path;
mod help;
mod host;
#[cfg(feature = "whatwg")]
mod key;
mod login;
mod parse;
mod parser;
mod parts;
mod problem;
mod relative;
mod rule;
mod schemes;
mod steps;
mod uri;
mod url;
mod usual_form;
mod verdict;
mod warning;

pub use encoded::Encoded;
pub use host::is_unprintable;
#[cfg(feature = "whatwg")]
pub use host::{lookup_host, mixes_scripts};
#[cfg(feature = "whatwg")]
pub use key::url_key;
pub use parts::{Cwds, Fields, NamedPart, PartValue, Parts};
pub use problem::{Code, Problem};
pub use relative::{Base, InvalidBase, is_relative};
pub use rule::Rule;
pub use schemes::explain;
pub use steps::Step;
#[cfg(feature = "whatwg")]
pub use unicode_security::UNICODE_VERSION;
pub use url::{Url, Validation, conforms};
pub use urlsift_scheme::Scheme;
#[cfg(feature = "domain")]
pub use urlsift_suffix::registered_domain;
#[cfg(feature = "whatwg")]
pub use verdict::browser_url;
pub use verdict::{Conformance, Verdict};
pub use warning::{UrlWarning, UrlWarnings};
