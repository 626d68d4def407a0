//! Quote prefixes: the marks, such as `>`, at the start of a line of a reply.
//!
//! A mark is `>`, `|`, `:`, or one to four letters directly followed by `>`. Each ends with the only one of these three
//! bytes in it, so that the marks of a line are kept as one string. To keep the line itself would need no copy, but the
//! spaces between its marks have no bound.

use super::class::{self, is_blank};

/// The maximum number of marks of a line that are counted and dropped.
const MAX_MARKS: usize = 64;

/// The maximum number of letters of a mark.
const MAX_LETTERS: usize = 4;

/// The quote prefix of a line, which is read in pieces of any size.
#[derive(Clone, Debug, Default)]
pub(crate) struct Prefix {
    /// The marks, without the spaces and tabs around them.
    marks: Vec<u8>,
    depth: usize,
    /// The number of bytes after the marks: letters that are part of a mark if a `>` comes next.
    letters: usize,
    /// Whether no further mark can follow on the line.
    is_complete: bool,
}

/// What is dropped from the start of a continuation line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Skipped {
    /// The index of the first byte that is neither dropped nor a space or tab.
    pub(crate) at: usize,
    /// Whether any mark is dropped.
    pub(crate) any: bool,
    /// The index of the last `>` among the dropped marks of the opening line.
    pub(crate) last_close: Option<usize>,
    /// Whether the text ends within what may be the next mark.
    pub(crate) is_cut: bool,
}

impl Prefix {
    /// Reads the quote prefix of a line without its LF.
    pub(crate) fn of(line: &[u8]) -> Self {
        let text = line.iter().position(|&byte| !is_blank(byte));
        let text = &line[text.unwrap_or(line.len())..];
        let near = &text[..text.len().min(MAX_LETTERS + 1)];
        let mut prefix = Self::default();
        // Nearly all lines begin with a word.
        if matches!(near.first(), Some(b'|' | b':')) || near.contains(&b'>') {
            prefix.read_in_line(text);
        }
        prefix
    }

    /// Begins a line.
    pub(crate) fn start_line(&mut self) {
        self.marks.clear();
        self.depth = 0;
        self.letters = 0;
        self.is_complete = false;
    }

    /// Reads the next bytes of the text.
    pub(crate) fn read(&mut self, bytes: &[u8]) {
        let line = class::last_line_start(bytes);
        if line > 0 {
            self.start_line();
        }
        self.read_in_line(&bytes[line..]);
    }

    /// Reads the next bytes of the text, if no mark follows on the line.
    #[inline]
    pub(crate) fn read_to_end(&mut self, bytes: &[u8]) {
        // Most lines have no prefix, or nothing at all before what is found in them.
        if bytes.ends_with(b"\n") || class::ends_in_plain_line(bytes) {
            self.start_line();
        } else {
            self.read(bytes);
        }
        self.is_complete = true;
    }

    /// Reads bytes without an LF.
    fn read_in_line(&mut self, bytes: &[u8]) {
        if self.is_complete {
            return;
        }
        for &byte in bytes {
            if byte.is_ascii_alphabetic() && self.letters < MAX_LETTERS {
                self.marks.push(byte);
                self.letters += 1;
            } else if byte == b'>' || self.letters == 0 && matches!(byte, b'|' | b':') {
                self.marks.push(byte);
                self.letters = 0;
                self.depth += 1;
                self.is_complete = self.depth == MAX_MARKS;
            } else {
                self.is_complete = self.letters > 0 || !is_blank(byte);
            }
            if self.is_complete {
                return;
            }
        }
    }

    /// Returns the number of marks, at most 64.
    pub(crate) const fn depth(&self) -> usize {
        self.depth
    }

    /// Returns the marks.
    fn marks(&self) -> &[u8] {
        &self.marks[..self.marks.len() - self.letters]
    }

    /// Skips the marks from the index `line` on that are dropped from a continuation line: the marks of this prefix, in
    /// order, as far as the line has them, with the spaces and tabs around them.
    #[inline]
    pub(crate) fn skip(&self, text: &[u8], line: usize) -> Skipped {
        let mut skipped = Skipped {
            at: blanks_end(text, line),
            any: false,
            last_close: None,
            is_cut: false,
        };
        // Inlined: most opening lines have no marks.
        if self.depth > 0 {
            self.skip_marks(text, &mut skipped);
        }
        skipped
    }

    /// Skips like [`skip`](Self::skip), and then further marks in any order: `>`, and `|` and `:` if this prefix has
    /// them.
    pub(crate) fn skip_all(&self, text: &[u8], line: usize) -> Skipped {
        let mut skipped = self.skip(text, line);
        let is_further = |byte: u8| match byte {
            b'>' => true,
            b'|' | b':' => self.marks().contains(&byte),
            _ => false,
        };
        while let Some(&byte) = text.get(skipped.at)
            && (is_blank(byte) || is_further(byte))
        {
            skipped.any |= is_further(byte);
            skipped.at += 1;
        }
        skipped
    }

    fn skip_marks(&self, text: &[u8], skipped: &mut Skipped) {
        let marks = self.marks();
        for mark in marks.split_inclusive(|byte| !byte.is_ascii_alphabetic()) {
            let rest = &text[skipped.at..];
            if !rest.starts_with(mark) {
                skipped.is_cut = mark.starts_with(rest);
                return;
            }
            let end = skipped.at + mark.len();
            if mark.ends_with(b">") {
                skipped.last_close = Some(end - 1);
            }
            skipped.any = true;
            skipped.at = blanks_end(text, end);
        }
    }

    /// Returns the number of bytes to drop from the start of `line`, a continuation of the line of this prefix: the
    /// marks that both lines have, in the same order, with the spaces around them. Returns 0 if they share no mark.
    pub(crate) fn dropped_from(&self, line: &[u8]) -> usize {
        let skipped = self.skip(line, 0);
        if skipped.any { skipped.at } else { 0 }
    }
}

/// Returns the quote depth of a line, and the index of its text, after the quote prefix and white space. The colon of a
/// `://` is no part of the prefix.
pub(crate) fn text_start(line: &[u8]) -> (usize, usize) {
    let blanks = line.len() - line.trim_ascii_start().len();
    let prefix = Prefix::of(line);
    match (prefix.depth(), blanks.max(prefix.dropped_from(line))) {
        (0, _) => (0, blanks),
        (depth, start) if line[..start].ends_with(b":") && line[start..].starts_with(b"//") => {
            (depth - 1, start - 1)
        }
        found => found,
    }
}

/// Returns the index of the first byte from `at` on that is neither a space nor a tab.
fn blanks_end(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|&&byte| is_blank(byte)).count()
}

#[cfg(test)]
mod tests {
    use super::Prefix;

    use urlsift_tables::lines;

    fn prefix(line: &str) -> Prefix {
        let mut prefix = Prefix::default();
        // One byte at a time, since a piece may end anywhere.
        for byte in line.bytes() {
            prefix.read(&[byte]);
        }
        prefix
    }

    fn marks(line: &str) -> (String, usize) {
        let prefix = prefix(line);
        let last = line.rsplit('\n').next().unwrap_or_default();
        assert_eq!(Prefix::of(last.as_bytes()).marks(), prefix.marks());
        let marks = String::from_utf8_lossy(prefix.marks());
        (marks.into_owned(), prefix.depth())
    }

    #[test]
    fn a_prefix_ends_at_the_first_other_byte() {
        for (line, expected, depth) in [
            ("> >x>", ">>x>", 3),
            ("\t| :JD> quick>", "|:JD>", 3),
            ("\t abcd>\t>>x", "abcd>>>", 3),
            ("abcde>", "", 0),
            ("J D>", "", 0),
            ("J:> ", "", 0),
            ("> a\n| b", "|", 1),
            ("> a", ">", 1),
        ] {
            assert_eq!(marks(line), (expected.to_owned(), depth), "{line}");
        }
        assert_eq!(prefix(&">".repeat(70)).depth(), 64);
    }

    #[test]
    fn read_to_end_agrees_with_read() {
        let lines = lines!("prefix.toml", "read_to_end_agrees_with_read");
        for before in ["", "\n", "> x\n", "something long enough\n"] {
            for line in &lines {
                let text = format!("{before}{line}");
                let mut at_once = Prefix::default();
                at_once.read_to_end(text.as_bytes());
                assert_eq!(at_once.marks(), prefix(&text).marks(), "{text:?}");
            }
        }
    }

    #[test]
    fn skipping_stops_at_the_first_other_mark() {
        let opening = prefix("> JD> | ");
        for (line, rest) in [
            (">JD>|  x", "x"),
            ("> KD> x", "KD> x"),
            (" > | x", "| x"),
            ("> JD> | > x", "> x"),
            ("  x", "x"),
        ] {
            let skipped = opening.skip(line.as_bytes(), 0);
            assert_eq!(&line[skipped.at..], rest, "{line}");
            assert!(!skipped.is_cut);
        }
        assert!(opening.skip(b" > J", 0).is_cut && opening.skip(b" > ", 0).is_cut);
    }

    #[test]
    fn the_second_reading_drops_further_marks_out_of_order() {
        let opening = prefix("> JD> | ");
        // `JD>` is not a further mark, even if the opening line's `JD>` has not occurred yet.
        for (line, rest) in [(" > | >> x", "x"), ("> : x", ": x"), ("> > JD> x", "JD> x")] {
            let skipped = opening.skip_all(line.as_bytes(), 0);
            assert_eq!(&line[skipped.at..], rest, "{line}");
        }
    }
}
