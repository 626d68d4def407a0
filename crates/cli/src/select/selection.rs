//! The selection of links.

use urlsift_filter::Filters;
use urlsift_search::{
    Conformance, Delimiter, Link, Message, Verdict, archive::Place, rfc1738::Base,
};

use super::{base::BaseText, pattern::Pattern};

/// The criteria by which links are selected.
#[derive(Debug)]
pub(crate) struct Selection {
    pub(crate) delimiters: Vec<Delimiter>,
    pub(crate) pattern: Option<Pattern>,
    pub(crate) level: Conformance,
    pub(crate) base: Option<BaseText>,
    pub(crate) filters: Filters,
}

impl Selection {
    /// Returns whether a message may contain selected links, judging by its header.
    pub(crate) fn accepts_message(&self, message: &Message<'_>) -> bool {
        self.filters.accepts_message(message)
    }

    /// Returns whether a text of an accepted message may contain selected links.
    pub(crate) fn accepts_text(&self, place: Place<'_>) -> bool {
        self.filters.accepts_text(place)
    }

    /// Returns whether links in a kind of delimiter may be selected.
    pub(crate) fn accepts_delimiter(&self, delimiter: Delimiter) -> bool {
        self.delimiters.is_empty() || self.delimiters.contains(&delimiter)
    }

    /// Returns whether every link that conforms is selected, provided that its message specifies no base.
    pub(crate) fn accepts_all(&self) -> bool {
        let Self {
            delimiters,
            pattern,
            level: _,
            base,
            filters,
        } = self;
        delimiters.is_empty() && pattern.is_none() && base.is_none() && filters.accept_all_urls()
    }

    /// Returns whether a pattern or a filter must accept a link, its text or its message, or a level stricter than the
    /// default one.
    pub(crate) fn is_narrowed(&self) -> bool {
        let is_strict = !Conformance::Whatwg.reaches(self.level);
        self.pattern.is_some() || is_strict || !self.filters.accept_everything()
    }

    /// Returns whether a link is selected, provided that it conforms. A relative reference with a base is resolved
    /// first.
    pub(crate) fn accepts(
        &self,
        link: &Link<'_>,
        verdict: &Verdict<'_>,
        base: Option<&Base<'_>>,
    ) -> bool {
        let candidate = link.candidate();
        if !self.accepts_delimiter(candidate.delimiter())
            || !self.filters.accepts_url(candidate, verdict, base)
        {
            return false;
        }
        let Some(pattern) = &self.pattern else {
            return true;
        };
        match base {
            Some(base) => pattern.selects(&base.resolve(candidate.url())),
            None => pattern.selects(candidate.url()),
        }
    }

    /// Returns whether a conformance level is strict enough.
    pub(crate) fn accepts_level(&self, level: Conformance) -> bool {
        level.reaches(self.level)
    }

    /// Returns the base of a relative reference: the value of `--base`, or else the base that its message
    /// specifies.
    pub(crate) fn base<'l>(
        &'l self,
        link: &'l Link<'_>,
        verdict: &Verdict<'_>,
    ) -> Option<Base<'l>> {
        let has_base = self.base.is_some() || link.base_text().is_some();
        if !has_base || verdict.conformance() != Conformance::Relative {
            return None;
        }
        let base = self.base.as_ref().and_then(BaseText::base);
        base.or_else(|| Base::new(link.base_text()?).ok())
    }

    /// Returns the pattern of `grep`.
    pub(crate) fn pattern(&self) -> Option<&Pattern> {
        self.pattern.as_ref()
    }
}
