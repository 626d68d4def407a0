//! What a search looks for.

use urlsift::{Config, Delimiter};

/// The options of a search.
#[derive(Clone, Debug)]
pub struct Search {
    config: Config,
    /// A bit for each of [`Delimiter::ALL`].
    kinds: u32,
}

impl Search {
    /// Creates a search for links of the kinds whose bits are set, in the order of [`Delimiter::ALL`].
    #[must_use]
    pub const fn new(config: Config, kinds: u32) -> Self {
        Self { config, kinds }
    }

    /// Returns whether links of a kind are wanted.
    pub(crate) fn wants(&self, kind: Delimiter) -> bool {
        let mut wanted = self.kinds();
        wanted.any(|wanted| wanted == kind)
    }

    /// Returns the wanted kinds.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = Delimiter> {
        let kinds = Delimiter::ALL.iter().copied().enumerate();
        let wanted = kinds.filter(|(bit, _)| self.kinds >> bit & 1 != 0);
        wanted.map(|(_, kind)| kind)
    }

    /// Returns the configuration of a scanner for the wanted kinds.
    pub(crate) fn config(&self) -> Config {
        let kinds: Vec<_> = self.kinds().collect();
        self.config.clone().delimiters(&kinds)
    }
}
