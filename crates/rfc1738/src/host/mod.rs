//! The host of a client: what a program of today connects to, whatever the grammar of RFC 1738 reads.
//!
//! The WHATWG URL standard is what clients implement. It ends the host of `ftp://evil.example?@good.example/` at the
//! `?`, which §3.1 of RFC 1738 allows in a user, and it reads a host in `http:/a.example`, where the RFC has none. A
//! host is shown to users and compared with block lists, so [`Parts::host`](crate::Parts::host) is the host of a client
//! in every scheme. Problems still follow the grammar; where the two hosts differ, there is a
//! [warning](crate::UrlWarning::HostDiffers).
//!
//! - `authority` finds where the host is written, in the bytes of the whole text. It has no tables, so that the
//!   WebAssembly module can contain it.
//! - `reading` replaces parts of the grammar by what `authority` found.
//! - `lookup` converts a host to its canonical form. The crate `url` does that, if it is there, except for the hosts
//!   that are in that form already, which are nearly all.
//! - `domain` finds the registered domain.
//! - `spoof` finds hosts that deceive a reader.
//!
//! The alternative is to let the crate `url` parse each text. It returns the canonical host, but not where it is
//! written, copies the whole URL, and does not know the host of a text that it rejects.

mod authority;
#[cfg(feature = "domain")]
mod domain;
mod lookup;
mod reading;
mod spoof;
#[cfg(all(test, feature = "whatwg"))]
mod tests;

#[cfg(feature = "whatwg")]
pub use lookup::lookup_host;
pub use spoof::is_unprintable;
#[cfg(feature = "whatwg")]
pub use spoof::mixes_scripts;

pub(crate) use authority::{AuthorityKind, authority};
#[cfg(not(feature = "whatwg"))]
pub(crate) use lookup::may_be_accepted;
pub(crate) use reading::read_as_client;
pub(crate) use spoof::has_unprintable;
#[cfg(feature = "whatwg")]
pub(crate) use spoof::{is_lookalike, is_unusual_number};
