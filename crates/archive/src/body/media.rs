//! Media types of bodies (RFC 2045 §5, RFC 2046).

use crate::{
    decode::ContentLines,
    header::{ContentType, NamedFile},
};

/// The media type of a body, declared or by default.
#[derive(Clone, Debug)]
pub(crate) struct Media {
    declared: Option<ContentType>,
    default: &'static str,
    /// The type that the content has instead.
    read_as: Option<&'static str>,
}

/// The type of a message of Outlook.
pub(crate) const MSG: &str = "application/vnd.ms-outlook";

/// A format that wraps a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrapper {
    /// PKCS #7 (RFC 8551 §3.5.2).
    SignedData,
    /// `winmail.dat` (MS-OXTNEF).
    Tnef,
    /// A message of Outlook (MS-OXMSG).
    #[cfg(feature = "outlook")]
    Msg,
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
            read_as: None,
        }
    }

    pub(crate) fn declared(content_type: ContentType) -> Self {
        Self {
            declared: Some(content_type),
            ..Self::TEXT
        }
    }

    /// Returns type and subtype in lower case, as declared.
    pub(crate) fn name(&self) -> &str {
        let declared = self.declared.as_ref();
        declared.map_or(self.default, |declared| &declared.media_type)
    }

    /// Sets the type of the content, whatever is declared.
    pub(crate) fn read_as(&mut self, name: &'static str) {
        self.read_as = Some(name);
    }

    /// Returns the type of the content.
    fn content(&self) -> &str {
        self.read_as.unwrap_or_else(|| self.name())
    }

    /// Returns what the name of an attachment says.
    pub(crate) fn named_file(&self) -> Option<NamedFile> {
        match self.name() {
            "application/xhtml+xml" => Some(NamedFile::Page),
            MSG => Some(NamedFile::Msg),
            _ => self.declared.as_ref()?.file,
        }
    }

    /// Returns whether the body may be a text although its type does not say so.
    pub(crate) fn may_be_attached_text(&self) -> bool {
        !self.is_text()
            && (self.is_generic() || self.named_file().is_some() && self.is_application())
    }

    /// Returns whether the type says nothing about the content.
    pub(crate) fn is_generic(&self) -> bool {
        matches!(
            self.name(),
            "application/octet-stream"
                | "application/octetstream"
                | "application/octet"
                | "application/x-octet-stream"
                | "application/binary"
                | "application/data"
                | "application/unknown"
                | "application/x-unknown"
                | "application/x-unknown-content-type"
                | "application/download"
                | "application/x-download"
                | "application/force-download"
                | "application/x-force-download"
                | "application/attachment"
                | "application/save"
                | "binary/octet-stream"
                | "unknown/unknown"
        )
    }

    /// Returns whether the type is one of files of programs, signatures and encrypted bodies aside.
    fn is_application(&self) -> bool {
        let subtype = self.name().strip_prefix("application/");
        subtype.is_some_and(|subtype| !subtype.starts_with("pgp")) && !self.is_pkcs7()
    }

    pub(crate) fn charset(&self) -> Option<&[u8]> {
        self.declared.as_ref()?.charset.as_deref()
    }

    /// Returns the boundary of a multipart.
    pub(crate) fn boundary(&self) -> Option<&[u8]> {
        self.declared.as_ref()?.boundary.as_deref()
    }

    /// Returns whether the name after the dashes of a delimiter is a boundary of the body.
    pub(crate) fn is_boundary(&self, name: &[u8]) -> bool {
        self.declared
            .as_ref()
            .is_some_and(|declared| declared.is_boundary(name))
    }

    /// Returns the value of `DelSp` (RFC 3676 §4) if the body has `format=flowed`.
    pub(crate) fn flowed(&self) -> Option<bool> {
        let flowed = self.declared.as_ref()?.flowed;
        flowed.filter(|_| self.content() == "text/plain")
    }

    /// Returns whether the body is plain text by default.
    pub(crate) fn is_plain(&self) -> bool {
        self.name() == Self::TEXT.default && self.declared.is_none()
    }

    pub(crate) fn is_html(&self) -> bool {
        self.content() == "text/html"
    }

    pub(crate) fn is_xml(&self) -> bool {
        self.content() == "text/xml"
    }

    /// Returns whether an HTML page may begin the body, as Eudora stores it: declared as plain text, or as a multipart
    /// whose delimiters are gone.
    pub(crate) fn may_begin_page(&self) -> bool {
        let is_multipart = || self.name().starts_with("multipart/");
        self.declared.is_some() && (self.content() == "text/plain" || is_multipart())
    }

    /// Returns whether the body may be a text that is signed with PGP.
    pub(crate) fn may_be_signed_text(&self) -> bool {
        matches!(self.content(), "text/plain" | "application/pgp")
    }

    /// Returns the format of the content lines that the body has, if it has them.
    pub(crate) fn content_lines(&self) -> Option<ContentLines> {
        ContentLines::of_type(self.content())
    }

    /// Returns what the body may wrap a message in, if it may be one.
    pub(crate) fn wrapper(&self) -> Option<Wrapper> {
        match self.name() {
            #[cfg(feature = "outlook")]
            _ if self.read_as == Some(MSG) => Some(Wrapper::Msg),
            _ if self.is_pkcs7() => (!self.is_encrypted()).then_some(Wrapper::SignedData),
            "application/ms-tnef" | "application/vnd.ms-tnef" => Some(Wrapper::Tnef),
            "application/octet-stream" => {
                let file = self.declared.as_ref()?.file;
                (file == Some(NamedFile::Winmail)).then_some(Wrapper::Tnef)
            }
            _ => None,
        }
    }

    /// Returns whether the body is declared as encrypted, with S/MIME or PGP (RFC 8551 §3.3, RFC 1847 §2.2).
    pub(crate) fn is_encrypted(&self) -> bool {
        let declared = self.declared.as_ref();
        let is_enveloped = declared.is_some_and(|declared| declared.is_enveloped);
        self.name() == "multipart/encrypted" || self.is_pkcs7() && is_enveloped
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
            // The last one is a header section alone (RFC 6522 §4).
            "message/rfc822" | "message/global" | "message/news" | "text/rfc822-headers" => {
                Structure::Message
            }
            name if name.starts_with("multipart/") && self.boundary().is_some() => {
                Structure::Multipart
            }
            _ => Structure::Single,
        }
    }

    /// Returns whether the body can be read as text. `application/pgp`, PGP's own type of 1996, is
    /// a signed text.
    pub(crate) fn is_text(&self) -> bool {
        let name = self.content();
        let is_in = |top_level: &&str| {
            let rest = name.strip_prefix(top_level);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        ["text", "message", "multipart"].iter().any(is_in) || name == "application/pgp"
    }
}
