//! Excerpts of text: the lines of a link, and the lines around them.

use std::{collections::VecDeque, ops::Range};

use urlsift_search::{Link, Markup, Span, TextLine, escaped, expand_tabs};

/// The number of lines shown before and after a link.
pub(crate) const CONTEXT_LINES: u64 = 1;

/// The maximum number of bytes of a line that are shown: those nearest to the link.
const MAX_LINE: usize = 300;

/// The maximum number of bytes shown before a link on the same line.
const MAX_BEFORE: usize = 120;

/// The maximum number of lines of an excerpt.
const MAX_LINES: usize = 16;

/// Collects the excerpts of the links of consecutive texts.
#[derive(Debug, Default)]
pub(crate) struct Excerpts {
    /// The recent lines that an excerpt can still include.
    lines: VecDeque<BufferedLine>,
    pending: Vec<Pending>,
}

#[derive(Clone, Debug)]
struct BufferedLine {
    number: u64,
    /// The offset in the decoded text.
    start: u64,
    text: Vec<u8>,
    is_truncated: bool,
}

/// A link whose excerpt is not complete.
#[derive(Debug)]
struct Pending {
    /// The index of the link.
    link: usize,
    /// The numbers of the lines that the link begins and ends on.
    begin: u64,
    end: u64,
    /// The offset in the decoded text at which it begins.
    start: u64,
    /// The link's first line.
    head: Vec<u8>,
}

/// A complete excerpt.
#[derive(Debug)]
pub(crate) struct Excerpt {
    /// The index of the link.
    pub(crate) link: usize,
    /// Printable text.
    pub(crate) lines: Vec<String>,
}

impl Excerpts {
    /// Begins a file.
    pub(crate) fn clear_lines(&mut self) {
        self.lines.clear();
    }

    /// Continues a file after the lines buffered by `last`.
    pub(crate) fn resume(&mut self, last: Option<&Self>) {
        self.lines = last.map(|last| last.lines.clone()).unwrap_or_default();
    }

    /// Begins the excerpt of a link that begins on line `number`.
    ///
    /// A link in an attribute is where the text shows its element.
    pub(crate) fn begin(&mut self, index: usize, link: &Link<'_>, number: u64) {
        let candidate = link.candidate();
        let (raw, breaks) = match link.markup() {
            Some(markup) => (markup.text().unwrap_or_default().as_bytes(), 0),
            None => (candidate.raw(), candidate.breaks() as u64),
        };
        let shown = link.markup().and_then(Markup::shown);
        let mut lines = raw.split(|&byte| byte == b'\n' || byte == b'\r');
        self.pending.push(Pending {
            link: index,
            begin: number,
            end: number + breaks,
            start: shown.map_or(link.text_start(), Span::start),
            head: lines.next().unwrap_or_default().to_vec(),
        });
    }

    /// Adds the next line of text.
    pub(crate) fn add_line(&mut self, line: TextLine<'_>) {
        let number = line.number;
        self.lines.push_back(BufferedLine {
            number,
            start: line.start,
            text: line.text.to_vec(),
            is_truncated: line.is_cut,
        });
        // The next link may be on this line.
        let oldest = self
            .pending
            .iter()
            .map(Pending::first)
            .fold(number.saturating_sub(CONTEXT_LINES), u64::min);
        while self.lines.front().is_some_and(|line| line.number < oldest) {
            self.lines.pop_front();
        }
    }

    /// Removes and returns the excerpts that end at or before line `number`, which must have been added.
    pub(crate) fn take_complete(&mut self, number: u64) -> Vec<Excerpt> {
        let lines = &self.lines;
        let complete = self
            .pending
            .extract_if(.., |pending| pending.last() <= number);
        complete
            .map(|pending| Excerpt {
                link: pending.link,
                lines: pending.excerpt(lines),
            })
            .collect()
    }
}

impl Pending {
    const fn first(&self) -> u64 {
        self.begin.saturating_sub(CONTEXT_LINES)
    }

    const fn last(&self) -> u64 {
        self.end.saturating_add(CONTEXT_LINES)
    }

    fn excerpt(&self, lines: &VecDeque<BufferedLine>) -> Vec<String> {
        let range = self.first()..=self.last();
        lines
            .iter()
            .filter(|line| range.contains(&line.number))
            .map(|line| self.shown(line))
            .take(MAX_LINES)
            .collect()
    }

    /// Returns the part of a line that is shown: the one nearest to the link.
    fn shown(&self, line: &BufferedLine) -> String {
        let text = &*line.text;
        // Where the link begins in the line; 0 if it begins before it.
        let at = usize::try_from(self.start.saturating_sub(line.start)).unwrap_or(usize::MAX);
        let range = if at > text.len() && line.number == self.begin && line.is_truncated {
            return format!("...{}...", printable(&self.head));
        } else if at > text.len() {
            text.len().saturating_sub(MAX_LINE)..text.len()
        } else {
            at.saturating_sub(MAX_BEFORE)..(at + MAX_LINE).min(text.len())
        };
        let range = char_range(text, range);
        let ellipsis = |is_cut| if is_cut { "..." } else { "" };
        let before = ellipsis(range.start > 0);
        let after = ellipsis(range.end < text.len() || line.is_truncated);
        format!("{before}{}{after}", printable(&text[range]))
    }
}

fn printable(line: &[u8]) -> String {
    escaped(&expand_tabs(line))
}

/// Narrows a range to whole UTF-8 characters.
fn char_range(text: &[u8], range: Range<usize>) -> Range<usize> {
    let is_inside = |at: &usize| text.get(*at).is_some_and(|byte| byte & 0xc0 == 0x80);
    let start = (range.start..range.end).find(|at| !is_inside(at));
    let end = (range.start..=range.end).rev().find(|at| !is_inside(at));
    let start = start.unwrap_or(range.end);
    start..end.unwrap_or(start).max(start)
}

#[cfg(test)]
mod tests {
    use super::{BufferedLine, MAX_BEFORE, MAX_LINE, Pending, char_range};

    fn shown(number: u64, at: u64, text: &[u8], is_truncated: bool) -> String {
        let pending = Pending {
            link: 0,
            begin: 5,
            end: 5,
            start: 9000 + at,
            head: b"<news:1>".into(),
        };
        pending.shown(&BufferedLine {
            number,
            start: number * 9000 - 36_000,
            text: text.into(),
            is_truncated,
        })
    }

    #[test]
    fn part_of_a_line_nearest_to_the_link_is_shown() {
        assert_eq!(
            shown(5, 5, b"\tsee <news:1>\x1b.", false),
            "        see <news:1>\\x1b."
        );
        let [long, near] = ["x".repeat(1000), "x".repeat(MAX_LINE)];
        let before = "x".repeat(MAX_BEFORE);
        let after = "y".repeat(MAX_LINE - "<news:1>".len());
        let line = format!("{long}<news:1>{}", "y".repeat(1000));
        let expected = format!("...{before}<news:1>{after}...");
        assert_eq!(shown(5, 1000, line.as_bytes(), false), expected);
        assert_eq!(
            shown(4, 1000, line.replace('y', "x").as_bytes(), false),
            format!("...{near}")
        );
        assert_eq!(shown(6, 0, line.as_bytes(), false), format!("{near}..."));
        assert_eq!(shown(6, 0, b"x", true), "x...");
        // The link is after the end of the truncated line.
        assert_eq!(shown(5, 5000, long.as_bytes(), true), "...<news:1>...");
    }

    #[test]
    fn no_character_is_cut() {
        let text = "aé漢b".as_bytes();
        assert_eq!(char_range(text, 0..text.len()), 0..text.len());
        assert_eq!(char_range(text, 2..5), 3..3);
        assert_eq!(char_range(text, 1..5), 1..3);
        assert_eq!(char_range(text, 2..2), 2..2);
        assert_eq!(char_range(b"\x80\x80\x80", 1..2), 2..2);
        assert_eq!(char_range(b"", 0..0), 0..0);
    }
}
