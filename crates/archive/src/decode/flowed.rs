//! Format=Flowed (RFC 3676 §4).
//!
//! A space at the end of a line is held back until the start of the next line decides what becomes of it, which takes
//! at most 72 bytes. To collect a paragraph and join it at its end would be simpler, but a paragraph may be as long as
//! the text, and its links would arrive late.
//! Quote depths above 64 were not worth more bytes: any further `>` is text.

use super::{
    carried::{Carried, TextDecoder},
    output::Output,
};

/// The maximum quote depth of a line; any further `>` is text.
const MAX_MARKS: usize = 64;

/// The text of a signature separator line (§4.3).
const SEPARATOR: &[u8] = b"-- ";

/// The number of bytes that decide whether a space ends a flowed line: the space and the line
/// break; the next line's quote prefix and stuffing; and a signature separator with its line break.
const LOOKAHEAD: usize = 3 + MAX_MARKS + 1 + SEPARATOR.len() + 2;

/// Joins the flowed lines of a paragraph.
///
/// Where two lines are joined, the line break and the quote prefix and stuffing of the second line are dropped, and
/// with `DelSp=yes` also the space before the break. In other lines, only the stuffing is dropped. A line is not joined
/// with one of another quote depth (§4.5), a signature separator (§4.3) or an empty line.
///
/// Holds back at most 72 bytes, the first of which is a space that may end a line.
pub(crate) type Flowed = Carried<FlowedLines>;

#[derive(Debug)]
pub(crate) struct FlowedLines {
    del_sp: bool,
    state: LineSection,
    /// The quote depth of the line: the number of `>` so far.
    depth: usize,
    /// The number of dashes of the line, if it has no other text and may be a signature separator.
    dashes: Option<usize>,
}

/// The position in a line.
#[derive(Clone, Copy, Debug)]
enum LineSection {
    /// In the quote prefix, or before the stuffing after it.
    Marks,
    Text,
}

/// The role of a space that may end a flowed line.
enum LineJoin {
    /// It does not end the line.
    WithinLine,
    /// It ends the line, but the next line is not joined. The space and the line break have this
    /// length.
    Separate(usize),
    /// It joins two lines. The text continues after this number of bytes.
    Joined(usize),
    /// More input is needed.
    Incomplete,
}

/// What follows a position at which a line may end.
enum LineEnd {
    /// A line break of this length, 0 at the end of the text.
    Break(usize),
    /// The line continues.
    None,
    /// More input is needed.
    Incomplete,
}

impl LineEnd {
    /// Classifies `text`, which is followed by more unless `at_end`.
    fn of(text: &[u8], at_end: bool) -> Self {
        match text {
            [b'\n', ..] => Self::Break(1),
            [b'\r', b'\n', ..] => Self::Break(2),
            [] if at_end => Self::Break(0),
            [] | [b'\r'] if !at_end => Self::Incomplete,
            _ => Self::None,
        }
    }
}

impl Flowed {
    /// Creates a decoder for a text with `DelSp=yes` or without.
    pub(crate) fn new(del_sp: bool) -> Self {
        Self::of(FlowedLines {
            del_sp,
            state: LineSection::Marks,
            depth: 0,
            dashes: Some(0),
        })
    }
}

impl FlowedLines {
    fn start_line(&mut self) {
        self.state = LineSection::Marks;
        self.depth = 0;
        self.dashes = Some(0);
    }

    /// Reads the quote prefix and the stuffing after it.
    fn marks(&mut self, text: &[u8], at_end: bool, at: u64, out: &mut Output) -> usize {
        let marks = count_marks(text, MAX_MARKS - self.depth);
        out.verbatim(&text[..marks], at);
        self.depth += marks;
        let Some(&next) = text.get(marks) else {
            return marks;
        };
        self.state = LineSection::Text;
        if next != b' ' {
            return marks + self.text(&text[marks..], at_end, at + marks as u64, out);
        }
        if self.depth == 0 {
            // A stuffed line is a separator only after a quote prefix.
            self.dashes = None;
        }
        marks + 1
    }

    /// Reads up to the end of the line, or to a space that may end it.
    fn text(&mut self, text: &[u8], at_end: bool, at: u64, out: &mut Output) -> usize {
        let lf = memchr::memchr(b'\n', text);
        let line = &text[..lf.unwrap_or(text.len())];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if let Some(line) = line.strip_suffix(b" ") {
            self.pass_text(line, at, out);
            let used = line.len();
            return used + self.join(&text[used..], at_end, at + used as u64, out);
        }
        let used = lf.map_or(text.len(), |lf| lf + 1);
        self.pass_text(&text[..used], at, out);
        if lf.is_some() {
            self.start_line();
        }
        used
    }

    /// Passes on text of a line.
    fn pass_text(&mut self, text: &[u8], at: u64, out: &mut Output) {
        out.verbatim(text, at);
        self.dashes = self.dashes.and_then(|dashes| {
            let all = dashes + text.len();
            (all <= 2 && text.iter().all(|&byte| byte == b'-')).then_some(all)
        });
    }

    /// Handles the space at the start of `text`. Returns the number of bytes used.
    fn join(&mut self, text: &[u8], at_end: bool, at: u64, out: &mut Output) -> usize {
        match self.classify_space(text, at_end) {
            LineJoin::WithinLine => {
                self.pass_text(&text[..1], at, out);
                1
            }
            LineJoin::Separate(len) => {
                out.verbatim(&text[..len], at);
                self.start_line();
                len
            }
            LineJoin::Joined(len) => {
                if !self.del_sp {
                    out.verbatim(&text[..1], at);
                }
                self.dashes = None;
                len
            }
            LineJoin::Incomplete => 0,
        }
    }

    /// Classifies the space at the start of `text`, which is followed by more unless `at_end`.
    fn classify_space(&self, text: &[u8], at_end: bool) -> LineJoin {
        let next = match LineEnd::of(&text[1..], at_end) {
            LineEnd::Break(len) => 1 + len,
            LineEnd::None => return LineJoin::WithinLine,
            LineEnd::Incomplete => return LineJoin::Incomplete,
        };
        let is_separator = self.dashes == Some(2);
        if is_separator {
            return LineJoin::Separate(next);
        }
        let line = &text[next..];
        let marks = count_marks(line, MAX_MARKS);
        let line = &line[marks..];
        if line.is_empty() && !at_end {
            return LineJoin::Incomplete;
        }
        if marks != self.depth {
            return LineJoin::Separate(next);
        }
        let content = line.strip_prefix(b" ").unwrap_or(line);
        let stuffing = line.len() - content.len();
        let may_be_separator = marks > 0 || stuffing == 0;
        match ends_paragraph(content, may_be_separator, at_end) {
            Some(true) => LineJoin::Separate(next),
            Some(false) => LineJoin::Joined(next + marks + stuffing),
            None => LineJoin::Incomplete,
        }
    }
}

impl TextDecoder for FlowedLines {
    const MAX_LEFT: usize = LOOKAHEAD - 1;

    fn read(&mut self, text: &[u8], at: u64, at_end: bool, out: &mut Output) -> usize {
        let mut used = 0;
        while used < text.len() {
            let (rest, at) = (&text[used..], at + used as u64);
            let taken = match self.state {
                LineSection::Marks => self.marks(rest, at_end, at, out),
                LineSection::Text => self.text(rest, at_end, at, out),
            };
            if taken == 0 {
                break;
            }
            used += taken;
        }
        used
    }
}

fn count_marks(text: &[u8], most: usize) -> usize {
    let marks = text.iter().take(most);
    marks.take_while(|&&byte| byte == b'>').count()
}

/// Returns whether a line with this content ends the paragraph before it: an empty line, or a
/// signature separator if it `may_be_separator`. `None` if more input is needed.
fn ends_paragraph(content: &[u8], may_be_separator: bool, at_end: bool) -> Option<bool> {
    match LineEnd::of(content, at_end) {
        LineEnd::Break(_) => return Some(true),
        LineEnd::Incomplete => return None,
        LineEnd::None => {}
    }
    if !may_be_separator {
        return Some(false);
    }
    match content.strip_prefix(SEPARATOR) {
        Some(after) => match LineEnd::of(after, at_end) {
            LineEnd::Break(_) => Some(true),
            LineEnd::None => Some(false),
            LineEnd::Incomplete => None,
        },
        None if SEPARATOR.starts_with(content) && !at_end => None,
        None => Some(false),
    }
}

#[cfg(test)]
mod tests {
    use super::{super::testing, Flowed, MAX_MARKS};

    #[test]
    fn marks_are_counted_up_to_a_bound() {
        let most = ">".repeat(MAX_MARKS);
        let cases = [
            (
                &*format!("{most}a \r\n{most} -- \r\n{most}b \r\n{most} c"),
                &*format!("{most}a \r\n{most}-- \r\n{most}b c"),
            ),
            (
                &format!("{most}> a \n{most}>> b"),
                &format!("{most}> a >> b"),
            ),
            (&format!("a \n{most}> b"), &format!("a \n{most}> b")),
        ];
        testing::check(|| Flowed::new(false), &cases);
    }

    #[test]
    fn each_byte_maps_to_its_source() {
        let decoded = testing::decode(|| Flowed::new(false), b"> a \r\n> b\n c");
        assert_eq!(decoded.bytes, b">a b\nc");
        let ranges = [(0, 1), (2, 3), (3, 4), (8, 9), (9, 10), (11, 12)];
        assert_eq!(decoded.ranges, ranges);
    }

    #[test]
    fn every_division_gives_the_same_output() {
        testing::decode_all(|| Flowed::new(true), b">a \n", b"> -a\r\n", 4);
    }
}
