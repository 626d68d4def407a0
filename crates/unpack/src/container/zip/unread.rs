//! Members that the caller has not read to their ends.

use std::{collections::BTreeMap, ops::Range};

use super::member::MemberSpec;

/// The maximum number of members stored, which take about 2 MiB.
const MAX_MEMBERS: usize = 1 << 14;

/// Members whose recorded ends may be wrong, and whose recorded ranges lie apart.
///
/// A wrong end must not hide the members after it, but finding the end takes as long as reading the member. So it is
/// found only for a member that another one overlaps, or if there are too many members to store.
pub(super) struct UnreadMembers {
    /// The members by the offsets of their headers.
    members: BTreeMap<u64, MemberSpec>,
    max_members: usize,
}

impl UnreadMembers {
    /// Creates an empty set.
    pub(super) fn new() -> Self {
        Self::with_max_members(MAX_MEMBERS)
    }

    fn with_max_members(max_members: usize) -> Self {
        Self {
            members: BTreeMap::new(),
            max_members,
        }
    }

    /// Adds a member that overlaps none of the others. If there are too many, removes and returns the first one, which
    /// is the least likely to be overlapped if the directory is in file order.
    pub(super) fn add(&mut self, member: MemberSpec) -> Option<MemberSpec> {
        self.members.insert(member.header, member);
        if self.members.len() <= self.max_members {
            return None;
        }
        self.members.pop_first().map(|(_, first)| first)
    }

    /// Removes and returns a member whose recorded range overlaps a range.
    pub(super) fn take_overlapping(&mut self, range: &Range<u64>) -> Option<MemberSpec> {
        let (&header, before) = self.members.range(..range.end).next_back()?;
        if before.end <= range.start {
            return None;
        }
        self.members.remove(&header)
    }
}

#[cfg(test)]
mod tests {
    use super::{MemberSpec, UnreadMembers};

    fn member(header: u64, end: u64) -> MemberSpec {
        MemberSpec {
            header,
            method: 0,
            start: header + 30,
            end,
            limit: 1000,
            expected: None,
            has_same_name: true,
        }
    }

    #[test]
    fn each_overlapping_member_is_returned_once() {
        let mut unread = UnreadMembers::new();
        for (header, end) in [(0, 50), (50, 100), (200, 300), (300, 2000)] {
            assert!(unread.add(member(header, end)).is_none());
        }
        let mut overlapping = |range| -> Vec<u64> {
            let mut headers = Vec::new();
            while let Some(member) = unread.take_overlapping(&range) {
                headers.push(member.header);
            }
            headers
        };
        assert!(overlapping(100..200).is_empty());
        assert_eq!(overlapping(49..51), [50, 0]);
        assert!(overlapping(0..200).is_empty());
        assert_eq!(overlapping(299..300), [200]);
        assert_eq!(overlapping(999..1000), [300]);
    }

    #[test]
    fn number_of_members_is_limited() {
        let mut unread = UnreadMembers::with_max_members(2);
        let headers = [200, 0, 100, 300].map(|header| {
            let first = unread.add(member(header, header + 50));
            first.map(|member| member.header)
        });
        assert_eq!(headers, [None, None, Some(0), Some(100)]);
        assert_eq!(unread.members.len(), 2);
    }
}
