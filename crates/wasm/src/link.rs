//! The numbers that describe a link.

use urlsift::{Candidate, Conformance, Delimiter, Span, Verdict};

use crate::{
    answer::Answer,
    lossy::LossyText,
    names::{number_of, text_warnings, url_warnings},
};

/// Appends a link as [`find()`](crate::find()) describes it. `verdict` is the verdict on its URL; `span` and `pieces`
/// are its place, and `strings` follow its URL.
pub(crate) fn push_link(
    answer: &mut Answer,
    candidate: &Candidate,
    verdict: &Verdict<'_>,
    span: Span,
    pieces: impl ExactSizeIterator<Item = Span>,
    strings: &[Vec<u8>],
) {
    let url = candidate.url();
    // The URL of a link in a message need not be UTF-8.
    let text = LossyText::new(url);
    let in_url = text.offsets();
    answer.text.extend_from_slice(text.as_str().as_bytes());
    answer.push(in_url.before(url.len() as u64));
    let parts = verdict.parts();
    for part in [parts.scheme_span(), parts.host_span()] {
        answer.push_range(part, |byte| in_url.before(byte));
    }
    let level = Conformance::without_whatwg(url);
    let warnings = text_warnings(candidate.warnings().iter());
    answer.numbers.extend([
        number_of(Delimiter::EVERY, &candidate.delimiter()),
        number_of(Conformance::ALL, &level),
        warnings | url_warnings(verdict.warnings_without_whatwg().iter()),
        candidate.quote_depth() as u32,
        candidate.breaks() as u32,
    ]);
    push_span(answer, span);
    answer.push(pieces.len() as u64);
    for piece in pieces {
        push_span(answer, piece);
    }
    answer.push(strings.len() as u64);
    for string in strings {
        push_string(answer, &String::from_utf8_lossy(string));
    }
}

/// Appends a link of a text whose offsets `offset` converts to UTF-16 code units.
pub(crate) fn push_link_of_text(
    answer: &mut Answer,
    candidate: &Candidate,
    verdict: &Verdict<'_>,
    strings: &[Vec<u8>],
    offset: impl Fn(u64) -> u64,
) {
    let convert = |span: Span| Span::new(offset(span.start()), offset(span.end()));
    let pieces = candidate.pieces().iter().copied().map(convert);
    push_link(
        answer,
        candidate,
        verdict,
        convert(candidate.span()),
        pieces,
        strings,
    );
}

/// Appends a string and its length.
pub(crate) fn push_string(answer: &mut Answer, string: &str) {
    answer.push(string.encode_utf16().count() as u64);
    answer.text.extend_from_slice(string.as_bytes());
}

/// Appends the start and end of a span.
pub(crate) fn push_span(answer: &mut Answer, span: Span) {
    answer.push(span.start());
    answer.push(span.end());
}
