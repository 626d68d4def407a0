//! The selection of links.

use std::{num::NonZeroUsize, sync::Arc};

use urlsift::{
    Config, Conformance, Delimiter, InvalidScheme, Link, Markup, Verdict, least_conformance,
    rfc1738::Base,
};
#[cfg(feature = "filters")]
use urlsift::{Message, archive::Place};

use crate::BaseText;
#[cfg(feature = "filters")]
use crate::{Filters, Pattern};

/// Which links are found, and which of them are wanted.
///
/// By default, these are the links in angle brackets whose URLs browsers accept.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
// The switches are independent.
#[expect(clippy::struct_excessive_bools)]
pub struct Selection {
    /// The wanted kinds, in the order of [`Delimiter::EVERY`]. They are stored by their names.
    #[cfg_attr(feature = "serde", serde(rename = "delimiters", with = "kind_names"))]
    pub kinds: Vec<Delimiter>,
    /// See [`Config::www`].
    pub www: bool,
    /// See [`Config::names_in_headers`].
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "std::ops::Not::not")
    )]
    pub names_in_headers: bool,
    /// See [`Config::refang`].
    pub refang: bool,
    /// See [`Config::rejoin`].
    pub rejoin: bool,
    /// See [`Config::width`].
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    pub width: Option<NonZeroUsize>,
    /// Whether links have a target, the URL that a known rewriter has wrapped.
    pub unwrap: bool,
    /// See [`Config::max_len`].
    pub max_len: usize,
    /// See [`Config::scheme`].
    pub schemes: Vec<String>,
    /// The URL against which relative references are resolved, in place of the bases of messages and pages.
    pub base: Option<BaseText>,
    /// Whether URLs that an `a` shows are left out if its own link is selected. It is not stored, either.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub no_shown: bool,
    /// The minimum conformance. It is not stored, and neither are filters and pattern: a data set has all links that
    /// are found.
    #[cfg_attr(feature = "serde", serde(skip, default = "every_level"))]
    pub level: Conformance,
    /// The filters.
    #[cfg(feature = "filters")]
    #[cfg_attr(feature = "serde", serde(skip))]
    pub filters: Filters,
    /// The pattern.
    #[cfg(feature = "filters")]
    #[cfg_attr(feature = "serde", serde(skip))]
    pub pattern: Option<Pattern>,
}

impl Default for Selection {
    fn default() -> Self {
        Self {
            kinds: Delimiter::DELIMITED.to_vec(),
            www: false,
            names_in_headers: false,
            refang: false,
            rejoin: true,
            width: None,
            unwrap: false,
            max_len: Config::DEFAULT_MAX_LEN,
            schemes: Vec::new(),
            base: None,
            no_shown: false,
            level: Conformance::Whatwg,
            #[cfg(feature = "filters")]
            filters: Filters::default(),
            #[cfg(feature = "filters")]
            pattern: None,
        }
    }
}

/// The last `a` whose link was selected. It sees the selected links, in order.
#[derive(Clone, Debug, Default)]
pub struct LastAnchor(Option<u64>);

impl LastAnchor {
    /// Returns whether a link is a URL that the `a` shows.
    pub fn shows(&mut self, link: &Link<'_>) -> bool {
        let is_anchor = |markup: &Markup| (markup.element(), markup.attribute()) == ("a", "href");
        if link.markup().is_some_and(is_anchor) {
            self.0 = Some(link.span().start());
        }
        link.shown_by().is_some_and(|at| self.0 == Some(at))
    }
}

impl Selection {
    /// Returns a selection of the links of all kinds, for a reader of the texts that have them.
    #[must_use]
    pub fn of_all_kinds() -> Self {
        Self {
            kinds: Delimiter::ALL.to_vec(),
            ..Self::default()
        }
    }

    /// Adds a kind, if it is wanted: [`Delimiter::Name`] or [`Delimiter::Address`].
    pub fn add_kind(&mut self, kind: Delimiter, is_wanted: bool) {
        if is_wanted && !self.accepts_kind(kind) {
            self.kinds.push(kind);
            self.kinds.sort();
        }
    }

    /// Returns whether it depends on the text of links in HTML which of them are wanted.
    #[cfg(feature = "filters")]
    #[must_use]
    pub const fn needs_link_text(&self) -> bool {
        self.no_shown || !self.filters.urls.warnings.is_empty()
    }

    /// Returns the configuration of a search for these links.
    ///
    /// # Errors
    ///
    /// Returns an error if one of the schemes is not the name of a scheme.
    pub fn config(&self) -> Result<Config, InvalidScheme> {
        let config = Config::new()
            .max_len(self.max_len)
            .delimiters(&self.kinds)
            .www(self.www)
            .names_in_headers(self.names_in_headers)
            .refang(self.refang)
            .rejoin(self.rejoin)
            .width(self.width.map_or(0, NonZeroUsize::get))
            .base(self.base.as_ref().map(|base| Arc::clone(base.text())));
        let mut names = self.schemes.iter();
        names.try_fold(config, |config, name| config.scheme(name))
    }

    /// Returns whether links of a kind are wanted.
    #[must_use]
    pub fn accepts_kind(&self, kind: Delimiter) -> bool {
        self.kinds.contains(&kind)
    }

    /// Returns whether the conformance level of a link of a kind is strict enough; see [`least_conformance`].
    #[must_use]
    pub fn accepts_level(&self, level: Conformance, kind: Delimiter) -> bool {
        level.reaches(least_conformance(self.level, kind))
    }

    /// Returns the base of a relative reference: the base of the selection, or else the base that its message or page
    /// specifies.
    #[must_use]
    pub fn base<'l>(&'l self, link: &'l Link<'_>, verdict: &Verdict<'_>) -> Option<Base<'l>> {
        let has_base = self.base.is_some() || link.base_text().is_some();
        if !has_base || verdict.conformance() != Conformance::Relative {
            return None;
        }
        let base = self.base.as_ref().and_then(BaseText::base);
        base.or_else(|| Base::new(link.base_text()?).ok())
    }
}

impl Selection {
    /// Returns a link with what the selection adds: its conformance, the base, and its target if targets are wanted.
    #[must_use]
    pub fn complete<'l>(&self, link: &Link<'l>, conformance: Conformance) -> Link<'l> {
        let link = link.clone().with_conformance(conformance);
        let link = link.with_unwrapping(self.unwrap);
        match &self.base {
            Some(base) => link.with_base(Arc::clone(base.text())),
            None => link,
        }
    }
}

#[cfg(feature = "filters")]
impl Selection {
    /// Returns whether a message may contain wanted links, judging by its header.
    #[must_use]
    pub fn accepts_message(&self, message: &Message<'_>) -> bool {
        self.filters.accepts_message(message)
    }

    /// Returns whether a text of an accepted message may contain wanted links.
    #[must_use]
    pub fn accepts_text(&self, place: Place<'_>) -> bool {
        self.filters.accepts_text(place)
    }

    /// Returns whether every link that is found and conforms is wanted, provided that its message specifies no base.
    #[must_use]
    pub fn accepts_all(&self) -> bool {
        // Nothing else is found.
        let finds_only_these = self.kinds == Delimiter::DELIMITED || self.kinds == Delimiter::ALL;
        finds_only_these
            && self.pattern.is_none()
            && self.base.is_none()
            && !self.no_shown
            && self.filters.accept_all_urls()
    }

    /// Returns whether a pattern or a filter must accept a link, its text or its message, or a level stricter than the
    /// default one.
    #[must_use]
    pub fn is_narrowed(&self) -> bool {
        let is_strict = !Conformance::Whatwg.reaches(self.level);
        self.pattern.is_some() || is_strict || !self.filters.accept_everything()
    }

    /// Returns whether the filters and the pattern accept the URL of a link, or its [target](Link::target), if it has
    /// one. A relative reference with a base is resolved first.
    #[must_use]
    pub fn accepts_url(
        &self,
        link: &Link<'_>,
        verdict: &Verdict<'_>,
        base: Option<&Base<'_>>,
    ) -> bool {
        let candidate = link.candidate();
        let selects = |url: &[u8]| {
            self.pattern
                .as_ref()
                .is_none_or(|pattern| pattern.selects(url))
        };
        match (link.target(), base) {
            (Some(target), _) => {
                let verdict = Verdict::of(target);
                self.filters.accepts_url(candidate, &verdict, None) && selects(target)
            }
            (None, Some(base)) => {
                self.filters.accepts_url(candidate, verdict, Some(base))
                    && selects(&base.resolve(candidate.url()))
            }
            (None, None) => {
                self.filters.accepts_url(candidate, verdict, None) && selects(candidate.url())
            }
        }
    }

    /// Returns whether a link names a part of its message (RFC 2392), and is not wanted. Such a link leads nowhere
    /// else: unless it is in angle brackets, it is only wanted if schemes are selected.
    #[must_use]
    pub fn leaves_out(&self, link: &Link<'_>) -> bool {
        let candidate = link.candidate();
        let start = candidate.url().first_chunk::<4>();
        let names_part = start.is_some_and(|start| {
            start.eq_ignore_ascii_case(b"cid:") || start.eq_ignore_ascii_case(b"mid:")
        });
        names_part
            && link.message().is_some()
            && !Delimiter::DELIMITED.contains(&candidate.delimiter())
            && !self.filters.select_schemes()
    }

    /// Returns the verdict on a link if it is wanted.
    #[must_use]
    pub fn verdict<'l>(&self, link: &'l Link<'_>) -> Option<Verdict<'l>> {
        let kind = link.candidate().delimiter();
        if !self.accepts_kind(kind) || self.leaves_out(link) {
            return None;
        }
        let verdict = link.verdict();
        let is_wanted = verdict.reaches(least_conformance(self.level, kind)) && {
            let base = self.base(link, &verdict);
            if self.unwrap {
                let link = link.clone().with_unwrapping(true);
                self.accepts_url(&link, &verdict, base.as_ref())
            } else {
                self.accepts_url(link, &verdict, base.as_ref())
            }
        };
        is_wanted.then_some(verdict)
    }
}

/// The level of a selection that was stored.
#[cfg(feature = "serde")]
const fn every_level() -> Conformance {
    Conformance::None
}

/// Kinds as a list of their names, for serde's `with`.
#[cfg(feature = "serde")]
mod kind_names {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use urlsift::Delimiter;

    pub(super) fn serialize<S: Serializer>(
        kinds: &[Delimiter],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(kinds.iter().map(|kind| kind.name()))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Delimiter>, D::Error> {
        let names = Vec::<String>::deserialize(deserializer)?;
        let kind_of = |name: &String| {
            let mut all = Delimiter::EVERY.iter().copied();
            let unknown = || D::Error::custom(format!("there is no kind of delimiter '{name}'"));
            all.find(|kind| kind.name() == name).ok_or_else(unknown)
        };
        names.iter().map(kind_of).collect()
    }
}
