//! What kinds of bodies there are, by their type (RFC 2045 §5, RFC 2046).

use crate::header::ContentType;

/// The type of a body, given or assumed.
#[derive(Clone, Debug)]
pub(crate) struct Media {
    given: Option<ContentType>,
    assumed: &'static str,
}

/// What stands in a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// Parts, between delimiters.
    Parts,
    /// A message.
    Message,
    /// Neither.
    Itself,
}

impl Media {
    /// Text, if nothing else is said (RFC 2045 §5.2).
    pub(crate) const TEXT: Self = Self::assumed("text/plain");

    /// A message, as the parts of a digest are if nothing else is said (RFC 2046 §5.1.5).
    pub(crate) const MESSAGE: Self = Self::assumed("message/rfc822");

    const fn assumed(name: &'static str) -> Self {
        Self {
            given: None,
            assumed: name,
        }
    }

    pub(crate) fn given(content_type: ContentType) -> Self {
        Self {
            given: Some(content_type),
            ..Self::TEXT
        }
    }

    /// Type and subtype in lower case.
    pub(crate) fn name(&self) -> &str {
        let given = self.given.as_ref();
        given.map_or(self.assumed, ContentType::media_type)
    }

    pub(crate) fn charset(&self) -> Option<&[u8]> {
        self.given.as_ref()?.charset()
    }

    /// The boundary of a multipart.
    pub(crate) fn boundary(&self) -> Option<&[u8]> {
        self.given.as_ref()?.boundary()
    }

    /// Of `format=flowed`, whether blanks are to be deleted (RFC 3676 §4).
    pub(crate) fn flowed(&self) -> Option<bool> {
        let given = self.given.as_ref()?;
        (self.name() == "text/plain" && given.flowed()).then(|| given.del_sp())
    }

    /// Whether nothing is said of it, so that it is plain text.
    pub(crate) fn is_plain(&self) -> bool {
        self.given.is_none() && self.assumed == Self::TEXT.assumed
    }

    pub(crate) fn is_html(&self) -> bool {
        self.name() == "text/html"
    }

    pub(crate) fn is_digest(&self) -> bool {
        self.name() == "multipart/digest"
    }

    /// A multipart without a boundary cannot be taken apart: it is a text as it is.
    pub(crate) fn holds(&self) -> Holds {
        match self.name() {
            "message/rfc822" | "message/global" | "message/news" => Holds::Message,
            name if name.starts_with("multipart/") && self.boundary().is_some() => Holds::Parts,
            _ => Holds::Itself,
        }
    }

    /// Whether it can be read as a text. PGP's own type of 1996 is one that is signed.
    pub(crate) fn is_text(&self) -> bool {
        let name = self.name();
        let top_level = name
            .split_once('/')
            .map_or(name, |(top_level, _)| top_level);
        matches!(top_level, "text" | "message" | "multipart") || name == "application/pgp"
    }
}
