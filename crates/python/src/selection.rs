//! Which links are wanted.

use std::sync::Arc;

use urlsift_search::{Link, Message, Verdict, archive::Place};
use urlsift_select as select;

/// Which links are wanted, and what is added to them.
#[derive(Clone, Debug)]
pub(crate) struct Selection(pub(crate) Arc<select::Selection>);

impl Selection {
    /// Returns the verdict on a link if it is wanted.
    pub(crate) fn verdict<'l>(&self, link: &'l Link<'_>) -> Option<Verdict<'l>> {
        self.0.verdict(link)
    }

    /// Returns the owned form of a link if it is wanted. `path` is the name of its source.
    pub(crate) fn own(&self, link: &Link<'_>, path: &Arc<[u8]>) -> Option<Link<'static>> {
        let verdict = self.verdict(link)?;
        let link = self.complete(link, &verdict, path);
        Some(link.into_owned())
    }

    /// Adds to a link what is wanted. `path` is the name of its source.
    pub(crate) fn complete<'l>(
        &self,
        link: &Link<'l>,
        verdict: &Verdict<'_>,
        path: &Arc<[u8]>,
    ) -> Link<'l> {
        let link = link
            .clone()
            .with_path(Arc::clone(path))
            .with_conformance(verdict.conformance())
            .with_unwrapping(self.0.unwrap);
        match &self.0.base {
            Some(base) => link.with_base(Arc::clone(base.text())),
            None => link,
        }
    }

    /// Returns whether the filters accept a message, judging by its header.
    pub(crate) fn accepts_message(&self, message: &Message<'_>) -> bool {
        self.0.accepts_message(message)
    }

    /// Returns whether the filters accept a text of an accepted message.
    pub(crate) fn accepts_text(&self, place: Place<'_>) -> bool {
        self.0.accepts_text(place)
    }
}
