//! The links of a text.

use urlsift::{
    Candidate, Config, Conformance, Delimiter, OffsetUnit, Scan, Span, UnitOffsets,
    rfc1738::Validation,
};

use crate::{
    answer::Answer,
    names::{number_of, text_warnings, url_warnings},
    parts::scheme_and_host,
};

/// Returns the links of a text in UTF-8, in the order in which they begin.
///
/// The string of the answer is the URLs, joined. The numbers are, for each link: the length of its URL; the start and end of
/// its scheme and of its host, as ranges of the URL; kind; standard; bits of the warnings; number of quote marks; number
/// of line breaks; the start and end of the link in the text; the number of pieces; and the start and end of each.
#[must_use]
pub fn find(text: &[u8], config: Config) -> Answer {
    let mut answer = Answer::default();
    let mut offsets = None;
    for candidate in Scan::new(config, text).candidates() {
        // Without links, there is nothing to convert.
        let offsets = offsets.get_or_insert_with(|| UnitOffsets::new(text, OffsetUnit::Utf16));
        add(&mut answer, &candidate, offsets);
    }
    answer
}

fn add(answer: &mut Answer, candidate: &Candidate, offsets: &UnitOffsets<'_>) {
    let url = candidate.url();
    let validation = Validation::of(url);
    let in_url = UnitOffsets::new(url, OffsetUnit::Utf16);
    answer.text.extend_from_slice(url);
    answer.push(in_url.before(url.len() as u64));
    for part in scheme_and_host(url, &validation) {
        answer.push(in_url.before(part.start as u64));
        answer.push(in_url.before(part.end as u64));
    }
    let level = Conformance::without_whatwg(url);
    let warnings = text_warnings(candidate.warnings().iter());
    answer.numbers.extend([
        number_of(Delimiter::ALL, &candidate.delimiter()),
        number_of(Conformance::ALL, &level),
        warnings | url_warnings(validation.warnings().iter()),
        candidate.quote_depth() as u32,
        candidate.breaks() as u32,
    ]);
    let pieces = candidate.pieces();
    push_span(answer, candidate.span(), offsets);
    answer.push(pieces.len() as u64);
    for &piece in pieces {
        push_span(answer, piece, offsets);
    }
}

fn push_span(answer: &mut Answer, span: Span, offsets: &UnitOffsets<'_>) {
    answer.push(offsets.before(span.start()));
    answer.push(offsets.before(span.end()));
}
