//! The rows that are counted: the text of a property, or of several.
//!
//! A row of several values is one text whose bytes sort as the values do. Its first byte says whether a value is
//! missing. A NUL and a 1 end each value; a NUL in a value is followed by 255.

use std::borrow::Cow;

/// The byte that ends a value, after a NUL.
const END: u8 = 1;
/// The byte that makes a NUL part of a value, after it.
const LITERAL: u8 = 255;

/// The number of values of each row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RowWidth(pub(crate) usize);

impl RowWidth {
    /// Returns whether a row is the text of its only value.
    fn is_single(self) -> bool {
        self.0 <= 1
    }

    /// Returns whether a value of a row is missing. Such rows are printed last.
    pub(crate) fn is_incomplete(self, row: &[u8]) -> bool {
        if self.is_single() {
            row.is_empty()
        } else {
            row.first() == Some(&u8::from(true))
        }
    }

    /// Returns the values of a row.
    pub(crate) fn values(self, row: &[u8]) -> Vec<Cow<'_, [u8]>> {
        if self.is_single() {
            return vec![row.into()];
        }
        let mut values = Vec::with_capacity(self.0);
        let mut value = Vec::new();
        let mut bytes = row.iter().skip(1);
        while let Some(&byte) = bytes.next() {
            match (byte, byte.eq(&0).then(|| bytes.next()).flatten()) {
                (0, Some(&END)) => values.push(std::mem::take(&mut value).into()),
                (byte, _) => value.push(byte),
            }
        }
        values
    }
}

/// Returns the row of several values.
pub(crate) fn row_of(values: &[Cow<'_, [u8]>]) -> Vec<u8> {
    let is_incomplete = values.iter().any(|value| value.is_empty());
    let mut row = vec![u8::from(is_incomplete)];
    for value in values {
        for &byte in value.iter() {
            row.push(byte);
            if byte == 0 {
                row.push(LITERAL);
            }
        }
        row.extend([0, END]);
    }
    row
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use proptest::{collection::vec, prelude::*};

    use super::{RowWidth, row_of};

    fn values() -> impl Strategy<Value = Vec<Vec<u8>>> {
        let byte = prop_oneof![Just(0), Just(1), Just(255), Just(b'a'), any::<u8>()];
        vec(vec(byte, 0..4), 2)
    }

    fn row(values: &[Vec<u8>]) -> Vec<u8> {
        let values: Vec<_> = values.iter().map(|value| Cow::from(&value[..])).collect();
        row_of(&values)
    }

    proptest! {
        #[test]
        fn rows_have_their_values_and_sort_as_they_do(one in values(), other in values()) {
            let width = RowWidth(2);
            let [one_row, other_row] = [row(&one), row(&other)];
            prop_assert_eq!(width.values(&one_row), &*one);
            let has_gap = |values: &[Vec<u8>]| values.iter().any(Vec::is_empty);
            prop_assert_eq!(width.is_incomplete(&one_row), has_gap(&one));
            let expected = (has_gap(&one), &one).cmp(&(has_gap(&other), &other));
            prop_assert_eq!(one_row.cmp(&other_row), expected);
        }
    }

    #[test]
    fn a_single_value_is_the_row() {
        let width = RowWidth(1);
        assert_eq!(width.values(b"\0\x01a"), [&b"\0\x01a"[..]]);
        assert!(!width.is_incomplete(b"\x01") && width.is_incomplete(b""));
    }
}
