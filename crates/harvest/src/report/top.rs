//! The names with the greatest counts.

use crate::figures::Amounts;

/// The names with the greatest counts. Items without a name are counted separately.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Top {
    /// The names by falling count; those with equal counts in bytewise order.
    pub(crate) rows: Vec<(Box<[u8]>, Amounts)>,
    /// The number of all names.
    pub(super) names: u64,
    /// The counts of items without a name.
    pub(super) unnamed: Amounts,
    /// The sum of all counts.
    pub(super) sum: Amounts,
}

impl Top {
    /// Adds the counts of a name, which must follow all names so far, in bytewise order. Only `len` names are kept.
    pub(crate) fn add(&mut self, name: Box<[u8]>, amounts: Amounts, len: usize) {
        self.sum += amounts;
        if name.is_empty() {
            self.unnamed += amounts;
            return;
        }
        self.names += 1;
        let index = self
            .rows
            .partition_point(|(_, other)| other.count >= amounts.count);
        if index < len {
            self.rows.truncate(len - 1);
            self.rows.insert(index, (name, amounts));
        }
    }

    /// Returns the count of a name, if it is one of the greatest.
    pub(super) fn count_of(&self, name: &str) -> u64 {
        let found = self
            .rows
            .iter()
            .find(|(other, _)| **other == *name.as_bytes());
        found.map_or(0, |(_, amounts)| amounts.count)
    }
}

#[cfg(test)]
mod tests {
    use super::{Amounts, Top};

    #[test]
    fn the_greatest_counts_are_kept_in_order() {
        let mut top = Top::default();
        top.add(Box::default(), Amounts::ONE, 7);
        for number in 0..500_u64 {
            // The count of a name is three times its number modulo 100.
            let amounts = Amounts {
                count: 3 * (number % 100),
                messages: 3,
                files: 1,
                bytes: number,
            };
            top.add(format!("host-{number:03}").into_bytes().into(), amounts, 7);
        }
        let names = top.rows.iter();
        let names: Vec<_> = names
            .map(|(name, amounts)| (&**name, amounts.count))
            .collect();
        // Those with equal counts are in bytewise order.
        let expected: [(&[u8], u64); 7] = [
            (b"host-099", 297),
            (b"host-199", 297),
            (b"host-299", 297),
            (b"host-399", 297),
            (b"host-499", 297),
            (b"host-098", 294),
            (b"host-198", 294),
        ];
        assert_eq!(names, expected);
        assert_eq!((top.names, top.sum.count), (500, 3 * 5 * 4950 + 1));
        assert_eq!(top.unnamed, Amounts::ONE);
        assert_eq!(top.sum.messages, 500 * 3);
        assert_eq!(
            (top.count_of("host-199"), top.count_of("host-000")),
            (297, 0)
        );
    }
}
