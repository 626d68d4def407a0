//! The links of a message.

use std::{mem, ops::ControlFlow};

use urlsift::{
    Candidate, Conformance, Kind, Link, Markup, OffsetUnit, ReadOptions, Sifter, Sink, Skip,
    Source, Span, Verdict,
    archive::{Place, TextUnit},
};

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
/// [`find()`](crate::find()) returns, with offsets in the decoded text, followed by the start and end of the link in
/// the message, in bytes, by those of each piece, and by those of what the element of an attribute shows, in the
/// decoded text, which are 0 if it shows nothing.
#[must_use]
pub fn find_in_message(message: &[u8], search: &Search) -> Answer {
    let mut texts = Texts {
        search,
        answer: Answer::default(),
        text: Vec::new(),
        is_html: false,
        links: Vec::new(),
        place: <[String; 3]>::default(),
    };
    let options = ReadOptions::new().kind(Some(Kind::Message));
    // Reading a slice does not fail, and the sink skips nothing.
    let _ = Sifter::with(search.config())
        .reading(options)
        // The texts are displayed, so that their charsets matter even where no URL can be.
        .every_text(true)
        .sift_slice(message, &mut texts);
    texts.end_text();
    texts.answer
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
    let kinds: Vec<_> = search.kinds().collect();
    let source = source
        .config(search.config())
        .kinds(&kinds)
        .conforms(Conformance::None);
    for link in source.unit(OffsetUnit::Utf16).links() {
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

/// A link of the current text.
struct TextLink {
    candidate: Candidate,
    /// The offset in the text of the tag that contains the link; `None` for a link in the text itself.
    tag: Option<u64>,
    /// What the element of an attribute shows.
    shown: Option<Span>,
    strings: Vec<Vec<u8>>,
    span: Span,
    pieces: Vec<Span>,
}

struct Texts<'s> {
    search: &'s Search,
    answer: Answer,
    /// The decoded bytes of the current text.
    text: Vec<u8>,
    is_html: bool,
    links: Vec<TextLink>,
    /// The part, its type and the header field of the current text.
    place: [String; 3],
}

impl Texts<'_> {
    /// Appends the current text, unless it is empty.
    fn end_text(&mut self) {
        let links = mem::take(&mut self.links);
        if !links.is_empty() || !self.text.is_empty() {
            self.push_text(&links);
        }
        self.text.clear();
    }

    fn push_text(&mut self, links: &[TextLink]) {
        let text = LossyText::new(&self.text);
        for string in self.place.iter().map(String::as_str).chain([text.as_str()]) {
            push_string(&mut self.answer, string);
        }
        self.answer.push(self.is_html.into());
        self.answer.push(links.len() as u64);
        let offsets = text.offsets();
        for link in links {
            let verdict = Verdict::of(link.candidate.url());
            push_link_of_text(
                &mut self.answer,
                &link.candidate,
                &verdict,
                &link.strings,
                |byte| offsets.before(link.tag.unwrap_or(byte)),
            );
            push_span(&mut self.answer, link.span);
            for &piece in &link.pieces {
                push_span(&mut self.answer, piece);
            }
            let shown = link.shown.unwrap_or_default();
            for byte in [shown.start(), shown.end()] {
                self.answer.push(offsets.before(byte));
            }
        }
    }
}

impl Sink for Texts<'_> {
    fn begin_text(&mut self, text: &TextUnit<'_>) {
        self.end_text();
        self.is_html = text.is_html;
        self.place = strings_of(text.place);
    }

    fn text(&mut self, decoded: &[u8]) {
        self.text.extend_from_slice(decoded);
    }

    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        if !self.search.wants(link.candidate().delimiter()) {
            return ControlFlow::Continue(());
        }
        let link = link.clone().with_unwrapping(self.search.unwraps());
        self.links.push(TextLink {
            candidate: link.candidate().clone(),
            tag: link.markup().map(|_| link.text_start()),
            span: link.span(),
            shown: link.markup().and_then(Markup::shown),
            strings: strings::of_link(&link),
            pieces: link.pieces().collect(),
        });
        ControlFlow::Continue(())
    }
}

/// Returns the number of the part, its type and the name of the header field that a place is.
fn strings_of(place: Place<'_>) -> [String; 3] {
    let mut strings = <[String; 3]>::default();
    match place {
        Place::Header(name) => strings[2] = String::from_utf8_lossy(name).into_owned(),
        Place::Part(part) => {
            let numbers = part.path.iter().map(u32::to_string);
            strings[0] = numbers.collect::<Vec<_>>().join(".");
            part.media_type.clone_into(&mut strings[1]);
        }
        _ => {}
    }
    strings
}
