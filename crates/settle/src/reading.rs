//! The readings of a link, and the evidence for them.

use borsh::{BorshDeserialize, BorshSerialize};
use urlsift_scan::Repair;

/// A reading of a link.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, BorshSerialize, BorshDeserialize,
)]
#[non_exhaustive]
pub enum Reading {
    /// The first reading.
    Kept,
    /// Without a hyphen at a line break, which the first reading keeps.
    Dropped,
    /// With a `-` at a line break, in place of a typesetter's hyphen, which the first reading drops.
    Hyphen,
    /// Continued on the next line.
    Wrapped,
    /// Not continued on the next line.
    Cut,
    /// Without the `**` of a mailer.
    Stars,
    /// With undeclared quoted-printable decoded.
    StrayQuotedPrintable,
    /// Without punctuation at its end.
    TrailingPunctuation,
    /// Without text of a script without blanks at its end.
    Script,
}

impl Reading {
    /// Returns the reading that a second guess is, if evidence can settle it. A label, blanks and a second copy of the
    /// URL are left to the reader: what they leave behind is a URL of its own, such as the root of a site, that may
    /// well stand elsewhere.
    pub(crate) const fn of_guess(repair: Repair) -> Option<Self> {
        Some(match repair {
            Repair::Wrapped => Self::Wrapped,
            Repair::Cut => Self::Cut,
            Repair::Stars => Self::Stars,
            Repair::StrayQuotedPrintable => Self::StrayQuotedPrintable,
            Repair::TrailingPunctuation => Self::TrailingPunctuation,
            Repair::Script => Self::Script,
            _ => return None,
        })
    }

    /// Returns whether the reading is the beginning of the first one, without something that may be a part of it.
    pub(crate) const fn is_part(self) -> bool {
        matches!(self, Self::Cut | Self::Script)
    }

    /// Returns whether the reading is the beginning of the first one.
    pub(crate) const fn is_beginning(self) -> bool {
        self.is_part() || matches!(self, Self::TrailingPunctuation)
    }

    /// Returns whether the reading differs from the first one at most in its hyphens.
    pub(crate) const fn is_of_hyphens(self) -> bool {
        matches!(self, Self::Kept | Self::Dropped | Self::Hyphen)
    }
}

/// The evidence for a reading.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, BorshSerialize, BorshDeserialize,
)]
pub enum Evidence {
    /// The same URL stands elsewhere in one piece.
    Twin,
    /// No reading stands elsewhere, but a URL with the same host does, in one piece.
    Host,
}

/// The reading of a link, and the evidence for it.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, BorshSerialize, BorshDeserialize,
)]
pub struct ResolvedBy {
    /// The evidence.
    pub evidence: Evidence,
    /// The reading.
    pub reading: Reading,
}

impl ResolvedBy {
    /// All values, in order.
    pub const ALL: [Self; 18] = {
        let readings = [
            Reading::Kept,
            Reading::Dropped,
            Reading::Hyphen,
            Reading::Wrapped,
            Reading::Cut,
            Reading::Stars,
            Reading::StrayQuotedPrintable,
            Reading::TrailingPunctuation,
            Reading::Script,
        ];
        let mut all = [Self {
            evidence: Evidence::Twin,
            reading: Reading::Kept,
        }; 18];
        let mut index = 0;
        while index < all.len() {
            if index >= readings.len() {
                all[index].evidence = Evidence::Host;
            }
            all[index].reading = readings[index % readings.len()];
            index += 1;
        }
        all
    };

    /// Returns the stable name, such as `twin:dropped`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        macro_rules! names {
            ($name:literal) => {
                match self.evidence {
                    Evidence::Twin => concat!("twin:", $name),
                    Evidence::Host => concat!("host:", $name),
                }
            };
        }
        match self.reading {
            Reading::Kept => names!("kept"),
            Reading::Dropped => names!("dropped"),
            Reading::Hyphen => names!("hyphen"),
            Reading::Wrapped => names!("wrapped"),
            Reading::Cut => names!("cut"),
            Reading::Stars => names!("stars"),
            Reading::StrayQuotedPrintable => names!("stray-qp"),
            Reading::TrailingPunctuation => names!("trailing-punctuation"),
            Reading::Script => names!("script"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ResolvedBy;

    #[test]
    fn values_are_listed_in_order() {
        assert!(ResolvedBy::ALL.is_sorted_by(|one, other| one < other));
        for (index, by) in ResolvedBy::ALL.into_iter().enumerate() {
            assert!(by.name().starts_with(["twin:", "host:"][index / 9]));
        }
    }
}
