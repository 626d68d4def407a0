//! The verdict on a URL.

use urlsift::{Conformance, OffsetUnit, UnitOffsets, rfc1738::Validation};

use crate::{
    answer::Answer,
    names::{number_of, url_warnings},
};

/// Returns the verdict on a URL in UTF-8.
///
/// The string of the answer has a line for each problem, the first 1000 at most: its code and the production of RFC
/// 1738 that it violates. The numbers are: standard; bits of the warnings; the start and end of scheme and host; and
/// the start and end of each problem.
#[must_use]
pub fn check(url: &[u8]) -> Answer {
    let validation = Validation::of(url);
    let offsets = UnitOffsets::new(url, OffsetUnit::Utf16);
    let mut answer = Answer::default();
    let level = Conformance::without_whatwg(url);
    answer.numbers.extend([
        number_of(Conformance::ALL, &level),
        url_warnings(validation.warnings_without_whatwg().iter()),
    ]);
    let problems = validation.problems();
    let parts = validation.parts();
    let ranges = [parts.scheme_span(), parts.host_span()].into_iter();
    for range in ranges.chain(problems.iter().map(|problem| Some(problem.span()))) {
        answer.push_range(range, |byte| offsets.before(byte));
    }
    for problem in problems {
        for string in [problem.code().name(), " ", problem.rule().name(), "\n"] {
            answer.text.extend_from_slice(string.as_bytes());
        }
    }
    answer
}
