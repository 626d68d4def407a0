//! Raw text, in which only certain words after a `<` are markup.

use super::{HtmlState, Tokenizer};
use crate::decode::{
    html::{
        content::{ContentModel, ScriptState},
        tag::{Attribute, Tag, ends_name},
    },
    output::Output,
};

impl Tokenizer {
    /// The less-than sign states of raw text: `<` (§13.2.5.9, §13.2.5.12, §13.2.5.15, §13.2.5.23,
    /// §13.2.5.30).
    pub(super) fn raw_text_less_than_sign(&mut self, byte: u8, out: &mut Output) -> usize {
        if let Some(word) = self.content_model.word(byte) {
            self.held.push(byte);
            return self.advance_to(HtmlState::RawTextWord(word));
        }
        if byte == b'!' && self.is_in_condition && !self.content_model.is_shown() {
            self.held.push(byte);
            return self.advance_to(HtmlState::RawTextDeclaration);
        }
        self.show_held(out);
        0
    }

    /// Reads the byte after `<!` in raw text that is not shown in a conditional comment, which may end there.
    pub(super) fn raw_text_declaration(&mut self, byte: u8, out: &mut Output) -> usize {
        if byte == b'[' {
            return self.begin_condition(false);
        }
        self.show_held(out);
        0
    }

    /// Matches the next byte of `word` after a `<` in raw text.
    pub(super) fn raw_text_word(
        &mut self,
        word: &'static [u8],
        byte: u8,
        out: &mut Output,
    ) -> usize {
        // The `<` is held too.
        let matched = self.held.bytes().len() - 1;
        let continues = match word.get(matched) {
            Some(next) => byte.eq_ignore_ascii_case(next),
            None => ends_name(byte),
        };
        if !continues {
            self.show_held(out);
            return 0;
        }
        if matched == word.len() {
            return self.raw_text_name(word);
        }
        self.held.push(byte);
        if word == ScriptState::COMMENT && matched + 1 == word.len() {
            self.begin_script_comment();
        }
        1
    }

    /// Handles `<` and a complete name in raw text: the name of the end tag, or of a nested tag in a script.
    fn raw_text_name(&mut self, word: &[u8]) -> usize {
        if let ContentModel::Script(script) = &mut self.content_model
            && !script.ends_at(word)
        {
            return self.reconsume_in(HtmlState::Text);
        }
        self.tag = Tag::end_of(&word[1..]);
        self.reconsume_in(HtmlState::Attribute(Attribute::BeforeName))
    }

    /// Begins a comment in a script after `<!--`.
    fn begin_script_comment(&mut self) {
        if let ContentModel::Script(script) = &mut self.content_model {
            script.begin_comment();
        }
        self.state = HtmlState::Text;
    }
}
