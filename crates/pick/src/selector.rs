//! The selection of links.

use urlsift_search::{Conformance, Link, Message, Verdict, archive::Place, rfc1738::Base};

/// Selects the links to list. It is called on the search threads.
pub trait Selector: Send + Sync {
    /// Returns whether links of a message may be listed. A message that is not wanted is skipped.
    fn wants_message(&self, _message: &Message<'_>) -> bool {
        true
    }

    /// Returns whether links of a text may be listed, in a message that is wanted.
    fn wants_text(&self, _place: Place<'_>) -> bool {
        true
    }

    /// Returns the base to resolve a link against. By default, relative references are resolved against the base of
    /// their message.
    fn base<'l>(&'l self, link: &'l Link<'_>, verdict: &Verdict<'_>) -> Option<Base<'l>> {
        let base = link
            .base_text()
            .filter(|_| verdict.conformance() == Conformance::Relative);
        Base::new(base?).ok()
    }

    /// Returns whether to list a link. `verdict` is the verdict on its first reading, unresolved; `base` is the result
    /// of [`base`](Self::base).
    fn selects(&self, link: &Link<'_>, verdict: &Verdict<'_>, base: Option<&Base<'_>>) -> bool;
}
