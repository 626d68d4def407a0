//! The scanner: passes a text that arrives in chunks to the search of whole texts.
//!
//! The search says how far a text is decided. The scanner keeps the rest, and searches it again with the next bytes,
//! once it has grown. To search at every byte what a state machine can do would double each rule; to cut only at empty
//! lines would delay the links of a log, which has none.
//!
//! Only what is kept is copied, and as many bytes after it as decide it: then the search continues in the chunk itself.

use std::mem;

use crate::{
    bracket::prefilter::OpeningPrefilter,
    build::{Builder, Event},
    candidate::Candidate,
    config::Config,
    hits::Hits,
    search::{Known, Rules, Text},
};

/// The number of bytes that are searched at a time, which bounds the memory of what is found in them.
const BLOCK: usize = 64 << 10;

/// The least number of bytes that are added to those that are kept before they are searched again.
const STEP: usize = 256;

/// The number of kept bytes that are searched again with every chunk. More of them must have grown by a quarter.
const SMALL: usize = 1 << 10;

/// Finds the URLs of a text that arrives in chunks of any size.
///
/// The chunks do not affect what is found. The scanner keeps the text from the first undecided byte on: that of a
/// candidate in angle brackets, at most twice [`Config::max_len`]; if other kinds are wanted, the unfinished line and
/// the lines over which a URL may continue. A line of more than 64 KiB, or four times the maximum length, is searched
/// in windows of this length. In addition, the scanner retains the last lines before, at most 3 KiB, and what it finds
/// in 64 KiB of text. It reads each byte a bounded number of times, whatever the text and the chunks.
///
/// ```
/// use urlsift_scan::{Config, Event, Scanner};
///
/// let mut scanner = Scanner::new(Config::new());
/// let mut urls = Vec::new();
/// let mut report = |event: &Event| {
///     if let Event::Candidate(found) = event {
///         urls.push(found.url().to_vec());
///     }
/// };
/// for chunk in [&b"> see <URL:ftp://ds.in\n"[..], b"> ternic.net/rfc> for it"] {
///     scanner.push(chunk, &mut report);
/// }
/// scanner.finish(&mut report);
/// assert_eq!(urls, [b"ftp://ds.internic.net/rfc"]);
/// ```
#[derive(Debug)]
pub struct Scanner {
    rules: Rules,
    known: Known,
    hits: Hits,
    builder: Builder,
    /// The text that must be searched again.
    kept: Vec<u8>,
    /// The number of kept bytes when they were searched last.
    searched: usize,
    /// The offset of the first kept byte, or of the next byte.
    start: u64,
}

impl Scanner {
    /// Creates a scanner at the start of a text.
    #[must_use]
    pub fn new(config: Config) -> Self {
        Self {
            rules: Rules::new(config),
            known: Known::default(),
            hits: Hits::default(),
            builder: Builder::new(),
            kept: Vec::new(),
            searched: 0,
            start: 0,
        }
    }

    /// Sets the function that returns whether a string is a URL by any standard: only then can a candidate keep its
    /// bytes from weaker kinds. Without it, every candidate does.
    #[must_use]
    pub fn judge(mut self, is_url: fn(&[u8]) -> bool) -> Self {
        self.rules.is_url = is_url;
        self
    }

    /// Sets whether the next text is decoded HTML, in which `&gt;` is text like any other. At first it is not.
    pub const fn set_html(&mut self, is_html: bool) {
        self.rules.set_html(is_html);
    }

    /// Sets whether the next text is a header field, in which [names](Config::names_in_headers) may not be wanted. At
    /// first it is not.
    pub const fn set_header(&mut self, is_header: bool) {
        self.rules.set_header(is_header);
    }

    /// Searches the next bytes of the text, and reports all that they decide, in the order of the first bytes.
    pub fn push(&mut self, input: &[u8], report: &mut impl FnMut(&Event)) {
        self.push_from(input, 0, 0, report);
    }

    /// Searches like [`push`](Self::push), if it is known that the first [trigger](crate::Triggers::find) in the input
    /// is at the index `first_trigger` or later, and the first `<` after which a [candidate opens](Self::prefilter) at
    /// the index `first_opener` or later.
    pub fn push_from(
        &mut self,
        input: &[u8],
        first_trigger: usize,
        first_opener: usize,
        report: &mut impl FnMut(&Event),
    ) {
        let mut at = 0;
        let mut block = BLOCK;
        while at < input.len() {
            if self.kept.is_empty() {
                let end = input.len().min(at + block);
                let text = Text {
                    bytes: &input[at..end],
                    first_trigger: first_trigger.saturating_sub(at),
                    first_opener: first_opener.saturating_sub(at),
                    is_last: false,
                };
                let done = self.search(text, report);
                at += done;
                if end < input.len() {
                    block = if done > 0 { BLOCK } else { block * 2 };
                } else {
                    self.kept.extend_from_slice(&input[at..]);
                    self.searched = self.kept.len();
                    return;
                }
            } else {
                let kept = self.kept.len();
                let added = (input.len() - at).min(kept.max(STEP));
                self.kept.extend_from_slice(&input[at..at + added]);
                at += added;
                let is_worth = self.kept.len() <= SMALL
                    || self.kept.len() - self.searched >= self.searched / 4;
                if at == input.len() && !is_worth {
                    return;
                }
                let done = self.search_kept(false, report);
                if done >= kept {
                    // The rest need not be copied.
                    at -= self.kept.len() - done;
                    self.kept.clear();
                } else {
                    self.kept.drain(..done);
                }
                self.searched = self.kept.len();
            }
        }
    }

    /// Ends the text, and reports what is left. The scanner is then ready for another text, whose first byte has offset
    /// 0.
    pub fn finish(&mut self, report: &mut impl FnMut(&Event)) {
        self.search_kept(true, report);
        self.reset();
    }

    /// Ends the text and discards what is not decided. The scanner is then ready for another text, whose first byte has
    /// offset 0.
    pub fn reset(&mut self) {
        self.known.clear();
        self.kept.clear();
        self.searched = 0;
        self.start = 0;
    }

    /// Returns the prefilter for texts that this scanner scans.
    #[must_use]
    pub const fn prefilter(&self) -> OpeningPrefilter {
        self.rules.config.prefilter()
    }

    /// Returns the offset before which no event begins that has not been reported.
    #[must_use]
    pub const fn undecided(&self) -> u64 {
        self.start + self.known.decided as u64
    }

    /// Returns the offset of the next byte.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.start + self.kept.len() as u64
    }

    /// Searches the bytes that are kept. Returns how many of them are done.
    fn search_kept(&mut self, is_last: bool, report: &mut impl FnMut(&Event)) -> usize {
        let kept = mem::take(&mut self.kept);
        let text = Text {
            bytes: &kept,
            first_trigger: 0,
            first_opener: 0,
            is_last,
        };
        let done = self.search(text, report);
        self.kept = kept;
        done
    }

    /// Searches a text, and reports what is decided. Returns how many bytes need not be searched again.
    fn search(&mut self, text: Text<'_>, report: &mut impl FnMut(&Event)) -> usize {
        let done = self.rules.find(text, &mut self.known, &mut self.hits);
        let Hits {
            brackets,
            lines,
            pieces,
            ..
        } = &self.hits;
        let mut brackets = brackets.iter().peekable();
        let mut lines = lines.iter().peekable();
        loop {
            let next = brackets.next_if(|bracket| {
                let line = lines.peek();
                line.is_none_or(|line| bracket.span.start <= line.span.start)
            });
            let Some(hit) = next.or_else(|| lines.next()) else {
                break;
            };
            let start = self.start;
            report(
                self.builder
                    .event(hit, pieces, text.bytes, start, &self.rules),
            );
        }
        self.start += done as u64;
        done
    }
}

/// Returns everything that is found in a text, in order.
///
/// ```
/// use urlsift_scan::{Config, Event, Reason};
///
/// let text = b"<http://a.example/x\n<http://a.example/x>";
/// let events = urlsift_scan::find(text, &Config::new());
/// assert!(matches!(&events[0], Event::Rejected(rejected) if rejected.reason == Reason::Opener));
/// assert!(matches!(&events[1], Event::Candidate(link) if link.url() == b"http://a.example/x"));
/// ```
#[must_use]
pub fn find(text: &[u8], config: &Config) -> Vec<Event> {
    let mut events = Vec::new();
    let mut scanner = Scanner::new(config.clone());
    let mut report = |event: &Event| events.push(event.clone());
    scanner.push(text, &mut report);
    scanner.finish(&mut report);
    events
}

/// Returns the URLs in angle brackets of a text, with the default [`Config`].
///
/// ```
/// let text = b"found under <URL:ftp://info.cern.ch/pub/www/doc;\n  type=d> and";
/// let found = urlsift_scan::candidates(text).next().unwrap();
/// assert_eq!(found.url(), b"ftp://info.cern.ch/pub/www/doc;type=d");
/// assert_eq!(found.span().range(), 12..58);
/// ```
pub fn candidates(text: &[u8]) -> impl Iterator<Item = Candidate> {
    let events = find(text, &Config::new()).into_iter();
    events.filter_map(|event| match event {
        Event::Candidate(candidate) => Some(candidate),
        Event::Rejected(_) => None,
    })
}
