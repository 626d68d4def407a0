//! The MIME header fields of a body (RFC 2045 §3).

use super::{
    content::{ContentType, base_of, content_length, transfer_encoding},
    fields::fields,
};
use crate::decode::TransferEncoding;

/// The header fields that describe a body.
#[derive(Clone, Debug, Default)]
pub(crate) struct ContentFields {
    pub(crate) media: Option<ContentType>,
    pub(crate) encoding: TransferEncoding,
    /// The length of the body in bytes, as the header declares it.
    pub(crate) length: Option<u64>,
    /// The base URL of relative references in the body (RFC 2110 §4.2).
    pub(crate) base: Option<Vec<u8>>,
}

impl ContentFields {
    /// Reads a header section. The first occurrence of a field counts.
    pub(crate) fn of(block: &[u8]) -> Self {
        let mut content = Self::default();
        let mut encoding = None;
        let mut location = None;
        let mut disposition = None;
        for field in fields(block) {
            if !matches!(field.name, [b'C' | b'c', ..]) {
                continue;
            }
            let value = field.value;
            if field.is("Content-Type") {
                match &mut content.media {
                    Some(media) => media.take_second(value),
                    media => *media = ContentType::parse(value),
                }
            } else if field.is("Content-Transfer-Encoding") {
                encoding = encoding.or_else(|| Some(transfer_encoding(value)));
            } else if field.is("Content-Length") {
                content.length = content.length.or_else(|| content_length(value));
            } else if field.is("Content-Disposition") {
                disposition = disposition.or(Some(value));
            } else if field.is("Content-Base") {
                content.base = content.base.or_else(|| absolute(base_of(value)));
            } else if field.is("Content-Location") {
                location = location.or_else(|| absolute(base_of(value)));
            }
        }
        if let (Some(media), Some(disposition)) = (&mut content.media, disposition) {
            media.take_disposition(disposition);
        }
        content.encoding = encoding.unwrap_or_default();
        content.base = content.base.or(location);
        content
    }
}

/// The maximum length of a base URL in bytes; a longer one is ignored. Each part keeps one.
const MAX_BASE: usize = 8 << 10;

/// Returns a URL that has a scheme; other URLs cannot serve as a base.
fn absolute(url: Vec<u8>) -> Option<Vec<u8>> {
    if url.len() > MAX_BASE {
        return None;
    }
    // RFC 3986 §3.1
    let is_in_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let end = url.iter().find(|&&byte| !is_in_name(byte));
    (end == Some(&b':') && url[0] != b':').then_some(url)
}
