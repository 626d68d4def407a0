//! The links of a text.

use urlsift::{Config, OffsetUnit, Scan, UnitOffsets, Verdict};

use crate::{answer::Answer, link::push_link};

/// Returns the links of a text in UTF-8, in the order in which they begin.
///
/// The string of the answer is the URLs, joined. The numbers are, for each link: the length of its URL; the start and
/// end of its scheme and of its host, as ranges of the URL; kind; standard; bits of the warnings; number of quote
/// marks; number of line breaks; the start and end of the link in the text; the number of pieces; and the start and end
/// of each.
#[must_use]
pub fn find(text: &[u8], config: Config) -> Answer {
    let mut answer = Answer::default();
    let mut offsets = None;
    Scan::new(config, text).for_each_candidate(|candidate| {
        // Without links, there is nothing to convert.
        let offsets = offsets.get_or_insert_with(|| UnitOffsets::new(text, OffsetUnit::Utf16));
        let verdict = Verdict::of(candidate.url());
        push_link(&mut answer, candidate, &verdict, |byte| {
            offsets.before(byte)
        });
    });
    answer
}
