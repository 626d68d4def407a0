//! The lines of the text: what elements do to them, and what white space is.
//!
//! Near to what a browser makes of the style sheet of §15.3, without one.

use std::ops::Range;

use memchr::memchr2;

use super::tag::{Tag, is_white};
use crate::decode::output::Output;

/// Puts characters into lines, as CSS does with the `white-space` that an element has.
#[derive(Debug, Default)]
pub(super) struct Layout {
    ending: Ending,
    /// How many `pre` and `listing` are open.
    preformatted: u32,
    /// In the text of an element that is preformatted and has no elements in it.
    raw: bool,
    /// After the start tag of a preformatted element; a line break there is ignored (§13.2.6.4.7).
    ignored: Option<u64>,
    /// After a CR that was shown as LF; an LF there belongs to it (§13.2.3.5).
    after_cr: Option<u64>,
}

/// What the text ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// As many line breaks, 2 for any more. A text begins as after an empty line.
    Breaks(u8),
    /// A SP that stands for white space.
    Space,
    Other,
}

impl Default for Ending {
    fn default() -> Self {
        Self::Breaks(2)
    }
}

impl Layout {
    /// A tag ends, and stands at `place`. After it is raw text that is preformatted, or not.
    pub(super) fn tag(&mut self, tag: &Tag, raw: bool, place: Range<u64>, out: &mut Output) {
        let (name, end) = (tag.name(), place.end);
        if name == b"br" {
            self.line_break(place.clone(), out);
        }
        self.part(Parting::of(name), place, out);
        self.raw = raw;
        match name {
            b"pre" | b"listing" if tag.is_end => {
                self.preformatted = self.preformatted.saturating_sub(1);
            }
            b"pre" | b"listing" => {
                self.preformatted = self.preformatted.saturating_add(1);
                self.ignored = Some(end);
            }
            b"textarea" if !tag.is_end => self.ignored = Some(end),
            _ => {}
        }
    }

    /// Shows bytes of the page, from the offset `at` on.
    pub(super) fn text(&mut self, bytes: &[u8], at: u64, out: &mut Output) {
        let mut from = 0;
        while from < bytes.len() {
            let (rest, at) = (&bytes[from..], at + from as u64);
            from += if self.keeps_white() {
                self.kept(rest, at, out)
            } else {
                self.filled(rest, at, out)
            };
        }
    }

    /// Shows what a character reference stands for.
    pub(super) fn character(&mut self, characters: &[u8], place: Range<u64>, out: &mut Output) {
        match *characters {
            [] => {}
            [byte @ (b'\n' | b'\r')] if self.keeps_white() => self.kept_break(byte, place, out),
            [byte] if is_white(byte) && !self.keeps_white() => self.space(byte, place, out),
            _ => {
                out.replaced(characters, place);
                self.ending = Ending::Other;
            }
        }
    }

    fn keeps_white(&self) -> bool {
        self.raw || self.preformatted > 0
    }

    /// Shows the first word of `text`, or the white space before it; gives its length.
    fn filled(&mut self, text: &[u8], at: u64, out: &mut Output) -> usize {
        let black = text.iter().position(|&byte| is_white(byte));
        match black.unwrap_or(text.len()) {
            0 => {
                self.space(text[0], at..at + 1, out);
                let white = text.iter().take_while(|&&byte| is_white(byte));
                white.count()
            }
            len => {
                out.verbatim(&text[..len], at);
                self.ending = Ending::Other;
                len
            }
        }
    }

    /// Shows white space that begins with `byte`, at `place`, as one SP.
    fn space(&mut self, byte: u8, place: Range<u64>, out: &mut Output) {
        if self.ending != Ending::Other {
            return;
        }
        if byte == b' ' && place.end - place.start == 1 {
            out.verbatim(b" ", place.start);
        } else {
            out.replaced(b" ", place);
        }
        self.ending = Ending::Space;
    }

    /// Shows the first line of `text`, or the line break before it; gives its length.
    fn kept(&mut self, text: &[u8], at: u64, out: &mut Output) -> usize {
        match memchr2(b'\n', b'\r', text).unwrap_or(text.len()) {
            0 => {
                self.kept_break(text[0], at..at + 1, out);
                1
            }
            len => {
                out.verbatim(&text[..len], at);
                self.ending = Ending::Other;
                len
            }
        }
    }

    fn kept_break(&mut self, byte: u8, place: Range<u64>, out: &mut Output) {
        let start = Some(place.start);
        if byte == b'\r' {
            self.after_cr = Some(place.end);
        } else if self.after_cr == start {
            return;
        }
        if self.ignored != start {
            self.line_break(place, out);
        }
    }

    fn line_break(&mut self, place: Range<u64>, out: &mut Output) {
        out.replaced(b"\n", place);
        self.ending = Ending::Breaks((self.breaks() + 1).min(2));
    }

    /// Shows the line breaks that are missing here, all at `place`.
    fn part(&mut self, parting: Parting, place: Range<u64>, out: &mut Output) {
        let wanted = match parting {
            Parting::None => return,
            Parting::Line => 1,
            Parting::Paragraph => 2,
        };
        for _ in self.breaks()..wanted {
            self.line_break(place.clone(), out);
        }
    }

    fn breaks(&self) -> u8 {
        match self.ending {
            Ending::Breaks(breaks) => breaks,
            Ending::Space | Ending::Other => 0,
        }
    }
}

/// What stands between the text of an element and that around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Parting {
    None,
    /// A line break.
    Line,
    /// An empty line.
    Paragraph,
}

impl Parting {
    /// Near to what the style sheet of §15.3 makes of the element with this name.
    fn of(name: &[u8]) -> Self {
        match name {
            b"address" | b"caption" | b"center" | b"dd" | b"details" | b"div" | b"dt"
            | b"figcaption" | b"legend" | b"li" | b"optgroup" | b"summary" | b"tr" => Self::Line,
            b"article" | b"aside" | b"blockquote" | b"body" | b"dialog" | b"dir" | b"dl"
            | b"fieldset" | b"figure" | b"footer" | b"form" | b"h1" | b"h2" | b"h3" | b"h4"
            | b"h5" | b"h6" | b"header" | b"hgroup" | b"hr" | b"listing" | b"main" | b"menu"
            | b"nav" | b"ol" | b"option" | b"p" | b"plaintext" | b"pre" | b"search"
            | b"section" | b"select" | b"table" | b"td" | b"textarea" | b"th" | b"ul" | b"xmp" => {
                Self::Paragraph
            }
            _ => Self::None,
        }
    }
}
