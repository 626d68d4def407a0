//! Documents that are recognised, so that they are not searched as text, and not read: other programs convert them.

use crate::{frame::Framing, recognise::Head};

/// The number of bytes of a zip that are examined.
const MAX_HEAD: usize = 512;

/// A file that begins with `%PDF-` and a digit.
#[derive(Debug)]
pub(super) struct Pdf;

/// A zip of a document.
#[derive(Debug)]
pub(super) struct Office;

impl Framing for Pdf {
    fn begins_file(&self, head: &Head<'_>) -> Option<bool> {
        const START: &[u8] = b"%PDF-";
        if !head.has(0, START)? {
            return Some(false);
        }
        match head.text.get(START.len()) {
            Some(version) => Some(version.is_ascii_digit()),
            None => head.at_end.then_some(false),
        }
    }
}

impl Framing for Office {
    fn begins_file(&self, head: &Head<'_>) -> Option<bool> {
        urlsift_outlook::begins_office_document(
            head.text,
            head.at_end || head.text.len() >= MAX_HEAD,
        )
    }
}
