//! The fields of one link.

use std::{borrow::Cow, cell::OnceCell};

use urlsift_archive::Metadata;
use urlsift_rfc1738::{Conformance, Parts, Problem, Verdict};
use urlsift_scan::{Candidate, SecondGuess, Span};

use crate::{Link, Message};

/// The fields of a link, whose values are computed on demand. The URL is parsed once for all of them.
///
/// ```
/// use urlsift::{Field, Value};
///
/// let link = urlsift::text("<ftp://a.example:21/>").links().next().unwrap();
/// let fields = link.fields();
/// assert!(matches!(fields.get(Field::Port), Some(Value::Number(21))));
/// assert_eq!(&*fields.text(Field::Host), b"a.example");
/// assert!(fields.get(Field::MessageDate).is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Fields<'f, 'u> {
    link: &'f Link<'f>,
    verdict: Cow<'f, Verdict<'u>>,
    is_defanged: bool,
    /// The span in the source, once it is computed.
    span: OnceCell<Span>,
    /// The second guesses, once they are made.
    guesses: OnceCell<Vec<SecondGuess<'f>>>,
}

impl Link<'_> {
    /// Returns the fields.
    #[must_use]
    pub fn fields(&self) -> Fields<'_, '_> {
        Fields::of(self, Cow::Owned(self.verdict()))
    }
}

impl<'f, 'u> Fields<'f, 'u> {
    /// Creates the fields of a link. `verdict` is the [verdict](Link::verdict) on its first reading.
    #[must_use]
    pub fn new(link: &'f Link<'f>, verdict: &'f Verdict<'u>) -> Self {
        Self::of(link, Cow::Borrowed(verdict))
    }

    fn of(link: &'f Link<'f>, verdict: Cow<'f, Verdict<'u>>) -> Self {
        Self {
            link,
            verdict,
            is_defanged: false,
            span: OnceCell::new(),
            guesses: OnceCell::new(),
        }
    }

    /// Sets whether URLs and hosts are written so that nobody can click on them, as [`defang`](crate::defang) writes
    /// them. All offsets are still those of the URL itself.
    #[must_use]
    pub const fn with_defanging(mut self, is_wanted: bool) -> Self {
        self.is_defanged = is_wanted;
        self
    }

    /// Returns whether URLs and hosts are written so that nobody can click on them.
    #[must_use]
    pub const fn is_defanged(&self) -> bool {
        self.is_defanged
    }

    /// Returns the link.
    #[must_use]
    pub const fn link(&self) -> &'f Link<'f> {
        self.link
    }

    /// Returns the verdict on the first reading.
    #[must_use]
    pub fn verdict(&self) -> &Verdict<'u> {
        &self.verdict
    }

    /// Returns the parts of the first reading, as far as they can be parsed.
    #[must_use]
    pub fn parts(&self) -> &Parts<'u> {
        self.verdict.parts()
    }

    /// Returns the guesses at what the URL was before the text was damaged. They are made once.
    #[must_use]
    pub fn guesses(&self) -> &[SecondGuess<'f>] {
        let make = || self.link.second_guesses().collect();
        self.guesses.get_or_init(make)
    }

    pub(crate) fn conformance(&self) -> Conformance {
        self.verdict.conformance()
    }

    pub(crate) fn candidate(&self) -> &'f Candidate {
        self.link.candidate()
    }

    pub(crate) fn message(&self) -> Option<&'f Message<'f>> {
        self.link.message()
    }

    pub(crate) fn metadata(&self) -> Option<&'f Metadata> {
        self.message().map(Message::metadata)
    }

    pub(crate) fn span(&self) -> Span {
        *self.span.get_or_init(|| self.link.span())
    }

    /// Returns the problems of the URL. One that conforms to RFC 1738 is not parsed.
    pub(crate) fn problems(&self) -> (&[Problem], usize) {
        if self.conformance() == Conformance::Rfc1738 {
            return (&[], 0);
        }
        (self.verdict.problems(), self.verdict.problems_left_out())
    }
}
