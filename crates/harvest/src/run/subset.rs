//! Subsets of the shards of a plan.

use std::{num::NonZeroU64, ops::Range};

use crate::error::Error;

/// One of several subsets into which the shards of a plan are divided, for as many jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShardSubset(Subset);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subset {
    /// The shards whose indices have this remainder when they are divided by the number of subsets.
    Part { remainder: u64, of: NonZeroU64 },
    /// The shards from an index to another one.
    Range { start: usize, end: usize },
}

impl ShardSubset {
    /// Returns the subset with a number, from 1 to the number of subsets.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Option`] if there is no such subset.
    pub fn new(number: u64, of: u64) -> Result<Self, Error> {
        let parts = NonZeroU64::new(of).filter(|_| (1..=of).contains(&number));
        let missing = || Error::Option(format!("there is no part {number} of {of}"));
        let part = parts.map(|of| Subset::Part {
            remainder: number - 1,
            of,
        });
        part.map(Self).ok_or_else(missing)
    }

    /// Returns the shards with these indices, for jobs that a program divides by the
    /// [sizes](crate::Plan::shard_bytes) of the shards.
    #[must_use]
    pub const fn range(indices: Range<usize>) -> Self {
        let Range { start, end } = indices;
        Self(Subset::Range { start, end })
    }

    /// Returns whether the shard with an index is in this subset.
    pub(crate) fn contains(self, index: usize) -> bool {
        match self.0 {
            Subset::Part { remainder, of } => index as u64 % of == remainder,
            Subset::Range { start, end } => (start..end).contains(&index),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ShardSubset;

    #[test]
    fn each_shard_is_in_one_part() {
        for of in 1..5 {
            let parts: Vec<_> = (1..=of)
                .map(|number| ShardSubset::new(number, of).expect("a part"))
                .collect();
            for index in 0..20 {
                let found = parts.iter().filter(|part| part.contains(index));
                assert_eq!(found.count(), 1, "{index} of {of}");
            }
        }
    }

    #[test]
    fn a_range_has_its_shards() {
        let range = ShardSubset::range(2..4);
        let found: Vec<_> = (0..6).filter(|&index| range.contains(index)).collect();
        assert_eq!(found, [2, 3]);
    }

    #[test]
    fn other_parts_are_errors() {
        for (number, of) in [(0, 0), (1, 0), (0, 1), (2, 1)] {
            let error = ShardSubset::new(number, of).expect_err("no part");
            assert_eq!(
                error.to_string(),
                format!("there is no part {number} of {of}")
            );
        }
    }
}
