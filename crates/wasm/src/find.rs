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
/// end of its scheme and of its host, as ranges of the URL; kind; standard; bits of the warnings; number of quote
/// marks; number of line breaks; the start and end of the link in the text; the number of pieces; and the start and end
/// of each.
#[must_use]
pub fn find(text: &[u8], search: &Search) -> Answer {
    let mut answer = Answer::default();
    let mut offsets = None;
    let mut push = |candidate: &Candidate| {
        // Without links, there is nothing to convert.
        let offsets = offsets.get_or_insert_with(|| UnitOffsets::new(text, OffsetUnit::Utf16));
        let verdict = Verdict::of(candidate.url());
        push_link_of_text(&mut answer, candidate, &verdict, |byte| {
            offsets.before(byte)
        });
    };
    let mut finder = Finder::new(search.config(), may_be_url);
    let mut pop = |finder: &mut Finder| {
        while let Some(event) = finder.pop() {
            if let OwnedEvent::Candidate(candidate) = event
                && search.wants(candidate.delimiter())
            {
                push(&candidate);
            }
        }
    };
    for chunk in text.chunks(STEP) {
        finder.push(chunk);
        pop(&mut finder);
    }
    finder.finish();
    pop(&mut finder);
    answer
}

/// Returns whether a candidate claims its bytes, as far as the module can tell: what has a scheme is a URL for the
/// parser of WHATWG, unless its host or port is invalid.
fn may_be_url(candidate: &Candidate) -> bool {
    let url = candidate.url();
    Verdict::of(url).parts().scheme_span().is_some()
        || Conformance::without_whatwg(url) != Conformance::None
}
