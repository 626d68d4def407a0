//! Quote prefixes: the marks with which a line of a reply starts.

use crate::{
    class::{self, is_blank},
    view::{NeedMore, View},
};

/// Marks are counted, and dropped, up to this many a line.
const MOST: usize = 64;

/// One mark: `>`, `|`, `:`, or one to four letters directly followed by `>`.
///
/// Its bytes, the first one lowest, and their number in the highest byte: a value that is built and
/// compared in a register.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct QuoteMark(u64);

impl QuoteMark {
    const MOST_LETTERS: usize = 4;
    const LEN_SHIFT: u32 = 56;

    fn of(byte: u8) -> Self {
        Self::default().with(byte)
    }

    /// The same with one more byte, of which there may be five.
    fn with(self, byte: u8) -> Self {
        let bytes = self.0 | u64::from(byte) << (8 * self.len());
        Self(bytes + (1 << Self::LEN_SHIFT))
    }

    fn len(self) -> usize {
        (self.0 >> Self::LEN_SHIFT) as usize
    }

    fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn byte(self, index: usize) -> Option<u8> {
        (index < self.len()).then(|| (self.0 >> (8 * index)) as u8)
    }

    /// Whether it ends in a `>` that a gateway may have taken from a URL's end.
    fn has_close(self) -> bool {
        self != Self::of(b'|') && self != Self::of(b':')
    }
}

/// The marks of one line, in order.
#[derive(Clone, Debug)]
pub(crate) struct QuoteMarks {
    marks: [QuoteMark; MOST],
    len: u8,
}

impl QuoteMarks {
    const NONE: Self = Self {
        marks: [QuoteMark(0); MOST],
        len: 0,
    };

    pub(crate) fn as_slice(&self) -> &[QuoteMark] {
        &self.marks[..usize::from(self.len)]
    }

    /// Takes the marks of `other`, copying no more than those.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.marks[..usize::from(other.len)].copy_from_slice(other.as_slice());
        self.len = other.len;
    }

    fn push(&mut self, mark: QuoteMark) {
        self.marks[usize::from(self.len)] = mark;
        self.len += 1;
    }

    fn is_full(&self) -> bool {
        usize::from(self.len) == MOST
    }
}

impl Default for QuoteMarks {
    fn default() -> Self {
        Self::NONE
    }
}

/// The prefix of the line that a text has reached, read in pieces of any size.
#[derive(Clone, Debug)]
pub(crate) struct QuotePrefix {
    marks: QuoteMarks,
    /// Letters that are a mark if a `>` comes next.
    letters: QuoteMark,
    /// No further mark can come on this line.
    complete: bool,
}

impl QuotePrefix {
    /// The prefix of a line of which nothing is read yet.
    pub(crate) const fn new() -> Self {
        Self {
            marks: QuoteMarks::NONE,
            letters: QuoteMark(0),
            complete: false,
        }
    }

    pub(crate) fn marks(&self) -> &QuoteMarks {
        &self.marks
    }

    pub(crate) fn start_line(&mut self) {
        self.marks.len = 0;
        self.letters = QuoteMark::default();
        self.complete = false;
    }

    /// The line turns out to be the one that starts with `marks` and goes on with something else.
    pub(crate) fn restore(&mut self, marks: &QuoteMarks) {
        self.marks.copy_from(marks);
        self.complete = true;
    }

    /// Reads on in the text.
    pub(crate) fn advance(&mut self, bytes: &[u8]) {
        let line = self.start_last_line(bytes);
        self.read(&bytes[line..], false);
    }

    /// As `advance`, where nothing that follows on the line is a mark any more.
    #[inline]
    pub(crate) fn advance_to_end(&mut self, bytes: &[u8]) {
        // What most lines begin with needs no closer look.
        if class::ends_in_plain_line(bytes) {
            self.start_line();
            self.complete = true;
            return;
        }
        let line = self.start_last_line(bytes);
        self.end_in_line(&bytes[line..]);
    }

    /// Finds the line that `bytes` end in, and starts anew if it begins among them.
    fn start_last_line(&mut self, bytes: &[u8]) -> usize {
        let line = class::behind_last_lf(bytes);
        if line > 0 {
            self.start_line();
        }
        line
    }

    /// As `advance_to_end`, in a text in which no line ends.
    pub(crate) fn end_in_line(&mut self, bytes: &[u8]) {
        self.read(bytes, true);
        self.complete = true;
    }

    /// Reads on in the text, in which no line ends. It may be that nothing behind it is a mark.
    fn read(&mut self, bytes: &[u8], is_end: bool) {
        if self.complete {
            return;
        }
        let mut letters = self.letters;
        for (at, &byte) in bytes.iter().enumerate() {
            if byte.is_ascii_alphabetic() && letters.len() < QuoteMark::MOST_LETTERS {
                // Most are those of a word, and no `>` stands where it would have to.
                let next = &bytes[at + 1..];
                let next = next
                    .get(..QuoteMark::MOST_LETTERS)
                    .or(is_end.then_some(next));
                if letters.is_empty()
                    && next.is_some_and(|next| next.iter().all(|&byte| byte != b'>'))
                {
                    self.complete = true;
                    return;
                }
                letters = letters.with(byte);
            } else if byte == b'>' || letters.is_empty() && matches!(byte, b'|' | b':') {
                self.marks.push(letters.with(byte));
                letters = QuoteMark::default();
                if self.marks.is_full() {
                    self.complete = true;
                    return;
                }
            } else if !letters.is_empty() || !is_blank(byte) {
                self.complete = true;
                return;
            }
        }
        self.letters = letters;
    }
}

/// Drops from the start of a continuation line the opening line's marks, in order, as long as the
/// line has them. The second reading then drops all further marks of certain kinds.
#[derive(Clone, Debug)]
pub(crate) struct Dropping {
    /// The first byte that is neither dropped nor a blank, once `run` has succeeded.
    pub(crate) at: usize,
    /// Whether the line has any mark that is dropped.
    pub(crate) any: bool,
    /// Where the last `>` among the opening line's marks stands.
    pub(crate) last_close: Option<usize>,
    next: usize,
    /// How many bytes of the next mark stand behind `at`.
    matched: usize,
    in_order: bool,
    further: bool,
}

impl Dropping {
    /// As every reading drops them, on the line that starts at a distance from the `<`.
    pub(crate) fn new(line: usize) -> Self {
        Self {
            at: line,
            any: false,
            last_close: None,
            next: 0,
            matched: 0,
            in_order: true,
            further: false,
        }
    }

    /// As the second reading drops them.
    pub(crate) fn all(line: usize) -> Self {
        Self {
            further: true,
            ..Self::new(line)
        }
    }

    /// Reads on until something else stands at `at`.
    #[inline]
    pub(crate) fn run(&mut self, view: &View<'_>, marks: &[QuoteMark]) -> Result<(), NeedMore> {
        // Where the opening line has no marks there is little to do, and it is done in place.
        while marks.is_empty()
            && let Some(&byte) = view.window.get(self.at)
        {
            let is_mark = self.further && is_further(byte, &[]);
            if !is_mark && !is_blank(byte) {
                return Ok(());
            }
            self.any |= is_mark;
            self.at += 1;
        }
        self.run_on(view, marks)
    }

    fn run_on(&mut self, view: &View<'_>, marks: &[QuoteMark]) -> Result<(), NeedMore> {
        while self.in_order {
            let Some(&mark) = marks.get(self.next) else {
                self.in_order = false;
                break;
            };
            if !self.ends_in_letters() {
                self.skip(view, is_blank)?;
            }
            self.in_order = self.drop_mark(view, mark)?;
        }
        if self.ends_in_letters() {
            return Ok(());
        }
        if !self.further {
            return self.skip(view, is_blank);
        }
        let mut any = self.any;
        let result = self.skip(view, |byte| {
            let is_mark = is_further(byte, marks);
            any |= is_mark;
            is_mark || is_blank(byte)
        });
        self.any = any;
        result
    }

    /// Letters stand at `at` that begin the next mark and do not complete it. They may lie where
    /// the view has let them go.
    pub(crate) fn ends_in_letters(&self) -> bool {
        self.matched > 0
    }

    fn drop_mark(&mut self, view: &View<'_>, mark: QuoteMark) -> Result<bool, NeedMore> {
        while let Some(byte) = mark.byte(self.matched) {
            if view.byte(self.at + self.matched)? != Some(byte) {
                return Ok(false);
            }
            self.matched += 1;
        }
        self.matched = 0;
        self.next += 1;
        self.any = true;
        self.at += mark.len();
        if mark.has_close() {
            self.last_close = Some(self.at - 1);
        }
        Ok(true)
    }

    fn skip(&mut self, view: &View<'_>, mut class: impl FnMut(u8) -> bool) -> Result<(), NeedMore> {
        let mut at = self.at;
        let result = loop {
            match view.byte(at) {
                Ok(Some(byte)) if class(byte) => at += 1,
                Ok(_) => break Ok(()),
                Err(more) => break Err(more),
            }
        };
        self.at = at;
        result
    }
}

/// Whether the second reading drops `byte` behind the marks that every reading drops.
pub(crate) fn is_further(byte: u8, marks: &[QuoteMark]) -> bool {
    match byte {
        b'>' => true,
        b'|' | b':' => marks.contains(&QuoteMark::of(byte)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use alloc::{format, vec::Vec};

    use super::{Dropping, QuoteMark, QuotePrefix};
    use crate::view::View;

    fn prefix(line: &str) -> QuotePrefix {
        let mut prefix = QuotePrefix::new();
        // One byte at a time: a piece may end anywhere.
        for byte in line.bytes() {
            prefix.advance(&[byte]);
        }
        prefix
    }

    fn marks(line: &str) -> Vec<Vec<u8>> {
        let prefix = prefix(line);
        let marks = prefix.marks().as_slice();
        let bytes = |mark: &QuoteMark| (0..).map_while(|index| mark.byte(index)).collect();
        marks.iter().map(bytes).collect()
    }

    #[test]
    fn a_prefix_ends_where_something_else_stands() {
        assert_eq!(marks("> >x>"), [&b">"[..], b">", b"x>"]);
        assert_eq!(marks("\t| :JD> quick>"), [&b"|"[..], b":", b"JD>"]);
        assert_eq!(marks("J D>"), [b""; 0]);
        assert_eq!(marks("J:> "), [b""; 0]);
        assert_eq!(marks("> a\n| b"), [b"|"]);
        assert_eq!(marks(&">".repeat(70)).len(), 64);
    }

    /// What is left of a line, the bytes coming one by one.
    fn rest(opening: &str, line: &str, mut dropping: Dropping) -> Vec<u8> {
        let opening = prefix(opening);
        for seen in 0..=line.len() {
            let view = View {
                window: &line.as_bytes()[..seen],
                beyond: &[],
                beyond_at: seen,
                end_of_text: seen == line.len(),
            };
            if dropping.run(&view, opening.marks().as_slice()).is_ok() {
                return line.as_bytes()[dropping.at..].to_vec();
            }
        }
        unreachable!("the end of the text decides")
    }

    #[test]
    fn a_glance_sees_what_a_closer_look_sees() {
        let lines = [
            "",
            "a",
            "the ",
            "they see ",
            "> b",
            ">b c d e f",
            " > it",
            "         > x",
            "JD> y",
            "abcde> z",
            "ABCD>:| ",
            "a:b",
            "| | ",
            "see: > ",
        ];
        for before in ["", "\n", "> x\n", "something long enough\n"] {
            for line in lines {
                let text = format!("{before}{line}");
                let mut glance = QuotePrefix::new();
                glance.advance_to_end(text.as_bytes());
                let seen = prefix(&text);
                assert_eq!(
                    glance.marks().as_slice(),
                    seen.marks().as_slice(),
                    "{text:?}"
                );
            }
        }
    }

    #[test]
    fn dropping_stops_at_the_first_other_mark() {
        let usual = |line| rest("> JD> | ", line, Dropping::new(0));
        assert_eq!(usual(">JD>|  x"), b"x");
        assert_eq!(usual("> KD> x"), b"KD> x");
        assert_eq!(usual(" > | x"), b"| x");
        assert_eq!(usual("> JD> | > x"), b"> x");
        assert_eq!(usual("  x"), b"x");
    }

    #[test]
    fn the_second_reading_drops_further_marks_out_of_order() {
        let all = |line| rest("> JD> | ", line, Dropping::all(0));
        assert_eq!(all(" > | >> x"), b"x");
        assert_eq!(all("> : x"), b": x");
        // `JD>` is no further mark, even where the opening line's `JD>` was not met yet.
        assert_eq!(all("> > JD> x"), b"JD> x");
    }
}
