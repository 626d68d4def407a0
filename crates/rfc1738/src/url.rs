//! A URL that conforms, and the result of validating any text.

use core::{fmt, str};

use crate::{
    parse::{parse, parse_fully},
    parts::Parts,
    problem::{Problem, Problems},
    usual_form::{FastVerdict, fast_verdict},
    warning::UrlWarnings,
};

/// Returns whether a text is a URL that conforms to RFC 1738, optionally with a fragment.
///
/// Equivalent to `Url::parse(text).is_ok()`, but faster: most URLs need not be parsed.
#[must_use]
pub fn conforms(text: &[u8]) -> bool {
    match fast_verdict(text) {
        Some(verdict) => verdict == FastVerdict::Rfc1738,
        None => is_url(text),
    }
}

/// Returns whether a text conforms, without a fast check.
#[cold]
pub(crate) fn is_url(text: &[u8]) -> bool {
    let (mut parts, mut problems) = (Parts::default(), Problems::new());
    parse_fully(text, &mut parts, &mut problems);
    problems.as_slice().is_empty()
}

/// A URL that conforms to RFC 1738, optionally with a fragment.
///
/// ```
/// use urlsift_rfc1738::{Code, Url};
///
/// let url = Url::parse(b"HTTP://www.w3.org:8080/a/b?c#d")?;
/// assert_eq!(url.parts().host().unwrap().as_bytes(), b"www.w3.org");
/// assert_eq!(url.parts().effective_port(), Some(8080));
/// assert_eq!(url.parts().search().unwrap().as_bytes(), b"c");
///
/// // A search needs a path before it.
/// let problem = Url::parse(b"http://www.w3.org?c").unwrap_err();
/// assert_eq!((problem.code(), problem.span()), (Code::SearchWithoutPath, 17..18));
/// # Ok::<(), urlsift_rfc1738::Problem>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Url<'a> {
    text: &'a [u8],
    parts: Parts<'a>,
}

impl<'a> Url<'a> {
    /// Parses a URL.
    ///
    /// # Errors
    ///
    /// Returns the first problem if the text does not conform. [`Validation`] reports all problems.
    pub fn parse(text: &'a [u8]) -> Result<Self, Problem> {
        let mut url = Self {
            text,
            parts: Parts::default(),
        };
        let mut problems = Problems::new();
        parse(text, &mut url.parts, &mut problems);
        match problems.as_slice().first() {
            None => Ok(url),
            Some(&problem) => Err(problem),
        }
    }

    /// Returns the text, including the fragment.
    #[must_use]
    pub fn as_str(&self) -> &'a str {
        // A URL that conforms is ASCII.
        str::from_utf8(self.text).unwrap_or_default()
    }

    /// Returns the parts.
    #[must_use]
    pub const fn parts(&self) -> &Parts<'a> {
        &self.parts
    }

    /// Returns the warnings.
    #[must_use]
    pub fn warnings(&self) -> UrlWarnings {
        UrlWarnings::of(self.text, &self.parts)
    }
}

impl fmt::Display for Url<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The result of validating a text against RFC 1738.
#[derive(Clone, Debug)]
pub struct Validation<'a> {
    text: &'a [u8],
    parts: Parts<'a>,
    problems: Problems,
}

impl<'a> Validation<'a> {
    /// Validates a text, which may contain any bytes.
    #[must_use]
    pub fn of(text: &'a [u8]) -> Self {
        let mut validation = Self {
            text,
            parts: Parts::default(),
            problems: Problems::new(),
        };
        parse(text, &mut validation.parts, &mut validation.problems);
        validation
    }

    /// Returns the text.
    #[must_use]
    pub const fn text(&self) -> &'a [u8] {
        self.text
    }

    /// Returns the URL, if the text conforms.
    #[must_use]
    pub fn url(&self) -> Option<Url<'a>> {
        self.problems().is_empty().then_some(Url {
            text: self.text,
            parts: self.parts,
        })
    }

    /// Returns the problems, in the order of their positions, at most the first 1000. The text conforms if there are
    /// none.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        self.problems.as_slice()
    }

    /// Returns the number of further problems, which [`problems`](Self::problems) omits.
    #[must_use]
    pub fn problems_left_out(&self) -> usize {
        self.problems.left_out()
    }

    /// Returns the parts, as far as they can be parsed.
    #[must_use]
    pub const fn parts(&self) -> &Parts<'a> {
        &self.parts
    }

    /// Returns the warnings. A text can have warnings whether it conforms or not.
    #[must_use]
    pub fn warnings(&self) -> UrlWarnings {
        UrlWarnings::of(self.text, &self.parts)
    }

    /// Returns the warnings other than `mixed-script-host`, `numeric-host`, `invisible-in-host` and `invalid-host`, for
    /// programs that have a parser of WHATWG's URLs and tables of Unicode, as browsers do.
    #[must_use]
    pub fn warnings_without_whatwg(&self) -> UrlWarnings {
        UrlWarnings::without_whatwg(self.text, &self.parts)
    }
}
