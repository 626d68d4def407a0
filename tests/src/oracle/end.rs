//! End: the first reading, and what becomes of it.

use super::{
    DOUBTFUL_CLOSE, Found, RAGGED_QUOTE, SPACED, TRAILING_TEXT,
    bytes::{is_blank_or_cr, is_punctuation, line_end, skip_blanks},
    damage::cut_trailing_text,
    hyphens::readings,
    leaders::{Dropped, drop_marks},
    opening::Opening,
    place::pieces_and_joins,
    reading::{ReadOptions, url_byte},
};

/// Where the first reading comes to a stop.
pub(super) enum Stop {
    /// A `>` that is part of no quote leader; `first` on a continuation line or not.
    Close {
        at: usize,
        first: bool,
    },
    /// A line of marks only, and the last `>` in them.
    MarksOnly {
        line: usize,
        last_angle: Option<usize>,
    },
    /// A line of marks with a `>` in them, and punctuation, while nothing was spaced.
    MarksAndPunctuation {
        last_angle: usize,
    },
    Opener(usize),
    BlankLine(usize),
    Nul(usize),
    EndOfText,
    TooLong,
}

/// Why a candidate gave no hit, and where.
type Abandoned = (&'static str, usize);

/// Something that opened.
pub(super) struct Candidate<'a> {
    pub(super) text: &'a [u8],
    pub(super) max_len: usize,
    /// The offset of its `<`.
    pub(super) start: usize,
    /// The opening line's marks.
    pub(super) marks: Vec<&'a [u8]>,
    pub(super) opening: Opening,
}

impl Candidate<'_> {
    /// Whether the byte at `at` is one of the `max_len` from `<` on.
    pub(super) fn is_within(&self, at: usize) -> bool {
        at - self.start < self.max_len
    }

    /// **End.** Reads on to the next `>` that is not part of a quote leader, or to what abandons.
    pub(super) fn first_reading(&self) -> (ReadOptions, Stop) {
        let text = self.text;
        let mut reading = ReadOptions::default();
        // On a continuation line: where what is not dropped marks or blanks begins.
        let mut line_content = None;
        let mut i = self.opening.content;
        let end = loop {
            // The text may end, as a blank line may begin, right behind the `max_len` bytes.
            if i == text.len() {
                break Stop::EndOfText;
            }
            if !self.is_within(i) {
                break Stop::TooLong;
            }
            match text[i] {
                b'<' => break Stop::Opener(i),
                b'\0' => break Stop::Nul(i),
                b'>' => {
                    let first = line_content == Some(i);
                    break Stop::Close { at: i, first };
                }
                b'\n' => {
                    let line = i + 1;
                    let dropped = drop_marks(text, line, &self.marks);
                    if let Some(end) = self.line_that_ends(line, &dropped, &reading) {
                        break end;
                    }
                    reading.drop_leader(line, &dropped);
                    i = dropped.end;
                    line_content = Some(skip_blanks(text, i));
                }
                _ => match url_byte(text, i) {
                    Some(byte) => {
                        reading.bytes.push(byte);
                        i = byte.end;
                    }
                    None => i += 1,
                },
            }
        };
        (reading, end)
    }

    /// Whether a continuation line as a whole ends the candidate, in one way or another.
    pub(super) fn line_that_ends(
        &self,
        line: usize,
        dropped: &Dropped,
        so_far: &ReadOptions,
    ) -> Option<Stop> {
        let text = self.text;
        let end = line_end(text, line);
        if line == text.len() {
            return None; // An empty last line is the end of the text.
        }
        if text[line..end].iter().all(|&b| is_blank_or_cr(b)) {
            return Some(Stop::BlankLine(line));
        }
        if !dropped.any {
            return None;
        }
        let rest = &text[dropped.end..end];
        if rest.iter().all(|&b| is_blank_or_cr(b)) {
            let last_angle = dropped.last_angle;
            return Some(Stop::MarksOnly { line, last_angle });
        }
        let last_angle = dropped.last_angle?;
        (is_run_of_punctuation(rest) && !so_far.is_spaced(text))
            .then_some(Stop::MarksAndPunctuation { last_angle })
    }

    /// What becomes of the candidate: tried as ragged-quote, then doubtful-close, then unclosed.
    pub(super) fn settle(&self) -> Result<Found, Abandoned> {
        let (reading, end) = self.first_reading();
        match end {
            Stop::Close { at, first } => {
                if first && let Some((second, close)) = self.second_reading() {
                    return self.closed(second, close, &[RAGGED_QUOTE]);
                }
                if first && self.is_doubtful_close(at) {
                    return self.closed(reading, at, &[DOUBTFUL_CLOSE]);
                }
                self.closed(reading, at, &[])
            }
            Stop::MarksOnly { line, last_angle } => {
                if let Some(at) = last_angle {
                    if let Some((second, close)) = self.second_reading() {
                        return self.closed(second, close, &[RAGGED_QUOTE]);
                    }
                    if self.is_within(at) && !reading.is_spaced(self.text) {
                        return self.closed(reading, at, &[DOUBTFUL_CLOSE]);
                    }
                }
                self.unclosed(reading).ok_or(("marks-only", line))
            }
            Stop::MarksAndPunctuation { last_angle: at } => {
                if let Some((second, close)) = self.second_reading() {
                    return self.closed(second, close, &[RAGGED_QUOTE]);
                }
                if self.is_within(at) {
                    return self.closed(reading, at, &[DOUBTFUL_CLOSE]);
                }
                Err(("too-long", self.start + self.max_len))
            }
            Stop::BlankLine(line) => self.unclosed(reading).ok_or(("blank-line", line)),
            Stop::EndOfText => self
                .unclosed(reading)
                .ok_or(("end-of-text", self.text.len())),
            Stop::Opener(at) => Err(("opener", at)),
            Stop::Nul(at) => Err(("nul", at)),
            Stop::TooLong => Err(("too-long", self.start + self.max_len)),
        }
    }

    /// A candidate that the `>` at `close` ends: what is left of it once a trailing text is cut.
    pub(super) fn closed(
        &self,
        mut reading: ReadOptions,
        close: usize,
        damage: &[&'static str],
    ) -> Result<Found, Abandoned> {
        let mut warnings = damage.to_vec();
        if cut_trailing_text(self.text, &mut reading) {
            warnings.push(TRAILING_TEXT);
        }
        if reading.bytes.is_empty() {
            return Err(("empty", close));
        }
        if reading.is_spaced(self.text) {
            warnings.push(SPACED);
        }
        Ok(self.found(&reading, close + 1, warnings))
    }

    pub(super) fn found(
        &self,
        reading: &ReadOptions,
        end: usize,
        warnings: Vec<&'static str>,
    ) -> Found {
        let (pieces, joins) = pieces_and_joins(self.text, reading);
        Found {
            span: (self.start, end),
            delimiter: self.opening.kind.name(),
            readings: readings(self.text, reading),
            breaks: (self.start..end).filter(|&i| self.text[i] == b'\n').count(),
            pieces,
            joins,
            depth: self.marks.len(),
            warnings,
        }
    }
}

/// Blanks, one unbroken run of punctuation, blanks and CR.
pub(super) fn is_run_of_punctuation(rest: &[u8]) -> bool {
    let run = &rest[skip_blanks(rest, 0)..];
    let length = run.iter().take_while(|&&b| is_punctuation(b)).count();
    length > 0 && run[length..].iter().all(|&b| is_blank_or_cr(b))
}
