//! What the header fields of MIME say of a body, taken together (RFC 2045 §3).

use super::{
    content::{ContentType, base_of, content_length, transfer_encoding},
    fields::fields,
};
use crate::decode::TransferEncoding;

/// What a header section says of the body after it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Content {
    pub(crate) media: Option<ContentType>,
    pub(crate) encoding: TransferEncoding,
    /// How many bytes the body has, by the header.
    pub(crate) length: Option<u64>,
    /// What relative references in the body are relative to (RFC 2110 §4.2).
    pub(crate) base: Option<Vec<u8>>,
}

impl Content {
    /// Reads a header section. Of fields that are given twice the first one counts.
    pub(crate) fn of(block: &[u8]) -> Self {
        let mut content = Self::default();
        let mut encoding = None;
        let mut location = None;
        for field in fields(block) {
            if !field
                .name()
                .first()
                .is_some_and(|byte| matches!(byte, b'C' | b'c'))
            {
                continue;
            }
            let value = field.value();
            if field.is("Content-Type") {
                content.media = content.media.or_else(|| ContentType::parse(value));
            } else if field.is("Content-Transfer-Encoding") {
                encoding = encoding.or_else(|| Some(transfer_encoding(value)));
            } else if field.is("Content-Length") {
                content.length = content.length.or_else(|| content_length(value));
            } else if field.is("Content-Base") {
                content.base = content.base.or_else(|| absolute(base_of(value)));
            } else if field.is("Content-Location") {
                location = location.or_else(|| absolute(base_of(value)));
            }
        }
        content.encoding = encoding.unwrap_or_default();
        content.base = content.base.or(location);
        content
    }
}

/// A longer URL is no base. It is kept for each part.
const LONGEST_BASE: usize = 8 << 10;

/// A URL that has a scheme; nothing is relative to another.
fn absolute(url: Vec<u8>) -> Option<Vec<u8>> {
    if url.len() > LONGEST_BASE {
        return None;
    }
    // RFC 3986 §3.1
    let is_in_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let end = url.iter().find(|&&byte| !is_in_name(byte));
    (end == Some(&b':') && url[0] != b':').then_some(url)
}
