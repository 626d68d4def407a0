//! Quote prefixes: the marks, such as `>`, at the start of a line of a reply.

use alloc::vec::Vec;

use crate::text::{
    NeedMore, View,
    class::{self, is_blank},
};

/// The maximum number of marks of a line that are counted and dropped.
const MAX_MARKS: usize = 64;

/// One mark: `>`, `|`, `:`, or one to four letters directly followed by `>`.
///
/// The bytes are stored in the low bytes of the integer, in order, and their number in the highest byte.
/// So a mark fits in a register.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct QuoteMark(u64);

impl QuoteMark {
    const MAX_LETTERS: usize = 4;
    const LEN_SHIFT: u32 = 56;

    fn of(byte: u8) -> Self {
        Self::default().with(byte)
    }

    /// Returns the mark with one more byte. A mark has at most five.
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

    /// Returns whether the mark ends in a `>`, which may be the end of a URL that a gateway has moved.
    fn has_close(self) -> bool {
        self != Self::of(b'|') && self != Self::of(b':')
    }
}

/// The marks of a quote prefix, in order.
#[derive(Clone, Debug)]
pub(crate) struct QuoteMarks {
    marks: [QuoteMark; MAX_MARKS],
    len: u8,
}

impl QuoteMarks {
    const NONE: Self = Self {
        marks: [QuoteMark(0); MAX_MARKS],
        len: 0,
    };

    pub(crate) fn as_slice(&self) -> &[QuoteMark] {
        &self.marks[..usize::from(self.len)]
    }

    /// Copies the marks of `other`, but not the unused rest of the array.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.marks[..usize::from(other.len)].copy_from_slice(other.as_slice());
        self.len = other.len;
    }

    fn push(&mut self, mark: QuoteMark) {
        self.marks[usize::from(self.len)] = mark;
        self.len += 1;
    }

    fn is_full(&self) -> bool {
        usize::from(self.len) == MAX_MARKS
    }
}

impl Default for QuoteMarks {
    fn default() -> Self {
        Self::NONE
    }
}

/// The quote prefix of the current line of a text, which is read in pieces of any size.
#[derive(Clone, Debug)]
pub(crate) struct QuotePrefix {
    marks: QuoteMarks,
    /// Letters that are part of a mark if a `>` comes next.
    letters: QuoteMark,
    /// Whether no further mark can follow on the line.
    complete: bool,
}

impl QuotePrefix {
    /// Creates the prefix of a line of which nothing is read yet.
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

    /// Sets the prefix to the prefix of a line with these marks and other bytes after them.
    pub(crate) fn restore(&mut self, marks: &QuoteMarks) {
        self.marks.copy_from(marks);
        self.complete = true;
    }

    /// Reads the next bytes of the text.
    pub(crate) fn advance(&mut self, bytes: &[u8]) {
        let line = self.start_last_line(bytes);
        self.read(&bytes[line..], false);
    }

    /// Like `advance`, if no mark follows on the line.
    #[inline]
    pub(crate) fn advance_to_end(&mut self, bytes: &[u8]) {
        // Most lines have no prefix.
        if class::ends_in_plain_line(bytes) {
            self.start_line();
            self.complete = true;
            return;
        }
        let line = self.start_last_line(bytes);
        self.end_in_line(&bytes[line..]);
    }

    /// Returns the start of the last line of `bytes`, and resets the prefix if `bytes` hold that start.
    fn start_last_line(&mut self, bytes: &[u8]) -> usize {
        let line = class::last_line_start(bytes);
        if line > 0 {
            self.start_line();
        }
        line
    }

    /// Like `advance_to_end`, if `bytes` have no LF.
    pub(crate) fn end_in_line(&mut self, bytes: &[u8]) {
        self.read(bytes, true);
        self.complete = true;
    }

    /// Reads bytes without an LF. `is_end` says that no mark follows on the line.
    fn read(&mut self, bytes: &[u8], is_end: bool) {
        if self.complete {
            return;
        }
        let mut letters = self.letters;
        for (at, &byte) in bytes.iter().enumerate() {
            if byte.is_ascii_alphabetic() && letters.len() < QuoteMark::MAX_LETTERS {
                // Most letters begin a word: no `>` is near enough to make them a mark.
                let next = &bytes[at + 1..];
                let next = next
                    .get(..QuoteMark::MAX_LETTERS)
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

/// Skips the marks at the start of a continuation line that are dropped: the marks of the opening line, in order, as
/// far as the continuation line has them. The second reading also skips further marks of certain kinds.
#[derive(Clone, Debug)]
pub(crate) struct PrefixSkipper {
    /// The first byte that is neither dropped nor a space or tab, after `run` has succeeded.
    pub(crate) at: usize,
    /// Whether any mark is dropped.
    pub(crate) any: bool,
    /// The last `>` among the dropped marks of the opening line.
    pub(crate) last_close: Option<usize>,
    next: usize,
    /// The number of bytes at `at` that match the next mark.
    matched: usize,
    in_order: bool,
    further: bool,
}

impl PrefixSkipper {
    /// Creates a skipper of the opening line's marks, for the line that starts at a distance from the `<`.
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

    /// Creates a skipper for the second reading.
    pub(crate) fn all(line: usize) -> Self {
        Self {
            further: true,
            ..Self::new(line)
        }
    }

    /// Reads until `at` is the first byte after the prefix.
    #[inline]
    pub(crate) fn run(&mut self, view: &View<'_>, marks: &[QuoteMark]) -> Result<(), NeedMore> {
        // Inlined: most opening lines have no marks.
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

    /// Returns whether the bytes at `at` begin the next mark and do not complete it. The view may have
    /// discarded them.
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

/// Returns whether the second reading drops the mark `byte` after the marks of the opening line.
fn is_further(byte: u8, marks: &[QuoteMark]) -> bool {
    match byte {
        b'>' => true,
        b'|' | b':' => marks.contains(&QuoteMark::of(byte)),
        _ => false,
    }
}

/// The quote prefix of a line that is in memory.
#[derive(Clone, Debug)]
pub struct LinePrefix {
    marks: Vec<QuoteMark>,
}

impl LinePrefix {
    /// Reads the quote prefix of a line without its LF.
    #[must_use]
    pub fn of(line: &[u8]) -> Self {
        let text = line.iter().position(|&byte| !is_blank(byte));
        let text = &line[text.unwrap_or(line.len())..];
        let near = &text[..text.len().min(QuoteMark::MAX_LETTERS + 1)];
        // Nearly all lines begin with a word.
        if !matches!(near.first(), Some(b'|' | b':')) && !near.contains(&b'>') {
            return Self { marks: Vec::new() };
        }
        let mut prefix = QuotePrefix::new();
        prefix.end_in_line(line);
        Self {
            marks: prefix.marks().as_slice().to_vec(),
        }
    }

    /// Returns the number of marks, at most 64.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.marks.len()
    }

    /// Returns the number of bytes to drop from the start of `line`, a continuation of the line of this prefix: the
    /// marks that both lines have, in the same order, with the spaces around them. Returns 0 if they share no mark.
    #[must_use]
    pub fn dropped_from(&self, line: &[u8]) -> usize {
        let mut skipper = PrefixSkipper::new(0);
        // A view of a complete line never needs more.
        let _ = skipper.run(&View::whole(line), &self.marks);
        if skipper.any { skipper.at } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use alloc::{format, vec::Vec};

    use super::{LinePrefix, PrefixSkipper, QuoteMark, QuotePrefix};
    use crate::text::View;

    fn prefix(line: &str) -> QuotePrefix {
        let mut prefix = QuotePrefix::new();
        // One byte at a time, since a piece may end anywhere.
        for byte in line.bytes() {
            prefix.advance(&[byte]);
        }
        prefix
    }

    fn marks(line: &str) -> Vec<Vec<u8>> {
        let prefix = prefix(line);
        let marks = prefix.marks().as_slice();
        let last = line.rsplit('\n').next().unwrap_or_default();
        assert_eq!(LinePrefix::of(last.as_bytes()).marks, marks);
        let bytes = |mark: &QuoteMark| (0..).map_while(|index| mark.byte(index)).collect();
        marks.iter().map(bytes).collect()
    }

    #[test]
    fn a_prefix_ends_at_the_first_other_byte() {
        assert_eq!(marks("> >x>"), [&b">"[..], b">", b"x>"]);
        assert_eq!(marks("\t| :JD> quick>"), [&b"|"[..], b":", b"JD>"]);
        assert_eq!(marks("\t abcd>\t>>x"), [&b"abcd>"[..], b">", b">"]);
        assert_eq!(marks("abcde>"), [b""; 0]);
        assert_eq!(marks("J D>"), [b""; 0]);
        assert_eq!(marks("J:> "), [b""; 0]);
        assert_eq!(marks("> a\n| b"), [b"|"]);
        assert_eq!(marks(&">".repeat(70)).len(), 64);
    }

    /// Returns a line without its dropped prefix, read byte by byte.
    fn rest(opening: &str, line: &str, mut skipper: PrefixSkipper) -> Vec<u8> {
        let opening = prefix(opening);
        for seen in 0..=line.len() {
            let view = View {
                window: &line.as_bytes()[..seen],
                beyond: &[],
                beyond_at: seen,
                end_of_text: seen == line.len(),
            };
            if skipper.run(&view, opening.marks().as_slice()).is_ok() {
                return line.as_bytes()[skipper.at..].to_vec();
            }
        }
        unreachable!("the end of the text decides")
    }

    #[test]
    fn advance_to_end_agrees_with_advance() {
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
                let mut at_once = QuotePrefix::new();
                at_once.advance_to_end(text.as_bytes());
                let bytewise = prefix(&text);
                assert_eq!(
                    at_once.marks().as_slice(),
                    bytewise.marks().as_slice(),
                    "{text:?}"
                );
            }
        }
    }

    #[test]
    fn skipping_stops_at_the_first_other_mark() {
        let first = |line| rest("> JD> | ", line, PrefixSkipper::new(0));
        assert_eq!(first(">JD>|  x"), b"x");
        assert_eq!(first("> KD> x"), b"KD> x");
        assert_eq!(first(" > | x"), b"| x");
        assert_eq!(first("> JD> | > x"), b"> x");
        assert_eq!(first("  x"), b"x");
    }

    #[test]
    fn the_second_reading_drops_further_marks_out_of_order() {
        let all = |line| rest("> JD> | ", line, PrefixSkipper::all(0));
        assert_eq!(all(" > | >> x"), b"x");
        assert_eq!(all("> : x"), b": x");
        // `JD>` is not a further mark, even if the opening line's `JD>` has not occurred yet.
        assert_eq!(all("> > JD> x"), b"JD> x");
    }
}
