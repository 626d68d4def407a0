//! Finds the claims that are right.

use std::io;

use crate::{
    claim::Claim,
    decision::Decisions,
    reading::{Evidence, Reading},
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
    /// The last part before a line break of a URL that was joined.
    joined: Option<Joined>,
    /// The claims whose keys stand elsewhere.
    standing: Sorter<Claim>,
}

/// A part before a line break.
#[derive(Debug)]
struct Joined {
    part: Box<[u8]>,
    /// The URL that was joined after it; `None` if there are several.
    url: Option<Box<[u8]>>,
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
            joined: None,
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
        let by = claim.resolved_by;
        let stands = self.last[by.evidence as usize].as_ref() == Some(&claim.key);
        let right = if claim.is_stump() {
            let joined = self.joined.as_ref();
            let joined = joined.filter(|joined| !stands && joined.part == claim.key);
            let entry = joined.and_then(|joined| joined.url.clone());
            entry.map(|entry| Claim {
                entry,
                ..claim.clone()
            })
        } else {
            if by.evidence == Evidence::Twin && by.reading == Reading::Cut {
                self.join(claim);
            }
            stands.then(|| claim.clone())
        };
        let Some(right) = right else {
            return Ok(());
        };
        let size = right.size() + size_of::<Claim>();
        self.standing.push(right, size)
    }

    /// Notes the URL that was joined of which a claim has the part before a line break.
    fn join(&mut self, claim: &Claim) {
        match &mut self.joined {
            Some(joined) if joined.part == claim.key => {
                joined.url.take_if(|url| *url != claim.of);
            }
            joined => {
                *joined = Some(Joined {
                    part: claim.key.clone(),
                    url: Some(claim.of.clone()),
                });
            }
        }
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
