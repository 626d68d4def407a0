//! Quote leaders: the marks with which a line of a reply starts.

use crate::{
    class::is_blank,
    view::{NeedMore, View},
};

/// Marks are counted, and dropped, up to this many a line.
pub(crate) const MOST: usize = 64;

/// Four letters and a `>`.
const LONGEST: usize = 5;

/// One mark: `>`, `|`, `:`, or one to four letters directly followed by `>`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mark {
    bytes: [u8; LONGEST],
    len: u8,
}

impl Mark {
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }

    /// Whether it ends in a `>` that a gateway may have taken from a URL's end.
    pub(crate) fn has_close(&self) -> bool {
        self.bytes().ends_with(b">")
    }
}

/// The marks of one line, in order.
#[derive(Clone, Debug)]
pub(crate) struct Marks {
    marks: [Mark; MOST],
    len: u8,
}

impl Marks {
    const NONE: Self = Self {
        marks: [Mark {
            bytes: [0; LONGEST],
            len: 0,
        }; MOST],
        len: 0,
    };

    pub(crate) fn as_slice(&self) -> &[Mark] {
        &self.marks[..usize::from(self.len)]
    }

    /// Takes the marks of `other`, copying no more than those.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.marks[..usize::from(other.len)].copy_from_slice(other.as_slice());
        self.len = other.len;
    }

    fn push(&mut self, mark: Mark) {
        self.marks[usize::from(self.len)] = mark;
        self.len += 1;
    }

    fn is_full(&self) -> bool {
        usize::from(self.len) == MOST
    }
}

impl Default for Marks {
    fn default() -> Self {
        Self::NONE
    }
}

/// The leader of the line that a text has reached, read in pieces of any size.
#[derive(Clone, Debug)]
pub(crate) struct Leader {
    marks: Marks,
    /// Letters that are a mark if a `>` comes next.
    letters: Mark,
    /// No further mark can come on this line.
    complete: bool,
}

impl Leader {
    /// The leader of a line of which nothing is read yet.
    pub(crate) const fn new() -> Self {
        Self {
            marks: Marks::NONE,
            letters: Mark {
                bytes: [0; LONGEST],
                len: 0,
            },
            complete: false,
        }
    }

    pub(crate) fn marks(&self) -> &Marks {
        &self.marks
    }

    pub(crate) fn start_line(&mut self) {
        self.marks.len = 0;
        self.letters.len = 0;
        self.complete = false;
    }

    /// Whatever follows on this line is no mark.
    pub(crate) fn complete(&mut self) {
        self.complete = true;
    }

    /// The line turns out to be the one that starts with `marks` and goes on with something else.
    pub(crate) fn restore(&mut self, marks: &Marks) {
        self.marks.copy_from(marks);
        self.complete = true;
    }

    /// Reads on in the text.
    pub(crate) fn advance(&mut self, bytes: &[u8]) {
        match memchr::memrchr(b'\n', bytes) {
            Some(end_of_line) => {
                self.start_line();
                self.advance_in_line(&bytes[end_of_line + 1..]);
            }
            None => self.advance_in_line(bytes),
        }
    }

    fn advance_in_line(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if self.complete {
                break;
            }
            self.push(byte);
        }
    }

    fn push(&mut self, byte: u8) {
        let letters = usize::from(self.letters.len);
        match byte {
            b'>' => {
                self.letters.bytes[letters] = byte;
                self.letters.len += 1;
                self.marks.push(self.letters);
                self.letters.len = 0;
                self.complete = self.marks.is_full();
            }
            b'|' | b':' if letters == 0 => {
                self.letters.bytes[0] = byte;
                self.letters.len = 1;
                self.marks.push(self.letters);
                self.letters.len = 0;
                self.complete = self.marks.is_full();
            }
            _ if is_blank(byte) && letters == 0 => {}
            _ if byte.is_ascii_alphabetic() && letters < LONGEST - 1 => {
                self.letters.bytes[letters] = byte;
                self.letters.len += 1;
            }
            _ => self.complete = true,
        }
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
    pub(crate) fn run(&mut self, view: &View<'_>, marks: &[Mark]) -> Result<(), NeedMore> {
        while self.in_order {
            self.in_order = match marks.get(self.next) {
                Some(mark) => self.drop_mark(view, *mark)?,
                None => false,
            };
        }
        if self.ends_in_letters() {
            return Ok(());
        }
        self.skip_blanks(view)?;
        while self.further
            && let Some(byte) = view.byte(self.at)?
            && is_further(byte, marks)
        {
            self.any = true;
            self.at += 1;
            self.skip_blanks(view)?;
        }
        Ok(())
    }

    /// Letters stand at `at` that begin the next mark and do not complete it. They may lie where
    /// the view has let them go.
    pub(crate) fn ends_in_letters(&self) -> bool {
        self.matched > 0
    }

    fn drop_mark(&mut self, view: &View<'_>, mark: Mark) -> Result<bool, NeedMore> {
        if self.matched == 0 {
            // After a pause the blanks behind the mark before this one may go on.
            self.skip_blanks(view)?;
        }
        while let Some(&byte) = mark.bytes().get(self.matched) {
            if view.byte(self.at + self.matched)? != Some(byte) {
                return Ok(false);
            }
            self.matched += 1;
        }
        self.matched = 0;
        self.next += 1;
        self.any = true;
        self.at += mark.bytes().len();
        if mark.has_close() {
            self.last_close = Some(self.at - 1);
        }
        self.skip_blanks(view)?;
        Ok(true)
    }

    fn skip_blanks(&mut self, view: &View<'_>) -> Result<(), NeedMore> {
        while view.byte(self.at)?.is_some_and(is_blank) {
            self.at += 1;
        }
        Ok(())
    }
}

/// Whether the second reading drops `byte` behind the marks that every reading drops.
pub(crate) fn is_further(byte: u8, marks: &[Mark]) -> bool {
    match byte {
        b'>' => true,
        b'|' | b':' => marks.iter().any(|mark| mark.bytes() == [byte]),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{Dropping, Leader};
    use crate::view::View;

    fn leader(line: &str) -> Leader {
        let mut leader = Leader::new();
        // One byte at a time: a piece may end anywhere.
        for byte in line.bytes() {
            leader.advance(&[byte]);
        }
        leader
    }

    fn marks(line: &str) -> Vec<Vec<u8>> {
        let leader = leader(line);
        let marks = leader.marks().as_slice();
        marks.iter().map(|mark| mark.bytes().to_vec()).collect()
    }

    #[test]
    fn a_leader_ends_where_something_else_stands() {
        assert_eq!(marks("> >x>"), [&b">"[..], b">", b"x>"]);
        assert_eq!(marks("\t| :JD> quick>"), [&b"|"[..], b":", b"JD>"]);
        assert_eq!(marks("J D>"), [b""; 0]);
        assert_eq!(marks("J:> "), [b""; 0]);
        assert_eq!(marks("> a\n| b"), [b"|"]);
        assert_eq!(marks(&">".repeat(70)).len(), 64);
    }

    /// What is left of a line, the bytes coming one by one.
    fn rest(opening: &str, line: &str, mut dropping: Dropping) -> Vec<u8> {
        let opening = leader(opening);
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
