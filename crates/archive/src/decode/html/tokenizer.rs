//! Separates the text of a page from its tags and comments (§13.2.5).
//!
//! Each state of the standard in which bytes differ is a state here, so that a page can be cut at any byte, and each
//! function can be compared with its section. Why the tokenizer of another crate does not serve stands in the module
//! above. States that only report errors are merged. `<![CDATA[` is read as the standard reads it in HTML, as a comment
//! up to the next `>`; in SVG and `MathML` it begins text, but only a tree would show that.

mod comment;
mod condition;
mod data;
mod raw_text;

use std::ops::Range;

use memchr::{memchr, memchr2};

use self::comment::Comment;
use super::{
    attributes::AttributeReader,
    condition::Condition,
    content::ContentModel,
    element::{Element, Role},
    held::HeldBytes,
    layout::Layout,
    reference::{self, ByteRole, Reference},
    tag::{Attribute, Tag, ends_name, run},
};
use crate::decode::{
    decoder::Decoder,
    output::Output,
    page_event::{PageBuffers, PageEvents, PageReader},
};

/// Decodes HTML in UTF-8 to its visible text, which its [`Layout`] arranges.
///
/// A character maps to its own bytes, the output of a character reference to all of its bytes, and
/// a line break made by a tag to the whole tag. Bytes that are not UTF-8 are shown unchanged.
///
/// Visible is the text between tags, except the content of `script`, `style`, `title`, `iframe`,
/// `noembed` and `noframes`. Outside `pre`, `listing`, `xmp`, `plaintext` and `textarea`, white
/// space is collapsed to one SP, even across tags, which maps to its first byte, and removed at the
/// start of a line. Inside these elements it is preserved, with LF for CR and CRLF.
///
/// Holds back at most 33 bytes: an incomplete character reference, or the possible start of a tag. If attributes
/// are wanted, the values of a tag are held until it ends: at most one of each name in the table of `attributes`,
/// each at most as long as the maximum.
#[derive(Debug, Default)]
pub(crate) struct Tokenizer {
    state: HtmlState,
    /// The content model of the text.
    content_model: ContentModel,
    /// The current tag.
    tag: Tag,
    held: HeldBytes,
    layout: Layout,
    condition: Condition,
    /// Whether conditional comments are not read.
    skips_conditions: bool,
    /// Whether the text is in a conditional comment.
    is_in_condition: bool,
    /// Reads the attributes that contain URLs, if they are wanted.
    attributes: Option<Box<AttributeReader>>,
}

/// The states of §13.2.5, without those that differ from others only in the errors that they
/// report.
#[derive(Clone, Copy, Debug, Default)]
enum HtmlState {
    /// The data, RCDATA, RAWTEXT, PLAINTEXT and script data states, which [`Tokenizer::content_model`]
    /// distinguishes.
    #[default]
    Text,
    /// The character reference states: `&` and the held bytes after it.
    Reference(Reference),
    /// The tag open state: `<`
    TagOpen,
    /// The end tag open state: `</`
    EndTagOpen,
    /// The tag name state: `<a`
    TagName,
    /// The attribute states: `<a `
    Attribute(Attribute),
    /// The markup declaration open state: `<!`
    Declaration,
    /// The markup declaration open state after `-`: `<!-`
    DeclarationDash,
    /// The comment states: `<!--`
    Comment(Comment),
    /// The condition of a comment, `<!--[`, or in a declaration, `<![`.
    Condition,
    /// One or two held `-` in a conditional comment.
    ConditionDash,
    /// The bogus comment state and the DOCTYPE states: markup that ends with the next `>`.
    Bogus,
    /// The RCDATA, RAWTEXT and script data less-than sign states: `<` in raw text.
    RawTextLessThanSign,
    /// `<!` in raw text of a conditional comment.
    RawTextDeclaration,
    /// The end tag open and end tag name states of raw text, and the escape start states of script
    /// data: `<` and the start of this word, which is significant here.
    RawTextWord(&'static [u8]),
}

impl Tokenizer {
    /// Creates a decoder that also reports the attributes that contain URLs, with values of at most `max_len` bytes.
    /// `buffers` come from an earlier page.
    pub(crate) fn with_attributes(max_len: usize, buffers: PageBuffers) -> Self {
        Self {
            attributes: Some(Box::new(AttributeReader::new(max_len, buffers))),
            ..Self::default()
        }
    }

    /// Reads conditional comments as any other.
    #[cfg(feature = "mail")]
    pub(crate) fn skip_conditions(&mut self) {
        self.skips_conditions = true;
    }

    fn read_steps(&mut self, input: &[u8], at: u64, out: &mut Output) {
        let mut taken = 0;
        while taken < input.len() {
            taken += self.step(&input[taken..], at + taken as u64, out);
        }
    }

    /// Consumes some of `input`, which is not empty, or changes to a state that can. Returns the
    /// number of bytes consumed.
    fn step(&mut self, input: &[u8], at: u64, out: &mut Output) -> usize {
        let first = input[0];
        match self.state {
            HtmlState::Text if self.content_model == ContentModel::Data => {
                if self.is_in_condition {
                    self.conditional_text(input, at, out)
                } else {
                    self.data(input, at, out)
                }
            }
            HtmlState::Text => self.text(input, at, out),
            HtmlState::Reference(reference) => self.reference(reference, first, at, out),
            HtmlState::TagOpen => self.tag_open(first, out),
            HtmlState::EndTagOpen => self.end_tag_open(first),
            HtmlState::TagName => self.tag_name(input),
            HtmlState::Attribute(attribute) => self.attribute(attribute, input, at, out),
            HtmlState::Declaration => self.declaration(first, HtmlState::DeclarationDash),
            HtmlState::DeclarationDash => {
                self.declaration(first, HtmlState::Comment(Comment::Start))
            }
            HtmlState::Comment(Comment::Body) => {
                self.skip_past(b'-', input, HtmlState::Comment(Comment::EndDash))
            }
            HtmlState::Comment(Comment::Start) if first == b'[' && !self.skips_conditions => {
                self.begin_condition(true)
            }
            HtmlState::Comment(comment) => self.comment(comment, first, out),
            HtmlState::Condition => self.read_condition(first, out),
            HtmlState::ConditionDash => self.condition_dash(first, at, out),
            HtmlState::Bogus => self.skip_past(b'>', input, HtmlState::Text),
            HtmlState::RawTextLessThanSign => self.raw_text_less_than_sign(first, out),
            HtmlState::RawTextDeclaration => self.raw_text_declaration(first, out),
            HtmlState::RawTextWord(word) => self.raw_text_word(word, first, out),
        }
    }

    /// Consumes the byte and changes the state.
    fn advance_to(&mut self, state: HtmlState) -> usize {
        self.state = state;
        1
    }

    /// Changes the state without consuming the byte: "reconsume" in the standard.
    fn reconsume_in(&mut self, state: HtmlState) -> usize {
        self.state = state;
        0
    }

    /// Consumes all bytes up to and including `end`.
    fn skip_past(&mut self, end: u8, input: &[u8], after: HtmlState) -> usize {
        let Some(at) = memchr(end, input) else {
            return input.len();
        };
        self.state = after;
        at + 1
    }
}

impl Decoder for Tokenizer {
    fn decode(&mut self, input: &[u8], at: u64, out: &mut Output) {
        let (mut rest, mut at) = (input, at);
        while let Some(stop) = self.attributes.as_ref().map(|reader| reader.next_stop()) {
            let len = stop.saturating_sub(at);
            let Some((before, after)) = usize::try_from(len)
                .ok()
                .and_then(|len| rest.split_at_checked(len))
            else {
                break;
            };
            self.read_steps(before, at, out);
            (rest, at) = (after, stop.max(at));
            if let Some(attributes) = &mut self.attributes {
                attributes.reach(at, out);
            }
        }
        self.read_steps(rest, at, out);
    }

    fn finish(&mut self, at: u64, out: &mut Output) {
        match self.state {
            HtmlState::Reference(reference) => self.end_reference(reference, at, out),
            HtmlState::TagOpen
            | HtmlState::EndTagOpen
            | HtmlState::RawTextLessThanSign
            | HtmlState::ConditionDash
            | HtmlState::RawTextDeclaration
            | HtmlState::RawTextWord(_) => {
                self.show_held(out);
            }
            // An incomplete tag or comment is not shown.
            HtmlState::Text
            | HtmlState::TagName
            | HtmlState::Attribute(_)
            | HtmlState::Declaration
            | HtmlState::DeclarationDash
            | HtmlState::Comment(_)
            | HtmlState::Condition
            | HtmlState::Bogus => {}
        }
        if let Some(attributes) = &mut self.attributes {
            attributes.end_style(out);
        }
    }

    /// An incomplete reference may become another one.
    fn cut(&mut self, _at: u64, _out: &mut Output) {}

    fn page(&mut self) -> Option<&mut dyn PageReader> {
        Some(self)
    }
}

impl PageReader for Tokenizer {
    fn take_events(&mut self) -> PageEvents {
        let attributes = self.attributes.as_mut();
        attributes.map_or_else(PageEvents::new, |attributes| attributes.take_events())
    }

    fn take_buffers(&mut self) -> Option<PageBuffers> {
        let attributes = self.attributes.as_mut();
        attributes.map(|attributes| attributes.take_buffers())
    }

    fn reuse_events(&mut self, events: PageEvents) {
        if let Some(attributes) = &mut self.attributes {
            attributes.reuse_events(events);
        }
    }

    fn is_in_markup(&self) -> bool {
        match self.state {
            HtmlState::Text
            | HtmlState::Reference(_)
            | HtmlState::TagOpen
            | HtmlState::ConditionDash
            | HtmlState::RawTextLessThanSign => !self.content_model.is_shown(),
            HtmlState::EndTagOpen
            | HtmlState::TagName
            | HtmlState::Attribute(_)
            | HtmlState::Declaration
            | HtmlState::DeclarationDash
            | HtmlState::Comment(_)
            | HtmlState::Condition
            | HtmlState::Bogus
            | HtmlState::RawTextDeclaration
            | HtmlState::RawTextWord(_) => true,
        }
    }
}

/// Text, and what turns out to be text.
impl Tokenizer {
    /// Consumes text outside the data state up to the next byte that may not be text, or that byte.
    fn text(&mut self, input: &[u8], at: u64, out: &mut Output) -> usize {
        let special = match &mut self.content_model {
            ContentModel::Data | ContentModel::Textarea => memchr2(b'<', b'&', input),
            ContentModel::Xmp | ContentModel::Hidden(_) => memchr(b'<', input),
            ContentModel::Plaintext => None,
            ContentModel::Script(script) => match script.read(input) {
                0 => Some(0),
                len => return len,
            },
        };
        if special == Some(0) {
            return self.begin_markup(input[0], at);
        }
        let len = special.unwrap_or(input.len());
        self.show(&input[..len], at, out);
        len
    }

    fn begin_start_tag(&mut self) {
        self.tag = Tag::default();
        if let Some(attributes) = &mut self.attributes {
            attributes.begin_tag();
        }
    }

    /// Consumes a `<` or `&` that may begin markup or a reference here.
    fn begin_markup(&mut self, byte: u8, at: u64) -> usize {
        self.held.begin(byte, at);
        self.advance_to(match self.content_model {
            _ if byte == b'&' => HtmlState::Reference(Reference::Start),
            ContentModel::Data => HtmlState::TagOpen,
            _ => HtmlState::RawTextLessThanSign,
        })
    }

    /// Shows bytes of the page unchanged, if the content is visible.
    fn show(&mut self, bytes: &[u8], at: u64, out: &mut Output) {
        match self.content_model {
            ContentModel::Data => self.layout.text(bytes, at, out),
            ContentModel::Hidden(_) => {
                if let Some(attributes) = &mut self.attributes {
                    attributes.push_style(bytes, at, out);
                }
            }
            ContentModel::Script(_) => {}
            ContentModel::Textarea | ContentModel::Xmp | ContentModel::Plaintext => {
                self.show_raw(bytes, at, out);
            }
        }
    }

    /// Shows raw text. Only the data state keeps NUL (§13.2.5.1, §13.2.5.2, §13.2.5.3, §13.2.5.5).
    fn show_raw(&mut self, bytes: &[u8], at: u64, out: &mut Output) {
        let mut from = 0;
        while let Some(len) = memchr(0, &bytes[from..]) {
            let (start, nul) = (at + from as u64, at + (from + len) as u64);
            self.layout.text(&bytes[from..from + len], start, out);
            let replacement = "\u{fffd}".as_bytes();
            self.layout.character(replacement, nul..nul + 1, out);
            from += len + 1;
        }
        self.layout.text(&bytes[from..], at + from as u64, out);
    }

    /// Shows the held bytes, which are text.
    fn show_held(&mut self, out: &mut Output) {
        let held = self.held;
        self.show(held.bytes(), held.at, out);
        self.state = HtmlState::Text;
    }

    /// The character reference states (§13.2.5.72 to §13.2.5.80).
    fn reference(&mut self, before: Reference, byte: u8, at: u64, out: &mut Output) -> usize {
        match before.role_of(byte) {
            ByteRole::Digit(reference) => return self.advance_to(HtmlState::Reference(reference)),
            ByteRole::Held(reference) => {
                self.held.push(byte);
                self.state = HtmlState::Reference(reference);
                if self.held.is_full() {
                    self.end_reference(reference, at + 1, out);
                }
            }
            ByteRole::Last => {
                self.held.push(byte);
                self.end_reference(before, at + 1, out);
            }
            ByteRole::After => {
                self.end_reference(before, at, out);
                return 0;
            }
        }
        1
    }

    /// Shows the result of a complete reference, which ends before `end`.
    fn end_reference(&mut self, reference: Reference, end: u64, out: &mut Output) {
        match reference {
            Reference::Start | Reference::NumberSign | Reference::HexadecimalStart => {
                self.show_held(out);
            }
            Reference::Named => self.end_named_reference(out),
            Reference::Number { code, .. } => {
                let mut utf8 = [0; 4];
                let character = reference::numbered(code).encode_utf8(&mut utf8);
                self.layout
                    .character(character.as_bytes(), self.held.at..end, out);
            }
        }
        self.state = HtmlState::Text;
    }

    /// Shows the held bytes, which may begin with a named reference (§13.2.5.73).
    fn end_named_reference(&mut self, out: &mut Output) {
        let held = self.held;
        let (characters, len) = reference::named(held.bytes());
        let after = held.at + len as u64;
        self.layout.character(&characters, held.at..after, out);
        self.show(&held.bytes()[len..], after, out);
    }
}

/// Tags and comments.
impl Tokenizer {
    /// The tag open state: `<` in the data state (§13.2.5.6).
    fn tag_open(&mut self, byte: u8, out: &mut Output) -> usize {
        match byte {
            b'!' => self.advance_to(HtmlState::Declaration),
            b'/' => {
                self.held.push(byte);
                self.advance_to(HtmlState::EndTagOpen)
            }
            b'?' => self.reconsume_in(HtmlState::Bogus),
            _ if byte.is_ascii_alphabetic() => {
                self.begin_start_tag();
                self.reconsume_in(HtmlState::TagName)
            }
            _ => {
                self.show_held(out);
                0
            }
        }
    }

    /// The end tag open state: `</` (§13.2.5.7).
    fn end_tag_open(&mut self, byte: u8) -> usize {
        match byte {
            b'>' => self.advance_to(HtmlState::Text),
            _ if byte.is_ascii_alphabetic() => {
                self.tag = Tag::end();
                self.reconsume_in(HtmlState::TagName)
            }
            _ => self.reconsume_in(HtmlState::Bogus),
        }
    }

    /// The tag name state (§13.2.5.8).
    fn tag_name(&mut self, input: &[u8]) -> usize {
        let len = run(input, |byte| !ends_name(byte));
        if len < input.len() {
            self.state = HtmlState::Attribute(Attribute::BeforeName);
        }
        let name = &input[..len];
        self.tag.push(name);
        if let Some(attributes) = &mut self.attributes
            && !self.tag.is_end
        {
            attributes.push_element(name);
        }
        len
    }

    /// The attribute states (§13.2.5.32 to §13.2.5.40).
    fn attribute(&mut self, before: Attribute, input: &[u8], at: u64, out: &mut Output) -> usize {
        let attributes = self.attributes.as_deref_mut();
        let mut attributes = attributes.filter(|_| !self.tag.is_end);
        let mut before = before;
        let mut taken = 0;
        while taken < input.len() {
            let (rest, start) = (&input[taken..], at + taken as u64);
            let (after, len) = before.read(rest);
            if let Some(attributes) = &mut attributes {
                attributes.read(before, after, &rest[..len], start);
            }
            taken += len;
            let Some(after) = after else {
                let element = Element::named(&self.tag.name);
                let source = self.held.at..at + taken as u64;
                self.state = HtmlState::Text;
                self.content_model = ContentModel::Data;
                self.close_tag(element, self.tag.is_end, source, out);
                return taken;
            };
            before = after;
        }
        self.state = HtmlState::Attribute(before);
        taken
    }

    /// Ends a tag of an element, at `source`, in the data state.
    fn close_tag(&mut self, element: &Element, is_end: bool, source: Range<u64>, out: &mut Output) {
        let is_link = element.role == Role::Link;
        if let Some(attributes) = &mut self.attributes {
            if is_link || !is_end {
                attributes.close_tag(is_link, is_end, source.end, out);
            } else {
                attributes.end_style(out);
            }
            if element.role == Role::Style && !is_end {
                attributes.begin_style();
            }
        }
        if is_link && is_end {
            self.layout.end_link(source.clone());
        }
        if self.is_in_condition && element.role == Role::DataIsland && !is_end {
            self.content_model = ContentModel::Hidden(b"/xml");
        }
        if !(element.affects_text() || self.layout.is_raw()) {
            return;
        }
        if !is_end {
            self.content_model = element.content;
        }
        let raw = self.content_model.is_preformatted();
        self.layout.tag(element, is_end, raw, source, out);
    }

    /// The markup declaration open state: `<!` or `<!-`. Only two dashes begin a comment that a `>`
    /// alone does not end (§13.2.5.42).
    fn declaration(&mut self, byte: u8, after_dash: HtmlState) -> usize {
        if byte == b'-' {
            return self.advance_to(after_dash);
        }
        if byte == b'[' && self.is_in_condition {
            return self.begin_condition(false);
        }
        self.reconsume_in(HtmlState::Bogus)
    }

    /// The comment states but the comment state itself.
    fn comment(&mut self, comment: Comment, byte: u8, out: &mut Output) -> usize {
        match comment.after(byte) {
            Some(Comment::Body) => self.reconsume_in(HtmlState::Comment(Comment::Body)),
            Some(next) => self.advance_to(HtmlState::Comment(next)),
            None => {
                // To others, the conditional comment around it ends here.
                self.set_condition(false, out);
                self.advance_to(HtmlState::Text)
            }
        }
    }
}
