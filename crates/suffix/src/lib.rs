//! The registered domain of a host: one label below its public suffix.
//!
//! The Public Suffix List is compiled into the crate `psl`, 0.7 MB of code (0.3 MB compressed). `publicsuffix` reads
//! the list when the program starts, and the list would have to be kept here; `tld` knows only top-level domains.
//!
//! This is a separate crate because a lookup in `psl` is generic: the crate that calls it compiles the whole list, at
//! the optimisation level of that crate.

#![no_std]
#![forbid(unsafe_code)]

/// Returns the registered domain of a host in its canonical form, in ASCII: the public suffix, such as `co.uk` or
/// `github.io`, and the label before it. A last label that is not in the Public Suffix List is a suffix. `None` for a
/// suffix alone, a name without a dot, and an address.
///
/// ```
/// use urlsift_suffix::registered_domain;
///
/// assert_eq!(registered_domain("www.a.co.uk."), Some("a.co.uk"));
/// assert_eq!(registered_domain("a.b.example"), Some("b.example"));
/// assert_eq!(registered_domain("co.uk"), None);
/// assert_eq!(registered_domain("192.0.2.1"), None);
/// ```
#[must_use]
pub fn registered_domain(host_ascii: &str) -> Option<&str> {
    let host = host_ascii.strip_suffix('.').unwrap_or(host_ascii);
    let is_address = host.ends_with(|last: char| last.is_ascii_digit() || last == ']')
        && (host.starts_with('[') || host.parse::<core::net::Ipv4Addr>().is_ok());
    if is_address {
        return None;
    }
    psl::domain_str(host)
}
