//! Claims: readings that may stand elsewhere.

use std::cmp::Ordering;

use borsh::{BorshDeserialize, BorshSerialize};
use urlsift_rfc1738::{Parts, Verdict};

use crate::{reading::ResolvedBy, sort::Record};

/// The claim of a reading of a doubtful link to stand elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, BorshSerialize, BorshDeserialize)]
pub struct Claim {
    /// What would have to stand elsewhere: the URL of the reading, or its host.
    pub key: Box<[u8]>,
    /// The index among the [readings](crate::Doubt::readings). That of a [stump](Self::is_stump) is the last.
    pub index: u8,
    /// The first reading.
    pub of: Box<[u8]>,
    /// The [hash](crate::Doubt::id) of all readings.
    pub doubt: u128,
    /// What the claim would prove.
    pub resolved_by: ResolvedBy,
    /// The reading as the tables of links list it: its URL, or `why:url` for a second guess. For the first reading, the
    /// claim of the second one. For a [stump](Self::is_stump), the URL that was joined elsewhere, once it is known.
    pub entry: Box<[u8]>,
    /// The number of bytes of `entry` before the URL.
    pub prefix: u8,
}

impl Claim {
    /// The index of the claim of a stump.
    pub(crate) const STUMP: u8 = u8::MAX;

    /// Returns whether the claim is that of a URL that may be the part before a line break: elsewhere it is the part
    /// before a line break of a URL that was joined.
    #[must_use]
    pub const fn is_stump(&self) -> bool {
        self.index == Self::STUMP
    }

    /// Returns the URL that the link has if the claim is right.
    #[must_use]
    pub fn url(&self) -> &[u8] {
        match self.index {
            0 => &self.of,
            _ => self.entry.get(self.prefix.into()..).unwrap_or_default(),
        }
    }

    /// Returns the approximate memory in addition to the struct itself, in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.key.len() + self.of.len() + self.entry.len()
    }
}

/// Claims that are right are sorted by their doubts.
impl Record for Claim {
    type Order = ();

    fn compare(&self, other: &Self, (): ()) -> Ordering {
        let key = |claim: &Self| (claim.doubt, claim.resolved_by.evidence, claim.index);
        let by_url = self.of.cmp(&other.of);
        by_url.then_with(|| key(self).cmp(&key(other)))
    }

    fn absorb(&mut self, _: Self) {}
}

/// Returns the host of a URL in the form in which hosts are compared, if it has one.
#[must_use]
pub fn host(url: &[u8]) -> Option<Box<[u8]>> {
    host_of(Verdict::of(url).parts())
}

/// Like [`host`], for a URL that has been parsed.
#[must_use]
pub fn host_of(parts: &Parts<'_>) -> Option<Box<[u8]>> {
    let host = parts.host_ascii()?;
    (!host.is_empty()).then(|| host.as_bytes().into())
}

#[cfg(test)]
mod tests {
    use super::Claim;
    use crate::ResolvedBy;
    use borsh::{BorshDeserialize, BorshSerialize};

    #[test]
    fn claims_are_read_as_written() {
        for resolved_by in ResolvedBy::ALL {
            let claim = Claim {
                key: Box::from(*b"http://a/b"),
                of: Box::from(*b"http://a/\xff"),
                doubt: 1 << 127 | 5,
                index: 21,
                resolved_by,
                entry: Box::from(*b"cut:http://a/b"),
                prefix: 4,
            };
            let mut out = Vec::new();
            claim.serialize(&mut out).expect("a vector");
            assert_eq!(Claim::try_from_slice(&out).expect("a claim"), claim);
            for len in 0..out.len() {
                assert!(Claim::try_from_slice(&out[..len]).is_err());
            }
        }
    }
}
