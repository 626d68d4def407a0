//! Which links are wanted.

use std::sync::Arc;

use urlsift_filter::Filters;
use urlsift_search::{
    Conformance, Delimiter, Link, Message, Verdict, archive::Place, rfc1738::Base,
};

/// Which links are wanted, and what is added to them.
#[derive(Clone, Debug)]
pub(crate) struct Selection {
    /// The minimum conformance.
    pub(crate) level: Conformance,
    pub(crate) kinds: Vec<Delimiter>,
    /// The base in place of those of messages and pages.
    pub(crate) base: Option<Arc<[u8]>>,
    /// Whether links have a target.
    pub(crate) unwraps: bool,
    pub(crate) filters: Arc<Filters>,
}

impl Selection {
    /// Returns the verdict on a link if it is wanted.
    pub(crate) fn verdict<'l>(&self, link: &'l Link<'_>) -> Option<Verdict<'l>> {
        if !self.kinds.contains(&link.candidate().delimiter()) {
            return None;
        }
        let verdict = link.verdict();
        let is_wanted = verdict.reaches(self.level) && self.accepts_url(link, &verdict);
        is_wanted.then_some(verdict)
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
            .with_unwrapping(self.unwraps);
        match &self.base {
            Some(base) => link.with_base(Arc::clone(base)),
            None => link,
        }
    }

    /// Returns whether the filters accept a message, judging by its header.
    pub(crate) fn accepts_message(&self, message: &Message<'_>) -> bool {
        self.filters.accepts_message(message)
    }

    /// Returns whether the filters accept a text of an accepted message.
    pub(crate) fn accepts_text(&self, place: Place<'_>) -> bool {
        self.filters.accepts_text(place)
    }

    /// Returns whether the filters accept a link. A relative reference with a base is resolved first.
    fn accepts_url(&self, link: &Link<'_>, verdict: &Verdict<'_>) -> bool {
        if self.filters.accept_all_urls() {
            return true;
        }
        let candidate = link.candidate();
        let base = self.base.as_deref().or_else(|| link.base_text());
        let base = base.filter(|_| verdict.conformance() == Conformance::Relative);
        let base = base.and_then(|base| Base::new(base).ok());
        self.filters.accepts_url(candidate, verdict, base.as_ref())
    }
}
