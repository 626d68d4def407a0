//! The links of a text.

use urlsift::{Candidate, Conformance, OffsetUnit, UnitOffsets, Verdict};
use urlsift_scan::OwnedEvent;
use urlsift_undelimited::Finder;

use crate::{Search, answer::Answer, link::push_link_of_text};

/// The number of bytes that the finder reads at once. What it finds is bounded by it.
const STEP: usize = 1 << 16;

/// Returns the links of a text in UTF-8, in the order in which they begin.
///
/// The string of the answer is the URLs, joined. The numbers are, for each link: the length of its URL; the start and
/// end of its scheme and of its host, as ranges of the URL; kind; standard; bits of the warnings; quote depth; number
/// of line breaks; the start and end of the link in the text; the number of pieces; and the start and end of each.
#[must_use]
pub fn find(text: &[u8], search: &Search) -> Answer {
    let mut answer = Answer::default();
    let mut offsets = None;
    let mut push = |candidate: &Candidate| {
        // Without links, there is nothing to convert.
        let offsets = offsets.get_or_insert_with(|| UnitOffsets::new(text, OffsetUnit::Utf16));
        push_candidate(&mut answer, candidate, |byte| offsets.before(byte));
    };
    let mut finder = finder_of(search);
    for chunk in text.chunks(STEP) {
        finder.push(chunk);
        pop_candidates(&mut finder, search, &mut push);
    }
    finder.finish();
    pop_candidates(&mut finder, search, &mut push);
    answer
}

/// A search of a text that is passed in slices. It keeps only the end of the text that may contain the start of a link.
pub struct SlicedSearch {
    search: Search,
    finder: Finder,
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
            finder: finder_of(&search),
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
        for chunk in slice.chunks(STEP) {
            self.finder.push(chunk);
            pop_candidates(&mut self.finder, &self.search, |candidate| {
                push_candidate(&mut answer, candidate, offset);
            });
        }
        let decided = self.finder.undecided();
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
        self.finder.finish();
        pop_candidates(&mut self.finder, &self.search, |candidate| {
            push_candidate(&mut answer, candidate, |byte| {
                units + offsets.before(byte - start)
            });
        });
        answer
    }
}

fn finder_of(search: &Search) -> Finder {
    Finder::new(search.config(), may_be_url)
}

/// Passes on the candidates of the wanted kinds that the finder has decided.
fn pop_candidates(finder: &mut Finder, search: &Search, mut push: impl FnMut(&Candidate)) {
    while let Some(event) = finder.pop() {
        if let OwnedEvent::Candidate(candidate) = event
            && search.wants(candidate.delimiter())
        {
            push(&candidate);
        }
    }
}

fn push_candidate(answer: &mut Answer, candidate: &Candidate, offset: impl Fn(u64) -> u64) {
    let verdict = Verdict::of(candidate.url());
    push_link_of_text(answer, candidate, &verdict, offset);
}

/// Returns whether a candidate claims its bytes, as far as the module can tell: what has a scheme is a URL for the
/// parser of WHATWG, unless its host or port is invalid.
fn may_be_url(candidate: &Candidate) -> bool {
    let url = candidate.url();
    Verdict::of(url).parts().scheme_span().is_some()
        || Conformance::without_whatwg(url) != Conformance::None
}
