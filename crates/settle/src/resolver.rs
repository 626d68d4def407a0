//! Finds the claims that are right.

use std::io;

use crate::{
    claim::Claim,
    decision::Decisions,
    reading::Evidence,
    sort::{Check, Sorter},
};

/// The maximum memory of the right claims that are not in a temporary file, in bytes.
const MAX_BYTES: usize = 16 << 20;

/// Finds the claims that are right, among URLs, hosts and claims in the order of their keys. Needs 16 MiB of memory
/// whatever their number; the rest is in temporary files.
#[derive(Debug)]
pub struct Resolver {
    /// The last URL that stands whole, and the last host of one.
    last: [Option<Box<[u8]>>; 2],
    /// The claims whose keys stand elsewhere.
    standing: Sorter<Claim>,
}

impl Default for Resolver {
    fn default() -> Self {
        Self::new()
    }
}

impl Resolver {
    /// Creates a resolver that has received nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            last: [None, None],
            standing: Sorter::new((), MAX_BYTES),
        }
    }

    /// Sets what ends a long merge of temporary files.
    #[must_use]
    pub fn check(mut self, check: Check) -> Self {
        self.standing = self.standing.check(check);
        self
    }

    /// Receives a URL that stands whole, before the claims with this key.
    pub fn whole(&mut self, url: &[u8]) {
        self.last[Evidence::Twin as usize] = Some(url.into());
    }

    /// Receives the host of a URL that stands whole, before the claims with this key.
    pub fn host(&mut self, host: &[u8]) {
        self.last[Evidence::Host as usize] = Some(host.into());
    }

    /// Receives a claim.
    ///
    /// # Errors
    ///
    /// If a temporary file cannot be written.
    pub fn claim(&mut self, claim: &Claim) -> io::Result<()> {
        let last = &self.last[claim.resolved_by.evidence as usize];
        if last.as_ref() != Some(&claim.key) {
            return Ok(());
        }
        let size = claim.size() + size_of::<Claim>();
        self.standing.push(claim.clone(), size)
    }

    /// Returns what the right claims decide, in the order of the first readings, and then of the hashes of all
    /// readings.
    ///
    /// # Errors
    ///
    /// If a temporary file cannot be written or read.
    pub fn finish(self) -> io::Result<Decisions> {
        self.standing.merge().map(Decisions::new)
    }
}
