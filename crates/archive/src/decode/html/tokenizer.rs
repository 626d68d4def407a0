//! Tells the text of a page from its tags and comments (§13.2.5).

use memchr::{memchr, memchr2};

use super::{
    content::{Content, Script},
    held::Held,
    layout::Layout,
    reference::{self, Reference, Step},
    tag::{Attribute, Tag, ends_name},
};
use crate::decode::output::Output;

/// A page as far as it was read.
#[derive(Debug, Default)]
pub(super) struct Tokenizer {
    state: State,
    /// What the text is, where there is text.
    content: Content,
    /// The tag that is being read.
    tag: Tag,
    held: Held,
    layout: Layout,
}

/// What the next byte belongs to: the states of §13.2.5, without those that differ from others only
/// in the errors they tell.
#[derive(Clone, Copy, Debug, Default)]
enum State {
    /// The data, RCDATA, RAWTEXT, PLAINTEXT and script data states, as [`Tokenizer::content`] says.
    #[default]
    Text,
    /// The character reference states: `&` and what is held after it.
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
    /// The same, `<!-`
    DeclarationDash,
    /// The comment states: `<!--`
    Comment(Comment),
    /// The bogus comment state and the DOCTYPE states: what ends with the next `>`.
    Bogus,
    /// The RCDATA, RAWTEXT and script data less-than sign states: `<` in raw text.
    Mark,
    /// The end tag open and end tag name states of raw text, and the escape start states of script
    /// data: `<` and the start of this word, which means something there.
    Word(&'static [u8]),
}

/// §13.2.5.43 to §13.2.5.52. The comment less-than sign states only tell errors.
#[derive(Clone, Copy, Debug)]
enum Comment {
    /// The comment start state: `<!--`
    Start,
    /// The comment start dash state: `<!---`
    StartDash,
    /// The comment state.
    Body,
    /// The comment end dash state: `-`
    EndDash,
    /// The comment end state: `--`
    End,
    /// The comment end bang state: `--!`
    EndBang,
}

impl Tokenizer {
    /// Reads on, from the offset `at` on.
    pub(super) fn read(&mut self, input: &[u8], at: u64, out: &mut Output) {
        let mut taken = 0;
        while taken < input.len() {
            taken += self.take(&input[taken..], at + taken as u64, out);
        }
    }

    /// The page is over, at the offset `at`.
    pub(super) fn finish(&mut self, at: u64, out: &mut Output) {
        match self.state {
            State::Reference(reference) => self.end_reference(reference, at, out),
            State::TagOpen | State::EndTagOpen | State::Mark | State::Word(_) => {
                self.show_held(out);
            }
            // What is left of a tag or a comment is not shown.
            State::Text
            | State::TagName
            | State::Attribute(_)
            | State::Declaration
            | State::DeclarationDash
            | State::Comment(_)
            | State::Bogus => {}
        }
    }

    /// Where what is held begins, if it may be shown, or stands for what is.
    pub(super) fn may_show_from(&self) -> Option<u64> {
        let may_show = match self.state {
            State::Reference(_) | State::TagOpen | State::EndTagOpen => true,
            State::Mark | State::Word(_) => self.content.is_shown(),
            _ => false,
        };
        may_show.then_some(self.held.at)
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
            State::Attribute(attribute) => self.attribute(attribute, input, at, out),
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

    /// Takes the byte.
    fn go_on(&mut self, state: State) -> usize {
        self.state = state;
        1
    }

    /// Leaves the byte to another state: the standard's "reconsume".
    fn again(&mut self, state: State) -> usize {
        self.state = state;
        0
    }

    /// Takes all bytes up to an `end`, and that.
    fn skip_past(&mut self, end: u8, input: &[u8], after: State) -> usize {
        let Some(at) = memchr(end, input) else {
            return input.len();
        };
        self.state = after;
        at + 1
    }
}

/// Text, and what turns out to be text.
impl Tokenizer {
    /// Takes what stands before the next byte that may be no text, or that byte.
    fn text(&mut self, input: &[u8], at: u64, out: &mut Output) -> usize {
        let special = match &mut self.content {
            Content::Data | Content::Textarea => memchr2(b'<', b'&', input),
            Content::Xmp | Content::Hidden(_) => memchr(b'<', input),
            Content::Plaintext => None,
            Content::Script(script) => match script.read(input) {
                0 => Some(0),
                len => return len,
            },
        };
        if special == Some(0) {
            return self.special(input[0], at);
        }
        let len = special.unwrap_or(input.len());
        self.show(&input[..len], at, out);
        len
    }

    /// A `<` or `&` that means something here, if the next bytes agree.
    fn special(&mut self, byte: u8, at: u64) -> usize {
        self.held.begin(byte, at);
        self.go_on(match self.content {
            _ if byte == b'&' => State::Reference(Reference::Start),
            Content::Data => State::TagOpen,
            _ => State::Mark,
        })
    }

    /// Shows bytes of the page as they are, if they stand where anything is shown.
    fn show(&mut self, bytes: &[u8], at: u64, out: &mut Output) {
        match self.content {
            Content::Data => self.layout.text(bytes, at, out),
            Content::Script(_) | Content::Hidden(_) => {}
            Content::Textarea | Content::Xmp | Content::Plaintext => self.show_raw(bytes, at, out),
        }
    }

    /// Shows raw text. NUL stays in the data state only (§13.2.5.1, §13.2.5.2, §13.2.5.3,
    /// §13.2.5.5).
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

    /// What is held is text.
    fn show_held(&mut self, out: &mut Output) {
        let held = self.held;
        self.show(held.bytes(), held.at, out);
        self.state = State::Text;
    }

    /// §13.2.5.72 to §13.2.5.80
    fn reference(&mut self, before: Reference, byte: u8, at: u64, out: &mut Output) -> usize {
        match before.step(byte) {
            Step::Digit(reference) => return self.go_on(State::Reference(reference)),
            Step::Held(reference) => {
                self.held.push(byte);
                self.state = State::Reference(reference);
                if self.held.is_full() {
                    self.end_reference(reference, at + 1, out);
                }
            }
            Step::Last => {
                self.held.push(byte);
                self.end_reference(before, at + 1, out);
            }
            Step::After => {
                self.end_reference(before, at, out);
                return 0;
            }
        }
        1
    }

    /// Shows what a reference of which no more comes stands for. It ends before `end`.
    fn end_reference(&mut self, reference: Reference, end: u64, out: &mut Output) {
        match reference {
            Reference::Start | Reference::NumberSign | Reference::HexadecimalStart => {
                self.show_held(out);
            }
            Reference::Named => self.end_named_reference(out),
            Reference::Number { code, .. } => {
                let character = reference::numbered(code);
                self.layout.character(&character, self.held.at..end, out);
            }
        }
        self.state = State::Text;
    }

    /// What is held is a name, or begins with one, or does not (§13.2.5.73).
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

    /// `</` (§13.2.5.7).
    fn end_tag_open(&mut self, byte: u8) -> usize {
        match byte {
            b'>' => self.go_on(State::Text),
            _ if byte.is_ascii_alphabetic() => {
                self.tag = Tag::end();
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

    /// §13.2.5.32 to §13.2.5.40
    fn attribute(&mut self, before: Attribute, input: &[u8], at: u64, out: &mut Output) -> usize {
        let (attribute, len) = before.read(input);
        match attribute {
            Some(attribute) => self.state = State::Attribute(attribute),
            None => self.close_tag(at + len as u64, out),
        }
        len
    }

    /// The tag that began where something is held ends before `end`.
    fn close_tag(&mut self, end: u64, out: &mut Output) {
        self.state = State::Text;
        self.content = if self.tag.is_end {
            Content::Data
        } else {
            Content::after_tag(self.tag.name())
        };
        let (raw, place) = (self.content.is_preformatted(), self.held.at..end);
        self.layout.tag(&self.tag, raw, place, out);
    }

    /// `<!` and `<!-`: only two dashes begin a comment that `>` alone does not end (§13.2.5.42).
    fn declaration(&mut self, byte: u8, after_dash: State) -> usize {
        if byte == b'-' {
            return self.go_on(after_dash);
        }
        self.again(State::Bogus)
    }

    /// §13.2.5.43, §13.2.5.44 and §13.2.5.50 to §13.2.5.52
    fn comment(&mut self, comment: Comment, byte: u8) -> usize {
        let next = match (comment, byte) {
            (Comment::Start | Comment::StartDash | Comment::End | Comment::EndBang, b'>') => {
                return self.go_on(State::Text);
            }
            (Comment::Start, b'-') => Comment::StartDash,
            (Comment::StartDash | Comment::EndDash | Comment::End, b'-') => Comment::End,
            (Comment::End, b'!') => Comment::EndBang,
            _ => return self.again(State::Comment(Comment::Body)),
        };
        self.go_on(State::Comment(next))
    }
}

/// Raw text.
impl Tokenizer {
    /// `<`, in raw text (§13.2.5.9, §13.2.5.12, §13.2.5.15, §13.2.5.23, §13.2.5.30).
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
        let come = self.held.bytes().len() - 1;
        let goes_on = match word.get(come) {
            Some(next) => byte.eq_ignore_ascii_case(next),
            None => ends_name(byte),
        };
        if !goes_on {
            self.show_held(out);
            return 0;
        }
        if come == word.len() {
            return self.name(word);
        }
        self.held.push(byte);
        if word == Script::COMMENT && come + 1 == word.len() {
            self.begin_script_comment();
        }
        1
    }

    /// `<` and a word that is a name have come: that of the end tag, or, in a script, of one that is
    /// none.
    fn name(&mut self, word: &[u8]) -> usize {
        if let Content::Script(script) = &mut self.content
            && !script.ends_at(word)
        {
            return self.again(State::Text);
        }
        self.tag = Tag::end_of(&word[1..]);
        self.again(State::Attribute(Attribute::BeforeName))
    }

    /// `<!--`, in a script.
    fn begin_script_comment(&mut self) {
        if let Content::Script(script) = &mut self.content {
            script.begin_comment();
        }
        self.state = State::Text;
    }
}
