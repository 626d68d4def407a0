//! The result of validating a string as a URL: the strictest standard that it satisfies.
//!
//! Each check runs when its result is first used, since most callers ask one question only, such as whether a URL
//! reaches a level. Computing everything at once would cost a parse of each URL by two other libraries. The price is
//! interior mutability: a [`Verdict`] cannot be shared between threads.

#[cfg(feature = "whatwg")]
use alloc::string::String;
use core::{cell::OnceCell, fmt};

#[cfg(feature = "whatwg")]
use urlsift_scheme::SchemeInfo;

#[cfg(feature = "whatwg")]
use crate::warning::UrlWarning;
use crate::{
    parts::Parts,
    problem::Problem,
    relative::is_relative,
    uri::is_uri,
    url::{Validation, is_url},
    usual_form::{FastVerdict, fast_verdict},
    warning::UrlWarnings,
};

/// The strictest standard that a string satisfies, by grammar alone. No values will be added.
///
/// The type does not implement `Ord`; [`reaches`](Self::reaches) compares two values.
///
/// Without the feature `whatwg`, nothing is known about [`Whatwg`](Self::Whatwg): a text that satisfies no stricter
/// standard is [`Relative`](Self::Relative) or [`None`](Self::None), though a browser may accept it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Conformance {
    /// RFC 1738 §5, each scheme by its own production; a fragment may follow.
    Rfc1738,
    /// A URI by RFC 3986, which also allows `~`, IPv6 addresses and a search without a path.
    Rfc3986,
    /// The WHATWG URL standard, for its special schemes only: http, https, ftp, file, ws and wss.
    Whatwg,
    /// A relative reference by RFC 1808.
    Relative,
    /// None of these.
    None,
}

impl Conformance {
    /// Every value, the strictest first.
    pub const ALL: &'static [Self] = &[
        Self::Rfc1738,
        Self::Rfc3986,
        Self::Whatwg,
        Self::Relative,
        Self::None,
    ];

    /// Returns the strictest standard that `text` satisfies.
    #[must_use]
    pub fn of(text: &[u8]) -> Self {
        Verdict::of(text).conformance()
    }

    /// Returns the strictest standard that `text` satisfies other than WHATWG's, for programs that have a parser for
    /// that, as browsers do.
    ///
    /// ```
    /// use urlsift_rfc1738::Conformance;
    ///
    /// let text = b"http://a.example/\xc3\xa4";
    /// assert_eq!(Conformance::of(text), Conformance::Whatwg);
    /// assert_eq!(Conformance::without_whatwg(text), Conformance::None);
    /// ```
    #[must_use]
    pub fn without_whatwg(text: &[u8]) -> Self {
        // Named one by one, so that a program that needs no more does not contain WHATWG's parser.
        match fast_verdict(text) {
            Some(FastVerdict::Rfc1738) => Self::Rfc1738,
            Some(FastVerdict::Rfc3986) => Self::Rfc3986,
            None if is_url(text) => Self::Rfc1738,
            None if is_uri(text) => Self::Rfc3986,
            _ if is_relative(text) => Self::Relative,
            _ => Self::None,
        }
    }

    /// Returns the stable name, such as `rfc1738`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rfc1738 => "rfc1738",
            Self::Rfc3986 => "rfc3986",
            Self::Whatwg => "whatwg",
            Self::Relative => "relative",
            Self::None => "none",
        }
    }

    /// Returns whether this is `level` or a stricter standard.
    ///
    /// ```
    /// use urlsift_rfc1738::Conformance;
    ///
    /// assert!(Conformance::Rfc3986.reaches(Conformance::Whatwg));
    /// assert!(!Conformance::Relative.reaches(Conformance::Whatwg));
    /// ```
    #[must_use]
    pub const fn reaches(self, level: Self) -> bool {
        // The strictest is declared first.
        self as u8 <= level as u8
    }
}

impl fmt::Display for Conformance {
    /// Writes a description for people; [`name`](Self::name) is for programs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Rfc1738 => "a URL by RFC 1738",
            Self::Rfc3986 => "a URI by RFC 3986",
            Self::Whatwg => "a URL to browsers (WHATWG)",
            Self::Relative => "a relative reference by RFC 1808",
            Self::None => "not a URL by any standard",
        })
    }
}

/// The result of validating a string as a URL. Each check runs when its result is first used.
///
/// ```
/// use urlsift_rfc1738::{Conformance, Verdict};
///
/// let verdict = Verdict::of(b"http://www.ics.uci.edu/~fielding/");
/// assert_eq!(verdict.conformance(), Conformance::Rfc3986);
/// let problem = verdict.problems()[0];
/// assert_eq!((problem.code().name(), problem.span()), ("unsafe-character", 23..24));
/// ```
#[derive(Clone, Debug)]
pub struct Verdict<'a> {
    text: &'a [u8],
    validation: OnceCell<Validation<'a>>,
    conformance: OnceCell<Conformance>,
}

impl<'a> Verdict<'a> {
    /// Creates the verdict on `text`, which may contain any bytes.
    #[must_use]
    pub const fn of(text: &'a [u8]) -> Self {
        Self {
            text,
            validation: OnceCell::new(),
            conformance: OnceCell::new(),
        }
    }

    /// Returns the strictest standard that the text satisfies. Later standards are checked only if the text
    /// does not conform to RFC 1738.
    #[must_use]
    pub fn conformance(&self) -> Conformance {
        *self.conformance.get_or_init(|| match self.fast() {
            Some(FastVerdict::Rfc1738) => Conformance::Rfc1738,
            Some(FastVerdict::Rfc3986) => Conformance::Rfc3986,
            Some(FastVerdict::NoScheme) if is_relative(self.text) => Conformance::Relative,
            Some(FastVerdict::NoScheme) => Conformance::None,
            None => strictest(|standard| self.satisfies(standard)),
        })
    }

    /// Returns whether the conformance is `level` or stricter. Laxer standards are not checked.
    #[must_use]
    pub fn reaches(&self, level: Conformance) -> bool {
        match (self.conformance.get(), level) {
            (_, Conformance::None) => true,
            (Some(conformance), _) => conformance.reaches(level),
            (None, Conformance::Relative) => self.conformance().reaches(level),
            (None, _) => {
                let found = match self.fast() {
                    Some(FastVerdict::Rfc1738) => Some(Conformance::Rfc1738),
                    Some(FastVerdict::Rfc3986) => Some(Conformance::Rfc3986),
                    Some(FastVerdict::NoScheme) => None,
                    // The first standard that is satisfied is the strictest.
                    None => Conformance::ALL
                        .iter()
                        .copied()
                        .take_while(|&standard| standard.reaches(level))
                        .find(|&standard| self.satisfies(standard)),
                };
                found.is_some_and(|found| {
                    self.conformance.set(found).is_ok() && found.reaches(level)
                })
            }
        }
    }

    /// Returns whether the text is a URL by any standard, as far as that can be known.
    ///
    /// Without the feature `whatwg`, this is also true of a text that a browser would accept but for its host: with a
    /// scheme that the WHATWG URL standard calls special, a valid port, and a host without characters that the standard
    /// forbids. Whether IDNA allows the other characters is not known.
    ///
    /// ```
    /// use urlsift_rfc1738::Verdict;
    ///
    /// assert!(Verdict::of(b"http://a.example/\xc3\xa4|").may_be_url());
    /// assert!(!Verdict::of(b"http://a^b.example/\xc3\xa4|").may_be_url());
    /// ```
    #[must_use]
    pub fn may_be_url(&self) -> bool {
        #[cfg(not(feature = "whatwg"))]
        if self.conformance() == Conformance::None {
            return crate::host::may_be_accepted(self.text);
        }
        self.conformance() != Conformance::None
    }

    /// Returns whether programs of today accept the text, whatever RFC 1738 says: it is a URI by RFC 3986, or the
    /// WHATWG URL parser takes it, as it does any text after a scheme that is not special; and no browser refuses its
    /// host.
    ///
    /// ```
    /// use urlsift_rfc1738::{Conformance, Verdict};
    ///
    /// let verdict = Verdict::of(b"http://a.example:65536/");
    /// assert_eq!((verdict.conformance(), verdict.is_accepted_today()), (Conformance::Rfc1738, false));
    /// let verdict = Verdict::of(b"data:text/html,<p>");
    /// assert_eq!((verdict.conformance(), verdict.is_accepted_today()), (Conformance::None, true));
    /// ```
    #[cfg(feature = "whatwg")]
    #[must_use]
    pub fn is_accepted_today(&self) -> bool {
        let is_accepted = is_uri(self.text) || parse_whatwg(self.text).is_some();
        is_accepted && !self.warnings().contains(UrlWarning::InvalidHost)
    }

    /// Returns the first 1000 problems, which explain why the text does not conform to RFC 1738, in the order of
    /// their positions.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        self.validation().problems()
    }

    /// Returns the number of further problems, which [`problems`](Self::problems) omits.
    #[must_use]
    pub fn problems_left_out(&self) -> usize {
        self.validation().problems_left_out()
    }

    /// Returns the parts, as far as they can be parsed.
    #[must_use]
    pub fn parts(&self) -> &Parts<'a> {
        self.validation().parts()
    }

    /// Returns the warnings, which are independent of the conformance.
    #[must_use]
    pub fn warnings(&self) -> UrlWarnings {
        self.validation().warnings()
    }

    /// Returns the warnings other than those that [need WHATWG's parser](Validation::warnings_without_whatwg).
    #[must_use]
    pub fn warnings_without_whatwg(&self) -> UrlWarnings {
        self.validation().warnings_without_whatwg()
    }

    fn validation(&self) -> &Validation<'a> {
        self.validation.get_or_init(|| Validation::of(self.text))
    }

    /// Returns what a fast check knows of the text.
    fn fast(&self) -> Option<FastVerdict> {
        fast_verdict(self.text)
    }

    fn satisfies(&self, standard: Conformance) -> bool {
        match self.validation.get() {
            Some(validation) if standard == Conformance::Rfc1738 => {
                validation.problems().is_empty()
            }
            _ => satisfies(self.text, standard),
        }
    }
}

/// Returns the strictest standard that is satisfied. Laxer standards are not checked.
fn strictest(is_satisfied: impl Fn(Conformance) -> bool) -> Conformance {
    let mut all = Conformance::ALL.iter().copied();
    all.find(|&standard| is_satisfied(standard))
        .unwrap_or(Conformance::None)
}

/// Returns the strictest standard that a text satisfies, without fast checks.
#[cfg(test)]
pub(crate) fn conformance_slow(text: &[u8]) -> Conformance {
    strictest(|standard| satisfies(text, standard))
}

fn satisfies(text: &[u8], standard: Conformance) -> bool {
    match standard {
        Conformance::Rfc1738 => is_url(text),
        Conformance::Rfc3986 => is_uri(text),
        Conformance::Whatwg => is_whatwg(text),
        Conformance::Relative => is_relative(text),
        Conformance::None => true,
    }
}

/// Returns whether the scheme is special and the WHATWG's URL parser accepts the text. Without the parser, no text is
/// accepted.
#[cold]
fn is_whatwg(text: &[u8]) -> bool {
    #[cfg(feature = "whatwg")]
    return browser_url(text).is_some();
    #[cfg(not(feature = "whatwg"))]
    {
        let _ = text;
        false
    }
}

/// Returns a URL as a browser writes it, in ASCII, by the WHATWG URL standard: all clients read the same host in it.
/// `None` unless the scheme is special (http, https, ws, wss, ftp or file) and a browser accepts the URL. Invalid UTF-8
/// is replaced with U+FFFD, as browsers do.
///
/// ```
/// use urlsift_rfc1738::browser_url;
///
/// let url = browser_url(b"http:\\\\A.Example\\@b.example").expect("a URL");
/// assert_eq!(url, "http://a.example/@b.example");
/// ```
#[cfg(feature = "whatwg")]
#[must_use]
pub fn browser_url(text: &[u8]) -> Option<String> {
    let url = parse_whatwg(text)?;
    // The parser has dropped tabs and line breaks from the scheme.
    let info = SchemeInfo::of(url.scheme().as_bytes())?;
    info.is_special().then(|| url.into())
}

/// Parses a text as the WHATWG's URL parser does. Invalid UTF-8 is replaced with U+FFFD, as browsers do.
#[cfg(feature = "whatwg")]
pub(crate) fn parse_whatwg(text: &[u8]) -> Option<url::Url> {
    url::Url::parse(&String::from_utf8_lossy(text)).ok()
}

#[cfg(test)]
mod tests {
    use super::Verdict;

    use urlsift_tables::flags;

    #[test]
    fn a_host_that_browsers_refuse_makes_no_url() {
        for (url, may_be_url) in flags!("verdict.toml", "host_browsers_refuse") {
            assert_eq!(
                Verdict::of(url.as_bytes()).may_be_url(),
                may_be_url,
                "{url}"
            );
        }
    }
}
