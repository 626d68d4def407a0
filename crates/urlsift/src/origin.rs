//! Where the bytes of a text came from.

use urlsift_scan::Span;

/// Maps the offsets of a text to those of the source that it was made from.
///
/// The text is a sequence of runs. In a verbatim run each byte of the text is one byte of the
/// source; a replaced run stands, as a whole, for a range of the source (`<` for `=3C` or `&lt;`).
/// Bytes of the source between two runs have left nothing in the text.
///
/// ```
/// use urlsift::{OriginMap, Span};
///
/// // "=3Chttp:" at byte 100 of a file reads "<http:".
/// let mut map = OriginMap::new();
/// map.push_replaced(1, Span::new(100, 103));
/// map.push_verbatim(5, 103);
/// assert_eq!(map.source(Span::new(0, 6)), Span::new(100, 108));
/// assert_eq!(map.source(Span::new(1, 3)), Span::new(103, 105));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OriginMap {
    runs: Vec<Run>,
    len: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    text: u64,
    source: Span,
    verbatim: bool,
}

impl OriginMap {
    /// The map of a text of which nothing is known yet.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            runs: Vec::new(),
            len: 0,
        }
    }

    /// The map of a text that is its source, from an offset on, of any length.
    #[must_use]
    pub fn identity(source_start: u64) -> Self {
        let mut map = Self::new();
        map.push_verbatim(u64::MAX - source_start, source_start);
        map
    }

    /// The next `len` bytes of the text are those of the source from `source` on.
    ///
    /// # Panics
    ///
    /// If the source goes backwards from run to run, or an offset passes `u64::MAX`.
    pub fn push_verbatim(&mut self, len: u64, source: u64) {
        let end = source.checked_add(len).expect("an offset fits a u64");
        self.push(len, Span::new(source, end), true);
    }

    /// The next `len` bytes of the text stand for the range `source`.
    ///
    /// # Panics
    ///
    /// If the source goes backwards from run to run, or an offset passes `u64::MAX`.
    pub fn push_replaced(&mut self, len: u64, source: Span) {
        self.push(len, source, false);
    }

    fn push(&mut self, len: u64, source: Span, verbatim: bool) {
        let reached = self.runs.last().map_or(0, |run| run.source.end());
        assert!(reached <= source.start(), "the source goes backwards");
        if len > 0 {
            self.runs.push(Run {
                text: self.len,
                source,
                verbatim,
            });
            self.len = self.len.checked_add(len).expect("an offset fits a u64");
        }
    }

    /// The bytes of the source that a range of the text came from, and what lies between them.
    /// Behind the last run the source is taken to end.
    #[must_use]
    pub fn source(&self, text: Span) -> Span {
        let start = self.start(text.start());
        let end = match text.end().checked_sub(1) {
            Some(last) if !text.is_empty() => self.end(last),
            _ => start,
        };
        Span::new(start, end)
    }

    /// Where the byte of the text at `offset` begins in the source.
    fn start(&self, offset: u64) -> u64 {
        match self.run(offset) {
            Some(run) if offset >= self.len => run.source.end(),
            Some(run) if run.verbatim => run.source.start() + (offset - run.text),
            Some(run) => run.source.start(),
            None => 0,
        }
    }

    /// Where the byte of the text at `offset` ends in the source.
    fn end(&self, offset: u64) -> u64 {
        match self.run(offset) {
            Some(run) if run.verbatim && offset < self.len => {
                run.source.start() + (offset - run.text) + 1
            }
            Some(run) => run.source.end(),
            None => 0,
        }
    }

    fn run(&self, offset: u64) -> Option<&Run> {
        let behind = self.runs.partition_point(|run| run.text <= offset);
        self.runs.get(behind.checked_sub(1)?)
    }
}

#[cfg(test)]
mod tests {
    use urlsift_scan::Span;

    use super::OriginMap;

    #[test]
    fn the_identity_moves_by_its_start() {
        let map = OriginMap::identity(7);
        assert_eq!(map.source(Span::new(0, 0)), Span::new(7, 7));
        assert_eq!(map.source(Span::new(3, 9)), Span::new(10, 16));
    }

    #[test]
    fn replaced_bytes_and_gaps_are_covered_whole() {
        // "ab=\r\nc=3Dd" reads "abc=d".
        let mut map = OriginMap::new();
        map.push_verbatim(2, 0);
        map.push_verbatim(1, 5);
        map.push_replaced(1, Span::new(6, 9));
        map.push_verbatim(0, 9);
        map.push_verbatim(1, 9);
        let spans = [
            (0, 2, 0, 2),
            (1, 3, 1, 6),
            (2, 3, 5, 6),
            (3, 4, 6, 9),
            (3, 5, 6, 10),
        ];
        for (from, to, source_from, source_to) in spans {
            assert_eq!(
                map.source(Span::new(from, to)),
                Span::new(source_from, source_to)
            );
        }
        assert_eq!(map.source(Span::new(3, 3)), Span::new(6, 6));
        assert_eq!(map.source(Span::new(5, 5)), Span::new(10, 10));
        assert_eq!(map.source(Span::new(5, 9)), Span::new(10, 10));
    }

    #[test]
    #[should_panic = "the source goes backwards"]
    fn a_source_that_goes_backwards_is_refused() {
        let mut map = OriginMap::new();
        map.push_verbatim(5, 100);
        map.push_verbatim(5, 0);
    }

    #[test]
    fn an_empty_map_has_no_source() {
        assert_eq!(OriginMap::new().source(Span::new(1, 2)), Span::new(0, 0));
    }
}
