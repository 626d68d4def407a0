//! Which hits are wanted.

use urlsift_search::{
    Conformance, Delimiter, InMessage, Link, Verdict, archive::Place, rfc1738::Base,
};

use super::{base::BaseText, filter::Filters, pattern::Pattern};

/// Which hits are wanted.
#[derive(Debug)]
pub(crate) struct Selection {
    pub(crate) delimiters: Vec<Delimiter>,
    pub(crate) pattern: Option<Pattern>,
    pub(crate) level: Conformance,
    pub(crate) base: Option<BaseText>,
    pub(crate) filters: Filters,
}

impl Selection {
    /// Whether anything of a message is wanted, by its header.
    pub(crate) fn takes_message(&self, message: &InMessage<'_>) -> bool {
        self.filters.takes_message(message)
    }

    /// Whether a text is wanted, of a message that is.
    pub(crate) fn takes_text(&self, place: Place<'_>) -> bool {
        self.filters.takes_text(place)
    }

    pub(crate) fn takes_delimiter(&self, delimiter: Delimiter) -> bool {
        self.delimiters.is_empty() || self.delimiters.contains(&delimiter)
    }

    /// Whether every link is wanted, if it conforms, as it is if its text names no base.
    pub(crate) fn takes_all(&self) -> bool {
        let Self {
            delimiters,
            pattern,
            level: _,
            base,
            filters,
        } = self;
        delimiters.is_empty() && pattern.is_none() && base.is_none() && filters.take_all_urls()
    }

    /// Whether a link is wanted, if it conforms. A relative reference is looked at as it is
    /// printed, resolved if it has a base.
    pub(crate) fn takes(
        &self,
        link: &Link<'_>,
        verdict: &Verdict<'_>,
        base: Option<&Base<'_>>,
    ) -> bool {
        let candidate = link.candidate();
        if !self.takes_delimiter(candidate.delimiter())
            || !self.filters.takes_url(candidate, verdict, base)
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

    /// Whether what conforms to a standard is strict enough.
    pub(crate) fn takes_level(&self, level: Conformance) -> bool {
        level.reaches(self.level)
    }

    /// What a link is resolved against, if it is a relative reference: the base that was given, or
    /// else what its message says.
    pub(crate) fn base<'l>(&'l self, link: &Link<'l>, verdict: &Verdict<'_>) -> Option<Base<'l>> {
        let has_base = self.base.is_some() || link.base().is_some();
        if !has_base || verdict.conformance() != Conformance::Relative {
            return None;
        }
        let given = self.base.as_ref().and_then(BaseText::base);
        given.or_else(|| Base::new(link.base()?).ok())
    }

    pub(crate) fn pattern(&self) -> Option<&Pattern> {
        self.pattern.as_ref()
    }
}
