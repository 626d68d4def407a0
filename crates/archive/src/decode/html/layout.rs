//! Arranges text in lines: line breaks of elements, and white space.

use std::ops::Range;

use memchr::memchr2;

use super::{
    element::{Element, Role, Separation},
    tag::{is_white_space, run},
};
use crate::decode::output::Output;

/// Arranges characters in lines according to the `white-space` property of the current element.
#[derive(Debug, Default)]
pub(super) struct Layout {
    ending: Ending,
    /// The number of open `pre` and `listing` elements.
    preformatted: u32,
    /// Whether the text is in a preformatted element that contains no elements.
    raw: bool,
    /// The offset after the start tag of a preformatted element; a line break there is ignored
    /// (§13.2.6.4.7).
    ignored_break_at: Option<u64>,
    /// The offset after a CR that was shown as LF; an LF there belongs to it (§13.2.3.5).
    after_cr: Option<u64>,
    /// The end tag of a link that nothing was shown after.
    link_end: Option<Range<u64>>,
}

/// The end of the text so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// This number of line breaks, at most 2. A text begins as after an empty line.
    Breaks(u8),
    /// A SP for collapsed white space.
    Space,
    Other,
}

impl Default for Ending {
    fn default() -> Self {
        Self::Breaks(2)
    }
}

impl Layout {
    /// Handles a tag of an element at `source`. `raw` says whether raw preformatted text follows.
    pub(super) fn tag(
        &mut self,
        element: &Element,
        is_end: bool,
        raw: bool,
        source: Range<u64>,
        out: &mut Output,
    ) {
        let end = source.end;
        if element.role == Role::Break {
            self.line_break(source.clone(), out);
        }
        self.separate(element.separation, source, out);
        self.raw = raw;
        match element.role {
            Role::Preformatted if is_end => {
                self.preformatted = self.preformatted.saturating_sub(1);
            }
            Role::Preformatted => {
                self.preformatted = self.preformatted.saturating_add(1);
                self.ignored_break_at = Some(end);
            }
            Role::Textarea if !is_end => self.ignored_break_at = Some(end),
            Role::Textarea
            | Role::Break
            | Role::Link
            | Role::Meta
            | Role::Area
            | Role::Image
            | Role::Style
            | Role::DataIsland
            | Role::Other => {}
        }
    }

    /// Handles the end tag of a link at `source`. What was shown as its text, such as a URL, ends there, unless the
    /// bytes after the tag were only cut off from it. White space is shown before the start of another word.
    pub(super) fn end_link(&mut self, source: Range<u64>) {
        self.link_end = (self.ending == Ending::Other).then_some(source);
    }

    /// Separates the next byte to be shown from the text of a link.
    #[inline]
    fn separate_from_link(&mut self, next: u8, out: &mut Output) {
        if self.link_end.is_some() {
            self.separate_from_ended_link(next, out);
        }
    }

    fn separate_from_ended_link(&mut self, next: u8, out: &mut Output) {
        let is_separate = next.is_ascii_alphabetic()
            || !next.is_ascii()
            || matches!(next, b'?' | b'=' | b'&' | b'%' | b'#');
        if let Some(source) = self.link_end.take().filter(|_| is_separate) {
            self.space(b'<', source, out);
        }
    }

    /// Shows bytes of the page, which begin at the offset `at`.
    pub(super) fn text(&mut self, bytes: &[u8], at: u64, out: &mut Output) {
        let mut from = 0;
        while from < bytes.len() {
            let (rest, at) = (&bytes[from..], at + from as u64);
            from += if self.preserves_white_space() {
                self.preserved_line(rest, at, out)
            } else {
                self.words(words(rest), rest, at, out)
            };
        }
    }

    /// Shows the characters of a character reference.
    pub(super) fn character(&mut self, characters: &[u8], source: Range<u64>, out: &mut Output) {
        match *characters {
            [] => {}
            [byte @ (b'\n' | b'\r')] if self.preserves_white_space() => {
                self.preserved_break(byte, source, out);
            }
            [byte] if is_white_space(byte) && !self.preserves_white_space() => {
                self.space(byte, source, out);
            }
            [first, ..] => {
                self.separate_from_link(first, out);
                out.replaced(characters, source);
                self.ending = Ending::Other;
            }
        }
    }

    /// Shows the words with which `text` begins, of this length, or else collapses the white space before them. Returns
    /// the number of bytes shown or collapsed.
    #[inline]
    pub(super) fn words(&mut self, len: usize, text: &[u8], at: u64, out: &mut Output) -> usize {
        self.separate_from_link(text[0], out);
        if len > 0 {
            out.verbatim(&text[..len], at);
            self.ending = Ending::Other;
            return len;
        }
        self.space(text[0], at..at + 1, out);
        run(text, is_white_space)
    }

    /// Returns whether the text is in a preformatted element that contains no elements.
    pub(super) fn is_raw(&self) -> bool {
        self.raw
    }

    pub(super) fn preserves_white_space(&self) -> bool {
        self.raw || self.preformatted > 0
    }

    /// Shows white space that begins with `byte`, at `source`, as one SP.
    fn space(&mut self, byte: u8, source: Range<u64>, out: &mut Output) {
        if self.ending != Ending::Other {
            return;
        }
        if byte == b' ' && source.end - source.start == 1 {
            out.verbatim(b" ", source.start);
        } else {
            out.replaced(b" ", source);
        }
        self.ending = Ending::Space;
    }

    /// Shows the first line of `text`, or the line break before it. Returns its length.
    fn preserved_line(&mut self, text: &[u8], at: u64, out: &mut Output) -> usize {
        match memchr2(b'\n', b'\r', text).unwrap_or(text.len()) {
            0 => {
                self.preserved_break(text[0], at..at + 1, out);
                1
            }
            len => {
                self.separate_from_link(text[0], out);
                out.verbatim(&text[..len], at);
                self.ending = Ending::Other;
                len
            }
        }
    }

    fn preserved_break(&mut self, byte: u8, source: Range<u64>, out: &mut Output) {
        let start = Some(source.start);
        if byte == b'\r' {
            self.after_cr = Some(source.end);
        } else if self.after_cr == start {
            return;
        }
        if self.ignored_break_at != start {
            self.line_break(source, out);
        }
    }

    fn line_break(&mut self, source: Range<u64>, out: &mut Output) {
        out.replaced(b"\n", source);
        self.ending = Ending::Breaks((self.breaks() + 1).min(2));
    }

    /// Shows the line breaks that are missing for this separation, all mapped to `source`.
    fn separate(&mut self, separation: Separation, source: Range<u64>, out: &mut Output) {
        let wanted = match separation {
            Separation::None => return,
            Separation::Space => return self.space(b'<', source, out),
            Separation::Line => 1,
            Separation::Paragraph => 2,
        };
        for _ in self.breaks()..wanted {
            self.line_break(source.clone(), out);
        }
    }

    fn breaks(&self) -> u8 {
        match self.ending {
            Ending::Breaks(breaks) => breaks,
            Ending::Space | Ending::Other => 0,
        }
    }
}

/// Returns the length of the words at the start of a text, as far as they are separated by single SPs.
pub(super) fn words(text: &[u8]) -> usize {
    let mut end = 0;
    loop {
        end += run(&text[end..], |byte| !is_white_space(byte));
        match text[end..] {
            [b' ', next, ..] if end > 0 && !is_white_space(next) => end += 1,
            _ => return end,
        }
    }
}
