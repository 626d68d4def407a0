//! Media types of bodies (RFC 2045 §5, RFC 2046).

use crate::{decode::ContentLines, header::ContentType};

/// The media type of a body, declared or by default.
#[derive(Clone, Debug)]
pub(crate) struct Media {
    declared: Option<ContentType>,
    default: &'static str,
}

/// A format that wraps a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrapper {
    /// PKCS #7 (RFC 8551 §3.5.2).
    SignedData,
    /// `winmail.dat` (MS-OXTNEF).
    Tnef,
}

/// The structure of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Structure {
    /// A multipart: parts between delimiters.
    Multipart,
    /// A nested message.
    Message,
    /// Any other body.
    Single,
}

impl Media {
    /// The default type of a body (RFC 2045 §5.2).
    pub(crate) const TEXT: Self = Self::default("text/plain");

    /// The default type of the parts of a digest (RFC 2046 §5.1.5).
    pub(crate) const MESSAGE: Self = Self::default("message/rfc822");

    /// The type of a file that is an HTML page.
    pub(crate) const HTML: Self = Self::default("text/html");

    /// The type of a file of content lines.
    pub(crate) const fn of_lines(form: ContentLines) -> Self {
        Self::default(form.media_type())
    }

    const fn default(name: &'static str) -> Self {
        Self {
            declared: None,
            default: name,
        }
    }

    pub(crate) fn declared(content_type: ContentType) -> Self {
        Self {
            declared: Some(content_type),
            ..Self::TEXT
        }
    }

    /// Returns type and subtype in lower case.
    pub(crate) fn name(&self) -> &str {
        let declared = self.declared.as_ref();
        declared.map_or(self.default, ContentType::media_type)
    }

    pub(crate) fn charset(&self) -> Option<&[u8]> {
        self.declared.as_ref()?.charset()
    }

    /// Returns the boundary of a multipart.
    pub(crate) fn boundary(&self) -> Option<&[u8]> {
        self.declared.as_ref()?.boundary()
    }

    /// Returns the value of `DelSp` (RFC 3676 §4) if the body has `format=flowed`.
    pub(crate) fn flowed(&self) -> Option<bool> {
        let declared = self.declared.as_ref()?;
        (self.name() == "text/plain" && declared.flowed()).then(|| declared.del_sp())
    }

    /// Returns whether the body is plain text by default.
    pub(crate) fn is_plain(&self) -> bool {
        self.name() == Self::TEXT.default && self.declared.is_none()
    }

    pub(crate) fn is_html(&self) -> bool {
        self.name() == "text/html"
    }

    /// Returns whether the body may be a text that is signed with PGP.
    pub(crate) fn may_be_signed_text(&self) -> bool {
        matches!(self.name(), "text/plain" | "application/pgp")
    }

    /// Returns the format of the content lines that the body has, if it has them.
    pub(crate) fn content_lines(&self) -> Option<ContentLines> {
        ContentLines::of_type(self.name())
    }

    /// Returns what the body may wrap a message in, if it may be one.
    pub(crate) fn wrapper(&self) -> Option<Wrapper> {
        match self.name() {
            _ if self.is_pkcs7() => (!self.is_encrypted()).then_some(Wrapper::SignedData),
            "application/ms-tnef" | "application/vnd.ms-tnef" => Some(Wrapper::Tnef),
            "application/octet-stream" => {
                let declared = self.declared.as_ref();
                let is_tnef = declared.is_some_and(ContentType::is_winmail);
                is_tnef.then_some(Wrapper::Tnef)
            }
            _ => None,
        }
    }

    /// Returns whether the body is declared as encrypted, with S/MIME or PGP (RFC 8551 §3.3, RFC 1847 §2.2).
    pub(crate) fn is_encrypted(&self) -> bool {
        let is_enveloped = |declared: &ContentType| declared.is_enveloped();
        self.name() == "multipart/encrypted"
            || self.is_pkcs7() && self.declared.as_ref().is_some_and(is_enveloped)
    }

    fn is_pkcs7(&self) -> bool {
        matches!(
            self.name(),
            "application/pkcs7-mime" | "application/x-pkcs7-mime"
        )
    }

    pub(crate) fn is_digest(&self) -> bool {
        self.name() == "multipart/digest"
    }

    /// Returns the structure of the body. A multipart without a boundary is read as a single text.
    pub(crate) fn structure(&self) -> Structure {
        match self.name() {
            "message/rfc822" | "message/global" | "message/news" => Structure::Message,
            name if name.starts_with("multipart/") && self.boundary().is_some() => {
                Structure::Multipart
            }
            _ => Structure::Single,
        }
    }

    /// Returns whether the body can be read as text. `application/pgp`, PGP's own type of 1996, is
    /// a signed text.
    pub(crate) fn is_text(&self) -> bool {
        let name = self.name();
        let is_in = |top_level: &&str| {
            let rest = name.strip_prefix(top_level);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        ["text", "message", "multipart"].iter().any(is_in) || name == "application/pgp"
    }
}
