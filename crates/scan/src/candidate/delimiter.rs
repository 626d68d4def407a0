//! The delimiters of URLs.

use std::fmt;

/// The kinds of delimiters that open a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Delimiter {
    /// `<URL:...>`, the wrapper that RFC 1738's appendix recommends.
    Url,
    /// `<scheme:...>`, as in RFC 2396 appendix E and RFC 3986 appendix C.
    Angle,
    /// `URL:` before a bare URL, without brackets.
    Prefix,
    /// Quotation marks, as in RFC 3986 appendix C.
    Quote,
    /// None: the URL stands bare in a line of text.
    Bare,
    /// The value of an attribute of an HTML page.
    Attribute,
    /// None: a host name in a line of text, whose scheme is not written.
    Name,
    /// None: an e-mail address in a line of text.
    Address,
}

impl Delimiter {
    /// Every kind, in declaration order.
    pub const EVERY: &'static [Self] = &[
        Self::Url,
        Self::Angle,
        Self::Prefix,
        Self::Quote,
        Self::Bare,
        Self::Attribute,
        Self::Name,
        Self::Address,
    ];

    /// The kinds that `all` stands for, in declaration order: those that need no guess from a top-level domain.
    pub const ALL: &'static [Self] = &[
        Self::Url,
        Self::Angle,
        Self::Prefix,
        Self::Quote,
        Self::Bare,
        Self::Attribute,
    ];

    /// The delimiters that a [`Scanner`](crate::Scanner) finds by default: the angle brackets of RFC 1738's appendix.
    pub const DELIMITED: &'static [Self] = &[Self::Url, Self::Angle];

    /// Returns the stable name, such as `url`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Url => "url",
            Self::Angle => "angle",
            Self::Prefix => "prefix",
            Self::Quote => "quote",
            Self::Bare => "bare",
            Self::Attribute => "attribute",
            Self::Name => "name",
            Self::Address => "address",
        }
    }

    /// Returns whether the URL stands in the text of a file, and not in the markup of an HTML page.
    #[must_use]
    pub const fn is_in_text(self) -> bool {
        !matches!(self, Self::Attribute)
    }

    /// Returns whether the URL is in angle brackets.
    #[must_use]
    pub const fn is_delimited(self) -> bool {
        matches!(self, Self::Url | Self::Angle)
    }
}

impl fmt::Display for Delimiter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
