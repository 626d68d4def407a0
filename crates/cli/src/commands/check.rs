//! `check`: validates URLs from the command line or standard input.

use std::{
    fmt::Display,
    io::{self, BufRead, BufReader, Read},
    path::Path,
};

use urlsift::write_judged_line;
use urlsift_search::{Position, SystemReason, Verdict, rfc1738::Base};
use urlsift_select::BaseText;

use super::message;
use crate::{
    options::{CheckOptions, CheckShow},
    report::check_report::CheckReport,
    term::interrupt,
    term::{
        exit::Exit,
        output::{Output, Stop},
        streams::Streams,
    },
};

/// The number of bytes of standard input read at a time.
const BLOCK: usize = 128 << 10;

/// The maximum length of a line, in bytes. It bounds the memory, and exceeds the length of every URL that the
/// scanner finds by default.
const MAX_LINE: usize = 1 << 20;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Runs `check`.
pub(crate) fn run(options: &CheckOptions) -> Exit {
    if let Some(options_of_message) = &options.message {
        return message::run(options_of_message, &options.streams);
    }
    let mut check = Check {
        options,
        base: options.base.as_ref().and_then(BaseText::base),
        report: match options.show {
            CheckShow::Report { color } => {
                Some(CheckReport::new(color, terminal_width(&options.streams)))
            }
            CheckShow::Json | CheckShow::Nothing => None,
        },
        output: Output::new(&options.streams),
        is_first: true,
        all_conform: true,
        failed: false,
    };
    let end = check.check_all().and_then(|()| check.output.flush());
    let failed = check.output.has_failed(end) || check.failed;
    interrupt::exit_or_signal(Exit::of_selection(check.all_conform).or_error(failed))
}

/// Returns the width of reports: the width of the terminal, or 80.
fn terminal_width(streams: &Streams) -> usize {
    const DEFAULT: usize = 80;
    let width = terminal_size::terminal_size().filter(|_| streams.stdout_is_terminal());
    width.map_or(DEFAULT, |(width, _)| usize::from(width.0))
}

struct Check<'c> {
    options: &'c CheckOptions,
    base: Option<Base<'c>>,
    report: Option<CheckReport>,
    output: Output,
    is_first: bool,
    all_conform: bool,
    failed: bool,
}

impl Check<'_> {
    fn check_all(&mut self) -> Result<(), Stop> {
        if self.options.urls.is_empty() {
            return self.check_lines();
        }
        for url in &self.options.urls {
            match url.as_encoded_bytes() {
                b"-" => self.check_lines()?,
                url => self.check_url(url)?,
            }
            if self.is_done() {
                break;
            }
        }
        Ok(())
    }

    /// Checks each line of standard input, without its LF or CRLF, and without a byte order mark before the first.
    fn check_lines(&mut self) -> Result<(), Stop> {
        let mut stdin = BufReader::with_capacity(BLOCK, self.options.streams.stdin());
        let mut line = Vec::new();
        for number in 1_u64.. {
            if !stdin.buffer().contains(&b'\n') {
                // Reading the next line may block.
                self.output.flush()?;
            }
            let end = read_line(&mut stdin, &mut line);
            if interrupt::requested().is_some() {
                break;
            }
            match end {
                Ok(LineEnd::Input) => break,
                // A text of nothing but the mark has no lines.
                Ok(LineEnd::Line) if number == 1 && line == BYTE_ORDER_MARK => {}
                Ok(LineEnd::Line) => {
                    let unmarked = line.strip_prefix(BYTE_ORDER_MARK).filter(|_| number == 1);
                    self.check_url(unmarked.unwrap_or(&line))?;
                }
                Ok(LineEnd::TooLong) => {
                    let position = Position {
                        line: number,
                        column: 1,
                    };
                    self.diagnose(
                        Some(position),
                        &format!("line is longer than {MAX_LINE} bytes"),
                    )?;
                }
                Err(error) => return self.diagnose(None, &SystemReason(&error)),
            }
            if self.is_done() {
                break;
            }
        }
        Ok(())
    }

    fn check_url(&mut self, url: &[u8]) -> Result<(), Stop> {
        let verdict = Verdict::of(url);
        self.all_conform &= verdict.reaches(self.options.level);
        let out = &mut self.output.out;
        match &self.report {
            Some(report) => {
                if !self.is_first {
                    out.push(b'\n');
                }
                report.draw(out, url, &verdict, self.options.level, self.base)?;
            }
            None if self.options.show == CheckShow::Json => {
                write_judged_line(out, url, &verdict, self.base);
            }
            None => {}
        }
        self.is_first = false;
        self.output.flush_if_full()
    }

    /// Returns whether the exit status is already determined.
    fn is_done(&self) -> bool {
        let is_decided = self.options.show == CheckShow::Nothing && !self.all_conform;
        is_decided || interrupt::requested().is_some()
    }

    fn diagnose(&mut self, position: Option<Position>, reason: &dyn Display) -> Result<(), Stop> {
        self.failed = true;
        self.output.diagnose_at(Path::new("-"), position, reason)
    }
}

/// How a line ended.
enum LineEnd {
    Line,
    /// The line is longer than `MAX_LINE`.
    TooLong,
    /// There is no further line.
    Input,
}

/// Reads a line into a buffer. Skips the rest of a line that is too long.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<LineEnd> {
    line.clear();
    // Including a CRLF.
    let max = MAX_LINE as u64 + 2;
    if input.take(max).read_until(b'\n', line)? == 0 {
        return Ok(LineEnd::Input);
    }
    let has_ended = line.ends_with(b"\n") || (line.len() as u64) < max;
    if line.pop_if(|&mut last| last == b'\n').is_some() {
        line.pop_if(|&mut last| last == b'\r');
    }
    if has_ended && line.len() <= MAX_LINE {
        return Ok(LineEnd::Line);
    }
    if !has_ended {
        input.skip_until(b'\n')?;
    }
    Ok(LineEnd::TooLong)
}

#[cfg(test)]
mod tests {
    use super::{LineEnd, MAX_LINE, read_line};

    #[test]
    fn lines_end_at_line_breaks_and_are_limited() {
        let long = "x".repeat(MAX_LINE);
        let text = format!("a\r\n\nb\rc\n{long}\r\n{long}x\n{long}xyz\n{long}\r");
        let mut input = text.as_bytes();
        let mut line = Vec::new();
        let mut seen = Vec::new();
        loop {
            match read_line(&mut input, &mut line).expect("reading a slice does not fail") {
                LineEnd::Input => break,
                LineEnd::Line => seen.push(Some(line.len())),
                LineEnd::TooLong => seen.push(None),
            }
        }
        let whole = Some(MAX_LINE);
        assert_eq!(seen, [Some(1), Some(0), Some(3), whole, None, None, None]);
    }
}
