//! A URL that conforms, and what is to be said of one that may not.

use core::{fmt, str};

use crate::{
    fast_path::conforms_fast,
    parse::parse,
    parts::Parts,
    problem::{Problem, Problems},
    warning::Warnings,
};

/// Whether a text is a URL that conforms to RFC 1738, perhaps with a fragment behind it: whether
/// [`Url::parse`] takes it. Most URLs need not be taken apart to say this.
#[must_use]
pub fn conforms(text: &[u8]) -> bool {
    conforms_fast(text) || is_url(text)
}

#[cold]
fn is_url(text: &[u8]) -> bool {
    Url::parse(text).is_ok()
}

/// A URL that conforms to RFC 1738, perhaps with a fragment behind it.
///
/// ```
/// use urlsift_rfc1738::{Code, Url};
///
/// let url = Url::parse(b"HTTP://www.w3.org:8080/a/b?c#d")?;
/// assert_eq!(url.parts().host().unwrap().as_bytes(), b"www.w3.org");
/// assert_eq!(url.parts().effective_port(), Some(8080));
/// assert_eq!(url.parts().search().unwrap().as_bytes(), b"c");
///
/// // A search needs a path in front of it.
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
    /// Takes a URL apart.
    ///
    /// # Errors
    ///
    /// The first thing that does not conform. [`Judgement`] tells all of them.
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

    /// The whole text, the fragment included.
    #[must_use]
    pub fn as_str(&self) -> &'a str {
        // What conforms is ASCII.
        str::from_utf8(self.text).unwrap_or_default()
    }

    /// Its parts.
    #[must_use]
    pub const fn parts(&self) -> &Parts<'a> {
        &self.parts
    }

    /// What is doubtful about it.
    #[must_use]
    pub fn warnings(&self) -> Warnings {
        Warnings::of(self.text, &self.parts)
    }
}

impl fmt::Display for Url<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What is to be said of a text that should be a URL.
#[derive(Clone, Debug)]
pub struct Judgement<'a> {
    text: &'a [u8],
    parts: Parts<'a>,
    problems: Problems,
}

impl<'a> Judgement<'a> {
    /// Judges a text, whatever it holds.
    #[must_use]
    pub fn of(text: &'a [u8]) -> Self {
        let mut judgement = Self {
            text,
            parts: Parts::default(),
            problems: Problems::new(),
        };
        parse(text, &mut judgement.parts, &mut judgement.problems);
        judgement
    }

    /// The text.
    #[must_use]
    pub const fn text(&self) -> &'a [u8] {
        self.text
    }

    /// The URL, if it conforms.
    #[must_use]
    pub fn url(&self) -> Option<Url<'a>> {
        self.problems().is_empty().then_some(Url {
            text: self.text,
            parts: self.parts,
        })
    }

    /// All that does not conform, in the order of its places. There is nothing else wrong if this is
    /// empty.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        self.problems.as_slice()
    }

    /// Its parts, as far as they can be read.
    #[must_use]
    pub const fn parts(&self) -> &Parts<'a> {
        &self.parts
    }

    /// What is doubtful about it, whether it conforms or not.
    #[must_use]
    pub fn warnings(&self) -> Warnings {
        Warnings::of(self.text, &self.parts)
    }
}
