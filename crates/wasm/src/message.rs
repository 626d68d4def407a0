//! The links of a message.

use std::borrow::Cow;

use urlsift::{Conformance, DecodedText, OffsetUnit, Section, Source};

use crate::{
    Search,
    answer::Answer,
    link::{push_link, push_link_of_text, push_span, push_string},
    lossy::LossyText,
    strings,
};

/// Returns the decoded texts of a raw message that are not empty or have links, with these links, in the order of the
/// message.
///
/// For each text, the string of the answer has the number of its part, its media type, the name of its header field,
/// and the text; then the URLs of its links. The numbers are: the lengths of these four strings, where 0 is none; 1 if
/// the text is what a page shows, and 0 if not; the number of links; then for each link those that
/// [`find()`](crate::find()) returns, with offsets in the decoded text; the start and end of the link and of each piece
/// in the message, in bytes; the number of lines in which the element of an attribute shows a text; and the start and
/// end of each line in the decoded text.
#[must_use]
pub fn find_in_message(message: &[u8], search: &Search) -> Answer {
    let mut answer = Answer::default();
    for text in with_options(urlsift::message(message), search).texts() {
        push_text(&mut answer, &text, search);
    }
    answer
}

/// Returns the links of a decoded page as [`find()`](crate::find()) returns those of a text, with offsets in the page.
#[must_use]
pub fn find_html(page: &[u8], search: &Search) -> Answer {
    // JavaScript passes UTF-8.
    links_of(urlsift::html(&String::from_utf8_lossy(page)), search)
}

/// Returns the links of a text as [`find()`](crate::find()) does, and defanged ones.
pub(crate) fn find_defanged(text: &[u8], search: &Search) -> Answer {
    links_of(urlsift::text(&String::from_utf8_lossy(text)), search)
}

fn links_of(source: Source<'_>, search: &Search) -> Answer {
    let mut answer = Answer::default();
    for link in with_options(source, search).unit(OffsetUnit::Utf16).links() {
        let link = link.with_unwrapping(search.unwraps());
        let (verdict, strings) = (link.verdict(), strings::of_link(&link));
        let (span, pieces) = (link.span(), link.pieces());
        push_link(
            &mut answer,
            link.candidate(),
            &verdict,
            span,
            pieces,
            &strings,
        );
    }
    answer
}

fn with_options<'s>(source: Source<'s>, search: &Search) -> Source<'s> {
    let kinds: Vec<_> = search.kinds().collect();
    let source = source.config(search.config()).kinds(&kinds);
    // JavaScript selects by the standard.
    source.conforms(Conformance::None)
}

fn push_text(answer: &mut Answer, text: &DecodedText, search: &Search) {
    let decoded = LossyText::new(text.bytes());
    let (number, media_type, header) = match text.section() {
        Section::Header(name) => ("", "", String::from_utf8_lossy(name)),
        Section::Part(part) => {
            let number = part.number().unwrap_or_default();
            (number, part.media_type(), Cow::default())
        }
        _ => Default::default(),
    };
    for string in [number, media_type, &header, decoded.as_str()] {
        push_string(answer, string);
    }
    answer.push(text.is_html().into());
    answer.push(text.links().len() as u64);
    let offsets = decoded.offsets();
    for link in text.links() {
        let link = link.clone().with_unwrapping(search.unwraps());
        let is_in_text = link.markup().is_none();
        // A link in an attribute is an empty range at its tag.
        let offset = |byte| offsets.before(if is_in_text { byte } else { link.text_start() });
        let (verdict, strings) = (link.verdict(), strings::of_link(&link));
        push_link_of_text(answer, link.candidate(), &verdict, &strings, offset);
        push_span(answer, link.span());
        for piece in link.pieces() {
            push_span(answer, piece);
        }
        let lines = (!is_in_text).then(|| text.spans_of(&link));
        let lines = lines.into_iter().flatten();
        let lines: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
        answer.push(lines.len() as u64);
        for line in lines {
            answer.push_range(Some(line.range()), |byte| offsets.before(byte));
        }
    }
}
