//! What a search looks for.

use urlsift::{Config, Delimiter};
use urlsift_select::Selection;

/// The options of a search.
#[derive(Clone, Debug)]
pub struct Search(Selection);

impl Search {
    /// Creates a search for the links of a selection, of the kinds whose bits are set, in the order of
    /// [`Delimiter::EVERY`].
    #[must_use]
    pub fn new(selection: Selection, kinds: u32) -> Self {
        let all = Delimiter::EVERY.iter().copied().enumerate();
        let wanted = all.filter(|(bit, _)| kinds >> bit & 1 != 0);
        Self(Selection {
            kinds: wanted.map(|(_, kind)| kind).collect(),
            ..selection
        })
    }

    /// Returns whether links of a kind are wanted.
    pub(crate) fn wants(&self, kind: Delimiter) -> bool {
        self.0.accepts_kind(kind)
    }

    /// Returns the wanted kinds.
    #[cfg(feature = "message")]
    pub(crate) fn kinds(&self) -> impl Iterator<Item = Delimiter> {
        self.0.kinds.iter().copied()
    }

    /// Returns whether the targets that link rewriters have wrapped are wanted.
    pub(crate) fn unwraps(&self) -> bool {
        self.0.unwrap
    }

    /// Returns whether defanged links are wanted, which the scanner alone does not find.
    #[cfg(feature = "message")]
    pub(crate) fn refangs(&self) -> bool {
        self.0.refang
    }

    /// Returns the configuration of a scanner for the wanted kinds.
    pub(crate) fn config(&self) -> Config {
        self.0.config().unwrap_or_default()
    }
}
