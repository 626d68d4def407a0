//! What a client does with a link before it opens it.

use urlsift_rfc1738::{UrlWarning, Verdict};
use urlsift_scan::CandidateWarning;
use urlsift_scheme::SchemeInfo;

use crate::{LinkWarning, parts::lower_case};

/// What a client does with a link. Each value is more careful than the ones before it.
///
/// ```
/// use urlsift::Advice;
///
/// let link = urlsift::text("http://bank.example@evil.example/").links().next().expect("a link");
/// let (advice, reason) = link.advice();
/// assert_eq!(advice, Advice::Ask);
/// assert_eq!(reason, "a reader may take the login for the host");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Advice {
    /// It opens the link.
    Open,
    /// It shows the whole URL first, since the link may be wrong: the text was damaged and has been repaired.
    Show,
    /// It shows the canonical host and the reason, and opens the link if the user confirms: the link may lead
    /// somewhere else than it seems to, or do more than show a page.
    Ask,
    /// It shows the link as text that cannot be clicked.
    Text,
}

/// Schemes whose URLs run code, or show what is on this computer or in the URL itself.
const NEVER_OPENED: [&str; 7] = [
    "javascript",
    "vbscript",
    "data",
    "file",
    "blob",
    "about",
    "view-source",
];

impl Advice {
    /// All values, the least careful one first.
    pub const ALL: [Self; 4] = [Self::Open, Self::Show, Self::Ask, Self::Text];

    /// Returns the stable name: `open`, `show`, `ask` or `text`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Show => "show",
            Self::Ask => "ask",
            Self::Text => "text",
        }
    }

    /// Returns the advice on a URL, and the reason in words for people, which is empty for [`Open`](Self::Open).
    ///
    /// `scheme` is that of the URL, in lower case, and `warnings` are those of the link. The most careful advice
    /// counts; of several warnings with it, the first one.
    #[must_use]
    pub fn of(
        scheme: Option<&str>,
        warnings: impl IntoIterator<Item = LinkWarning>,
    ) -> (Self, &'static str) {
        let mut chosen = Self::of_scheme(scheme);
        for warning in warnings {
            let advice = warning.advice();
            if advice > chosen.0 {
                chosen = (advice, warning.message());
            }
        }
        chosen
    }

    /// Returns the advice on a URL, for instance after a click on it, and the reason. The warnings of its link, if it
    /// has one, come before the warnings of the URL.
    ///
    /// ```
    /// use urlsift::{Advice, rfc1738::Verdict};
    ///
    /// let advice = |url: &str| Advice::of_url(&Verdict::of(url.as_bytes()), []).0;
    /// assert_eq!(advice("http://a.example/"), Advice::Open);
    /// assert_eq!(advice("JavaScript:alert(1)"), Advice::Text);
    /// ```
    #[must_use]
    pub fn of_url(
        url: &Verdict<'_>,
        warnings: impl IntoIterator<Item = LinkWarning>,
    ) -> (Self, &'static str) {
        let scheme = url.parts().scheme().map(lower_case);
        let of_url = url.warnings().iter().map(LinkWarning::Url);
        Self::of(scheme.as_deref(), warnings.into_iter().chain(of_url))
    }

    fn of_scheme(scheme: Option<&str>) -> (Self, &'static str) {
        let Some(scheme) = scheme else {
            return (Self::Text, "the link has no scheme");
        };
        if NEVER_OPENED.contains(&scheme) {
            (
                Self::Text,
                "a link of this scheme is never safe in a message",
            )
        } else if SchemeInfo::of(scheme.as_bytes()).is_some_and(SchemeInfo::is_clickable) {
            (Self::Open, "")
        } else {
            (Self::Ask, "another program than a browser opens the link")
        }
    }
}

impl LinkWarning {
    /// Returns what a client does with a link that has the warning, if its scheme asks for no more.
    #[must_use]
    pub const fn advice(self) -> Advice {
        match self {
            Self::Text(
                CandidateWarning::UnevenQuoting
                | CandidateWarning::DoubtfulClose
                | CandidateWarning::Unclosed
                | CandidateWarning::TrailingText
                | CandidateWarning::Spaced,
            ) => Advice::Show,
            Self::Url(
                UrlWarning::PasswordInUrl
                | UrlWarning::MailtoNotAddrSpec
                | UrlWarning::ExperimentalScheme
                | UrlWarning::ReservedScheme,
            ) => Advice::Open,
            Self::Url(
                UrlWarning::HostnumberRange | UrlWarning::PortRange | UrlWarning::InvalidHost,
            ) => Advice::Text,
            // The host is not what it seems to be, or a server gets commands. Warnings that are new are like these.
            Self::Text(_) | Self::Url(_) => Advice::Ask,
        }
    }
}
