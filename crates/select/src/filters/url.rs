//! Filters for URLs.

use std::str::FromStr;

use urlsift::{
    Candidate, CandidateWarning, Dropped, Join, LinkWarning, Verdict,
    rfc1738::{Base, Parts, UrlWarning},
};
use urlsift_scheme::is_scheme_byte;

use super::host::{Domain, HostSet};
use crate::InvalidValue;

/// Returns whether the URL was broken at a join. A restored at-sign is not a break.
fn is_break(join: &Join) -> bool {
    matches!(join.dropped, Dropped::Gap { .. } | Dropped::BrokenAt { .. })
}

/// A filter for URLs.
#[derive(Clone, Debug, Default)]
pub(crate) struct UrlFilter {
    /// Schemes.
    pub(crate) schemes: Vec<Scheme>,
    /// Hosts, with their subdomains.
    pub(crate) hosts: HostSet,
    /// Registered domains.
    pub(crate) domains: Vec<Domain>,
    /// Schemes that the URL must not have.
    pub(crate) excluded_schemes: Vec<Scheme>,
    /// Hosts that the URL must not have, with their subdomains.
    pub(crate) excluded_hosts: HostSet,
    /// Whether the URL must be in quoted text or must not be; `None` for either.
    pub(crate) is_quoted: Option<bool>,
    /// Whether the URL must have been broken and rejoined.
    pub(crate) joined: bool,
    /// Warnings of which the URL must have one.
    pub(crate) warnings: Vec<WarningFilter>,
}

/// The name of a scheme, in lower case.
#[derive(Clone, Debug)]
pub struct Scheme(String);

/// A warning, or a group of warnings of which a link has any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WarningFilter {
    /// A warning.
    Warning(LinkWarning),
    /// The warnings that a reader may take the host for another one: [`UrlWarning::ABOUT_HOST`] and
    /// [`CandidateWarning::TextDiffers`].
    Hosts,
}

impl UrlFilter {
    /// Returns whether every URL is accepted.
    pub(super) fn is_empty(&self) -> bool {
        let Self {
            schemes,
            hosts,
            domains,
            excluded_schemes,
            excluded_hosts,
            is_quoted,
            joined,
            warnings,
        } = self;
        let has_schemes = !schemes.is_empty() || !excluded_schemes.is_empty();
        let has_hosts = !hosts.is_empty() || !domains.is_empty() || !excluded_hosts.is_empty();
        let has_warnings = !warnings.is_empty();
        !(has_schemes || has_hosts || has_warnings || *joined || is_quoted.is_some())
    }

    /// Returns whether a URL is accepted. `base` is the base of a relative reference.
    pub(super) fn accepts(
        &self,
        candidate: &Candidate,
        verdict: &Verdict<'_>,
        base: Option<&Base<'_>>,
    ) -> bool {
        let is_quoted = candidate.quote_depth() > 0;
        self.is_quoted.is_none_or(|wanted| is_quoted == wanted)
            && (!self.joined || candidate.joins().iter().any(is_break))
            && self.accepts_warnings(candidate, verdict)
            && self.accepts_parts(candidate, verdict, base)
    }

    fn accepts_warnings(&self, candidate: &Candidate, verdict: &Verdict<'_>) -> bool {
        if self.warnings.is_empty() {
            return true;
        }
        let (of_text, of_url) = (candidate.warnings(), verdict.warnings());
        let has = |filter: &WarningFilter| match *filter {
            WarningFilter::Warning(LinkWarning::Text(warning)) => of_text.contains(warning),
            WarningFilter::Warning(LinkWarning::Url(warning)) => of_url.contains(warning),
            WarningFilter::Hosts => {
                let mut about_host = UrlWarning::ABOUT_HOST.into_iter();
                of_text.contains(CandidateWarning::TextDiffers)
                    || about_host.any(|warning| of_url.contains(warning))
            }
        };
        self.warnings.iter().any(has)
    }

    fn accepts_parts(
        &self,
        candidate: &Candidate,
        verdict: &Verdict<'_>,
        base: Option<&Base<'_>>,
    ) -> bool {
        let asks_schemes = !self.schemes.is_empty() || !self.excluded_schemes.is_empty();
        if !asks_schemes && !self.asks_hosts() {
            return true;
        }
        let accepts = |parts: &Parts<'_>| self.accepts_scheme(parts) && self.accepts_host(parts);
        match base {
            Some(base) => accepts(Verdict::of(&base.resolve(candidate.url())).parts()),
            None => accepts(verdict.parts()),
        }
    }

    fn asks_hosts(&self) -> bool {
        !(self.hosts.is_empty() && self.domains.is_empty() && self.excluded_hosts.is_empty())
    }

    fn accepts_scheme(&self, parts: &Parts<'_>) -> bool {
        let scheme = parts.scheme();
        let is_among = |schemes: &[Scheme]| {
            let mut names = schemes.iter().map(Scheme::name);
            scheme.is_some_and(|scheme| names.any(|name| name.eq_ignore_ascii_case(scheme)))
        };
        (self.schemes.is_empty() || is_among(&self.schemes)) && !is_among(&self.excluded_schemes)
    }

    fn accepts_host(&self, parts: &Parts<'_>) -> bool {
        if !self.asks_hosts() {
            return true;
        }
        let host = parts.host_ascii();
        let is_in_domain = || {
            let mut domains = self.domains.iter();
            host.as_ref()
                .is_some_and(|host| domains.any(|domain| domain.accepts(host)))
        };
        let is_among = |hosts: &HostSet| host.as_ref().is_some_and(|host| hosts.accepts(host));
        (self.hosts.is_empty() || is_among(&self.hosts))
            && (self.domains.is_empty() || is_in_domain())
            && !is_among(&self.excluded_hosts)
    }
}

impl WarningFilter {
    /// The name of [`Hosts`](Self::Hosts).
    const HOSTS: &str = "hosts";

    /// Returns the names: the codes of all warnings, and `hosts`.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        LinkWarning::all()
            .map(LinkWarning::code)
            .chain([Self::HOSTS])
    }

    /// Returns the filter with a name.
    pub(crate) fn with_name(name: &str) -> Option<Self> {
        if name == Self::HOSTS {
            return Some(Self::Hosts);
        }
        LinkWarning::from_code(name).map(Self::Warning)
    }
}

impl FromStr for Scheme {
    type Err = InvalidValue;

    /// `scheme = 1*[ lowalpha | digit | "+" | "-" | "." ]` (RFC 1738 §5), in any case.
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        if name.is_empty() || !name.bytes().all(is_scheme_byte) {
            let reason = "not a scheme; schemes consist of letters, digits, '+', '-' and '.'";
            return Err(reason.into());
        }
        Ok(Self(name.to_ascii_lowercase()))
    }
}

impl Scheme {
    /// The scheme of mail addresses (RFC 1738 §3.5).
    pub(crate) fn mailto() -> Self {
        Self("mailto".into())
    }

    /// Returns the name, in lower case.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::{Scheme, WarningFilter};

    #[test]
    fn each_name_of_warnings_has_a_filter() {
        for name in WarningFilter::names() {
            assert!(WarningFilter::with_name(name).is_some(), "{name}");
        }
        assert!(WarningFilter::with_name("host").is_none());
    }

    #[test]
    fn schemes_have_the_characters_of_rfc_1738() {
        for name in ["http", "HTTP", "z39.50r", "x-a+b"] {
            assert!(name.parse::<Scheme>().is_ok(), "{name}");
        }
        for name in ["", "http:", "a b", "é", "a_b"] {
            assert!(name.parse::<Scheme>().is_err(), "{name}");
        }
    }
}
