//! Subsets of the shards of a plan.

use std::num::NonZeroU64;

use crate::error::Error;

/// One of several subsets into which the shards of a plan are divided, for as many jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShardSubset {
    /// The remainder of the indices of its shards when they are divided by the number of subsets.
    remainder: u64,
    /// The number of subsets.
    of: NonZeroU64,
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
        parts.ok_or_else(missing).map(|of| Self {
            remainder: number - 1,
            of,
        })
    }

    /// Returns whether the shard with an index is in this subset.
    pub(crate) fn contains(self, index: usize) -> bool {
        index as u64 % self.of == self.remainder
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
