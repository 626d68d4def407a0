//! The links of a text.

use urlsift::{Candidate, Conformance, OffsetUnit, UnitOffsets, Verdict};
use urlsift_scan::{Event, Scanner};

use crate::{Search, answer::Answer, link::push_link_of_text, strings};

/// Returns the links of a text in UTF-8, in the order in which they begin.
///
/// The string of the answer is the URLs, joined. The numbers are, for each link: the length of its URL; the start and
/// end of its scheme and of its host, as ranges of the URL; kind; standard; bits of the warnings; quote depth; number
/// of line breaks; the start and end of the link in the text; the number of pieces; the start and end of each; the
/// number of further strings, which follow the URL; and the length of each. Only the module for messages has such
/// strings: the target; what a relative reference resolves to; the element, the attribute, the text that the element
/// shows, the host in this text and the host of the link, if they differ; and the guesses at a damaged URL. A string
/// that the link does not have is empty.
#[must_use]
pub fn find(text: &[u8], search: &Search) -> Answer {
    #[cfg(feature = "message")]
    if search.refangs() {
        return crate::message::find_defanged(text, search);
    }
    let mut answer = Answer::default();
    let mut offsets = None;
    let mut push = |candidate: &Candidate| {
        // Without links, there is nothing to convert.
        let offsets = offsets.get_or_insert_with(|| UnitOffsets::new(text, OffsetUnit::Utf16));
        push_candidate(&mut answer, candidate, search, |byte| offsets.before(byte));
    };
    let mut scanner = scanner_of(search);
    let mut report = |event: &Event| wanted(event, search).into_iter().for_each(&mut push);
    scanner.push(text, &mut report);
    scanner.finish(&mut report);
    answer
}

/// A search of a text that is passed in slices. It keeps only the end of the text that may contain the start of a link.
pub struct SlicedSearch {
    search: Search,
    scanner: Scanner,
    /// The bytes of the text from the first one that is not decided.
    tail: Vec<u8>,
    /// The offset of the tail, in bytes and in UTF-16 code units.
    tail_start: (u64, u64),
}

impl SlicedSearch {
    /// Creates a search at the start of a text.
    #[must_use]
    pub fn new(search: Search) -> Self {
        Self {
            scanner: scanner_of(&search),
            search,
            tail: Vec::new(),
            tail_start: (0, 0),
        }
    }

    /// Returns the links that are decided by the next slice of the text, as [`find()`](crate::find()) returns them.
    /// Their offsets count from the start of the text.
    #[must_use]
    pub fn push(&mut self, slice: &[u8]) -> Answer {
        let mut answer = Answer::default();
        self.tail.extend_from_slice(slice);
        let offsets = UnitOffsets::new(&self.tail, OffsetUnit::Utf16);
        let (start, units) = self.tail_start;
        let offset = |byte: u64| units + offsets.before(byte - start);
        self.scanner.push(slice, &mut |event: &Event| {
            if let Some(candidate) = wanted(event, &self.search) {
                push_candidate(&mut answer, candidate, &self.search, offset);
            }
        });
        let decided = self.scanner.undecided();
        self.tail_start = (decided, offset(decided));
        self.tail.drain(..(decided - start) as usize);
        answer
    }

    /// Ends the text, and returns the other links.
    #[must_use]
    pub fn finish(mut self) -> Answer {
        let mut answer = Answer::default();
        let offsets = UnitOffsets::new(&self.tail, OffsetUnit::Utf16);
        let (start, units) = self.tail_start;
        self.scanner.finish(&mut |event: &Event| {
            if let Some(candidate) = wanted(event, &self.search) {
                push_candidate(&mut answer, candidate, &self.search, |byte| {
                    units + offsets.before(byte - start)
                });
            }
        });
        answer
    }
}

fn scanner_of(search: &Search) -> Scanner {
    Scanner::new(search.config()).judge(may_be_url)
}

/// Returns the candidate of an event, if it is of a wanted kind.
fn wanted<'e>(event: &'e Event, search: &Search) -> Option<&'e Candidate> {
    match event {
        Event::Candidate(candidate) if search.wants(candidate.delimiter()) => Some(candidate),
        _ => None,
    }
}

fn push_candidate(
    answer: &mut Answer,
    candidate: &Candidate,
    search: &Search,
    offset: impl Fn(u64) -> u64,
) {
    let strings = if cfg!(feature = "message") {
        strings::of_candidate(candidate, search)
    } else {
        Vec::new()
    };
    let verdict = Verdict::of(candidate.url());
    push_link_of_text(answer, candidate, &verdict, &strings, offset);
}

/// Returns whether a candidate claims its bytes, as far as the module can tell: what has a scheme is a URL for the
/// parser of WHATWG, unless its host or port is invalid.
fn may_be_url(url: &[u8]) -> bool {
    Verdict::of(url).parts().scheme_span().is_some()
        || Conformance::without_whatwg(url) != Conformance::None
}
