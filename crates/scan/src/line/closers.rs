//! What closes the bracket or the quotation mark before a URL.

use bstr::ByteSlice;

use super::quote::QuotationMark;

/// The characters that close a bracket or a quotation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closers([char; 2]);

impl Closers {
    /// Returns what closes the bracket or the quotation mark that ends `before`.
    pub(crate) fn at_end_of(before: &[u8]) -> Option<Self> {
        let close = match before.last()? {
            b'(' => [')'; 2],
            b'[' => [']'; 2],
            b'{' => ['}'; 2],
            _ => QuotationMark::at_end_of(before)?.0.close(),
        };
        Some(Self(close))
    }

    /// Returns the index of the first of these characters in a text.
    pub(crate) fn find(self, text: &[u8]) -> Option<usize> {
        let mut chars = text.char_indices();
        let closer = chars.find(|(_, _, char)| self.0.contains(char));
        closer.map(|(at, _, _)| at)
    }
}
