//! A link as C sees it.

use std::{ffi::c_char, mem::offset_of, ops::Range, ptr};

use urlsift::{Advice, Conformance, rfc1738::Parts};

use crate::codes::{number_of_advice, number_of_kind, number_of_level, warning_bits};

/// A string: UTF-8, or bytes as they were found. It does not end with a NUL.
///
/// `data` is null if there is no string.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Bytes {
    /// The first byte.
    pub data: *const c_char,
    /// The number of bytes.
    pub len: usize,
}

impl Bytes {
    pub(crate) const NONE: Self = Self {
        data: ptr::null(),
        len: 0,
    };

    pub(crate) fn of(bytes: &[u8]) -> Self {
        Self {
            data: bytes.as_ptr().cast(),
            len: bytes.len(),
        }
    }

    pub(crate) fn of_optional(bytes: Option<&[u8]>) -> Self {
        bytes.map_or(Self::NONE, Self::of)
    }

    /// Returns the reason of an advice, which is empty if there is none.
    pub(crate) fn of_reason(reason: &'static str) -> Self {
        Self::of_optional((!reason.is_empty()).then_some(reason.as_bytes()))
    }
}

/// A range: from `start` up to, but not including, `end`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The offset of the first unit.
    pub start: u64,
    /// The offset after the last unit.
    pub end: u64,
}

impl Span {
    pub(crate) fn of(range: Range<usize>) -> Self {
        Self {
            start: range.start as u64,
            end: range.end as u64,
        }
    }
}

impl From<urlsift::Span> for Span {
    fn from(span: urlsift::Span) -> Self {
        Self {
            start: span.start(),
            end: span.end(),
        }
    }
}

/// A link.
///
/// Its strings and pieces belong to the urlsift_links that it was taken from, and are valid until those are freed.
/// Later versions add fields at the end.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// The rejoined URL. It is never empty.
    pub url: Bytes,
    /// The text from `<` to `>`, as it was found.
    pub raw: Bytes,
    /// The IMAP number of the part that contains the link, such as "1.2". None for a link in a header, in a text, or
    /// around the parts of a multipart message.
    pub part: Bytes,
    /// The name of the header field that contains the link.
    pub header: Bytes,
    /// The text that an HTML element shows, if the link is one of its attributes.
    pub text: Bytes,
    /// The URL that a link rewriter has wrapped in the link. Only with URLSIFT_UNWRAP.
    pub target: Bytes,
    /// Where the link is: from `<` to `>`.
    pub span: Span,
    /// The ranges that make up the URL, in order: what a client underlines.
    pub pieces: *const Span,
    /// The number of pieces, at least 1. In urlsift_show_html, 0 for an attribute whose element shows no text.
    pub pieces_len: usize,
    /// The kind: one of URLSIFT_URL to URLSIFT_ADDRESS.
    pub kind: u32,
    /// The strictest standard that the URL satisfies: one of URLSIFT_RFC1738 to URLSIFT_NONE.
    pub conforms: u32,
    /// Bits URLSIFT_WARN_*.
    pub warnings: u32,
    /// The depth of the quote prefix before the link on its line, at most 64.
    pub quote_depth: u32,
    /// The number of line breaks in `raw`.
    pub breaks: u64,
    /// The scheme: a range of `url`, in any case. Empty at 0 if there is none.
    pub scheme: Span,
    /// The host to which a client connects: a range of `url`. Empty at 0 if there is none; a host of "file" may be
    /// empty elsewhere.
    pub host: Span,
    /// The file, or the member of a container, that contains the link. Only in urlsift_scan_file.
    pub path: Bytes,
    /// The Message-ID of the message that contains the link.
    pub message_id: Bytes,
    /// The offset at which that message begins, in bytes; -1 outside messages.
    pub message_offset: i64,
    /// The canonical form of the host, by which hosts are compared: decoded, in ASCII and in lower case. None if there
    /// is no host, or if browsers reject it.
    pub host_ascii: Bytes,
    /// With URLSIFT_WARN_TEXT_DIFFERS, the host that `text` shows, in the form of `host_ascii` and without `www.`.
    pub text_host: Bytes,
    /// With URLSIFT_WARN_TEXT_DIFFERS, the host to which the link leads, in the same form. Of a link that runs a script
    /// or shows a document of its own, its scheme with the colon.
    pub link_host: Bytes,
    /// The HTML element whose attribute the link is, such as "a".
    pub element: Bytes,
    /// The attribute of HTML that holds the link, such as "href".
    pub attribute: Bytes,
    /// Why `advice` is what it is, in words for people. None for URLSIFT_ADVICE_OPEN. The string is static.
    pub advice_reason: Bytes,
    /// What a client does before it opens the link: one of URLSIFT_ADVICE_OPEN to URLSIFT_ADVICE_TEXT, each more
    /// careful than the one before.
    pub advice: u32,
    /// The URL that a client opens, which `advice` is about: `url` or, of a relative reference, what it resolves to by
    /// the base of its page or part. None without a base.
    pub absolute: Bytes,
}

/// The size of a link in bytes in the first version of the library, whose last field was `message_offset`.
pub(crate) const LEAST_LINK: usize = offset_of!(Link, message_offset) + size_of::<i64>();

/// What a link says besides its record, which does not store it.
#[derive(Debug)]
pub(crate) struct Derived {
    target: Option<Vec<u8>>,
    resolved: Option<Vec<u8>>,
    host_ascii: Option<Box<str>>,
    differing_hosts: Option<(String, String)>,
    advice: (Advice, &'static str),
}

impl Derived {
    pub(crate) fn of(record: &urlsift::Link<'_>) -> Self {
        Self {
            target: record.target().map(<[u8]>::to_vec),
            resolved: record.resolved(),
            host_ascii: record.host_ascii().map(Into::into),
            differing_hosts: urlsift::differing_hosts(record),
            advice: record.advice(),
        }
    }
}

/// Returns the link of a record and of values that are stored elsewhere. The link points into them.
pub(crate) fn link(
    record: &urlsift::Link<'_>,
    derived: &Derived,
    span: Span,
    pieces: &[Span],
) -> Link {
    let url = record.url_bytes();
    let verdict = record.verdict();
    let message = record.message();
    let id = message.and_then(|message| message.metadata().id());
    let offset = message.and_then(|message| i64::try_from(message.offset()).ok());
    let markup = record.markup();
    let (advice, reason) = derived.advice;
    let path = record.path();
    let [scheme, host] = scheme_and_host(verdict.parts());
    let hosts = derived.differing_hosts.as_ref();
    let of_string = |string: Option<&str>| Bytes::of_optional(string.map(str::as_bytes));
    Link {
        url: Bytes::of(url),
        raw: Bytes::of(record.raw()),
        part: Bytes::of_optional(record.part().map(str::as_bytes)),
        header: Bytes::of_optional(record.header()),
        text: of_string(markup.and_then(urlsift::Markup::text)),
        target: Bytes::of_optional(derived.target.as_deref()),
        span,
        pieces: pieces.as_ptr(),
        pieces_len: pieces.len(),
        kind: number_of_kind(record.kind()),
        conforms: number_of_level(record.conformance()),
        warnings: warning_bits(
            record.candidate().warnings().iter(),
            verdict.warnings().iter(),
        ),
        quote_depth: u32::try_from(record.quote_depth()).unwrap_or(u32::MAX),
        breaks: record.breaks() as u64,
        scheme,
        host,
        path: Bytes::of_optional((!path.is_empty()).then_some(path)),
        message_id: Bytes::of_optional(id.map(str::as_bytes)),
        message_offset: offset.unwrap_or(-1),
        host_ascii: of_string(derived.host_ascii.as_deref()),
        text_host: of_string(hosts.map(|hosts| &*hosts.0)),
        link_host: of_string(hosts.map(|hosts| &*hosts.1)),
        element: of_string(markup.map(urlsift::Markup::element)),
        attribute: of_string(markup.map(urlsift::Markup::attribute)),
        advice_reason: Bytes::of_reason(reason),
        advice: number_of_advice(advice),
        absolute: match record.conformance() {
            Conformance::Relative => Bytes::of_optional(derived.resolved.as_deref()),
            _ => Bytes::of(record.url().as_bytes()),
        },
    }
}

/// Returns the ranges of the scheme and of the host in a URL. The range of a missing part is empty, at offset 0.
pub(crate) fn scheme_and_host(parts: &Parts<'_>) -> [Span; 2] {
    [parts.scheme_span(), parts.host_span()].map(|span| span.map(Span::of).unwrap_or_default())
}
