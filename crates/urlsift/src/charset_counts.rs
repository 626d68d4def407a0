//! Counts of parts in unknown charsets.

use std::{collections::BTreeMap, fmt};

use urlsift_archive::CharsetName;

/// The maximum number of charsets that are counted separately.
const MAX_CHARSETS: usize = 100;

/// The number of parts in each charset that is not known.
///
/// At most 100 charsets are named, the first ones in alphabetical order, so that the counts do not depend on the order
/// in which they are added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CharsetCounts {
    named: BTreeMap<CharsetName, u64>,
    others: u64,
}

impl CharsetCounts {
    /// Counts a part in a charset.
    pub fn add(&mut self, name: CharsetName) {
        self.add_parts(name, 1);
    }

    /// Adds other counts.
    pub fn add_all(&mut self, other: &Self) {
        self.others += other.others;
        for (&name, &parts) in &other.named {
            self.add_parts(name, parts);
        }
    }

    fn add_parts(&mut self, name: CharsetName, parts: u64) {
        *self.named.entry(name).or_default() += parts;
        // A name that is left out is never among the first ones later.
        if self.named.len() > MAX_CHARSETS
            && let Some((_, parts)) = self.named.pop_last()
        {
            self.others += parts;
        }
    }

    /// Returns the charsets that are named, in alphabetical order, and the number of parts in each.
    #[must_use]
    pub fn named(&self) -> impl ExactSizeIterator<Item = (CharsetName, u64)> {
        self.named.iter().map(|(&name, &parts)| (name, parts))
    }

    /// Returns the number of parts in the other charsets.
    #[must_use]
    pub fn others(&self) -> u64 {
        self.others
    }

    /// Returns whether no part is in an unknown charset.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.named.is_empty()
    }
}

impl fmt::Display for CharsetCounts {
    /// Writes a line for each charset, such as `unknown charset "x-unknown" in 16 parts`. Nothing if there is none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let noun = |parts: u64| if parts == 1 { "part" } else { "parts" };
        for (index, (name, parts)) in self.named().enumerate() {
            let before = if index == 0 { "" } else { "\n" };
            let noun = noun(parts);
            write!(f, "{before}unknown charset \"{name}\" in {parts} {noun}")?;
        }
        match self.others {
            0 => Ok(()),
            parts => write!(f, "\nother unknown charsets in {parts} {}", noun(parts)),
        }
    }
}
