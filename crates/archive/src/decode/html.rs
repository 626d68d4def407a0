//! The text that a page of HTML shows.
//!
//! The rules are those of the HTML standard's §13.2.5 (tokenization), whatever version of HTML the
//! page says it is: they are defined for every sequence of bytes. Section numbers below are of that
//! standard. There is no tree: what an element does to the text is told from its tags alone.
//!
//! A note to maintainers: `html5gum` knows the standard's two thousand named character references,
//! and is asked for each one here, but does not read the page. It cannot stop in the middle of a
//! reference and go on later, it keeps `</` and any number of letters behind it while it is in a
//! script, and the places it tells are off by one at the end of the input. So the states stand here,
//! as far as they matter to somebody who does not want attributes, comments or errors, and the tests
//! ask `html5gum` whether they agree.

use std::ops::Range;

use html5gum::{DefaultEmitter, Emitter, ForwardingEmitter, Token, Tokenizer};
use memchr::{memchr, memchr2, memchr2_iter, memchr3};

use super::{Decoder, Output};

/// The most bytes of a page that are kept back to look whether it can show a `<` at all.
pub(crate) const HOLD: usize = 256 * 1024;

/// The length of the longest character reference with a name,
/// `&CounterClockwiseContourIntegral;`.
const REFERENCE_MAX: usize = 33;

/// The length of the longest name of an element that does anything to the text, and one.
const NAME_MAX: usize = 11;

/// Decodes HTML in UTF-8 to the text it shows.
///
/// A character stands at its own place, a character reference at all of its bytes, a line break made
/// by a tag at all of the tag. Bytes that are no UTF-8 are shown as they are.
///
/// Shown is what stands between the tags, but for the content of `script`, `style`, `title`,
/// `iframe`, `noembed` and `noframes`. Outside `pre`, `listing`, `xmp`, `plaintext` and `textarea`,
/// white space is shown as one SP, at the place of its first byte, even across tags, and not at all
/// at the start of a line. Inside, it stays, with LF for CR and CRLF.
///
/// The text is only of use for what stands behind a `<` of it. Most pages show none, and of those
/// nothing is given: a page of at most 256 KiB is kept until its end and looked through, as fast as
/// memory is read. Of a longer one all the text is given, and of it at most 33 bytes are kept back.
#[derive(Debug)]
pub(crate) struct Html {
    /// What has come of the page, as long as it is short.
    hold: Option<Hold>,
    page: Page,
}

#[derive(Debug, Default)]
struct Hold {
    bytes: Vec<u8>,
    /// The offset of the first of them.
    at: u64,
}

impl Html {
    /// For a new page.
    pub(crate) fn new() -> Self {
        Self {
            hold: Some(Hold::default()),
            page: Page::default(),
        }
    }

    /// For a new page of which the text is wanted even if it has no `<`; nothing but an unfinished
    /// character reference or tag is kept back.
    pub(crate) fn showing_all() -> Self {
        Self {
            hold: None,
            page: Page::default(),
        }
    }
}

impl Decoder for Html {
    fn decode(&mut self, input: &[u8], at: u64, out: &mut Output) {
        if let Some(hold) = &mut self.hold
            && input.len() <= HOLD - hold.bytes.len()
        {
            if hold.bytes.is_empty() {
                hold.at = at;
            }
            hold.bytes.extend_from_slice(input);
            return;
        }
        if let Some(hold) = self.hold.take() {
            self.page.read(&hold.bytes, hold.at, out);
        }
        self.page.read(input, at, out);
    }

    fn finish(&mut self, at: u64, out: &mut Output) {
        if let Some(hold) = self.hold.take() {
            if !may_show_less_than(&hold.bytes) {
                return;
            }
            self.page.read(&hold.bytes, hold.at, out);
        }
        self.page.finish(at, out);
    }

    fn held(&self, tell: &mut dyn FnMut(u64)) {
        if let Some(hold) = &self.hold {
            for at in memchr2_iter(b'<', b'&', &hold.bytes) {
                tell(hold.at + at as u64);
            }
        } else if self.page.may_show_held() {
            tell(self.page.held.at);
        }
    }
}

/// Whether a whole page may show a `<`. If it says no, the page shows none.
fn may_show_less_than(page: &[u8]) -> bool {
    memchr2_iter(b'<', b'&', page).any(|at| {
        let behind = &page[at + 1..];
        if page[at] == b'&' {
            refers_to_less_than(behind)
        } else {
            !begins_markup(behind) || begins_shown_raw_text(behind)
        }
    })
}

/// Whether `&` with this behind it may be a character reference that shows a `<`.
///
/// `&nvlt;` is a `<` with a combining line.
fn refers_to_less_than(behind: &[u8]) -> bool {
    let is_named = |name: &&[u8]| behind.starts_with(name);
    let Some(number) = behind.strip_prefix(b"#") else {
        return [&b"lt"[..], b"LT", b"nvlt"].iter().any(is_named);
    };
    let (digits, codes) = match number {
        [b'x' | b'X', digits @ ..] => (digits, [b"3c", b"3C"]),
        digits => (digits, [b"60", b"60"]),
    };
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    codes.iter().any(|code| digits[zeros..].starts_with(*code))
}

/// Whether `<` with this behind it, as far as the end of the page, is no text (§13.2.5.6).
fn begins_markup(behind: &[u8]) -> bool {
    match behind {
        [b'/'] => false,
        [first, ..] => first.is_ascii_alphabetic() || matches!(first, b'/' | b'!' | b'?'),
        [] => false,
    }
}

/// Whether `<` with this behind it may begin a tag behind which even a `<` with a letter is shown.
fn begins_shown_raw_text(behind: &[u8]) -> bool {
    let is_named = |name: &&[u8]| {
        let start = behind.get(..name.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(name))
    };
    [&b"textarea"[..], b"xmp", b"plaintext"]
        .iter()
        .any(is_named)
}

/// A page as far as it was read.
#[derive(Debug, Default)]
struct Page {
    state: State,
    content: Content,
    tag: Tag,
    held: Held,
    layout: Layout,
}

/// What the next byte belongs to: the states of §13.2.5, without those that differ from others only
/// in the errors they tell.
#[derive(Clone, Copy, Debug, Default)]
enum State {
    /// Text of the kind that [`Page::content`] says.
    #[default]
    Text,
    /// `&` and what is held behind it.
    Reference(Reference),
    /// `<`
    TagOpen,
    /// `</`
    EndTagOpen,
    /// `<a`
    TagName,
    /// `<a `
    Attribute(Attribute),
    /// `<!`
    Declaration,
    /// `<!-`
    DeclarationDash,
    /// `<!--`
    Comment(Comment),
    /// What ends with the next `>`: a doctype, or a bogus comment.
    Bogus,
    /// In raw text, `<`.
    Mark,
    /// In raw text, `<` and the start of this word, which means something there.
    Word(&'static [u8]),
}

/// §13.2.5.72 to §13.2.5.80.
#[derive(Clone, Copy, Debug)]
enum Reference {
    /// `&`
    Start,
    /// `&a`
    Named,
    /// `&#`
    NumberSign,
    /// `&#x`
    HexadecimalStart,
    /// `&#1` or `&#x1`
    Number { code: u32, radix: u32 },
}

/// §13.2.5.32 to §13.2.5.40: only a quoted value can hide a `>`.
#[derive(Clone, Copy, Debug)]
enum Attribute {
    BeforeName,
    Name,
    AfterName,
    BeforeValue,
    QuotedValue(u8),
    UnquotedValue,
}

/// §13.2.5.43 to §13.2.5.52.
#[derive(Clone, Copy, Debug)]
enum Comment {
    /// `<!--`
    Start,
    /// `<!---`
    StartDash,
    Body,
    /// `-`
    EndDash,
    /// `--`
    End,
    /// `--!`
    EndBang,
}

/// What the text outside of tags is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Content {
    /// The data state, with tags and references.
    #[default]
    Data,
    /// Text up to an end tag, with references (RCDATA), and shown.
    Textarea,
    /// Text up to an end tag, shown.
    Xmp,
    /// Text up to the end of the page, shown.
    Plaintext,
    Script(Script),
    /// Text up to an end tag, whose `/` and name these are, not shown.
    Hidden(&'static [u8]),
}

/// What a script says of itself in comments (§13.2.5.15 to §13.2.5.31): between `<!--` and `-->`,
/// a `<script>` inside hides the `</script>` that belongs to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Script {
    escape: Escape,
    /// How many `-` stand before the next byte, 2 for any more.
    dashes: u8,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Escape {
    #[default]
    None,
    Escaped,
    DoubleEscaped,
}

impl Content {
    /// What stands behind a start tag with this name.
    fn behind(name: &[u8]) -> Self {
        match name {
            b"textarea" => Self::Textarea,
            b"xmp" => Self::Xmp,
            b"plaintext" => Self::Plaintext,
            b"script" => Self::Script(Script::default()),
            b"style" => Self::Hidden(b"/style"),
            b"title" => Self::Hidden(b"/title"),
            b"iframe" => Self::Hidden(b"/iframe"),
            b"noembed" => Self::Hidden(b"/noembed"),
            b"noframes" => Self::Hidden(b"/noframes"),
            _ => Self::Data,
        }
    }

    fn is_shown(self) -> bool {
        !matches!(self, Self::Script(_) | Self::Hidden(_))
    }

    /// Whether white space stays as it is.
    fn is_preformatted(self) -> bool {
        matches!(self, Self::Textarea | Self::Xmp | Self::Plaintext)
    }

    /// The word that means something behind a `<` here, and begins with `first`.
    fn word(self, first: u8) -> Option<&'static [u8]> {
        match (self, first) {
            (Self::Textarea, b'/') => Some(b"/textarea"),
            (Self::Xmp, b'/') => Some(b"/xmp"),
            (Self::Script(_), b'/') => Some(b"/script"),
            (Self::Hidden(word), b'/') => Some(word),
            (Self::Script(script), b'!') if script.escape == Escape::None => Some(b"!--"),
            (Self::Script(script), b's' | b'S') if script.escape == Escape::Escaped => {
                Some(b"script")
            }
            _ => None,
        }
    }
}

/// The name of a tag, as far as it matters.
#[derive(Clone, Copy, Debug, Default)]
struct Tag {
    is_end: bool,
    /// In lower case.
    name: [u8; NAME_MAX],
    len: usize,
}

impl Tag {
    fn push(&mut self, byte: u8) {
        // A name that fills all the room is none that is known.
        if let Some(room) = self.name.get_mut(self.len) {
            *room = byte.to_ascii_lowercase();
            self.len += 1;
        }
    }

    fn name(&self) -> &[u8] {
        &self.name[..self.len]
    }
}

/// Bytes that stand in the page one behind another, and are text or not, as the next ones tell.
#[derive(Clone, Copy, Debug)]
struct Held {
    /// The offset of the first, the `<` or `&`.
    at: u64,
    bytes: [u8; REFERENCE_MAX],
    len: usize,
}

impl Default for Held {
    fn default() -> Self {
        Self {
            at: 0,
            bytes: [0; REFERENCE_MAX],
            len: 0,
        }
    }
}

impl Held {
    fn begin(&mut self, byte: u8, at: u64) {
        self.at = at;
        self.len = 0;
        self.push(byte);
    }

    /// Holds one more, of which the caller knows that there is room.
    fn push(&mut self, byte: u8) {
        self.bytes[self.len] = byte;
        self.len += 1;
    }

    fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

impl Page {
    fn read(&mut self, input: &[u8], at: u64, out: &mut Output) {
        let mut taken = 0;
        while taken < input.len() {
            taken += self.take(&input[taken..], at + taken as u64, out);
        }
    }

    /// Takes some of `input`, which is not empty, or changes the state so that it can be taken.
    fn take(&mut self, input: &[u8], at: u64, out: &mut Output) -> usize {
        let first = input[0];
        match self.state {
            State::Text => self.text(input, at, out),
            State::Reference(reference) => self.reference(reference, first, at, out),
            State::TagOpen => self.tag_open(first, out),
            State::EndTagOpen => self.end_tag_open(first),
            State::TagName => self.tag_name(first),
            State::Attribute(Attribute::QuotedValue(quote)) => {
                self.skip_past(quote, input, State::Attribute(Attribute::BeforeName))
            }
            State::Attribute(attribute) => self.attribute(attribute, first, at, out),
            State::Declaration => self.declaration(first, State::DeclarationDash),
            State::DeclarationDash => self.declaration(first, State::Comment(Comment::Start)),
            State::Comment(Comment::Body) => {
                self.skip_past(b'-', input, State::Comment(Comment::EndDash))
            }
            State::Comment(comment) => self.comment(comment, first),
            State::Bogus => self.skip_past(b'>', input, State::Text),
            State::Mark => self.mark(first, out),
            State::Word(word) => self.word(word, first, out),
        }
    }

    /// The page is over, at the offset `at`.
    fn finish(&mut self, at: u64, out: &mut Output) {
        match self.state {
            State::Reference(Reference::Named) => self.named_reference(out),
            State::Reference(Reference::Number { code, .. }) => {
                self.numeric_reference(code, at, out);
            }
            State::Reference(_)
            | State::TagOpen
            | State::EndTagOpen
            | State::Mark
            | State::Word(_) => self.show_held(out),
            // What is left of a tag or a comment is not shown.
            _ => {}
        }
    }

    /// Whether what is held may be shown, or stands for what is.
    fn may_show_held(&self) -> bool {
        match self.state {
            State::Reference(_) | State::TagOpen | State::EndTagOpen => true,
            State::Mark | State::Word(_) => self.content.is_shown(),
            _ => false,
        }
    }

    /// Takes what stands before the next byte that may be no text, or that byte.
    fn text(&mut self, input: &[u8], at: u64, out: &mut Output) -> usize {
        let special = match self.content {
            Content::Data | Content::Textarea => memchr2(b'<', b'&', input),
            Content::Xmp | Content::Hidden(_) => memchr(b'<', input),
            Content::Plaintext => None,
            Content::Script(script) => return self.script(script, input, at),
        };
        if special != Some(0) {
            let len = special.unwrap_or(input.len());
            self.show(&input[..len], at, out);
            return len;
        }
        self.held.begin(input[0], at);
        self.state = match self.content {
            _ if input[0] == b'&' => State::Reference(Reference::Start),
            Content::Data => State::TagOpen,
            _ => State::Mark,
        };
        1
    }

    /// Shows bytes of the page as they are, if they stand where anything is shown.
    fn show(&mut self, bytes: &[u8], at: u64, out: &mut Output) {
        match self.content {
            Content::Data => self.layout.text(bytes, at, out),
            Content::Script(_) | Content::Hidden(_) => {}
            // NUL stays in the data state only (§13.2.5.1, §13.2.5.2, §13.2.5.3, §13.2.5.5).
            Content::Textarea | Content::Xmp | Content::Plaintext => {
                let mut from = 0;
                while let Some(len) = memchr(0, &bytes[from..]) {
                    let nul = at + (from + len) as u64;
                    let before = &bytes[from..from + len];
                    self.layout.text(before, at + from as u64, out);
                    self.layout
                        .character("\u{fffd}".as_bytes(), nul..nul + 1, out);
                    from += len + 1;
                }
                self.layout.text(&bytes[from..], at + from as u64, out);
            }
        }
    }

    fn show_held(&mut self, out: &mut Output) {
        let held = self.held;
        self.show(held.bytes(), held.at, out);
        self.state = State::Text;
    }

    fn skip_past(&mut self, end: u8, input: &[u8], behind: State) -> usize {
        let Some(at) = memchr(end, input) else {
            return input.len();
        };
        self.state = behind;
        at + 1
    }

    /// `<`, in the data state (§13.2.5.6).
    fn tag_open(&mut self, byte: u8, out: &mut Output) -> usize {
        match byte {
            b'!' => self.go_on(State::Declaration),
            b'/' => {
                self.held.push(byte);
                self.go_on(State::EndTagOpen)
            }
            b'?' => self.again(State::Bogus),
            _ if byte.is_ascii_alphabetic() => {
                self.tag = Tag::default();
                self.again(State::TagName)
            }
            _ => {
                self.show_held(out);
                0
            }
        }
    }

    /// Takes the byte.
    fn go_on(&mut self, state: State) -> usize {
        self.state = state;
        1
    }

    /// Leaves the byte to another state.
    fn again(&mut self, state: State) -> usize {
        self.state = state;
        0
    }

    /// `</` (§13.2.5.7).
    fn end_tag_open(&mut self, byte: u8) -> usize {
        match byte {
            b'>' => self.go_on(State::Text),
            _ if byte.is_ascii_alphabetic() => {
                self.tag = Tag {
                    is_end: true,
                    ..Tag::default()
                };
                self.again(State::TagName)
            }
            _ => self.again(State::Bogus),
        }
    }

    /// §13.2.5.8
    fn tag_name(&mut self, byte: u8) -> usize {
        if ends_name(byte) {
            return self.again(State::Attribute(Attribute::BeforeName));
        }
        self.tag.push(byte);
        1
    }

    fn attribute(&mut self, attribute: Attribute, byte: u8, at: u64, out: &mut Output) -> usize {
        use Attribute::{AfterName, BeforeName, BeforeValue, Name, QuotedValue, UnquotedValue};
        self.state = State::Attribute(match (attribute, byte) {
            (_, b'>') => {
                self.close_tag(at + 1, out);
                return 1;
            }
            (BeforeName | Name | AfterName, b'/') => BeforeName,
            (Name | AfterName, b'=') => BeforeValue,
            (BeforeName, b'=') => Name,
            (BeforeValue, b'"' | b'\'') => QuotedValue(byte),
            (BeforeName | AfterName | BeforeValue, _) if is_white(byte) => attribute,
            (Name, _) if is_white(byte) => AfterName,
            (UnquotedValue, _) if is_white(byte) => BeforeName,
            (BeforeName | Name | AfterName, _) => Name,
            (BeforeValue | UnquotedValue | QuotedValue(_), _) => UnquotedValue,
        });
        1
    }

    /// `<!` and `<!-`: only two dashes begin a comment that `>` alone does not end (§13.2.5.42).
    fn declaration(&mut self, byte: u8, behind_dash: State) -> usize {
        if byte == b'-' {
            return self.go_on(behind_dash);
        }
        self.again(State::Bogus)
    }

    fn comment(&mut self, comment: Comment, byte: u8) -> usize {
        let next = match (comment, byte) {
            (Comment::Start | Comment::StartDash | Comment::End | Comment::EndBang, b'>') => {
                return self.go_on(State::Text);
            }
            (Comment::Start, b'-') => Comment::StartDash,
            (Comment::StartDash | Comment::EndDash | Comment::End, b'-') => Comment::End,
            (Comment::End, b'!') => Comment::EndBang,
            (Comment::EndBang, b'-') => Comment::EndDash,
            _ => return self.again(State::Comment(Comment::Body)),
        };
        self.go_on(State::Comment(next))
    }

    /// The text of a script, which is not shown.
    fn script(&mut self, script: Script, input: &[u8], at: u64) -> usize {
        let next = |escape, dashes| Content::Script(Script { escape, dashes });
        let special = memchr3(b'<', b'-', b'>', input);
        let Some(0) = special else {
            self.content = next(script.escape, 0);
            return special.unwrap_or(input.len());
        };
        self.content = match input[0] {
            b'-' => next(script.escape, (script.dashes + 1).min(2)),
            b'>' if script.dashes == 2 => next(Escape::None, 0),
            _ => next(script.escape, 0),
        };
        if input[0] == b'<' {
            self.held.begin(b'<', at);
            self.state = State::Mark;
        }
        1
    }

    /// `<`, in raw text.
    fn mark(&mut self, byte: u8, out: &mut Output) -> usize {
        if let Some(word) = self.content.word(byte) {
            self.held.push(byte);
            return self.go_on(State::Word(word));
        }
        self.show_held(out);
        0
    }

    /// `<` and some of `word`, in raw text.
    fn word(&mut self, word: &'static [u8], byte: u8, out: &mut Output) -> usize {
        // The `<` is held too.
        if let Some(next) = word.get(self.held.len - 1) {
            if !byte.eq_ignore_ascii_case(next) {
                self.show_held(out);
                return 0;
            }
            self.held.push(byte);
            if word == b"!--" && self.held.len > word.len() {
                // The dashes may be those of `-->`, too (§13.2.5.19, §13.2.5.22).
                self.content = Content::Script(Script {
                    escape: Escape::Escaped,
                    dashes: 2,
                });
                self.state = State::Text;
            }
            return 1;
        }
        if !ends_name(byte) {
            self.show_held(out);
            return 0;
        }
        if let Content::Script(script) = &mut self.content {
            let escape = match script.escape {
                Escape::Escaped if word == b"script" => Some(Escape::DoubleEscaped),
                Escape::DoubleEscaped => Some(Escape::Escaped),
                Escape::None | Escape::Escaped => None,
            };
            if let Some(escape) = escape {
                script.escape = escape;
                return self.again(State::Text);
            }
        }
        self.tag = Tag {
            is_end: true,
            ..Tag::default()
        };
        word[1..].iter().for_each(|&byte| self.tag.push(byte));
        self.again(State::Attribute(Attribute::BeforeName))
    }

    /// The tag that began where something is held ends before `end`.
    fn close_tag(&mut self, end: u64, out: &mut Output) {
        let (tag, place) = (self.tag, self.held.at..end);
        self.state = State::Text;
        if tag.name() == b"br" {
            self.layout.line_break(place.clone(), out);
        }
        self.layout.part(Parting::of(tag.name()), place, out);
        if tag.is_end {
            self.content = Content::Data;
        } else {
            self.content = Content::behind(tag.name());
        }
        self.layout.raw = self.content.is_preformatted();
        match tag.name() {
            b"pre" | b"listing" if tag.is_end => {
                self.layout.preformatted = self.layout.preformatted.saturating_sub(1);
            }
            b"pre" | b"listing" => {
                self.layout.preformatted = self.layout.preformatted.saturating_add(1);
                self.layout.ignored = Some(end);
            }
            b"textarea" if !tag.is_end => self.layout.ignored = Some(end),
            _ => {}
        }
    }

    fn reference(&mut self, reference: Reference, byte: u8, at: u64, out: &mut Output) -> usize {
        let next = match (reference, byte) {
            (Reference::Start, b'#') => Reference::NumberSign,
            (Reference::Start, _) if byte.is_ascii_alphanumeric() => Reference::Named,
            (Reference::Named, _) => return self.name_of_reference(byte, out),
            (Reference::NumberSign, b'x' | b'X') => Reference::HexadecimalStart,
            (Reference::NumberSign, b'0'..=b'9') => {
                return self.again(number(0, 10));
            }
            (Reference::HexadecimalStart, _) if byte.is_ascii_hexdigit() => {
                return self.again(number(0, 16));
            }
            (Reference::Number { code, radix }, _) => {
                return self.digit(code, radix, byte, at, out);
            }
            _ => {
                self.show_held(out);
                return 0;
            }
        };
        self.held.push(byte);
        self.go_on(State::Reference(next))
    }

    fn name_of_reference(&mut self, byte: u8, out: &mut Output) -> usize {
        let takes = byte == b';' || byte.is_ascii_alphanumeric();
        if takes {
            self.held.push(byte);
        }
        if !takes || byte == b';' || self.held.len == REFERENCE_MAX {
            self.named_reference(out);
        }
        usize::from(takes)
    }

    /// What is held is a name, or begins with one, or does not.
    fn named_reference(&mut self, out: &mut Output) {
        let held = self.held;
        let (characters, len) = match held.bytes() {
            // The most common ones need nobody to be asked.
            b"&lt;" => (b"<".to_vec(), held.len),
            b"&gt;" => (b">".to_vec(), held.len),
            b"&amp;" => (b"&".to_vec(), held.len),
            b"&quot;" => (b"\"".to_vec(), held.len),
            b"&nbsp;" => ("\u{a0}".into(), held.len),
            bytes => resolve(bytes).unwrap_or_default(),
        };
        let behind = held.at + len as u64;
        self.layout.character(&characters, held.at..behind, out);
        self.show(&held.bytes()[len..], behind, out);
        self.state = State::Text;
    }

    fn digit(&mut self, code: u32, radix: u32, byte: u8, at: u64, out: &mut Output) -> usize {
        if let Some(digit) = char::from(byte).to_digit(radix) {
            return self.go_on(number(code * radix + digit, radix));
        }
        let takes = usize::from(byte == b';');
        self.numeric_reference(code, at + takes as u64, out);
        takes
    }

    fn numeric_reference(&mut self, code: u32, end: u64, out: &mut Output) {
        let resolved = resolve(format!("&#{code};").as_bytes());
        let (characters, _) = resolved.unwrap_or_default();
        self.layout.character(&characters, self.held.at..end, out);
        self.state = State::Text;
    }
}

/// What lies beyond Unicode is all the same.
fn number(code: u32, radix: u32) -> State {
    State::Reference(Reference::Number {
        code: code.min(0x11_0000),
        radix,
    })
}

/// The characters that `text`, which begins with `&`, begins with by a reference, and its length.
fn resolve(text: &[u8]) -> Option<(Vec<u8>, usize)> {
    let mut shown = Shown::default();
    let emitter = Strings {
        shown: &mut shown,
        others: DefaultEmitter::default(),
    };
    for token in Tokenizer::new_with_emitter(text, emitter) {
        // There is none, and no error of a slice.
        let Ok(_) = token;
    }
    // What is shown is the characters, and all that is behind the reference.
    let len = (text.len() + shown.first.len()).checked_sub(shown.len)?;
    (shown.first != text[..len]).then_some((shown.first, len))
}

/// ASCII whitespace, and CR, which is a line break in the input (§13.2.3.5).
fn is_white(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ')
}

/// Whether the name of a tag ends before this byte.
fn ends_name(byte: u8) -> bool {
    is_white(byte) || matches!(byte, b'/' | b'>')
}

/// What `html5gum` gives for a text without tags.
#[derive(Debug, Default)]
struct Shown {
    /// The first string, which is the characters of a reference, if the text begins with one.
    first: Vec<u8>,
    /// The length of all strings.
    len: usize,
}

struct Strings<'a> {
    shown: &'a mut Shown,
    others: DefaultEmitter,
}

impl ForwardingEmitter for Strings<'_> {
    type Token = Token;

    fn inner(&mut self) -> &mut impl Emitter<Token = Token> {
        &mut self.others
    }

    fn emit_string(&mut self, string: &[u8]) {
        if self.shown.len == 0 {
            self.shown.first.extend_from_slice(string);
        }
        self.shown.len += string.len();
    }
}

/// What stands between the text of an element and that around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Parting {
    None,
    /// A line break.
    Line,
    /// An empty line.
    Paragraph,
}

impl Parting {
    /// Near to what the style sheet of §15.3 makes of the element with this name.
    fn of(name: &[u8]) -> Self {
        match name {
            b"address" | b"caption" | b"center" | b"dd" | b"details" | b"div" | b"dt"
            | b"figcaption" | b"legend" | b"li" | b"optgroup" | b"summary" | b"tr" => Self::Line,
            b"article" | b"aside" | b"blockquote" | b"body" | b"dialog" | b"dir" | b"dl"
            | b"fieldset" | b"figure" | b"footer" | b"form" | b"h1" | b"h2" | b"h3" | b"h4"
            | b"h5" | b"h6" | b"header" | b"hgroup" | b"hr" | b"listing" | b"main" | b"menu"
            | b"nav" | b"ol" | b"option" | b"p" | b"plaintext" | b"pre" | b"search"
            | b"section" | b"select" | b"table" | b"td" | b"textarea" | b"th" | b"ul" | b"xmp" => {
                Self::Paragraph
            }
            _ => Self::None,
        }
    }
}

/// Puts characters into lines, as CSS does with the `white-space` that an element has.
#[derive(Debug, Default)]
struct Layout {
    ending: Ending,
    /// How many `pre` and `listing` are open.
    preformatted: u32,
    /// In the text of an element that is preformatted and has no elements in it.
    raw: bool,
    /// Behind the start tag of a preformatted element; a line break there is ignored (§13.2.6.4.7).
    ignored: Option<u64>,
    /// Behind a CR that was shown as LF; an LF there belongs to it (§13.2.3.5).
    behind_cr: Option<u64>,
}

/// What the text ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// As many line breaks, 2 for any more. A text begins as behind an empty line.
    Breaks(u8),
    /// A SP that stands for white space.
    Space,
    Other,
}

impl Default for Ending {
    fn default() -> Self {
        Self::Breaks(2)
    }
}

impl Layout {
    /// Shows bytes of the page, from the offset `at` on.
    fn text(&mut self, bytes: &[u8], at: u64, out: &mut Output) {
        let mut from = 0;
        while from < bytes.len() {
            let (rest, at) = (&bytes[from..], at + from as u64);
            from += if self.keeps_white() {
                self.kept(rest, at, out)
            } else {
                self.filled(rest, at, out)
            };
        }
    }

    /// Shows what a character reference stands for.
    fn character(&mut self, characters: &[u8], place: Range<u64>, out: &mut Output) {
        match *characters {
            [] => {}
            [byte @ (b'\n' | b'\r')] if self.keeps_white() => self.kept_break(byte, place, out),
            [byte] if is_white(byte) && !self.keeps_white() => self.space(byte, place, out),
            _ => {
                out.replaced(characters, place);
                self.ending = Ending::Other;
            }
        }
    }

    fn keeps_white(&self) -> bool {
        self.raw || self.preformatted > 0
    }

    /// Shows the first word of `text`, or the white space before it; gives its length.
    fn filled(&mut self, text: &[u8], at: u64, out: &mut Output) -> usize {
        let black = text.iter().position(|&byte| is_white(byte));
        match black.unwrap_or(text.len()) {
            0 => {
                self.space(text[0], at..at + 1, out);
                let white = text.iter().take_while(|&&byte| is_white(byte));
                white.count()
            }
            len => {
                out.verbatim(&text[..len], at);
                self.ending = Ending::Other;
                len
            }
        }
    }

    /// Shows white space that begins with `byte`, at `place`, as one SP.
    fn space(&mut self, byte: u8, place: Range<u64>, out: &mut Output) {
        if self.ending != Ending::Other {
            return;
        }
        if byte == b' ' && place.end - place.start == 1 {
            out.verbatim(b" ", place.start);
        } else {
            out.replaced(b" ", place);
        }
        self.ending = Ending::Space;
    }

    /// Shows the first line of `text`, or the line break before it; gives its length.
    fn kept(&mut self, text: &[u8], at: u64, out: &mut Output) -> usize {
        match memchr2(b'\n', b'\r', text).unwrap_or(text.len()) {
            0 => {
                self.kept_break(text[0], at..at + 1, out);
                1
            }
            len => {
                out.verbatim(&text[..len], at);
                self.ending = Ending::Other;
                len
            }
        }
    }

    fn kept_break(&mut self, byte: u8, place: Range<u64>, out: &mut Output) {
        let start = Some(place.start);
        if byte == b'\r' {
            self.behind_cr = Some(place.end);
        } else if self.behind_cr == start {
            return;
        }
        if self.ignored != start {
            self.line_break(place, out);
        }
    }

    fn line_break(&mut self, place: Range<u64>, out: &mut Output) {
        out.replaced(b"\n", place);
        self.ending = Ending::Breaks((self.breaks() + 1).min(2));
    }

    /// Shows the line breaks that are missing here, all at `place`.
    fn part(&mut self, parting: Parting, place: Range<u64>, out: &mut Output) {
        let wanted = match parting {
            Parting::None => return,
            Parting::Line => 1,
            Parting::Paragraph => 2,
        };
        for _ in self.breaks()..wanted {
            self.line_break(place.clone(), out);
        }
    }

    fn breaks(&self) -> u8 {
        match self.ending {
            Ending::Breaks(breaks) => breaks,
            Ending::Space | Ending::Other => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use html5gum::{State as GumState, Token, Tokenizer};

    use super::{HOLD, Html, may_show_less_than};
    use crate::decode::{Decoder, Output};

    /// Where the page stands in what the decoder is given.
    const BASE: u64 = 1000;

    /// Each byte of a text, and the start and end of its place in the page.
    type Places = Vec<(u8, u64, u64)>;

    fn decode(mut html: Html, page: &[u8], cuts: &[usize]) -> Places {
        let mut out = Output::default();
        let mut told = Vec::new();
        let mut from = 0;
        for &to in cuts.iter().chain([&page.len()]) {
            html.decode(&page[from..to], BASE + from as u64, &mut out);
            from = to;
            let mut held = Vec::new();
            html.held(&mut |at| held.push(at));
            assert!(held.is_sorted_by(|a, b| a < b), "{held:?}");
            told.push((to, out.bytes().len(), held));
        }
        html.finish(BASE + page.len() as u64, &mut out);
        let runs = out.runs();
        let places: Places = (0..)
            .zip(out.bytes())
            .map(|(at, &byte)| (byte, runs.start(at) - BASE, runs.end(at + 1) - BASE))
            .collect();
        assert_eq!(runs.len(), places.len() as u64);
        assert!(places.is_sorted_by_key(|place| place.1), "{places:?}");
        // What was not given yet of what had come, and begins with `<`, was told.
        for (to, given, held) in told {
            for &(_, start, _) in places[given..].iter().filter(|place| place.0 == b'<') {
                assert!(start >= to as u64 || held.contains(&(BASE + start)));
            }
        }
        places
    }

    /// The text of a page, after a look at every cut of it.
    fn places(page: &[u8]) -> Places {
        let whole = decode(Html::showing_all(), page, &[]);
        let shows = whole.iter().any(|place| place.0 == b'<');
        let may_show = may_show_less_than(page);
        assert!(may_show || !shows, "{}", page.escape_ascii());
        let filtered = if may_show { &whole[..] } else { &[] };
        let each: Vec<_> = (1..page.len()).collect();
        let none = [];
        let cuts = each
            .iter()
            .map(std::slice::from_ref)
            .chain([&none[..], &each]);
        for cuts in cuts {
            let context = || format!("{} cut at {cuts:?}", page.escape_ascii());
            let all = decode(Html::showing_all(), page, cuts);
            assert_eq!(all, whole, "{}", context());
            assert_eq!(decode(Html::new(), page, cuts), filtered, "{}", context());
        }
        whole
    }

    fn text(page: impl AsRef<[u8]>) -> String {
        let bytes = places(page.as_ref()).iter().map(|place| place.0).collect();
        String::from_utf8(bytes).expect("the cases are UTF-8")
    }

    /// Checks the text of a page, and of each byte of it the bytes of the page it stands for.
    fn check(page: &str, expected: &[(&str, &str)]) {
        let mut shown = String::new();
        let mut sources = Vec::new();
        for &(text, source) in expected {
            shown += text;
            sources.extend(text.bytes().map(|_| source));
        }
        assert_eq!(text(page), shown, "{page:?}");
        let mut from = 0;
        for ((_, start, end), source) in places(page.as_bytes()).into_iter().zip(sources) {
            let (start, end) = (start as usize, end as usize);
            // They stand in their order, and each for the first that is left.
            assert_eq!(&page[start..end], source, "{page:?}");
            assert!(start >= from, "{page:?}");
            from = start;
        }
    }

    #[test]
    fn addresses_are_shown() {
        check(
            "&lt;http://a.example/x<wbr>y&gt;",
            &[
                ("<", "&lt;"),
                ("h", "h"),
                ("t", "t"),
                ("t", "t"),
                ("p", "p"),
                (":", ":"),
                ("/", "/"),
                ("/", "/"),
                ("a", "a"),
                (".", "."),
                ("e", "e"),
                ("x", "x"),
                ("a", "a"),
                ("m", "m"),
                ("p", "p"),
                ("l", "l"),
                ("e", "e"),
                ("/", "/"),
                ("x", "x"),
                ("y", "y"),
                (">", "&gt;"),
            ],
        );
        check(
            "&lt;a<BR class='>'>b&gt;",
            &[
                ("<", "&lt;"),
                ("a", "a"),
                ("\n", "<BR class='>'>"),
                ("b", "b"),
                (">", "&gt;"),
            ],
        );
        assert_eq!(text("&lt;URL:ftp://a<br>b&gt;"), "<URL:ftp://a\nb>");
        assert_eq!(
            text("&gt; &gt; &lt;http://a.example/<br>\r\n&gt; &gt; b&gt;<br/>\r\n"),
            "> > <http://a.example/\n> > b>\n"
        );
        assert_eq!(
            text("&lt;<a href=\"http://a.example/\">http://a.<b>example</b>/</a>&gt;"),
            "<http://a.example/>"
        );
    }

    #[test]
    fn references_stand_for_all_their_bytes() {
        check("a&lt;b", &[("a", "a"), ("<", "&lt;"), ("b", "b")]);
        check("&lt", &[("<", "&lt")]);
        check("&ltfo", &[("<", "&lt"), ("f", "f"), ("o", "o")]);
        check("&lt.", &[("<", "&lt"), (".", ".")]);
        check("&#60;.", &[("<", "&#60;"), (".", ".")]);
        check("&#60.", &[("<", "&#60"), (".", ".")]);
        check("&#00060", &[("<", "&#00060")]);
        check("&#x3C;&#X3c;", &[("<", "&#x3C;"), ("<", "&#X3c;")]);
        check("&#x003cg", &[("<", "&#x003c"), ("g", "g")]);
        check(
            "&amp;lt;",
            &[("&", "&amp;"), ("l", "l"), ("t", "t"), (";", ";")],
        );
        check("&AMP&LT;", &[("&", "&AMP"), ("<", "&LT;")]);
        check("&nvlt;", &[("<\u{20d2}", "&nvlt;")]);
        check("&semi;;", &[(";", "&semi;"), (";", ";")]);
        check("&auml&auml;", &[("\u{e4}", "&auml"), ("\u{e4}", "&auml;")]);
        // Of two names the longer one, if it has its semicolon.
        check("&notin;", &[("\u{2209}", "&notin;")]);
        check(
            "&notit;",
            &[("\u{ac}", "&not"), ("i", "i"), ("t", "t"), (";", ";")],
        );
        check(
            "&CounterClockwiseContourIntegral;x",
            &[
                ("\u{2233}", "&CounterClockwiseContourIntegral;"),
                ("x", "x"),
            ],
        );
    }

    #[test]
    fn what_is_no_reference_is_text() {
        for page in [
            "&",
            "& lt;",
            "&;",
            "&#",
            "&#;",
            "&#x",
            "&#x;",
            "&#xg;",
            "&#a",
            "&foo",
            "&foo;",
            "&l",
            "&Lt",
            "&lT;",
            "a&b&c",
            "&&&",
            "&CounterClockwiseContourIntegralX;",
            "&abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz;",
        ] {
            assert_eq!(text(page), page);
        }
        assert_eq!(text("&&lt;&#&lt;&#x&lt;&a&lt;"), "&<&#<&#x<&a<");
        // Another sign than `<`.
        assert_eq!(text("&Lt;"), "\u{226a}");
    }

    #[test]
    fn numbers_are_characters_as_the_standard_has_them() {
        assert_eq!(text("&#228;&#xe4;&#x1F600;"), "\u{e4}\u{e4}\u{1f600}");
        // §13.2.5.80: windows-1252 in the place of C1 controls.
        assert_eq!(text("&#128;&#x93;&#148"), "\u{20ac}\u{201c}\u{201d}");
        let replaced = "&#0;&#xD800;&#x110000;&#99999999999999999999;&#xffffffffff3C;";
        assert_eq!(text(replaced), "\u{fffd}".repeat(5));
        let long = format!("&#{}60;&#x{}3c", "0".repeat(50), "0".repeat(50));
        check(&long, &[("<", &long[..55]), ("<", &long[55..])]);
    }

    #[test]
    fn what_is_no_text_is_not_shown() {
        for page in [
            "",
            "<http://a.example/>",
            "<a&lt;b>",
            "<a title='&lt;http://b/&gt;'>",
            "<a title=\"'>&lt;\">",
            "<a title=&lt;b>",
            "<a title=>",
            "<a title = '>&lt;'>",
            "<a='&lt;'>",
            "<a/b='>&lt;'/>",
            "<a b='c'd=\">\">",
            "<a b='c'=\"&lt;\">",
            "<img src=/x/>",
            "<a title='&lt;",
            "<a",
            "<a ",
            "</a &lt;>",
            "</>",
            "</ a &lt;>",
            "</3 &lt;>",
            "<!-- &lt;http://a.example/&gt; <b> -- > -->",
            "<!--> <!---> <!-- --!> <!-- &lt; -->",
            "<!-- <!-- &lt; -->",
            "<!-- <!-->",
            "<!-- a -- b --!-->",
            "<!-- a --- -->",
            "<!-- &lt; ->",
            "<!-- &lt; --",
            "<!",
            "<!-",
            "<!->",
            "<!-a &lt; -->",
            "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\" \"http://a/\">",
            "<!ELEMENT a>",
            "<![CDATA[&lt;http://a.example/]]>",
            "<?xml version='1.0'?>",
            "<?",
            "<? &lt;",
            "<script>a &lt; b < c; <b>'</scripts>'</script>",
            "<script><!-- '<script>&lt;</script>' </b> --></script>",
            "<SCRIPT type=a>&lt;</Script \n x='>'>",
            "<script>&lt;",
            "<style>a > b {} &lt; < </style>",
            "<style/>&lt;</style>",
            "<title>a &lt;http://a.example/&gt; <b></title>",
            "<iframe>&lt;<b></iframe>",
            "<noembed>&lt;</noembed>",
            "<noframes>&lt;</noframes>",
        ] {
            assert_eq!(text(page), "", "{page}");
            let behind = text(format!("{page}><!---->&lt;</script></style>"));
            assert!(["", "><", "<", ">"].contains(&&*behind), "{page} {behind}");
        }
        // `<a` ends with the `>`, wherever it is meant to.
        assert_eq!(text("<a \"b>c\">d"), "c\">d");
        assert_eq!(text("<a b=c\">\"d"), "\"d");
        assert_eq!(text("<!doctype a \"b>c\">d"), "c\">d");
        assert_eq!(text("<![CDATA[a>b]]>c"), "b]]>c");
        assert_eq!(text("<!-a>b-->"), "b-->");
    }

    #[test]
    fn the_rest_of_the_page_is_shown() {
        for (page, expected) in [
            ("a<b>b</b>c", "abc"),
            ("<b><i>a</b>b", "ab"),
            ("a<!-- b -->c<?d?>e</>f", "acef"),
            ("<title>a</title>b", "b"),
            ("<title>a</title b>b", "b"),
            ("<title>a</titles></title/>b", "b"),
            ("<style>a</style>&lt;<script>b</script>c", "<c"),
            ("<noscript>a &lt;b&gt; <b>c</b></noscript>", "a <b> c"),
            ("<head><base><meta>a</head>b", "ab"),
            ("<unknown>a</unknown>", "a"),
            ("<abcdefghijklmnopqrstuvwxyz>a</b>", "a"),
            ("<stylesheet>a", "a"),
            ("<styl>a", "a"),
        ] {
            assert_eq!(text(page), expected, "{page}");
        }
    }

    #[test]
    fn a_less_than_sign_that_begins_no_tag_is_text() {
        for page in [
            "a < b",
            "< http://a.example/ >",
            "a<1",
            "a<",
            "a</",
            "<<",
            "<",
            "<>",
            "<=>",
            "<\u{e9}>",
        ] {
            assert_eq!(text(page), page);
        }
        check("a<&lt;<b>", &[("a", "a"), ("<", "<"), ("<", "&lt;")]);
        check("<\tb", &[("<", "<"), (" ", "\t"), ("b", "b")]);
        assert_eq!(text("<<b>"), "<");
        assert_eq!(text("<\0b>"), "<\0b>");
    }

    #[test]
    fn a_script_may_hide_its_end_in_a_comment() {
        for (page, expected) in [
            ("<script><!--</script>a", "a"),
            ("<script><!--<script></script>a</script>b", "b"),
            ("<script><!--<script></script>a-->b</script>c", "c"),
            ("<script><!--<script>--></script>a", "a"),
            ("<script><!--<script>- -></script>a</script>b", "b"),
            ("<script><!--><script></script>a", "a"),
            ("<script><!-- --><script></script>a", "a"),
            ("<script><!-<script></script>a", "a"),
            ("<script><!--<SCRIPT\n</sCript/></script>a", "a"),
            ("<script><!--<scripts></script>a", "a"),
            ("<script><!--<scrip></script>a", "a"),
            ("<script><!--<script</script>a", "a"),
            ("<script><!--<script></scrip></script>a</script>b", "b"),
            ("<script><!--<<script></script>a</script>b", "b"),
            ("<script><!--<-<script></script>a</script>b", "b"),
            ("<script><!---<-></script>a", "a"),
            ("<script><!---<!-- --<script></script>a</script>b", "b"),
            ("<script></script>a<!-- <script> -->b", "ab"),
        ] {
            assert_eq!(text(page), expected, "{page}");
        }
    }

    #[test]
    fn raw_text_is_shown_with_its_tags() {
        for (page, expected) in [
            ("<textarea><b>&lt;</textarea>a", "<b><\n\na"),
            ("<textarea></text</textAREA >a", "</text\n\na"),
            ("<textarea></textareas></textarea>a", "</textareas>\n\na"),
            ("<textarea></Text&lt;</ <</", "</Text<</ <</"),
            ("<textarea></textarea", "</textarea"),
            ("<textarea><!-- a --></textarea>b", "<!-- a -->\n\nb"),
            ("<xmp><b>&lt;</b></xmp>a", "<b>&lt;</b>\n\na"),
            ("<XMP></xm></XMP>a", "</xm>\n\na"),
            ("<plaintext><b>&lt;</plaintext> a", "<b>&lt;</plaintext> a"),
            ("<textarea>a\0b\0</textarea>", "a\u{fffd}b\u{fffd}\n\n"),
            ("<xmp>\0", "\u{fffd}"),
            ("<plaintext>\0", "\u{fffd}"),
        ] {
            assert_eq!(text(page), expected, "{page}");
        }
        check(
            "<xmp></A\0",
            &[("<", "<"), ("/", "/"), ("A", "A"), ("\u{fffd}", "\0")],
        );
    }

    #[test]
    fn white_space_is_one_space() {
        check(
            "a \t\r\n\x0c b\nc",
            &[("a", "a"), (" ", " "), ("b", "b"), (" ", "\n"), ("c", "c")],
        );
        for (page, expected) in [
            (" a ", "a "),
            ("a <b> b</b>\n c", "a b c"),
            ("<p> a <br> b <div> c", "a \nb \nc"),
            ("a&#32; &#x9;&Tab;&NewLine;b", "a b"),
            ("a &nbsp; b", "a \u{a0} b"),
            ("\r\n<html>\r\n<body>\r\na", "a"),
        ] {
            assert_eq!(text(page), expected, "{page}");
        }
        check("a&#10; b", &[("a", "a"), (" ", "&#10;"), ("b", "b")]);
    }

    #[test]
    fn preformatted_white_space_stays() {
        for (page, expected) in [
            ("<pre>a  b\n\tc\n</pre>", "a  b\n\tc\n\n"),
            ("<pre>a\r\nb\rc\n\rd\r\r\ne</pre>", "a\nb\nc\n\nd\n\ne\n\n"),
            ("<pre>a\r<b>\n</b>b", "a\n\nb"),
            ("<pre>\na</pre>", "a\n\n"),
            ("<pre>\r\n\r\na</pre>", "\na\n\n"),
            ("<pre>\r\ra", "\na"),
            ("<pre>&#10;a", "a"),
            ("<pre> \na", " \na"),
            ("<pre><b>\na", "\na"),
            ("x<pre>\n\na", "x\n\n\na"),
            ("<textarea>\n a\n\nb ", " a\n\nb "),
            ("<xmp> a\nb</xmp> c", " a\nb\n\nc"),
            ("<plaintext> a\n ", " a\n "),
            ("<listing>\na\n b</listing> c d", "a\n b\n\nc d"),
            ("<pre>a <pre>b </pre> c</pre>  d", "a \n\nb \n\n c\n\nd"),
            ("<pre>a</pre></pre><pre>b  c", "a\n\nb  c"),
            ("</pre>a  <pre>b  ", "a \n\nb  "),
            ("<pre>a<br>b<div>c  d</div></pre>", "a\nb\nc  d\n\n"),
            ("<pre>a&#13;&#10;&#32; b", "a\n  b"),
            ("<pre>a</pre>\n<p>\nb", "a\n\nb"),
        ] {
            assert_eq!(text(page), expected, "{page}");
        }
        let page = "<pre>a\r\nb&#10;";
        check(
            page,
            &[("a", "a"), ("\n", "\r"), ("b", "b"), ("\n", "&#10;")],
        );
    }

    #[test]
    fn elements_are_parted() {
        for (page, expected) in [
            ("a<br>b<br><br/>c</br>d", "a\nb\n\nc\nd"),
            ("<br>a", "\na"),
            ("a<div>b</div>c", "a\nb\nc"),
            ("<div>a</div><div>b</div>", "a\nb\n"),
            ("<div>a<br></div><div>b", "a\nb"),
            ("<div><br></div>a", "\na"),
            ("a<p>b</p> <p>c", "a\n\nb\n\nc"),
            ("a<div>b</div><p>c", "a\nb\n\nc"),
            ("<ul><li>a<li>b</ul>c", "a\nb\n\nc"),
            ("<h1>a</h1>b<hr>c", "a\n\nb\n\nc"),
            ("<tr><td>a</td><td>b</td></tr>", "a\n\nb\n\n"),
            ("<dl><dt>a<dd>b</dl>", "a\nb\n\n"),
            ("<blockquote>a</blockquote>b", "a\n\nb"),
            ("<figcaption>a</figcaption>b", "a\nb"),
            ("a<span>b</span>c", "abc"),
            ("a<divs>b", "ab"),
        ] {
            assert_eq!(text(page), expected, "{page}");
        }
        check(
            "a<p\n>b</div >c",
            &[
                ("a", "a"),
                ("\n\n", "<p\n>"),
                ("b", "b"),
                ("\n", "</div >"),
                ("c", "c"),
            ],
        );
    }

    #[test]
    fn bytes_that_are_no_characters_stay() {
        let shown = |page: &[u8]| -> Vec<u8> {
            let places = places(page);
            places.into_iter().map(|place| place.0).collect()
        };
        assert_eq!(
            shown(b"\xff<b>\xc3</b>(\x80&lt;\xe2\x82"),
            b"\xff\xc3(\x80<\xe2\x82"
        );
        assert_eq!(shown(b"a\0b&\xffc&l\xff<\xff>"), b"a\0b&\xffc&l\xff<\xff>");
        assert_eq!(shown(b"<b\xff c=\xff>a"), b"a");
        // NEL and NO-BREAK SPACE are not white space here.
        assert_eq!(shown(b"a\xc2\x85 \xc2\xa0b"), b"a\xc2\x85 \xc2\xa0b");
    }

    #[test]
    fn a_page_without_less_than_signs_gives_nothing() {
        for (page, may_show) in [
            ("", false),
            (
                "<html><body>a &gt; b &amp; c&nbsp;<!-- d --></body></html>",
                false,
            ),
            ("a &lambda; &#600", true),
            ("&#x3b;&#6;&#060", true),
            ("&#x3b;&#6;&#x60;&#3c;", false),
            ("&#xx3c;&#x 3c;", false),
            ("&#x0003C", true),
            ("&nvlt;", true),
            ("&LT", true),
            ("&Lt;", false),
            ("a<", true),
            ("a</", true),
            ("a<!", false),
            ("a<?", false),
            ("<1", true),
            ("<<b>", true),
            ("<text></areas>", false),
            ("<TextArea>", true),
            ("<xmp>", true),
            ("<PLAINTEXT>", true),
            ("<script>a < b</script>", true),
        ] {
            assert_eq!(may_show_less_than(page.as_bytes()), may_show, "{page}");
            places(page.as_bytes());
        }
    }

    #[test]
    fn what_may_show_a_less_than_sign_is_told() {
        let held = |mut html: Html, page: &[u8]| {
            let mut held = Vec::new();
            html.decode(page, BASE, &mut Output::default());
            html.held(&mut |at| held.push(at - BASE));
            held
        };
        assert_eq!(held(Html::new(), b"a<b>&c<!-- & --></"), [1, 4, 6, 11, 16]);
        for (page, expected) in [
            (&b"a<b>&lt"[..], &[4][..]),
            (b"a&#0", &[1]),
            (b"a<", &[1]),
            (b"a</", &[1]),
            (b"a</b", &[]),
            (b"a<b", &[]),
            (b"a<!", &[]),
            (b"<textarea></text", &[10]),
            (b"<textarea><", &[10]),
            (b"<script></scr", &[]),
            (b"<b>a", &[]),
        ] {
            assert_eq!(held(Html::showing_all(), page), expected);
        }
    }

    /// A page of so many bytes that shows them, with something at its end.
    fn long_page(len: usize, end: &[u8]) -> Vec<u8> {
        let mut page = vec![b'a'; len - end.len()];
        page.extend_from_slice(end);
        page
    }

    fn cut_long(page: &[u8]) -> Places {
        let whole = decode(Html::new(), page, &[]);
        let near = HOLD - 6..(HOLD + 7).min(page.len());
        for at in near {
            assert!(decode(Html::new(), page, &[at]) == whole, "cut at {at}");
        }
        let pieces: Vec<_> = (1..page.len()).step_by(1021).collect();
        assert!(decode(Html::new(), page, &pieces) == whole);
        whole
    }

    #[test]
    fn a_page_longer_than_the_hold_is_given_whole() {
        assert_eq!(cut_long(&long_page(HOLD, b"&gt;")), []);
        assert_eq!(cut_long(&long_page(HOLD + 1, b"&gt;")).len(), HOLD - 2);
        // The last reference lies before, across and behind the limit.
        for behind in 0..8 {
            let len = HOLD + behind;
            let places = cut_long(&long_page(len, b"&lt;"));
            assert_eq!(places.len(), len - 3);
            let last = places.last().copied();
            assert_eq!(last, Some((b'<', len as u64 - 4, len as u64)));
        }
    }

    #[test]
    fn what_is_not_shown_is_not_kept() {
        let mut html = Html::showing_all();
        let mut out = Output::default();
        let mut at = 0;
        let filler = [b'a'; 1000];
        for start in ["<!--", "--><a b='", "'><", "></", "><script><!--<", "</"] {
            html.decode(start.as_bytes(), at, &mut out);
            at += start.len() as u64;
            for _ in 0..1000 {
                html.decode(&filler, at, &mut out);
                at += filler.len() as u64;
            }
            assert_eq!(out.bytes(), b"", "{start}");
        }
    }

    /// The text of a page without white space, as `html5gum` sees it.
    fn oracle(page: &[u8]) -> Vec<u8> {
        let mut shown = Vec::new();
        let mut is_shown = true;
        let mut tokens = Tokenizer::new(page);
        while let Some(Ok(token)) = tokens.next() {
            match token {
                Token::String(string) if is_shown => shown.extend_from_slice(&string),
                Token::StartTag(tag) => {
                    let state = match &tag.name[..] {
                        b"title" | b"textarea" => GumState::RcData,
                        b"script" => GumState::ScriptData,
                        b"style" | b"iframe" | b"xmp" | b"noembed" | b"noframes" => {
                            GumState::RawText
                        }
                        b"plaintext" => GumState::PlainText,
                        _ => continue,
                    };
                    let shown = [&b"textarea"[..], b"xmp", b"plaintext"];
                    is_shown = shown.contains(&&tag.name[..]);
                    tokens.set_state(state);
                }
                Token::EndTag(_) => is_shown = true,
                _ => {}
            }
        }
        shown.retain(|byte| !byte.is_ascii_whitespace());
        shown
    }

    #[test]
    fn the_states_are_those_of_the_standard() {
        const PARTS: &[&str] = &[
            "<",
            "<",
            "</",
            "/",
            ">",
            ">",
            "!",
            "-",
            "--",
            "<!--",
            "-->",
            "--!>",
            "?",
            "=",
            "\"",
            "'",
            " ",
            "\n",
            "\r",
            "\t",
            "a",
            "b",
            "x",
            "&",
            "&#",
            "&#x",
            "3c",
            "60",
            ";",
            "lt",
            "&lt;",
            "gt;",
            "&amp",
            "not",
            "in;",
            "&nvlt;",
            "[CDATA[",
            "]]>",
            "doctype",
            "\0",
            "<a b=",
            "<p>",
            "<br>",
            "<pre>",
            "</pre>",
            "<div",
            "script",
            "<script",
            "<script>",
            "</script>",
            "</script",
            "<style>",
            "</style>",
            "<title>",
            "</title ",
            "<textarea>",
            "</textarea>",
            "textarea",
            "<xmp>",
            "</xmp>",
            "<noframes>",
            "</noframes/",
            "\u{e9}",
        ];
        let mut random = 0x2545_f491_4f6c_dd1d_u64;
        let mut next = |below: usize| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random >> 33) as usize % below
        };
        let mut showing = 0;
        for _ in 0..3000 {
            let parts = (0..=next(24)).map(|_| PARTS[next(PARTS.len())]);
            let mut page: String = parts.collect();
            if next(50) == 0 {
                page.insert_str(0, "<plaintext>");
            }
            let mut shown: Vec<_> = places(page.as_bytes()).iter().map(|p| p.0).collect();
            shown.retain(|byte| !byte.is_ascii_whitespace());
            assert!(shown == oracle(page.as_bytes()), "{page:?}");
            showing += usize::from(!shown.is_empty());
        }
        assert!(showing > 1000, "{showing}");
    }
}
