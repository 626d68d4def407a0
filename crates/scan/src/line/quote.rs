//! Quotation marks around a URL (RFC 3986, appendix C).

use super::chars;

/// A quotation mark that opens, and those that close it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct QuotationMark {
    open: char,
    close: [char; 2],
}

/// The pairs of quotation marks, and the brackets that are used like them: `man` prints links in `⟨⟩`.
const MARKS: [QuotationMark; 11] = [
    pair('"', '"'),
    pair('\'', '\''),
    pair('“', '”'),
    pair('„', '“'),
    pair('‘', '’'),
    pair('«', '»'),
    pair('⟨', '⟩'),
    pair('‹', '›'),
    pair('「', '」'),
    pair('『', '』'),
    // The quotation marks of TeX and Markdown.
    QuotationMark {
        open: '`',
        close: ['`', '\''],
    },
];

const fn pair(open: char, close: char) -> QuotationMark {
    QuotationMark {
        open,
        close: [close; 2],
    }
}

/// The result of searching for the mark that closes a quotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum QuoteEnd {
    /// A closing mark, by its index and its length.
    Closed(usize, usize),
    /// The text ends before a closing mark.
    Unclosed,
    /// The text has a character that cannot be part of a URL.
    Broken,
}

impl QuotationMark {
    /// Returns the mark that ends `before`, and its length.
    pub(crate) fn at_end_of(before: &[u8]) -> Option<(Self, usize)> {
        let byte = *before.last()?;
        // Nearly all bytes before a name.
        if byte.is_ascii() && !matches!(byte, b'"' | b'\'' | b'`') {
            return None;
        }
        let last = chars::last(before)?;
        let mark = MARKS.iter().find(|mark| mark.open == last)?;
        Some((*mark, last.len_utf8()))
    }

    /// Returns the marks that close a quotation.
    pub(crate) const fn close(self) -> [char; 2] {
        self.close
    }

    /// Searches `text` for a closing mark. Whitespace, control characters, `<`, `>` and another opening mark are
    /// no part of a URL. Bytes that are not UTF-8 are.
    pub(crate) fn find_close(self, text: &[u8]) -> QuoteEnd {
        let mut at = 0;
        while at < text.len() {
            let (char, len) = chars::first(&text[at..]);
            if char.is_none() && text[at] == chars::NO_BREAK_SPACE {
                return QuoteEnd::Broken;
            }
            if let Some(char) = char {
                if self.close.contains(&char) {
                    return QuoteEnd::Closed(at, len);
                }
                if char == self.open
                    || matches!(char, '<' | '>')
                    || char.is_whitespace()
                    || char.is_control()
                {
                    return QuoteEnd::Broken;
                }
            }
            at += len;
        }
        QuoteEnd::Unclosed
    }
}
