//! What is asked of a URL.

use std::str::FromStr;

use urlsift_search::{
    Candidate, Dropped, Join, Verdict, Warning,
    rfc1738::{self, Base, Parts},
};

use super::host::Host;

/// Whether a URL was broken there; an at-sign that was written out breaks none.
fn is_break(join: &Join) -> bool {
    matches!(join.dropped, Dropped::Gap { .. })
}

/// The conditions on a URL.
#[derive(Debug)]
pub(crate) struct UrlFilter {
    pub(crate) schemes: Vec<Scheme>,
    pub(crate) hosts: Vec<Host>,
    /// Whether it is to be quoted or not, if that matters.
    pub(crate) is_quoted: Option<bool>,
    pub(crate) joined: bool,
    pub(crate) warnings: Vec<WarningCode>,
}

/// The name of a scheme, in lower case.
#[derive(Clone, Debug)]
pub(crate) struct Scheme(String);

/// A warning that is given of a URL, by the scan or by the judgement.
#[derive(Clone, Copy, Debug)]
pub(crate) enum WarningCode {
    Scan(Warning),
    Judge(rfc1738::Warning),
}

impl UrlFilter {
    /// Whether nothing is asked.
    pub(super) fn are_all(&self) -> bool {
        let Self {
            schemes,
            hosts,
            is_quoted,
            joined,
            warnings,
        } = self;
        schemes.is_empty()
            && hosts.is_empty()
            && is_quoted.is_none()
            && !joined
            && warnings.is_empty()
    }

    pub(super) fn take(
        &self,
        candidate: &Candidate,
        verdict: &Verdict<'_>,
        base: Option<&Base<'_>>,
    ) -> bool {
        let is_quoted = candidate.quote_depth() > 0;
        self.is_quoted.is_none_or(|wanted| is_quoted == wanted)
            && (!self.joined || candidate.joins().iter().any(is_break))
            && self.take_warnings(candidate, verdict)
            && self.take_parts(candidate, verdict, base)
    }

    fn take_warnings(&self, candidate: &Candidate, verdict: &Verdict<'_>) -> bool {
        let has = |code: &WarningCode| match *code {
            WarningCode::Scan(warning) => candidate.warnings().contains(warning),
            WarningCode::Judge(warning) => verdict.warnings().contains(warning),
        };
        self.warnings.is_empty() || self.warnings.iter().any(has)
    }

    fn take_parts(
        &self,
        candidate: &Candidate,
        verdict: &Verdict<'_>,
        base: Option<&Base<'_>>,
    ) -> bool {
        if self.schemes.is_empty() && self.hosts.is_empty() {
            return true;
        }
        let take = |parts: &Parts<'_>| self.take_scheme(parts) && self.take_host(parts);
        match base {
            Some(base) => take(Verdict::of(&base.resolve(candidate.url())).parts()),
            None => take(verdict.parts()),
        }
    }

    fn take_scheme(&self, parts: &Parts<'_>) -> bool {
        let is_wanted = |given: &str| {
            let mut schemes = self.schemes.iter();
            schemes.any(|Scheme(name)| name.eq_ignore_ascii_case(given))
        };
        self.schemes.is_empty() || parts.scheme().is_some_and(is_wanted)
    }

    fn take_host(&self, parts: &Parts<'_>) -> bool {
        let is_wanted = |given: &[u8]| self.hosts.iter().any(|host| host.takes(given));
        let host = parts.host().map(rfc1738::Encoded::as_bytes);
        self.hosts.is_empty() || host.is_some_and(is_wanted)
    }
}

impl FromStr for Scheme {
    type Err = &'static str;

    /// `scheme = 1*[ lowalpha | digit | "+" | "-" | "." ]` (RFC 1738 §5), in any case.
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
        if name.is_empty() || !name.bytes().all(is_part) {
            return Err("no scheme has such a name: letters, digits, `+`, `-` and `.`");
        }
        Ok(Self(name.to_ascii_lowercase()))
    }
}

impl WarningCode {
    /// Each of them.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let scan = Warning::ALL.iter().copied().map(Self::Scan);
        scan.chain(rfc1738::Warning::ALL.iter().copied().map(Self::Judge))
    }

    /// As JSON has it.
    pub(crate) fn code(self) -> &'static str {
        match self {
            Self::Scan(warning) => warning.code(),
            Self::Judge(warning) => warning.code(),
        }
    }

    /// The one that has a code.
    pub(crate) fn of(code: &str) -> Option<Self> {
        Self::all().find(|warning| warning.code() == code)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Scheme, WarningCode};

    #[test]
    fn the_name_of_a_scheme_has_what_rfc_1738_allows() {
        for name in ["http", "HTTP", "z39.50r", "x-a+b"] {
            assert!(name.parse::<Scheme>().is_ok(), "{name}");
        }
        for name in ["", "http:", "a b", "é", "a_b"] {
            assert!(name.parse::<Scheme>().is_err(), "{name}");
        }
    }

    #[test]
    fn a_code_is_that_of_one_warning() {
        let codes: Vec<_> = WarningCode::all().map(WarningCode::code).collect();
        assert_eq!(BTreeSet::from_iter(&codes).len(), codes.len());
        for code in codes {
            assert_eq!(WarningCode::of(code).map(WarningCode::code), Some(code));
        }
        assert!(WarningCode::of("none").is_none());
    }
}
