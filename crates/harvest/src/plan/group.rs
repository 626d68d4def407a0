//! Groups small files.
//!
//! Where a group ends is decided by a hash of a path, as a deduplicating backup cuts a file at a rolling hash. Groups
//! of equal size would be simpler and more even, but one new file would move the ends of all groups after it, whose
//! shards would then be read again.

use std::mem;

use super::shards::ShardInput;
use crate::storage::Digest;

/// The maximum number of files of a group.
const MAX_FILES: usize = 8192;

/// The average number of files of a group of tiny files.
const USUAL_FILES: u64 = 2048;

/// Groups small files by a content-defined rule: the path and the size of a file decide whether a group ends after it.
/// So a new file changes one group, or divides it.
#[derive(Debug)]
pub(super) struct Grouper {
    /// The approximate size of a group, in bytes.
    size: u64,
    group: Vec<ShardInput>,
    bytes: u64,
}

impl Grouper {
    pub(super) fn new(size: u64) -> Self {
        Self {
            size,
            group: Vec::new(),
            bytes: 0,
        }
    }

    /// Adds a file. Returns the group if the file ends it.
    pub(super) fn push(&mut self, input: ShardInput) -> Option<Vec<ShardInput>> {
        let len = input.end() - input.start;
        let is_last = ends_group(&input.path.bytes(), len, self.size);
        self.group.push(input);
        self.bytes += len;
        let is_full = self.bytes >= self.size.saturating_mul(4) || self.group.len() >= MAX_FILES;
        if is_last || is_full {
            self.take()
        } else {
            None
        }
    }

    /// Ends the group, if it is not empty.
    pub(super) fn take(&mut self) -> Option<Vec<ShardInput>> {
        self.bytes = 0;
        let group = mem::take(&mut self.group);
        (!group.is_empty()).then_some(group)
    }
}

/// Returns whether a group ends after a file. The probability is the share of the file in the size of a group.
fn ends_group(path: &[u8], len: u64, size: u64) -> bool {
    let [hash, _] = halves(Digest::of(path));
    let share = u128::from(len.max(1)) * u128::from(u64::MAX) / u128::from(size);
    let least = u128::from(u64::MAX / USUAL_FILES);
    u128::from(hash) < share.max(least)
}

fn halves(digest: Digest) -> [u64; 2] {
    let number = u128::from_le_bytes(digest.0);
    [number as u64, (number >> 64) as u64]
}

#[cfg(test)]
mod tests {
    use std::{collections::HashSet, path::Path};

    use super::{Grouper, ShardInput};
    use crate::storage::{Digest, Fingerprint, PathText};

    fn groups(files: &[usize], size: u64) -> Vec<Vec<ShardInput>> {
        let mut grouper = Grouper::new(size);
        let mut groups = Vec::new();
        for file in files {
            let digest = Digest::of(b"");
            let len = 1000;
            groups.extend(grouper.push(ShardInput {
                path: PathText::new(Path::new(&format!("Mail/{file}"))),
                start: 0,
                end: Some(len),
                ends_file: true,
                fingerprint: Some(Fingerprint {
                    len,
                    head: digest,
                    tail: digest,
                }),
                hash: None,
            }));
        }
        groups.extend(grouper.take());
        groups
    }

    #[test]
    fn a_new_file_changes_about_one_group() {
        let mut files: Vec<_> = (0..5000).collect();
        let before: Vec<_> = groups(&files, 50_000);
        assert!((50..200).contains(&before.len()), "{}", before.len());
        let known: HashSet<_> = before.iter().map(|group| format!("{group:?}")).collect();
        for at in [0, 1, 777, 2500, 4999] {
            files.insert(at, 10_000 + at);
            let after = groups(&files, 50_000);
            let changed = after
                .iter()
                .filter(|group| !known.contains(&format!("{group:?}")));
            assert!(changed.count() <= 2);
            files.remove(at);
        }
    }

    #[test]
    fn groups_are_bounded() {
        let files: Vec<_> = (0..30_000).collect();
        let all = groups(&files, u64::MAX / 4);
        assert!(all.iter().all(|group| group.len() <= 8192));
        assert!(all.len() >= 8, "{}", all.len());
    }
}
