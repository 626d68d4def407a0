//! The warnings of a link.

use std::fmt;

use urlsift_rfc1738::{UrlWarning, UrlWarnings, Verdict};
use urlsift_scan::{Candidate, CandidateWarning, CandidateWarnings};

/// A warning about a link: about the text that it was found in, or about its URL.
///
/// ```
/// use urlsift::LinkWarning;
/// use urlsift_rfc1738::UrlWarning;
///
/// let warning = LinkWarning::Url(UrlWarning::LoginInWebUrl);
/// assert_eq!(warning.code(), "login-in-web-url");
/// assert_eq!(LinkWarning::from_code("login-in-web-url"), Some(warning));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinkWarning {
    /// A warning about the text.
    Text(CandidateWarning),
    /// A warning about the URL.
    Url(UrlWarning),
}

impl LinkWarning {
    /// Returns all warnings.
    pub fn all() -> impl Iterator<Item = Self> {
        let text = CandidateWarning::ALL.iter().copied().map(Self::Text);
        text.chain(UrlWarning::ALL.iter().copied().map(Self::Url))
    }

    /// Returns the stable code, such as `spaced`, which the JSON has.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Text(warning) => warning.code(),
            Self::Url(warning) => warning.code(),
        }
    }

    /// Returns a message for people; [`code`](Self::code) is for programs.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::Text(warning) => warning.message(),
            Self::Url(warning) => warning.message(),
        }
    }

    /// Returns the warning with a code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::all().find(|warning| warning.code() == code)
    }
}

impl fmt::Display for LinkWarning {
    /// Writes the [message](Self::message).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.message())
    }
}

/// The warnings of a link.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkWarnings {
    text: CandidateWarnings,
    url: UrlWarnings,
}

impl LinkWarnings {
    pub(crate) fn of(candidate: &Candidate, verdict: &Verdict<'_>) -> Self {
        Self {
            text: candidate.warnings(),
            url: verdict.warnings(),
        }
    }

    /// Returns the warnings: about the text, then about the URL.
    pub fn iter(self) -> impl Iterator<Item = LinkWarning> + use<> {
        let text = self.text.iter().map(LinkWarning::Text);
        text.chain(self.url.iter().map(LinkWarning::Url))
    }

    /// Returns whether there are no warnings.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.text.is_empty() && self.url.is_empty()
    }

    /// Returns the codes of the warnings.
    pub fn codes(self) -> impl Iterator<Item = &'static str> + use<> {
        self.iter().map(LinkWarning::code)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::LinkWarning;

    #[test]
    fn codes_are_unique() {
        let codes: Vec<_> = LinkWarning::all().map(LinkWarning::code).collect();
        assert_eq!(BTreeSet::from_iter(&codes).len(), codes.len());
        for code in codes {
            assert_eq!(
                LinkWarning::from_code(code).map(LinkWarning::code),
                Some(code)
            );
        }
        assert!(LinkWarning::from_code("none").is_none());
    }
}
