//! Claims: readings that may stand elsewhere.

use std::{
    cmp::Ordering,
    io::{self, BufRead, Write},
};

use urlsift_sort::{
    Encode, Record,
    number::{read, read_array, read_bytes, write, write_bytes},
};

use crate::reading::ResolvedBy;

/// The claim of a reading of a doubtful link to stand elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Claim {
    /// What would have to stand elsewhere: the URL of the reading, or its host.
    pub key: Box<[u8]>,
    /// The first reading.
    pub of: Box<[u8]>,
    /// The [hash](crate::Doubt::id) of all readings.
    pub doubt: u128,
    /// The index among the [readings](crate::Doubt::readings).
    pub index: u8,
    /// What the claim would prove.
    pub resolved_by: ResolvedBy,
    /// The reading as the tables of links list it: its URL, or `why:url` for a second guess. For the first reading, the
    /// claim of the second one.
    pub entry: Box<[u8]>,
    /// The number of bytes of `entry` before the URL.
    pub prefix: usize,
}

impl Claim {
    /// Returns the URL that the link has if the claim is right.
    pub(crate) fn url(&self) -> &[u8] {
        match self.index {
            0 => &self.of,
            _ => self.entry.get(self.prefix..).unwrap_or_default(),
        }
    }

    /// Returns the approximate memory in addition to the struct itself, in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.key.len() + self.of.len() + self.entry.len()
    }
}

impl Encode for Claim {
    fn encode(&self, out: &mut impl Write) -> io::Result<()> {
        write_bytes(out, &self.key)?;
        write_bytes(out, &self.of)?;
        out.write_all(&self.doubt.to_be_bytes())?;
        out.write_all(&[self.index, self.resolved_by.index() as u8])?;
        write_bytes(out, &self.entry)?;
        write(out, self.prefix as u64)
    }
}

/// Claims are sorted by their keys. Equal ones are combined.
impl Record for Claim {
    type Order = ();

    fn decode(source: &mut impl BufRead) -> io::Result<Self> {
        let key = read_bytes(source)?;
        let of = read_bytes(source)?;
        let doubt = read_array(source)?;
        let [index, resolved_by] = read_array(source)?;
        let resolved_by = ResolvedBy::ALL.get(usize::from(resolved_by)).copied();
        Ok(Self {
            key,
            of,
            doubt: u128::from_be_bytes(doubt),
            index,
            resolved_by: resolved_by.ok_or(io::ErrorKind::InvalidData)?,
            entry: read_bytes(source)?,
            prefix: read(source)? as usize,
        })
    }

    fn compare(&self, other: &Self, (): ()) -> Ordering {
        self.cmp(other)
    }

    fn absorb(&mut self, _: Self) {}
}

/// A claim that is right. These are sorted by the doubt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Standing(pub(crate) Claim);

impl Encode for Standing {
    fn encode(&self, out: &mut impl Write) -> io::Result<()> {
        self.0.encode(out)
    }
}

impl Record for Standing {
    type Order = ();

    fn decode(source: &mut impl BufRead) -> io::Result<Self> {
        Claim::decode(source).map(Self)
    }

    fn compare(&self, other: &Self, (): ()) -> Ordering {
        let key = |Self(claim): &Self| (claim.doubt, claim.resolved_by.evidence, claim.index);
        let by_url = self.0.of.cmp(&other.0.of);
        by_url.then_with(|| key(self).cmp(&key(other)))
    }

    fn absorb(&mut self, _: Self) {}
}

#[cfg(test)]
mod tests {
    use urlsift_sort::{Encode, Record};

    use super::{Claim, Standing};
    use crate::ResolvedBy;

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
            claim.encode(&mut out).expect("a vector");
            assert_eq!(Claim::decode(&mut &*out).expect("a claim"), claim);
            assert_eq!(Standing::decode(&mut &*out).expect("a claim").0, claim);
            for len in 0..out.len() {
                assert!(Claim::decode(&mut &out[..len]).is_err());
            }
        }
    }
}
