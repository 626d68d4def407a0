//! Quotation marks around a URL (RFC 3986, appendix C).

/// A quotation mark that opens, and those that close it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct QuotationMark {
    open: char,
    close: [char; 2],
}

/// The pairs of quotation marks.
const MARKS: [QuotationMark; 7] = [
    pair('"', '"'),
    pair('\'', '\''),
    pair('“', '”'),
    pair('„', '“'),
    pair('‘', '’'),
    pair('«', '»'),
    // The quotation marks of TeX, and those of Markdown.
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
    pub(crate) fn at_end_of(before: &str) -> Option<(Self, usize)> {
        let last = before.chars().next_back()?;
        let mark = MARKS.iter().find(|mark| mark.open == last)?;
        Some((*mark, last.len_utf8()))
    }

    /// Searches `text` for a closing mark. Whitespace, control characters, `<`, `>` and another opening mark are
    /// no part of a URL.
    pub(crate) fn find_close(self, text: &str) -> QuoteEnd {
        for (at, char) in text.char_indices() {
            if self.close.contains(&char) {
                return QuoteEnd::Closed(at, char.len_utf8());
            }
            if char == self.open
                || matches!(char, '<' | '>')
                || char.is_whitespace()
                || char.is_control()
            {
                return QuoteEnd::Broken;
            }
        }
        QuoteEnd::Unclosed
    }
}
