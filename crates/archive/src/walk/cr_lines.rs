//! Messages of a mailbox whose lines end in CR alone, among others whose lines end in LF.
//!
//! Such a message is a single line to everyone else, up to the first LF after it. Its bytes are converted before they
//! are walked through, all at once for a window, which keeps every offset.

use std::ops::Range;

use memchr::{memchr, memchr2, memmem};

use crate::frame::from_line::{FROM, begins_header};

/// A window with an LF for each CR in such a line.
pub(super) struct ConvertedLines {
    pub(super) bytes: Vec<u8>,
    /// The ranges that were converted.
    lines: Vec<Range<usize>>,
}

impl ConvertedLines {
    /// Converts a window. `is_in_line` says whether it begins in such a line, `begins_line` whether a line begins
    /// there.
    pub(super) fn of(window: &[u8], is_in_line: bool, begins_line: bool) -> Self {
        let mut converted = Self {
            bytes: window.to_vec(),
            lines: Vec::new(),
        };
        let mut from = 0;
        if is_in_line {
            from = converted.convert(0);
        }
        while let Some(found) = memmem::find(&window[from..], FROM) {
            let at = from + found;
            let begins = if at == 0 {
                begins_line
            } else {
                window[at - 1] == b'\n'
            };
            from = if begins && is_cr_line(&window[at..]) {
                converted.convert(at)
            } else {
                at + FROM.len()
            };
        }
        converted
    }

    /// Converts the line that begins or continues at an index. Returns its end.
    fn convert(&mut self, at: usize) -> usize {
        let end = memchr(b'\n', &self.bytes[at..]).map_or(self.bytes.len(), |lf| at + lf + 1);
        // A CR before the LF is part of that line break.
        let last = end - usize::from(self.bytes[at..end].ends_with(b"\r\n")) * 2;
        for byte in &mut self.bytes[at..last] {
            if *byte == b'\r' {
                *byte = b'\n';
            }
        }
        self.lines.push(at..end);
        end
    }

    /// Returns whether an index is in such a line, after its start.
    pub(super) fn is_in_line(&self, index: usize) -> bool {
        let is_open = |line: &Range<usize>| {
            line.start < index && (index < line.end || index == line.end && self.is_open(line))
        };
        self.lines.iter().any(is_open)
    }

    /// Returns whether a line continues after the window.
    fn is_open(&self, line: &Range<usize>) -> bool {
        line.end == self.bytes.len() && !self.bytes.ends_with(b"\n")
    }
}

/// Returns whether a `From ` line ends in CR alone: a header field follows it.
fn is_cr_line(text: &[u8]) -> bool {
    let Some(end) = memchr2(b'\r', b'\n', text) else {
        return false;
    };
    text[end] == b'\r' && begins_header(&text[end + 1..], true) == Some(true)
}
