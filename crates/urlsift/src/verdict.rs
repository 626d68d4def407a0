//! Which standard a URL satisfies.

use std::fmt;

use urlsift_rfc1738::{Judgement, Parts, Problem, Warnings, conforms, is_relative};

/// The strictest standard that a text satisfies, by its grammar alone. The strictest comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Conformance {
    /// RFC 1738 §5, each scheme by its own production; a fragment may follow.
    Rfc1738,
    /// The URI of RFC 3986: `~`, IPv6 addresses, a search without a path.
    Rfc3986,
    /// A special scheme (http, https, ftp, file, ws, wss), and what browsers take for a URL of it.
    ///
    /// Without the feature `whatwg` none is told to be so.
    Whatwg,
    /// No scheme, but a relative reference by RFC 1808.
    Relative,
    /// Nothing of this.
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

    /// Judges a text: the same as [`Verdict::conformance`], and quicker where nothing else is asked.
    #[must_use]
    pub fn of(text: &[u8]) -> Self {
        if conforms(text) {
            Self::Rfc1738
        } else {
            Verdict::of(text).conformance()
        }
    }

    /// Its stable name, such as `rfc1738`.
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

    /// Whether it is at least as strict as `level`.
    #[must_use]
    pub fn reaches(self, level: Self) -> bool {
        self <= level
    }
}

impl fmt::Display for Conformance {
    /// Says it to a person; [`name`](Self::name) says it to a program.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Rfc1738 => "a URL by RFC 1738",
            Self::Rfc3986 => "a URI by RFC 3986",
            Self::Whatwg => "a URL to browsers (WHATWG)",
            Self::Relative => "a relative reference by RFC 1808",
            Self::None => "no URL by any standard",
        })
    }
}

/// All that is to be said of a text that should be a URL.
///
/// ```
/// use urlsift::{Conformance, Verdict};
///
/// let verdict = Verdict::of(b"http://www.ics.uci.edu/~fielding/");
/// assert_eq!(verdict.conformance(), Conformance::Rfc3986);
/// let problem = verdict.problems()[0];
/// assert_eq!((problem.code().name(), problem.span()), ("unsafe-character", 23..24));
/// ```
#[derive(Clone, Debug)]
pub struct Verdict<'a> {
    judgement: Judgement<'a>,
    conformance: Conformance,
}

impl<'a> Verdict<'a> {
    /// Judges a text, whatever it holds. The later standards are tried only if RFC 1738 is not met.
    #[must_use]
    pub fn of(text: &'a [u8]) -> Self {
        let mut verdict = Self {
            judgement: Judgement::of(text),
            conformance: Conformance::Rfc1738,
        };
        if !verdict.problems().is_empty() {
            verdict.conformance = later(&verdict.judgement);
        }
        verdict
    }

    /// The strictest standard that it satisfies.
    #[must_use]
    pub const fn conformance(&self) -> Conformance {
        self.conformance
    }

    /// Why RFC 1738 is not met, in the order of the places.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        self.judgement.problems()
    }

    /// Its parts, as far as they can be read.
    #[must_use]
    pub const fn parts(&self) -> &Parts<'a> {
        self.judgement.parts()
    }

    /// What is doubtful about it, whatever it conforms to.
    #[must_use]
    pub fn warnings(&self) -> Warnings {
        self.judgement.warnings()
    }
}

/// The strictest standard but RFC 1738.
#[cold]
fn later(judgement: &Judgement<'_>) -> Conformance {
    let text = judgement.text();
    if is_uri(text) {
        Conformance::Rfc3986
    } else if is_whatwg(judgement) {
        Conformance::Whatwg
    } else if is_relative(text) {
        Conformance::Relative
    } else {
        Conformance::None
    }
}

/// `URI = scheme ":" hier-part [ "?" query ] [ "#" fragment ]` (RFC 3986 §3)
fn is_uri(text: &[u8]) -> bool {
    str::from_utf8(text).is_ok_and(|text| fluent_uri::Uri::parse(text).is_ok())
}

/// Whether the scheme is special and the WHATWG's URL parser takes it. What is no UTF-8 is read as a
/// browser does, with U+FFFD.
#[cfg(feature = "whatwg")]
fn is_whatwg(judgement: &Judgement<'_>) -> bool {
    const SPECIAL: [&str; 6] = ["http", "https", "ftp", "file", "ws", "wss"];
    let is_special = judgement.parts().scheme().is_some_and(|scheme| {
        let mut special = SPECIAL.iter();
        special.any(|special| special.eq_ignore_ascii_case(scheme))
    });
    is_special && url::Url::parse(&String::from_utf8_lossy(judgement.text())).is_ok()
}

#[cfg(not(feature = "whatwg"))]
fn is_whatwg(_: &Judgement<'_>) -> bool {
    false
}
