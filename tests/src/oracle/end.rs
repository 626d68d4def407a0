//! End: the first reading and its result.

use super::{
    DOUBTFUL_CLOSE, Found, RAGGED_QUOTE, SPACED, TRAILING_TEXT,
    bytes::{is_blank_or_cr, is_punctuation, line_end, skip_blanks, ws_len},
    damage::{cut_repeated_end, cut_trailing_text},
    hyphens::readings,
    joins::pieces_and_joins,
    opening::Opening,
    quote_prefix::{Dropped, drop_marks},
    reading::{Reading, broken_at, typeset_hyphen, url_byte},
    words::DIRECTIVE,
};

/// Where the first reading stops.
pub(super) enum Stop {
    /// A `>` outside a quote prefix; `first` if it is the first byte of a continuation line.
    Close {
        at: usize,
        first: bool,
    },
    /// A line of marks only, and the last `>` among them.
    MarksOnly {
        line: usize,
        last_angle: Option<usize>,
    },
    /// A line of punctuation after marks with a `>`, in a candidate without spaces.
    MarksAndPunctuation {
        last_angle: usize,
    },
    Opener(usize),
    BlankLine(usize),
    Nul(usize),
    EndOfText,
    TooLong,
}

/// Why and where a candidate was rejected.
type Abandoned = (&'static str, usize);

/// An opened candidate.
pub(super) struct Candidate<'a> {
    pub(super) text: &'a [u8],
    pub(super) max_len: usize,
    /// The offset of its `<`.
    pub(super) start: usize,
    /// The quote prefix of the opening line.
    pub(super) marks: Vec<&'a [u8]>,
    pub(super) opening: Opening,
}

impl Candidate<'_> {
    /// Returns whether the byte at `at` is among the `max_len` bytes from the `<` on.
    pub(super) fn is_within(&self, at: usize) -> bool {
        at - self.start < self.max_len
    }

    /// **End.** Reads up to the next `>` outside a quote prefix, or to a byte that rejects the candidate.
    pub(super) fn first_reading(&self) -> (Reading, Stop) {
        let text = self.text;
        let mut reading = Reading::default();
        // The start of the content of a continuation line, after dropped marks, spaces and tabs.
        let mut line_content = None;
        let mut i = self.opening.content;
        let end = loop {
            // The end of the text, like a blank line, may follow `max_len` bytes.
            if i == text.len() && i - self.start <= self.max_len {
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
                    reading.drop_prefix(line, &dropped);
                    i = dropped.end;
                    line_content = Some(skip_blanks(text, i));
                }
                _ => {
                    let at_sign = broken_at(text, i, &self.marks, &reading.bytes);
                    if let Some((byte, line, dropped)) = at_sign {
                        reading.bytes.push(byte);
                        reading.drop_prefix(line, &dropped);
                        i = byte.end;
                        line_content = Some(i);
                    } else if let Some(len) = typeset_hyphen(text, i) {
                        i += len;
                    } else if let Some(byte) = url_byte(text, i) {
                        reading.bytes.push(byte);
                        i = byte.end;
                    } else {
                        i += ws_len(text, i).unwrap_or(1);
                    }
                }
            }
        };
        (reading, end)
    }

    /// Returns the stop that a complete continuation line causes, if any.
    pub(super) fn line_that_ends(
        &self,
        line: usize,
        dropped: &Dropped,
        so_far: &Reading,
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
        let is_end = is_run_of_punctuation(rest) || begins_directive(text, last_angle);
        (is_end && !so_far.is_spaced(text)).then_some(Stop::MarksAndPunctuation { last_angle })
    }

    /// Decides the result of the candidate. Tries ragged-quote, then doubtful-close, then unclosed.
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

    /// Returns the result of a candidate closed by the `>` at `close`, without its trailing text.
    pub(super) fn closed(
        &self,
        mut reading: Reading,
        close: usize,
        damage: &[&'static str],
    ) -> Result<Found, Abandoned> {
        let mut warnings = damage.to_vec();
        let is_repeated = damage == [RAGGED_QUOTE] && cut_repeated_end(self.text, &mut reading);
        if cut_trailing_text(self.text, &mut reading) || is_repeated {
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
        reading: &Reading,
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
            also: Vec::new(),
        }
    }
}

/// Returns whether a directive of C follows the last `>` of a quote prefix, which a space precedes.
fn begins_directive(text: &[u8], last_angle: usize) -> bool {
    let word = &text[last_angle + 1..];
    let letters = word
        .iter()
        .skip(1)
        .take_while(|byte| byte.is_ascii_alphabetic());
    let len = word.len().min(1 + letters.count());
    b" \t".contains(&text[last_angle - 1]) && DIRECTIVE.is_match(&word[..len])
}

/// Returns whether a line is spaces and tabs, one run of punctuation, and spaces, tabs or CR.
pub(super) fn is_run_of_punctuation(rest: &[u8]) -> bool {
    let run = &rest[skip_blanks(rest, 0)..];
    let length = run.iter().take_while(|&&b| is_punctuation(b)).count();
    length > 0 && run[length..].iter().all(|&b| is_blank_or_cr(b))
}
